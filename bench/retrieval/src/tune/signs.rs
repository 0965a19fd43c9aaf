//! What each weight may be.

use super::optimiser::Sign;
use crate::engine::Signal;

/// Signals that speak in next to none of the queries that are fitted on, so that people set their weights: of what a
/// question names outright, of folders that few repositories have, and of documents, which the queries for code leave out.
pub const HELD: [Signal; 7] = [
    Signal::DefinesQualified,
    Signal::SimilarName,
    Signal::FileMentioned,
    Signal::LineMentioned,
    Signal::Foreign,
    Signal::OldVersion,
    Signal::OtherContent,
];

/// Signals that speak against a chunk.
const AGAINST: [Signal; 5] = [Signal::Test, Signal::Foreign, Signal::Example, Signal::OldVersion, Signal::OtherContent];

/// The constraint on a signal's weight.
pub fn sign(signal: Signal) -> Sign {
    if HELD.contains(&signal) {
        Sign::Held
    } else if AGAINST.contains(&signal) {
        Sign::NotPositive
    } else {
        Sign::NotNegative
    }
}

/// Where a fit starts: 0, and what is held at the shipped weight.
pub fn start() -> Vec<f64> {
    Signal::ALL.iter().map(|signal| if HELD.contains(signal) { signal.weight() } else { 0.0 }).collect()
}

/// The shipped weights.
pub fn shipped() -> Vec<f64> {
    Signal::ALL.iter().map(|signal| signal.weight()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_keep_the_signs() {
        for &signal in Signal::ALL {
            match sign(signal) {
                Sign::Held => {}
                Sign::NotPositive => assert!(signal.weight() <= 0.0, "{signal:?}"),
                _ => assert!(signal.weight() >= 0.0, "{signal:?}"),
            }
        }
    }
}
