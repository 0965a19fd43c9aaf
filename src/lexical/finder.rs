//! Lines that hold words of given families, without reading the words of all others.

use super::{stem, words};

/// Looks for the words of some stems, 64 at most; further ones are not looked for.
pub struct Finder<'a> {
    stems: Vec<&'a str>,
    /// By a term's first byte in either case: which stems begin so.
    firsts: [u64; 256],
    /// By byte, [what it may mean](kind).
    kinds: [u8; 256],
}

/// What a byte may mean, as bits.
mod kind {
    /// A term of a stem may begin.
    pub const WORD: u8 = 1;
    pub const LINE_BREAK: u8 = 2;
    /// A character beyond ASCII.
    pub const WIDE: u8 = 4;
    /// What makes the search stop.
    pub const STOPS: u8 = WORD | LINE_BREAK | WIDE;
    /// A small letter: in plain ASCII a term begins nowhere between two. So many bits above [`WORD`].
    pub const SMALL: u8 = 1 << SMALL_SHIFT;
    pub const SMALL_SHIFT: u8 = 3;
}

impl<'a> Finder<'a> {
    /// The stems as [`stem`] gives them.
    pub fn new(stems: impl Iterator<Item = &'a str>) -> Self {
        let stems: Vec<&str> = stems.take(u64::BITS as usize).collect();
        let mut firsts = [0; 256];
        let mut kinds = [0; 256];
        kinds[0x80..].fill(kind::WIDE);
        kinds[usize::from(b'\n')] = kind::LINE_BREAK;
        kinds[usize::from(b'a')..=usize::from(b'z')].fill(kind::SMALL);
        for (at, stem) in stems.iter().enumerate() {
            if let Some(&first) = stem.as_bytes().first() {
                for first in [first, first.to_ascii_uppercase()] {
                    firsts[usize::from(first)] |= 1 << at;
                    kinds[usize::from(first)] |= if first.is_ascii() { kind::WORD } else { 0 };
                }
            }
        }
        Finder { stems, firsts, kinds }
    }

    /// Calls `f(line, met)` for each line that holds any: its number from 0, and bit `i` for the stem `i`.
    pub fn lines(&self, text: &str, mut f: impl FnMut(usize, u64)) {
        let bytes = text.as_bytes();
        let (mut at, mut number, mut met) = (0, 0, 0);
        while let Some((stop, kind)) = self.next_stop(bytes, at) {
            at = stop + 1;
            if kind & kind::LINE_BREAK != 0 {
                if met != 0 {
                    f(number, met);
                }
                (number, met) = (number + 1, 0);
            } else if kind & kind::WIDE != 0 || self.begins(&bytes[stop..]) {
                // Terms are of one run of letters, digits, `_` and `-`.
                let start = bytes[..stop].iter().rposition(|&byte| !may_join(byte)).map_or(0, |before| before + 1);
                let length = bytes[stop..].iter().position(|&byte| !may_join(byte));
                at = length.map_or(bytes.len(), |length| stop + length);
                met |= self.read(text.get(start..at).unwrap_or(""));
            }
        }
        if met != 0 {
            f(number, met);
        }
    }

    /// The next byte from `at` on that matters, and what it may mean.
    fn next_stop(&self, bytes: &[u8], at: usize) -> Option<(usize, u8)> {
        let kind = |at: usize| self.kinds[usize::from(bytes[at])];
        let mut before = if at == 0 { 0 } else { kind(at - 1) };
        for at in at..bytes.len() {
            let here = kind(at);
            // One branch for all of it, as it is taken seldom.
            let stops = here & kind::STOPS & !((here & before) >> kind::SMALL_SHIFT);
            if stops != 0 {
                return Some((at, stops));
            }
            before = here;
        }
        None
    }

    /// Whether a stem stands here: it begins each word of its family.
    fn begins(&self, bytes: &[u8]) -> bool {
        let mut stems = self.firsts[usize::from(bytes[0])];
        while stems != 0 {
            let stem = self.stems[stems.trailing_zeros() as usize].as_bytes();
            if bytes.get(..stem.len()).is_some_and(|here| here.eq_ignore_ascii_case(stem)) {
                return true;
            }
            stems &= stems - 1;
        }
        false
    }

    fn read(&self, run: &str) -> u64 {
        let mut met = 0_u64;
        words(run, &mut |word| {
            let Some(&first) = word.as_bytes().first() else { return };
            let mut asked = self.firsts[usize::from(first)] & !met;
            if asked == 0 {
                return;
            }
            let stem = stem(word);
            while asked != 0 {
                let at = asked.trailing_zeros();
                if self.stems[at as usize] == stem {
                    met |= 1 << at;
                }
                asked &= asked - 1;
            }
        });
        met
    }
}

fn may_join(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by reading everything.
    fn plainly(stems: &[&str], text: &str) -> Vec<(usize, u64)> {
        let mut found = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let mut met = 0;
            words(line, &mut |word| {
                for (at, wanted) in stems.iter().enumerate() {
                    met |= u64::from(stem(word) == *wanted) << at;
                }
            });
            if met != 0 {
                found.push((number, met));
            }
        }
        found
    }

    fn found(stems: &[&str], text: &str) -> Vec<(usize, u64)> {
        let mut found = Vec::new();
        Finder::new(stems.iter().copied()).lines(text, |number, met| found.push((number, met)));
        found
    }

    #[test]
    fn parts_of_names_are_found() {
        let text = "HTTPServer2 x\nmax-count\nreparsed\nparse_it\n\u{212a}elvin\nsha256sum utf8String";
        assert_eq!(found(&["serv", "pars"], text), [(0, 1), (3, 2)]);
        assert_eq!(found(&["kelvin", "count", "256", "str"], text), plainly(&["kelvin", "count", "256", "str"], text));
    }

    proptest! {
        #[test]
        fn nothing_is_missed(
            asked in prop::collection::vec("[a-zA-Zé0-9_-]{1,6}", 0..5),
            text in "([a-zA-Z0-9_ \n.=-]|\r\n|ab|AB|Ab|é|全|\u{ad}|\u{301}){0,60}",
        ) {
            let mut stems: Vec<String> = Vec::new();
            for asked in &asked {
                words(asked, &mut |word| stems.push(stem(word).to_owned()));
            }
            words(&text, &mut |word| if stems.len() < 60 && word.len() % 3 == 0 { stems.push(stem(word).to_owned()) });
            let stems: Vec<&str> = stems.iter().take(64).map(String::as_str).collect();
            prop_assert_eq!(found(&stems, &text), plainly(&stems, &text));
        }
    }
}
