//! Answers as lines of JSON, for other programs to score.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::answer::{Answer, Block};
use crate::outcome::{Context, Outcome};
use crate::run::{Measured, Plan};
use crate::suite::Query;

#[derive(Serialize)]
struct Line<'a> {
    query_id: &'a str,
    blocks: &'a [Block],
    tokens: Option<u64>,
    real_tokens: Option<usize>,
    budget: Option<usize>,
    ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// One answer's line.
pub fn line(query: &Query, answer: &Answer, budget: Option<usize>, ms: f64) -> String {
    let line = Line {
        query_id: &query.query_id,
        blocks: &answer.blocks,
        tokens: answer.claimed,
        real_tokens: answer.tokens,
        budget,
        ms,
        text: answer.text.as_deref(),
    };
    serde_json::to_string(&line).expect("a line has only strings and numbers")
}

/// Writes the kept answers: `SYSTEM/rank.SUITE.jsonl` and `SYSTEM/bBUDGET.SUITE.jsonl`.
pub fn write(folder: &Path, plan: &Plan, measured: &Measured) -> Outcome {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for row in &measured.rows {
        let kind = row.budget.map_or("rank".to_owned(), |budget| format!("b{budget}"));
        let text = files.entry(format!("{}/{kind}.{}.jsonl", row.system, plan.suites[row.suite].name)).or_default();
        text.push_str(row.line.as_deref().unwrap_or_default());
        text.push('\n');
    }
    for (name, text) in files {
        let (file, doing) = (folder.join(&name), format!("writing {name} into {}", folder.display()));
        fs::create_dir_all(file.parent().unwrap_or(folder)).context(&doing)?;
        fs::write(file, text).context(doing)?;
    }
    Ok(())
}
