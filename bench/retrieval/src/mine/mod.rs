//! Makes suites from code bases: names, documentation, questions that another corpus answers, and commits.

pub mod commits;
pub mod copy;
pub mod definitions;
pub mod docstrings;
pub mod messages;
pub mod names;
pub mod scope;
pub mod sentence;
pub mod symbols;
pub mod traces;
pub mod words;

use std::fs;
use std::path::Path;

use crate::corpus::Corpus;
use crate::engine::ModelFiles;
use crate::outcome::{Context, Outcome};
use crate::progress::say;
use crate::suite::{self, Query, Target};
use definitions::{Definitions, Place};

/// Symbol queries of a corpus.
const SYMBOLS: usize = 60;
/// Queries for harder names, a category and corpus.
const NAMES: usize = 14;

/// Mines every folder below `CORPORA/repos`: writes the copies without the queried documentation below
/// `CORPORA/docs`, and the suites into `out`.
pub fn run(corpora: &Path, out: &Path, model: &ModelFiles) -> Outcome {
    let repos = corpora.join("repos");
    let (mut by_symbol, mut by_name, mut by_doc) = (Vec::new(), Vec::new(), Vec::new());
    for repo in folders(&repos)? {
        let folder = repos.join(&repo);
        let corpus = Corpus::open(&folder, model)?;
        let definitions = Definitions::of(&corpus);
        let symbols = symbols::mine(&definitions, &repo, SYMBOLS);
        let names = names::mine(&corpus, &definitions, &repo, NAMES);
        let docs = docstrings::mine(&corpus, &definitions, &repo);
        say(&format!("{repo}: {} symbol, {} name and {} docstring queries", symbols.len(), names.len(), docs.len()));
        by_symbol.extend(symbols);
        by_name.extend(names);
        copy::write(&corpus, &folder, &corpora.join("docs").join(&repo), &docs)?;
        by_doc.extend(docs.into_iter().map(|doc| doc.query));
    }
    suite::save(&out.join("symbols.jsonl"), &by_symbol)?;
    suite::save(&out.join("names.jsonl"), &by_name)?;
    suite::save(&out.join("docstrings.jsonl"), &by_doc)?;
    suite::save(&out.join("scope.jsonl"), &scope::mine(&by_doc))
}

/// Mines harder names alone, at most `most` of a category and corpus, into `out/names.jsonl`. A folder `NAME@VERSION`
/// is the repository NAME, and is left out where it is there as well.
pub fn names_only(corpora: &Path, out: &Path, model: &ModelFiles, most: usize) -> Outcome {
    let repos = corpora.join("repos");
    let folders = folders(&repos)?;
    let mut queries = Vec::new();
    for folder in &folders {
        let repo = folder.split('@').next().unwrap_or(folder);
        if repo != folder && folders.iter().any(|other| other == repo) {
            continue;
        }
        let corpus = Corpus::open(&repos.join(folder), model)?;
        let mined = names::mine(&corpus, &Definitions::of(&corpus), folder, most);
        say(&format!("{folder}: {} queries", mined.len()));
        queries.extend(mined.into_iter().map(|query| Query { repo: repo.to_owned(), ..query }));
    }
    suite::save(&out.join("names.jsonl"), &queries)
}

/// The folders in a folder, sorted by name.
pub fn folders(folder: &Path) -> Outcome<Vec<String>> {
    let doing = format!("listing {}", folder.display());
    let mut names: Vec<String> = fs::read_dir(folder)
        .context(&doing)?
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(format!("{} holds no folder to mine: put a code base into it.", folder.display()).into());
    }
    Ok(names)
}

/// A query for a definition, its truth the line of the name.
fn definition_query(suite: &str, repo: &str, number: usize, category: &str, query: String, place: &Place) -> Query {
    let (path, line) = (place.file.source.path.clone(), place.symbol.line);
    Query {
        query_id: format!("{suite}/{repo}/{number}"),
        suite: suite.to_owned(),
        repo: repo.to_owned(),
        lang: place.file.source.language.name().to_owned(),
        category: category.to_owned(),
        query,
        root: format!("repos/{repo}"),
        targets: vec![Target { start_line: Some(line), end_line: Some(line), ..whole(&path) }],
        name: Some(place.symbol.name.clone()),
        path: Some(path),
        line: Some(line),
        ..Query::default()
    }
}

/// A target that is a whole file.
fn whole(path: &str) -> Target {
    Target { path: path.to_owned(), orig: None, start_line: None, end_line: None, primary: true }
}
