//! The ceiling of memory: what would not fit is refused before an allocation fails, which nothing survives.

use super::Engine;
use crate::index::Index;
use crate::source::Source;
use std::collections::HashMap;

/// What a byte of text takes in all, at most about. An array that grows may pass the ceiling by its spare room, an eighth
/// of it.
const PER_BYTE: usize = 6;

/// And what a file takes besides, however short it is: its entries, rows and names.
const PER_FILE: usize = 2048;

/// How much more may come.
pub(super) struct Room {
    limit: usize,
    /// What the index held when it was last reckoned up, and after which change that was.
    known: Option<(usize, u64)>,
    /// An upper guess of what has come since.
    since: usize,
    /// The same of what was let in for others to index, by path, and in all.
    promised: HashMap<String, usize>,
    promises: usize,
}

impl Room {
    /// Up to so many bytes. In wasm there are 4 GiB, of which arrays that grow need some twice; elsewhere it ends with the
    /// machine.
    pub fn new(limit: Option<usize>) -> Self {
        let most = if cfg!(target_arch = "wasm32") { 2 << 30 } else { usize::MAX };
        Room { limit: limit.unwrap_or(most), known: None, since: 0, promised: HashMap::new(), promises: 0 }
    }

    /// In bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The index is another one now.
    pub fn forget(&mut self) {
        *self = Room::new(Some(self.limit));
    }

    /// Whether so much more stays below a bound. Reckons up only when a guess says that the end is near.
    fn has(&mut self, index: &Index, more: usize, bound: usize) -> bool {
        let is_certain = self.since == 0 && self.known.is_some_and(|(_, at)| at == index.changes());
        if !self.fits(more, bound) && !is_certain {
            (self.known, self.since) = (Some((index.memory().total(), index.changes())), 0);
        }
        self.fits(more, bound)
    }

    /// By what is known and guessed; nothing does before the first reckoning.
    fn fits(&self, more: usize, bound: usize) -> bool {
        let held = self.known.map_or(usize::MAX, |(held, _)| held);
        [self.since, self.promises, more].into_iter().fold(held, usize::saturating_add) <= bound
    }
}

impl Engine {
    /// Whether a source may come into the index, in place of what is at its path; what it takes is reserved, if others are
    /// to index it until it is `absorbed`.
    pub(super) fn has_room(&mut self, source: &Source, by_others: bool) -> bool {
        let before = self.index.catalog().file(&source.path).map(|file| file.source.text.len());
        let bytes = source.text.len().saturating_sub(before.unwrap_or(0)).saturating_mul(PER_BYTE);
        let more = bytes.saturating_add(if before.is_some() { 0 } else { PER_FILE });
        self.absorbed(&source.path);
        // The spare room of arrays may fill the index; to drop a file because it was edited would help nobody.
        let limit = self.room.limit;
        let bound = if before.is_some() { limit.saturating_add(limit / 8) } else { limit };
        let has = self.room.has(&self.index, more, bound);
        if has && by_others {
            self.room.promised.insert(source.path.clone(), more);
            self.room.promises += more;
        } else if has {
            self.room.since += more;
        }
        has
    }

    /// What was let in for others by [`admit`](Self::admit) will not come: room is no longer kept for it.
    pub fn release(&mut self, path: &str) {
        if let Some(promised) = self.room.promised.remove(path) {
            self.room.promises -= promised;
        }
    }

    /// What was let in for others is here.
    pub(super) fn absorbed(&mut self, path: &str) {
        if let Some(promised) = self.room.promised.remove(path) {
            self.room.promises -= promised;
            self.room.since += promised;
        }
    }
}
