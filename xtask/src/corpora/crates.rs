//! A crate's archive, through cargo.

use std::fs;
use std::path::PathBuf;

use crate::corpora::Pinned;
use crate::outcome::{Failure, Outcome};
use crate::project::{Project, cargo, cargo_home};
use crate::tool::Tool;

/// Lets cargo bring the archive into its cache, and returns where it lies there.
pub fn fetch(project: &Project, wanted: &Pinned) -> Outcome<PathBuf> {
    if let Some(file) = cached(wanted) {
        return Ok(file);
    }
    // `cargo info` downloads this one archive; `cargo fetch` would bring its dependencies too.
    Tool::new(cargo())
        .args(["info", "--quiet", "--color", "never"])
        .arg(format!("{}@{}", wanted.name, wanted.version))
        .dir(&project.scratch)
        .quietly()?;
    cached(wanted).ok_or_else(|| {
        let name = archive_name(wanted);
        Failure::new(format!("cargo did not leave {name} in its cache."))
            .by_hand(format!("put {name} into a folder below CARGO_HOME/registry/cache"))
    })
}

fn archive_name(wanted: &Pinned) -> String {
    format!("{}-{}.crate", wanted.name, wanted.version)
}

/// The archive in the cache of whichever registry it came from.
fn cached(wanted: &Pinned) -> Option<PathBuf> {
    fs::read_dir(cargo_home()?.join("registry/cache"))
        .ok()?
        .flatten()
        .map(|registry| registry.path().join(archive_name(wanted)))
        .find(|file| file.is_file())
}
