//! Files, chunks and symbols under edits, with the postings and vectors that follow them.

mod catalog;
mod outline;
mod printed;
mod slots;
mod store;

pub use catalog::{Catalog, ChunkKey, Entry, File, Place};
pub use printed::{Characters, full_text, location, scope, signature_text, stub};
pub use store::{Clock, Index, LexicalScorer, Memory, Timings};
