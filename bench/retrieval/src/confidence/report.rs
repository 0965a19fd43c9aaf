//! CONFIDENCE.md: one part about suites that nothing was fitted on, one about the development queries.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::gather::{MODES, Origin, Row};
use crate::engine::{THRESHOLD, calibrate};
use crate::provenance::Provenance;
use crate::significance::auc;

/// Bins of a reliability diagram.
const BINS: usize = 10;
/// Where curves are read off.
const CUTS: [f64; 11] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/// What stands between the two parts of the file.
pub const MARK: &str = "<!-- development queries: generated -->";

/// Expected calibration error (Naeini, Cooper and Hauskrecht, 2015) over bins of equal width: the mean distance of
/// what is said from what is so. Pairs of both.
fn ece(said: &[(f64, bool)]) -> f64 {
    bins(said).iter().map(|(n, p, so)| *n as f64 * (p - so).abs()).sum::<f64>() / said.len().max(1) as f64
}

/// By bin: how many, the mean of what is said, the share of what is so.
fn bins(said: &[(f64, bool)]) -> Vec<(usize, f64, f64)> {
    let mut bins = vec![(0_usize, 0.0, 0.0); BINS];
    for &(p, so) in said {
        let bin = &mut bins[((p * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + p, bin.2 + f64::from(u8::from(so)));
    }
    bins.iter_mut().for_each(|bin| {
        let n = bin.0.max(1) as f64;
        (bin.1, bin.2) = (bin.1 / n, bin.2 / n);
    });
    bins
}

fn share(values: &[f64], is: impl Fn(f64) -> bool) -> f64 {
    values.iter().filter(|&&value| is(value)).count() as f64 / values.len().max(1) as f64
}

/// A figure, or a dash where there is none.
fn figure(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

/// One part of the file.
pub fn part(rows: &[Row], provenance: &Provenance, held_out: bool) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = if held_out {
        write!(
            text,
            "\n## Development queries, cross-validated\n\nFitted on the other folds, five by repository: what a repository's rows say was never fitted on it, whatever the suite.\n"
        )
    } else {
        write!(
            text,
            "# Confidence and abstaining\n\nHow far the engine's word on its own answers can be trusted. README.md says what is asked and measured.\n\n## Suites that nothing was fitted on\n"
        )
    };
    let _ = writeln!(text, "\n`{}`\n", provenance.command);
    for (name, value) in &provenance.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
    if !provenance.versions.is_empty() {
        let versions: Vec<String> = provenance.versions.iter().map(|(root, v)| format!("{root} {v}")).collect();
        let _ = writeln!(text, "- corpora: {}", versions.join(", "));
    }
    confidence(&mut text, rows);
    abstaining(&mut text, rows);
    text
}

fn confidence(text: &mut String, rows: &[Row]) {
    text.push_str("\n### Confidence\n\nThe answer counts as shown where the wanted definition's line, or lines of a wanted file, are printed at the default budget.\n\n| mode | queries | asked | shown | mean confidence | ECE | AUC |\n|---|---|---:|---:|---:|---:|---:|\n");
    for (_, mode) in MODES {
        let home: Vec<&Row> = rows.iter().filter(|r| r.mode == mode && r.origin == Origin::Home).collect();
        let suites: BTreeSet<&str> = home.iter().map(|r| r.suite.as_str()).collect();
        for suite in suites {
            line(text, mode, suite, home.iter().filter(|r| r.suite == suite));
        }
        line(text, mode, "all", home.iter());
    }
    text.push_str("\nBy kind of question, both channels:\n\n| mode | kind | asked | shown | mean confidence | ECE | AUC |\n|---|---|---:|---:|---:|---:|---:|\n");
    let home: Vec<&Row> = rows.iter().filter(|r| r.mode == MODES[0].1 && r.origin == Origin::Home).collect();
    let kinds: BTreeSet<String> = home.iter().map(|r| kind(r)).collect();
    for name in kinds {
        line(text, MODES[0].1, &name, home.iter().filter(|r| kind(r) == name));
    }
    text.push_str("\nReliability, both channels, all suites:\n\n| confidence | asked | mean confidence | shown |\n|---|---:|---:|---:|\n");
    let said: Vec<(f64, bool)> = home.iter().map(|r| (r.confidence, r.shown)).collect();
    for (at, (n, p, so)) in bins(&said).into_iter().enumerate().filter(|(_, bin)| bin.0 > 0) {
        let (low, high) = (at as f64 / BINS as f64, (at + 1) as f64 / BINS as f64);
        let _ = writeln!(text, "| {low:.1}–{high:.1} | {n} | {p:.3} | {so:.3} |");
    }
}

fn kind(row: &Row) -> String {
    format!("{:?}", row.grounds.kind).to_lowercase()
}

fn line<'a>(text: &mut String, mode: &str, name: &str, rows: impl Iterator<Item = &'a &'a Row>) {
    let said: Vec<(f64, bool)> = rows.map(|r| (r.confidence, r.shown)).collect();
    let of = |so: bool| said.iter().filter(|(_, is)| *is == so).map(|(p, _)| *p).collect::<Vec<f64>>();
    let n = said.len().max(1) as f64;
    let _ = writeln!(
        text,
        "| {mode} | {name} | {} | {:.3} | {:.3} | {:.3} | {} |",
        said.len(),
        of(true).len() as f64 / n,
        said.iter().map(|(p, _)| p).sum::<f64>() / n,
        ece(&said),
        figure(auc(&of(true), &of(false))),
    );
}

fn abstaining(text: &mut String, rows: &[Row]) {
    let _ = write!(
        text,
        "\n### Abstaining\n\nIn scope: a suite's queries asked of their own code base. Foreign: queries of other repositories, of which some can be answered here, too. J is the share of foreign ones that are kept out less that of those in scope.\n\n| mode | suite | in scope | foreign | false abstentions at {THRESHOLD} | kept out at {THRESHOLD} | J at {THRESHOLD} | best J | at | kept out at 3 % false | AUC |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    );
    for (_, mode) in MODES {
        let of = |origin: Origin| {
            let mut by_suite: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
            for row in rows.iter().filter(|r| r.mode == mode && r.origin == origin) {
                by_suite.entry(&row.suite).or_default().push(row.relevance);
                by_suite.entry("~all").or_default().push(row.relevance);
            }
            by_suite
        };
        let (inside, outside) = (of(Origin::Home), of(Origin::Foreign));
        for (suite, foreign) in &outside {
            // Questions that belong nowhere are held against all that do.
            let home = inside.get(suite).or_else(|| inside.get("~all"));
            if let Some(home) = home {
                scope_line(text, mode, suite.trim_start_matches('~'), home, foreign);
            }
        }
        let noise: Vec<&Row> = rows.iter().filter(|r| r.mode == mode && r.origin == Origin::Noise).collect();
        let kept = noise.iter().filter(|r| r.abstains).count();
        let _ = writeln!(
            text,
            "| {mode} | noise | – | {} | – | {:.3} | – | – | – | – | – |",
            noise.len(),
            kept as f64 / noise.len().max(1) as f64
        );
    }
    curve(text, rows);
}

fn scope_line(text: &mut String, mode: &str, suite: &str, home: &[f64], foreign: &[f64]) {
    let (lost, kept) = (share(home, |r| r < THRESHOLD), share(foreign, |r| r < THRESHOLD));
    let best = calibrate(home, foreign, 0.5);
    let mut sorted = home.to_vec();
    sorted.sort_by(f64::total_cmp);
    let three = sorted.get(sorted.len() * 3 / 100).copied().unwrap_or(0.0);
    let _ = writeln!(
        text,
        "| {mode} | {suite} | {} | {} | {lost:.3} | {kept:.3} | {:.3} | {} | {} | {:.3} | {} |",
        home.len(),
        foreign.len(),
        kept - lost,
        figure(best.map(|b| b.sensitivity + b.specificity - 1.0)),
        figure(best.map(|b| b.threshold)),
        share(foreign, |r| r < three),
        figure(auc(home, foreign)),
    );
}

/// What other thresholds would do.
fn curve(text: &mut String, rows: &[Row]) {
    let of = |origin: Origin, suite: &str| -> Vec<f64> {
        let here = rows.iter().filter(|r| r.mode == MODES[0].1 && r.origin == origin && r.suite == suite);
        here.map(|r| r.relevance).collect()
    };
    let suites: BTreeSet<&str> = rows.iter().filter(|r| r.origin == Origin::Home).map(|r| r.suite.as_str()).collect();
    text.push_str("\nThe curve, both channels: false abstentions / foreign kept out.\n\n| threshold |");
    suites.iter().for_each(|suite| {
        let _ = write!(text, " {suite} |");
    });
    text.push_str("\n|---|");
    text.push_str(&"---:|".repeat(suites.len()));
    text.push('\n');
    for cut in CUTS {
        let _ = write!(text, "| {cut} |");
        for suite in &suites {
            let at = |origin| share(&of(origin, suite), |r| r < cut);
            let _ = write!(text, " {:.3} / {:.3} |", at(Origin::Home), at(Origin::Foreign));
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_the_distance_from_what_is_so() {
        let said = [(0.75, true), (0.75, true), (0.75, true), (0.75, false)];
        assert_eq!(ece(&said), 0.0);
        assert!((ece(&[(0.9, false), (0.1, false)]) - 0.5).abs() < 1e-12);
        assert_eq!(ece(&[]), 0.0);
    }
}
