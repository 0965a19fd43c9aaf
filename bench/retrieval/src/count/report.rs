//! COUNTER.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::kinds::{Measured, SIZES};
use super::{Asked, Spread};
use crate::provenance::Provenance;

/// The results for people.
pub fn markdown(kinds: &[Measured], answers: &[Asked], provenance: &Provenance) -> String {
    let mut text = format!(
        "# The counter\n\nMade by `{}`. The engine counts tokens without a vocabulary (`src/chunk/count.rs`; sizes of \
         chunks: `size.rs`). Here its counts are beside the exact ones of o200k_base: ratio = count / exact.\n",
        provenance.command
    );
    promise(&mut text, answers);
    by_budget(&mut text, answers);
    by_repo(&mut text, answers);
    by_kind(&mut text, kinds);
    text.push_str("\n## Made with\n\n");
    for (name, value) in &provenance.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
    for (root, version) in &provenance.versions {
        let _ = writeln!(text, "- `{root}`: {version}");
    }
    text
}

/// Answers with a text; where not one pointer fits there is none.
fn told(answers: &[Asked]) -> Vec<&Asked> {
    answers.iter().filter(|asked| asked.exact > 0).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn over(answers: &[&Asked]) -> f64 {
    answers.iter().filter(|asked| asked.overrun() > 0.0).count() as f64 / answers.len().max(1) as f64
}

fn worst(answers: &[&Asked]) -> f64 {
    answers.iter().map(|asked| asked.overrun()).fold(0.0, f64::max)
}

fn spread(answers: &[&Asked]) -> Spread {
    Spread::of(answers.iter().map(|asked| (asked.claimed, asked.exact)))
}

fn promise(text: &mut String, answers: &[Asked]) {
    let told = told(answers);
    let _ = write!(
        text,
        "\nPromised for complete answers: at most 1 % of them over the budget, by at most 3 %, the count on average at \
         most 8 % too high. Measured on {} answers: {} over, the worst by {}, on average {} too high.\n",
        told.len(),
        percent(over(&told)),
        percent(worst(&told)),
        percent(spread(&told).mean() - 1.0),
    );
}

fn row(text: &mut String, name: &str, all: usize, told: &[&Asked]) {
    let spread = spread(told);
    let used = told.iter().map(|asked| asked.overrun() + 1.0).sum::<f64>() / told.len().max(1) as f64;
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {} | {} | {:.3} | {:.3} | {:.3} | {} |",
        told.len(),
        all - told.len(),
        percent(over(told)),
        percent(worst(told)),
        spread.mean(),
        spread.quantile(0.01),
        spread.quantile(0.99),
        percent(used),
    );
}

const COLUMNS: &str = "answers | empty | over budget | worst | mean ratio | p1 | p99 | exact / budget |\n\
                       |---|---:|---:|---:|---:|---:|---:|---:|---:|\n";

fn by_budget(text: &mut String, answers: &[Asked]) {
    let _ = write!(text, "\n## Answers by budget\n\n| budget | {COLUMNS}");
    let budgets: BTreeSet<usize> = answers.iter().map(|asked| asked.budget).collect();
    for budget in budgets {
        let of_budget: Vec<Asked> = answers.iter().filter(|asked| asked.budget == budget).cloned().collect();
        row(text, &budget.to_string(), of_budget.len(), &told(&of_budget));
    }
}

fn by_repo(text: &mut String, answers: &[Asked]) {
    let _ = write!(text, "\n## Answers by code base\n\n| code base | {COLUMNS}");
    let mut repos: BTreeMap<&str, Vec<Asked>> = BTreeMap::new();
    answers.iter().for_each(|asked| repos.entry(&asked.repo).or_default().push(asked.clone()));
    for (repo, of_repo) in repos {
        row(text, repo, of_repo.len(), &told(&of_repo));
    }
}

fn by_kind(text: &mut String, kinds: &[Measured]) {
    text.push_str(
        "\n## Texts by kind\n\nFiles, cut at line borders to about so many tokens: the estimate, which sizes of chunks \
         are told in, and the count of a complete text, which has a margin.\n\n| kind | tokens | texts | mean ratio | \
         too low | lowest | p1 | p99 | mean with margin | too low | lowest |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for measured in kinds {
        for ((size, estimate), ceiling) in SIZES.iter().zip(&measured.estimates).zip(&measured.ceilings) {
            if estimate.is_empty() {
                continue;
            }
            let _ = writeln!(
                text,
                "| {} | {size} | {} | {:.3} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {:.3} |",
                measured.kind.name(),
                estimate.len(),
                estimate.mean(),
                percent(estimate.under()),
                estimate.quantile(0.0),
                estimate.quantile(0.01),
                estimate.quantile(0.99),
                ceiling.mean(),
                percent(ceiling.under()),
                ceiling.quantile(0.0),
            );
        }
    }
}
