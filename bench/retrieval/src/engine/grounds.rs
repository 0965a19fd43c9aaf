//! What the engine says of its own answers.

use nearfield::assemble::{SearchOptions, confidence};
use nearfield::rank::Ranking;

pub use nearfield::assemble::calibrate;
pub use nearfield::assemble::confidence::{THRESHOLD, logistic};
pub use nearfield::rank::grounds::Grounds;
pub use nearfield::rank::options::Mode;

use super::Nearfield;
use crate::answer::Answer;
use crate::outcome::Outcome;

/// An answer with what is said of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The answer, whatever its relevance.
    pub answer: Answer,
    /// What the probabilities are computed from; none where there was nothing to rank by.
    pub grounds: Grounds,
    /// The probability that the question belongs here.
    pub relevance: f64,
    /// And its regression's inputs.
    pub relevance_inputs: Vec<f64>,
    /// The probability that the answer is shown.
    pub confidence: f64,
    /// And its regression's inputs.
    pub confidence_inputs: Vec<f64>,
    /// Whether the engine abstains by default.
    pub abstains: bool,
}

/// Whether the relevance of such grounds is decided without the regression.
pub fn is_decided(grounds: &Grounds) -> bool {
    confidence::decided(grounds).is_some()
}

impl Nearfield {
    /// Asks without letting the engine abstain. Without a budget the kind of question decides.
    pub fn judge(&mut self, query: &str, mode: Mode, budget: Option<u64>) -> Outcome<Option<Judged>> {
        let ranking = Ranking { mode, ..Ranking::default() };
        let options = SearchOptions {
            budget: budget.map(|budget| budget as f64),
            abstain: false,
            ranking,
            ..SearchOptions::default()
        };
        let context = self.engine.search(query, &options, None)?;
        let (Some(grounds), Some(relevance), Some(confidence)) =
            (&context.grounds, context.relevance, context.confidence)
        else {
            return Ok(None);
        };
        Ok(Some(Judged {
            answer: Answer { blocks: context.blocks.iter().map(super::block).collect(), ..Answer::default() },
            relevance,
            relevance_inputs: confidence::relevance_inputs(grounds),
            confidence: confidence.probability,
            confidence_inputs: confidence::confidence_inputs(grounds, &context.masses),
            abstains: context.abstained || relevance < THRESHOLD,
            grounds: grounds.clone(),
        }))
    }
}
