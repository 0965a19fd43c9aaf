//! TUNING.md.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::ablation::Ablation;
use super::figures::{Figures, Means, SuiteFigures};
use super::fit::PENALTY;
use super::folds::FOLDS;
use crate::report::title;
use crate::summary::Mean;

/// What was tried and not taken, by hand.
const REJECTED: &str = include_str!("../../rejected.md");

/// The whole report.
pub fn markdown(figures: &Figures) -> String {
    let mut text = format!(
        "# Tuning\n\nMade by `{}`. README.md says how; all figures are of development queries.\n",
        figures.provenance.command
    );
    queries(&mut text, figures);
    weights(&mut text, figures);
    held_out(&mut text, figures);
    seeds(&mut text, figures);
    if !figures.ablations.is_empty() {
        ablations(&mut text, figures);
    }
    effective(&mut text, figures);
    text.push_str("\n## Rejected\n\n");
    text.push_str(REJECTED);
    provenance(&mut text, figures);
    text
}

fn table(text: &mut String, header: &[&str]) {
    let _ = writeln!(text, "| {} |\n|---|{}", header.join(" | "), "---:|".repeat(header.len() - 1));
}

fn row(text: &mut String, cells: &[String]) {
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}

fn queries(text: &mut String, figures: &Figures) {
    let _ = write!(
        text,
        "\n## What on\n\nMinimised: the mean over queries of −log of the softmax that the right items get, which are \
         the chunks with the wanted definition where the suite names a line, and else the files, each as good as its \
         best chunk; several right items share the truth evenly. Plus {PENALTY} times the sum of the squared weights. \
         A query counts its suite's weight over the number of the suite's queries. A query with no right item among \
         its candidates is left out of the fit, but not of the measures.\n\n"
    );
    table(text, &["suite", "queries", "with a right candidate", "repositories", "items", "weight"]);
    for suite in &figures.suites {
        let items = if suite.primary == "ndcg" { "files" } else { "chunks" };
        row(
            text,
            &[
                suite.name.clone(),
                suite.queries.to_string(),
                suite.answered.to_string(),
                suite.repositories.to_string(),
                items.to_owned(),
                suite.share.to_string(),
            ],
        );
    }
}

fn weights(text: &mut String, figures: &Figures) {
    let _ = write!(
        text,
        "\n## Weights\n\nFitted on all queries in {} steps; the objective is {:.4}, at the shipped weights {:.4}. The \
         range is that of the fits on {} of {FOLDS} folds. Weights marked *by hand* are held at the shipped value: \
         they speak in next to none of these queries.\n\n",
        figures.steps,
        figures.loss,
        figures.shipped_loss,
        FOLDS - 1
    );
    table(text, &["signal", "fitted", "range over folds", "shipped"]);
    for weight in &figures.weights {
        let (low, high) = weight.folds;
        let (fitted, range) = if weight.held {
            ("*by hand*".to_owned(), "–".to_owned())
        } else {
            (two(weight.fitted), format!("{} … {}", two(low), two(high)))
        };
        row(text, &[format!("`{}`", weight.signal), fitted, range, two(weight.shipped)]);
    }
}

/// Two places, and no minus before a zero.
fn two(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

fn held_out(text: &mut String, figures: &Figures) {
    let _ = write!(
        text,
        "\n## Held out\n\nEach query by weights that were fitted without its repository, in whatever suite that \
         occurs ({FOLDS} folds). The default order is the engine's, in which each further chunk of a file loses \
         some of its score. *Shipped* has seen these queries if it was fitted on them: an upper bound, no estimate.\n"
    );
    let of = |primary: &str| -> Vec<&SuiteFigures> {
        figures.suites.iter().filter(|suite| suite.primary == primary).collect()
    };
    let files = of("ndcg");
    if !files.is_empty() {
        text.push_str("\nNDCG@10, over repositories (over queries):\n\n");
        table(text, &["suite", "default order", "each file once", "by score alone", "shipped, default order"]);
        for suite in files {
            let cell = |means: &Means, order| both(means[order].get("ndcg"));
            let held_out = ["default", "fileOnce", "byScore"].map(|order| cell(&suite.held_out, order));
            row(text, &[&[suite.name.clone()][..], &held_out, &[cell(&suite.shipped, "default")]].concat());
        }
    }
    let definitions = of("mrr10");
    if !definitions.is_empty() {
        text.push_str("\nDefinition first / in first 5 / MRR@10, over queries:\n\n");
        table(text, &["suite", "default order", "by score alone", "shipped, default order", "shipped, by score alone"]);
        for suite in definitions {
            let cell = |means: &Means, order| {
                let measures = ["hit1", "hit5", "mrr10"].map(|name| means[order].get(name).map(|mean| mean.micro_mean));
                measures.map(|value| value.map_or("–".to_owned(), |v| format!("{v:.3}"))).join(" / ")
            };
            let cells = [(&suite.held_out, "default"), (&suite.held_out, "byScore")].into_iter();
            let cells = cells.chain([(&suite.shipped, "default"), (&suite.shipped, "byScore")]);
            let cells = cells.map(|(means, order)| cell(means, order));
            row(text, &std::iter::once(suite.name.clone()).chain(cells).collect::<Vec<_>>());
        }
    }
    for suite in figures.suites.iter().filter(|suite| suite.by_repository) {
        groups(text, suite, "category", &suite.by_category);
        groups(text, suite, "language", &suite.by_language);
    }
}

fn both(mean: Option<&Mean>) -> String {
    mean.map_or("–".to_owned(), |mean| format!("{:.4} ({:.4})", mean.macro_mean, mean.micro_mean))
}

fn groups(text: &mut String, suite: &SuiteFigures, name: &str, groups: &BTreeMap<String, Mean>) {
    if groups.len() < 2 {
        return;
    }
    let _ = write!(text, "\n{} by {name}, {}, default order:\n\n", suite.name, title(suite.primary));
    table(text, &[name, "over repositories"]);
    for (key, mean) in groups {
        row(text, &[key.clone(), format!("{:.3}", mean.macro_mean)]);
    }
}

fn seeds(text: &mut String, figures: &Figures) {
    text.push_str("\nThe same with other folds, default order:\n\n");
    let title_of = |suite: &SuiteFigures| format!("{}, {}", suite.name, title(suite.primary));
    let titles: Vec<String> = figures.suites.iter().map(title_of).collect();
    table(text, &std::iter::once("seed").chain(titles.iter().map(String::as_str)).collect::<Vec<_>>());
    for (seed, means) in &figures.seeds {
        let cell = |suite: &SuiteFigures| {
            // As the tables above: files over repositories, definitions over queries.
            means.get(&suite.name).map_or("–".to_owned(), |m| format!("{:.4}", m.over(suite.primary == "ndcg")))
        };
        row(text, &std::iter::once(seed.to_string()).chain(figures.suites.iter().map(cell)).collect::<Vec<_>>());
    }
}

fn ablations(text: &mut String, figures: &Figures) {
    text.push_str(
        "\n## Ablations\n\nThe held-out measure without the signal, the others fitted again in each fold, minus that \
         with all signals, in thousandths and in the default order: below 0 the signal helps. In brackets the paired \
         95 % bootstrap interval, then p of the sign-flip permutation test; * marks an interval without 0. Of so many \
         intervals one in twenty lacks 0 by chance. The signals `line`, `neighbours` and `users` look only at \
         chunks that are good by the shipped weights of the others, and keep doing so. Many signals say nearly the same: one \
         that is not missed alone may be missed with its like, which is what the groups tell.\n\n",
    );
    let title_of = |suite: &SuiteFigures| {
        let unit = if suite.by_repository { "repositories" } else { "queries" };
        format!("{}, {}, over {unit}", suite.name, title(suite.primary))
    };
    let titles: Vec<String> = figures.suites.iter().map(title_of).collect();
    table(text, &std::iter::once("without").chain(titles.iter().map(String::as_str)).collect::<Vec<_>>());
    for ablation in &figures.ablations {
        let name = if ablation.group { format!("**{}**", ablation.name) } else { format!("`{}`", ablation.name) };
        let cell = |suite: &SuiteFigures| {
            ablation.changes.get(&suite.name).map_or("–".to_owned(), |d| {
                let mark = if d.high < 0.0 || d.low > 0.0 { "*" } else { "" };
                let [mean, low, high] = [d.mean, d.low, d.high].map(thousandths);
                format!("{mean}{mark} [{low}, {high}] {:.3}", d.p)
            })
        };
        row(text, &std::iter::once(name).chain(figures.suites.iter().map(cell)).collect::<Vec<_>>());
    }
    let singles = || figures.ablations.iter().filter(|ablation| !ablation.group);
    let list = |wanted: &dyn Fn(&Ablation) -> bool| -> String {
        let names: Vec<String> = singles().filter(|a| wanted(a)).map(|a| format!("`{}`", a.name)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let helps = |a: &Ablation| a.changes.values().any(|d| d.high < 0.0);
    let harms = |a: &Ablation| a.changes.values().any(|d| d.low > 0.0);
    for group in figures.ablations.iter().filter(|ablation| ablation.group) {
        let members: Vec<String> = group.members.iter().map(|name| format!("`{name}`")).collect();
        let _ = write!(text, "\n- {}: {}.", group.name, members.join(", "));
    }
    text.push('\n');
    let _ = write!(
        text,
        "\nNo benefit that is told from chance on any suite: {}. A suite is better without: {}. Never spoke: {}.\n",
        list(&|a| !helps(a) && !a.silent),
        list(&harms),
        list(&|a| a.silent)
    );
}

/// One decimal, with its sign.
fn thousandths(value: f64) -> String {
    let text = format!("{:+.1}", value * 1e3);
    if text == "-0.0" || text == "+0.0" { "0".to_owned() } else { text }
}

fn effective(text: &mut String, figures: &Figures) {
    text.push_str(
        "\n## Spread\n\nN_eff = 1 / Σ p² of the softmax of the shipped scores over all chunks that take part, at \
         τ = 1: with so many equally likely chunks the choice would be as open.\n\n",
    );
    table(text, &["suite", "p10", "p50", "p90"]);
    for suite in &figures.suites {
        let cells = suite.effective.map(|value| format!("{value:.1}"));
        row(text, &std::iter::once(suite.name.clone()).chain(cells).collect::<Vec<_>>());
    }
}

fn provenance(text: &mut String, figures: &Figures) {
    text.push_str("\n## Corpora\n\n");
    table(text, &["root", "version", "files", "chunks", "MB"]);
    for root in &figures.corpora {
        let (files, chunks, bytes) = root.size;
        let version = figures.provenance.versions.get(&root.root).cloned().unwrap_or_default();
        let size = format!("{:.1}", bytes as f64 / 1e6);
        row(text, &[root.root.clone(), version, files.to_string(), chunks.to_string(), size]);
    }
    text.push_str("\n## Machine\n\n");
    for (name, value) in &figures.provenance.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_have_no_sign() {
        assert_eq!((two(-0.001), two(-0.59)), ("0.00".to_owned(), "-0.59".to_owned()));
        assert_eq!((thousandths(-0.00001), thousandths(0.0123)), ("0".to_owned(), "+12.3".to_owned()));
    }
}
