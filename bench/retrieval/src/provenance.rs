//! Where figures come from: command, model, corpora, machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Serialize;

use crate::outcome::Outcome;

/// What is noted with results.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance {
    /// The command line.
    pub command: String,
    /// Names and values: model, code, machine.
    pub facts: BTreeMap<&'static str, String>,
    /// Versions of corpora by root, where they are known.
    pub versions: BTreeMap<String, String>,
}

/// The file in the corpora's folder that tells their versions by root.
pub const VERSIONS: &str = "versions.json";

impl Provenance {
    /// Gathers what is known.
    pub fn gather<'a>(
        command: String,
        model: String,
        corpora: &Path,
        roots: impl Iterator<Item = &'a str>,
    ) -> Outcome<Self> {
        let told: BTreeMap<String, String> = match fs::read_to_string(corpora.join(VERSIONS)) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(_) => BTreeMap::new(),
        };
        let versions = roots.filter_map(|root| Some((root.to_owned(), version(corpora, &told, root)?))).collect();
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let facts = BTreeMap::from([
            ("model", model),
            ("commit", commit()),
            ("processor", format!("{}, {cores} cores", processor())),
            ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ]);
        Ok(Provenance { command, facts, versions })
    }
}

/// A root's version, or that of a folder around it: as told, or as noted in `FOLDER.revision`.
fn version(corpora: &Path, told: &BTreeMap<String, String>, root: &str) -> Option<String> {
    let mut folder = root;
    loop {
        let noted = || fs::read_to_string(corpora.join(format!("{folder}.revision"))).ok();
        if let Some(version) = told.get(folder).cloned().or_else(noted) {
            return Some(version.trim().to_owned());
        }
        folder = folder.rsplit_once('/')?.0;
    }
}

fn commit() -> String {
    let output = Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let text = output.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    text.unwrap_or_else(|| "unknown".to_owned())
}

fn processor() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = information.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(':'))
        .map_or("unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}
