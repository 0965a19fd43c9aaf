//! What each weight may be.

use super::optimiser::Sign;
use crate::engine::Signal;

/// Signals of what a question names outright. The queries have next to none of them, so people set their weights.
pub const HELD: [Signal; 3] = [Signal::DefinesQualified, Signal::FileMentioned, Signal::LineMentioned];

/// Signals that speak against a chunk.
const AGAINST: [Signal; 5] = [Signal::Test, Signal::InlineTest, Signal::Foreign, Signal::Example, Signal::OldVersion];

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
                Sign::NotPositive => assert!(signal.weight() <= 0.0, "{signal:?}"),
                _ => assert!(signal.weight() >= 0.0, "{signal:?}"),
            }
        }
    }
}
