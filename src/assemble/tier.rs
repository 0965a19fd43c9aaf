//! How much of a chunk is shown.

use serde::Serialize;

/// A level of detail, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Path, lines and the names that are defined there.
    Stub,
    /// The signatures of the chunk's definitions, each with its docstring's first paragraph.
    Signature,
    /// The chunk with its inner bodies folded away, but for lines that match the question.
    Skeleton,
    /// The chunk's whole text.
    Full,
}

impl Tier {
    /// All tiers, from the least to the most.
    pub const ALL: [Tier; 4] = [Tier::Stub, Tier::Signature, Tier::Skeleton, Tier::Full];

    /// The name that JavaScript sees.
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Stub => "stub",
            Tier::Signature => "signature",
            Tier::Skeleton => "skeleton",
            Tier::Full => "full",
        }
    }

    /// What a chunk shown so is worth, over its whole text: chosen on development queries
    /// (bench/retrieval/allocation.md).
    pub fn utility(self) -> f64 {
        match self {
            Tier::Stub => 0.12,
            Tier::Signature => 0.55,
            Tier::Skeleton => 0.8,
            Tier::Full => 1.0,
        }
    }
}
