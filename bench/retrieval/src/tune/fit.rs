//! Weights from candidates: on all of them, or on all but one fold's.

use super::candidates::Candidates;
use super::choice::Objective;
use super::folds::{FOLDS, Folds};
use super::optimiser::{Minimum, Sign, minimise};
use super::signs;
use crate::engine::{Content, Signal};
use crate::outcome::Outcome;
use crate::parallel;
use crate::suite::{Query, Suite};

/// What the squares of the weights cost.
pub const PENALTY: f64 = 1e-3;

/// What is fitted on.
#[derive(Clone, Copy)]
pub struct Data<'a> {
    /// The suites.
    pub suites: &'a [Suite],
    /// The candidates of their queries.
    pub candidates: &'a [Candidates],
    /// What each suite counts as a whole.
    pub shares: &'a [f64],
    /// What the weights are for.
    pub content: Content,
    /// How many fits run at a time.
    pub threads: usize,
}

impl<'a> Data<'a> {
    /// The query that candidates are of.
    pub fn query(&self, candidates: &Candidates) -> &'a Query {
        &self.suites[candidates.suite].queries[candidates.query]
    }

    /// The objective over the queries that are kept. A suite counts the same however many queries it has.
    pub fn objective(&self, kept: impl Fn(&Query) -> bool) -> Objective<'a> {
        let kept = self.candidates.iter().filter(|candidates| kept(self.query(candidates)));
        let share = |suite: usize| self.shares[suite] / self.suites[suite].queries.len() as f64;
        Objective::new(kept.map(|candidates| (&candidates.choice, share(candidates.suite))), PENALTY)
    }

    /// The weights fitted on the queries that are kept, those of some signals held at 0.
    pub fn fit(&self, kept: impl Fn(&Query) -> bool, without: &[Signal], start: &[f64]) -> Minimum {
        let objective = self.objective(kept);
        let (mut start, mut constraints) = (start.to_vec(), Vec::new());
        for &signal in Signal::ALL {
            let dropped = without.contains(&signal);
            constraints.push(if dropped { Sign::Held } else { signs::sign(signal, self.content) });
            if dropped {
                start[signal as usize] = 0.0;
            }
        }
        minimise(|weights| objective.at(weights), &constraints, &start)
    }

    /// By fold: the weights fitted on all others.
    pub fn fit_folds(&self, folds: &Folds) -> Outcome<Vec<Vec<f64>>> {
        let numbers: Vec<usize> = (0..FOLDS).collect();
        parallel::map(&numbers, self.threads, |&fold| {
            Ok(self.fit(|query| folds.of(&query.repo) != fold, &[], &signs::start(self.content)).point)
        })
    }

    /// By fold: the weights fitted without some signals, starting from those with all.
    pub fn refit_folds(&self, folds: &Folds, without: &[Signal], starts: &[Vec<f64>]) -> Outcome<Vec<Vec<f64>>> {
        let numbers: Vec<usize> = (0..FOLDS).collect();
        parallel::map(&numbers, self.threads, |&fold| {
            // What has no effect changes nothing by leaving.
            if without.iter().all(|&signal| starts[fold][signal as usize] == 0.0 || self.is_silent(signal)) {
                return Ok(starts[fold].clone());
            }
            Ok(self.fit(|query| folds.of(&query.repo) != fold, without, &starts[fold]).point)
        })
    }

    /// Whether a signal is 0 everywhere.
    pub fn is_silent(&self, signal: Signal) -> bool {
        let width = Signal::ALL.len();
        let values = |c: &'a Candidates| c.choice.rows.iter().skip(signal as usize).step_by(width);
        self.candidates.iter().all(|candidates| values(candidates).all(|&value| value == 0.0))
    }
}
