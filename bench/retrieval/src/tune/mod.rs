//! Fits the weights of the signals, says how they do on repositories that they have not seen, and what each signal
//! is worth. TUNING.md has the results and README.md the method.

mod ablation;
mod candidates;
mod choice;
mod figures;
mod fit;
pub(crate) mod folds;
mod held_out;
mod optimiser;
mod ranking;
mod report;
mod signs;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::engine::{Content, Contents, ModelFiles};
use crate::outcome::{Context, Outcome};
use crate::provenance::Provenance;
use crate::suite::{self, Suite};
use figures::Figures;
use fit::Data;

/// The options of `tune`.
#[derive(Debug)]
pub struct TuneArgs {
    /// Suites, or folders of suites.
    pub suites: Vec<PathBuf>,
    /// The folder that the roots lie in.
    pub corpora: Option<PathBuf>,
    /// Where results go.
    pub out: Option<PathBuf>,
    /// What suites count, by name; for others the default is taken.
    pub suite_weights: BTreeMap<String, f64>,
    /// Whether no signal is left out to see what it is worth.
    pub keep_all: bool,
    /// Whether the weights for documents are fitted, which alone take part then, and not those for code.
    pub docs: bool,
    /// The model's folder.
    pub model: PathBuf,
    /// Roots, and later fits, at a time.
    pub threads: usize,
    /// The command that the results name.
    pub command: String,
}

/// What a suite counts as a whole, unless the command says otherwise.
fn usual_share(suite: &str) -> f64 {
    match suite {
        "peer" => 1.0,
        "symbols" => 0.1,
        "git" => 0.3,
        // Mined by this program: it shows what the weights set by hand are worth.
        "names" => 0.0,
        _ => 0.2,
    }
}

/// Fits, validates, ablates; the result is TUNING.md.
pub fn run(args: &TuneArgs) -> Outcome<String> {
    let mut suites = Vec::new();
    for path in &args.suites {
        suites.extend(suite::load(path)?);
    }
    let shares = shares(&suites, &args.suite_weights)?;
    let corpora = args.corpora.clone().map_or_else(|| suite::corpora_beside(&args.suites[0], &suites), Ok)?;
    let model = ModelFiles::read(&args.model)?;
    let (content, contents) = if args.docs { (Content::Docs, Contents::Docs) } else { (Content::Code, Contents::Code) };
    let (candidates, roots) = candidates::gather(&suites, &corpora, &model, contents, args.threads)?;
    let data = Data { suites: &suites, candidates: &candidates, shares: &shares, content, threads: args.threads };
    if candidates.iter().all(|candidates| !candidates.choice.is_answered()) {
        return Err(
            "No query's answer is in its corpus: compare the roots, prefixes and paths of the suites with the \
                    folder that --corpora names."
                .into(),
        );
    }
    let names = roots.iter().map(|root| root.root.as_str());
    let provenance = Provenance::gather(args.command.clone(), model.identity()?, &corpora, names)?;
    let figures = Figures::gather(&data, provenance, roots, args.keep_all)?;
    let text = report::markdown(&figures);
    if let Some(folder) = &args.out {
        let json = serde_json::to_string_pretty(&figures)? + "\n";
        fs::create_dir_all(folder).context(format!("making {}", folder.display()))?;
        fs::write(folder.join("TUNING.md"), &text).context("writing TUNING.md")?;
        fs::write(folder.join("tuning.json"), json).context("writing tuning.json")?;
    }
    Ok(text)
}

fn shares(suites: &[Suite], told: &BTreeMap<String, f64>) -> Outcome<Vec<f64>> {
    let names: Vec<&str> = suites.iter().map(|suite| suite.name.as_str()).collect();
    if let Some(name) = told.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("--suite-weight names {name:?}, but the suites are {}.", names.join(", ")).into());
    }
    Ok(names.into_iter().map(|name| told.get(name).copied().unwrap_or_else(|| usual_share(name))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_counts_what_is_told_or_usual() {
        let suite = |name: &str| Suite { name: name.into(), queries: Vec::new() };
        let suites = [suite("peer"), suite("docs"), suite("mine")];
        let told = BTreeMap::from([("docs".to_owned(), 0.5)]);
        assert_eq!(shares(&suites, &told).unwrap(), [1.0, 0.5, 0.2]);
        assert!(shares(&suites[..1], &told).is_err());
    }
}
