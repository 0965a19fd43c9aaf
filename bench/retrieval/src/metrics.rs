//! What is measured of an answer. README.md says what each name means; the names of PROTOCOL's are kept.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::answer::{Answer, Block};
use crate::matching::{exact, loose, overlaps};
use crate::suite::{Definition, Query};

/// Figures by name.
pub type Scores = BTreeMap<&'static str, f64>;

/// How far down a ranking is looked.
const TOP: usize = 10;

/// How many printed lines of a file make a usable body.
const BODY_LINES: usize = 10;

/// NDCG at 10 with a gain of 1 at each rank (from 1) that some target has, of `targets` targets.
pub fn ndcg(ranks: impl IntoIterator<Item = usize>, targets: usize) -> f64 {
    if targets == 0 {
        return 0.0;
    }
    let gain = |rank: usize| 1.0 / ((rank + 1) as f64).log2();
    let distinct: BTreeSet<usize> = ranks.into_iter().filter(|rank| (1..=TOP).contains(rank)).collect();
    distinct.into_iter().map(gain).sum::<f64>() / (1..=targets.min(TOP)).map(gain).sum::<f64>()
}

/// Measures of an answer to a query that has one.
pub fn measure(query: &Query, answer: &Answer) -> Scores {
    let mut scores = Scores::new();
    if !query.out_of_scope() {
        by_block(query, &answer.blocks, &mut scores);
        by_file(query, &answer.blocks, &mut scores);
        by_definition(query, &answer.blocks, &mut scores);
    }
    scores.insert("empty", f64::from(answer.blocks.is_empty()));
    if answer.text.is_some() {
        scores.insert("dup", repeated(&answer.blocks));
    }
    scores
}

/// The peer's NDCG@10, the same with exact paths, and the reciprocal rank of the first relevant block.
fn by_block(query: &Query, blocks: &[Block], scores: &mut Scores) {
    let top = &blocks[..blocks.len().min(TOP)];
    let rank = |ok: &dyn Fn(&Block) -> bool| top.iter().position(ok).map(|at| at + 1);
    let targets = &query.targets;
    let loosely: Vec<usize> = targets
        .iter()
        .filter_map(|t| rank(&|b| loose(&b.path, t.orig.as_ref().unwrap_or(&t.path)) && overlaps(b, t)))
        .collect();
    let exactly: Vec<usize> =
        targets.iter().filter_map(|t| rank(&|b| exact(&b.path, &query.prefix, &t.path) && overlaps(b, t))).collect();
    scores.insert("mrr", loosely.iter().min().map_or(0.0, |&rank| 1.0 / rank as f64));
    scores.insert("ndcg", ndcg(loosely, targets.len()));
    scores.insert("ndcgS", ndcg(exactly, targets.len()));
}

/// Measures over the files of the targets, whatever lines they name.
fn by_file(query: &Query, blocks: &[Block], scores: &mut Scores) {
    let mut truth: BTreeMap<&str, bool> = BTreeMap::new();
    for target in &query.targets {
        *truth.entry(&target.path).or_default() |= target.primary;
    }
    let mut seen = HashSet::new();
    let files: Vec<&str> = blocks.iter().map(|b| b.path.as_str()).filter(|path| seen.insert(*path)).collect();
    let direct: HashSet<&str> = blocks.iter().filter(|b| b.is_direct()).map(|b| b.path.as_str()).collect();
    let mut bodies: BTreeMap<&str, HashSet<u32>> = BTreeMap::new();
    for block in blocks.iter().filter(|b| b.is_body()) {
        bodies.entry(&block.path).or_default().extend(block.lines());
    }
    let is = |file: &str, target: &str| exact(file, &query.prefix, target);
    let rank = |target: &str| files.iter().position(|file| is(file, target)).map(|at| at + 1);
    let is_direct = |target: &str| direct.iter().any(|file| is(file, target));
    let is_body = |target: &str| bodies.iter().any(|(file, lines)| is(file, target) && lines.len() >= BODY_LINES);
    let any = |target: &str| rank(target).is_some();

    let all: Vec<&str> = truth.keys().copied().collect();
    let mut primary: Vec<&str> = truth.iter().filter(|(_, primary)| **primary).map(|(path, _)| *path).collect();
    if primary.is_empty() {
        primary = all.clone();
    }
    let share = |of: &[&str], found: &dyn Fn(&str) -> bool| {
        of.iter().filter(|target| found(target)).count() as f64 / of.len() as f64
    };
    scores.insert("ndcgF", ndcg(all.iter().filter_map(|t| rank(t)), all.len()));
    scores.insert("recall5", share(&all, &|t| rank(t).is_some_and(|rank| rank <= 5)));
    scores.insert("recall10", share(&all, &|t| rank(t).is_some_and(|rank| rank <= 10)));
    scores.insert("rec", share(&all, &any));
    scores.insert("rec_d", share(&all, &is_direct));
    scores.insert("rec_b", share(&all, &is_body));
    let rec1 = share(&primary, &any);
    scores.insert("rec1", rec1);
    scores.insert("rec1_d", share(&primary, &is_direct));
    scores.insert("all", f64::from(rec1 == 1.0));
}

/// Measures over the definitions that are looked for; the best of several counts.
fn by_definition(query: &Query, blocks: &[Block], scores: &mut Scores) {
    let wanted = query.wanted();
    if wanted.is_empty() {
        return;
    }
    let covers = |block: &Block, definition: &Definition| {
        exact(&block.path, &query.prefix, &definition.path)
            && (block.start_line..=block.end_line).contains(&definition.line)
    };
    let prints = |block: &Block, line: u32| {
        block.is_direct() && block.shown.iter().any(|&(first, last)| (first..=last).contains(&line))
    };
    let covering = |block: &Block| wanted.iter().any(|definition| covers(block, definition));
    let first = blocks.iter().position(covering);
    scores.insert("hit", f64::from(first.is_some()));
    scores.insert("hit1", f64::from(first == Some(0)));
    scores.insert("hit3", f64::from(first.is_some_and(|at| at < 3)));
    scores.insert("hit5", f64::from(first.is_some_and(|at| at < 5)));
    scores.insert("mrr10", first.filter(|&at| at < TOP).map_or(0.0, |at| 1.0 / (at + 1) as f64));
    scores.insert("direct", f64::from(blocks.iter().any(|b| b.is_direct() && covering(b))));
    let seen = |b: &Block| wanted.iter().any(|d| covers(b, d) && prints(b, d.line));
    scores.insert("seen", f64::from(blocks.iter().any(seen)));
}

/// The share of printed lines that the answer has printed before.
fn repeated(blocks: &[Block]) -> f64 {
    let mut seen = HashSet::new();
    let (mut printed, mut again) = (0usize, 0usize);
    for block in blocks {
        for line in block.lines() {
            printed += 1;
            again += usize::from(!seen.insert((block.path.as_str(), line)));
        }
    }
    if printed == 0 { 0.0 } else { again as f64 / printed as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    /// What the reference scorer, a program of its own, gives on a made-up suite.
    const MADE_UP: &str = include_str!("../tests/made-up.json");

    #[derive(Deserialize)]
    struct Case {
        query: Query,
        blocks: Vec<Block>,
        scores: BTreeMap<String, f64>,
    }

    #[test]
    fn the_reference_scorer_agrees() {
        let cases: Vec<Case> = serde_json::from_str(MADE_UP).unwrap();
        let mut compared = 0;
        for case in &cases {
            let answer = Answer { blocks: case.blocks.clone(), ..Answer::default() };
            let scores = measure(&case.query, &answer);
            for (name, expected) in &case.scores {
                let found = scores.get(name.as_str()).unwrap_or_else(|| panic!("{name} is not measured"));
                assert!((found - expected).abs() < 1e-12, "{} {name}: {found}, not {expected}", case.query.query_id);
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn the_best_of_several_definitions_counts() {
        let query = Query {
            targets: vec![serde_json::from_str(r#"{"path":"a.rs"}"#).unwrap()],
            definitions: vec![
                Definition { path: "a.rs".into(), line: 90 },
                Definition { path: "b.rs".into(), line: 5 },
            ],
            ..Query::default()
        };
        let blocks = vec![Block::full("a.rs", 1, 20), Block::stub("b.rs", 1, 9)];
        let scores = measure(&query, &Answer { blocks, ..Answer::default() });
        assert_eq!((scores["hit1"], scores["mrr10"], scores["direct"]), (0.0, 0.5, 0.0));
    }

    #[test]
    fn repeated_lines_are_told() {
        let blocks = [Block::full("a", 1, 10), Block::full("a", 6, 15), Block::full("b", 1, 5)];
        assert_eq!(repeated(&blocks), 0.2);
        assert_eq!(repeated(&[]), 0.0);
    }
}
