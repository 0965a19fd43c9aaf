//! From scores to weights: how many chunks the question deserves.
//!
//! The equations are those that tobler-search 0.1.0 publishes: softmax at a temperature, the effective count (the inverse Simpson index), a nucleus cut and its residual mass. All sums run in
//! the given order, in f64, with an exponential of its own, so that every host gets the same bits.

use crate::rank::{exponentials, heaviest, most};
use ndarray::{Array1, ArrayView1};

/// `softmax(s / τ)`, shifted by the maximum so that nothing overflows. Sums to 1 (empty for an empty vector).
pub fn softmax(standardized: ArrayView1<f64>, tau: f64) -> Array1<f64> {
    let top = match standardized.as_slice() {
        Some(values) => most(values, f64::NEG_INFINITY),
        None => most(&standardized.to_vec(), f64::NEG_INFINITY),
    };
    let mut weights = Array1::from_vec(exponentials(standardized, top, tau));
    let total = weights.iter().sum::<f64>();
    if total > 0.0 {
        weights.mapv_inplace(|w| w / total);
    }
    weights
}

/// The effective number of chunks that share the weight: `1 / Σ w²`, from 1 (one chunk has it all) to N
/// (uniform). 0 for an empty vector.
pub fn n_eff(weights: ArrayView1<f64>) -> f64 {
    let squares = weights.iter().map(|w| w * w).sum::<f64>();
    if squares > 0.0 { 1.0 / squares } else { 0.0 }
}

/// The smallest set of chunks that carries the mass `p`.
#[derive(Clone, Debug, PartialEq)]
pub struct Nucleus {
    /// Indices of the heaviest weights, heaviest first; ties by index. All of the nucleus, and at least 256 if there
    /// are as many.
    pub order: Vec<usize>,
    /// How many of them the nucleus has.
    pub k: usize,
    /// The residual ε: the mass outside the nucleus. Rounding can leave it a few 10⁻¹⁶ below 0.
    pub epsilon: f64,
}

impl Nucleus {
    /// The nucleus, heaviest first.
    pub fn selected(&self) -> &[usize] {
        &self.order[..self.k]
    }
}

/// So many weights are put in order even where the nucleus has fewer.
const IN_ORDER: usize = 256;

/// Cuts at the first prefix whose cumulated weight reaches `p`, but takes at least `k_min` chunks (or all).
pub fn nucleus(weights: ArrayView1<f64>, p: f64, k_min: usize) -> Nucleus {
    let mut most = IN_ORDER.max(k_min);
    let (order, cumulated) = loop {
        let order = heaviest(weights, most);
        let mut sum = 0.0;
        let add = |&i: &usize| {
            sum += weights[i];
            sum
        };
        let cumulated: Vec<f64> = order.iter().map(add).collect();
        if order.len() == weights.len() || cumulated.last().is_some_and(|&sum| sum >= p) {
            break (order, cumulated);
        }
        most = most.saturating_mul(4);
    };
    let reached = cumulated.partition_point(|&c| c < p);
    let k = (reached + 1).max(k_min).min(order.len());
    let epsilon = match k {
        0 => 1.0,
        k => 1.0 - cumulated[k - 1],
    };
    Nucleus { order, k, epsilon }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn softmax_survives_huge_scores() {
        let weights = softmax(array![1e308, -1e308, 0.0].view(), 0.01);
        assert_eq!(weights, array![1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_nucleus_of_nothing_is_empty_and_leaves_everything_out() {
        let cut = nucleus(Array1::zeros(0).view(), 0.9, 5);
        assert_eq!(cut, Nucleus { order: vec![], k: 0, epsilon: 1.0 });
    }

    #[test]
    fn the_nucleus_is_the_shortest_prefix_that_reaches_the_mass() {
        assert_eq!(nucleus(array![0.25, 0.25, 0.25, 0.25].view(), 0.5, 1).selected(), [0, 1]);
        assert_eq!(nucleus(array![0.1, 0.6, 0.3].view(), 0.5, 2).selected(), [1, 2]);
        // A uniform vector needs more than are put in order at first.
        let cut = nucleus(Array1::from_elem(40_000, 1.0 / 40_000.0).view(), 0.9, 5);
        assert_eq!((cut.k, cut.order[35_999]), (36_000, 35_999));
    }
}
