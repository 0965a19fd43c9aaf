//! Signed and encrypted tokens: parts in base64url with dots between, of which the first is JSON that names an algorithm.

use super::Finding;
use super::scan::set;
use std::ops::Range;

pub const RULE: &str = "jwt";

/// Every header that is a JSON object begins so.
pub const PREFIX: &[u8] = b"eyJ";

const PART: [bool; 256] = set(b"-_");

/// A longer header is none.
const LONGEST_HEADER: usize = 1024;

/// The token of documentation, `{"sub":"1234567890",…`, which stands for none.
const DOCUMENTED: &[u8] = b"eyJzdWIiOiIxMjM0NTY3ODkwI";

/// The token that begins here.
pub fn at(text: &[u8], start: usize) -> Option<Finding> {
    // Inside of a longer text in base64url; also keeps the pass over a row of such beginnings short.
    if start > 0 && PART[usize::from(text[start - 1])] {
        return None;
    }
    let header = part(text, start, LONGEST_HEADER)?;
    if header.len() < 12 || !names_algorithm(&text[header.clone()]) {
        return None;
    }
    let payload = part(text, header.end + 1, usize::MAX)?;
    let signature = part(text, payload.end + 1, usize::MAX)?;
    // An encrypted one may have no key of its own, and then its second part is empty.
    if text[payload.clone()].starts_with(DOCUMENTED) || payload.len() < 8 && signature.len() < 8 {
        return None;
    }
    let mut end = signature.end;
    while let Some(more) =
        part(text, end + 1, usize::MAX).filter(|more| text.get(end) == Some(&b'.') && !more.is_empty())
    {
        end = more.end;
    }
    let unsigned = signature.len() < 16 && end == signature.end;
    (!unsigned).then_some(Finding { rule: RULE, range: start + PREFIX.len()..end })
}

/// What is there in base64url, after a dot unless it is the first; `None` if it is longer.
fn part(text: &[u8], start: usize, most: usize) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    if start > 0 && most == usize::MAX && text[start - 1] != b'.' {
        return None;
    }
    let length = rest.iter().take(most).take_while(|&&byte| PART[usize::from(byte)]).count();
    (length < most).then_some(start..start + length)
}

fn names_algorithm(header: &[u8]) -> bool {
    let decoded = decode(header);
    decoded.windows(5).any(|part| part == b"\"alg\"")
}

/// The bytes that base64 stands for, either alphabet, as far as it goes.
pub fn decode(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => break,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFF_FFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
