//! Subjects of commits: which files were changed? By the history of any git repository.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::whole;
use crate::corpus::files_below;
use crate::engine::source_language;
use crate::outcome::{Context, Outcome};
use crate::progress::say;
use crate::suite::{self, Query};

const MOST: usize = 150;
const FEWEST_WORDS: usize = 5;
const MOST_FILES: usize = 4;

/// Words of subjects that say nothing about what the changed code does; as a first word or a prefix.
const HOUSEKEEPING: [&str; 30] = [
    "revert",
    "reverts",
    "release",
    "releases",
    "bump",
    "bumps",
    "merge",
    "version",
    "prepare",
    "doc",
    "docs",
    "documentation",
    "test",
    "tests",
    "tst",
    "ci",
    "build",
    "bld",
    "chore",
    "style",
    "sty",
    "format",
    "fmt",
    "typo",
    "typos",
    "lint",
    "changelog",
    "readme",
    "deps",
    "rel",
];

/// Writes the tree at HEAD below `OUT/repos`, and the suite `OUT/suites/commits-NAME.jsonl`.
pub fn run(repository: &Path, out: &Path, name: Option<&str>) -> Outcome {
    let folder = fs::canonicalize(repository).context(format!("looking for {}", repository.display()))?;
    let own = folder.file_name().unwrap_or_default().to_string_lossy();
    let name = name.unwrap_or(own.trim_end_matches(".git"));
    let tree = out.join("repos").join(name);
    let head = export(&folder, &tree)?;
    let log =
        git(&folder, ["log", "--no-merges", "--no-renames", "--name-only", "--format=%x1e%H%x1f%s", "-z", "HEAD"])?;
    let files = files_below(&tree, &|_| false)?;
    let queries = mine(&log, &files, name);
    if queries.is_empty() {
        return Err(format!(
            "No commit of {} fits: a shallow clone has too little history, fetch the whole of it.",
            repository.display()
        )
        .into());
    }
    fs::write(out.join("repos").join(format!("{name}.revision")), head.trim()).context("noting the revision")?;
    let file = out.join("suites").join(format!("commits-{name}.jsonl"));
    say(&format!("{}: {} queries", file.display(), queries.len()));
    suite::save(&file, &queries)
}

fn git<S: AsRef<OsStr>>(repository: &Path, arguments: impl IntoIterator<Item = S>) -> Outcome<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(repository).args(arguments);
    let output = command.output().context("starting git, which must be on the PATH")?;
    if !output.status.success() {
        return Err(format!("git failed: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes HEAD's files into a folder, through an index of its own; returns the commit.
fn export(repository: &Path, tree: &Path) -> Outcome<String> {
    let doing = format!("making {}", tree.display());
    let _ = fs::remove_dir_all(tree);
    fs::create_dir_all(tree).context(&doing)?;
    let tree = fs::canonicalize(tree).context(&doing)?;
    let index = tree.with_extension("index");
    let archive = |arguments: &[&str]| -> Outcome {
        let mut command = Command::new("git");
        command.arg("-C").arg(repository).arg("--work-tree").arg(&tree).args(arguments);
        let output = command.env("GIT_INDEX_FILE", &index).output().context("starting git")?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("git failed: {}", String::from_utf8_lossy(&output.stderr).trim()).into())
    };
    archive(&["read-tree", "HEAD"])?;
    archive(&["checkout-index", "--all", "--force", &format!("--prefix={}/", tree.display())])?;
    fs::remove_file(&index).context("removing git's index")?;
    git(repository, ["rev-parse", "HEAD"])
}

/// Queries from the log, newest first: records begin with ^^, then the commit, ^_, its subject, and its files, each
/// after a zero byte.
fn mine(log: &str, files: &BTreeSet<String>, repo: &str) -> Vec<Query> {
    let mut queries: Vec<Query> = Vec::new();
    let mut asked = BTreeSet::new();
    for record in log.split('\u{1e}').filter(|record| !record.is_empty()) {
        let mut fields = record.split('\0').map(|field| field.trim_matches('\n'));
        let Some((_, subject)) = fields.next().and_then(|first| first.split_once('\u{1f}')) else { continue };
        let changed: Vec<&str> = fields.filter(|path| !path.is_empty()).collect();
        let sources: Vec<(&str, &str)> =
            changed.iter().filter_map(|path| Some((*path, source_language(path)?))).collect();
        let there = sources.iter().all(|(path, _)| files.contains(*path));
        let Some(query) = question(subject) else { continue };
        if sources.is_empty() || sources.len() > MOST_FILES || !there || !asked.insert(query.clone()) {
            continue;
        }
        queries.push(Query {
            query_id: format!("commits/{repo}/{}", queries.len()),
            suite: "commits".to_owned(),
            repo: repo.to_owned(),
            lang: sources[0].1.to_owned(),
            category: format!("{} files", sources.len()).replace("1 files", "1 file"),
            query,
            root: format!("repos/{repo}"),
            targets: sources.iter().map(|(path, _)| whole(path)).collect(),
            ..Query::default()
        });
        if queries.len() == MOST {
            break;
        }
    }
    queries
}

/// The subject without ticket numbers and a prefix like `fix(core):`; none if it is short or about housekeeping.
fn question(subject: &str) -> Option<String> {
    let is_housekeeping = |text: &str| {
        let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
        HOUSEKEEPING.contains(&word.to_lowercase().as_str())
    };
    if is_housekeeping(subject) {
        return None;
    }
    let mut rest = subject.trim();
    // `BUG:`, `fix(core)!:`, `globset:`; several at most two deep.
    for _ in 0..2 {
        let Some((prefix, after)) = rest.split_once(": ") else { break };
        let plain = |c: char| c.is_alphanumeric() || "()-_/.,!*#@ ".contains(c);
        if prefix.len() > 30 || prefix.split_whitespace().count() > 2 || !prefix.chars().all(plain) {
            break;
        }
        rest = after.trim();
    }
    let is_ticket = |word: &str| {
        let inner = word.trim_matches(|c: char| "()[],.:;".contains(c));
        let number =
            inner.strip_prefix('#').or_else(|| inner.strip_prefix("GH-")).or_else(|| inner.strip_prefix("gh-"));
        number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
    };
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !is_ticket(word)).collect();
    (words.len() >= FEWEST_WORDS && !is_housekeeping(rest)).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_lose_prefixes_and_tickets() {
        let asked = |subject| question(subject);
        assert_eq!(asked("fix(core): keep the order of keys (#123)").as_deref(), Some("keep the order of keys"));
        assert_eq!(
            asked("BUG: gh-12 handle overflow in large inputs").as_deref(),
            Some("handle overflow in large inputs")
        );
        assert_eq!(asked("globset: fix: match a literal dash first").as_deref(), Some("match a literal dash first"));
        assert_eq!(asked("Say why: the reader of a long file"), Some("the reader of a long file".into()));
        for subject in
            ["docs: say how to use the new reader", "Bump serde from 1.0 to 1.1 again", "fix: too short a subject"]
        {
            assert_eq!(asked(subject), None, "{subject}");
        }
    }

    #[test]
    fn only_commits_whose_few_sources_are_still_there() {
        let log = "\u{1e}aa\u{1f}keep the order of all keys\0\nsrc/a.rs\0tests/a.rs\0README.md\0\
                   \u{1e}bb\u{1f}drop a file that nobody reads\0\nsrc/gone.rs\0\
                   \u{1e}cc\u{1f}say in prose what it does\0\nREADME.md\0";
        let files = ["src/a.rs", "tests/a.rs", "README.md"].map(str::to_owned).into();
        let queries = mine(log, &files, "x");
        assert_eq!(queries.len(), 1);
        assert_eq!((queries[0].targets.len(), queries[0].targets[0].path.as_str()), (1, "src/a.rs"));
        assert_eq!(queries[0].category, "1 file");
    }
}
