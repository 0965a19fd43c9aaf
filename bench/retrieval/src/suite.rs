//! Suites of queries: one JSON object a line, as README.md describes.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Context, Outcome};

/// A query with its truth. Fields that only other programs read are not kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Query {
    /// Unique in the suite.
    pub query_id: String,
    /// The suite.
    pub suite: String,
    /// The repository that it belongs to: the unit of macro averages.
    pub repo: String,
    /// The repository's main language, or that of the file asked for.
    pub lang: String,
    /// A kind of query, such as `symbol`.
    pub category: String,
    /// What is asked.
    pub query: String,
    /// The folder below the corpora that is indexed.
    pub root: String,
    /// That folder inside the repository; empty for the whole of it.
    pub prefix: String,
    /// Where the answer is; empty for a query out of scope.
    pub targets: Vec<Target>,
    /// The name that is looked for, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The file of the definition that is looked for, where the truth is one definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The line of that definition, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The definitions that are looked for, where several are as good as one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Definition>,
}

/// A definition's place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The file, relative to the repository.
    pub path: String,
    /// The line of the name, from 1.
    pub line: u32,
}

/// A place that answers a query.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The file, relative to the repository.
    pub path: String,
    /// The file as the benchmark's authors wrote it, for their loose matching rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orig: Option<String>,
    /// First line, where the target is narrower than the file.
    #[serde(default)]
    pub start_line: Option<u32>,
    /// Last line, inclusive.
    #[serde(default)]
    pub end_line: Option<u32>,
    /// Whether the label is the main one.
    #[serde(default = "yes")]
    pub primary: bool,
}

fn yes() -> bool {
    true
}

impl Query {
    /// The definitions that are looked for: one, several as good as one, or none.
    pub fn wanted(&self) -> Vec<Definition> {
        match (&self.path, self.line) {
            (Some(path), Some(line)) => vec![Definition { path: path.clone(), line }],
            _ => self.definitions.clone(),
        }
    }

    /// Whether nothing in the corpus answers it.
    pub fn out_of_scope(&self) -> bool {
        self.targets.is_empty()
    }
}

/// A named list of queries.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file's name without its ending.
    pub name: String,
    /// Its queries, in the order of the file.
    pub queries: Vec<Query>,
}

/// Reads a suite, or all `*.jsonl` of a folder by name.
pub fn load(path: &Path) -> Outcome<Vec<Suite>> {
    let mut files: Vec<PathBuf> = if path.is_dir() {
        let entries = fs::read_dir(path).context(format!("listing {}", path.display()))?;
        entries.flatten().map(|entry| entry.path()).filter(|file| file.extension() == Some("jsonl".as_ref())).collect()
    } else {
        vec![path.to_path_buf()]
    };
    files.sort();
    if files.is_empty() {
        return Err(format!("{} holds no suite: a suite is a file that ends in .jsonl.", path.display()).into());
    }
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Outcome<Suite> {
    let text = fs::read_to_string(file).context(format!("reading the suite {}", file.display()))?;
    let mut queries = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let query: Query =
            serde_json::from_str(line).context(format!("reading line {} of {}", number + 1, file.display()))?;
        if query.query_id.is_empty() || query.query.is_empty() || query.root.is_empty() {
            return Err(format!(
                "Line {} of {} lacks a query_id, a query or a root: give it all three.",
                number + 1,
                file.display()
            )
            .into());
        }
        queries.push(query);
    }
    Ok(Suite { name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), queries })
}

/// The folder with the suites' roots: the suite's own, or the one around it.
pub fn corpora_beside(suite: &Path, suites: &[Suite]) -> Outcome<PathBuf> {
    let own = if suite.is_dir() { suite } else { suite.parent().unwrap_or(Path::new(".")) };
    let root = suites.iter().flat_map(|suite| &suite.queries).map(|query| query.root.as_str()).next().unwrap_or("");
    [own.to_path_buf(), own.join("..")]
        .into_iter()
        .find(|folder| folder.join(root).is_dir())
        .ok_or_else(|| format!("There is no {root} beside {}: name its folder with --corpora.", suite.display()).into())
}

/// Writes a suite.
pub fn save(file: &Path, queries: &[Query]) -> Outcome {
    let doing = format!("writing the suite {}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).context(&doing)?;
    }
    let mut text = String::new();
    for query in queries {
        text.push_str(&serde_json::to_string(query).context(&doing)?);
        text.push('\n');
    }
    fs::write(file, text).context(doing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_another_program_is_read() {
        let line = r#"{"query_id":"a/1","repo":"a","query":"x","root":"r","targets":[{"path":"b.c","start_line":null,
            "end_line":null,"primary":false}],"sha":"1234","path":"b.c","line":3}"#;
        let query: Query = serde_json::from_str(line).unwrap();
        assert_eq!(query.wanted(), [Definition { path: "b.c".into(), line: 3 }]);
        assert!(!query.targets[0].primary && query.targets[0].start_line.is_none() && !query.out_of_scope());
    }
}
