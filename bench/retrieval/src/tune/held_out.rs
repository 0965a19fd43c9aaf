//! What is measured of queries by weights that were fitted without their repositories.

use std::collections::BTreeMap;

use super::fit::Data;
use super::folds::Folds;
use super::ranking::{self, Order};
use crate::metrics::Scores;
use crate::outcome::Outcome;
use crate::parallel;
use crate::suite::Query;
use crate::summary::{Mean, both};

/// The measures that are kept.
const KEPT: [&str; 4] = ["ndcg", "hit1", "hit5", "mrr10"];

/// The measures of every query, in the order of the data's candidates.
#[derive(Debug)]
pub struct Measured(Vec<Scores>);

impl Measured {
    /// By the weights of the fold that each query is held out in.
    pub fn held_out(data: &Data, folds: &Folds, weights: &[Vec<f64>], order: Order) -> Outcome<Self> {
        Self::with(data, order, |query| &weights[folds.of(&query.repo)])
    }

    /// By the same weights for all.
    pub fn by(data: &Data, weights: &[f64], order: Order) -> Outcome<Self> {
        Self::with(data, order, |_| weights)
    }

    fn with<'w>(data: &Data, order: Order, weights: impl Fn(&Query) -> &'w [f64] + Sync) -> Outcome<Self> {
        let measured = parallel::map(data.candidates, data.threads, |candidates| {
            let query = data.query(candidates);
            let mut scores = ranking::measure(candidates, query, data.content, weights(query), order);
            scores.retain(|name, _| KEPT.contains(name));
            // On a definition the files of the targets are beside the point.
            if !query.wanted().is_empty() {
                scores.remove("ndcg");
            }
            Ok(scores)
        })?;
        Ok(Measured(measured))
    }

    /// A measure's values in a suite, with their queries.
    fn of<'a>(&self, data: &Data<'a>, suite: usize, measure: &str) -> Vec<(&'a Query, f64)> {
        let rows = data.candidates.iter().zip(&self.0).filter(|(candidates, _)| candidates.suite == suite);
        rows.filter_map(|(candidates, scores)| Some((data.query(candidates), *scores.get(measure)?))).collect()
    }

    /// A measure's values in a suite, with their repositories.
    pub fn values<'a>(&self, data: &Data<'a>, suite: usize, measure: &str) -> Vec<(&'a str, f64)> {
        self.of(data, suite, measure).into_iter().map(|(query, value)| (query.repo.as_str(), value)).collect()
    }

    /// The means of all measures of a suite.
    pub fn means(&self, data: &Data, suite: usize) -> BTreeMap<&'static str, Mean> {
        let values = KEPT.iter().map(|&measure| (measure, self.values(data, suite, measure)));
        values.filter(|(_, values)| !values.is_empty()).map(|(measure, values)| (measure, both(&values))).collect()
    }

    /// A measure's means by a property of queries.
    pub fn groups(&self, data: &Data, suite: usize, measure: &str, key: fn(&Query) -> &str) -> BTreeMap<String, Mean> {
        let mut groups: BTreeMap<String, Vec<(&str, f64)>> = BTreeMap::new();
        for (query, value) in self.of(data, suite, measure) {
            groups.entry(key(query).to_owned()).or_default().push((&query.repo, value));
        }
        groups.into_iter().map(|(name, values)| (name, both(&values))).collect()
    }
}
