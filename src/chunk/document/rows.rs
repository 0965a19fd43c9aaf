//! The lines of a document, and what can be told of one by its letters.

use crate::chunk::border::line_text;

/// A text with where its rows start. A row is a line counted from 0.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) text: &'a str,
    pub(super) starts: &'a [u32],
}

impl<'a> Rows<'a> {
    pub(super) fn count(self) -> usize {
        self.starts.len()
    }

    /// A row without the blanks at its end; nothing past the last one.
    pub(super) fn line(self, row: usize) -> &'a str {
        line_text(self.text, self.starts, row).trim_end()
    }

    /// A row with its break.
    pub(super) fn whole(self, row: usize) -> &'a str {
        line_text(self.text, self.starts, row)
    }

    /// Whether a row has nothing but blanks, or is none.
    pub(super) fn is_empty(self, row: usize) -> bool {
        self.line(row).is_empty()
    }

    /// The byte that a row starts at; the end of the text past the last one.
    pub(super) fn start(self, row: usize) -> u32 {
        self.starts.get(row).copied().unwrap_or(self.text.len() as u32)
    }

    /// The byte of a part of the text.
    pub(super) fn at(self, part: &str) -> u32 {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len()) as u32
    }
}

/// The columns of indent, a tab going on to the next fourth one, and what follows.
pub(super) fn indented(line: &str) -> (u32, &str) {
    let body = line.trim_start_matches([' ', '\t']);
    let columns = line.as_bytes()[..line.len() - body.len()]
        .iter()
        .fold(0, |columns: u32, &byte| if byte == b'\t' { columns / 4 * 4 + 4 } else { columns + 1 });
    (columns, body)
}

/// How many of the blanks that a line begins with lie in its first so many columns.
pub(super) fn blanks(line: &str, columns: u32) -> usize {
    let mut at = 0;
    let mut fits = |byte: u8| {
        at = match byte {
            b' ' => at + 1,
            b'\t' => at / 4 * 4 + 4,
            _ => return false,
        };
        at <= columns
    };
    line.bytes().take_while(|&byte| fits(byte)).count()
}

/// How many of one byte a text begins with.
pub(super) fn run(text: &str, byte: u8) -> usize {
    text.bytes().take_while(|&other| other == byte).count()
}

/// The sign that a line consists of, if it is one of `signs` all along, with how often it stands there.
pub(super) fn rule(line: &str, signs: &[u8]) -> Option<(u8, usize)> {
    let &first = line.as_bytes().first()?;
    (signs.contains(&first) && run(line, first) == line.len()).then_some((first, line.len()))
}

/// The marker of an item of a list at the begin of a line without its indent: `-`, `*`, `+`, `•`, `1.`, `1)`, `#.`, `(1)`.
pub(super) struct Marker {
    /// Its bytes.
    pub(super) length: usize,
    /// The columns up to the item's text.
    pub(super) width: u32,
    /// Whether it is a number other than the first.
    pub(super) goes_on: bool,
    pub(super) is_bare: bool,
}

impl Marker {
    pub(super) fn of(body: &str) -> Option<Self> {
        let bytes = body.as_bytes();
        let (length, columns, goes_on) = match bytes.first()? {
            b'-' | b'*' | b'+' => (1, 1, false),
            b'#' if bytes.get(1) == Some(&b'.') => (2, 2, false),
            first if first.is_ascii_digit() || *first == b'(' => {
                let open = usize::from(*first == b'(');
                let digits = bytes[open..].iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
                let closes = match bytes.get(open + digits)? {
                    b')' => true,
                    b'.' => open == 0,
                    _ => false,
                };
                if !closes || !(1..=9).contains(&digits) {
                    return None;
                }
                let length = open + digits + 1;
                (length, length, &bytes[open..open + digits] != b"1")
            }
            _ if body.starts_with('•') => ('•'.len_utf8(), 1, false),
            _ => return None,
        };
        let rest = &body[length..];
        if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
            return None;
        }
        // More than four blanks belong to the text.
        let (blanks, text) = indented(rest);
        let width = columns as u32 + if text.is_empty() || blanks > 4 { 1 } else { blanks };
        Some(Marker { length, width, goes_on, is_bare: text.is_empty() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_markers() {
        let width = |body| Marker::of(body).map(|marker| marker.width);
        assert_eq!(
            ["- a", "*   a", "1. a", "12) a", "(3) a", "#. a", "• a", "-"].map(width).map(Option::unwrap),
            [2, 4, 3, 4, 4, 3, 2, 2]
        );
        assert_eq!(["-a", "1.5 a", "(a) b", "1234567890. a", "a", "", "--", "("].map(width), [None; 8]);
        assert!(Marker::of("2. b").unwrap().goes_on && !Marker::of("1. b").unwrap().goes_on);
    }

    #[test]
    fn tabs_go_to_the_next_stop() {
        assert_eq!(indented("\ta"), (4, "a"));
        assert_eq!(indented("  \ta"), (4, "a"));
        assert_eq!(indented("   "), (3, ""));
        assert_eq!([3, 4, 5].map(|columns| blanks("  \t  a", columns)), [2, 3, 4]);
        assert_eq!(blanks("", 4) + blanks("a", 4), 0);
    }
}
