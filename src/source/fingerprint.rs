//! What lines are known again by, wherever they stand and whatever ends them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A hash of a text's lines without their ends: 64 bits, written as 16 hexadecimal digits. Not for adversaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

/// The base of the sum over lines, by which a window moves in one step (Karp and Rabin, *Efficient randomized
/// pattern-matching algorithms*, 1987).
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Fingerprint {
    /// Of a text.
    pub fn of(text: &str) -> Self {
        let (mut sum, mut lines) = (0_u64, 0);
        for line in text.lines() {
            sum = sum.wrapping_mul(BASE).wrapping_add(hash(line));
            lines += 1;
        }
        Self::finished(sum, lines)
    }

    fn finished(sum: u64, lines: u64) -> Self {
        Fingerprint(mix(mix(lines, sum), sum))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        u64::from_str_radix(&text, 16)
            .ok()
            .filter(|_| digits)
            .map(Fingerprint)
            .ok_or_else(|| de::Error::custom("a hash is 16 hexadecimal digits, as blocks carry it"))
    }
}

/// Where in a text lines stand, by their fingerprints.
pub struct Windows {
    lines: Vec<u64>,
}

impl Windows {
    /// Over a text.
    pub fn new(text: &str) -> Self {
        Windows { lines: text.lines().map(hash).collect() }
    }

    /// The first of so many lines that have this fingerprint, the nearest to `line`. Linear in the number of lines asked for
    /// where they are at `line`, else in the text.
    pub fn find(&self, fingerprint: Fingerprint, lines: u32, line: u32) -> Option<u32> {
        let (all, count) = (&self.lines, lines as usize);
        if count == 0 || count > all.len() {
            return None;
        }
        let at = line.checked_sub(1).map(|line| line as usize);
        if let Some(here) = at.and_then(|at| all.get(at..at.checked_add(count)?)) {
            let sum = here.iter().fold(0_u64, |sum, &line| sum.wrapping_mul(BASE).wrapping_add(line));
            if Fingerprint::finished(sum, u64::from(lines)) == fingerprint {
                return Some(line);
            }
        }
        let leaving = (0..count).fold(1_u64, |power, _| power.wrapping_mul(BASE));
        let (mut sum, mut nearest) = (0_u64, None::<u32>);
        for (at, &hash) in all.iter().enumerate() {
            sum = sum.wrapping_mul(BASE).wrapping_add(hash);
            if at >= count {
                sum = sum.wrapping_sub(all[at - count].wrapping_mul(leaving));
            }
            if at + 1 >= count && Fingerprint::finished(sum, u64::from(lines)) == fingerprint {
                let first = (at + 2 - count) as u32;
                let is_nearer = |known: u32| first.abs_diff(line) < known.abs_diff(line);
                nearest = if nearest.is_none_or(is_nearer) { Some(first) } else { nearest };
            }
        }
        nearest
    }
}

/// A line's hash, in few steps of 64 bits, as wasm has no wider product.
pub fn hash(line: &str) -> u64 {
    let (words, rest) = line.as_bytes().as_chunks::<8>();
    let whole = words.iter().fold(line.len() as u64, |state, word| mix(state, u64::from_le_bytes(*word)));
    // Copying a few bytes is a call in wasm: of a longer line the last eight are read, and those before shifted out.
    let rest = match line.as_bytes().last_chunk::<8>() {
        Some(last) => u64::from_le_bytes(*last).checked_shr(64 - 8 * rest.len() as u32).unwrap_or(0),
        None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    mix(whole, rest)
}

/// One more word in a hash.
pub fn mix(state: u64, word: u64) -> u64 {
    let product = (state ^ word).wrapping_mul(BASE);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_where_they_are_now() {
        let before = "a\n\nfn f() {\n    g();\n}\n\nz\n";
        let block = Fingerprint::of("fn f() {\n    g();\n}\n\n");
        let same = Windows::new(before);
        assert_eq!(same.find(block, 4, 3), Some(3));
        let twice = format!("{}{before}", before.replace('\n', "\r\n"));
        let moved = Windows::new(&twice);
        assert_eq!((moved.find(block, 4, 1), moved.find(block, 4, 9)), (Some(3), Some(10)));
        assert_eq!(moved.find(block, 3, 3), None, "as many lines");
        assert_eq!(Windows::new("").find(Fingerprint::of(""), 1, 1), None);
        assert_eq!(Windows::new("x").find(Fingerprint::of("x"), 1, 7), Some(1));
    }

    #[test]
    fn a_fingerprint_is_known_by_its_digits() {
        let one = Fingerprint::of("a\nb");
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Fingerprint>(&text).unwrap(), one);
        assert!(serde_json::from_str::<Fingerprint>("\"+123456789abcdef\"").is_err());
        assert_ne!(one, Fingerprint::of("ab"));
        assert_ne!(one, Fingerprint::of("b\na"));
        assert_ne!(Fingerprint::of("a"), Fingerprint::of("a\n\n"));
        assert_eq!(one, Fingerprint::of("a\r\nb\n"));
    }
}
