//! Packages whose archives carry real documentation, pinned: what document search is measured on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::{Pinned, corpus, npm, pypi};
use crate::outcome::{Context, Outcome};
use crate::progress::step;
use crate::project::Project;
use crate::setup::Node;

#[derive(Clone, Copy)]
enum Registry {
    Npm,
    PyPi,
}

/// A package, and the suite that its questions belong to.
struct Package {
    suite: &'static str,
    registry: Registry,
    pinned: Pinned,
}

/// May be tuned on.
const DEVELOPMENT: &str = "development";
/// Only reported.
const HELD_OUT: &str = "held-out";
/// Only reported, and in HTML.
const HTML: &str = "html";

const fn package(
    suite: &'static str,
    registry: Registry,
    [name, version, sha256]: [&'static str; 3],
    only: &'static [&'static str],
) -> Package {
    Package { suite, registry, pinned: Pinned { name, version, sha256, folder: "", only } }
}

const PACKAGES: [Package; 14] = [
    package(
        DEVELOPMENT,
        Registry::PyPi,
        ["attrs", "26.1.0", "d03ceb89cb322a8fd706d4fb91940737b6642aa36998fe130a9bc96c985eff32"],
        &["docs/", "src/", "README.md"],
    ),
    package(
        DEVELOPMENT,
        Registry::PyPi,
        ["beets", "2.14.1", "b25dc7bf8ed093d8b6e043e88013736902c1082c958b81a598af5db5275539a5"],
        &["docs/", "beets/", "beetsplug/", "README.rst"],
    ),
    package(
        DEVELOPMENT,
        Registry::PyPi,
        ["black", "26.10.1", "5f9f83beae62437e060dafd53d7f1fc327e3d3494f74d72ee5c2b73eb90fc4e7"],
        &["docs/", "src/", "README.md"],
    ),
    package(
        DEVELOPMENT,
        Registry::Npm,
        ["fastify", "5.12.8", "459048aabd9311309f4f95b36e8ca065e3a4613ded292bcf50442926931e4748"],
        &["docs/", "lib/", "fastify.js", "README.md"],
    ),
    package(
        DEVELOPMENT,
        Registry::PyPi,
        ["flask", "3.1.3", "0ef0e52b8a9cd932855379197dd8f94047b359ca0a78695144304cb45f87c9eb"],
        &["docs/", "src/", "README.md"],
    ),
    package(
        HELD_OUT,
        Registry::PyPi,
        ["borgbackup", "1.4.5", "4f9a5fe584c504b15485841236750dea16aa7cd2ddbc4a594e9d2ce5c49c4508"],
        &["docs/", "src/borg/", "README.rst"],
    ),
    package(
        HELD_OUT,
        Registry::PyPi,
        ["docutils", "0.23", "746f5060322511280a1e50eb76846ed6bf2342984b2ac04dc42caa1a8d78799e"],
        &["docs/", "docutils/"],
    ),
    // The guides for the newer of its two routers; those for the older repeat them.
    package(
        HELD_OUT,
        Registry::Npm,
        ["next", "16.4.6", "954cc114e2e4f57464f6d2f6640ec9b7a8e493ad4373c692b2d37d135da2806a"],
        &["dist/docs/01-app/", "dist/docs/03-architecture/", "dist/docs/04-community/"],
    ),
    package(
        HELD_OUT,
        Registry::Npm,
        ["pino", "10.4.0", "f745d3dee0bddd39f11226335ee6dbbe3d49cc037168f2b31a8cdbe78f0e6216"],
        &["docs/", "lib/", "pino.js", "README.md"],
    ),
    package(
        HELD_OUT,
        Registry::PyPi,
        ["sphinx", "9.0.4", "594ef59d042972abbc581d8baa577404abe4e6c3b04ef61bd7fc2acbd51f3fa3"],
        &["doc/", "sphinx/ext/", "sphinx/environment/"],
    ),
    package(
        HELD_OUT,
        Registry::PyPi,
        ["sqlalchemy", "2.1.9", "d700a8b2edfb26282a470333d6bc4a454c4acda4d201a3bea7b72fa76c217d28"],
        &["doc/build/", "lib/sqlalchemy/orm/"],
    ),
    package(
        HELD_OUT,
        Registry::Npm,
        ["undici", "7.30.2", "2bf5b1c41724614729cb383f22c64506b6665869d385de862752c33763fcce1b"],
        &["docs/", "lib/", "README.md"],
    ),
    package(
        HTML,
        Registry::Npm,
        ["npm", "11.21.2", "8ad8563b81e71b90ef405b140bccf3ba9b5e7884ab210bd49ee4e2f4bc6f61f5"],
        &["docs/output/", "lib/"],
    ),
    package(
        HTML,
        Registry::PyPi,
        ["qutebrowser", "3.7.0", "c7f95884ea5e6675e584025bea55cff950c47d749aff7f415f68da03fcce0f92"],
        &["qutebrowser/html/doc/", "qutebrowser/commands/", "qutebrowser/config/"],
    ),
];

/// Fetches all packages into `SUITE/NAME` of one folder, with a list of their versions; returns the folder.
pub fn fetch(project: &Project, node: &Node) -> Outcome<PathBuf> {
    let home = project.scratch.join("documents");
    step("Packages to measure document search on", || {
        let mut versions = BTreeMap::new();
        for Package { suite, registry, pinned } in PACKAGES {
            fs::create_dir_all(home.join(suite)).context(format!("making {}", home.display()))?;
            corpus(&home.join(suite).join(pinned.name), std::slice::from_ref(&pinned), |one| match registry {
                Registry::Npm => npm::fetch(project, node, one),
                Registry::PyPi => pypi::fetch(project, one),
            })?;
            let told = format!("{} {} without what is asked for", pinned.name, pinned.version);
            versions.insert(format!("copies/{}", pinned.name), told);
        }
        let versions = serde_json::to_string_pretty(&json!(versions)).context("listing versions")?;
        fs::write(home.join("versions.json"), versions + "\n").context("writing versions.json")
    })?;
    Ok(home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_package_belongs_to_one_suite() {
        let names: BTreeSet<&str> = PACKAGES.iter().map(|package| package.pinned.name).collect();
        let archives: BTreeSet<&str> = PACKAGES.iter().map(|package| package.pinned.sha256).collect();
        assert_eq!((names.len(), archives.len()), (PACKAGES.len(), PACKAGES.len()));
        assert!(archives.iter().all(|sha256| sha256.len() == 64));
    }
}
