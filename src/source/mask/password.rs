//! Passwords, which people keep shorter than keys: values of eight characters and more that are given to a name that ends
//! in `password` or the like, if they are mixed as only a generator or a rule for passwords mixes them.

use super::Finding;
use super::assigned::RULE;
use super::value::{is_idle_password, is_mixed};
use memchr::memmem;

const LEAST: usize = 8;
const MOST: usize = 64;
/// The longest name.
const LONGEST_NAME: usize = 64;
/// The most blanks beside an operator.
const BLANKS: usize = 32;

/// How names end, in small letters.
const ENDS: &[&[u8]] = &[b"password", b"passwd", b"passphrase", b"passcode", b"pass", b"pwd"];

pub fn find(text: &[u8], found: &mut Vec<Finding>) {
    for part in [&b"pass"[..], b"Pass", b"PASS", b"pwd", b"Pwd", b"PWD"] {
        for at in memmem::find_iter(text, part) {
            found.extend(given(text, at));
        }
    }
}

/// The value given to the name that has one of the words here.
fn given(text: &[u8], word: usize) -> Option<Finding> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let name = text[word..].iter().take(LONGEST_NAME).take_while(is_name).count();
    let tail = &text[word..word + name];
    if !ENDS.iter().any(|end| tail.eq_ignore_ascii_case(end)) {
        return None;
    }
    // A word of its own, or one after others: `compass` is none.
    let before = text[..word].last().copied().unwrap_or(b' ');
    if before.is_ascii_lowercase() == tail[0].is_ascii_lowercase() && before.is_ascii_alphabetic() {
        const FIRST: &[&[u8]] = &[b"db", b"pg", b"user", b"root", b"admin", b"my", b"ssh", b"ftp", b"smtp", b"mysql"];
        let joined = text[..word].iter().rev().take(LONGEST_NAME).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let joined = &text[word - joined..word];
        FIRST.iter().find(|first| joined.eq_ignore_ascii_case(first))?;
    }
    let mut at = word + name;
    at += text[at..].iter().take(3).take_while(|byte| b"\"'`]\\".contains(byte)).count();
    at += blanks(text, at);
    let operator = text[at..].iter().take(3).take_while(|byte| b"=:>".contains(byte)).count();
    let element = at == word + name && text[at..].starts_with(b">");
    if operator == 0 || text[at..].starts_with(b"==") || text[at..].starts_with(b"::") {
        return None;
    }
    at += operator;
    let gap = blanks(text, at);
    at += gap;
    at += usize::from(text[at..].starts_with(b"\\"));
    let quote = text.get(at).copied().filter(|byte| b"\"'`".contains(byte));
    at += usize::from(quote.is_some());
    let rest = &text[at..text.len().min(at + MOST + 1)];
    let length = rest.iter().position(|&byte| match quote {
        Some(quote) => byte == quote || byte == b'\\' || byte.is_ascii_whitespace(),
        None => byte.is_ascii_whitespace() || b"\"'`<>(),;&[]{}\\|".contains(&byte),
    });
    let (length, next) = match length {
        Some(length) => (length, Some(rest[length])),
        None if rest.len() <= MOST => (rest.len(), None),
        None => return None,
    };
    let ends = match (quote, next) {
        (Some(quote), Some(byte)) => byte == quote || byte == b'\\',
        (Some(_), None) => false,
        (None, Some(byte)) if element => byte == b'<',
        // A call, an element of an array, a generic type: a name of the program.
        (None, Some(byte)) => !b"([<{".contains(&byte),
        (None, None) => true,
    };
    let value = &rest[..length];
    if !ends || length < LEAST || is_idle_password(value, b"") || !is_mixed(value, quote.is_none()) {
        return None;
    }
    Some(Finding { rule: RULE, range: at..at + length })
}

fn blanks(text: &[u8], at: usize) -> usize {
    text[at..].iter().take(BLANKS).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}
