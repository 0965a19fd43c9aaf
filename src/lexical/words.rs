//! Terms of a text. An identifier gives itself and its parts, level by level:
//!
//! ```text
//! parse_HTTPServer2  →  parse_httpserver2 · parse · httpserver2 · http · server2 · server · 2
//! _private           →  _private · private
//! max-count          →  max-count · max · count
//! 全文検索            →  全文 · 文検 · 検索
//! ```
//!
//! Terms are [folded](super::folded): in lower case, in one spelling. Scripts that put no spaces between words (Han, Kana, Hangul,
//! Thai, Lao, Khmer, Burmese) go by overlapping pairs of characters, a lone one as itself.
//! Combining marks stay with their word.

use super::compose::fold;
use super::marks::{is_mark, is_optional};

/// A term holds at most this many bytes; a longer one is known by its beginning. A name without `_`
/// and `-` that is longer than this is data (base64, a hash): its parts would be noise.
pub const MAX_TERM: usize = 128;
/// A name with more changes of case than this is data, too.
const MAX_HUMPS: usize = 24;
/// The same for changes between letters and digits: `i18n` has 2, a hash has dozens.
const MAX_DIGIT_CHANGES: usize = 6;

/// Where a name can be cut, from the finest to the coarsest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Between letters and digits.
    Digit,
    /// At a hump: `camel|Case`, `HTTP|Server`, `utf8|String`.
    Hump,
    /// At underscores inside the name.
    Underscore,
    /// At a hyphen.
    Hyphen,
    /// At underscores before or after the name.
    Outer,
}

/// A cut in the lower-cased name: bytes `start..end` are the separator (empty at a hump or a digit).
#[derive(Clone, Copy)]
struct Cut {
    start: usize,
    end: usize,
    level: Level,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A letter that is not upper case, so also one of a script without case.
    Lower,
    Upper,
    Digit,
    /// Nothing before, or a separator.
    None,
}

/// Calls `f` with every term of the text, in order; see the module for what a term is.
///
/// Linear in the text's length; two buffers are allocated per call, none per term.
pub fn words(text: &str, f: &mut impl FnMut(&str)) {
    let text = &*super::composed(text);
    let bytes = text.as_bytes();
    let mut name = Name::default();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if byte.is_ascii_lowercase() {
                // Most words of a text are plain: pass them on without a copy.
                let end = at + plain_length(&bytes[at..]);
                if bytes.get(end).is_none_or(|&next| ends_name(next)) {
                    f(cut_short(&text[at..end]));
                    at = end + 1;
                    continue;
                }
            }
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                at = name.read(text, at);
                name.emit(f);
            } else {
                at += 1;
            }
        } else {
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            if !c.is_alphanumeric() {
                at += c.len_utf8();
            } else if is_unspaced(c) {
                at = pairs(text, at, f);
            } else {
                at = name.read(text, at);
                name.emit(f);
            }
        }
    }
}

fn plain_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| !b.is_ascii_lowercase()).unwrap_or(bytes.len())
}

/// Whether an ASCII byte after a plain word certainly ends it.
fn ends_name(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'_' && byte != b'-'
}

/// The beginning of a term, at most [`MAX_TERM`] bytes.
fn cut_short(term: &str) -> &str {
    if term.len() <= MAX_TERM {
        return term;
    }
    let mut end = MAX_TERM;
    while !term.is_char_boundary(end) {
        end -= 1;
    }
    &term[..end]
}

/// Overlapping pairs of the characters from `at` on; returns the end of the run.
fn pairs(text: &str, at: usize, f: &mut impl FnMut(&str)) -> usize {
    // A character with its marks counts as one.
    let (mut previous, mut current, mut end) = (None, at, at);
    for c in text[at..].chars() {
        if c.is_alphanumeric() {
            if !is_unspaced(c) {
                break;
            }
            if end > at {
                if let Some(previous) = previous {
                    f(cut_short(&text[previous..end]));
                }
                (previous, current) = (Some(current), end);
            }
        } else if !is_mark(c) {
            break;
        }
        end += c.len_utf8();
    }
    f(cut_short(&text[previous.unwrap_or(current)..end]));
    end
}

/// Letters of scripts that are written without spaces between words, and Hangul, whose words carry
/// their particles with them.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x0E01..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF           // Thai, Lao, Burmese, Khmer
        | 0x1100..=0x11FF | 0xA960..=0xA97F | 0xAC00..=0xD7FF          // Hangul
        | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029          // Han: radicals, marks
        | 0x3031..=0x318F | 0x31A0..=0x31BF | 0x31F0..=0x31FF          // Kana, Bopomofo, Jamo
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF
        | 0xFF66..=0xFFDC                                              // half-width Kana and Jamo
        | 0x1AFF0..=0x1B16F | 0x20000..=0x3FFFF)
}

/// Whether a character stands in words of some script: a letter, a digit, `_`, or what belongs to the letter before.
pub(crate) fn joins(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || (!c.is_ascii() && (is_mark(c) || is_invisible(c)))
}

/// Characters that are invisible inside a word: soft hyphen, joiners.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2060}')
}

/// The name that is being read. Kept between names for its buffers.
#[derive(Default)]
struct Name {
    lower: String,
    cuts: Vec<Cut>,
}

impl Name {
    /// Reads the name that starts at byte `at`; returns its end.
    fn read(&mut self, text: &str, at: usize) -> usize {
        self.lower.clear();
        self.cuts.clear();
        let mut class = Class::None;
        // The run of capitals that ends here: how many, and where the last one begins in `lower`.
        let (mut capitals, mut last_capital) = (0_u32, 0);
        // Characters since the last hyphen.
        let mut segment = 0_u32;
        let mut rest = text[at..].chars();
        let end = loop {
            let here = text.len() - rest.as_str().len();
            let Some(c) = rest.next() else { break here };
            let next = match c {
                '_' => {
                    let start = self.lower.len();
                    self.lower.push('_');
                    match self.cuts.last_mut() {
                        Some(cut) if cut.end == start && cut.level >= Level::Underscore => {
                            cut.end += 1;
                        }
                        _ => {
                            let level = if start == 0 { Level::Outer } else { Level::Underscore };
                            self.cuts.push(Cut { start, end: start + 1, level });
                        }
                    }
                    class = Class::None;
                    segment += 1;
                    continue;
                }
                '-' => {
                    let mut after = rest.clone();
                    let joins = segment >= 2
                        && matches!(class, Class::Lower | Class::Upper)
                        && after.next().is_some_and(is_name_letter)
                        && after.next().is_some_and(is_name_letter);
                    if !joins {
                        break here;
                    }
                    let start = self.lower.len();
                    self.lower.push('-');
                    self.cuts.push(Cut { start, end: start + 1, level: Level::Hyphen });
                    class = Class::None;
                    segment = 0;
                    continue;
                }
                'a'..='z' => Class::Lower,
                'A'..='Z' => Class::Upper,
                '0'..='9' => Class::Digit,
                _ if c.is_ascii() => break here,
                _ if is_optional(c) => continue,
                _ if c.is_alphanumeric() && !is_unspaced(c) => {
                    if c.is_uppercase() {
                        Class::Upper
                    } else if c.is_numeric() {
                        Class::Digit
                    } else {
                        Class::Lower
                    }
                }
                _ if is_invisible(c) => continue,
                _ if is_mark(c) => {
                    self.lower.push(c);
                    continue;
                }
                _ => break here,
            };
            let start = self.lower.len();
            let cut = match (class, next) {
                (Class::Lower | Class::Digit, Class::Upper) => Some((start, Level::Hump)),
                // `HTTPServer` is HTTP and Server, but `URLs` is one word.
                (Class::Upper, Class::Lower)
                    if capitals > 1 && (c != 's' || rest.clone().next().is_some_and(is_small)) =>
                {
                    Some((last_capital, Level::Hump))
                }
                (Class::Digit, Class::Lower) | (Class::Lower | Class::Upper, Class::Digit) => {
                    Some((start, Level::Digit))
                }
                _ => None,
            };
            if let Some((at, level)) = cut {
                self.cuts.push(Cut { start: at, end: at, level });
            }
            if next == Class::Upper {
                capitals = if class == Class::Upper { capitals + 1 } else { 1 };
                last_capital = start;
            }
            fold(c, &mut self.lower);
            class = next;
            segment += 1;
        };
        if let Some(cut) = self.cuts.last_mut()
            && cut.level == Level::Underscore
            && cut.end == self.lower.len()
        {
            cut.level = Level::Outer;
        }
        end
    }

    /// Passes on the name and its parts.
    fn emit(&self, f: &mut impl FnMut(&str)) {
        if self.lower.bytes().any(|b| b != b'_') {
            emit(&self.lower, 0..self.lower.len(), &self.cuts, f);
        }
    }
}

/// Passes on `lower[range]`, then its parts at the coarsest of its cuts, and theirs.
/// As deep as there are levels, no deeper.
fn emit(lower: &str, range: std::ops::Range<usize>, cuts: &[Cut], f: &mut impl FnMut(&str)) {
    let whole = &lower[range.clone()];
    f(cut_short(whole));
    let Some(level) = cuts.iter().map(|cut| cut.level).max() else {
        return;
    };
    let is_data = match level {
        Level::Digit => whole.len() > MAX_TERM || cuts.len() > MAX_DIGIT_CHANGES,
        Level::Hump => whole.len() > MAX_TERM || cuts.len() > MAX_HUMPS,
        _ => false,
    };
    if is_data {
        return;
    }
    let mut start = range.start;
    let mut cuts = cuts;
    while start < range.end {
        let next = cuts.iter().position(|cut| cut.level == level);
        let (end, inner, after, rest) = match next {
            Some(i) => (cuts[i].start, &cuts[..i], cuts[i].end, &cuts[i + 1..]),
            None => (range.end, cuts, range.end, &cuts[..0]),
        };
        if end > start {
            emit(lower, start..end, inner, f);
        }
        (start, cuts) = (after, rest);
    }
}

/// A letter that can follow a hyphen inside a name.
fn is_name_letter(c: char) -> bool {
    c.is_alphabetic() && !is_unspaced(c)
}

/// A letter that is not a capital.
fn is_small(c: char) -> bool {
    c.is_alphabetic() && !c.is_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        let mut out = Vec::new();
        words(text, &mut |w: &str| out.push(w.to_owned()));
        out.join(" ")
    }

    #[test]
    fn plain_words_pass() {
        assert_eq!(terms("how are ignore files matched?"), "how are ignore files matched");
        assert_eq!(terms("  \t\n!!! "), "");
        assert_eq!(terms(""), "");
        assert_eq!(terms("_ __ ___"), "");
    }

    #[test]
    fn a_name_that_is_data_keeps_its_beginning_only() {
        let blob = "aB3x".repeat(100);
        assert_eq!(terms(&blob), blob.to_lowercase()[..MAX_TERM]);
        assert_eq!(terms("a1b2c3d4e5f60718"), "a1b2c3d4e5f60718");
    }

    #[test]
    fn long_names_of_words_keep_their_words() {
        let name = "word_".repeat(40) + "end";
        assert!(terms(&name).ends_with("word end"));
    }
}
