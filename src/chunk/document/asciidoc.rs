//! AsciiDoc, by lines: `=` and underlined titles, delimited blocks, tables, lists by their markers.

use super::front;
use super::outline::{Kind, Outline};
use super::rows::{Rows, indented, rule, run};

/// Items nested deeper than this are passages of the one around them.
const DEEPEST: usize = 64;

/// A document on the way.
#[derive(Default)]
pub(super) struct AsciiDoc {
    /// The row that opened the block at hand.
    block: Option<usize>,
    /// The markers of the items that are open: a sign, and how often it stands.
    items: Vec<(u8, usize)>,
    /// Whether the line before was part of a passage.
    runs: bool,
    /// Whether the line before joins what follows to its item.
    joined: bool,
}

impl AsciiDoc {
    /// Reads what begins at a row; gives the row after.
    pub(super) fn read(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> usize {
        if let Some(after) = front::read(rows, row, outline) {
            return after;
        }
        let line = rows.line(row);
        if let Some(opened) = self.block {
            outline.push(Kind::Inside, self.items.len());
            if delimiter(rows.line(opened)) == Some(line) {
                self.block = None;
            }
            return row + 1;
        }
        if line.is_empty() {
            self.runs = false;
            outline.push(Kind::Empty, 0);
            return row + 1;
        }
        if let Some(count) = self.heading(rows, row, line, outline) {
            self.items.clear();
            (self.runs, self.joined) = (false, false);
            return row + count;
        }
        if delimiter(line).is_some() {
            self.leave();
            outline.push_block(self.items.len());
            self.block = Some(row);
            return row + 1;
        }
        // `[source,ruby]`, `.Title`, `[[anchor]]`: belongs to what stands below.
        let labels = line.starts_with('[') && line.ends_with(']')
            || line.starts_with('.') && line[1..].starts_with(|c: char| !matches!(c, '.' | ' '));
        if labels && !self.runs {
            let joined = self.joined;
            self.leave();
            self.joined = joined;
            outline.push_label(self.items.len());
            return row + 1;
        }
        self.text(line, outline);
        row + 1
    }

    fn text(&mut self, line: &str, outline: &mut Outline) {
        let kind = if line == "+" && !self.items.is_empty() {
            outline.push(Kind::Running, self.items.len());
            (self.runs, self.joined) = (false, true);
            return;
        } else if let Some(marker) = marker(line) {
            match self.items.iter().position(|&open| open == marker) {
                Some(at) => self.items.truncate(at + 1),
                None if self.items.len() < DEEPEST => self.items.push(marker),
                None => {}
            }
            Kind::Item
        } else if self.runs {
            Kind::Running
        } else {
            // What is indented after an empty line is a literal text of the item.
            if !line.starts_with([' ', '\t']) {
                self.leave();
            }
            Kind::Passage
        };
        (self.runs, self.joined) = (true, false);
        outline.push(kind, self.items.len());
    }

    /// The list ends, unless what follows is joined to it.
    fn leave(&mut self) {
        if !self.joined && !self.runs {
            self.items.clear();
        }
        (self.runs, self.joined) = (false, false);
    }

    /// Takes a heading in; gives how many rows it has.
    fn heading(&self, rows: Rows, row: usize, line: &str, outline: &mut Outline) -> Option<usize> {
        let sign = line.as_bytes()[0];
        if matches!(sign, b'=' | b'#') {
            let level = run(line, sign);
            let is_apart = level <= 6 && line[level..].starts_with([' ', '\t']);
            return (is_apart && outline.push_heading(rows, 1, level as u32, &line[level..])).then_some(1);
        }
        // The older way: a line below of about the same length.
        let (sign, count) = rule(rows.line(row + 1), b"=-~^+")?;
        let is_title = !self.runs
            && !matches!(sign_of(line), b'.' | b'[' | b' ' | b'\t' | b'|' | b'/')
            && count >= 3
            && count.abs_diff(line.chars().count()) <= 1
            && marker(line).is_none();
        let level = b"=-~^+".iter().position(|&other| other == sign)? as u32 + 1;
        (is_title && outline.push_heading(rows, 2, level, line)).then_some(2)
    }
}

fn sign_of(line: &str) -> u8 {
    line.as_bytes().first().copied().unwrap_or_default()
}

/// The line that closes the block that a line opens.
fn delimiter(line: &str) -> Option<&str> {
    let (sign, count) = match line.as_bytes() {
        b"--" => return Some(line),
        [b'|' | b',' | b':' | b'!', b'=', b'=', b'=', rest @ ..] => {
            return rest.iter().all(|&byte| byte == b'=').then_some(line);
        }
        [b'`', b'`', b'`', ..] => return line.get(..3),
        _ => rule(line, b"-.=*_+/")?,
    };
    (sign != 0 && count >= 4).then_some(line)
}

/// `*`, `**`, `-`, `.`, `..`, `1.`, `<1>`, and `term::`.
fn marker(line: &str) -> Option<(u8, usize)> {
    let (_, body) = indented(line);
    let sign = sign_of(body);
    let is_apart = |length: usize| body[length..].starts_with([' ', '\t']);
    match sign {
        b'*' | b'.' | b'-' => {
            let count = run(body, sign);
            (count <= 5 && (sign != b'-' || count == 1) && is_apart(count)).then_some((sign, count))
        }
        b'0'..=b'9' => {
            let digits = body.bytes().take(10).take_while(u8::is_ascii_digit).count();
            (body[digits..].starts_with('.') && is_apart(digits + 1)).then_some((b'1', 1))
        }
        b'<' => {
            let end = body.bytes().take(10).position(|byte| byte == b'>')?;
            let inside = &body[1..end];
            let is_number = inside == "." || !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
            (is_number && is_apart(end + 1)).then_some((b'<', 1))
        }
        _ => {
            let at = body.find("::")?;
            let colons = run(&body[at..], b':');
            let ends = body[at + colons..].is_empty() || is_apart(at + colons);
            (at > 0 && colons <= 4 && ends).then_some((b':', colons))
        }
    }
}
