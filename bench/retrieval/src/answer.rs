//! What a system hands over for one query.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;

use crate::corpus::Corpus;

/// A level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// The whole text.
    Full,
    /// The text with bodies folded away.
    Skeleton,
    /// Declarations.
    Signature,
    /// A pointer.
    Stub,
}

/// A place in the corpus that the answer points at or prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Relative to the indexed folder.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// How much of it is shown.
    pub tier: Tier,
    /// The ranges of lines that are printed.
    pub shown: Vec<(u32, u32)>,
}

impl Block {
    /// A block that prints all its lines.
    pub fn full(path: &str, start_line: u32, end_line: u32) -> Self {
        Block { path: path.to_owned(), start_line, end_line, tier: Tier::Full, shown: vec![(start_line, end_line)] }
    }

    /// A block that only points.
    pub fn stub(path: &str, start_line: u32, end_line: u32) -> Self {
        Block { path: path.to_owned(), start_line, end_line, tier: Tier::Stub, shown: Vec::new() }
    }

    /// Whether it is more than a pointer.
    pub fn is_direct(&self) -> bool {
        self.tier != Tier::Stub
    }

    /// Whether it shows a body.
    pub fn is_body(&self) -> bool {
        matches!(self.tier, Tier::Full | Tier::Skeleton)
    }

    /// The lines that it prints.
    pub fn lines(&self) -> impl Iterator<Item = u32> {
        self.shown.iter().flat_map(|&(first, last)| first..=last)
    }
}

/// How strongly the best chunk matches: what could tell a question that has no answer here.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Evidence {
    /// The ranking's own score of the best chunk.
    pub score: f64,
    /// The largest cosine among the best chunks.
    pub cosine: f64,
    /// The largest BM25 among them.
    pub bm25: f64,
}

/// An answer: blocks, best first, and the text that is handed over (none for a bare ranking).
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Best first.
    pub blocks: Vec<Block>,
    /// The complete text.
    pub text: Option<String>,
    /// How many tokens the system says it spent.
    pub claimed: Option<u64>,
    /// Exact o200k tokens of the text.
    pub tokens: Option<usize>,
    /// Exact tokens of the text that the system gives for the budget by its own count.
    pub by_own_count: Option<usize>,
    /// The weight of what the text does not show.
    pub hidden: Option<f64>,
    /// How sure the ranking is.
    pub evidence: Option<Evidence>,
}

/// The share of a block's printed lines that the text must hold.
const PROOF: f64 = 0.9;

impl Answer {
    /// Turns blocks whose printed lines are not in the text into pointers; returns how many there were.
    pub fn unproven(&mut self, corpus: &Corpus) -> usize {
        let Some(text) = &self.text else { return 0 };
        let have: HashSet<&str> = text.lines().map(str::trim).collect();
        let mut false_claims = 0;
        for block in self.blocks.iter_mut().filter(|block| !block.shown.is_empty()) {
            let printed =
                block.shown.iter().flat_map(|&(first, last)| corpus.engine.lines(&block.path, first, last).lines());
            let claimed: Vec<&str> = printed.map(str::trim).filter(|line| !line.is_empty()).collect();
            let found = claimed.iter().filter(|line| have.contains(*line)).count();
            if claimed.is_empty() || (found as f64) < PROOF * claimed.len() as f64 {
                block.tier = Tier::Stub;
                block.shown.clear();
                false_claims += 1;
            }
        }
        false_claims
    }
}
