//! The numbers of a training.

use serde::Serialize;

use crate::outcome::Outcome;

/// Defaults are those that the shipped model was trained with from its first vectors; for going on from a trained table
/// see [`Settings::gentle`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Pairs a step: each is a negative for all others.
    pub batch: usize,
    /// So many of a batch stand together from one package: near negatives teach more.
    pub group: usize,
    /// Cosines are divided by it.
    pub temperature: f32,
    /// Adam's learning rate at its highest.
    pub rate: f32,
    /// The share of pieces that a text loses each time it is seen.
    pub dropout: f32,
    /// The share of queries that are the whole paragraph.
    pub paragraphs: f32,
    /// How often each pair is seen.
    pub epochs: usize,
    /// The seed of every random choice but the split, which never changes.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    #[serde(skip)]
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            batch: 2048,
            group: 32,
            temperature: 0.05,
            rate: 3e-3,
            dropout: 0.1,
            paragraphs: 0.3,
            epochs: 6,
            seed: 0,
            threads: 2,
        }
    }
}

impl Settings {
    /// Lower and shorter: a trained table forgets what these pairs do not speak of when it is moved far.
    pub fn gentle() -> Self {
        Settings { rate: 1e-3, epochs: 4, ..Settings::default() }
    }

    /// Refuses numbers that no training can work with.
    pub fn check(&self) -> Outcome {
        let shares = [self.dropout, self.paragraphs];
        let wrong = if self.batch < 2 || self.group == 0 || self.epochs == 0 || self.threads == 0 {
            "A batch needs two pairs, and a group, the epochs and the threads must not be 0."
        } else if !(0.03..=10.0).contains(&self.temperature) {
            // e^(−2/τ) has to stay a normal f32.
            "The temperature has to lie between 0.03 and 10."
        } else if !(self.rate > 0.0 && self.rate < 1.0) || shares.iter().any(|share| !(0.0..=0.9).contains(share)) {
            "The rate has to lie between 0 and 1, and dropout and paragraphs between 0 and 0.9."
        } else {
            return Ok(());
        };
        Err(wrong.into())
    }
}
