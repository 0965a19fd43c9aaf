//! The files that are measured: of each package some of each language, spread over its folders.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::walk::walk;
use nearfield::source::{self, IgnoreRules, Language, Limits, Source};

/// Whether a package was looked at while the queries were written, or is only reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Set {
    /// Looked at.
    Seen,
    /// Only reported.
    Held,
}

/// A file that is measured.
pub struct File {
    /// Which set its package is in.
    pub set: Set,
    /// The package.
    pub package: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its text, with what admission made of it.
    pub source: Source,
}

/// Of one package at most so many files of a language.
const MOST: usize = 40;
/// A package with fewer files of a language is about something else.
const FEWEST: usize = 2;
/// Files of fewer bytes hold next to nothing.
const LEAST: usize = 200;

/// Reads the packages of `seen` and `held`.
pub fn read(corpora: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    for (folder, set) in [("seen", Set::Seen), ("held", Set::Held)] {
        let root = corpora.join(folder);
        let entries = fs::read_dir(&root).map_err(|error| format!("{}: {error}", root.display()))?;
        let mut packages: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|p| p.is_dir()).collect();
        packages.sort();
        for package in packages {
            files.extend(thinned(package_files(set, &package)));
        }
    }
    Ok(files)
}

fn package_files(set: Set, package: &Path) -> Vec<File> {
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut files = Vec::new();
    for path in walk(package) {
        let Ok(content) = fs::read(&path) else { continue };
        let relative = path.strip_prefix(package).unwrap_or(&path).to_string_lossy().into_owned();
        let Ok(source) = source::admit(&relative, &content, &IgnoreRules::new(), &Limits::default()) else { continue };
        if source.text.len() >= LEAST {
            files.push(File { set, package: name.clone(), path, source });
        }
    }
    files
}

/// Of each language at most [`MOST`] files, evenly over the order of their paths.
fn thinned(files: Vec<File>) -> Vec<File> {
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for file in &files {
        *counts.entry(file.source.language).or_default() += 1;
    }
    let mut seen: BTreeMap<Language, usize> = BTreeMap::new();
    let keep = |file: &File| {
        let all = counts.get(&file.source.language).copied().unwrap_or_default();
        let at = seen.entry(file.source.language).or_default();
        *at += 1;
        // One file for each step of the scale of `MOST`.
        all >= FEWEST && (all <= MOST || *at * MOST / all != (*at - 1) * MOST / all)
    };
    files.into_iter().filter(keep).collect()
}
