//! Lines that hold words of given families, without reading the words of all others.

use super::{stem, words};

/// Looks for the words of some stems, 64 at most; further ones are not looked for.
pub struct Finder<'a> {
    stems: Vec<&'a str>,
    /// By a term's first byte in either case: which stems begin so.
    firsts: [u64; 256],
}

impl<'a> Finder<'a> {
    /// The stems as [`stem`] gives them.
    pub fn new(stems: impl Iterator<Item = &'a str>) -> Self {
        let stems: Vec<&str> = stems.take(u64::BITS as usize).collect();
        let mut firsts = [0; 256];
        for (at, stem) in stems.iter().enumerate() {
            if let Some(&first) = stem.as_bytes().first() {
                firsts[usize::from(first)] |= 1 << at;
                firsts[usize::from(first.to_ascii_uppercase())] |= 1 << at;
            }
        }
        Finder { stems, firsts }
    }

    /// Calls `f(line, met)` for each line that holds any: its number from 0, and bit `i` for the stem `i`.
    pub fn lines(&self, text: &str, mut f: impl FnMut(usize, u64)) {
        for (number, line) in text.lines().enumerate() {
            if self.may_hold(line) {
                let met = self.read(line);
                if met != 0 {
                    f(number, met);
                }
            }
        }
    }

    /// Whether it is worth reading: a stem begins each word of its family, and in plain ASCII a term begins nowhere
    /// between two small letters.
    fn may_hold(&self, line: &str) -> bool {
        let bytes = line.as_bytes();
        let mut before = b' ';
        for (at, &byte) in bytes.iter().enumerate() {
            if !byte.is_ascii() {
                return true;
            }
            let mut stems = self.firsts[usize::from(byte)];
            if stems != 0 && !(before.is_ascii_lowercase() && byte.is_ascii_lowercase()) {
                while stems != 0 {
                    let stem = self.stems[stems.trailing_zeros() as usize].as_bytes();
                    if bytes[at..].get(..stem.len()).is_some_and(|here| here.eq_ignore_ascii_case(stem)) {
                        return true;
                    }
                    stems &= stems - 1;
                }
            }
            before = byte;
        }
        false
    }

    fn read(&self, line: &str) -> u64 {
        let mut met = 0_u64;
        words(line, &mut |word| {
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
            text in "([a-zA-Z0-9_ \n-]|ab|AB|Ab|é|全|\u{ad}|\u{301}){0,60}",
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
