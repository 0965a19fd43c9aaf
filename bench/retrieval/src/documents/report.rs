//! DOCUMENTS.md.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::provenance::Provenance;
use crate::run::{Measured, Plan, Row};
use crate::significance::paired;
use crate::suite::{Query, Suite};
use crate::summary::mean;
use crate::systems::OWN;

/// Measures of rankings and of contexts, with their titles.
const RANKING: [(&str, &str); 3] = [("hit1", "recall@1"), ("hit5", "recall@5"), ("mrr10", "MRR@10")];
const CONTEXT: (&str, &str) = ("seen", "section shown");

/// Writing to a string cannot fail, so results of `write!` are let go.
pub fn markdown(plan: &Plan, measured: &Measured, provenance: &Provenance) -> String {
    let mut text = format!(
        "# Documents\n\nMade by `{}`.\n\nA heading (three words or more, more than names, the only one of its kind in the \
         package) asks for the section below it, in a copy that has lost the heading and every other place that \
         repeats it word for word (tables of contents, links, anchors, labels). A first sentence of a section asks for \
         the rest of it, in the same copy. The sections hold no other, have 30 words or more and 80 lines at most. \
         Found is a section when a chunk has one of its lines; shown, when a line of it is printed in a context of at \
         most so many o200k tokens. Means are over questions; intervals are paired, at 95 %. nearfield's weights \
         for documents are fitted on `development` (README.md says how), the others are only reported.\n\nSystems:\n\n",
        provenance.command
    );
    for system in &plan.systems {
        let _ = writeln!(text, "- `{}`: {}.", system.name, system.what);
    }
    for (at, suite) in plan.suites.iter().enumerate() {
        of_suite(&mut text, plan, measured, at, suite);
    }
    let _ = write!(text, "\n## Corpora\n\n| root | version | files | chunks | MB |\n|---|---|---:|---:|---:|\n");
    for root in &measured.roots {
        let (files, chunks, bytes) = root.size;
        let version = provenance.versions.get(&root.root).map_or("", String::as_str);
        let _ = writeln!(text, "| {} | {version} | {files} | {chunks} | {:.1} |", root.root, bytes as f64 / 1e6);
    }
    text.push_str("\n## Machine\n\n");
    for (name, value) in &provenance.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
    text
}

fn of_suite(text: &mut String, plan: &Plan, measured: &Measured, at: usize, suite: &Suite) {
    let rows: Vec<(&Row, &Query)> =
        measured.rows.iter().filter(|row| row.suite == at).map(|row| (row, &suite.queries[row.query])).collect();
    let _ = write!(text, "\n## {}\n", suite.name);
    let categories: BTreeSet<&str> = suite.queries.iter().map(|query| query.category.as_str()).collect();
    for category in categories {
        let of: Vec<(&Row, &Query)> = rows.iter().filter(|(_, query)| query.category == category).copied().collect();
        let asked = suite.queries.iter().filter(|query| query.category == category).count();
        let _ = write!(text, "\n### {category}: {asked} questions\n\n");
        table(text, plan, &of);
    }
    packages(text, plan, suite, &rows);
}

/// The values of a measure by a system, in the order of questions.
fn values(rows: &[(&Row, &Query)], system: &str, budget: Option<usize>, measure: &str) -> Vec<f64> {
    rows.iter()
        .filter(|(row, _)| row.system == system && row.budget == budget)
        .filter_map(|(row, _)| row.scores.get(measure).copied())
        .collect()
}

/// What a column measures: the budget of contexts, none for rankings; the measure; its title.
fn columns(plan: &Plan) -> Vec<(Option<usize>, &'static str, String)> {
    let ranking = RANKING.iter().map(|(measure, title)| (None, *measure, (*title).to_owned()));
    let context = plan.budgets.iter().map(|&budget| (Some(budget), CONTEXT.0, format!("{}, {budget}", CONTEXT.1)));
    ranking.chain(context).collect()
}

fn table(text: &mut String, plan: &Plan, rows: &[(&Row, &Query)]) {
    let columns = columns(plan);
    let titles: Vec<&str> = columns.iter().map(|(_, _, title)| title.as_str()).collect();
    let _ = writeln!(text, "| system | {} |\n|---|{}", titles.join(" | "), "---:|".repeat(columns.len()));
    for system in &plan.systems {
        let cell = |(budget, measure, _): &(Option<usize>, &str, String)| {
            format!("{:.3}", mean(&values(rows, system.name, *budget, measure)))
        };
        let _ = writeln!(text, "| `{}` | {} |", system.name, columns.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    let _ = writeln!(
        text,
        "\n`{OWN}` minus another:\n\n| system | {} |\n|---|{}",
        titles.join(" | "),
        "---:|".repeat(columns.len())
    );
    for system in plan.systems.iter().filter(|system| system.name != OWN) {
        let cell = |(budget, measure, _): &(Option<usize>, &str, String)| {
            let (own, other) = (values(rows, OWN, *budget, measure), values(rows, system.name, *budget, measure));
            let d = paired(&own.iter().zip(&other).map(|(own, other)| own - other).collect::<Vec<_>>());
            format!("{:+.3} ({:+.3} … {:+.3})", d.mean, d.low, d.high)
        };
        let _ = writeln!(text, "| `{}` | {} |", system.name, columns.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
}

fn packages(text: &mut String, plan: &Plan, suite: &Suite, rows: &[(&Row, &Query)]) {
    let names: Vec<String> = plan.systems.iter().map(|system| format!("`{}`", system.name)).collect();
    let _ = write!(
        text,
        "\n### By package, recall@5 of all questions\n\n| package | markup | questions | {} |\n|---|---|---:|{}\n",
        names.join(" | "),
        "---:|".repeat(names.len())
    );
    let repos: BTreeSet<&str> = suite.queries.iter().map(|query| query.repo.as_str()).collect();
    for repo in repos {
        let of: Vec<(&Row, &Query)> = rows.iter().filter(|(_, query)| query.repo == repo).copied().collect();
        let asked: Vec<&Query> = suite.queries.iter().filter(|query| query.repo == repo).collect();
        let formats: BTreeSet<&str> = asked.iter().map(|query| query.lang.as_str()).collect();
        let formats: Vec<&str> = formats.into_iter().collect();
        let cell = |name: &str| format!("{:.3}", mean(&values(&of, name, None, "hit5")));
        let cells: Vec<String> = plan.systems.iter().map(|system| cell(system.name)).collect();
        let _ = writeln!(text, "| {repo} | {} | {} | {} |", formats.join(", "), asked.len(), cells.join(" | "));
    }
}
