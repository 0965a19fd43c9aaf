//! Ranked chunks with the reasons for their scores.

use super::intent::Intent;
use super::options::Profile;
use super::order::order;
use super::score::{Contribution, Scored};
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
    /// The score: the sum of the reasons. Hits are in its order.
    pub score: f64,
    /// The cosine to the query: of the text with its path and names, in tobler's profile of the text alone.
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
    pub reasons: Vec<Contribution>,
    /// What kind of answer the question was taken to want.
    pub intent: Intent,
}

/// The best chunks; none where no channel tells any chunk from another. `spread` is what each further chunk of a file
/// loses; without it the kind of question decides, in tobler's profile nothing is lost.
pub fn hits(scored: &Scored, query: &str, spread: Option<f64>, offset: usize, limit: usize) -> Vec<Hit> {
    if !scored.evidence {
        return Vec::new();
    }
    let spread = spread.or((scored.profile == Profile::Tobler).then_some(0.0));
    order(scored, query, spread, offset, limit).into_iter().map(|(place, lost)| hit(scored, place, lost)).collect()
}

fn hit(scored: &Scored, place: usize, lost: f64) -> Hit {
    let found = scored.view.place(place);
    let source = &found.file.source;
    let chunk = &found.entry.chunk;
    let mut reasons = scored.reasons(place);
    if lost != 0.0 {
        reasons.push(Contribution { name: "sameFile", value: -lost });
    }
    Hit {
        path: source.path.clone(),
        start_line: chunk.start_line,
        end_line: chunk.end_line,
        start: source.lines.utf16(&source.text, chunk.start),
        end: source.lines.utf16(&source.text, chunk.end),
        score: scored.scores[place] - lost,
        semantic: scored.semantic[place],
        lexical: scored.lexical[place],
        language: source.language,
        role: source.role,
        symbols: symbol_refs(&found),
        reasons,
        intent: scored.intent,
    }
}
