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
    format!("{}:{}", file.source.path, lines_label(entry.chunk.start_line, entry.chunk.end_line, scope(file, entry)))
}

/// `first-last`, with the definition that the first line stands in.
pub fn lines_label(first: u32, last: u32, scope: Option<&str>) -> String {
    let scope = scope.map_or(String::new(), |scope| format!(" (in {scope})"));
    format!("{first}-{last}{scope}")
}

/// The qualified name of the definition that the chunk begins in, if it begins inside one.
pub fn scope<'a>(file: &'a File, entry: &Entry) -> Option<&'a str> {
    file.scope_of(&entry.chunk).map(|s| s.qualified.as_str())
}

/// A stub's line: the location and the names that are defined there.
pub fn stub(file: &File, entry: &Entry) -> String {
    let names = distinct(file.symbols_in(&entry.chunk).iter().map(|symbol| symbol.qualified.as_str()));
    location(file, entry) + &names_label(&names)
}

/// The names, each once: a type and the blocks that implement it share one.
pub fn distinct<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// How many names a stub lists before it counts the rest.
const STUB_NAMES: usize = 3;

/// Names in brackets, each once; nothing for none.
pub fn names_label(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let more = names.len().saturating_sub(STUB_NAMES);
    let more = if more == 0 { String::new() } else { format!(", +{more}") };
    format!("  [{}{more}]", names[..names.len().min(STUB_NAMES)].join(", "))
}

/// A chunk's text without its last line break.
pub fn full_text<'a>(file: &'a File, chunk: &Chunk) -> &'a str {
    trim_line_end(file.text(chunk))
}

/// The text of a chunk's signature lines, a gap between two of them marked by a line with an ellipsis. Where the
/// chunk has only a part of a line, so has this text.
pub fn signature_text(file: &File, entry: &Entry) -> String {
    picked(full_text(file, &entry.chunk), entry.chunk.start_line, &entry.signature)
}

/// Some lines of a text that begins in line `start`, a gap between two of them marked by a line with an ellipsis. The
/// ranges are in order and do not touch.
pub fn picked(text: &str, start: u32, shown: &[(u32, u32)]) -> String {
    written(text, start, &picked_parts(shown))
}

/// Some lines of a text, each gap named by a line with an ellipsis and the lines that it hides. The text begins in line
/// `start` and ends in line `end`, inclusive; the ranges are in order and do not touch.
pub fn folded(text: &str, start: u32, end: u32, shown: &[(u32, u32)]) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = |number: u32| lines.get((number - start) as usize).copied().unwrap_or("");
    written(text, start, &folded_parts(line, start, end, shown))
}

/// What is written of a text.
pub(super) enum Part {
    /// From a first to a last line, inclusive.
    Lines(u32, u32),
    /// A line in the place of others, with its break.
    Mark(String),
}

pub(super) fn picked_parts(shown: &[(u32, u32)]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut last = None;
    for &(first, end) in shown {
        if last.is_some_and(|last| last + 1 < first) {
            parts.push(Part::Mark("…\n".to_owned()));
        }
        parts.push(Part::Lines(first, end));
        last = Some(end);
    }
    parts
}

/// The parts of a text whose lines `line` gives by number.
pub(super) fn folded_parts<'a>(line: impl Fn(u32) -> &'a str, start: u32, end: u32, shown: &[(u32, u32)]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut next = start;
    for (first, last) in shown.iter().copied().chain([(end + 1, end)]) {
        if next < first {
            let line = line(next);
            let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
            parts.push(Part::Mark(format!("{indent}… {next}-{}\n", first - 1)));
        }
        if first <= last {
            parts.push(Part::Lines(first, last));
        }
        next = last + 1;
    }
    parts
}

/// The parts of a text that begins in line `start`, without the last line break.
pub(super) fn written(text: &str, start: u32, parts: &[Part]) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Mark(mark) => out.push_str(mark),
            Part::Lines(first, last) => {
                for number in *first..=*last {
                    let line = lines.get((number - start) as usize).copied().unwrap_or("");
                    out.push_str(line);
                    // The last may be empty, its break taken off.
                    if !line.ends_with('\n') {
                        out.push('\n');
                    }
                }
            }
        }
    }
    let kept = trim_line_end(&out).len();
    out.truncate(kept);
    out
}

/// The text without its last line break.
fn trim_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn gaps_are_named_and_every_shown_line_is_there() {
        let text = "fn f() {\n    a();\n    b();\n}\n";
        assert_eq!(folded(text, 10, 14, &[(10, 10), (13, 14)]), "fn f() {\n    … 11-12\n}\n", "the last is empty");
        assert_eq!(folded(text, 10, 14, &[(11, 12)]), "… 10-10\n    a();\n    b();\n… 13-14");
        assert_eq!(folded("a\r\nb", 1, 2, &[(1, 2)]), "a\r\nb");
    }
}
