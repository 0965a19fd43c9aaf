//! One JSON object; each range of lines stands in a line of its own.

use super::{Context, Piece, Tier, place};
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub fn piece(piece: &Piece) -> String {
    let mut object = Map::new();
    object.insert("lines".into(), json!([piece.first, piece.last]));
    object.insert("tier".into(), piece.tier.as_str().into());
    if let Some(scope) = piece.scope {
        object.insert("in".into(), scope.into());
    }
    if !piece.names.is_empty() {
        object.insert("names".into(), json!(piece.names));
    }
    if piece.delivered {
        object.insert("shownBefore".into(), true.into());
    }
    if !piece.also_at.is_empty() {
        let places: Vec<String> = piece.also_at.iter().map(place).collect();
        object.insert("alsoAt".into(), json!(places));
    }
    if piece.tier != Tier::Stub {
        object.insert("text".into(), piece.text.into());
    }
    Value::Object(object).to_string()
}

pub fn file(path: &str, language: &str, pieces: &[String]) -> String {
    let ranges = pieces.join(",\n");
    format!("{{\"path\":{},\"language\":{},\"ranges\":[\n{ranges}\n]}}", json!(path), json!(language))
}

pub fn whole(context: &Context, files: &[String]) -> String {
    let mut text = format!(
        "{{\"query\":{},\"nEff\":{:.1},\"k\":{},\"epsilon\":{:.3},\"tau\":{},\"budget\":{}",
        json!(context.query),
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
        let _ = write!(text, ",\"suggestions\":{}", json!(context.suggestions));
    }
    if !context.notes.is_empty() {
        let _ = write!(text, ",\"notes\":{}", json!(context.notes));
    }
    let _ = write!(text, ",\"files\":[\n{}\n]}}\n", files.join(",\n"));
    text
}
