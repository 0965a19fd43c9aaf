//! The order in which hits are given: by score, with the further chunks of one file held back.

use super::score::Scored;
use crate::source::Content;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What each further chunk of a file loses, in units of the score. The second chunk of a file tells less than the
/// first of another (bench/retrieval/rejected.md has the figures); a question of many words is about one passage, and
/// its next best place may well be in the same file. A document's sections are about different things: they lose nothing.
pub fn saturation(query: &str, content: Content) -> f64 {
    if content == Content::Docs {
        0.0
    } else if has_many_words(query) {
        1.0
    } else {
        3.0
    }
}

/// The same for the weights that a budget is spent by. A passage asked for in many words may well go on in the next
/// chunk, whose text is then worth having; chosen on development queries (bench/retrieval/allocation.md).
pub fn weight_saturation(query: &str, content: Content) -> f64 {
    if content != Content::Docs && has_many_words(query) { 0.4 } else { saturation(query, content) }
}

fn has_many_words(query: &str) -> bool {
    query.split_whitespace().count() >= 9
}

/// A chunk in the queue.
#[derive(PartialEq)]
struct Next {
    score: f64,
    place: usize,
    /// How many chunks of its file had been taken when its score was made.
    taken: u32,
}

impl Eq for Next {}

impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The places of the hits `offset..offset + limit`, each with what it lost to better chunks of its file.
pub fn order(scored: &Scored, query: &str, spread: Option<f64>, offset: usize, limit: usize) -> Vec<(usize, f64)> {
    let loss = |place: usize| spread.unwrap_or_else(|| saturation(query, scored.view.content(place)));
    let file = |place: usize| scored.view.file_of[place] as usize;
    let mut taken = vec![0_u32; scored.view.files.len()];
    let mut queue: BinaryHeap<Next> =
        scored.scores.iter().enumerate().map(|(place, &score)| Next { score, place, taken: 0 }).collect();
    let wanted = offset.saturating_add(limit).min(queue.len());
    let mut order = Vec::with_capacity(wanted.min(1024));
    while order.len() < wanted {
        let Some(next) = queue.pop() else { break };
        let now = taken[file(next.place)];
        if next.taken == now {
            taken[file(next.place)] += 1;
            order.push((next.place, scored.scores[next.place] - next.score));
        } else {
            let score = scored.scores[next.place] - loss(next.place) * f64::from(now);
            queue.push(Next { score, taken: now, ..next });
        }
    }
    order.split_off(offset.min(order.len()))
}
