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
    if piece.delivered {
        text.push_str(", shown before");
    }
    text.push_str(&also(piece));
    text
}

/// What to try next, as one line; `quote` stands around what is to be typed.
pub fn suggested(suggestion: &Suggestion, quote: &str) -> String {
    let Suggestion { text, path, line, .. } = suggestion;
    match (path, line) {
        (Some(path), Some(line)) => format!("{quote}{text}{quote} {path}:{line}"),
        _ => format!("search for {quote}{text}{quote}"),
    }
}

/// A block's label with its path.
pub fn heading(block: &Block) -> String {
    format!("{}:{}", block.path, label(&Piece::of(block, block.tier, "")))
}

/// Where else the text stands.
fn also(piece: &Piece) -> String {
    let mut text = String::new();
    for (n, copy) in piece.also_at.iter().take(COPIES).enumerate() {
        let before = if n == 0 { ", also at " } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{before}{}", place(copy));
    }
    if piece.also_at.len() > COPIES {
        let _ = write!(text, " and {} more", piece.also_at.len() - COPIES);
    }
    text
}
