//! Whether a difference is more than chance: paired bootstrap intervals and sign-flip permutation tests, seeded.

/// SplitMix64 (Steele, Lea and Flood, 2014): small, seeded, the same everywhere.
pub struct Random(u64);

impl Random {
    /// A stream of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; the bias is below 2⁻⁴⁰ for the sizes used here.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// A paired difference.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// Mean of the differences.
    pub mean: f64,
    /// 95 % interval of the mean.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Two-sided p of the mean under random signs.
    pub p: f64,
}

const ROUNDS: usize = 5000;
const SEED: u64 = 20_261_129;

/// The mean of paired differences (one a query or one a repository) with its interval and p-value.
pub fn paired(differences: &[f64]) -> Difference {
    let n = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let mut random = Random::new(SEED);
    let mut means: Vec<f64> = (0..ROUNDS)
        .map(|_| (0..differences.len()).map(|_| differences[random.below(differences.len())]).sum::<f64>() / n)
        .collect();
    means.sort_by(f64::total_cmp);
    let mut extreme = 0;
    for _ in 0..ROUNDS {
        let flipped: f64 = differences.iter().map(|d| if random.next() & 1 == 0 { *d } else { -d }).sum::<f64>() / n;
        extreme += usize::from(flipped.abs() >= mean.abs() - 1e-15);
    }
    Difference {
        mean,
        low: means[ROUNDS / 40],
        high: means[ROUNDS - 1 - ROUNDS / 40],
        p: (extreme + 1) as f64 / (ROUNDS + 1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_gain_is_told_from_none() {
        let gain: Vec<f64> = (0..100).map(|i| 0.1 + f64::from(i % 7) * 0.01).collect();
        let clear = paired(&gain);
        assert!(clear.low > 0.0 && clear.p < 0.01, "{clear:?}");
        let none: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { 0.1 } else { -0.1 }).collect();
        let chance = paired(&none);
        assert!(chance.low < 0.0 && chance.high > 0.0 && chance.p > 0.05, "{chance:?}");
    }
}
