//! Opens `.crate`, `.tgz` and `.tar.gz` archives.

use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use tar::Archive;

use crate::outcome::{Context, Outcome};

/// Unpacks regular files without the archive's outermost folder, only those that start with one of `only`
/// (all, if that is empty). Links and paths that leave the folder are left out.
pub fn unpack(bytes: &[u8], into: &Path, only: &[&str]) -> Outcome {
    unpack_tar(GzDecoder::new(bytes), into, only)
}

/// The same for an archive that is not compressed.
pub fn unpack_tar(bytes: impl Read, into: &Path, only: &[&str]) -> Outcome {
    let doing = format!("unpacking into {}", into.display());
    let mut archive = Archive::new(bytes);
    for entry in archive.entries().context(&doing)? {
        let mut entry = entry.context(&doing)?;
        let path = entry.path().context(&doing)?.into_owned();
        let Some(inner) = without_outermost(&path) else {
            continue;
        };
        let slashed = inner.to_string_lossy().replace('\\', "/");
        let wanted = only.is_empty() || only.iter().any(|prefix| slashed.starts_with(prefix));
        if !entry.header().entry_type().is_file() || !wanted {
            continue;
        }
        let file = into.join(inner);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).context(&doing)?;
        }
        let mut content = Vec::new();
        entry.read_to_end(&mut content).context(&doing)?;
        fs::write(&file, content).context(&doing)?;
    }
    Ok(())
}

/// `package-1.0/src/lib.rs` → `src/lib.rs`; nothing for paths that point elsewhere.
fn without_outermost(path: &Path) -> Option<PathBuf> {
    let mut parts = path.components();
    parts.next()?;
    let inner = parts.as_path();
    let plain = inner.components().all(|part| matches!(part, Component::Normal(_)));
    (plain && !inner.as_os_str().is_empty()).then(|| inner.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_one_folder_and_refuses_to_leave_it() {
        let inner = |path: &str| without_outermost(Path::new(path));
        assert_eq!(inner("a-1.0/src/lib.rs"), Some(PathBuf::from("src/lib.rs")));
        assert_eq!(inner("a-1.0/../../etc/passwd"), None);
        assert_eq!(inner("a-1.0"), None);
    }
}
