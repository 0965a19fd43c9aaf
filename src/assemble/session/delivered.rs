//! Which lines a conversation has been shown.

use crate::index::ChunkKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// By chunk, the lines that were shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Delivered(BTreeMap<ChunkKey, Seen>);

/// Ranges of lines, counted from the chunk's first: a chunk may move inside its file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seen(Vec<(u32, u32)>);

/// A conversation that has seen more chunks starts to be told again.
const MOST: usize = 20_000;

impl Delivered {
    /// What was shown of a chunk.
    pub fn seen(&self, key: ChunkKey) -> Option<&Seen> {
        self.0.get(&key)
    }

    /// Notes that lines of a chunk were shown.
    pub fn note(&mut self, key: ChunkKey, lines: &[(u32, u32)]) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let Seen(ranges) = self.0.entry(key).or_default();
        ranges.extend_from_slice(lines);
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for &(first, last) in &*ranges {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => joined.push((first, last)),
            }
        }
        *ranges = joined;
    }
}

impl Seen {
    /// The lines seen of a chunk from line `start` to `end`.
    pub fn lines(&self, start: u32, end: u32) -> Vec<(u32, u32)> {
        let line = |from_first: u32| start.saturating_add(from_first).min(end);
        self.0.iter().map(|&(first, last)| (line(first), line(last))).collect()
    }

    /// Whether all these lines of a chunk that begins in line `start` were shown; no lines were not.
    pub fn covers(&self, start: u32, lines: &[(u32, u32)]) -> bool {
        let inside = |&(first, last): &(u32, u32)| {
            self.0.iter().any(|range| range.0 <= first.saturating_sub(start) && last.saturating_sub(start) <= range.1)
        };
        !lines.is_empty() && lines.iter().all(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_add_up() {
        let mut delivered = Delivered::default();
        delivered.note(ChunkKey(1), &[(0, 3), (8, 9)]);
        assert!(!delivered.seen(ChunkKey(1)).unwrap().covers(10, &[(10, 19)]));
        delivered.note(ChunkKey(1), &[(4, 7)]);
        assert!(delivered.seen(ChunkKey(1)).unwrap().covers(10, &[(10, 19)]));
        assert!(delivered.seen(ChunkKey(2)).is_none());
        assert!(!Seen::default().covers(1, &[]));
    }
}
