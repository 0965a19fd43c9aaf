//! Rankings of candidates, and what is measured of them.

use super::candidates::Candidates;
use crate::answer::{Answer, Block};
use crate::engine::Content;
use crate::metrics::{self, Scores};
use crate::suite::Query;

/// How the further chunks of a file are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Like any other.
    ByScore,
    /// Each loses as much more as the engine takes by default.
    Saturated,
    /// Left out.
    FileOnce,
}

/// No measure here looks further down.
const TOP: usize = 10;

/// What each further chunk of a file loses: the default of src/rank/order.rs, which a test holds this to.
fn saturation(query: &str, content: Content) -> f64 {
    if content == Content::Docs {
        0.0
    } else if query.split_whitespace().count() < 9 {
        3.0
    } else {
        1.0
    }
}

/// The measures of the first [`TOP`] rows under these weights.
pub fn measure(candidates: &Candidates, query: &Query, content: Content, weights: &[f64], order: Order) -> Scores {
    let mut file_of = vec![0; candidates.lines.len()];
    for (number, (_, rows)) in candidates.files.iter().enumerate() {
        file_of[rows.clone()].fill(number);
    }
    let loss = match order {
        Order::ByScore => 0.0,
        Order::Saturated => saturation(&query.query, content),
        Order::FileOnce => f64::INFINITY,
    };
    let block = |row: usize| {
        let (first, last) = candidates.lines[row];
        Block::full(&candidates.files[file_of[row]].0, first, last)
    };
    let blocks = first(&candidates.choice.scores(weights), &file_of, loss).into_iter().map(block).collect();
    metrics::measure(query, &Answer { blocks, ..Answer::default() })
}

/// The first [`TOP`] rows; of equal ones the earlier.
fn first(scores: &[f64], file_of: &[usize], loss: f64) -> Vec<usize> {
    let mut now = scores.to_vec();
    let mut taken = vec![0_u32; file_of.last().map_or(0, |last| last + 1)];
    let mut rows = Vec::with_capacity(TOP);
    while rows.len() < TOP {
        let best = (0..now.len()).reduce(|a, b| if now[b] > now[a] { b } else { a });
        let Some(row) = best.filter(|&row| now[row] > f64::NEG_INFINITY) else { break };
        rows.push(row);
        let file = file_of[row];
        taken[file] += 1;
        now[row] = f64::NEG_INFINITY;
        if loss > 0.0 {
            let others = (0..now.len()).filter(|&other| file_of[other] == file);
            for other in others.filter(|other| !rows.contains(other)).collect::<Vec<_>>() {
                now[other] = scores[other] - loss * f64::from(taken[file]);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;
    use crate::engine::ModelFiles;
    use crate::tune::{candidates, signs};
    use std::path::Path;

    #[test]
    fn further_chunks_of_a_file_wait() {
        let (scores, files) = ([5.0, 4.0, 3.0, 3.5, 1.0], [0, 0, 0, 1, 2]);
        assert_eq!(first(&scores, &files, 0.0), [0, 1, 3, 2, 4]);
        assert_eq!(first(&scores, &files, 1.0), [0, 3, 1, 2, 4]);
        assert_eq!(first(&scores, &files, f64::INFINITY), [0, 3, 4]);
    }

    /// Whatever changes in the engine's order or sum, this must follow.
    #[test]
    fn the_shipped_weights_rank_as_the_engine_does() {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let model = ModelFiles::read(&home.join("../../model")).unwrap();
        let mut corpus = Corpus::open(&home.join("src"), &model).unwrap();
        corpus.engine.settle().unwrap();
        for text in [
            "bootstrap interval",
            "Suite",
            "who calls paired",
            "how are the further chunks of one file held back in a ranking",
            "why does reading a suite fail with \"holds no suite\"",
        ] {
            let query = Query { query: text.into(), ..Query::default() };
            let found = candidates::of(&mut corpus.engine, &query).unwrap();
            let file_of: Vec<usize> =
                found.files.iter().enumerate().flat_map(|(n, (_, rows))| rows.clone().map(move |_| n)).collect();
            let rows =
                first(&found.choice.scores(&signs::shipped(Content::Code)), &file_of, saturation(text, Content::Code));
            let place = |row: usize| (found.files[file_of[row]].0.clone(), found.lines[row]);
            let own: Vec<_> = rows.into_iter().map(place).collect();
            let (ranked, _) = corpus.engine.rank(text, TOP).unwrap();
            let engine: Vec<_> = ranked.into_iter().map(|r| (r.path, (r.start_line, r.end_line))).collect();
            assert_eq!(own, engine, "{text}");
        }
    }
}
