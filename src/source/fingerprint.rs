//! What lines are known again by, wherever they stand and whatever ends them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::HashMap;
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
    /// By number of lines: the fingerprint of each window, with the lines (from 1) where it begins.
    known: HashMap<u32, HashMap<Fingerprint, Vec<u32>>>,
}

impl Windows {
    /// Over a text.
    pub fn new(text: &str) -> Self {
        Windows { lines: text.lines().map(hash).collect(), known: HashMap::new() }
    }

    /// The first of so many lines (at least one) that have this fingerprint, the nearest to `line`. Linear in the text for each number of
    /// lines that is asked for the first time.
    pub fn find(&mut self, fingerprint: Fingerprint, lines: u32, line: u32) -> Option<u32> {
        let all = &self.lines;
        let known = self.known.entry(lines).or_insert_with(|| windows(all, lines as usize));
        known.get(&fingerprint)?.iter().copied().min_by_key(|&first| first.abs_diff(line))
    }
}

fn windows(all: &[u64], lines: usize) -> HashMap<Fingerprint, Vec<u32>> {
    let mut known: HashMap<Fingerprint, Vec<u32>> = HashMap::new();
    let leaving = (0..lines).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut sum = 0_u64;
    for (at, &line) in all.iter().enumerate() {
        sum = sum.wrapping_mul(BASE).wrapping_add(line);
        if at >= lines {
            sum = sum.wrapping_sub(all[at - lines].wrapping_mul(leaving));
        }
        if at + 1 >= lines && lines > 0 {
            known.entry(Fingerprint::finished(sum, lines as u64)).or_default().push((at + 2 - lines) as u32);
        }
    }
    known
}

/// A line's hash, in few steps of 64 bits, as wasm has no wider product.
pub fn hash(line: &str) -> u64 {
    let (words, rest) = line.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
    words.fold(line.len() as u64, mix)
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
        let mut same = Windows::new(before);
        assert_eq!(same.find(block, 4, 3), Some(3));
        let twice = format!("{}{before}", before.replace('\n', "\r\n"));
        let mut moved = Windows::new(&twice);
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
