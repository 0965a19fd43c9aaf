//! Which tier each chunk of the nucleus gets in tobler's profile.

use super::tier::Tier;

/// What a chunk costs in each tier, in the tokens of the budget's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The whole text.
    pub full: u32,
    /// Signatures with docstrings.
    pub signature: u32,
    /// Path, lines and names.
    pub stub: u32,
}

impl Costs {
    /// The cost of one tier.
    pub fn of(&self, tier: Tier) -> u32 {
        match tier {
            Tier::Full => self.full,
            Tier::Skeleton | Tier::Signature => self.signature,
            Tier::Stub => self.stub,
        }
    }
}

/// The next higher of tobler's three tiers.
fn above(tier: Tier) -> Option<Tier> {
    match tier {
        Tier::Stub => Some(Tier::Signature),
        Tier::Skeleton | Tier::Signature => Some(Tier::Full),
        Tier::Full => None,
    }
}

/// Proportional allocation with greedy repair, as tobler-search 0.1.0 does it (equation 6).
///
/// `weights` and `costs` are those of the nucleus, heaviest first. Each chunk has the share
/// `budget · w / Σ w` and gets the highest tier that its share pays, a stub at least; then chunks are dropped
/// from the tail until the sum fits; then what is unspent promotes chunks by one tier a pass, heaviest first,
/// until a pass promotes nothing. `None` marks a dropped chunk.
pub fn proportional(weights: &[f64], costs: &[Costs], budget: u64) -> Vec<Option<Tier>> {
    let mass = weights.iter().sum::<f64>();
    let mut tiers: Vec<Option<Tier>> = weights
        .iter()
        .zip(costs)
        .map(|(&w, cost)| {
            let share = if mass > 0.0 { budget as f64 * w / mass } else { 0.0 };
            Some(if share >= f64::from(cost.full) {
                Tier::Full
            } else if share >= f64::from(cost.signature) {
                Tier::Signature
            } else {
                Tier::Stub
            })
        })
        .collect();
    let mut total: u64 = tiers.iter().zip(costs).map(|(t, c)| t.map_or(0, |t| u64::from(c.of(t)))).sum();
    for (tier, cost) in tiers.iter_mut().zip(costs).rev() {
        if total <= budget {
            break;
        }
        if let Some(t) = tier.take() {
            total -= u64::from(cost.of(t));
        }
    }
    loop {
        let mut promoted = false;
        for (tier, cost) in tiers.iter_mut().zip(costs) {
            let Some((now, next)) = tier.and_then(|t| Some((t, above(t)?))) else { continue };
            // A signature can be cheaper than a stub: such a step is always taken.
            if u64::from(cost.of(next)) <= budget - total + u64::from(cost.of(now)) {
                total = total - u64::from(cost.of(now)) + u64::from(cost.of(next));
                *tier = Some(next);
                promoted = true;
            }
        }
        if !promoted {
            return tiers;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_budget_shows_nothing() {
        let costs = [Costs { full: 10, signature: 5, stub: 1 }];
        assert_eq!(proportional(&[1.0], &costs, 0), vec![None]);
        assert_eq!(proportional(&[], &[], 100), vec![]);
    }

    proptest! {
        #[test]
        fn the_sum_of_costs_never_exceeds_the_budget(
            chunks in proptest::collection::vec((0.0f64..1.0, 0u32..500, 0u32..100, 0u32..30), 0..60),
            budget in 0u64..4000,
        ) {
            let mut weights: Vec<f64> = chunks.iter().map(|c| c.0).collect();
            weights.sort_by(|a, b| b.total_cmp(a));
            let costs: Vec<Costs> = chunks.iter().map(|c| Costs { full: c.1, signature: c.2, stub: c.3 }).collect();
            let tiers = proportional(&weights, &costs, budget);
            let spent: u64 = tiers.iter().zip(&costs).map(|(t, c)| t.map_or(0, |t| u64::from(c.of(t)))).sum();
            prop_assert!(spent <= budget);
        }
    }
}
