//! What is printed of a chunk at each level of detail.

use super::catalog::{Entry, File};
use crate::chunk::Chunk;

/// How many characters the parts of a chunk's block have: counted once, when the file is indexed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Characters {
    /// The location line.
    pub location: u32,
    /// The location line with the names that are defined there.
    pub stub: u32,
    /// The chunk's text.
    pub full: u32,
    /// The signatures' text.
    pub signature: u32,
}

impl Characters {
    /// Counts the parts of a chunk.
    pub(super) fn count(file: &File, entry: &Entry) -> Self {
        let count = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        Characters {
            location: count(&location(file, entry)),
            stub: count(&stub(file, entry)),
            full: count(full_text(file, &entry.chunk)),
            signature: count(&signature_text(file, entry)),
        }
    }
}

/// `path:first-last`, with the enclosing definition where the chunk begins inside one.
pub fn location(file: &File, entry: &Entry) -> String {
    format!("{}:{}", file.source.path, lines_heading(file, entry))
}

/// `first-last`, with the enclosing definition where the chunk begins inside one.
pub fn lines_heading(file: &File, entry: &Entry) -> String {
    let mut text = format!("{}-{}", entry.chunk.start_line, entry.chunk.end_line);
    if let Some(scope) = scope(file, entry) {
        text.push_str(" (in ");
        text.push_str(scope);
        text.push(')');
    }
    text
}

/// The qualified name of the definition that the chunk begins in, if it begins inside one.
pub fn scope<'a>(file: &'a File, entry: &Entry) -> Option<&'a str> {
    file.scope_of(&entry.chunk).map(|s| s.qualified.as_str())
}

/// How many names a stub lists before it counts the rest.
const STUB_NAMES: usize = 3;

/// A stub's line: the location and the names that are defined there.
pub fn stub(file: &File, entry: &Entry) -> String {
    format!("{}:{}", file.source.path, lines_stub(file, entry))
}

/// A stub's line below the path of its file.
pub fn lines_stub(file: &File, entry: &Entry) -> String {
    let mut text = lines_heading(file, entry);
    // A type and the blocks that implement it share a name.
    let mut names: Vec<&str> = Vec::new();
    for symbol in file.symbols_in(&entry.chunk) {
        if !names.contains(&symbol.qualified.as_str()) {
            names.push(&symbol.qualified);
        }
    }
    for (i, name) in names.iter().take(STUB_NAMES).enumerate() {
        text.push_str(if i == 0 { "  [" } else { ", " });
        text.push_str(name);
    }
    if names.len() > STUB_NAMES {
        text.push_str(&format!(", +{}", names.len() - STUB_NAMES));
    }
    if !names.is_empty() {
        text.push(']');
    }
    text
}

/// A chunk's text without its last line break.
pub fn full_text<'a>(file: &'a File, chunk: &Chunk) -> &'a str {
    trim_line_end(file.text(chunk))
}

/// The text of a chunk's signature lines, a gap between two of them marked by a line with an ellipsis. Where the
/// chunk has only a part of a line, so has this text.
pub fn signature_text(file: &File, entry: &Entry) -> String {
    let mut text = String::new();
    let mut last = None;
    for &(first, end) in &entry.signature {
        if last.is_some_and(|l| l + 1 < first) {
            text.push_str("…\n");
        }
        push_lines(&mut text, file, &entry.chunk, first, end);
        last = Some(end);
    }
    trim_line_end(&text).to_owned()
}

/// The text of some of a chunk's lines, each gap named by a line with an ellipsis and the lines that it hides.
pub fn folded_text(file: &File, entry: &Entry, shown: &[(u32, u32)]) -> String {
    let mut text = String::new();
    let mut next = entry.chunk.start_line;
    let gap = |text: &mut String, until: u32, next: u32| {
        if next < until {
            let hidden = file.source.lines.start(next) as usize..file.source.lines.start(next + 1) as usize;
            let line = file.source.text.get(hidden).unwrap_or("");
            text.push_str(&line[..line.len() - line.trim_start_matches([' ', '\t']).len()]);
            text.push_str(&format!("… {next}-{}\n", until - 1));
        }
    };
    for &(first, last) in shown {
        gap(&mut text, first, next);
        push_lines(&mut text, file, &entry.chunk, first, last);
        next = last + 1;
    }
    gap(&mut text, entry.chunk.end_line + 1, next);
    trim_line_end(&text).to_owned()
}

/// Appends lines of a chunk, the last with a line break.
fn push_lines(text: &mut String, file: &File, chunk: &Chunk, first: u32, last: u32) {
    let lines = &file.source.lines;
    let start = lines.start(first).max(chunk.start) as usize;
    let stop = lines.start(last + 1).min(chunk.end) as usize;
    text.push_str(file.source.text.get(start..stop).unwrap_or(""));
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

/// The text without its last line break.
fn trim_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}
