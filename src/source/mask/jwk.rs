//! Private parts of JSON Web Keys (RFC 7517 and 7518): the members of an object with `kty` that only its owner has.

use super::Finding;
use super::pem::RULE;
use memchr::{memchr, memchr_iter, memmem, memrchr};

/// What only private and symmetric keys have.
const PRIVATE: &[&[u8]] = &[b"d", b"p", b"q", b"dp", b"dq", b"qi", b"k"];

/// The shortest value, in characters of base64url, and the farthest end of an object.
const LEAST: usize = 16;
const REACH: usize = 8192;

pub fn find(text: &[u8], found: &mut Vec<Finding>) {
    let mut at = 0;
    while let Some(next) = memmem::find(&text[at..], b"\"kty\"") {
        let kty = at + next;
        let near = at.max(kty.saturating_sub(REACH));
        let start = memrchr(b'{', &text[near..kty]).map_or(kty, |brace| near + brace);
        let reach = text.len().min(kty + REACH);
        let end = memchr(b'}', &text[kty..reach]).map_or(reach, |ahead| kty + ahead);
        members(text, start, end, found);
        at = end.max(kty + 1);
    }
}

/// The private members that stand from one place to another.
fn members(text: &[u8], start: usize, end: usize, found: &mut Vec<Finding>) {
    let quotes: Vec<usize> = memchr_iter(b'"', &text[start..end]).map(|at| start + at).collect();
    // `"name" : "value"`: four quotes in a row.
    for four in quotes.windows(4) {
        let (name, between, value) = (&text[four[0] + 1..four[1]], &text[four[1] + 1..four[2]], four[2] + 1..four[3]);
        let is_value = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'=');
        if PRIVATE.contains(&name)
            && between.trim_ascii() == b":"
            && value.len() >= LEAST
            && text[value.clone()].iter().all(is_value)
        {
            found.push(Finding { rule: RULE, range: value });
        }
    }
}
