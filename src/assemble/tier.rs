//! How much of a chunk is shown.

use crate::index::{Place, full_text, signature_text};
use serde::Serialize;

/// A level of detail, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Path, lines and the names that are defined there.
    Stub,
    /// The signatures of the chunk's definitions, each with its docstring's first paragraph.
    Signature,
    /// The chunk's whole text.
    Full,
}

impl Tier {
    /// The next higher tier.
    pub fn above(self) -> Option<Tier> {
        match self {
            Tier::Stub => Some(Tier::Signature),
            Tier::Signature => Some(Tier::Full),
            Tier::Full => None,
        }
    }

    /// The name that JavaScript sees.
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Stub => "stub",
            Tier::Signature => "signature",
            Tier::Full => "full",
        }
    }
}

/// What the tier prints below the heading, and the lines (1-based, inclusive) that it is made of.
pub fn body(place: &Place, tier: Tier) -> (String, Vec<(u32, u32)>) {
    let chunk = &place.entry.chunk;
    match tier {
        Tier::Full => (full_text(place.file, chunk).to_owned(), vec![(chunk.start_line, chunk.end_line)]),
        Tier::Signature => (signature_text(place.file, place.entry), place.entry.signature.clone()),
        Tier::Stub => (String::new(), Vec::new()),
    }
}
