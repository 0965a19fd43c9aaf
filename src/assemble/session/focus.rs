//! Where a conversation looks: the best chunks of its last answer.

use crate::assemble::answer::Mass;
use crate::index::{ChunkKey, Place};
use crate::rank::Scored;
use crate::rank::view::View;
use ndarray::Array1;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// So many chunks are in focus.
const MOST: usize = 32;
/// What a question without content of its own adds to the score of the chunk in focus; and what stays of its own score.
/// Definitions that a question names lie 5 to 10 above the rest.
const LEAD: f64 = 9.0;
const OWN: f64 = 0.35;
/// The share of the lead that the other chunks of a file in focus have.
const BESIDE: f64 = 0.35;

/// The best chunks of the last answer that had one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Focus(Vec<Point>);

/// A chunk in focus. Its path and name find it again when an edit has made another chunk of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    key: ChunkKey,
    path: String,
    name: Option<String>,
    /// Over the best one's.
    weight: f64,
}

impl Focus {
    /// The heaviest chunks.
    pub(in crate::assemble) fn of(view: &View, mass: &Mass) -> Self {
        let order = mass.nucleus.order.iter().take(MOST);
        let most = order.clone().next().map_or(1.0, |&at| mass.weights[at].max(f64::MIN_POSITIVE));
        let point = |&at: &usize| {
            let place = view.place(at);
            Point {
                key: place.entry.key,
                path: place.file.source.path.clone(),
                name: named(&place).map(str::to_owned),
                weight: mass.weights[at] / most,
            }
        };
        Focus(order.map(point).collect())
    }

    /// Whether nothing is in focus.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// By place, how much of the focus lies there, 0…1; none if no chunk in focus takes part. It counts by the root of
    /// its weight: an answer's second chunk is rarely beside the point.
    pub fn held(&self, view: &View) -> Option<Vec<f64>> {
        let keys: HashMap<ChunkKey, f64> = self.0.iter().map(|point| (point.key, point.weight)).collect();
        let names: HashMap<(&str, &str), f64> = self
            .0
            .iter()
            .rev()
            .filter_map(|point| Some(((point.path.as_str(), point.name.as_deref()?), point.weight)))
            .collect();
        let weight = |place: &Place| {
            let by_name = || names.get(&(place.file.source.path.as_str(), named(place)?)).copied();
            keys.get(&place.entry.key).copied().or_else(by_name).unwrap_or(0.0)
        };
        let held: Vec<f64> = view.places().map(|place| weight(&place).sqrt()).collect();
        held.iter().any(|&held| held > 0.0).then_some(held)
    }
}

/// The first definition in a chunk, or the one that it begins in.
fn named<'a>(place: &Place<'a>) -> Option<&'a str> {
    let first = place.file.symbols_in(&place.entry.chunk).first().map(|symbol| symbol.qualified.as_str());
    first.or_else(|| crate::index::scope(place.file, place.entry))
}

/// Leads the scores of a question that leans, by `lean`, 0…1, on what is held in focus.
pub fn lead(scores: &mut Array1<f64>, scored: &Scored, held: &[f64], lean: f64) {
    let files = scored.view.best_of_files(held);
    for ((score, held), &file) in scores.iter_mut().zip(held).zip(scored.view.file_of.iter()) {
        let pull = held.max(BESIDE * files[file as usize]);
        *score = *score * (1.0 - lean * (1.0 - OWN)) + lean * LEAD * pull;
    }
}
