//! From scores to weights: how many chunks the question deserves.
//!
//! The equations are those that tobler-search 0.1.0 publishes: standardize, softmax at a temperature,
//! the effective count (the inverse Simpson index), a nucleus cut and its residual mass. All sums run in
//! the given order, in f64, with `libm`'s exponential, so that every host gets the same bits.

use ndarray::{Array1, ArrayView1};

/// `(x − mean) / standard deviation` (population, ddof 0). A constant vector, or one without spread that
/// f64 can express, gives zeros.
pub fn standardize(scores: ArrayView1<f64>) -> Array1<f64> {
    let n = scores.len();
    let Some(&first) = scores.iter().next() else {
        return Array1::zeros(0);
    };
    if scores.iter().all(|&x| x == first) {
        return Array1::zeros(n);
    }
    let mean = scores.iter().sum::<f64>() / n as f64;
    let variance = scores.iter().map(|&x| (x - mean) * (x - mean)).sum::<f64>() / n as f64;
    let deviation = libm::sqrt(variance);
    if deviation == 0.0 || !deviation.is_finite() {
        return Array1::zeros(n);
    }
    scores.mapv(|x| (x - mean) / deviation)
}

/// The two channels as one score: `α·z(semantic) + (1 − α)·z(lexical)`. A silent (constant) channel gives
/// zeros and so drops out. Both vectors have one element a chunk.
pub fn hybrid(semantic: ArrayView1<f64>, lexical: ArrayView1<f64>, alpha: f64) -> Array1<f64> {
    let semantic = standardize(semantic);
    let lexical = standardize(lexical);
    Array1::from_iter(semantic.iter().zip(&lexical).map(|(&s, &l)| alpha * s + (1.0 - alpha) * l))
}

/// `softmax(s / τ)`, shifted by the maximum so that nothing overflows. Sums to 1 (empty for an empty vector).
pub fn softmax(standardized: ArrayView1<f64>, tau: f64) -> Array1<f64> {
    let top = standardized.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
    let mut weights = standardized.mapv(|x| libm::exp((x - top) / tau));
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
    /// Indices into the weights, heaviest first; ties by index.
    pub selected: Vec<usize>,
    /// The residual ε: the mass outside the nucleus.
    pub epsilon: f64,
}

/// Cuts at the first prefix whose cumulated weight reaches `p`, but takes at least `k_min` chunks (or all).
pub fn nucleus(weights: ArrayView1<f64>, p: f64, k_min: usize) -> Nucleus {
    let order = descending(weights);
    let mut cumulated = Vec::with_capacity(order.len());
    let mut sum = 0.0;
    for &i in &order {
        sum += weights[i];
        cumulated.push(sum);
    }
    let reached = cumulated.partition_point(|&c| c < p);
    let k = (reached + 1).max(k_min).min(order.len());
    let epsilon = match k {
        0 => 1.0,
        k => 1.0 - cumulated[k - 1],
    };
    Nucleus { selected: order[..k].to_vec(), epsilon }
}

/// The indices of `values` from the largest to the smallest; ties by index.
pub fn descending(values: ArrayView1<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn a_constant_vector_standardizes_to_zeros_even_when_its_mean_rounds() {
        assert_eq!(standardize(Array1::from_elem(7, 0.1).view()), Array1::<f64>::zeros(7));
        assert_eq!(standardize(array![3.0].view()), array![0.0]);
        assert!(standardize(Array1::zeros(0).view()).is_empty());
    }

    #[test]
    fn softmax_survives_huge_scores() {
        let weights = softmax(array![1e308, -1e308, 0.0].view(), 0.01);
        assert_eq!(weights, array![1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_nucleus_of_nothing_is_empty_and_leaves_everything_out() {
        let cut = nucleus(Array1::zeros(0).view(), 0.9, 5);
        assert_eq!(cut, Nucleus { selected: vec![], epsilon: 1.0 });
    }

    #[test]
    fn ties_are_broken_by_index() {
        assert_eq!(nucleus(array![0.25, 0.25, 0.25, 0.25].view(), 0.5, 1).selected, vec![0, 1]);
    }
}
