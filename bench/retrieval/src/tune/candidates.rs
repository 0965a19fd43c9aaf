//! The chunks that may come first for a query, with their signals: all that fitting and measuring look at.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use super::choice::Choice;
use crate::corpus::Corpus;
use crate::engine::{Contents, ModelFiles, Nearfield, Signals};
use crate::matching::{exact, loose};
use crate::outcome::Outcome;
use crate::parallel;
use crate::progress::say;
use crate::run::{self, Indexed};
use crate::suite::{Query, Suite};

/// A query's candidates.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Index of the suite.
    pub suite: usize,
    /// Index of the query in it.
    pub query: usize,
    /// The rows and what is to be chosen from them.
    pub choice: Choice,
    /// Paths of files with their ranges of rows.
    pub files: Vec<(String, Range<usize>)>,
    /// By row: first and last line.
    pub lines: Vec<(u32, u32)>,
    /// How many chunks the softmax of the shipped scores over the whole corpus spreads on: 1 / Σ p².
    pub effective: f64,
}

/// The best places under the shipped weights.
const BEST: usize = 300;
/// And the best of the files that answer.
const BEST_RIGHT: usize = 60;

/// Indexes each root once, `threads` at a time, and gathers the candidates of all queries that something answers.
pub fn gather(
    suites: &[Suite],
    corpora: &Path,
    model: &ModelFiles,
    contents: Contents,
    threads: usize,
) -> Outcome<(Vec<Candidates>, Vec<Indexed>)> {
    let found = parallel::map(&run::by_root(suites), threads, |(root, places)| {
        let start = Instant::now();
        let mut corpus = Corpus::open(&corpora.join(root), model)?;
        let indexed = Indexed { root: (*root).to_owned(), size: corpus.engine.size(), ms: corpus.index_ms };
        corpus.engine.contents = contents;
        corpus.engine.settle()?;
        let mut candidates = Vec::new();
        for &(suite, at) in places {
            let query = &suites[suite].queries[at];
            if !query.out_of_scope() {
                candidates.push(Candidates { suite, query: at, ..of(&mut corpus.engine, query)? });
            }
        }
        say(&format!("{root}: {} queries in {:.1} s", places.len(), start.elapsed().as_secs_f64()));
        Ok((indexed, candidates))
    })?;
    let (mut roots, candidates): (Vec<Indexed>, Vec<Vec<Candidates>>) = found.into_iter().unzip();
    roots.sort_by(|a, b| a.root.cmp(&b.root));
    let mut candidates: Vec<Candidates> = candidates.into_iter().flatten().collect();
    candidates.sort_by_key(|candidates| (candidates.suite, candidates.query));
    Ok((candidates, roots))
}

/// The candidates of one query.
pub fn of(engine: &mut Nearfield, query: &Query) -> Outcome<Candidates> {
    let signals = engine.signals(&query.query)?;
    let wanted = query.wanted();
    let places = signals.scores.len();
    let answers = |path: &str| {
        let is = |t: &crate::suite::Target| {
            exact(path, &query.prefix, &t.path) || loose(path, t.orig.as_ref().unwrap_or(&t.path))
        };
        query.targets.iter().any(is)
    };
    let defines = |place: usize| {
        let ((first, last), (_, path)) = (signals.lines(place), signals.file(place));
        wanted.iter().any(|d| (first..=last).contains(&d.line) && exact(path, &query.prefix, &d.path))
    };
    let mut order: Vec<usize> = (0..places).collect();
    order.sort_by(|&a, &b| signals.scores[b].total_cmp(&signals.scores[a]).then(a.cmp(&b)));
    let mut kept: BTreeSet<usize> = order.iter().copied().take(BEST).collect();
    kept.extend(order.iter().copied().filter(|&place| answers(signals.file(place).1)).take(BEST_RIGHT));
    if !wanted.is_empty() {
        kept.extend((0..places).filter(|&place| defines(place)));
    }
    let mut candidates = Candidates { effective: effective(&signals.scores), ..rows(&signals, &kept) };
    let choice = &mut candidates.choice;
    if wanted.is_empty() {
        choice.items = candidates.files.iter().map(|(_, rows)| rows.clone()).collect();
        choice.right = candidates.files.iter().map(|(path, _)| answers(path)).collect();
    } else {
        choice.items = (0..kept.len()).map(|row| row..row + 1).collect();
        choice.right = kept.iter().map(|&place| defines(place)).collect();
    }
    Ok(candidates)
}

/// The kept places as rows, in the canonical order, in which a file's stand together.
fn rows(signals: &Signals, kept: &BTreeSet<usize>) -> Candidates {
    let mut candidates = Candidates::default();
    let mut last = None;
    for (row, &place) in kept.iter().enumerate() {
        let (file, path) = signals.file(place);
        if last != Some(file) {
            candidates.files.push((path.to_owned(), row..row));
            last = Some(file);
        }
        if let Some((_, rows)) = candidates.files.last_mut() {
            rows.end = row + 1;
        }
        candidates.lines.push(signals.lines(place));
        candidates.choice.rows.extend(signals.row(place));
    }
    candidates
}

/// The number of equally likely chunks that would be as uncertain, at τ = 1.
fn effective(scores: &[f64]) -> f64 {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (sum, squares) =
        scores.iter().map(|score| (score - highest).exp()).fold((0.0, 0.0), |(a, b), p| (a + p, b + p * p));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effective_number_counts_equals() {
        assert!((effective(&[3.0, 3.0, 3.0, -90.0]) - 3.0).abs() < 1e-9);
        assert!((effective(&[0.0, 2.0_f64.ln()]) - 9.0 / 5.0).abs() < 1e-9);
        assert_eq!(effective(&[]), 0.0);
    }
}
