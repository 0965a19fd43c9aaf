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

    /// What a chunk shown so is worth, over its whole text: measured on development queries
    /// (bench/retrieval/README.md).
    pub fn utility(self) -> f64 {
        match self {
            Tier::Stub => knob(0, 0.15),
            Tier::Signature => knob(1, 0.5),
            Tier::Skeleton => knob(2, 0.7),
            Tier::Full => 1.0,
        }
    }
}

pub fn knob(at: usize, usual: f64) -> f64 {
    static K: std::sync::OnceLock<Vec<f64>> = std::sync::OnceLock::new();
    let k = K.get_or_init(|| std::env::var("NF").unwrap_or_default().split(',').filter_map(|x| x.parse().ok()).collect());
    k.get(at).copied().unwrap_or(usual)
}
