//! Ranked chunks with the reasons for their scores.

use super::blend::{Blend, descending};
use super::score::Scored;
use crate::index::Place;
use crate::source::{Language, Role};
use serde::Serialize;

/// A definition, in short.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SymbolRef {
    /// The bare name.
    pub name: String,
    /// The name with what encloses it.
    pub qualified: String,
    /// What it is.
    pub kind: &'static str,
    /// The line of the name, from 1.
    pub line: u32,
}

/// The definitions whose names lie in the chunk, in short.
pub fn symbol_refs(place: &Place) -> Vec<SymbolRef> {
    let symbols = place.file.symbols_in(&place.entry.chunk);
    symbols
        .iter()
        .map(|s| SymbolRef {
            name: s.name.clone(),
            qualified: s.qualified.clone(),
            kind: s.kind.as_str(),
            line: s.line,
        })
        .collect()
}

/// A ranked chunk.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The file.
    pub path: String,
    /// The chunk's first line, from 1.
    pub start_line: u32,
    /// Its last line, inclusive.
    pub end_line: u32,
    /// Where the chunk starts in the file's text, in UTF-16 code units.
    pub start: u32,
    /// Where it ends, exclusive.
    pub end: u32,
    /// The blended score: α·z(semantic) + (1 − α)·z(lexical).
    pub score: f64,
    /// The cosine to the query.
    pub semantic: f64,
    /// BM25.
    pub lexical: f64,
    /// The file's language.
    pub language: Language,
    /// The file's role.
    pub role: Role,
    /// The definitions whose names lie in the chunk.
    pub symbols: Vec<SymbolRef>,
    /// What the score is made of; the values sum to it.
    pub reasons: Vec<Signal>,
}

/// One part of a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Signal {
    /// Its name.
    pub name: &'static str,
    /// What it adds.
    pub value: f64,
}

/// The best chunks, at most `limit`; none where no channel tells any chunk from another.
pub fn hits(scored: &Scored, limit: usize) -> Vec<Hit> {
    if !scored.evidence {
        return Vec::new();
    }
    let blend = Blend::new(scored.semantic.view(), scored.lexical.view(), scored.alpha);
    let scores = blend.scores();
    let hit = |i: usize| {
        let place = scored.places[i];
        let source = &place.file.source;
        let chunk = &place.entry.chunk;
        Hit {
            path: source.path.clone(),
            start_line: chunk.start_line,
            end_line: chunk.end_line,
            start: source.lines.utf16(&source.text, chunk.start),
            end: source.lines.utf16(&source.text, chunk.end),
            score: scores[i],
            semantic: scored.semantic[i],
            lexical: scored.lexical[i],
            language: source.language,
            role: source.role,
            symbols: symbol_refs(&place),
            reasons: vec![
                Signal { name: "semantic", value: blend.semantic[i] },
                Signal { name: "lexical", value: blend.lexical[i] },
            ],
        }
    };
    descending(scores.view()).into_iter().take(limit).map(hit).collect()
}
