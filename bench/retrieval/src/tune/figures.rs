//! All that a tuning finds out, for the report and for other programs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::ablation::{self, Ablation, Primary};
use super::fit::Data;
use super::folds::Folds;
use super::held_out::Measured;
use super::ranking::Order;
use super::signs;
use crate::engine::{Content, Signal};
use crate::outcome::Outcome;
use crate::progress::say;
use crate::provenance::Provenance;
use crate::run::Indexed;
use crate::summary::{ENOUGH_REPOSITORIES, Mean};

/// The seeds of the folds; the first one's are used for everything but the comparison of seeds.
const SEEDS: [u64; 3] = [0, 1, 2];

/// The ways that further chunks of a file are treated, with their names.
pub const ORDERS: [(&str, Order); 3] =
    [("default", Order::Saturated), ("byScore", Order::ByScore), ("fileOnce", Order::FileOnce)];

/// Means by order and measure.
pub type Means = BTreeMap<&'static str, BTreeMap<&'static str, Mean>>;

/// Everything.
#[derive(Debug, Serialize)]
pub struct Figures {
    /// Where the figures come from.
    pub provenance: Provenance,
    /// The objective at the fitted weights.
    pub loss: f64,
    /// The objective at the shipped ones.
    pub shipped_loss: f64,
    /// How many steps the descent took.
    pub steps: usize,
    /// The weights.
    pub weights: Vec<WeightRow>,
    /// The suites.
    pub suites: Vec<SuiteFigures>,
    /// By seed of the folds: each suite's primary measure, held out.
    pub seeds: Vec<(u64, BTreeMap<String, Mean>)>,
    /// What leaving out changes.
    pub ablations: Vec<Ablation>,
    /// The roots.
    pub corpora: Vec<Indexed>,
}

/// One signal's weight.
#[derive(Debug, Serialize)]
pub struct WeightRow {
    /// Its name.
    pub signal: &'static str,
    /// Fitted on everything.
    pub fitted: f64,
    /// The smallest and largest of the folds' fits.
    pub folds: (f64, f64),
    /// What is shipped.
    pub shipped: f64,
    /// Whether it was not fitted.
    pub held: bool,
}

/// One suite.
#[derive(Debug, Serialize)]
pub struct SuiteFigures {
    /// Its name.
    pub name: String,
    /// Its queries.
    pub queries: usize,
    /// Those with a right answer among the candidates.
    pub answered: usize,
    /// Its repositories.
    pub repositories: usize,
    /// What it counts.
    pub share: f64,
    /// The measure that ablations and groups are shown of.
    pub primary: &'static str,
    /// Whether means and differences are over repositories, or over queries.
    pub by_repository: bool,
    /// By weights that have not seen the repository.
    pub held_out: Means,
    /// By the shipped weights, on whatever they were fitted.
    pub shipped: Means,
    /// The primary measure, held out, in the default order.
    pub by_category: BTreeMap<String, Mean>,
    /// See `by_category`.
    pub by_language: BTreeMap<String, Mean>,
    /// p10, p50 and p90 of how many chunks the softmax of the shipped scores spreads on.
    pub effective: [f64; 3],
}

impl Figures {
    /// Fits and measures; unless all signals are kept, also without each.
    pub fn gather(data: &Data, provenance: Provenance, corpora: Vec<Indexed>, keep_all: bool) -> Outcome<Self> {
        let best = data.fit(|_| true, &[], &signs::start(data.content));
        say(&format!("fitted in {} steps: {:.4}", best.steps, best.value));
        let repositories = || data.candidates.iter().map(|candidates| data.query(candidates).repo.as_str());
        let dealt = SEEDS.map(|seed| Folds::deal(repositories(), seed));
        let by_seed = dealt.iter().map(|folds| data.fit_folds(folds)).collect::<Outcome<Vec<_>>>()?;
        let (folds, weights) = (&dealt[0], &by_seed[0]);
        let mut held_out = Vec::new();
        let mut shipped = Vec::new();
        for (name, order) in ORDERS {
            held_out.push((name, Measured::held_out(data, folds, weights, order)?));
            shipped.push((name, Measured::by(data, &signs::shipped(data.content), order)?));
        }
        let suites: Vec<SuiteFigures> =
            (0..data.suites.len()).map(|at| of_suite(data, at, &held_out, &shipped)).collect();
        let mut seeds = Vec::new();
        for ((seed, folds), weights) in SEEDS.into_iter().zip(&dealt).zip(&by_seed) {
            let measured = Measured::held_out(data, folds, weights, Order::Saturated)?;
            let mean = |(at, suite): (usize, &SuiteFigures)| {
                Some((suite.name.clone(), *measured.means(data, at).get(suite.primary)?))
            };
            seeds.push((seed, suites.iter().enumerate().filter_map(mean).collect()));
        }
        let primary: Vec<Primary> = suites.iter().map(|suite| (suite.primary, suite.by_repository)).collect();
        Ok(Figures {
            provenance,
            loss: best.value,
            shipped_loss: data.objective(|_| true).at(&signs::shipped(data.content)).0,
            steps: best.steps,
            weights: Signal::ALL.iter().map(|&signal| weight(signal, data.content, &best.point, weights)).collect(),
            ablations: if keep_all { Vec::new() } else { ablation::all(data, folds, weights, &primary)? },
            suites,
            seeds,
            corpora,
        })
    }
}

fn weight(signal: Signal, content: Content, fitted: &[f64], folds: &[Vec<f64>]) -> WeightRow {
    let at = signal as usize;
    let of_folds = || folds.iter().map(|weights| weights[at]);
    WeightRow {
        signal: signal.as_str(),
        fitted: fitted[at],
        folds: (of_folds().fold(f64::INFINITY, f64::min), of_folds().fold(f64::NEG_INFINITY, f64::max)),
        shipped: signal.weight(content),
        held: signs::is_held(signal, content),
    }
}

fn of_suite(
    data: &Data,
    at: usize,
    held_out: &[(&'static str, Measured)],
    shipped: &[(&'static str, Measured)],
) -> SuiteFigures {
    let suite = &data.suites[at];
    let own: Vec<_> = data.candidates.iter().filter(|candidates| candidates.suite == at).collect();
    let definitions = suite.queries.iter().filter(|query| !query.wanted().is_empty()).count();
    let primary = if 2 * definitions > suite.queries.len() { "mrr10" } else { "ndcg" };
    let repositories: BTreeSet<&str> = suite.queries.iter().map(|query| query.repo.as_str()).collect();
    let means = |of: &[(&'static str, Measured)]| -> Means {
        of.iter().map(|(name, measured)| (*name, measured.means(data, at))).collect()
    };
    let (_, default) = &held_out[0];
    SuiteFigures {
        name: suite.name.clone(),
        queries: suite.queries.len(),
        answered: own.iter().filter(|candidates| candidates.choice.is_answered()).count(),
        repositories: repositories.len(),
        share: data.shares[at],
        primary,
        by_repository: repositories.len() >= ENOUGH_REPOSITORIES,
        held_out: means(held_out),
        shipped: means(shipped),
        by_category: default.groups(data, at, primary, |query| &query.category),
        by_language: default.groups(data, at, primary, |query| &query.lang),
        effective: deciles(own.iter().map(|candidates| candidates.effective).collect()),
    }
}

/// The values at a tenth, at half and at nine tenths of the sorted list.
fn deciles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 5, 9].map(|tenths| values.get(tenths * values.len() / 10).copied().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deciles_are_values_of_the_list() {
        assert_eq!(deciles((0..100).map(f64::from).collect()), [10.0, 50.0, 90.0]);
        assert_eq!(deciles(Vec::new()), [0.0; 3]);
    }
}
