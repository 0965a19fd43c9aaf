//! Lines that hold words of given families, without reading the words of all others.

use super::{stem, words};
use std::cell::RefCell;
use std::collections::HashMap;

/// Looks for the words of some stems, 64 at most; further ones are not looked for.
pub struct Finder<'a> {
    stems: Vec<&'a str>,
    /// By a term's first byte in either case: which stems begin so.
    firsts: [u64; 256],
    /// The first two bytes of stems, [folded]; a stem of one byte may be followed by anything.
    openings: Vec<(u8, Option<u8>)>,
    /// What runs of letters hold that were read: code repeats itself.
    known: RefCell<HashMap<Box<str>, u64>>,
}

/// How many bytes are looked at together.
const BLOCK: usize = 16;
/// The bit that tells small letters from capitals. Other bytes lose it, too: what is found is looked at again.
const CASE: u8 = 0x20;

/// A byte, the same for both cases of a letter.
fn folded(byte: u8) -> u8 {
    byte | CASE
}

impl<'a> Finder<'a> {
    /// The stems as [`stem`] gives them.
    pub fn new(stems: impl Iterator<Item = &'a str>) -> Self {
        let stems: Vec<&str> = stems.take(u64::BITS as usize).collect();
        let mut firsts = [0; 256];
        let mut openings = Vec::new();
        for (at, stem) in stems.iter().enumerate() {
            let bytes = stem.as_bytes();
            if let Some(&first) = bytes.first() {
                for first in [first, first.to_ascii_uppercase()] {
                    firsts[usize::from(first)] |= 1 << at;
                }
                // What holds a character beyond ASCII is found by that.
                if bytes.iter().take(2).all(u8::is_ascii) {
                    openings.push((folded(first), bytes.get(1).copied().map(folded)));
                }
            }
        }
        openings.sort_unstable();
        openings.dedup();
        Finder { stems, firsts, openings, known: RefCell::default() }
    }

    /// Calls `f(line, met)` for each line that holds any: its number from 0, and bit `i` for the stem `i`.
    pub fn lines(&self, text: &str, mut f: impl FnMut(usize, u64)) {
        let bytes = text.as_bytes();
        // What is met lies in line `number`; up to `counted` the line breaks are counted.
        let (mut at, mut counted, mut number, mut met) = (0, 0, 0, 0);
        while let Some(stop) = self.next_stop(bytes, at) {
            at = stop + 1;
            let is_wide = !bytes[stop].is_ascii();
            // In plain ASCII a term begins nowhere between two small letters.
            let is_inside = bytes[stop].is_ascii_lowercase() && stop > 0 && bytes[stop - 1].is_ascii_lowercase();
            if !is_wide && (is_inside || !self.begins(&bytes[stop..])) {
                continue;
            }
            // Terms are of one run of letters, digits, `_` and `-`.
            let start = bytes[..stop].iter().rposition(|&byte| !may_join(byte)).map_or(0, |before| before + 1);
            let length = bytes[stop..].iter().position(|&byte| !may_join(byte));
            at = length.map_or(bytes.len(), |length| stop + length);
            let here = self.read(text.get(start..at).unwrap_or(""));
            if here == 0 {
                continue;
            }
            let breaks = bytes[counted..stop].iter().filter(|&&byte| byte == b'\n').count();
            counted = stop;
            if breaks > 0 && met != 0 {
                f(number, std::mem::take(&mut met));
            }
            number += breaks;
            met |= here;
        }
        if met != 0 {
            f(number, met);
        }
    }

    /// The next byte from `at` on at which a stem may begin, or which is not of ASCII.
    fn next_stop(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut at = at;
        while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<{ BLOCK + 1 }>) {
            let stops = self.stops(block);
            if stops != 0 {
                return Some(at + stops.trailing_zeros() as usize);
            }
            at += BLOCK;
        }
        let rest = bytes.get(at..)?;
        let is_stop = |&byte: &u8| !byte.is_ascii() || self.openings.iter().any(|opening| opening.0 == folded(byte));
        rest.iter().position(is_stop).map(|stop| at + stop)
    }

    /// The bytes of a block at which a stem may begin, or which are not of ASCII: a bit each. The last byte is only there
    /// for the one before.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    fn stops(&self, block: &[u8; BLOCK + 1]) -> u32 {
        let stops = |at: usize| {
            let next = folded(block[at + 1]);
            let opens = |&(first, second): &(u8, Option<u8>)| {
                first == folded(block[at]) && second.is_none_or(|second| second == next)
            };
            let begins = self.firsts[usize::from(block[at])] != 0 && self.openings.iter().any(opens);
            begins || !block[at].is_ascii()
        };
        (0..BLOCK).fold(0, |bits, at| bits | u32::from(stops(at)) << at)
    }

    /// The bytes of a block at which a stem may begin, or which are not of ASCII: a bit each. The last byte is only there
    /// for the one before.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    fn stops(&self, block: &[u8; BLOCK + 1]) -> u32 {
        use core::arch::wasm32::{i8x16_lt, u8x16_bitmask, u8x16_eq, u8x16_splat, v128, v128_and, v128_load, v128_or};
        // SAFETY: the reference covers the 16 bytes and the 16 from the second on; no alignment is asked for.
        let (here, next) = unsafe {
            let start = block.as_ptr();
            (v128_load(start.cast::<v128>()), v128_load(start.add(1).cast::<v128>()))
        };
        let (folded, folded_next) = (v128_or(here, u8x16_splat(CASE)), v128_or(next, u8x16_splat(CASE)));
        let mut stops = i8x16_lt(here, u8x16_splat(0));
        for &(first, second) in &self.openings {
            let mut opens = u8x16_eq(folded, u8x16_splat(first));
            if let Some(second) = second {
                opens = v128_and(opens, u8x16_eq(folded_next, u8x16_splat(second)));
            }
            stops = v128_or(stops, opens);
        }
        u32::from(u8x16_bitmask(stops))
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
        if let Some(&met) = self.known.borrow().get(run) {
            return met;
        }
        let met = self.words_of(run);
        self.known.borrow_mut().insert(run.into(), met);
        met
    }

    fn words_of(&self, run: &str) -> u64 {
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
            asked in prop::collection::vec("[a-zA-ZéßσA-Ωأ0-9_-]{1,6}", 0..5),
            text in "([a-zA-Z0-9_ \n.=-]|\r\n|ab|AB|Ab|é|全|\u{ad}|\u{301}|ﬁ|Ａ|＿|…|ς|İ|ß|\u{64e}|ـ|أ|½){0,60}",
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
