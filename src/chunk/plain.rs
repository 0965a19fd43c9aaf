//! Prices of cuts in texts without a tree that are no documents: by empty lines and indentation.

use std::task::Poll;

use super::border::{Borders, line_text};
use crate::pace::Pace;

/// In a text of unknown make: before a line with no indent, and for each column of indent up to [`WIDEST`].
const LINE: u32 = 30;
const COLUMN: u32 = 6;
const WIDEST: u32 = 24;
/// Before a line that only closes something.
const CLOSER: u32 = 120;
/// A line that opens something stays with the next.
const OPENER: u32 = 60;

/// The borders of a text without a tree, on the way.
#[derive(Default)]
pub(crate) struct Plain {
    row: usize,
    above_opens: bool,
    /// The indent of the last line that was not empty.
    above_indent: u32,
}

impl Plain {
    /// Goes on. The same text must be given each time.
    pub(crate) fn advance(&mut self, text: &str, starts: &[u32], borders: &mut Borders, pace: &mut Pace) -> Poll<()> {
        while self.row < starts.len() {
            self.price_line(text, starts, borders);
            self.row += 1;
            if pace.spend(1) {
                return Poll::Pending;
            }
        }
        Poll::Ready(())
    }

    fn price_line(&mut self, text: &str, starts: &[u32], borders: &mut Borders) {
        let row = self.row;
        let this = line_text(text, starts, row).trim_end();
        if this.is_empty() {
            borders.levels[row] = LINE + COLUMN * self.above_indent;
            return;
        }
        let body = this.trim_start();
        let indent = indent(&this[..this.len() - body.len()]);
        let mut level = LINE + COLUMN * indent;
        if body.starts_with(['}', ')', ']']) || matches!(body, "end" | "fi" | "done" | "esac" | "else") {
            level += CLOSER;
        } else if self.above_opens && indent > self.above_indent {
            level += OPENER;
        }
        borders.levels[row] = level;
        self.above_opens = body.ends_with(['{', '(', '[', ':']) || body.ends_with("do") || body.ends_with("then");
        self.above_indent = indent;
    }
}

/// Columns, a tab being four.
fn indent(blanks: &str) -> u32 {
    let mut columns = 0;
    for byte in blanks.bytes() {
        columns += if byte == b'\t' { 4 } else { 1 };
        if columns >= WIDEST {
            return WIDEST;
        }
    }
    columns
}
