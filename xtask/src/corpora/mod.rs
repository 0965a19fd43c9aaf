//! Real code bases, pinned by version and SHA-256, fetched only through the registries' own clients.

pub mod archive;
mod crates;
mod debian;
pub mod documents;
pub mod evaluation;
pub mod languages;
mod npm;
mod pypi;
pub mod training;

use std::fs;
use std::path::{Path, PathBuf};

use crate::digest;
use crate::outcome::{Context, Outcome};
use crate::progress::{say, step};
use crate::project::Project;
use crate::setup::Node;

/// One archive of a registry, and where it goes inside its corpus.
pub struct Pinned {
    /// The name in the registry.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
    /// The SHA-256 of the archive.
    pub sha256: &'static str,
    /// The folder inside the corpus; empty for its root.
    pub folder: &'static str,
    /// Only paths that start with one of these are unpacked; empty for all.
    pub only: &'static [&'static str],
}

const fn member(name: &'static str, version: &'static str, sha256: &'static str, folder: &'static str) -> Pinned {
    Pinned { name, version, sha256, folder, only: &[] }
}

/// ripgrep and the libraries of its repository, laid out like there.
const RIPGREP: [Pinned; 10] = [
    member("ripgrep", "15.2.0", "a30750b6d0743bfdd2656ebbaf4555aa278c43144b84bc389bcbfa399485ec71", ""),
    member("grep", "0.4.1", "309217bc53e2c691c314389c7fa91f9cd1a998cda19e25544ea47d94103880c3", "crates/grep"),
    member("grep-cli", "0.1.12", "cf32d263c5d5cc2a23ce587097f5ddafdb188492ba2e6fb638eaccdc22453631", "crates/cli"),
    member(
        "grep-matcher",
        "0.1.9",
        "f9417543f4870fc8f1c8e1af870afae2431007626d9e703fce6471c468d33847",
        "crates/matcher",
    ),
    member("grep-pcre2", "0.1.10", "b752bb6f57dd3716e55b63a33ca05b5825c3d66cd427468874a5564af6ca365c", "crates/pcre2"),
    member(
        "grep-printer",
        "0.3.1",
        "fd76035e87871f51c1ee5b793e32122b3ccf9c692662d9622ef1686ff5321acb",
        "crates/printer",
    ),
    member("grep-regex", "0.1.14", "0ce0c256c3ad82bcc07b812c15a45ec1d398122e8e15124f96695234db7112ef", "crates/regex"),
    member(
        "grep-searcher",
        "0.1.17",
        "72348823a0eafc4bc2e9051064f28b5b42cc100b571b3a35d67918d711efcbc6",
        "crates/searcher",
    ),
    member("globset", "0.4.22", "71217a07f20b48b4938c14203b77b610f8a7fa6762c3f75394a10c5f31e5aee0", "crates/globset"),
    member("ignore", "0.4.35", "df0a7d5f105e76bda602bed0a44af048542d3c9af12ec35aaf16f106c6f34270", "crates/ignore"),
];

/// zod's sources; the compiled copies in the same package would only repeat them.
const ZOD: Pinned = Pinned {
    name: "zod",
    version: "4.6.7",
    sha256: "84efd155bed93270286e793fc951be270b536cbd5b0eeb111f0fa3967201d698",
    folder: "",
    only: &["src/", "README.md", "LICENSE", "package.json"],
};

const NUMPY: Pinned = member("numpy", "2.4.6", "f3a3570c4a2a16746ac2c31a7c7c7b0c186b95ce902e33db6f28094ed7387dda", "");

/// The crate that carries the model potion-base-2M among its assets.
const POTION: Pinned = Pinned {
    name: "yantrikdb",
    version: "0.23.4",
    sha256: "4563469dda349e5e9fd103b885351ca61e0f73454e25e4c0b14d9358b632120a",
    folder: "",
    only: &["assets/potion-base-2M/"],
};

/// Fetches ripgrep and zod into one folder: two languages and more, some hundred files.
pub fn demo(project: &Project, node: &Node) -> Outcome<PathBuf> {
    let home = project.scratch.join("demo");
    step("Sources of ripgrep and zod", || small(project, node, &home))?;
    Ok(home)
}

/// Fetches ripgrep, zod and numpy; returns the folder that holds a folder of each.
pub fn all(project: &Project, node: &Node) -> Outcome<PathBuf> {
    let home = project.scratch.join("corpora");
    step("Sources of ripgrep, zod and numpy", || {
        small(project, node, &home)?;
        corpus(&home.join("numpy"), &[NUMPY], |one| pypi::fetch(project, one))
    })?;
    Ok(home)
}

fn small(project: &Project, node: &Node, home: &Path) -> Outcome {
    corpus(&home.join("ripgrep"), &RIPGREP, |one| crates::fetch(project, one))?;
    corpus(&home.join("zod"), &[ZOD], |one| npm::fetch(project, node, one))
}

/// Fetches the small reference model; returns the folder with its three files.
pub fn potion(project: &Project) -> Outcome<PathBuf> {
    let home = project.scratch.join("models/potion");
    step("The reference model potion-base-2M", || corpus(&home, &[POTION], |one| crates::fetch(project, one)))?;
    Ok(home.join(POTION.only[0]))
}

/// Unpacks pinned archives into a folder, unless it already holds exactly these.
fn corpus(home: &Path, parts: &[Pinned], fetch: impl Fn(&Pinned) -> Outcome<PathBuf>) -> Outcome {
    corpus_by(home, parts, |part, into| {
        archive::unpack(&digest::read_pinned(&fetch(part)?, part.sha256)?, into, part.only)
    })
}

/// The same, where a part may be unpacked otherwise: into the folder that is handed over.
fn corpus_by(home: &Path, parts: &[Pinned], mut unpack: impl FnMut(&Pinned, &Path) -> Outcome) -> Outcome {
    let contents: String =
        parts.iter().map(|part| format!("{} {} {} {:?}\n", part.sha256, part.name, part.folder, part.only)).collect();
    // Outside: what is indexed must hold nothing but its sources.
    let stamp = stamp_of(home);
    if home.is_dir() && fs::read_to_string(&stamp).is_ok_and(|text| text == contents) {
        say(format!("{} is there", home.display()));
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    let _ = fs::remove_dir_all(home);
    for part in parts {
        say(format!("{} {}", part.name, part.version));
        unpack(part, &home.join(part.folder))?;
    }
    fs::write(&stamp, contents).context("noting what was unpacked")
}

/// The file that notes what `target/xtask/A/B` holds: `target/xtask/A-B.contents`.
fn stamp_of(home: &Path) -> PathBuf {
    let name = home.file_name().unwrap_or_default().to_string_lossy();
    let outer = home.parent().unwrap_or(home);
    let group = outer.file_name().unwrap_or_default().to_string_lossy();
    outer.with_file_name(format!("{group}-{name}.contents"))
}
