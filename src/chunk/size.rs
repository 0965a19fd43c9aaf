//! How many tokens a text is, near enough, in one pass and without a vocabulary.
//!
//! The tokenizers in use today first cut a text into pieces by a fixed pattern (a word with the one sign before it,
//! up to three digits, a run of signs, a run of blanks) and only then look pieces up. The pieces are cheap to find;
//! what a piece of a given kind and length costs on average was measured on source code, prose and data with the
//! o200k vocabulary. The tables below hold these averages, raised a little so that an estimate errs upwards. That will do for
//! cutting a file; a budget is compared with `count`, which prices the same pieces more closely.
//!
//! Sizes are counted in [`UNIT`]ths of a token. No piece reaches over the end of a line, so the size of a text is the
//! sum of the sizes of its lines, and prefix sums are exact.

use super::count::{self, Shape};

/// Fractions of a token: sizes are integers, so that they add up the same way everywhere.
pub(crate) const UNIT: u32 = 64;

/// A piece is at most this many bytes, so that even one endless word can be cut.
const LONGEST_PIECE: usize = 192;

/// From this many pieces in a row on, words are taken for encoded data.
const CHAIN: u32 = 6;

/// An empty line: line breaks in a row share a token.
const EMPTY_LINE: u32 = 4;
/// A line of blanks only.
const BLANK_LINE: u32 = 40;

/// The price of a word by its length, one table per way of writing and per what stands before it. The last entry is
/// the price of one more letter.
struct Prices {
    first: [u32; 14],
    more: u32,
}

impl Prices {
    fn of(&self, letters: usize) -> u32 {
        let last = self.first.len() - 1;
        if letters <= last { self.first[letters] } else { self.first[last] + self.more * (letters - last) as u32 }
    }
}

const fn prices(hundredths: [u32; 13], more: u32) -> Prices {
    let mut first = [0; 14];
    let mut at = 0;
    while at < 13 {
        // Raised by one hundredth: an estimate should rather be a little high.
        first[at + 1] = (hundredths[at] * UNIT * 101).div_ceil(100 * 100);
        at += 1;
    }
    Prices { first, more }
}

/// Lower case after a blank: words of prose and most words of code.
const LOWER_SPACED: Prices = prices([100, 100, 102, 101, 103, 103, 105, 110, 112, 115, 119, 141, 150], 22);
/// Lower case after nothing.
const LOWER_BARE: Prices = prices([100, 100, 106, 105, 107, 109, 115, 134, 152, 159, 160, 187, 213], 26);
/// Lower case after another sign (`_`, `.`, `(`, a tab, …).
const LOWER_JOINED: Prices = prices([103, 120, 116, 112, 117, 116, 128, 162, 160, 195, 195, 236, 270], 30);
const CAPITAL_SPACED: Prices = prices([100, 101, 114, 104, 106, 110, 111, 124, 135, 145, 135, 187, 190], 26);
const CAPITAL_BARE: Prices = prices([100, 104, 124, 105, 106, 105, 112, 118, 127, 144, 143, 145, 160], 28);
const CAPITAL_JOINED: Prices = prices([103, 160, 146, 121, 135, 125, 150, 164, 215, 219, 205, 236, 250], 30);
const UPPER_SPACED: Prices = prices([100, 100, 116, 111, 119, 112, 117, 129, 135, 170, 260, 350, 352], 40);
const UPPER_BARE: Prices = prices([100, 102, 137, 128, 165, 178, 180, 211, 270, 285, 300, 400, 420], 40);
const UPPER_JOINED: Prices = prices([102, 110, 128, 120, 153, 153, 162, 220, 250, 250, 265, 380, 400], 40);

/// A run of signs by its length, each then as dear as the measured average of mixed signs.
const SIGNS: Prices = prices([100, 101, 116, 145, 190, 238, 280, 300, 370, 440, 480, 530, 580], 40);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
    Blank,
    Break,
    Sign,
    /// The first byte of a character beyond ASCII.
    Wide,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Sign; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            b' ' | b'\t' | 0x0b | 0x0c => Class::Blank,
            b'\n' | b'\r' => Class::Break,
            0x80..=0xff => Class::Wide,
            _ => Class::Sign,
        };
        byte += 1;
    }
    classes
};

/// The pieces of a text, each as (end in bytes, size in units).
pub(crate) struct Pieces<'a> {
    text: &'a str,
    at: usize,
    /// How many words and numbers have followed each other with nothing between.
    chain: u32,
    /// Whether pieces are priced by [`count`].
    counted: bool,
    /// What [`count`] has priced the last piece by.
    shape: Option<Shape<'a>>,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Pieces { text, at: 0, chain: 0, counted: false, shape: None }
    }

    /// Priced for complete texts.
    pub(super) fn counted(text: &'a str) -> Self {
        Pieces { counted: true, ..Pieces::new(text) }
    }

    /// The last piece as [`count`] sees it; none if its price does not depend on its letters.
    pub(super) fn shape(&self) -> Option<Shape<'a>> {
        self.shape
    }

    fn priced(&mut self, shape: Shape<'a>) -> u32 {
        self.shape = Some(shape);
        shape.price()
    }

    fn class(&self, at: usize) -> Option<Class> {
        self.text.as_bytes().get(at).map(|&byte| CLASSES[byte as usize])
    }

    fn wide(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    fn is_letter(&self, at: usize) -> bool {
        match self.class(at) {
            Some(Class::Lower | Class::Upper) => true,
            Some(Class::Wide) => self.wide(at).is_some_and(char::is_alphabetic),
            _ => false,
        }
    }

    /// A word that begins at `start`; the sign before it is already taken.
    fn word(&mut self, start: usize, before: Option<u8>) -> u32 {
        let limit = start + LONGEST_PIECE;
        let mut at = start;
        while at < limit && self.class(at) == Some(Class::Upper) {
            at += 1;
        }
        let capitals = at - start;
        while at < limit && self.class(at) == Some(Class::Lower) {
            at += 1;
        }
        let letters = at - start;
        if at < limit && self.class(at) == Some(Class::Wide) && self.is_letter(at) {
            return self.wide_word(start);
        }
        // 's, 't, 're and the like belong to the word and seldom cost anything.
        if self.text.as_bytes().get(at) == Some(&b'\'') {
            let tail = match self.text.as_bytes().get(at + 1..) {
                Some([b's' | b't' | b'm' | b'd', ..]) => 2,
                Some([b'r' | b'v', b'e', ..] | [b'l', b'l', ..]) => 3,
                _ => 0,
            };
            at += tail;
        }
        self.at = at;
        if self.counted {
            let letters = &self.text.as_bytes()[start..start + letters];
            return self.priced(Shape::word(letters, capitals, before, self.chain));
        }
        // Encoded data is a long chain of pieces that are no words.
        let rare = if self.chain >= CHAIN && letters > 1 { UNIT } else { 0 };
        let prices = match (capitals, before) {
            (0, Some(b' ')) => &LOWER_SPACED,
            (0, None) => &LOWER_BARE,
            (0, _) => &LOWER_JOINED,
            (n, Some(b' ')) if n == letters => &UPPER_SPACED,
            (n, None) if n == letters => &UPPER_BARE,
            (n, _) if n == letters => &UPPER_JOINED,
            (_, Some(b' ')) => &CAPITAL_SPACED,
            (_, None) => &CAPITAL_BARE,
            _ => &CAPITAL_JOINED,
        };
        prices.of(letters) + rare
    }

    /// A word with letters beyond ASCII: Latin ones make a word rarer, other scripts go by letters.
    fn wide_word(&mut self, start: usize) -> u32 {
        let mut at = start;
        let mut size = 0;
        let mut latin = 0;
        while at < start + LONGEST_PIECE {
            match self.class(at) {
                Some(Class::Lower | Class::Upper) => {
                    latin += 1;
                    at += 1;
                }
                Some(Class::Wide) => match self.wide(at) {
                    Some(letter) if letter.is_alphabetic() => {
                        size += if self.counted { count::letter(letter) } else { letter_price(letter) };
                        at += letter.len_utf8();
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        self.at = at;
        let latin = if latin > 0 { UNIT / 2 + LOWER_BARE.of(latin) / 2 } else { 0 };
        if self.counted {
            return (size + latin.max(count::WIDE_WORD)).max(UNIT);
        }
        size + latin.max(18)
    }

    /// Signs from `start`; the piece may begin with a blank before.
    fn signs(&mut self, piece: usize, start: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut length = 0;
        let mut repeats = 0;
        let mut wide = 0;
        while at < start + LONGEST_PIECE {
            match self.class(at) {
                Some(Class::Sign) => {
                    if length > 0 && bytes[at] == bytes[at - 1] {
                        repeats += 1;
                    }
                    length += 1;
                    at += 1;
                }
                Some(Class::Wide) => match self.wide(at) {
                    Some(sign) if !sign.is_alphanumeric() => {
                        let step = sign.len_utf8();
                        let same = at >= start + step && bytes.get(at - step..at) == bytes.get(at..at + step);
                        let cheap = same && (!self.counted || count::is_ruled(sign));
                        wide += if cheap { UNIT / 4 } else { sign_price(sign) };
                        at += step;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        // Line breaks straight after signs are one piece with them.
        while at < start + LONGEST_PIECE && self.class(at) == Some(Class::Break) {
            at += 1;
            if bytes[at - 1] == b'\n' {
                break;
            }
        }
        self.at = at;
        if length == 0 {
            return wide.max(UNIT);
        }
        if self.counted && wide == 0 {
            return self.priced(Shape::signs(length, &bytes[piece..at]));
        }
        // Rules and fences (`-----`, `=====`) are long runs of one sign.
        let varied = length - repeats;
        if repeats > 2 { wide + SIGNS.of(varied) + repeats as u32 * 6 } else { wide + SIGNS.of(length) }
    }

    fn blanks(&mut self, start: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while at < start + LONGEST_PIECE && self.class(at) == Some(Class::Blank) {
            at += 1;
        }
        match self.class(at) {
            Some(Class::Break) => {
                self.at = at;
                let size = self.line_break(at);
                if start == 0 || bytes[start - 1] == b'\n' { BLANK_LINE } else { size }
            }
            None => {
                self.at = at;
                UNIT
            }
            // The last blank goes with what follows, if that takes it.
            Some(class) => {
                let last = bytes[at - 1];
                let taken = match class {
                    Class::Lower | Class::Upper => true,
                    Class::Wide => last == b' ' || self.is_letter(at),
                    Class::Digit | Class::Blank | Class::Break => false,
                    Class::Sign => last == b' ',
                };
                if !taken {
                    self.at = at;
                    return if at - start > 1 { 2 * UNIT } else { UNIT };
                }
                if at - 1 > start {
                    self.at = at - 1;
                    return UNIT + UNIT * ((at - start) as u32 / 96);
                }
                if self.is_letter(at) { self.word(at, Some(last)) } else { self.signs(start, at) }
            }
        }
    }

    fn line_break(&mut self, start: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while at < start + LONGEST_PIECE && self.class(at) == Some(Class::Break) {
            at += 1;
            if bytes[at - 1] == b'\n' {
                break;
            }
        }
        self.at = at;
        UNIT
    }
}

impl Iterator for Pieces<'_> {
    type Item = (usize, u32);

    fn next(&mut self) -> Option<(usize, u32)> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let class = self.class(start)?;
        self.shape = None;
        let size = match class {
            Class::Lower | Class::Upper => self.word(start, None),
            Class::Digit => {
                let mut at = start + 1;
                while at < start + 3 && self.class(at) == Some(Class::Digit) {
                    at += 1;
                }
                self.at = at;
                UNIT
            }
            Class::Blank => self.blanks(start),
            Class::Break => {
                let size = self.line_break(start);
                if start == 0 || bytes[start - 1] == b'\n' { EMPTY_LINE } else { size }
            }
            Class::Sign => {
                if self.is_letter(start + 1) {
                    self.word(start + 1, Some(bytes[start]))
                } else {
                    self.signs(start, start)
                }
            }
            Class::Wide => match self.wide(start) {
                Some(letter) if letter.is_alphabetic() => self.wide_word(start),
                Some(digit) if digit.is_alphanumeric() => {
                    self.at = start + digit.len_utf8();
                    2 * UNIT
                }
                Some(_) => self.signs(start, start),
                None => return None,
            },
        };
        self.chain = match class {
            Class::Lower | Class::Upper | Class::Digit => self.chain + 1,
            _ => 0,
        };
        Some((self.at, size))
    }
}

/// The price of a letter beyond ASCII inside a word, in units.
fn letter_price(letter: char) -> u32 {
    match letter as u32 {
        // Latin with marks: those of the west, those of the centre and east.
        0x80..=0xff => 52,
        0x100..=0x24f => 76,
        // Greek, Cyrillic.
        0x370..=0x52f => 15,
        // Hebrew, Arabic.
        0x590..=0x77f => 28,
        // Indic scripts, Thai and their neighbours.
        0x900..=0x10ff => 34,
        // Hangul.
        0x1100..=0x11ff | 0xac00..=0xd7af => 42,
        // Kana.
        0x3040..=0x30ff => 42,
        // Han.
        0x3400..=0x4dbf => 128,
        0x4e00..=0x9fff => 50,
        _ => 128,
    }
}

/// The price of a sign beyond ASCII, in units.
fn sign_price(sign: char) -> u32 {
    match sign as u32 {
        // Full-width and CJK punctuation.
        0x3000..=0x303f | 0xff00..=0xff65 => 56,
        // Typographic quotes, dashes, dots.
        0x2010..=0x2027 => 60,
        0x80..=0x24f => 70,
        // Box drawing, arrows, mathematics.
        0x2190..=0x259f => 88,
        _ => 150,
    }
}

/// The size of a text in [`UNIT`]ths of a token.
pub(crate) fn units(text: &str) -> u64 {
    Pieces::new(text).map(|(_, size)| u64::from(size)).sum()
}

/// About how many tokens (of the o200k vocabulary) `text` is: within a few percent on code and prose, rather a little
/// high than low. Linear in the length, allocates nothing, and the same on every host.
pub fn estimate_tokens(text: &str) -> u32 {
    u32::try_from(units(text).div_ceil(u64::from(UNIT))).unwrap_or(u32::MAX)
}
