//! What is lost without a signal, or without several.

use std::collections::BTreeMap;

use serde::Serialize;

use super::fit::Data;
use super::folds::Folds;
use super::held_out::Measured;
use super::ranking::Order;
use super::signs;
use crate::engine::Signal;
use crate::outcome::Outcome;
use crate::progress::say;
use crate::significance::Difference;
use crate::summary::difference;

/// Signals that are left out together.
const GROUPS: [(&str, &[Signal]); 7] = [
    ("wording", &[Signal::Words, Signal::FileWords, Signal::FileSum, Signal::Line]),
    ("semantic", &[Signal::PlacedCosine, Signal::LabelCosine, Signal::FileCosine]),
    ("names", &[Signal::NameCoverage, Signal::Defines, Signal::DefinesQualified, Signal::SimilarName]),
    ("path", &[Signal::StemPrecision, Signal::StemEqual]),
    ("file", &[Signal::FileWords, Signal::FileSum, Signal::FileCosine]),
    ("structure priors", &[Signal::Test, Signal::Foreign, Signal::Example, Signal::OldVersion]),
    ("neighbours and users", &[Signal::Neighbours, Signal::Users]),
];

/// What leaving out did.
#[derive(Debug, Serialize)]
pub struct Ablation {
    /// A signal or a group.
    pub name: &'static str,
    /// Whether it is a group.
    pub group: bool,
    /// The signals.
    pub members: Vec<&'static str>,
    /// Whether a signal was 0 for every candidate: then nothing can be said.
    pub silent: bool,
    /// By suite: the primary measure without it minus that with all.
    pub changes: BTreeMap<String, Difference>,
}

/// A suite's primary measure, and whether its unit is the repository.
pub type Primary = (&'static str, bool);

/// The name of the group of those that [cost nothing](Ablation::is_cheap) alone.
const CHEAP: &str = "all that alone cost less than .001";

impl Ablation {
    /// Whether no suite loses a thousandth without it.
    fn is_cheap(&self) -> bool {
        !self.silent && self.changes.values().all(|change| change.mean > -0.001)
    }
}

/// Leaves out each signal and each group in turn, and fits the others again in each fold. In the end all fitted
/// signals that are not missed alone are left out together: several may say the same.
pub fn all(data: &Data, folds: &Folds, weights: &[Vec<f64>], primary: &[Primary]) -> Outcome<Vec<Ablation>> {
    let full = Measured::held_out(data, folds, weights, Order::Saturated)?;
    let ablate = |name: &'static str, signals: &[Signal], group: bool| -> Outcome<Ablation> {
        say(&format!("without {name}"));
        let changes = without(data, folds, weights, primary, &full, signals)?;
        let silent = signals.iter().all(|&signal| data.is_silent(signal));
        let named = changes.into_iter().enumerate().map(|(at, change)| (data.suites[at].name.clone(), change));
        Ok(Ablation { name, group, members: names(signals), silent, changes: named.collect() })
    };
    let mut done = Vec::new();
    for (name, signals) in GROUPS {
        done.push(ablate(name, signals, true)?);
    }
    let mut cheap = Vec::new();
    for &signal in Signal::ALL {
        let ablation = ablate(signal.as_str(), &[signal], false)?;
        if ablation.is_cheap() && !signs::is_held(signal, data.content) {
            cheap.push(signal);
        }
        done.push(ablation);
    }
    if cheap.len() > 1 {
        done.insert(GROUPS.len(), ablate(CHEAP, &cheap, true)?);
    }
    Ok(done)
}

fn names(signals: &[Signal]) -> Vec<&'static str> {
    signals.iter().map(|signal| signal.as_str()).collect()
}

/// By suite, the change without the signals.
fn without(
    data: &Data,
    folds: &Folds,
    weights: &[Vec<f64>],
    primary: &[Primary],
    full: &Measured,
    signals: &[Signal],
) -> Outcome<Vec<Difference>> {
    let fitted = data.refit_folds(folds, signals, weights)?;
    let part = Measured::held_out(data, folds, &fitted, Order::Saturated)?;
    let change = |(suite, &(measure, by_repository)): (usize, &Primary)| {
        difference(&part.values(data, suite, measure), &full.values(data, suite, measure), by_repository)
    };
    Ok(primary.iter().enumerate().map(change).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Content;
    use crate::suite::{Query, Suite, Target};
    use crate::tune::candidates::Candidates;
    use crate::tune::choice::{Choice, tests::made_up};

    /// Made-up queries in which three signals tell and all others are 0.
    fn data(queries: usize) -> (Vec<Suite>, Vec<Candidates>) {
        let told = [Signal::Words, Signal::Line, Signal::Test];
        let (mut suite, mut all) = (Suite { name: "made-up".into(), queries: Vec::new() }, Vec::new());
        for (at, choice) in made_up(queries, &[3.0, 1.0, -2.0]).into_iter().enumerate() {
            let rows = choice.rows.chunks_exact(told.len()).flat_map(|row| {
                let mut values = vec![0.0; Signal::ALL.len()];
                told.iter().zip(row).for_each(|(&signal, &value)| values[signal as usize] = value);
                values
            });
            let choice = Choice { rows: rows.collect(), ..choice };
            let files: Vec<_> =
                choice.items.iter().enumerate().map(|(n, rows)| (format!("{n}.rs"), rows.clone())).collect();
            let right = files.iter().zip(&choice.right).filter(|(_, right)| **right);
            let target = |path: &str| serde_json::from_str::<Target>(&format!("{{\"path\":\"{path}\"}}")).unwrap();
            let targets = right.map(|((path, _), _)| target(path)).collect();
            suite.queries.push(Query { repo: format!("r{}", at % 12), query: "x".into(), targets, ..Query::default() });
            let lines = vec![(1, 2); choice.rows.len() / Signal::ALL.len()];
            all.push(Candidates { query: at, choice, files, lines, ..Candidates::default() });
        }
        (vec![suite], all)
    }

    #[test]
    fn a_useless_signal_costs_nothing_and_a_useful_one_something() {
        let (suites, candidates) = data(120);
        let data =
            Data { suites: &suites, candidates: &candidates, shares: &[1.0], content: Content::Code, threads: 2 };
        let folds = Folds::deal(suites[0].queries.iter().map(|query| query.repo.as_str()), 0);
        let weights = data.fit_folds(&folds).unwrap();
        let full = Measured::held_out(&data, &folds, &weights, Order::Saturated).unwrap();
        let change = |signal| without(&data, &folds, &weights, &[("ndcg", true)], &full, &[signal]).unwrap()[0];
        let none = change(Signal::Users);
        assert_eq!((none.mean, none.low, none.high), (0.0, 0.0, 0.0));
        let loss = change(Signal::Words);
        assert!(loss.high < 0.0 && loss.p < 0.05, "{loss:?}");
    }
}
