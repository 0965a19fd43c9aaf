//! The ceiling of memory: what would not fit is refused before an allocation fails, which nothing survives.

use super::Engine;
use crate::index::Index;

/// What a byte of text takes in all, about: as the corpora of `cargo xtask bench` do, and a little more.
const PER_BYTE: usize = 5;

/// How much more may come.
pub(super) struct Room {
    limit: usize,
    /// What the index held when it was last reckoned up, and after which change that was.
    held: usize,
    at: u64,
    /// An upper guess of what has come since.
    since: usize,
}

impl Room {
    /// Up to so many bytes. In wasm there are 4 GiB, of which arrays that grow need some twice; elsewhere it ends with the machine.
    pub fn new(limit: Option<usize>) -> Self {
        let most = if cfg!(target_arch = "wasm32") { 2 << 30 } else { usize::MAX };
        Room { limit: limit.unwrap_or(most), held: 0, at: 0, since: 0 }
    }

    /// In bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Makes room for so much more text; `false` if there is none. Reckons up only when a guess says that it is near.
    fn take(&mut self, index: &Index, bytes: usize) -> bool {
        let more = bytes.saturating_mul(PER_BYTE);
        let fits = |room: &Room| room.held.saturating_add(room.since).saturating_add(more) <= room.limit;
        if !fits(self) && (self.at != index.changes() || self.since > 0) {
            (self.held, self.at, self.since) = (index.memory().total(), index.changes(), 0);
        }
        let fits = fits(self);
        if fits {
            self.since += more;
        }
        fits
    }
}

impl Engine {
    /// Whether a text of so many bytes may come into the index.
    pub(super) fn has_room(&mut self, bytes: usize) -> bool {
        self.room.take(&self.index, bytes)
    }
}
