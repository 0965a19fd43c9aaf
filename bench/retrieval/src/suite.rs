//! Suites of queries: one JSON object a line, as bench/retrieval/README.md describes.

use serde::Deserialize;
use std::error::Error;
use std::fs;
use std::path::Path;

/// A query with its truth.
#[derive(Clone, Debug, Deserialize)]
pub struct Query {
    /// Unique in the suite.
    pub query_id: String,
    /// The repository that it belongs to: the unit of cross-validation and of macro averages.
    pub repo: String,
    /// The repository's main language.
    #[serde(default)]
    pub lang: String,
    /// A kind of query, such as `symbol`.
    #[serde(default)]
    pub category: String,
    /// What is asked.
    pub query: String,
    /// The folder below the corpora that is indexed.
    pub root: String,
    /// That folder inside the repository; empty for the whole of it.
    #[serde(default)]
    pub prefix: String,
    /// Where the answer is; empty for a query out of scope.
    pub targets: Vec<Target>,
    /// The file of the definition that is looked for, where the truth is one definition.
    pub path: Option<String>,
    /// The line of that definition, from 1.
    pub line: Option<u32>,
}

/// A place that answers a query.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    /// The file, relative to the repository.
    pub path: String,
    /// The file as the benchmark's authors wrote it, for their loose matching rule.
    pub orig: Option<String>,
    /// First line, where the target is narrower than the file.
    pub start_line: Option<u32>,
    /// Last line, inclusive.
    pub end_line: Option<u32>,
    /// Whether the label is the main one.
    #[serde(default = "yes")]
    pub primary: bool,
}

fn yes() -> bool {
    true
}

/// Reads a suite.
pub fn load(file: &Path) -> Result<Vec<Query>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|e| format!("The suite {} cannot be read: {e}.", file.display()))?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).map_err(|e| format!("{}: {e} in {line}", file.display()).into()))
        .collect()
}
