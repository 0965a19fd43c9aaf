//! What is measured of an answer: the peer's matching rule and the measures of bench/retrieval/README.md.

use crate::suite::{Query, Target};
use std::collections::{BTreeMap, BTreeSet};

/// A block of an answer, best first.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Relative to the indexed folder.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Whether it is more than a pointer.
    pub direct: bool,
    /// Whether it shows a body: a full or skeleton block.
    pub body: bool,
    /// The lines that are printed.
    pub lines: Vec<(u32, u32)>,
}

/// One figure by name.
pub type Scores = BTreeMap<&'static str, f64>;

/// The peer's rule: equal, or one is a suffix of the other at a slash.
pub fn loose(a: &str, b: &str) -> bool {
    a == b
        || a.strip_suffix(b).is_some_and(|rest| rest.ends_with('/'))
        || b.strip_suffix(a).is_some_and(|rest| rest.ends_with('/'))
}

/// Whether a path below the indexed folder is exactly the target's file.
pub fn strict(path: &str, prefix: &str, target: &str) -> bool {
    path == target || !prefix.is_empty() && target.strip_prefix(prefix).and_then(|t| t.strip_prefix('/')) == Some(path)
}

fn overlaps(block: &Shown, target: &Target) -> bool {
    match (target.start_line, target.end_line) {
        (Some(start), Some(end)) => block.end_line >= start && block.start_line <= end,
        _ => true,
    }
}

/// NDCG at 10 with a gain of 1 at each rank in `ranks` (from 1), of `targets` targets.
pub fn ndcg(ranks: &BTreeSet<usize>, targets: usize) -> f64 {
    if targets == 0 {
        return 0.0;
    }
    let gain = |rank: usize| 1.0 / ((rank + 1) as f64).log2();
    let ideal: f64 = (1..=targets.min(10)).map(gain).sum();
    ranks.iter().filter(|&&r| r <= 10).map(|&r| gain(r)).sum::<f64>() / ideal
}

/// Measures of a ranking (`blocks` whole, best first).
pub fn of_ranking(query: &Query, blocks: &[Shown]) -> Scores {
    let mut scores = Scores::new();
    let rank = |ok: &dyn Fn(&Shown) -> bool| blocks.iter().take(10).position(ok).map(|i| i + 1);
    let hits: Vec<Option<usize>> = query
        .targets
        .iter()
        .map(|t| rank(&|b: &Shown| loose(&b.path, t.orig.as_ref().unwrap_or(&t.path)) && overlaps(b, t)))
        .collect();
    scores.insert("ndcg", ndcg(&hits.iter().flatten().copied().collect(), query.targets.len()));
    scores.insert("mrr", hits.iter().flatten().min().map_or(0.0, |&r| 1.0 / r as f64));

    let mut files: Vec<&str> = Vec::new();
    for block in blocks {
        if !files.contains(&block.path.as_str()) {
            files.push(&block.path);
        }
    }
    let truth: BTreeSet<&str> = query.targets.iter().map(|t| t.path.as_str()).collect();
    let ranks: Vec<usize> =
        truth.iter().filter_map(|t| files.iter().position(|f| strict(f, &query.prefix, t)).map(|i| i + 1)).collect();
    let share = |k: usize| ranks.iter().filter(|&&r| r <= k).count() as f64 / truth.len().max(1) as f64;
    scores.insert("ndcgF", ndcg(&ranks.iter().copied().collect(), truth.len()));
    scores.insert("recall5", share(5));
    scores.insert("recall10", share(10));
    if let (Some(path), Some(line)) = (&query.path, query.line) {
        let first = blocks
            .iter()
            .position(|b| strict(&b.path, &query.prefix, path) && (b.start_line..=b.end_line).contains(&line));
        scores.insert("hit1", f64::from(first == Some(0)));
        scores.insert("hit5", f64::from(first.is_some_and(|i| i < 5)));
        scores.insert("defMrr", first.filter(|&i| i < 10).map_or(0.0, |i| 1.0 / (i + 1) as f64));
    }
    scores
}

/// How many printed lines of a file make a usable body.
const BODY_LINES: usize = 10;

/// Measures of a context.
pub fn of_context(query: &Query, blocks: &[Shown]) -> Scores {
    let mut scores = Scores::new();
    let truth: BTreeSet<&str> = query.targets.iter().map(|t| t.path.as_str()).collect();
    let share =
        |found: &dyn Fn(&str) -> bool| truth.iter().filter(|t| found(t)).count() as f64 / truth.len().max(1) as f64;
    scores.insert("any", share(&|t| blocks.iter().any(|b| strict(&b.path, &query.prefix, t))));
    scores.insert("direct", share(&|t| blocks.iter().any(|b| b.direct && strict(&b.path, &query.prefix, t))));
    scores.insert(
        "body",
        share(&|t| {
            let lines: BTreeSet<u32> = blocks
                .iter()
                .filter(|b| b.body && strict(&b.path, &query.prefix, t))
                .flat_map(|b| b.lines.iter().flat_map(|&(first, last)| first..=last))
                .collect();
            lines.len() >= BODY_LINES
        }),
    );
    if let (Some(path), Some(line)) = (&query.path, query.line) {
        let covering: Vec<&Shown> = blocks
            .iter()
            .filter(|b| strict(&b.path, &query.prefix, path) && (b.start_line..=b.end_line).contains(&line))
            .collect();
        scores.insert("defAny", f64::from(!covering.is_empty()));
        scores.insert("defDirect", f64::from(covering.iter().any(|b| b.direct)));
        let printed = |b: &&&Shown| b.direct && b.lines.iter().any(|&(first, last)| (first..=last).contains(&line));
        scores.insert("defLine", f64::from(covering.iter().any(|b| printed(&b))));
    }
    scores
}
