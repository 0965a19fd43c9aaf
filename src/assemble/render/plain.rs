//! Places and code as they are: for readers that take every sign for text.

use super::{Context, Piece, Tier, label, suggested};
use std::fmt::Write;

pub fn piece(piece: &Piece) -> String {
    let mut text = format!("\n{}:{}\n", piece.path, label(piece));
    if piece.tier != Tier::Stub {
        text.push_str(piece.text);
        if !piece.text.is_empty() && !piece.text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

pub fn whole(context: &Context, files: &[String]) -> String {
    let mut text = format!("{}\n", context.header);
    for note in &context.notes {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{note}");
    }
    for suggestion in &context.suggestions {
        let _ = writeln!(text, "{}", suggested(suggestion, ""));
    }
    text + &files.concat()
}
