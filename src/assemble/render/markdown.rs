//! Markdown.

use super::{Context, Piece, Tier, label, suggested};
use std::fmt::Write;

pub fn piece(piece: &Piece) -> String {
    let mut text = label(piece);
    text.push('\n');
    if piece.tier != Tier::Stub {
        text.push_str(&fence(piece.text, piece.language));
    }
    text
}

pub fn file(path: &str, pieces: &[String]) -> String {
    format!("\n## {path}\n{}", pieces.concat())
}

pub fn whole(context: &Context, files: &[String]) -> String {
    opening(context) + &files.concat()
}

/// As tobler-search writes: each block after an empty line, a location with the text in a fence, or a stub as one line.
pub fn block_by_block(context: &Context) -> String {
    let mut text = opening(context);
    for block in &context.blocks {
        let _ = write!(text, "\n{}\n", block.heading);
        if block.tier != Tier::Stub {
            text.push_str(&fence(&block.text, block.language.name()));
        }
    }
    text
}

/// The header and the notes in italics.
fn opening(context: &Context) -> String {
    let mut text = context.header.clone();
    text.push('\n');
    for note in &context.notes {
        let _ = write!(text, "\n*{note}*\n");
    }
    for (n, suggestion) in context.suggestions.iter().enumerate() {
        let _ = writeln!(text, "{}- {}", if n == 0 { "\n" } else { "" }, suggested(suggestion, "`"));
    }
    text
}

/// A text in a fence that is longer than any run of backticks inside, tagged with the language.
fn fence(body: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(body, '`').max(2) + 1);
    let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{body}{end}{fence}\n")
}

fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_of_backticks_is_found_wherever_it_stands() {
        assert_eq!(longest_run("a ```` b `` c", '`'), 4);
        assert_eq!(longest_run("", '`'), 0);
        assert_eq!(longest_run("``", '`'), 2);
    }

    #[test]
    fn a_fence_is_longer_than_those_inside() {
        assert_eq!(fence("a", "rust"), "```rust\na\n```\n");
        assert_eq!(fence("```\nx\n```\n", "markdown"), "````markdown\n```\nx\n```\n````\n");
    }
}
