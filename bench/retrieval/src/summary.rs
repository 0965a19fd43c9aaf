//! From rows to means, groups, differences and what is saturated.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

use crate::run::{Measured, Plan, Row};
use crate::scope::Scope;
use crate::significance::{Difference, paired};
use crate::suite::{Query, Suite};
use crate::systems::OWN;

/// From this many repositories on, the unit is the repository, as in the peer's benchmark; with fewer, the query.
pub(crate) const ENOUGH_REPOSITORIES: usize = 10;

/// A measure is saturated where a trivial system comes this close to the best of the others.
const CLOSE: f64 = 0.02;

/// The measures that tell quality, in the order of tables: rankings, then contexts.
pub const RANKING: [&str; 13] =
    ["ndcg", "ndcgS", "ndcgF", "mrr", "recall5", "recall10", "rec1", "all", "hit1", "hit3", "hit5", "mrr10", "hit"];
/// See [`RANKING`].
pub const CONTEXT: [&str; 12] =
    ["rec_b", "rec_d", "rec", "rec1", "rec1_d", "all", "seen", "direct", "hit", "hit1", "hit5", "mrr10"];

/// A mean in both ways.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Mean {
    /// Over repositories, of each repository's mean.
    pub macro_mean: f64,
    /// Over queries.
    pub micro_mean: f64,
}

/// A system's figures.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The system.
    pub system: &'static str,
    /// Means by measure.
    pub means: BTreeMap<&'static str, Mean>,
    /// p50, p95 and p99 of the time for an answer, in milliseconds.
    pub ms: [f64; 3],
    /// The headline by category.
    pub by_category: BTreeMap<String, f64>,
    /// The headline by language.
    pub by_language: BTreeMap<String, f64>,
}

/// One comparison of systems on a suite: rankings, or contexts at a budget.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The budget of contexts; none for rankings.
    pub budget: Option<usize>,
    /// The measure that groups and differences are shown of.
    pub headline: &'static str,
    /// The systems.
    pub systems: Vec<Figures>,
    /// Measures on which a trivial system is as good as the best of the others.
    pub saturated: Vec<&'static str>,
    /// nearfield minus another system on the headline, over the suite's units.
    pub differences: BTreeMap<&'static str, Difference>,
}

/// A suite's results.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteSummary {
    /// The suite.
    pub name: String,
    /// Its queries.
    pub queries: usize,
    /// Their repositories.
    pub repositories: usize,
    /// Whether means and differences are over repositories, or over queries.
    pub unit: &'static str,
    /// Rankings, then contexts by budget; none for a suite that is out of scope as a whole.
    pub tables: Vec<Table>,
    /// What is known of queries out of scope, if there are any.
    pub scope: Option<Scope>,
}

/// Sums everything up.
pub fn summarize(plan: &Plan, measured: &Measured) -> Vec<SuiteSummary> {
    plan.suites.iter().enumerate().map(|(at, suite)| of_suite(plan, measured, at, suite)).collect()
}

fn of_suite(plan: &Plan, measured: &Measured, at: usize, suite: &Suite) -> SuiteSummary {
    let repositories: BTreeSet<&str> = suite.queries.iter().map(|query| query.repo.as_str()).collect();
    let by_repository = repositories.len() >= ENOUGH_REPOSITORIES;
    let in_scope = suite.queries.iter().any(|query| !query.out_of_scope());
    let kinds = [None].into_iter().chain(plan.budgets.iter().copied().map(Some));
    let tables = kinds
        .filter(|_| in_scope)
        .map(|budget| {
            let rows: Vec<(&Row, &Query)> = measured
                .rows
                .iter()
                .filter(|row| row.suite == at && row.budget == budget)
                .map(|row| (row, &suite.queries[row.query]))
                .collect();
            table(plan, suite, &rows, budget, by_repository)
        })
        .filter(|table| !table.systems.is_empty())
        .collect();
    SuiteSummary {
        name: suite.name.clone(),
        queries: suite.queries.len(),
        repositories: repositories.len(),
        unit: if by_repository { "repositories" } else { "queries" },
        tables,
        scope: Scope::of(plan, measured, at),
    }
}

fn table(plan: &Plan, suite: &Suite, rows: &[(&Row, &Query)], budget: Option<usize>, by_repository: bool) -> Table {
    let of =
        |name: &str| -> Vec<(&Row, &Query)> { rows.iter().filter(|(row, _)| row.system == name).copied().collect() };
    let mut systems: Vec<Figures> = plan
        .systems
        .iter()
        .filter_map(|system| Some((system.name, of(system.name))).filter(|(_, rows)| !rows.is_empty()))
        .map(|(name, rows)| figures(name, &rows))
        .collect();
    let saturated = saturated(plan, &systems, if budget.is_some() { &CONTEXT } else { &RANKING }, by_repository);
    let headline = headline(suite, budget, &saturated);
    for figures in &mut systems {
        let rows = of(figures.system);
        figures.by_category = groups(&rows, headline, by_repository, |query| &query.category);
        figures.by_language = groups(&rows, headline, by_repository, |query| &query.lang);
    }
    let own = values(&of(OWN), headline);
    let differences = plan
        .systems
        .iter()
        .filter(|system| system.name != OWN && !own.is_empty())
        .filter_map(|system| {
            let other = values(&of(system.name), headline);
            (!other.is_empty()).then(|| (system.name, difference(&own, &other, by_repository)))
        })
        .collect();
    Table { budget, headline, systems, saturated, differences }
}

/// The first measure that fits the suite and is not saturated; if all are, the first.
fn headline(suite: &Suite, budget: Option<usize>, saturated: &[&str]) -> &'static str {
    // The whole suite decides, so that one odd row does not.
    let definitions = suite.queries.iter().filter(|query| !query.wanted().is_empty()).count();
    let fitting = match (budget, 2 * definitions > suite.queries.len()) {
        (None, true) => ["mrr10", "ndcgF"],
        (None, false) => ["ndcg", "ndcgF"],
        (Some(_), true) => ["seen", "rec_b"],
        (Some(_), false) => ["rec_b", "rec_d"],
    };
    fitting.into_iter().find(|measure| !saturated.contains(measure)).unwrap_or(fitting[0])
}

/// A measure's values with their repositories, in the order of queries.
fn values<'a>(rows: &[(&Row, &'a Query)], measure: &str) -> Vec<(&'a str, f64)> {
    rows.iter().filter_map(|(row, query)| Some((query.repo.as_str(), *row.scores.get(measure)?))).collect()
}

fn repository_means(values: &[(&str, f64)]) -> Vec<f64> {
    let mut by: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (repository, value) in values {
        by.entry(repository).or_default().push(*value);
    }
    by.values().map(|values| mean(values)).collect()
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The mean in both ways of values with their repositories.
pub(crate) fn both(values: &[(&str, f64)]) -> Mean {
    let all: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
    Mean { macro_mean: mean(&repository_means(values)), micro_mean: mean(&all) }
}

impl Mean {
    /// The mean over the unit.
    pub fn over(&self, by_repository: bool) -> f64 {
        if by_repository { self.macro_mean } else { self.micro_mean }
    }
}

/// A system's figures, still without groups.
fn figures(system: &'static str, rows: &[(&Row, &Query)]) -> Figures {
    let names: BTreeSet<&'static str> = rows.iter().flat_map(|(row, _)| row.scores.keys().copied()).collect();
    Figures {
        system,
        means: names.into_iter().map(|name| (name, both(&values(rows, name)))).collect(),
        ms: quantiles(rows.iter().map(|(row, _)| row.ms).collect()),
        by_category: BTreeMap::new(),
        by_language: BTreeMap::new(),
    }
}

fn groups(
    rows: &[(&Row, &Query)],
    measure: &str,
    by_repository: bool,
    key: fn(&Query) -> &str,
) -> BTreeMap<String, f64> {
    let mut groups: BTreeMap<String, Vec<(&Row, &Query)>> = BTreeMap::new();
    for &(row, query) in rows.iter().filter(|(row, _)| row.scores.contains_key(measure)) {
        groups.entry(key(query).to_owned()).or_default().push((row, query));
    }
    groups.into_iter().map(|(name, rows)| (name, both(&values(&rows, measure)).over(by_repository))).collect()
}

/// p50, p95 and p99: the value at that share of the sorted list.
fn quantiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [50, 95, 99].map(|percent| {
        values.get((percent * values.len() / 100).min(values.len().saturating_sub(1))).copied().unwrap_or(0.0)
    })
}

/// Paired differences of values with their repositories, over repositories or one by one.
pub(crate) fn difference(own: &[(&str, f64)], other: &[(&str, f64)], by_repository: bool) -> Difference {
    let pairs: Vec<(&str, f64)> = own.iter().zip(other).map(|((repo, a), (_, b))| (*repo, a - b)).collect();
    if by_repository {
        paired(&repository_means(&pairs))
    } else {
        paired(&pairs.iter().map(|(_, difference)| *difference).collect::<Vec<_>>())
    }
}

fn saturated(plan: &Plan, systems: &[Figures], measures: &[&'static str], by_repository: bool) -> Vec<&'static str> {
    let trivial = |name: &str| plan.systems.iter().any(|system| system.name == name && system.trivial);
    let best = |measure: &str, of_trivial: bool| {
        let of = systems.iter().filter(|figures| trivial(figures.system) == of_trivial);
        of.filter_map(|figures| Some(figures.means.get(measure)?.over(by_repository))).reduce(f64::max)
    };
    let is_saturated = |measure: &&&'static str| match (best(measure, true), best(measure, false)) {
        (Some(simple), Some(best)) => simple >= best - CLOSE,
        _ => false,
    };
    measures.iter().filter(is_saturated).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_counts_once() {
        let values = [("a", 1.0), ("a", 1.0), ("a", 1.0), ("b", 0.0)];
        let mean = both(&values);
        assert_eq!((mean.macro_mean, mean.micro_mean), (0.5, 0.75));
    }

    #[test]
    fn a_saturated_measure_is_no_headline() {
        let suite = crate::suite::Suite { name: String::new(), queries: vec![Query::default()] };
        assert_eq!(headline(&suite, None, &["mrr10"]), "ndcg");
        assert_eq!(headline(&suite, None, &["ndcg"]), "ndcgF");
        assert_eq!(headline(&suite, Some(1000), &["rec_d"]), "rec_b");
        assert_eq!(headline(&suite, Some(1000), &["rec_b", "rec_d"]), "rec_b");
    }

    #[test]
    fn quantiles_are_values_of_the_list() {
        assert_eq!(quantiles((1..=200).map(f64::from).collect()), [101.0, 191.0, 199.0]);
        assert_eq!(quantiles(Vec::new()), [0.0; 3]);
    }
}
