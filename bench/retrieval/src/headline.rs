//! The short table for the docs: each suite's headline, against the best of the other systems.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::outcome::{Context, Outcome};
use crate::report::title;
use crate::summary::{SuiteSummary, Table};
use crate::systems::OWN;

const BEGIN: &str = "<!-- headline: generated -->\n";
const END: &str = "<!-- headline: end -->";

/// The table.
pub fn table(summaries: &[SuiteSummary], command: &str) -> String {
    let mut text = format!(
        "Made by `{command}`.\n\n| suite | measure | nearfield | best other | difference (95 % interval) |\n\
         |---|---|---:|---|---:|\n"
    );
    for summary in summaries {
        for table in &summary.tables {
            if let Some(row) = row(summary, table) {
                text.push_str(&row);
            }
        }
    }
    text
}

fn row(summary: &SuiteSummary, table: &Table) -> Option<String> {
    let by_repository = summary.unit == "repositories";
    let value = |system: &str| {
        let figures = table.systems.iter().find(|figures| figures.system == system)?;
        Some(figures.means.get(table.headline)?.over(by_repository))
    };
    let own = value(OWN)?;
    let (best, difference) = table.differences.iter().min_by(|a, b| a.1.mean.total_cmp(&b.1.mean))?;
    let at = table.budget.map(|budget| format!(", {budget} tokens")).unwrap_or_default();
    let mark = if table.saturated.contains(&table.headline) { " †" } else { "" };
    let mut row = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        row,
        "| {} | {}{mark}{at} | {own:.3} | {:.3} `{best}` | {:+.3} ({:+.3} … {:+.3}) |",
        summary.name,
        title(table.headline),
        value(best)?,
        difference.mean,
        difference.low,
        difference.high
    );
    Some(row)
}

/// Puts the table between the marks of a file.
pub fn write(file: &Path, table: &str) -> Outcome {
    let text = fs::read_to_string(file).context(format!("reading {}", file.display()))?;
    let text = between(&text, table).ok_or_else(|| {
        format!("{} lacks the marks {} and {END}: add them where the table belongs.", file.display(), BEGIN.trim())
    })?;
    fs::write(file, text).context(format!("writing {}", file.display()))
}

fn between(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_is_replaced() {
        let text = format!("a\n{BEGIN}old\n{END}\nb\n");
        let once = between(&text, "new").unwrap();
        assert_eq!(once, format!("a\n{BEGIN}\nnew\n{END}\nb\n"));
        assert_eq!(between(&once, "new").unwrap(), once);
        assert_eq!(between("no marks", "new"), None);
    }
}
