//! nearfield as it is by default.

use super::{RANKED, System};
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::engine::Ranked;
use crate::outcome::Outcome;
use crate::tokens;

/// The system.
pub const SYSTEM: System = System {
    name: super::OWN,
    what: "the engine's defaults: `rank`, and `search` with exact tokens as its counter",
    trivial: false,
    rank: Some(rank),
    context: Some(context),
};

fn rank(corpus: &mut Corpus, query: &str) -> Outcome<Answer> {
    let (ranked, evidence) = corpus.engine.rank(query, RANKED)?;
    Ok(Answer { blocks: ranked.iter().map(Ranked::whole).collect(), evidence, ..Answer::default() })
}

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    corpus.engine.fit(query, budget, tokens::count)
}
