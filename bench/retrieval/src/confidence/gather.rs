//! Asks: every suite's queries at home, some of each elsewhere, and noise everywhere.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use super::noise;
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::engine::{Grounds, Judged, Mode, ModelFiles, is_decided};
use crate::matching::{exact, loose, overlaps};
use crate::outcome::Outcome;
use crate::parallel;
use crate::progress::say;
use crate::random::Random;
use crate::run;
use crate::suite::{Query, Suite};
use crate::tune::folds::base;

/// Where a question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Asked of the code base that answers it.
    Home,
    /// Asked of another.
    Foreign,
    /// It means nothing.
    Noise,
}

/// The ways of ranking that have a regression of their own.
pub const MODES: [(Mode, &str); 3] =
    [(Mode::Hybrid, "hybrid"), (Mode::Lexical, "lexical"), (Mode::Semantic, "semantic")];

/// A question, asked and judged.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Where it comes from.
    pub origin: Origin,
    /// The suite's name; `noise` for noise.
    pub suite: String,
    /// The kind of query in it.
    pub category: String,
    /// The query's id; of noise the text.
    pub id: String,
    /// The repository that was asked.
    pub repo: String,
    /// The repository that the question is of.
    pub of: String,
    /// The way of ranking.
    pub mode: &'static str,
    /// What it found.
    pub grounds: Grounds,
    /// The regressions' inputs.
    pub relevance_inputs: Vec<f64>,
    /// See there.
    pub confidence_inputs: Vec<f64>,
    /// What the engine says.
    pub relevance: f64,
    /// What the engine says.
    pub confidence: f64,
    /// Whether the engine would abstain.
    pub abstains: bool,
    /// Whether its relevance is decided without the regression.
    pub decided: bool,
    /// Whether the answer is shown; only at home.
    pub shown: bool,
}

/// So many queries of a suite are asked of a root that is not theirs.
const FOREIGN: usize = 12;

/// Indexes each root once, and asks.
pub fn gather(suites: &[Suite], corpora: &Path, model: &ModelFiles, threads: usize) -> Outcome<Vec<Row>> {
    let rows = parallel::map(&run::by_root(suites), threads, |(root, places)| {
        let start = Instant::now();
        let mut corpus = Corpus::open(&corpora.join(root), model)?;
        let home: Vec<(&str, &Query)> =
            places.iter().map(|&(s, q)| (suites[s].name.as_str(), &suites[s].queries[q])).collect();
        let repo = home.first().map_or(*root, |(_, query)| base(&query.repo)).to_owned();
        let mut rows = Vec::new();
        for (mode, name) in MODES {
            let mut ask = |origin: Origin, suite: &str, query: &Query| -> Outcome {
                // Only of an answer at home it matters what it shows.
                let budget = (origin != Origin::Home).then_some(0);
                if let Some(judged) = corpus.engine.judge(&query.query, mode, budget)? {
                    rows.push(row(origin, suite, query, &repo, name, judged));
                }
                Ok(())
            };
            for &(suite, query) in &home {
                let origin = if query.out_of_scope() { Origin::Foreign } else { Origin::Home };
                ask(origin, suite, query)?;
            }
            for suite in suites {
                for query in foreign(suite, &repo, root) {
                    ask(Origin::Foreign, &suite.name, query)?;
                }
            }
            for text in noise::questions(root) {
                let query = Query { query_id: text.clone(), query: text, repo: "noise".into(), ..Query::default() };
                ask(Origin::Noise, "noise", &query)?;
            }
        }
        say(&format!("{root}: {} answers in {:.1} s", rows.len(), start.elapsed().as_secs_f64()));
        Ok(rows)
    })?;
    let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
    rows.sort_by(|a, b| {
        (a.mode, a.origin, &a.suite, &a.repo, &a.id).cmp(&(b.mode, b.origin, &b.suite, &b.repo, &b.id))
    });
    Ok(rows)
}

/// Some queries of other repositories, as many of each as can be.
fn foreign<'a>(suite: &'a Suite, repo: &str, root: &str) -> Vec<&'a Query> {
    let mut by_repo: BTreeMap<&str, Vec<&Query>> = BTreeMap::new();
    for query in suite.queries.iter().filter(|query| !query.out_of_scope() && base(&query.repo) != repo) {
        by_repo.entry(base(&query.repo)).or_default().push(query);
    }
    let mut random = Random::named(&format!("foreign {} {root}", suite.name));
    let mut groups: Vec<Vec<&Query>> = by_repo.into_values().collect();
    random.shuffle(&mut groups);
    groups.iter_mut().for_each(|group| random.shuffle(group));
    let longest = groups.iter().map(Vec::len).max().unwrap_or(0);
    let rounds = (0..longest).flat_map(|n| groups.iter().filter_map(move |group| group.get(n).copied()));
    rounds.take(FOREIGN).collect()
}

fn row(origin: Origin, suite: &str, query: &Query, repo: &str, mode: &'static str, judged: Judged) -> Row {
    Row {
        origin,
        suite: suite.to_owned(),
        category: query.category.clone(),
        id: query.query_id.clone(),
        repo: repo.to_owned(),
        of: base(&query.repo).to_owned(),
        mode,
        shown: origin == Origin::Home && is_shown(query, &judged.answer),
        decided: is_decided(&judged.grounds),
        relevance: judged.relevance,
        relevance_inputs: judged.relevance_inputs,
        confidence: judged.confidence,
        confidence_inputs: judged.confidence_inputs,
        abstains: judged.abstains,
        grounds: judged.grounds,
    }
}

/// Whether the wanted definition's line, or where files are wanted some lines of one, are printed.
fn is_shown(query: &Query, answer: &Answer) -> bool {
    let wanted = query.wanted();
    let mut direct = answer.blocks.iter().filter(|block| block.is_direct());
    if wanted.is_empty() {
        direct.any(|block| {
            let right = |target: &crate::suite::Target| {
                let path = target.orig.as_ref().unwrap_or(&target.path);
                (loose(&block.path, path) || exact(&block.path, &query.prefix, &target.path)) && overlaps(block, target)
            };
            query.targets.iter().any(right)
        })
    } else {
        direct.any(|block| {
            wanted.iter().any(|definition| {
                exact(&block.path, &query.prefix, &definition.path) && block.lines().any(|line| line == definition.line)
            })
        })
    }
}
