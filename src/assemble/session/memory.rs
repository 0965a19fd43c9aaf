//! The memory of tobler-search: the last scores of all chunks, blended into those of the next question.

use crate::index::ChunkKey;
use crate::rank::standardize;
use ndarray::{Array1, ArrayView1};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A blended score vector and how strongly the memory took part.
#[derive(Clone, Debug, PartialEq)]
pub struct Blend {
    /// `λ·m + (1 − λ)·s`, standardized again when λ > 0.
    pub scores: Array1<f64>,
    /// λ in `[0, λ_max]`.
    pub lambda: f64,
}

/// Smooths the standardized scores `s` with the memory `m` by `λ = λ_max · max(0, r)`, r being Pearson's
/// correlation of the two (tobler-search 0.1.0, equation 7). Vectors that cannot be compared (other length,
/// one of them constant) leave `s` as it is.
pub fn blend(s: ArrayView1<f64>, m: ArrayView1<f64>, lambda_max: f64) -> Blend {
    let unchanged = Blend { scores: s.to_owned(), lambda: 0.0 };
    if s.len() != m.len() || lambda_max == 0.0 {
        return unchanged;
    }
    let lambda = lambda_max * correlation(s, m).max(0.0);
    if lambda == 0.0 {
        return unchanged;
    }
    let mixed = mix(s, m, lambda);
    Blend { scores: standardize(mixed.view()), lambda }
}

/// `λ·m + (1 − λ)·s`, element by element.
fn mix(s: ArrayView1<f64>, m: ArrayView1<f64>, lambda: f64) -> Array1<f64> {
    Array1::from_iter(s.iter().zip(&m).map(|(&s, &m)| lambda * m + (1.0 - lambda) * s))
}

/// Pearson's correlation; 0 where one of the vectors has no spread.
fn correlation(a: ArrayView1<f64>, b: ArrayView1<f64>) -> f64 {
    let (za, zb) = (standardize(a), standardize(b));
    if a.is_empty() {
        return 0.0;
    }
    let product = za.iter().zip(&zb).map(|(x, y)| x * y).sum::<f64>() / a.len() as f64;
    product.clamp(-1.0, 1.0)
}

/// More chunks than this are not remembered: then only those of the last question are.
const MOST: usize = 1 << 20;

/// The last blended score of each chunk. Keyed by what a chunk is (path and text), not by its place in the index, so
/// that edits between two questions cannot mix chunks up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory {
    scores: BTreeMap<ChunkKey, f64>,
}

impl Memory {
    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// Blends the memory into the scores of these chunks, then remembers the result beside what it knows of other
    /// chunks. A chunk that it does not know counts as average (0). Scores without any signal are not remembered.
    pub fn apply(&mut self, keys: &[ChunkKey], scores: Array1<f64>, lambda_max: f64) -> Blend {
        let blended = if self.scores.is_empty() {
            Blend { scores, lambda: 0.0 }
        } else {
            let memory = Array1::from_iter(keys.iter().map(|k| self.scores.get(k).copied().unwrap_or(0.0)));
            blend(scores.view(), memory.view(), lambda_max)
        };
        if blended.scores.iter().any(|&x| x != 0.0) {
            if self.scores.len() + keys.len() > MOST {
                self.scores.clear();
            }
            self.scores.extend(keys.iter().copied().zip(blended.scores.iter().copied()));
        }
        blended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    fn key(n: u64) -> ChunkKey {
        ChunkKey(n)
    }

    #[test]
    fn the_first_question_is_not_touched_and_the_second_leans_on_it() {
        let mut memory = Memory::default();
        let keys = [key(1), key(2), key(3)];
        let s = standardize(array![3.0, 1.0, 0.0].view());
        let first = memory.apply(&keys, s.clone(), 1.0);
        assert_eq!(first, Blend { scores: s.clone(), lambda: 0.0 });
        let second = memory.apply(&keys, s.clone(), 1.0);
        assert!(second.lambda > 0.99, "the same question correlates fully: {}", second.lambda);
    }

    #[test]
    fn memory_follows_chunks_through_a_reordering() {
        let mut memory = Memory::default();
        memory.apply(&[key(1), key(2), key(3)], standardize(array![3.0, 1.0, 0.0].view()), 1.0);
        let moved = memory.apply(&[key(3), key(2), key(1)], standardize(array![0.0, 1.0, 3.0].view()), 1.0);
        assert!(moved.lambda > 0.99);
    }

    #[test]
    fn a_question_about_other_chunks_leaves_the_memory_of_these() {
        let mut memory = Memory::default();
        let code = standardize(array![3.0, 1.0, 0.0].view());
        memory.apply(&[key(1), key(2), key(3)], code.clone(), 1.0);
        memory.apply(&[key(8), key(9)], array![1.0, -1.0], 1.0);
        assert!(memory.apply(&[key(1), key(2), key(3)], code, 1.0).lambda > 0.99);
    }

    #[test]
    fn a_question_without_signal_does_not_wipe_the_focus() {
        let mut memory = Memory::default();
        memory.apply(&[key(1), key(2)], array![1.0, -1.0], 1.0);
        memory.apply(&[key(1), key(2)], array![0.0, 0.0], 1.0);
        assert!(!memory.is_empty());
    }
}
