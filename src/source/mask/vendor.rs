//! What vendors mark as theirs: by a prefix, or by a form that nothing else has.

use super::Finding;
use super::jwt;
use super::scan::set;
use super::tokens::{BY_FIRST, TOKENS, Token};
use super::value::{is_key, is_made_up};

pub const TELEGRAM: &str = "telegram-token";
pub const DISCORD: &str = "discord-token";
pub const MAILCHIMP: &str = "mailchimp-key";

const URL: [bool; 256] = set(b"_-");

/// What begins at the beginning of a word: a finding and where it ends; or none, and where what looks like a token
/// but was made up ends.
pub fn at(text: &[u8], start: usize) -> Option<(Option<Finding>, usize)> {
    let rest = &text[start..];
    let first = *rest.first()?;
    let (from, to) = BY_FIRST[usize::from(first)];
    for token in &TOKENS[usize::from(from)..usize::from(to)] {
        if rest.starts_with(token.prefix.as_bytes())
            && let Some(found) = with_prefix(text, start, token)
        {
            return Some(found);
        }
    }
    let special = match first {
        b'e' if rest.starts_with(jwt::PREFIX) => jwt::at(text, start),
        b'A' if rest.starts_with(b"AA") => telegram(text, start),
        b'M' | b'N' | b'O' => discord(text, start),
        _ if first.is_ascii_hexdigit() => mailchimp(text, start),
        _ => None,
    }?;
    let end = special.range.end;
    Some((Some(special), end))
}

fn with_prefix(text: &[u8], start: usize, token: &Token) -> Option<(Option<Finding>, usize)> {
    let begin = start + token.prefix.len();
    let table = token.body.table();
    let rest = &text[begin..];
    let length = rest.iter().take(token.most.saturating_add(1)).take_while(|&&byte| table[usize::from(byte)]).count();
    let body = &rest[..length];
    // A sentence may end after it.
    let body = &body[..body.len() - body.iter().rev().take_while(|byte| matches!(byte, b'.' | b'-' | b'/')).count()];
    let goes_on = rest.get(body.len()).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let dot = token.dot.is_none_or(|dot| dot == usize::MAX || body.get(dot) == Some(&b'.'));
    if body.len() < token.least || body.len() > token.most || goes_on || !dot {
        return None;
    }
    let upper_only = token.rule == "aws-access-key";
    let fits = !upper_only || body.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let end = begin + body.len();
    let finding = (fits && is_key(body)).then_some(Finding { rule: token.rule, range: begin..end });
    Some((finding, end))
}

fn length_in(text: &[u8], start: usize, table: &[bool; 256], most: usize) -> usize {
    text[start.min(text.len())..].iter().take(most).take_while(|&&byte| table[usize::from(byte)]).count()
}

/// `123456789:AA…`: the bot's number stays.
fn telegram(text: &[u8], start: usize) -> Option<Finding> {
    if start == 0 || text[start - 1] != b':' {
        return None;
    }
    let digits = text[..start - 1].iter().rev().take(12).take_while(|byte| byte.is_ascii_digit()).count();
    let length = length_in(text, start, &URL, 40);
    let range = start..start + length;
    ((8..=10).contains(&digits) && (33..=35).contains(&length) && is_key(&text[range.clone()]))
        .then_some(Finding { rule: TELEGRAM, range })
}

/// A number in base64, a time, a signature.
fn discord(text: &[u8], start: usize) -> Option<Finding> {
    let number = length_in(text, start, &URL, 32);
    let time = length_in(text, start + number + 1, &URL, 8);
    let signature = length_in(text, start + number + time + 2, &URL, 48);
    let dots = [start + number, start + number + 1 + time].iter().all(|at| text.get(*at) == Some(&b'.'));
    if !dots || !(23..=28).contains(&number) || time != 6 || !(27..=40).contains(&signature) {
        return None;
    }
    let range = start..start + number + time + signature + 2;
    let decoded = jwt::decode(&text[start..start + number]);
    (decoded.iter().all(u8::is_ascii_digit) && !is_made_up(&text[range.clone()]))
        .then_some(Finding { rule: DISCORD, range })
}

/// 32 digits in hex, and the data centre, which stays.
fn mailchimp(text: &[u8], start: usize) -> Option<Finding> {
    let end = start + 32;
    let tail = text.get(end..)?;
    if !tail.starts_with(b"-us") || !tail.get(3).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let key = &text[start..end];
    (key.iter().all(u8::is_ascii_hexdigit) && is_key(key)).then_some(Finding { rule: MAILCHIMP, range: start..end })
}
