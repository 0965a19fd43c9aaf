//! Whether the ranking's evidence tells questions that have no answer here.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::answer::Evidence;
use crate::run::{Measured, Plan, Row};
use crate::significance::auc;
use crate::summary::mean;
use crate::systems::OWN;

/// How well evidence tells queries in scope from those out of it, over repositories.
#[derive(Clone, Debug, Serialize)]
pub struct Scope {
    /// Queries out of scope.
    pub queries: usize,
    /// The share of them that gets an empty answer.
    pub empty: f64,
    /// The share of queries in scope, on the same roots, that does.
    pub empty_in_scope: f64,
    /// The area under the curve by kind of evidence: 1 separates, 0.5 is chance.
    pub auc: BTreeMap<&'static str, f64>,
}

impl Scope {
    /// Evidence of the rankings on the suite's queries out of scope, against that of all queries in scope on their roots.
    pub fn of(plan: &Plan, measured: &Measured, at: usize) -> Option<Self> {
        let query = |row: &Row| &plan.suites[row.suite].queries[row.query];
        let rankings = || measured.rows.iter().filter(|row| row.budget.is_none() && row.system == OWN);
        let outside: Vec<&Row> = rankings().filter(|row| row.suite == at && query(row).out_of_scope()).collect();
        let roots: BTreeSet<&str> = outside.iter().map(|row| query(row).root.as_str()).collect();
        let inside: Vec<&Row> =
            rankings().filter(|row| !query(row).out_of_scope() && roots.contains(query(row).root.as_str())).collect();
        if outside.is_empty() {
            return None;
        }
        let empty = |rows: &[&Row]| mean(&rows.iter().map(|row| row.scores["empty"]).collect::<Vec<_>>());
        let area = |of: fn(&Evidence) -> f64| {
            // Within a root: scores of different corpora are on different scales.
            let on = |rows: &[&Row], root: &str| -> Vec<f64> {
                let here = rows.iter().filter(|row| query(row).root == root);
                // No answer at all is the least evidence.
                here.map(|row| row.evidence.as_ref().map_or(f64::NEG_INFINITY, of)).collect()
            };
            let areas: Vec<f64> =
                roots.iter().filter_map(|root| auc(&on(&inside, root), &on(&outside, root))).collect();
            mean(&areas)
        };
        Some(Scope {
            queries: outside.len(),
            empty: empty(&outside),
            empty_in_scope: empty(&inside),
            auc: BTreeMap::from([
                ("best score", area(|e| e.score)),
                ("largest cosine", area(|e| e.cosine)),
                ("largest BM25", area(|e| e.bm25)),
            ]),
        })
    }
}
