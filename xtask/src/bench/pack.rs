//! Files as they are handed to what is measured: a list `[[path, bytes], …]`, and their contents one after the other. One
//! form for native code, Node and a page, which has no folders to read.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::outcome::{Context, Outcome};

/// A pack that is being written: `BASE.json` and `BASE.bin`.
pub struct Packing {
    base: PathBuf,
    list: Vec<(String, usize)>,
    content: BufWriter<File>,
}

impl Packing {
    /// Begins one. The list is written last, so that half a pack is none.
    pub fn begin(base: &Path) -> Outcome<Self> {
        let doing = format!("writing {}.bin", base.display());
        let _ = fs::remove_file(base.with_extension("json"));
        let content = File::create(base.with_extension("bin")).context(doing)?;
        Ok(Packing { base: base.to_owned(), list: Vec::new(), content: BufWriter::new(content) })
    }

    /// Adds a file.
    pub fn add(&mut self, path: String, bytes: &[u8]) -> Outcome {
        self.content.write_all(bytes).context(format!("writing {}.bin", self.base.display()))?;
        self.list.push((path, bytes.len()));
        Ok(())
    }

    /// Ends it; returns the path of both files without the ending, as the programs take it.
    pub fn finish(mut self) -> Outcome<PathBuf> {
        self.content.flush().context(format!("writing {}.bin", self.base.display()))?;
        let list = self.base.with_extension("json");
        fs::write(&list, json!(self.list).to_string()).context(format!("writing {}", list.display()))?;
        Ok(self.base)
    }
}

/// The paths of all files in these folders of `root`, in the one order in which every host takes them: ignore files first,
/// then by path.
pub fn paths(root: &Path, folders: &[&str]) -> Outcome<Vec<String>> {
    let mut paths = Vec::new();
    for folder in folders {
        gather(root, folder, &mut paths).context(format!("listing {folder}"))?;
    }
    paths.sort_by_cached_key(|path| (!path.ends_with("ignore"), path.clone()));
    Ok(paths)
}

fn gather(root: &Path, inside: &str, paths: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(inside))? {
        let entry = entry?;
        let path = format!("{inside}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            gather(root, &path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}
