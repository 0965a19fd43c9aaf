//! A Chromium for the tests of the page and the worker.

use std::env;
use std::path::PathBuf;

use crate::outcome::{Advice, Failure, Outcome};
use crate::progress::say;
use crate::setup::apt;
use crate::tool::which;

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const APPLICATIONS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Finds Chromium or Chrome, or installs Chromium from Debian. Returns the program's path.
pub fn ensure() -> Outcome<PathBuf> {
    let found = match find() {
        Some(found) => found,
        None => {
            let advice = "install Chromium or Chrome, or set NEARFIELD_CHROMIUM to the program's path";
            // A font, since a page without any shows boxes.
            apt::install(&["chromium", "fonts-dejavu-core"]).or_by_hand(advice)?;
            find().ok_or_else(|| Failure::new("Chromium was installed but is not on the PATH.").by_hand(advice))?
        }
    };
    say(format!("using {}", found.display()));
    Ok(found)
}

fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("NEARFIELD_CHROMIUM") {
        return Some(named.into());
    }
    let applications = APPLICATIONS.iter().map(PathBuf::from);
    NAMES.iter().find_map(|name| which(name)).or_else(|| applications.into_iter().find(|path| path.is_file()))
}
