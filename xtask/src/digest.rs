//! SHA-256: holds what is fetched to what was pinned, and what is kept to what it was made from.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::outcome::{Context, Failure, Outcome};

/// The digest in hexadecimal.
pub fn of_bytes(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of many pieces of bytes, each told apart from its neighbours.
#[derive(Default)]
pub struct Sum(Sha256);

impl Sum {
    /// Adds one piece.
    pub fn add(&mut self, piece: impl AsRef<[u8]>) {
        let piece = piece.as_ref();
        self.0.update((piece.len() as u64).to_le_bytes());
        self.0.update(piece);
    }

    /// Adds a file, or every file below a folder, each with its path as seen from `root`.
    pub fn add_files(&mut self, root: &Path, inside: &Path) -> Outcome {
        let path = root.join(inside);
        let doing = format!("reading {}", path.display());
        if !path.is_dir() {
            self.add(inside.as_os_str().as_encoded_bytes());
            self.add(fs::read(&path).context(doing)?);
            return Ok(());
        }
        let entries: Result<Vec<_>, _> = fs::read_dir(&path).and_then(Iterator::collect);
        let mut names: Vec<_> = entries.context(doing)?.iter().map(fs::DirEntry::file_name).collect();
        names.sort();
        names.iter().try_for_each(|name| self.add_files(root, &inside.join(name)))
    }

    /// The digest in hexadecimal.
    pub fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

/// Reads a file whose digest is known.
pub fn read_pinned(file: &Path, sha256: &str) -> Outcome<Vec<u8>> {
    let bytes = fs::read(file).context(format!("reading {}", file.display()))?;
    let found = of_bytes(&bytes);
    if found == sha256 {
        return Ok(bytes);
    }
    Err(Failure::new(format!(
        "{} is not the file that was pinned: its SHA-256 is {found}, not {sha256}.",
        file.display()
    ))
    .by_hand(format!("remove {} and run this again", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_of_the_empty_text() {
        let known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of_bytes(b""), known);
    }

    #[test]
    fn a_sum_sees_contents_names_and_borders() {
        let root = std::env::temp_dir().join(format!("nearfield-sum-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let file = root.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        let sum = || {
            let mut sum = Sum::default();
            sum.add_files(&root, Path::new("in")).unwrap();
            sum.finish()
        };
        let mut seen = Vec::new();
        write("in/a", "one");
        write("in/deep/b", "two");
        seen.push(sum());
        assert_eq!(sum(), seen[0]);
        write("in/deep/b", "twi");
        seen.push(sum());
        fs::rename(root.join("in/deep/b"), root.join("in/deep/c")).unwrap();
        seen.push(sum());
        write("in/a", "onec");
        seen.push(sum());
        fs::remove_dir_all(&root).unwrap();
        let pieces = |pieces: [&str; 2]| {
            let mut sum = Sum::default();
            pieces.iter().for_each(|piece| sum.add(piece));
            sum.finish()
        };
        seen.extend([pieces(["ab", "c"]), pieces(["a", "bc"])]);
        let many = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), many);
        assert!(Sum::default().add_files(&root, Path::new("gone")).is_err());
    }
}
