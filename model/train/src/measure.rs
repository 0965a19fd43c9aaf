//! How well queries find their code among the codes of all held-out packages.

use std::collections::BTreeMap;

use ndarray::Axis;
use serde::Serialize;

use crate::corpus::Corpus;
use crate::loss::embed;
use crate::parallel;
use crate::table::Table;

/// Queries asked at most, evenly spread.
const MOST_QUERIES: usize = 4_000;
/// Places that count.
const PLACES: usize = 10;
/// Queries that one task asks.
const BLOCK: usize = 64;

/// Means over queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// How many queries.
    pub queries: usize,
    /// The mean of 1/rank, 0 beyond the tenth place.
    pub mrr: f64,
    /// The share found in the first ten places.
    pub recall: f64,
}

impl Figures {
    fn of(ranks: &[usize]) -> Self {
        let found = || ranks.iter().filter(|&&rank| rank <= PLACES);
        let n = ranks.len().max(1) as f64;
        Figures {
            queries: ranks.len(),
            mrr: found().map(|&rank| 1.0 / rank as f64).sum::<f64>() / n,
            recall: found().count() as f64 / n,
        }
    }
}

/// Figures over all queries, and over parts of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measured {
    /// Over all.
    pub all: Figures,
    /// By language.
    pub languages: BTreeMap<String, Figures>,
    /// By package: the table may have known some of them before.
    pub packages: BTreeMap<String, Figures>,
}

/// Asks the first sentences of some pairs.
pub fn measure(table: &Table, corpus: &Corpus, pairs: &[usize], threads: usize) -> Measured {
    let step = pairs.len().div_ceil(MOST_QUERIES).max(1);
    let asked: Vec<usize> = (0..pairs.len()).step_by(step).collect();
    let queries = embed(table, &corpus.sentences.select(asked.iter().map(|&at| pairs[at])), threads).unit;
    let codes = embed(table, &corpus.codes.select(pairs.iter().copied()), threads).unit;
    let mut ranks = vec![0; asked.len()];
    let blocks = ranks.chunks_mut(BLOCK).zip(queries.axis_chunks_iter(Axis(0), BLOCK)).zip(asked.chunks(BLOCK));
    parallel::each(blocks.collect(), threads, |((ranks, queries), asked)| {
        let cosines = queries.dot(&codes.t());
        for ((rank, row), &own) in ranks.iter_mut().zip(cosines.rows()).zip(asked) {
            // Of equals every one counts as better.
            *rank = row.iter().filter(|&&cosine| cosine >= row[own]).count().max(1);
        }
    });
    let by = |name: &dyn Fn(usize) -> String| {
        let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (&rank, &at) in ranks.iter().zip(&asked) {
            parts.entry(name(pairs[at])).or_default().push(rank);
        }
        parts.into_iter().map(|(name, ranks)| (name, Figures::of(&ranks))).collect()
    };
    Measured {
        all: Figures::of(&ranks),
        languages: by(&|pair| corpus.languages[pair].clone()),
        packages: by(&|pair| corpus.packages[corpus.package_of[pair] as usize].clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_become_means() {
        let figures = Figures::of(&[1, 2, 11, 4]);
        assert_eq!((figures.queries, figures.mrr, figures.recall), (4, 1.75 / 4.0, 0.75));
        assert_eq!(Figures::of(&[]), Figures::default());
    }
}
