//! source: a stand-in with the types that chunking needs, until the real room is merged.
#![allow(missing_docs)]
pub mod admit;
pub mod language;
pub mod lines;
pub mod role;

pub use admit::Source;
pub use language::Language;
pub use lines::Lines;
pub use role::Role;
