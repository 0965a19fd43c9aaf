//! Python with pip: only to fetch numpy's sources for the tests.

use std::path::PathBuf;

use crate::outcome::{Advice, Failure, Outcome};
use crate::setup::apt;
use crate::tool::{Tool, which};

/// Finds a Python that has pip, or installs Debian's.
pub fn ensure() -> Outcome<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    apt::install(&["python3", "python3-pip"]).or_by_hand("install Python 3 with pip")?;
    find().ok_or_else(|| {
        Failure::new("Python was installed, but `python3 -m pip` does not run.").by_hand("install Python 3 with pip")
    })
}

fn find() -> Option<PathBuf> {
    ["python3", "python"]
        .iter()
        .filter_map(|name| which(name))
        .find(|python| Tool::new(python).args(["-m", "pip", "--version"]).quietly().is_ok())
}
