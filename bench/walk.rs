//! The files below a folder, for the programs that measure on real code.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder but git's own, in the order of paths.
pub fn walk(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            match () {
                () if kind.is_dir() && entry.file_name() != ".git" => folders.push(entry.path()),
                () if kind.is_file() => files.push(entry.path()),
                () => {}
            }
        }
    }
    files.sort();
    files
}
