//! A Python project's source archive, through pip's own configuration.

use std::fs;
use std::path::PathBuf;

use crate::corpora::Pinned;
use crate::outcome::{Advice, Context, Outcome};
use crate::project::Project;
use crate::setup::python;
use crate::tool::Tool;

const SCRIPT: &str = include_str!("sdist.py");

/// Downloads the archive; returns where it lies.
pub fn fetch(project: &Project, wanted: &Pinned) -> Outcome<PathBuf> {
    let python = python::ensure()?;
    let folder = project.scratch.join("pypi");
    fs::create_dir_all(&folder).context(format!("making {}", folder.display()))?;
    let name = format!("{}-{}.tar.gz", wanted.name, wanted.version);
    Tool::new(python)
        .args(["-c", SCRIPT, wanted.name, &name])
        .arg(&folder)
        .quietly()
        .or_by_hand(&format!("put {name} into {}", folder.display()))?;
    Ok(folder.join(name))
}
