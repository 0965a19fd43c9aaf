//! The results for people.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::provenance::Provenance;
use crate::run::Measured;
use crate::summary::{Figures, SuiteSummary, Table};
use crate::systems::System;

/// What a measure is called in tables.
pub fn title(measure: &str) -> &str {
    match measure {
        "ndcg" => "NDCG@10",
        "ndcgS" => "NDCG@10, exact paths",
        "ndcgF" => "NDCG@10 by file",
        "mrr" => "MRR@10",
        "recall5" => "recall@5 by file",
        "recall10" => "recall@10 by file",
        "rec_b" => "body recall",
        "rec_d" => "signature or better",
        "rec" => "any tier",
        "rec1" => "primary, any tier",
        "rec1_d" => "primary, signature or better",
        "all" => "all primary",
        "seen" => "definition line printed",
        "direct" => "definition in signature or better",
        "hit" => "definition covered",
        "hit1" => "definition first",
        "hit3" => "definition in first 3",
        "hit5" => "definition in first 5",
        "mrr10" => "definition MRR@10",
        "tokens" => "mean tokens",
        "over" => "over budget",
        "excess" => "excess by its own count",
        "hidden" => "hidden weight",
        "dup" => "repeated lines",
        "false" => "unproven blocks",
        "empty" => "empty",
        other => other,
    }
}

/// Shown in tables, in this order; the rest is in results.json.
const SHOWN_RANKING: [&str; 9] = ["ndcg", "ndcgF", "mrr", "recall5", "recall10", "hit1", "hit3", "hit5", "mrr10"];
const SHOWN_CONTEXT: [&str; 12] =
    ["rec_b", "rec_d", "rec", "seen", "direct", "hit", "tokens", "over", "excess", "hidden", "dup", "false"];

/// RESULTS.md.
pub fn markdown(
    summaries: &[SuiteSummary],
    systems: &[&System],
    measured: &Measured,
    provenance: &Provenance,
) -> String {
    let mut text = format!(
        "# Retrieval\n\nMade by `{}`. README.md says what the suites and measures are. † marks a measure on which a \
         trivial system comes within .02 of the best of the others: it proves nothing.\n",
        provenance.command
    );
    for summary in summaries {
        suite(&mut text, summary);
    }
    text.push_str("\n## Systems\n\n");
    for system in systems {
        let trivial = if system.trivial { " (trivial)" } else { "" };
        let _ = writeln!(text, "- `{}`{trivial}: {}.", system.name, system.what);
    }
    let _ = write!(
        text,
        "\n## Corpora\n\n| root | version | files | chunks | MB | index, s |\n|---|---|---:|---:|---:|---:|\n"
    );
    for root in &measured.roots {
        let (files, chunks, bytes) = root.size;
        let version = provenance.versions.get(&root.root).map_or("", String::as_str);
        let _ = writeln!(
            text,
            "| {} | {version} | {files} | {chunks} | {:.1} | {:.1} |",
            root.root,
            bytes as f64 / 1e6,
            root.ms / 1e3
        );
    }
    text.push_str("\n## Machine\n\n");
    for (name, value) in &provenance.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
    text
}

fn suite(text: &mut String, summary: &SuiteSummary) {
    let _ = write!(
        text,
        "\n## {}\n\n{} queries, {} repositories; means over {}.\n",
        summary.name, summary.queries, summary.repositories, summary.unit
    );
    let by_repository = summary.unit == "repositories";
    for table in &summary.tables {
        match table.budget {
            None => text.push_str("\n### Rankings\n\n"),
            Some(budget) => {
                let _ = write!(text, "\n### Contexts of at most {budget} tokens\n\n");
            }
        }
        main_table(text, table, by_repository);
        differences(text, table, summary.unit);
        groups(text, table, "category", |figures| &figures.by_category);
        groups(text, table, "language", |figures| &figures.by_language);
    }
    if let Some(scope) = &summary.scope {
        let _ = write!(
            text,
            "\n### Out of scope\n\n{} queries that another corpus answers. Empty answers: {:.3} of these, {:.3} of the \
             queries in scope on the same roots. How well the ranking's evidence tells the two apart (area under the \
             curve, mean over repositories): ",
            scope.queries, scope.empty, scope.empty_in_scope
        );
        let areas: Vec<String> = scope.auc.iter().map(|(name, area)| format!("{name} {area:.3}")).collect();
        let _ = writeln!(text, "{}.", areas.join(", "));
    }
}

fn main_table(text: &mut String, table: &Table, by_repository: bool) {
    let shown: &[&str] = if table.budget.is_some() { &SHOWN_CONTEXT } else { &SHOWN_RANKING };
    let measured = |measure: &&&str| table.systems.iter().any(|figures| figures.means.contains_key(**measure));
    let columns: Vec<&str> = shown.iter().filter(measured).copied().collect();
    let mut header = vec!["system".to_owned()];
    for column in &columns {
        header.push(format!("{}{}", title(column), if table.saturated.contains(column) { " †" } else { "" }));
        if *column == "ndcg" && by_repository {
            header.push("over queries".to_owned());
        }
    }
    header.push("p50 / p95 / p99 ms".to_owned());
    rows_of(text, &header);
    for figures in &table.systems {
        let mut cells = vec![format!("`{}`", figures.system)];
        for column in &columns {
            let mean = figures.means.get(column);
            let places = usize::from(*column != "tokens") * 3;
            cells.push(mean.map_or("–".to_owned(), |mean| format!("{:.places$}", mean.over(by_repository))));
            if *column == "ndcg" && by_repository {
                cells.push(mean.map_or("–".to_owned(), |mean| format!("{:.3}", mean.micro_mean)));
            }
        }
        let [p50, p95, p99] = figures.ms;
        cells.push(format!("{p50:.1} / {p95:.1} / {p99:.1}"));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}

fn rows_of(text: &mut String, header: &[String]) {
    let _ = writeln!(text, "| {} |\n|---|{}", header.join(" | "), "---:|".repeat(header.len() - 1));
}

fn differences(text: &mut String, table: &Table, unit: &str) {
    if table.differences.is_empty() {
        return;
    }
    let saturated = if table.saturated.contains(&table.headline) { " †" } else { "" };
    let _ = write!(text, "\nnearfield minus another, {}{saturated}, paired over {unit}:\n\n", title(table.headline));
    rows_of(text, &["system", "difference", "95 % interval", "p"].map(str::to_owned));
    for (system, d) in &table.differences {
        let _ = writeln!(text, "| `{system}` | {:+.3} | {:+.3} … {:+.3} | {:.4} |", d.mean, d.low, d.high, d.p);
    }
}

fn groups(
    text: &mut String,
    table: &Table,
    name: &str,
    of: impl Fn(&Figures) -> &std::collections::BTreeMap<String, f64>,
) {
    let keys: BTreeSet<&String> = table.systems.iter().flat_map(|figures| of(figures).keys()).collect();
    if keys.len() < 2 {
        return;
    }
    let _ = write!(text, "\nBy {name}, {}:\n\n", title(table.headline));
    let systems = table.systems.iter().map(|figures| format!("`{}`", figures.system));
    rows_of(text, &[name.to_owned()].into_iter().chain(systems).collect::<Vec<_>>());
    for key in keys {
        let cells: Vec<String> = table
            .systems
            .iter()
            .map(|figures| of(figures).get(key).map_or("–".to_owned(), |value| format!("{value:.3}")))
            .collect();
        let shown = if key.is_empty() { "–" } else { key };
        let _ = writeln!(text, "| {shown} | {} |", cells.join(" | "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::{CONTEXT, RANKING};

    #[test]
    fn every_measure_has_a_title() {
        for measure in SHOWN_RANKING.iter().chain(&SHOWN_CONTEXT).chain(&RANKING).chain(&CONTEXT) {
            assert_ne!(title(measure), *measure);
        }
    }
}
