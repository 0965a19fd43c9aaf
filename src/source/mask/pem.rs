//! Private keys between their lines, in files, in literals, and in values of JSON.

use super::Finding;
use super::scan::set;
use super::value::entropy;
use memchr::memmem;
use std::ops::Range;

pub const RULE: &str = "private-key";
/// The rest of a key that is counted already.
pub const CONTINUED: &str = "";

const BASE64: [bool; 256] = set(b"+/=");

/// What the first line of a key has at least, without a break.
const LONG: usize = 32;

/// How far before these words the line begins.
const LONGEST_KIND: usize = 32;

pub fn find(text: &[u8], found: &mut Vec<Finding>) {
    let mut done = 0;
    for at in memmem::find_iter(text, b"PRIVATE KEY") {
        if at < done {
            continue;
        }
        let line = &text[at.saturating_sub(LONGEST_KIND)..at];
        let Some(begin) = memmem::rfind(line, b"--BEGIN ") else { continue };
        let is_line =
            line[begin + 2..].iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ');
        let mut after = at + "PRIVATE KEY".len();
        if text[after..].starts_with(b" BLOCK") {
            after += " BLOCK".len();
        }
        let dashes = text[after..].iter().take_while(|byte| **byte == b'-').count();
        if is_line && dashes >= 4 {
            done = body(text, after + dashes, found);
        }
    }
}

/// Masks the runs of base64 from here on, and what comes between is kept; tells where they end.
fn body(text: &[u8], start: usize, found: &mut Vec<Finding>) -> usize {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        let length = text[at..].iter().take_while(|byte| BASE64[usize::from(**byte)]).count();
        if length > 0 {
            let end = at + length;
            if is_header(text, end) {
                at = line_end(text, end);
                continue;
            }
            // A `+` or `//` alone joins or comments lines.
            if text[at..end].iter().any(u8::is_ascii_alphanumeric) {
                runs.push(at..end);
            }
            at = end;
        } else if byte == b'\\' {
            // A line end in a literal; twice escaped it has more of these.
            at += 1 + text[at + 1..].iter().take_while(|byte| **byte == b'\\').count();
            at += usize::from(matches!(text.get(at), Some(b'n' | b'r' | b't')));
        } else if byte.is_ascii_whitespace() || b"\"'`,.|>;*#".contains(&byte) {
            at += 1;
        } else {
            break;
        }
    }
    let is_key = |run: &Range<usize>| run.len() >= LONG && entropy(&text[run.clone()]) >= 4.0;
    if !runs.iter().any(is_key) {
        return at;
    }
    let whole = text[at..].starts_with(b"----");
    let mut rule = RULE;
    for range in runs {
        if whole || range.len() >= LONG {
            found.push(Finding { rule, range });
            rule = CONTINUED;
        }
    }
    at
}

/// `Proc-Type: 4,ENCRYPTED`: whether the word that ends here begins such a line.
fn is_header(text: &[u8], end: usize) -> bool {
    let rest = &text[end..];
    rest.starts_with(b": ") || rest.starts_with(b"-") && !rest.starts_with(b"--")
}

fn line_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at..];
    at + rest.iter().position(|byte| matches!(byte, b'\n' | b'\\' | b'"')).unwrap_or(rest.len())
}
