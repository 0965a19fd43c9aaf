//! The line that names a piece.

use super::{Block, Piece, Suggestion, place};
use crate::index;
use std::fmt::Write;

/// So many other places of a text are named.
const COPIES: usize = 3;

/// Lines, the definition around them, for a stub the names; then what else is to be said of the piece.
pub fn label(piece: &Piece) -> String {
    let mut text = index::lines_label(piece.first, piece.last, piece.scope);
    text.push_str(&index::names_label(&piece.names));
    if piece.seen == [(piece.first, piece.last)] {
        text.push_str(", shown before");
    } else if !piece.seen.is_empty() {
        let _ = write!(text, ", {} shown before", ranges(piece.seen));
    }
    text.push_str(&also(piece));
    text
}

/// What to try next, as one line; `quote` stands around what is to be typed.
pub fn suggested(suggestion: &Suggestion, quote: &str) -> String {
    let Suggestion { text, path, line, .. } = suggestion;
    match (path, line) {
        (Some(path), Some(line)) => format!("{quote}{text}{quote} {path}:{line}"),
        _ => format!("search, ignoring case, for {quote}{text}{quote}"),
    }
}

/// Ranges of lines.
pub fn ranges(lines: &[(u32, u32)]) -> String {
    let one = |&(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    lines.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A block's label with its path.
pub fn heading(block: &Block) -> String {
    format!("{}:{}", block.path, label(&Piece::of(block, block.tier, "")))
}

/// Where else the text stands.
fn also(piece: &Piece) -> String {
    let mut text = String::new();
    if !piece.also_at.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, ", also at {}", copies(piece).join(", "));
    }
    text
}

/// The first places where the text stands again, and how many more there are.
pub fn copies(piece: &Piece) -> Vec<String> {
    let mut places: Vec<String> = piece.also_at.iter().take(COPIES).map(place).collect();
    if piece.also_at.len() > COPIES {
        places.push(format!("{} more", piece.also_at.len() - COPIES));
    }
    places
}
