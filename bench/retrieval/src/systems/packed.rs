//! The best chunks whole, as many as the budget takes.

use super::{RANKED, System, fit};
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: "packed",
    what: "nearfield's 50 best chunks, each whole if it still fits",
    trivial: false,
    rank: None,
    context: Some(context),
};

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    let (ranked, _) = corpus.engine.rank(query, RANKED)?;
    let pieces = ranked.iter().map(|chunk| {
        let block = chunk.whole();
        (fit::printed(corpus, &block), block)
    });
    Ok(fit::pack(budget, pieces))
}
