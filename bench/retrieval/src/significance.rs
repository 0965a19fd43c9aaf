//! Whether a difference is more than chance: paired bootstrap intervals and sign-flip permutation tests, seeded.

use serde::Serialize;

use crate::random::Random;

/// The mean of paired differences.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Two-sided p of a mean as far from 0 under random signs.
    pub p: f64,
    /// How many differences there are.
    pub n: usize,
}

const ROUNDS: usize = 10_000;
const SEED: u64 = 20_261_130;
/// Sums that differ by rounding alone are equal.
const ROUNDING: f64 = 1e-12;

/// The mean of paired differences (one a query or one a repository) with its interval and p-value.
pub fn paired(differences: &[f64]) -> Difference {
    let n = differences.len();
    if n == 0 {
        return Difference { mean: 0.0, low: 0.0, high: 0.0, p: 1.0, n };
    }
    let mut random = Random::new(SEED);
    let average = |sum: f64| sum / n as f64;
    let mean = average(differences.iter().sum());
    let mut means: Vec<f64> =
        (0..ROUNDS).map(|_| average((0..n).map(|_| differences[random.below(n)]).sum())).collect();
    means.sort_by(f64::total_cmp);
    let mut extreme = 0;
    for _ in 0..ROUNDS {
        let flipped = average(differences.iter().map(|d| if random.bits() & 1 == 0 { *d } else { -d }).sum());
        extreme += usize::from(flipped.abs() >= mean.abs() - ROUNDING);
    }
    Difference {
        mean,
        low: means[ROUNDS / 40],
        high: means[ROUNDS - 1 - ROUNDS / 40],
        // The observed signs are one of the permutations.
        p: (extreme + 1) as f64 / (ROUNDS + 1) as f64,
        n,
    }
}

/// The probability that a value of `inside` is larger than one of `outside`, ties counted half: the area under the
/// curve of a threshold between the two.
pub fn auc(inside: &[f64], outside: &[f64]) -> Option<f64> {
    if inside.is_empty() || outside.is_empty() {
        return None;
    }
    let mut sorted = outside.to_vec();
    sorted.sort_by(f64::total_cmp);
    let wins = |value: f64| {
        let below = sorted.partition_point(|other| *other < value);
        let not_above = sorted.partition_point(|other| *other <= value);
        (below + not_above) as f64 / 2.0
    };
    Some(inside.iter().map(|&value| wins(value)).sum::<f64>() / (inside.len() * outside.len()) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_gain_is_told_from_none() {
        let gain: Vec<f64> = (0..100).map(|i| 0.1 + f64::from(i % 7) * 0.01).collect();
        let clear = paired(&gain);
        assert!(clear.low > 0.0 && clear.low < clear.mean && clear.mean < clear.high && clear.p < 0.001, "{clear:?}");
        let none: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { 0.1 } else { -0.1 }).collect();
        let chance = paired(&none);
        assert!(chance.low < 0.0 && chance.high > 0.0 && chance.p > 0.9, "{chance:?}");
    }

    #[test]
    fn the_sign_flip_test_agrees_with_counting_all_signs() {
        // Of the 2^5 sign patterns, those as extreme as all positive are two.
        let p = paired(&[1.0, 2.0, 3.0, 4.0, 5.0]).p;
        assert!((p - 2.0 / 32.0).abs() < 0.01, "{p}");
    }

    #[test]
    fn the_area_counts_pairs() {
        assert_eq!(auc(&[3.0, 1.0], &[2.0, 0.0]), Some(0.75));
        assert_eq!(auc(&[1.0], &[1.0]), Some(0.5));
        assert_eq!(auc(&[], &[1.0]), None);
    }
}
