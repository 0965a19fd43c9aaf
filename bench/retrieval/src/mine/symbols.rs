//! Names that are defined once: where is it?

use super::definition_query;
use super::definitions::{Definitions, PerFile};
use crate::suite::Query;

const PER_FILE: usize = 4;

/// The question in one of three forms, in turn.
pub fn ask(name: &str, number: usize) -> String {
    match number % 3 {
        0 => format!("where is {name} defined"),
        1 => format!("what does {name} do"),
        _ => format!("implementation of {name}"),
    }
}

/// Mines a corpus: at most `most` queries.
pub fn mine(definitions: &Definitions, repo: &str, most: usize) -> Vec<Query> {
    let mut per_file = PerFile::new(PER_FILE);
    let once = definitions.shuffled(&format!("symbols {repo}")).into_iter().filter_map(|places| match places {
        [place] => Some(*place),
        _ => None,
    });
    once.filter(|place| per_file.admits(&place.file.source.path))
        .take(most)
        .enumerate()
        .map(|(number, place)| {
            let query = ask(&place.symbol.name, number);
            definition_query("symbols", repo, number, place.symbol.kind.as_str(), query, &place)
        })
        .collect()
}
