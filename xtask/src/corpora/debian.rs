//! Packages of one Debian suite, and the upstream archives that they were made from.

use std::fs;
use std::path::Path;

use super::{Pinned, archive};
use crate::digest;
use crate::outcome::{Advice, Context, Outcome};
use crate::setup::apt::{self, Suite};
use crate::tool::Tool;

/// Unpacks a package's files.
pub fn unpack(suite: &Suite, wanted: &Pinned, into: &Path) -> Outcome {
    let file = suite.download(&format!("{}={}", wanted.name, wanted.version)).or_by_hand(ELSEWHERE)?;
    digest::read_pinned(&file, wanted.sha256)?;
    fs::create_dir_all(into).context(format!("making {}", into.display()))?;
    apt::extract(&file, into)
}

/// Unpacks what a source package was made from.
pub fn unpack_source(suite: &Suite, wanted: &Pinned, into: &Path) -> Outcome {
    let file = suite.source(wanted.name).or_by_hand(ELSEWHERE)?;
    let bytes = digest::read_pinned(&file, wanted.sha256)?;
    let program = match file.extension().and_then(|ending| ending.to_str()) {
        Some("xz") => "xz",
        Some("bz2") => "bzip2",
        _ => return archive::unpack(&bytes, into, wanted.only),
    };
    Tool::new(program).arg("-dkf").arg(&file).quietly().or_by_hand(&format!("install {program}"))?;
    let tar = file.with_extension("");
    let bytes = fs::read(&tar).context(format!("reading {}", tar.display()))?;
    archive::unpack_tar(bytes.as_slice(), into, wanted.only)
}

const ELSEWHERE: &str = "a mirror that keeps this version, or a newer pin in xtask/src/corpora/languages.rs";
