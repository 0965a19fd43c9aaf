//! Prices of cuts in texts without a tree: documents by their headings and paragraphs, everything else by empty lines
//! and indentation.

use super::border::{Borders, line, line_text};
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

/// The borders of a text without a tree.
pub(crate) fn borders(text: &str, starts: &[u32], language: Language) -> Borders {
    let mut borders = Borders::plain(text, starts);
    if matches!(language, Language::Markdown | Language::Text | Language::Rst | Language::AsciiDoc) {
        document(text, starts, &mut borders);
    } else {
        lines(text, starts, &mut borders);
    }
    borders
}

fn document(text: &str, starts: &[u32], borders: &mut Borders) {
    let rows = starts.len();
    for row in 0..rows {
        let this = line_text(text, starts, row).trim_end();
        let next = if row + 1 < rows { line_text(text, starts, row + 1).trim_end() } else { "" };
        if is_heading(this, next) {
            borders.lines[row] |= line::HEADING;
            if is_rule(next) {
                borders.lines[row + 1] |= line::HEADING;
            }
        }
    }
    for row in 1..rows {
        let (above, below) = (borders.lines[row - 1], borders.lines[row]);
        borders.levels[row] = if below & line::HEADING != 0 && above & line::HEADING == 0 {
            SECTION
        } else if above & line::EMPTY != 0 || below & line::EMPTY != 0 {
            PARAGRAPH
        } else {
            SENTENCES
        };
    }
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

fn lines(text: &str, starts: &[u32], borders: &mut Borders) {
    let mut above_opens = false;
    // The indent of the last line that was not empty.
    let mut above_indent = 0;
    for row in 0..starts.len() {
        let this = line_text(text, starts, row).trim_end();
        if this.is_empty() {
            borders.levels[row] = LINE + COLUMN * above_indent;
            continue;
        }
        let body = this.trim_start();
        let indent = indent(&this[..this.len() - body.len()]);
        let mut level = LINE + COLUMN * indent;
        if body.starts_with(['}', ')', ']']) || matches!(body, "end" | "fi" | "done" | "esac" | "else") {
            level += CLOSER;
        } else if above_opens && indent > above_indent {
            level += OPENER;
        }
        borders.levels[row] = level;
        above_opens = body.ends_with(['{', '(', '[', ':']) || body.ends_with("do") || body.ends_with("then");
        above_indent = indent;
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
