//! A folder as an engine.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::engine::{ModelFiles, Nearfield};
use crate::outcome::{Context, Outcome};
use crate::systems::file_bm25::FileIndex;
use crate::systems::keyword::Texts;
use crate::systems::passages::Passages;

/// An indexed folder, with what the simple systems keep of it.
pub struct Corpus {
    /// The engine.
    pub engine: Nearfield,
    /// How long indexing took, reading the files from disk left out.
    pub index_ms: f64,
    /// Made when the first query needs it.
    pub file_index: Option<FileIndex>,
    /// Made when the first query needs it.
    pub texts: Option<Texts>,
    /// Made when the first query needs it.
    pub passages: Option<Passages>,
}

impl Corpus {
    /// Indexes what lies below the folder: rule files first, then by path, as the package's own walk does.
    pub fn open(folder: &Path, model: &ModelFiles) -> Outcome<Self> {
        if !folder.is_dir() {
            return Err(format!(
                "There is no folder {}: name the one that holds the suite's roots with --corpora.",
                folder.display()
            )
            .into());
        }
        let mut engine = Nearfield::new(model)?;
        let mut spent = 0.0;
        for rules_first in [true, false] {
            for path in files_below(folder, &|path| !rules_first && engine.ignores_folder(path))? {
                if is_rule_file(&path) != rules_first {
                    continue;
                }
                let bytes = fs::read(folder.join(&path)).context(format!("reading {path}"))?;
                let start = Instant::now();
                engine.add(&path, &bytes)?;
                spent += start.elapsed().as_secs_f64() * 1e3;
            }
        }
        Ok(Corpus { engine, index_ms: spent, file_index: None, texts: None, passages: None })
    }

    /// The indexed text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.engine.text(path)
    }
}

fn is_rule_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| [".gitignore", ".ignore", ".nearfieldignore"].contains(&name))
}

/// The regular files below a folder, sorted, with slashes; links and git's own folder are left out.
pub fn files_below(folder: &Path, skip: &dyn Fn(&str) -> bool) -> Outcome<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<(PathBuf, String)> = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, inside)) = open.pop() {
        let doing = format!("listing {}", folder.display());
        for entry in fs::read_dir(&folder).context(&doing)? {
            let entry = entry.context(&doing)?;
            let path = format!("{inside}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().context(&doing)?;
            if kind.is_dir() && entry.file_name() != ".git" && !skip(&path) {
                open.push((entry.path(), format!("{path}/")));
            } else if kind.is_file() {
                found.insert(path);
            }
        }
    }
    Ok(found)
}
