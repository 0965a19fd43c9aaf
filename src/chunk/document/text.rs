//! Plain text, by lines. A heading is only what can hardly be anything else: a line with a rule below it, or above and
//! below; a line in capitals or with a section's number that stands apart from what follows.

use super::flow::Flow;
use super::outline::Outline;
use super::rows::{Marker, Rows, indented, rule, run};
use super::title::Styles;

/// What rules are made of.
const SIGNS: &[u8] = b"=-~*#^_";
/// Longer lines are sentences.
const LONGEST: usize = 80;
/// A rule's length may differ so much from its title's.
const SLACK: usize = 3;
/// Headings with marks, and such with numbers, lie inside of those with rules.
const MARKED: u32 = 100;
const NUMBERED: u32 = 200;

/// A document on the way.
#[derive(Default)]
pub(super) struct Text {
    flow: Flow,
    styles: Styles,
}

impl Text {
    /// Reads what begins at a row; gives the row after.
    pub(super) fn read(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> usize {
        let line = rows.line(row);
        if line.is_empty() {
            self.flow.empty(outline);
            return row + 1;
        }
        if !self.flow.runs()
            && let Some(count) = self.heading(rows, row, line, outline)
        {
            self.flow.interrupt(0);
            return row + count;
        }
        let (columns, body) = indented(line);
        let runs = self.flow.runs();
        self.flow.text(columns, Marker::of(body).filter(|_| !runs || self.flow.depth() > 0), outline);
        row + 1
    }

    /// Takes a heading in; gives how many rows it has.
    fn heading(&mut self, rows: Rows, row: usize, line: &str, outline: &mut Outline) -> Option<usize> {
        let below = rows.line(row + 1);
        if let Some((sign, above)) = rule(line, SIGNS) {
            let is_title = above >= 3 && rule(rows.line(row + 2), SIGNS) == Some((sign, above)) && is_short(below);
            return (is_title && outline.push_heading(rows, 3, self.styles.level(sign, true), below)).then_some(3);
        }
        if line.starts_with([' ', '\t']) || !is_short(line) {
            return None;
        }
        if let Some((sign, count)) = rule(below, SIGNS) {
            let is_title = count >= 3 && count.abs_diff(line.chars().count()) <= SLACK;
            return (is_title && outline.push_heading(rows, 2, self.styles.level(sign, false), line)).then_some(2);
        }
        // Ruby's documents and wikis: `== Title`, `== Title ==`.
        let marks = run(line, b'=');
        if (1..=6).contains(&marks) && line[marks..].starts_with(' ') {
            let title = line[marks..].trim_end_matches('=');
            return outline.push_heading(rows, 1, MARKED + marks as u32, title).then_some(1);
        }
        let is_apart = rows.is_empty(row + 1) && !rows.is_empty(row + 2) || below.starts_with([' ', '\t']);
        if !is_apart {
            return None;
        }
        let shouts = is_capital(below) || is_capital(rows.line(row + 2)) || row > 1 && is_capital(rows.line(row - 2));
        if is_capital(line) && !shouts {
            let title = line.trim_end_matches([':', '~', ' ']);
            return outline.push_heading(rows, 1, self.styles.level(b'A', false), title).then_some(1);
        }
        // The clauses of a licence go on in the next line.
        let parts = numbers(line).filter(|_| below.is_empty())?;
        outline.push_heading(rows, 1, NUMBERED + parts, line).then_some(1)
    }
}

fn is_short(line: &str) -> bool {
    line.len() <= 4 * LONGEST && line.trim().chars().count() <= LONGEST && line.contains(char::is_alphanumeric)
}

/// All letters capitals, four of them or more, and no sentence.
fn is_capital(line: &str) -> bool {
    is_short(line)
        && !line.starts_with([' ', '\t'])
        && !line.ends_with(['.', ',', ';', '!', '?', ')', '"'])
        && !line.contains(char::is_lowercase)
        && line.chars().filter(|c| c.is_uppercase()).take(4).count() == 4
        && !line.contains(['=', '(', '<', '_', '/', '|'])
}

/// How many parts a section's number has: `2.3 Title`, `2.3. Title`, and as memoranda have it `2.  Title`.
fn numbers(line: &str) -> Option<u32> {
    let mut rest = line;
    let mut parts = 0;
    loop {
        let digits = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
        if !(1..=3).contains(&digits) {
            break;
        }
        (parts, rest) = (parts + 1, &rest[digits..]);
        match rest.strip_prefix('.') {
            Some(more) => rest = more,
            None => break,
        }
    }
    let title = rest.trim_start();
    let is_apart = rest.starts_with(if parts > 1 { " " } else { "  " });
    let is_title = title.starts_with(char::is_uppercase) && !title.ends_with(['.', ',', ';', ':', '?', '!']);
    (parts > 0 && parts <= 8 && is_apart && is_title).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_sections_are_told_from_those_of_items() {
        assert_eq!(
            ["2.3 Title", "2.3. Title", "1.  Introduction", "10.2.1  Deep"].map(numbers),
            [2, 2, 1, 3].map(Some)
        );
        assert_eq!(
            ["1. An item", "1.5 times more", "2.3 Ends.", "2024 Title", "v1.2 Title", "1.2"].map(numbers),
            [None; 6]
        );
    }

    #[test]
    fn capitals_are_headings_unless_they_shout() {
        assert!(is_capital("OPTIONS") && is_capital("EXIT STATUS") && is_capital("ÜBERSICHT"));
        assert!(!is_capital("API") && !is_capital("THE SOFTWARE IS PROVIDED \"AS IS\".") && !is_capital("CC=GCC"));
        assert!(!is_capital("日本語の文書"));
    }
}
