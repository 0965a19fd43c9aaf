//! How much of a chunk is shown, and what each level prints.

use crate::index::{Entry, File, outline_text, trim_line_end};
use serde::Serialize;

/// A level of detail, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Path, lines and the names that are defined there.
    Stub,
    /// The signatures of the chunk's definitions, each with its docstring's first paragraph.
    Signature,
    /// The chunk's whole text.
    Full,
}

impl Tier {
    /// The next higher tier.
    pub fn above(self) -> Option<Tier> {
        match self {
            Tier::Stub => Some(Tier::Signature),
            Tier::Signature => Some(Tier::Full),
            Tier::Full => None,
        }
    }

    /// The name that JavaScript sees.
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Stub => "stub",
            Tier::Signature => "signature",
            Tier::Full => "full",
        }
    }
}

/// `path:first-last`, with the enclosing definition where the chunk begins inside one.
pub fn location(file: &File, entry: &Entry) -> String {
    let mut text = format!("{}:{}-{}", file.source.path, entry.chunk.start_line, entry.chunk.end_line);
    if let Some(scope) = scope(file, entry) {
        text.push_str(" (in ");
        text.push_str(scope);
        text.push(')');
    }
    text
}

/// The qualified name of the definition that the chunk begins in, if it begins inside one.
pub fn scope<'a>(file: &'a File, entry: &Entry) -> Option<&'a str> {
    entry.chunk.scope.and_then(|s| file.symbols.get(s as usize)).map(|s| s.qualified.as_str())
}

/// What the tier prints below the location, and the lines (1-based, inclusive) that it is made of.
pub fn body(file: &File, entry: &Entry, tier: Tier) -> (String, Vec<(u32, u32)>) {
    match tier {
        Tier::Full => {
            (trim_line_end(file.text(&entry.chunk)).to_owned(), vec![(entry.chunk.start_line, entry.chunk.end_line)])
        }
        Tier::Signature => (outline_text(file, &entry.signature), entry.signature.clone()),
        Tier::Stub => (String::new(), Vec::new()),
    }
}

/// A stub's line: the location and the names that are defined there.
pub fn stub(file: &File, entry: &Entry) -> String {
    let mut text = location(file, entry);
    let names = stub_names(file, entry);
    if !names.is_empty() {
        text.push_str("  [");
        text.push_str(&names);
        text.push(']');
    }
    text
}

/// How many names a stub lists before it counts the rest.
const STUB_NAMES: usize = 3;

/// The names in a stub's brackets; empty where the chunk defines nothing.
fn stub_names(file: &File, entry: &Entry) -> String {
    let symbols = file.symbols_in(&entry.chunk);
    let mut text = String::new();
    for symbol in symbols.iter().take(STUB_NAMES) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&symbol.qualified);
    }
    if symbols.len() > STUB_NAMES {
        text.push_str(&format!(", +{}", symbols.len() - STUB_NAMES));
    }
    text
}
