//! Pointers only, as many as the budget takes.

use super::System;
use super::fit;
use crate::answer::{Answer, Block};
use crate::corpus::Corpus;
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: "stubs",
    what: "a line with path, lines and up to three names for each of nearfield's best chunks",
    trivial: true,
    rank: None,
    context: Some(context),
};

/// A line has about eight tokens at least.
const FEWEST_TOKENS: usize = 8;
const NAMES: usize = 3;

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    let (ranked, _) = corpus.engine.rank(query, budget / FEWEST_TOKENS)?;
    let pieces = ranked.iter().map(|chunk| {
        let names: Vec<&str> = chunk.names.iter().take(NAMES).map(String::as_str).collect();
        let line = format!("{}:{}-{}  [{}]\n", chunk.path, chunk.start_line, chunk.end_line, names.join(", "));
        (line, Block::stub(&chunk.path, chunk.start_line, chunk.end_line))
    });
    Ok(fit::pack(budget, pieces))
}
