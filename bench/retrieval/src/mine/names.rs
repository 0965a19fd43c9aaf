//! Definitions that are harder to find: several of a name, qualified, partial, misspelt, inside a sentence; by the
//! report of a failure, by a message.

use std::collections::BTreeMap;

use super::definition_query;
use super::definitions::{Definitions, PerFile, Place};
use super::symbols::ask;
use super::words::{misspelt, parts};
use super::{messages, traces};
use crate::corpus::Corpus;
use crate::random::Random;
use crate::suite::{Definition, Query, Target};

const PER_FILE: usize = 3;
/// More definitions of one name than this are a convention, not a name.
const MOST_DEFINITIONS: usize = 5;
/// A fragment shorter than this says too little.
const SHORTEST_FRAGMENT: usize = 8;

/// Mines a corpus: at most `most` queries of each category.
pub fn mine<'a>(corpus: &'a Corpus, definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<Query> {
    let mut queries = Vec::new();
    let mut add = |category: &str, found: Vec<(String, Place)>| {
        for (query, place) in found {
            queries.push(definition_query("names", repo, queries.len(), category, query, &place));
        }
    };
    add("qualified", qualified(definitions, repo, most));
    add("partial", partial(definitions, repo, most));
    add("misspelt", slips(definitions, repo, most));
    add("sentence", sentences(definitions, repo, most));
    queries.extend(several(definitions, repo, most));
    let line_query = |category: &str, query: String, place: &Place, line: u32| {
        let query = definition_query("names", repo, 0, category, query, place);
        let at = |target| Target { start_line: Some(line), end_line: Some(line), ..target };
        Query { targets: query.targets.iter().cloned().map(at).collect(), line: Some(line), ..query }
    };
    for trace in traces::mine(definitions, repo, most) {
        queries.push(line_query("trace", trace.text, &trace.place, trace.line));
    }
    for (number, message) in messages::mine(corpus, definitions, repo, most).into_iter().enumerate() {
        let query = match number % 2 {
            0 => format!("who prints \"{}\"", message.text),
            _ => format!("Error: {}", message.text),
        };
        queries.push(line_query("message", query, &message.place, message.line));
    }
    for (number, query) in queries.iter_mut().enumerate() {
        query.query_id = format!("names/{repo}/{number}");
    }
    queries
}

/// Names with one definition, a few of each file.
fn unique<'a>(definitions: &Definitions<'a>, seed: &str) -> Vec<Place<'a>> {
    let mut per_file = PerFile::new(PER_FILE);
    let all = definitions.shuffled(seed).into_iter();
    all.filter_map(|places| match places {
        [place] if per_file.admits(&place.file.source.path) => Some(*place),
        _ => None,
    })
    .collect()
}

/// Two to five definitions, each as good as another.
fn several(definitions: &Definitions, repo: &str, most: usize) -> Vec<Query> {
    let mut per_file = PerFile::new(PER_FILE);
    let fitting = |places: &&[Place]| {
        (2..=MOST_DEFINITIONS).contains(&places.len())
            && places.iter().all(Place::is_own)
            && per_file.admits(&places[0].file.source.path)
    };
    let chosen = definitions.shuffled(&format!("several {repo}")).into_iter().filter(fitting).take(most);
    chosen
        .enumerate()
        .map(|(number, places)| {
            let one = definition_query("names", repo, 0, "several", ask(&places[0].symbol.name, number), &places[0]);
            let places = places.iter().map(|place| (place.file.source.path.clone(), place.symbol.line));
            let places: Vec<(String, u32)> = places.collect();
            let target = |(path, line): &(String, u32)| Target {
                start_line: Some(*line),
                end_line: Some(*line),
                ..super::whole(path)
            };
            let definition = |(path, line): &(String, u32)| Definition { path: path.clone(), line: *line };
            Query {
                targets: places.iter().map(target).collect(),
                definitions: places.iter().map(definition).collect(),
                path: None,
                line: None,
                ..one
            }
        })
        .collect()
}

/// `Class.method`, `module::function`: first those whose last part alone would be ambiguous.
fn qualified<'a>(definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<(String, Place<'a>)> {
    let mut per_file = PerFile::new(PER_FILE);
    let shuffled = definitions.shuffled(&format!("qualified {repo}"));
    let (several, one): (Vec<_>, Vec<_>) = shuffled.into_iter().partition(|places| places.len() > 1);
    several
        .into_iter()
        .chain(one)
        .filter_map(|places| {
            let fitting = |place: &&Place| {
                let symbol = place.symbol;
                place.is_own() && symbol.qualified != symbol.name && definitions.qualified(&symbol.qualified) == 1
            };
            places.iter().find(fitting).copied()
        })
        .filter(|place| per_file.admits(&place.file.source.path))
        .take(most)
        .map(|place| (place.symbol.qualified.clone(), place))
        .collect()
}

/// Two or three neighbouring parts of a long name that no other name has: as words and as a fragment in turn.
fn partial<'a>(definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<(String, Place<'a>)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for name in definitions.names() {
        for run in runs(name) {
            *seen.entry(spaced(&run)).or_default() += 1;
        }
    }
    let mut random = Random::named(&format!("runs {repo}"));
    let fragment = |place: &Place<'a>| -> Option<Vec<(usize, &'a str)>> {
        let name: &'a str = &place.symbol.name;
        let mut fitting: Vec<_> = runs(name)
            .into_iter()
            .filter(|run| run.len() < parts(name).len() && spaced(run).len() >= SHORTEST_FRAGMENT)
            .filter(|run| seen.get(&spaced(run)) == Some(&1))
            .collect();
        (!fitting.is_empty()).then(|| fitting.swap_remove(random.below(fitting.len())))
    };
    unique(definitions, &format!("partial {repo}"))
        .into_iter()
        .map(fragment_of(fragment))
        .filter_map(|(place, run)| Some((place, run?)))
        .take(most)
        .enumerate()
        .map(|(number, (place, run))| {
            let query = if number % 2 == 0 { spaced(&run) } else { written(&place.symbol.name, &run) };
            (query, place)
        })
        .collect()
}

/// Pairs each place with what is made of it.
fn fragment_of<'a, T>(mut make: impl FnMut(&Place<'a>) -> T) -> impl FnMut(Place<'a>) -> (Place<'a>, T) {
    move |place| {
        let made = make(&place);
        (place, made)
    }
}

/// All runs of two or three neighbouring parts.
fn runs(name: &str) -> Vec<Vec<(usize, &str)>> {
    let parts = parts(name);
    [2, 3].iter().flat_map(|&length| parts.windows(length).map(<[_]>::to_vec).collect::<Vec<_>>()).collect()
}

fn spaced(run: &[(usize, &str)]) -> String {
    run.iter().map(|(_, part)| part.to_lowercase()).collect::<Vec<_>>().join(" ")
}

/// The run as the name has it.
fn written(name: &str, run: &[(usize, &str)]) -> String {
    match (run.first(), run.last()) {
        (Some((start, _)), Some((last, part))) => name[*start..last + part.len()].to_owned(),
        _ => String::new(),
    }
}

/// The bare name with one edit, which makes no other name of the corpus.
fn slips<'a>(definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<(String, Place<'a>)> {
    let mut random = Random::named(&format!("slips {repo}"));
    unique(definitions, &format!("misspelt {repo}"))
        .into_iter()
        .map(|place| (misspelt(&place.symbol.name, &mut random), place))
        .filter(|(slip, _)| !definitions.knows(slip))
        .take(most)
        .collect()
}

/// The name in the middle of a request.
fn sentences<'a>(definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<(String, Place<'a>)> {
    let ask = |(number, place): (usize, Place<'a>)| {
        let name = &place.symbol.name;
        let query = match number % 4 {
            0 => format!("I want to change what {name} returns when its input is empty"),
            1 => format!("which callers would break if {name} took one more argument"),
            2 => format!("write a test for {name} that covers the failing case"),
            _ => format!("explain step by step what happens inside {name} and why"),
        };
        (query, place)
    };
    unique(definitions, &format!("sentence {repo}")).into_iter().take(most).enumerate().map(ask).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_parts_keep_the_names_spelling() {
        let runs = runs("parseHTTPRequest_line");
        let words: Vec<String> = runs.iter().map(|run| spaced(run)).collect();
        assert_eq!(words, ["parse http", "http request", "request line", "parse http request", "http request line"]);
        assert_eq!(written("parseHTTPRequest_line", &runs[4]), "HTTPRequest_line");
    }
}
