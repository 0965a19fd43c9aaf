//! Files, chunks and symbols under edits, with the postings and vectors that follow them.

mod catalog;
mod definitions;
mod fields;
mod file_names;
mod insertion;
mod layout;
mod naming;
mod outline;
mod printed;
mod saved;
mod semantics;
mod slots;
mod store;
mod taken;
mod uses;

pub use catalog::{Catalog, ChunkKey, Entry, File, Place};
pub use definitions::{Definitions, Holder, Name, letters};
pub use fields::stem;
pub use file_names::FileNames;
pub use insertion::Insertion;
pub use layout::{Layout, NONE};
pub use naming::Naming;
pub use printed::{
    Characters, distinct, folded, full_text, lines_label, location, names_label, picked, scope, signature_text, stub,
};
pub use saved::{IndexLoader, SavedText, read_text};
pub use semantics::Cosines;
pub use store::{Clock, Index, LexicalScorer, Memory, Timings};
pub use taken::{Measure, Taken};
