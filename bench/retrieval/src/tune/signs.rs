//! What each weight may be.

use super::optimiser::Sign;
use crate::engine::{Content, Signal};

/// Signals that speak in next to none of the queries that are fitted on, so that people set their weights: of what a
/// question names outright, of folders that few repositories have, and of documents, which the queries for code leave out.
const HELD: [Signal; 8] = [
    Signal::DefinesQualified,
    Signal::SimilarName,
    Signal::FileMentioned,
    Signal::LineMentioned,
    Signal::Foreign,
    Signal::OldVersion,
    Signal::OtherContent,
    Signal::Document,
];

/// Signals that speak against a chunk.
const AGAINST: [Signal; 5] = [Signal::Test, Signal::Foreign, Signal::Example, Signal::OldVersion, Signal::OtherContent];

/// And for documents, whose questions were made of headings and sentences that their copies have lost: what goes by
/// names and quotations cannot help there, and nothing tests.
const HELD_FOR_DOCUMENTS: [Signal; 4] = [Signal::NameCoverage, Signal::Defines, Signal::Quoted, Signal::Test];

/// Whether a signal's weight for such content is set by hand.
pub fn is_held(signal: Signal, content: Content) -> bool {
    HELD.contains(&signal) || content == Content::Docs && HELD_FOR_DOCUMENTS.contains(&signal)
}

/// The constraint on a signal's weight.
pub fn sign(signal: Signal, content: Content) -> Sign {
    if is_held(signal, content) {
        Sign::Held
    } else if AGAINST.contains(&signal) {
        Sign::NotPositive
    } else {
        Sign::NotNegative
    }
}

/// Where a fit starts: 0, and what is held at the shipped weight.
pub fn start(content: Content) -> Vec<f64> {
    Signal::ALL.iter().map(|&signal| if is_held(signal, content) { signal.weight(content) } else { 0.0 }).collect()
}

/// The shipped weights for such content.
pub fn shipped(content: Content) -> Vec<f64> {
    Signal::ALL.iter().map(|signal| signal.weight(content)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_keep_the_signs() {
        for content in [Content::Code, Content::Docs] {
            for (&signal, weight) in Signal::ALL.iter().zip(shipped(content)) {
                match sign(signal, content) {
                    Sign::Held => {}
                    Sign::NotPositive => assert!(weight <= 0.0, "{signal:?}"),
                    _ => assert!(weight >= 0.0, "{signal:?}"),
                }
            }
        }
    }
}
