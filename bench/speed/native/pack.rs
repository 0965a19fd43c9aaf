//! The files that are handed over: a list `[[path, bytes], …]` and their contents one after the other.

use crate::Result;
use std::fs;

/// A pack in memory.
pub struct Pack {
    /// Each with the end of its content.
    list: Vec<(String, usize)>,
    content: Vec<u8>,
}

impl Pack {
    /// Reads `NAME.json` and `NAME.bin`; `name` is the path of both without the ending.
    pub fn read(name: &str) -> Result<Self> {
        let mut list: Vec<(String, usize)> = serde_json::from_str(&fs::read_to_string(format!("{name}.json"))?)?;
        let mut end = 0;
        for (_, bytes) in &mut list {
            end += *bytes;
            *bytes = end;
        }
        Ok(Pack { list, content: fs::read(format!("{name}.bin"))? })
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Path and content of the file at a place of the order in which they are fed.
    pub fn file(&self, place: usize) -> Option<(&str, &[u8])> {
        let (path, end) = self.list.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| self.list[before].1);
        Some((path, self.content.get(start..*end)?))
    }

    /// All of them.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        (0..self.len()).filter_map(|place| self.file(place))
    }
}
