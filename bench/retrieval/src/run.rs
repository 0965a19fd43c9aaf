//! Asks the systems: each root is indexed once and answers the queries of all suites.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use crate::answer::{Answer, Evidence};
use crate::corpus::Corpus;
use crate::engine::ModelFiles;
use crate::metrics::{self, Scores};
use crate::outcome::Outcome;
use crate::output;
use crate::parallel;
use crate::progress::say;
use crate::suite::{Query, Suite};
use crate::systems::{self, System};

/// What is asked for.
pub struct Plan {
    /// The suites.
    pub suites: Vec<Suite>,
    /// The folder that their roots lie in.
    pub corpora: PathBuf,
    /// The systems.
    pub systems: Vec<&'static System>,
    /// Budgets of contexts, in exact tokens; none for rankings alone.
    pub budgets: Vec<usize>,
    /// Whether the answers themselves are kept.
    pub keep_answers: bool,
    /// How many roots are worked on at a time.
    pub threads: usize,
}

/// One answer, measured.
#[derive(Clone, Debug)]
pub struct Row {
    /// Index of the suite.
    pub suite: usize,
    /// Index of the query in it.
    pub query: usize,
    /// The system's name.
    pub system: &'static str,
    /// The budget of a context; none for a ranking.
    pub budget: Option<usize>,
    /// The measures.
    pub scores: Scores,
    /// How sure the ranking was.
    pub evidence: Option<Evidence>,
    /// How long the answer took; for a context all attempts to fit it.
    pub ms: f64,
    /// The answer as a line of JSON, if it was to be kept.
    pub line: Option<String>,
}

/// An indexed root.
#[derive(Clone, Debug, Serialize)]
pub struct Indexed {
    /// Its name.
    pub root: String,
    /// Files, chunks and bytes of text.
    pub size: (usize, usize, usize),
    /// How long indexing took.
    pub ms: f64,
}

/// All that was measured.
pub struct Measured {
    /// The answers, by suite, query, and in the order of systems and budgets.
    pub rows: Vec<Row>,
    /// The roots by name.
    pub roots: Vec<Indexed>,
}

/// Queries by the indices of their suite and of themselves.
pub type Places = Vec<(usize, usize)>;

/// The roots with their queries. Those with the most come first, so that no long one is left to the end.
pub fn by_root(suites: &[Suite]) -> Vec<(&str, Places)> {
    let mut by_root: BTreeMap<&str, Places> = BTreeMap::new();
    for (s, suite) in suites.iter().enumerate() {
        for (q, query) in suite.queries.iter().enumerate() {
            by_root.entry(&query.root).or_default().push((s, q));
        }
    }
    let mut roots: Vec<(&str, Places)> = by_root.into_iter().collect();
    roots.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    roots
}

/// Carries the plan out.
pub fn run(plan: &Plan, model: &ModelFiles) -> Outcome<Measured> {
    let jobs = by_root(&plan.suites);
    let results = parallel::map(&jobs, plan.threads, |(root, places)| one_root(plan, model, root, places))?;
    let (mut roots, rows): (Vec<Indexed>, Vec<Vec<Row>>) = results.into_iter().unzip();
    roots.sort_by(|a, b| a.root.cmp(&b.root));
    let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
    // Stable: systems and budgets stay in the plan's order.
    rows.sort_by_key(|row| (row.suite, row.query));
    Ok(Measured { rows, roots })
}

fn one_root(plan: &Plan, model: &ModelFiles, root: &str, places: &Places) -> Outcome<(Indexed, Vec<Row>)> {
    let start = Instant::now();
    let mut corpus = Corpus::open(&plan.corpora.join(root), model)?;
    let indexed = Indexed { root: root.to_owned(), size: corpus.engine.size(), ms: corpus.index_ms };
    let mut rows = Vec::new();
    for &(suite, at) in places {
        let query = &plan.suites[suite].queries[at];
        for system in &plan.systems {
            let ranking = system.rank.map(|rank| (None, Box::new(rank) as Ask));
            let contexts = system.context.into_iter().flat_map(|context| {
                let ask = move |budget| -> Ask { Box::new(move |corpus, query| context(corpus, query, budget)) };
                plan.budgets.iter().map(move |&budget| (Some(budget), ask(budget)))
            });
            for (budget, ask) in ranking.into_iter().chain(contexts) {
                // Of a query out of scope only our own answer is of interest.
                if query.out_of_scope() && system.name != systems::OWN {
                    continue;
                }
                let start = Instant::now();
                let answer = ask(&mut corpus, &query.query)?;
                let ms = start.elapsed().as_secs_f64() * 1e3;
                rows.push(row(plan, &corpus, (suite, at), query, system.name, budget, answer, ms));
            }
        }
    }
    say(&format!("{root}: {} queries in {:.1} s", places.len(), start.elapsed().as_secs_f64()));
    Ok((indexed, rows))
}

type Ask = Box<dyn Fn(&mut Corpus, &str) -> Outcome<Answer>>;

#[expect(clippy::too_many_arguments, reason = "one row has that many parts")]
fn row(
    plan: &Plan,
    corpus: &Corpus,
    (suite, at): (usize, usize),
    query: &Query,
    system: &'static str,
    budget: Option<usize>,
    mut answer: Answer,
    ms: f64,
) -> Row {
    // As the system tells it; the measures see only what the text proves.
    let line = plan.keep_answers.then(|| output::line(query, &answer, budget, ms));
    let unproven = answer.unproven(corpus);
    let mut scores = metrics::measure(query, &answer);
    if let (Some(budget), Some(tokens)) = (budget, answer.tokens) {
        scores.insert("tokens", tokens as f64);
        scores.insert("over", f64::from(tokens > budget));
        if let Some(own) = answer.by_own_count {
            scores.insert("excess", (own as f64 / budget as f64 - 1.0).max(0.0));
        }
        if let Some(hidden) = answer.hidden {
            scores.insert("hidden", hidden);
        }
        scores.insert("false", unproven as f64);
    }
    Row { suite, query: at, system, budget, scores, evidence: answer.evidence, ms, line }
}
