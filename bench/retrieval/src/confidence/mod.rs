//! How far the engine's confidence and its abstaining can be trusted, and the fit of their regressions.
//! CONFIDENCE.md has the results.

mod fit;
mod gather;
mod noise;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::engine::{ModelFiles, THRESHOLD, logistic};
use crate::outcome::{Context, Outcome};
use crate::provenance::Provenance;
use crate::suite;
use crate::tune::folds::{FOLDS, Folds};
use fit::{Case, fit};
use gather::{MODES, Origin, Row};

/// The options of `confidence`.
#[derive(Debug)]
pub struct ConfidenceArgs {
    /// Suites, or folders of suites.
    pub suites: Vec<PathBuf>,
    /// The folder that the roots lie in.
    pub corpora: Option<PathBuf>,
    /// Whether to fit the regressions.
    pub fit: bool,
    /// Where the report goes.
    pub out: Option<PathBuf>,
    /// Where the measures go.
    pub rows: Option<PathBuf>,
    /// The model's folder.
    pub model: PathBuf,
    /// Roots at a time.
    pub threads: usize,
    /// The command that the report names.
    pub command: String,
}

/// Asks, measures, and fits if that is wanted; the result is the report.
pub fn run(args: &ConfidenceArgs) -> Outcome<String> {
    let mut suites = Vec::new();
    for path in &args.suites {
        suites.extend(suite::load(path)?);
    }
    let corpora = args.corpora.clone().map_or_else(|| suite::corpora_beside(&args.suites[0], &suites), Ok)?;
    let model = ModelFiles::read(&args.model)?;
    let mut rows = gather::gather(&suites, &corpora, &model, args.threads)?;
    if let Some(file) = &args.rows {
        let lines: Result<Vec<String>, _> = rows.iter().map(serde_json::to_string).collect();
        fs::write(file, lines?.join("\n") + "\n").context(format!("writing {}", file.display()))?;
    }
    let roots: BTreeSet<&str> = suites.iter().flat_map(|s| &s.queries).map(|query| query.root.as_str()).collect();
    let provenance = Provenance::gather(args.command.clone(), model.identity()?, &corpora, roots.into_iter())?;
    let mut printed = String::new();
    if args.fit {
        hold_out(&mut rows);
        printed = constants(&rows);
    }
    let part = report::part(&rows, &provenance, args.fit);
    if let Some(file) = &args.out {
        // Each run rewrites its own part and leaves the other.
        let before = fs::read_to_string(file).unwrap_or_default();
        let (own, fitted) = before.split_once(report::MARK).unwrap_or((&before, ""));
        let (own, fitted) = if args.fit { (own, part.as_str()) } else { (part.as_str(), fitted) };
        let text = format!("{}\n\n{}\n\n{}\n", own.trim_end(), report::MARK, fitted.trim());
        fs::write(file, text).context(format!("writing {}", file.display()))?;
    }
    Ok(part + &printed)
}

/// What a suite's rows count in the fits.
fn share(suite: &str) -> f64 {
    match suite {
        "symbols" | "git" => 0.5,
        "noise" => 0.2,
        _ => 1.0,
    }
}

/// What questions of others count in the fit of confidence: some, so that it is low where relevance is.
const FOREIGN_SHARE: f64 = 0.1;

/// Which probability.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Relevance,
    Confidence,
}

/// The rows of a mode that a regression is fitted on, each with its weight.
fn cases<'a>(rows: &'a [Row], mode: &str, target: Target, kept: impl Fn(&Row) -> bool) -> Vec<Case<'a>> {
    let takes_part = |row: &&Row| {
        let counts = match target {
            Target::Relevance => !row.decided,
            Target::Confidence => row.origin != Origin::Noise,
        };
        counts && row.mode == mode
    };
    let mut sizes: BTreeMap<(&str, Origin), f64> = BTreeMap::new();
    for row in rows.iter().filter(takes_part) {
        *sizes.entry((&row.suite, row.origin)).or_default() += 1.0;
    }
    let case = |row: &'a Row| {
        let weight = share(&row.suite) / sizes[&(row.suite.as_str(), row.origin)];
        match target {
            Target::Relevance => Case { inputs: &row.relevance_inputs, truth: row.origin == Origin::Home, weight },
            Target::Confidence => {
                let part = if row.origin == Origin::Home { 1.0 } else { FOREIGN_SHARE };
                Case { inputs: &row.confidence_inputs, truth: row.shown, weight: part * weight }
            }
        }
    };
    rows.iter().filter(takes_part).filter(|row| kept(row)).map(case).collect()
}

/// Puts in place of what the engine says what it would say had it been fitted on the other folds.
fn hold_out(rows: &mut [Row]) {
    let folds = Folds::deal(rows.iter().map(|row| row.repo.as_str()), 0);
    for (_, mode) in MODES {
        for fold in 0..FOLDS {
            let fitted = |target| fit(&cases(rows, mode, target, |row| folds.of(&row.repo) != fold));
            let (relevance, confidence) = (fitted(Target::Relevance), fitted(Target::Confidence));
            let dot = |weights: &[f64], inputs: &[f64]| weights.iter().zip(inputs).map(|(w, x)| w * x).sum::<f64>();
            for row in rows.iter_mut().filter(|row| row.mode == mode && folds.of(&row.repo) == fold) {
                if !row.decided {
                    row.relevance = logistic(dot(&relevance, &row.relevance_inputs));
                    row.abstains = row.relevance < THRESHOLD;
                }
                row.confidence = logistic(dot(&confidence, &row.confidence_inputs));
            }
        }
    }
}

/// The constants fitted on everything, as `src/assemble/weights.rs` has them.
fn constants(rows: &[Row]) -> String {
    let mut text = String::from("\n");
    for (name, target) in [("RELEVANCE", Target::Relevance), ("CONFIDENCE", Target::Confidence)] {
        for (_, mode) in MODES {
            let weights = fit(&cases(rows, mode, target, |_| true));
            let weights: Vec<String> = weights.iter().map(|w| format!("{w:.3}")).collect();
            text.push_str(&format!("{name} {mode}: [{}]\n", weights.join(", ")));
        }
    }
    text
}
