//! The faithful profile of tobler-search, by `search`.

use super::{System, fit};
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::engine::Profile;
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: "tobler",
    what: "the profile that follows tobler-search: the blocks of `search` at its own default budget as a ranking, \
           and contexts with the budget shrunk until the text fits",
    trivial: false,
    rank: Some(rank),
    context: Some(context),
};

/// Its default budget.
const BUDGET: usize = 2000;

fn rank(corpus: &mut Corpus, query: &str) -> Outcome<Answer> {
    Ok(Answer { blocks: corpus.engine.search(query, BUDGET, Profile::Tobler)?.blocks, ..Answer::default() })
}

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    fit::shrink(budget, |asked| corpus.engine.search(query, asked, Profile::Tobler))
}
