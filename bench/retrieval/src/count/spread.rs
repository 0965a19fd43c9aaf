//! Counts beside exact ones.

/// Pairs of a count and the exact number.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// Count / exact, ascending.
    ratios: Vec<f64>,
}

impl Spread {
    /// Of pairs (count, exact); those without a token are left out.
    pub fn of(pairs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let pairs = pairs.into_iter().filter(|(_, exact)| *exact > 0);
        let mut ratios: Vec<f64> = pairs.map(|(count, exact)| count as f64 / exact as f64).collect();
        ratios.sort_by(f64::total_cmp);
        Spread { ratios }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ratios.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ratios.is_empty()
    }

    /// The mean ratio.
    pub fn mean(&self) -> f64 {
        self.ratios.iter().sum::<f64>() / self.ratios.len().max(1) as f64
    }

    /// The ratio that a share of all does not exceed.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.ratios.len().saturating_sub(1);
        self.ratios.get((share * last as f64).round() as usize).copied().unwrap_or(1.0)
    }

    /// The share of counts that are too low.
    pub fn under(&self) -> f64 {
        self.ratios.partition_point(|ratio| *ratio < 1.0) as f64 / self.ratios.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_summed_up() {
        let spread = Spread::of([(9, 10), (11, 10), (10, 10), (5, 0), (12, 10)]);
        assert_eq!((spread.len(), spread.under()), (4, 0.25));
        assert!((spread.mean() - 1.05).abs() < 1e-12);
        assert_eq!((spread.quantile(0.0), spread.quantile(1.0)), (0.9, 1.2));
    }
}
