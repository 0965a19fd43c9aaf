//! The files of a package that hold its own program.

use std::fs;
use std::path::{Path, PathBuf};

use nearfield::source::{Content, IgnoreRules, Limits, Role, Source, admit};

use crate::outcome::{Context, Outcome};

/// What lies in a folder, sorted.
pub fn entries(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let doing = format!("listing {}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).context(&doing)? {
        found.push(entry.context(&doing)?.path());
    }
    found.sort();
    Ok(found)
}

/// Paths of all files below a folder, relative to it, sorted. Links are not followed.
pub fn below(folder: &Path) -> Outcome<Vec<String>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for path in entries(&next)? {
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Some(inner) = path.strip_prefix(folder).ok().and_then(Path::to_str) {
                files.push(inner.replace('\\', "/"));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The source at a path, if the engine would index it as the program itself.
pub fn program(folder: &Path, path: &str) -> Outcome<Option<Source>> {
    let file = folder.join(path);
    let bytes = fs::read(&file).context(format!("reading {}", file.display()))?;
    let own = |source: &Source| source.language.content() == Content::Code && source.role == Role::Code;
    // A refusal is no failure here: what the engine does not read cannot be trained on.
    // The texts as they are: what the shipped model was trained on.
    let limits = Limits { mask_secrets: false, ..Limits::default() };
    Ok(admit(path, &bytes, &IgnoreRules::new(), &limits).ok().filter(own))
}
