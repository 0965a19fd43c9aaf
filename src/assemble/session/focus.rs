//! Where a conversation looks: the best chunks of its last answer.

use crate::index::ChunkKey;
use crate::rank::Scored;
use ndarray::Array1;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// So many chunks are in focus.
const MOST: usize = 32;
/// What a question without content of its own adds to the score of the chunk in focus; and what stays of its own score.
/// Definitions that a question names lie 5 to 10 above the rest.
const LEAD: f64 = 9.0;
const OWN: f64 = 0.35;
/// The share of the lead that the other chunks of a file in focus have.
const BESIDE: f64 = 0.35;

/// The best chunks of the last answer that had one, with their weights over the best one's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Focus(BTreeMap<ChunkKey, f64>);

impl Focus {
    /// The heaviest of these chunks.
    pub fn of(weights: impl IntoIterator<Item = (ChunkKey, f64)>) -> Self {
        let weights: Vec<(ChunkKey, f64)> = weights.into_iter().take(MOST).collect();
        let most = weights.iter().map(|(_, weight)| *weight).fold(f64::MIN_POSITIVE, f64::max);
        Focus(weights.into_iter().map(|(key, weight)| (key, weight / most)).collect())
    }

    /// Whether nothing is in focus.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leads the scores of a question that leans on what was said before by a share of `lean`, 0…1. A chunk in focus
    /// gains by the root of its weight: an answer's second chunk is rarely beside the point.
    pub fn lead(&self, scores: &mut Array1<f64>, scored: &Scored, lean: f64) {
        let mut files = vec![0.0_f64; scored.view.files.len()];
        let held: Vec<f64> = scored
            .view
            .places
            .iter()
            .map(|place| self.0.get(&place.entry.key).map_or(0.0, |w| libm::sqrt(*w)))
            .collect();
        for (held, &file) in held.iter().zip(&scored.view.file_of) {
            files[file as usize] = files[file as usize].max(*held);
        }
        for ((score, held), &file) in scores.iter_mut().zip(&held).zip(&scored.view.file_of) {
            let pull = held.max(BESIDE * files[file as usize]);
            *score = *score * (1.0 - lean * (1.0 - OWN)) + lean * LEAD * pull;
        }
    }
}
