//! One JSON object; each range of lines stands in a line of its own.

use super::{Context, Piece, Tier, copies};
use serde::Serialize;
use std::fmt::Write;

/// A range of lines; the keys are written in this order.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Range<'a> {
    lines: [u32; 2],
    tier: &'static str,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    scope: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    names: &'a [&'a str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    shown_before: &'a [(u32, u32)],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also_at: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// A value as JSON; none of these can fail to be written.
fn json(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

pub fn piece(piece: &Piece) -> String {
    json(Range {
        lines: [piece.first, piece.last],
        tier: piece.tier.as_str(),
        scope: piece.scope,
        names: &piece.names,
        shown_before: piece.seen,
        also_at: copies(piece),
        text: (piece.tier != Tier::Stub).then_some(piece.text),
    })
}

pub fn file(path: &str, language: &str, pieces: &[String]) -> String {
    let ranges = pieces.join(",\n");
    format!("{{\"path\":{},\"language\":{},\"ranges\":[\n{ranges}\n]}}", json(path), json(language))
}

pub fn whole(context: &Context, files: &[String]) -> String {
    let mut text = format!(
        "{{\"query\":{},\"nEff\":{:.1},\"k\":{},\"epsilon\":{:.3},\"tau\":{},\"budget\":{}",
        json(&context.query),
        context.n_eff,
        context.k,
        context.epsilon,
        context.tau,
        context.budget
    );
    // Writing to a string cannot fail.
    if context.memory >= 0.005 {
        let _ = write!(text, ",\"memory\":{:.2}", context.memory);
    }
    if let Some(confidence) = context.confidence {
        let _ = write!(text, ",\"confidence\":{:.2}", confidence.probability);
    }
    if !context.suggestions.is_empty() {
        let _ = write!(text, ",\"suggestions\":{}", json(&context.suggestions));
    }
    if !context.notes.is_empty() {
        let _ = write!(text, ",\"notes\":{}", json(&context.notes));
    }
    let _ = write!(text, ",\"files\":[\n{}\n]}}\n", files.join(",\n"));
    text
}
