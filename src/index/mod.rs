//! Files, chunks and symbols under edits, with the postings and vectors that follow them.

mod catalog;
mod outline;
mod store;

pub use catalog::{Catalog, ChunkKey, Entry, File, Place};
pub use outline::{outline_text, trim_line_end};
pub use store::{Clock, Index, LexicalScorer, Memory, Timings};
