//! The tests that run through the built package.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Context, Failure, Outcome};
use crate::project::Project;
use crate::setup::Node;

/// tests/js, in Node.
pub fn node(project: &Project, node: &Node, told: &[(String, OsString)]) -> Outcome {
    run(project, node, told, "tests/js", "2")
}

/// tests/browser, in Chromium: one file after the other, since each starts a browser.
pub fn browser(project: &Project, node: &Node, told: &[(String, OsString)]) -> Outcome {
    run(project, node, told, "tests/browser", "1")
}

fn run(project: &Project, node: &Node, told: &[(String, OsString)], folder: &str, at_once: &str) -> Outcome {
    let mut files = Vec::new();
    gather(&project.root.join(folder), &mut files).context(format!("looking for tests in {folder}"))?;
    files.sort();
    // Node would call a run without tests a success.
    if files.is_empty() {
        return Err(Failure::new(format!("There is no *.test.mjs below {folder}.")));
    }
    node.file(Path::new("--test"))
        .args(["--test-reporter=spec".to_owned(), format!("--test-concurrency={at_once}")])
        .args(files)
        .dir(&project.root)
        .envs(told)
        .run()
}

/// Node 20 takes no pattern: the files are named one by one.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    Ok(())
}
