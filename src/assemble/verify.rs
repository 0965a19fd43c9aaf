//! Whether what was shown is still so: blocks against the text that their file has now.

use crate::source::{Fingerprint, Lines, Windows};
use serde::{Deserialize, Serialize};

/// What a block says of the lines that it stands for.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// The file, whose name tells how its bytes are read.
    #[serde(default)]
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Where its text starts in the file's, in UTF-16 code units.
    pub start: u32,
    /// Where it ends, exclusive.
    pub end: u32,
    /// Of that text.
    pub hash: Fingerprint,
}

/// What has become of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum Verdict {
    /// They stand where they stood.
    Same,
    /// They stand elsewhere in the file, unchanged.
    Moved {
        /// First line, from 1.
        start_line: u32,
        /// Last line, inclusive.
        end_line: u32,
    },
    /// The file has no such lines any more. A block that begins or ends inside a line counts as changed when it moved.
    Changed,
    /// The file is gone, or no text any more.
    Gone,
}

/// Holds blocks of one file against its text; `None` if it has none. Line ends make no difference.
pub fn verify(claims: &[Claim], text: Option<&str>) -> Vec<Verdict> {
    let Some(text) = text else { return vec![Verdict::Gone; claims.len()] };
    let lines = Lines::new(text);
    let windows = Windows::new(text);
    let verdict = |claim: &Claim| {
        let count = claim.end_line.saturating_sub(claim.start_line).saturating_add(1);
        match windows.find(claim.hash, count, claim.start_line) {
            Some(first) if first == claim.start_line => Verdict::Same,
            _ if stands_at(claim, text, &lines) => Verdict::Same,
            Some(first) => Verdict::Moved { start_line: first, end_line: first + count - 1 },
            None => Verdict::Changed,
        }
    };
    claims.iter().map(verdict).collect()
}

/// Whether the text is between the same offsets of the same line, inside it perhaps.
fn stands_at(claim: &Claim, text: &str, lines: &Lines) -> bool {
    let (start, end) = (lines.byte(text, claim.start), lines.byte(text, claim.end));
    lines.line_of(start) == claim.start_line
        && text.get(start as usize..end as usize).is_some_and(|text| Fingerprint::of(text) == claim.hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(text: &str, part: &str) -> Claim {
        let start = text.find(part).unwrap();
        let utf16 = |text: &str| text.encode_utf16().count() as u32;
        let line = |byte: usize| text[..byte].matches('\n').count() as u32 + 1;
        Claim {
            path: "a.rs".to_owned(),
            start_line: line(start),
            end_line: line(start + part.len() - 1),
            start: utf16(&text[..start]),
            end: utf16(&text[..start + part.len()]),
            hash: Fingerprint::of(part),
        }
    }

    #[test]
    fn each_block_is_told_what_became_of_it() {
        let text = "use a;\n\nfn f() {\n    \"é😀\"\n}\n\nfn g() {}\n";
        let claims =
            [claim(text, "use a;\n\n"), claim(text, "fn f() {\n    \"é😀\"\n}\n\n"), claim(text, "fn g() {}\n")];
        let now = |text: Option<&str>| verify(&claims, text);
        assert_eq!(now(Some(text)), [Verdict::Same; 3]);
        assert_eq!(now(Some(&text.replace('\n', "\r\n"))), [Verdict::Same; 3]);
        assert_eq!(now(None), [Verdict::Gone; 3]);
        let longer = format!("// Licence.\n{}", text.replace("{}", "{ h() }"));
        let moved = |start_line, end_line| Verdict::Moved { start_line, end_line };
        assert_eq!(now(Some(&longer)), [moved(2, 3), moved(4, 7), Verdict::Changed]);
        assert_eq!(now(Some("")), [Verdict::Changed; 3]);
    }

    #[test]
    fn a_part_of_a_line_is_known_where_it_stood() {
        let text = "aé;b;c\n";
        let claims = [claim(text, "aé;"), claim(text, "b;"), claim(text, "c\n")];
        assert_eq!(verify(&claims, Some(text)), [Verdict::Same; 3]);
        assert_eq!(verify(&claims, Some("aé;B;c\n")), [Verdict::Same, Verdict::Changed, Verdict::Same]);
    }
}
