//! The packages that the embedding model is trained on: those of model/train/sources.tsv.

use std::fs;
use std::path::PathBuf;

use super::{Pinned, corpus, crates, npm, pypi};
use crate::outcome::{Context, Failure, Outcome};
use crate::progress::step;
use crate::project::Project;
use crate::setup::Node;

const SOURCES: &str = include_str!("../../../model/train/sources.tsv");
const COLUMNS: [&str; 5] = ["registry", "name", "version", "sha256", "licence"];

/// A line of the list.
struct Source {
    registry: &'static str,
    pinned: Pinned,
}

impl Source {
    /// The name of its folder: of `@scope/name` it is `scope-name`.
    fn folder(&self) -> String {
        self.pinned.name.trim_start_matches('@').replace('/', "-")
    }
}

/// Fetches all packages, each into a folder of one folder; returns that.
pub fn fetch(project: &Project, node: &Node) -> Outcome<PathBuf> {
    let sources = sources()?;
    let home = project.scratch.join("train/packages");
    step(&format!("{} packages to train on", sources.len()), || {
        remove_others(&home, &sources)?;
        for source in &sources {
            corpus(&home.join(source.folder()), std::slice::from_ref(&source.pinned), |one| match source.registry {
                "crates" => crates::fetch(project, one),
                "npm" => npm::fetch(project, node, one),
                _ => pypi::fetch(project, one),
            })
            .map_err(|failure| failure.during(format!("Fetching {}", source.pinned.name)))?;
        }
        Ok(())
    })?;
    Ok(home)
}

/// What an earlier list named must not be trained on.
fn remove_others(home: &std::path::Path, sources: &[Source]) -> Outcome {
    let doing = format!("making {}", home.display());
    fs::create_dir_all(home).context(&doing)?;
    for entry in fs::read_dir(home).context(&doing)?.flatten() {
        if !sources.iter().any(|source| *source.folder() == *entry.file_name()) {
            fs::remove_dir_all(entry.path()).context(format!("removing {}", entry.path().display()))?;
        }
    }
    Ok(())
}

fn sources() -> Outcome<Vec<Source>> {
    let wrong = |number: usize, why: &str| Failure::new(format!("Line {number} of model/train/sources.tsv {why}."));
    let mut lines = (1..).zip(SOURCES.lines()).filter(|(_, line)| !line.starts_with('#'));
    match lines.next() {
        Some((_, header)) if header.split('\t').eq(COLUMNS) => {}
        _ => return Err(wrong(1, &format!("must name the columns {}", COLUMNS.join(", ")))),
    }
    let source = |(number, line): (usize, &'static str)| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[registry, name, version, sha256, licence] = fields.as_slice() else {
            return Err(wrong(number, &format!("has not the {} fields of the header", COLUMNS.len())));
        };
        if !["crates", "npm", "pypi"].contains(&registry) {
            return Err(wrong(number, "names a registry that is none of crates, npm and pypi"));
        }
        if !is_permissive(licence) {
            return Err(wrong(number, "names a licence that is not MIT, Apache-2.0, BSD, ISC or PSF"));
        }
        Ok(Source { registry, pinned: Pinned { name, version, sha256, folder: "", only: &[] } })
    };
    lines.map(source).collect()
}

/// An expression of SPDX whose every part is permissive.
fn is_permissive(licence: &str) -> bool {
    const KNOWN: [&str; 7] = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "PSF-2.0", "LLVM-exception"];
    let parts = licence.split([' ', '/']).filter(|word| !["OR", "AND", "WITH"].contains(word));
    !licence.is_empty() && parts.into_iter().all(|part| KNOWN.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_source_is_pinned_once() {
        let sources = sources().unwrap();
        let folders: BTreeSet<String> = sources.iter().map(Source::folder).collect();
        assert!((60..=120).contains(&sources.len()) && folders.len() == sources.len());
        let is_digest = |text: &str| text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit());
        assert!(sources.iter().all(|source| is_digest(source.pinned.sha256)));
    }

    #[test]
    fn licences_that_ask_for_more_are_refused() {
        assert!(is_permissive("Apache-2.0 WITH LLVM-exception OR MIT") && is_permissive("MIT/Apache-2.0"));
        assert!(!is_permissive("GPL-3.0") && !is_permissive("MIT AND MPL-2.0") && !is_permissive(""));
    }
}
