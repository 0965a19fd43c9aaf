//! nearfield as it is by default.

use super::{RANKED, System, fit};
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::engine::{Profile, Ranked};
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: super::OWN,
    what: "the engine's defaults: `rank`, and `search` with its budget shrunk where the exact count is above it",
    trivial: false,
    rank: Some(rank),
    context: Some(context),
};

fn rank(corpus: &mut Corpus, query: &str) -> Outcome<Answer> {
    let (ranked, evidence) = corpus.engine.rank(query, RANKED)?;
    Ok(Answer { blocks: ranked.iter().map(Ranked::whole).collect(), evidence, ..Answer::default() })
}

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    fit::shrink(budget, |asked| corpus.engine.search(query, asked, Profile::Default))
}
