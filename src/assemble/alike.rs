//! Chunks that say the same, or nearly: shown once.

use crate::index::Place;
use crate::source::fingerprint::{hash, mix};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A chunk of fewer lines is like too many.
const FEWEST: usize = 5;
/// Chunks that have this share of the longer one's lines in common say nearly the same.
const NEARLY: f64 = 0.9;
/// A line that so many chunks have tells none from another.
const COMMON: usize = 16;

/// How one chunk is like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The same lines but for the blanks around them.
    Same,
    /// Nearly all of them.
    Nearly,
}

/// The texts met so far, by number.
#[derive(Default)]
pub struct Texts<'a> {
    texts: Vec<Text<'a>>,
    /// By the hash of all lines, the texts that have it.
    whole: Hashed,
    /// By the hash of a line, how many times texts have it, [`COMMON`] at most, and the last of these in `holders`.
    lines: HashMap<u64, (usize, usize), BuildHasherDefault<Same>>,
    /// A text that has a line, and where the one before stands that has the same line.
    holders: Vec<(usize, usize)>,
}

/// Numbers of texts by a hash.
type Hashed = HashMap<u64, Vec<usize>, BuildHasherDefault<Same>>;

struct Text<'a> {
    place: Place<'a>,
    /// How many lines are not blank.
    size: usize,
}

impl<'a> Texts<'a> {
    /// Notes a chunk's text under the next number, if none before is like it; else tells which.
    pub fn meet(&mut self, place: &Place<'a>) -> Option<(usize, Likeness)> {
        let mut hashes: Vec<u64> = lines(place).map(hash).collect();
        let all = hashes.iter().fold(0, |all, &line| mix(all, line));
        let same = |&&known: &&usize| lines(&self.texts[known].place).eq(lines(place));
        if let Some(&known) = self.whole.get(&all).and_then(|known| known.iter().find(same)) {
            return Some((known, Likeness::Same));
        }
        hashes.sort_unstable();
        if let Some(known) = self.nearly(&hashes) {
            return Some((known, Likeness::Nearly));
        }
        let number = self.texts.len();
        self.texts.push(Text { place: *place, size: hashes.len() });
        self.whole.entry(all).or_default().push(number);
        if hashes.len() >= FEWEST {
            for line in hashes {
                let (times, last) = self.lines.entry(line).or_default();
                if *times < COMMON {
                    self.holders.push((number, *last));
                    (*times, *last) = (*times + 1, self.holders.len() - 1);
                }
            }
        }
        None
    }

    /// The first text that shares enough lines, given their hashes in order. A line is counted as often as both have
    /// it.
    fn nearly(&self, lines: &[u64]) -> Option<usize> {
        if lines.len() < FEWEST {
            return None;
        }
        let mut shared = vec![0; self.texts.len()];
        for line in lines.chunk_by(|a, b| a == b) {
            let &(times, mut last) = self.lines.get(&line[0]).unwrap_or(&(0, 0));
            let (mut holder, mut held) = (usize::MAX, 0);
            for _ in 0..times {
                let (text, before) = self.holders[last];
                last = before;
                held = if text == holder { held + 1 } else { 1 };
                holder = text;
                // What a text has more often than the other does not count.
                shared[text] += usize::from(held <= line.len());
            }
        }
        let enough = |(text, count): (&Text, usize)| count as f64 >= NEARLY * text.size.max(lines.len()) as f64;
        self.texts.iter().zip(shared).position(enough)
    }
}

/// The lines that are not blank, without the blanks around them.
fn lines<'a>(place: &Place<'a>) -> impl Iterator<Item = &'a str> {
    let (chunk, source) = (&place.entry.chunk, &place.file.source);
    // A chunk may have only a part of a line.
    let within = move |byte: u32| byte.clamp(chunk.start, chunk.end) as usize;
    let line = move |number| source.text.get(within(source.lines.start(number))..within(source.lines.end(number)));
    (chunk.start_line..=chunk.end_line).filter_map(line).map(trimmed).filter(|line| !line.is_empty())
}

/// Without blanks around it: most lines need no look at characters for that.
fn trimmed(line: &str) -> &str {
    let inner = line.trim_ascii();
    let is_plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if is_plain(inner.as_bytes().first()) && is_plain(inner.as_bytes().last()) { inner } else { line.trim() }
}

/// For keys that are hashes.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = mix(self.0, byte.into()));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
