//! Prices of cuts in texts without a tree: documents by their headings and paragraphs, everything else by empty lines
//! and indentation.

use std::task::Poll;

use super::border::{Borders, line, line_text};
use crate::pace::Pace;
use crate::source::Language;

/// Between paragraphs; inside one; before a heading.
const PARAGRAPH: u32 = 20;
const SENTENCES: u32 = 90;
const SECTION: u32 = 0;

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
pub(crate) struct Prose {
    row: usize,
    /// Whether a document's headings are known.
    has_headings: bool,
    above_opens: bool,
    /// The indent of the last line that was not empty.
    above_indent: u32,
}

impl Prose {
    /// Goes on. The same text must be given each time.
    pub(crate) fn advance(
        &mut self,
        text: &str,
        starts: &[u32],
        language: Language,
        borders: &mut Borders,
        pace: &mut Pace,
    ) -> Poll<()> {
        let document = matches!(language, Language::Markdown | Language::Text | Language::Rst | Language::AsciiDoc);
        loop {
            if self.row == starts.len() {
                if !document || self.has_headings || starts.is_empty() {
                    return Poll::Ready(());
                }
                (self.row, self.has_headings) = (0, true);
            }
            match (document, self.has_headings) {
                (true, false) => note_heading(text, starts, self.row, borders),
                (true, true) => price_passage(self.row, borders),
                (false, _) => self.price_line(text, starts, borders),
            }
            self.row += 1;
            if pace.spend(1) {
                return Poll::Pending;
            }
        }
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

fn note_heading(text: &str, starts: &[u32], row: usize, borders: &mut Borders) {
    let this = line_text(text, starts, row).trim_end();
    let next = if row + 1 < starts.len() { line_text(text, starts, row + 1).trim_end() } else { "" };
    if is_heading(this, next) {
        borders.lines[row] |= line::HEADING;
        if is_rule(next) {
            borders.lines[row + 1] |= line::HEADING;
        }
    }
}

fn price_passage(row: usize, borders: &mut Borders) {
    if row == 0 {
        return;
    }
    let (above, below) = (borders.lines[row - 1], borders.lines[row]);
    borders.levels[row] = if below & line::HEADING != 0 && above & line::HEADING == 0 {
        SECTION
    } else if above & line::EMPTY != 0 || below & line::EMPTY != 0 {
        PARAGRAPH
    } else {
        SENTENCES
    };
}

/// `# Title`, `== Title`, or a title with a rule below.
fn is_heading(this: &str, next: &str) -> bool {
    let marks = this.bytes().take_while(|byte| matches!(byte, b'#' | b'=')).count();
    if (1..=6).contains(&marks) && this.as_bytes().get(marks) == Some(&b' ') {
        return true;
    }
    let width = this.chars().count();
    width > 0 && !this.starts_with([' ', '\t']) && is_rule(next) && next.len() + 2 >= width && !is_rule(this)
}

fn is_rule(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 3 && b"=-~^\"*+#".contains(&bytes[0]) && bytes.iter().all(|byte| *byte == bytes[0])
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
