//! Words and their statistics: what a text is made of, and how well a query's words fit it.
//!
//! - [`words`](words::words) cuts a text into terms and knows how identifiers are built;
//! - [`Postings`](postings::Postings) scores documents by BM25 and stays exact under edits;
//! - [`reference`] answers the same question through the `bm25` crate, slowly, to hold the fast
//!   answer to.
//!
//! This room uses no other but `snapshot`, for its bytes.
pub mod compose;
pub mod finder;
mod marks;
pub mod postings;
pub mod reference;
pub mod stem;
mod terms;
pub mod words;

pub use compose::{composed, folded};
pub use finder::Finder;
pub use postings::{Postings, PostingsLoader};
pub use stem::stem;
pub use words::words;
pub(crate) use words::{is_unspaced, joins};

/// One stream of terms of a document: a text, and how many times it is counted.
///
/// A document is given as a slice of fields. They are plainly concatenated: a field with a repeat
/// of 2 counts as if its text stood there twice (term counts and document length alike), one with
/// a repeat of 0 as if it were absent. No term reaches across two fields.
pub type Field<'a> = (&'a str, u32);
