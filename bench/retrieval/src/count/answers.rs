//! Complete answers: what the engine says they take, and what they take.

use crate::corpus::Corpus;
use crate::engine::Profile;
use crate::mine::definitions::Definitions;
use crate::mine::{docstrings, names, symbols};
use crate::outcome::Outcome;
use crate::random::Random;
use crate::tokens;

/// Questions of a kind and code base, at most.
const SYMBOLS: usize = 20;
/// Of each of the categories of harder names.
const NAMES: usize = 3;
const SENTENCES: usize = 20;

/// An answer, counted.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The code base.
    pub repo: String,
    /// The budget.
    pub budget: usize,
    /// Tokens by the engine.
    pub claimed: u64,
    /// Exact tokens.
    pub exact: u64,
}

impl Asked {
    /// How far the exact count is above the budget, as a share of it; below 0 where it is not.
    pub fn overrun(&self) -> f64 {
        self.exact as f64 / self.budget as f64 - 1.0
    }
}

/// Names, harder names, and first sentences of documentation.
pub fn questions(corpus: &Corpus, repo: &str) -> Vec<String> {
    let definitions = Definitions::of(corpus);
    let mut sentences = docstrings::mine(corpus, &definitions, repo);
    Random::named(&format!("count {repo}")).shuffle(&mut sentences);
    let sentences = sentences.into_iter().take(SENTENCES).map(|documented| documented.query);
    let asked = symbols::mine(&definitions, repo, SYMBOLS);
    let asked = asked.into_iter().chain(names::mine(corpus, &definitions, repo, NAMES)).chain(sentences);
    asked.map(|query| query.query).collect()
}

/// Asks and counts.
pub fn ask(corpus: &mut Corpus, repo: &str, question: &str, budget: usize) -> Outcome<Asked> {
    let answer = corpus.engine.search(question, budget, Profile::Default)?;
    let exact = answer.text.as_deref().map_or(0, tokens::count) as u64;
    Ok(Asked { repo: repo.to_owned(), budget, claimed: answer.claimed.unwrap_or(0), exact })
}
