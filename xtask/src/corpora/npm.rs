//! A package's tarball, through npm.

use std::fs;
use std::path::PathBuf;

use crate::corpora::Pinned;
use crate::outcome::{Context, Outcome};
use crate::project::Project;
use crate::setup::Node;
use crate::tool::Tool;

/// Lets npm download the tarball; returns where it lies.
pub fn fetch(project: &Project, node: &Node, wanted: &Pinned) -> Outcome<PathBuf> {
    let folder = project.scratch.join("npm");
    fs::create_dir_all(&folder).context(format!("making {}", folder.display()))?;
    Tool::new(&node.npm)
        .args(["pack", "--silent", "--ignore-scripts", "--pack-destination"])
        .arg(&folder)
        .arg(format!("{}@{}", wanted.name, wanted.version))
        .dir(&project.scratch)
        .quietly()?;
    // npm writes `@scope/name` as `scope-name`.
    let name = wanted.name.trim_start_matches('@').replace('/', "-");
    Ok(folder.join(format!("{name}-{}.tgz", wanted.version)))
}
