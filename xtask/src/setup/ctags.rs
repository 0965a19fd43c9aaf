//! universal-ctags, to compare definitions with: Debian's package, unpacked beside the build and not installed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Advice, Context, Failure, Outcome};
use crate::progress::say;
use crate::project::Project;
use crate::setup::apt::{self, Suite};
use crate::tool::Tool;

/// The version that the figures are made with.
const VERSION: &str = "5.9.20210829.0-1";
/// The libraries that it is linked to, beyond those that every machine has.
const LIBRARIES: [&str; 5] = ["libjansson4", "libyaml-0-2", "libseccomp2", "libxml2", "libicu72"];

/// The program, and the folder of its libraries.
pub struct Ctags {
    pub program: PathBuf,
    pub libraries: PathBuf,
}

/// Makes sure that it is there.
pub fn ensure(project: &Project, suite: &str) -> Outcome<Ctags> {
    let home = project.target.join("tools").join(format!("ctags-{VERSION}"));
    if let Some(found) = find(&home) {
        return Ok(found);
    }
    say(format!("universal-ctags {VERSION}"));
    let suite = Suite::open(suite, &project.scratch.join("apt"))?;
    let advice = "install universal-ctags";
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).context(format!("making {}", home.display()))?;
    suite.unpack("universal-ctags", VERSION, &home).or_by_hand(advice)?;
    for library in LIBRARIES {
        apt::extract(&suite.download(library)?, &home)?;
    }
    find(&home).ok_or_else(|| Failure::new("universal-ctags was unpacked, but does not run.").by_hand(advice))
}

fn find(home: &Path) -> Option<Ctags> {
    let program = home.join("usr/bin/ctags-universal");
    let libraries = fs::read_dir(home.join("usr/lib")).ok()?.flatten().map(|entry| entry.path());
    let libraries = libraries.filter(|path| path.is_dir()).find(|path| holds_a_library(path))?;
    let answer = Tool::new(&program).arg("--version").env("LD_LIBRARY_PATH", &libraries).read().ok()?;
    answer.starts_with("Universal Ctags").then_some(Ctags { program, libraries })
}

fn holds_a_library(folder: &Path) -> bool {
    let named = |name: std::ffi::OsString| name.to_string_lossy().starts_with("libjansson.so");
    fs::read_dir(folder).is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(|entry| named(entry.file_name()))))
}
