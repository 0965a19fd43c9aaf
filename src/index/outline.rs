//! The lines that stand for a chunk when its text does not fit: signatures with the first paragraph of their docs.

use super::catalog::File;
use crate::chunk::Chunk;
use std::ops::RangeInclusive;

/// The lines that a chunk's signature tier prints: for each definition whose name lies in the chunk its doc's
/// first paragraph and its declaration, over all their lines; for a chunk that defines nothing its first two
/// lines. Sorted, disjoint, inside the chunk.
pub fn signature_lines(file: &File, chunk: &Chunk) -> Vec<(u32, u32)> {
    let lines = &file.source.lines;
    let inside = |r: RangeInclusive<u32>| {
        let (first, last) = ((*r.start()).max(chunk.start_line), (*r.end()).min(chunk.end_line));
        (first <= last).then_some((first, last))
    };
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for symbol in file.symbols_in(chunk) {
        if let Some(doc) = &symbol.doc {
            let text = file.source.text.get(doc.start as usize..doc.end as usize).unwrap_or("");
            let first = lines.line_of(doc.start);
            ranges.extend(inside(first..=first + paragraph_lines(text).saturating_sub(1)));
        }
        for part in &symbol.signature {
            let last = part.end.saturating_sub(1).max(part.start);
            ranges.extend(inside(lines.line_of(part.start)..=lines.line_of(last)));
        }
    }
    if ranges.is_empty() {
        ranges.extend(inside(chunk.start_line..=chunk.start_line + 1));
    }
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(previous) if first <= previous.1 + 1 => previous.1 = previous.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged
}

/// How many lines of a doc comment its first paragraph takes: up to the first line that holds no word
/// after one that does.
fn paragraph_lines(doc: &str) -> u32 {
    let mut seen = false;
    let mut count = 0;
    for line in doc.lines() {
        let words = line.chars().any(char::is_alphanumeric);
        if seen && !words {
            break;
        }
        seen |= words;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docs_first_paragraph_ends_at_the_first_line_without_a_word() {
        assert_eq!(paragraph_lines("/// One\n/// two.\n///\n/// Three."), 2);
        assert_eq!(paragraph_lines("\"\"\"\nOne\ntwo.\n\nThree.\n\"\"\""), 3);
        assert_eq!(paragraph_lines("/** One. */"), 1);
        assert_eq!(paragraph_lines(""), 0);
    }
}
