//! One pass over a text. Almost every secret has a long run of the characters that keys are made of, and few other things
//! have: of so many bytes only the last is looked at, as long as it is none of these.

use super::{Finding, assigned, vendor};
use std::ops::Range;

/// The shortest run that is looked at.
pub const LEAST: usize = 16;

/// What runs are made of: no quotes, brackets, blanks, nor what stands between a name and a value.
const RUN: [bool; 256] = set(b"_-./+%$@!#~^");

/// What words are made of.
const WORD: [bool; 256] = set(b"_");

/// ASCII letters, digits and these.
pub const fn set(others: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        set[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let mut at = 0;
    while at < others.len() {
        set[others[at] as usize] = true;
        at += 1;
    }
    set
}

pub fn find(text: &[u8], found: &mut Vec<Finding>) {
    let mut start = 0;
    while let Some(window) = text.get(start..start + LEAST) {
        if let Some(gap) = window.iter().rposition(|&byte| !RUN[usize::from(byte)]) {
            start += gap + 1;
            continue;
        }
        let more = text[start + LEAST..].iter().take_while(|&&byte| RUN[usize::from(byte)]).count();
        let end = start + LEAST + more;
        run(text, start..end, found);
        start = end + 1;
    }
}

/// Looks for what vendors mark wherever a word begins; where there is nothing of the kind, at the whole as a value.
fn run(text: &[u8], run: Range<usize>, found: &mut Vec<Finding>) {
    let before = found.len();
    let mut at = run.start;
    // `\n` before a token is a line end in a literal.
    if at > 0 && text[at - 1] == b'\\' && matches!(text[at], b'n' | b'r' | b't') {
        at += 1;
    }
    while at + LEAST / 2 <= run.end {
        if let Some((finding, end)) = vendor::at(text, at) {
            found.extend(finding);
            at = end.max(at + 1);
            continue;
        }
        let rest = &text[at..run.end];
        let word = rest.iter().take_while(|byte| WORD[usize::from(**byte)]).count();
        let gap = rest[word..].iter().take_while(|byte| !WORD[usize::from(**byte)]).count();
        at += word + gap;
    }
    if found.len() == before {
        found.extend(assigned::at(text, run));
    }
}
