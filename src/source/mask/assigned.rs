//! Values that are given to the name of a secret: `apiKey: "…"`, `PASSWORD=…`, `<token>…</token>`, `set("x-api-key", "…")`;
//! and those of an `Authorization` header.

use super::Finding;
use super::jwt::decode;
use super::name::{self, Kind};
use super::value::{LONGEST, is_made_up, is_random, is_uuid};
use std::ops::Range;

pub const RULE: &str = "assigned-secret";
pub const AWS: &str = "aws-secret-key";
pub const AZURE: &str = "azure-key";
pub const HEROKU: &str = "heroku-key-uuid";
pub const HEADER: &str = "authorization-header";

/// The longest name.
const LONGEST_NAME: usize = 64;

/// How far before a value called `value` its name may be.
const LONGEST_PAIR: usize = 96;

/// The secret that a long run of characters is, if what stands around it says so.
pub fn at(text: &[u8], run: Range<usize>) -> Option<Finding> {
    let padding = text[run.end..].iter().take(2).take_while(|byte| **byte == b'=').count();
    let (start, end) = (run.start, run.end + padding);
    let before = *text[..start].last()?;
    let after = text.get(end).copied();
    if end - start > LONGEST {
        return None;
    }
    // `${API_KEY:-value}`
    if before == b':' && text[start] == b'-' {
        let named = identifier(&text[..start - 1]);
        let is_default = text[..start - 1 - named.len()].ends_with(b"{") && after == Some(b'}');
        let value = start + 1..end;
        let is_secret = is_default && name::kind(named).is_some() && is_random(&text[value.clone()]);
        return is_secret.then_some(Finding { rule: RULE, range: value });
    }
    let (value, kind) = match before {
        b'"' | b'\'' | b'`' => {
            // `\"` inside of another literal.
            let escaped = text[..start - 1].ends_with(b"\\");
            if after != Some(if escaped { b'\\' } else { before }) {
                return None;
            }
            (start..end, names(text, start - 1 - usize::from(escaped), true))
        }
        b' ' | b'\t' if after_scheme(text, start).is_some() => return header(text, start, end),
        b' ' | b'\t' | b'=' | b':' | b'>' => {
            let end = bare_end(text, start, end)?;
            (start..end, names(text, start, false))
        }
        _ => return None,
    };
    let kind = kind?;
    let bytes = &text[value.clone()];
    let rule = match kind {
        Kind::Heroku if is_uuid(bytes) => HEROKU,
        Kind::Signature => return signature(bytes).then_some(Finding { rule: AZURE, range: value }),
        _ if !is_random(bytes) => return None,
        Kind::Aws if bytes.len() == 40 => AWS,
        Kind::Azure => AZURE,
        _ => RULE,
    };
    Some(Finding { rule, range: value })
}

/// Where a value without quotes ends; `None` if it is part of something else.
fn bare_end(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let value = &text[start..end];
    // A full stop, a line that goes on.
    let end = end - value.iter().rev().take_while(|byte| matches!(byte, b'.' | b'!')).count();
    match text.get(end) {
        None => Some(end),
        Some(byte) if byte.is_ascii_whitespace() || b";,&<\"'`)}|.!\\".contains(byte) => Some(end),
        Some(_) => None,
    }
}

/// What the name is about that the value beginning here is given to.
fn names(text: &[u8], start: usize, quoted: bool) -> Option<Kind> {
    let near = &text[start.saturating_sub(LONGEST_PAIR)..start];
    let left = if quoted { unwrapped(near) } else { trim(near) };
    if let Some(named) = before_alternative(left) {
        return name::kind(named);
    }
    if let Some(kind) = told(left) {
        return Some(kind);
    }
    let operator = *left.last()?;
    match operator {
        b'=' | b':' | b'>' => {
            let close = left.len() - left.iter().rev().take(3).take_while(|byte| b"=:>?|!".contains(byte)).count();
            of_left(&left[..close])
        }
        // `name("…")` and `f("name", "…")`.
        b'(' if quoted => name::kind(identifier(&left[..left.len() - 1])),
        b',' if quoted => {
            let left = trim(&left[..left.len() - 1]);
            let quote = left.last().filter(|byte| matches!(byte, b'"' | b'\''))?;
            let named = &left[..left.len() - 1];
            let name = identifier(named);
            (named[..named.len() - name.len()].last() == Some(quote)).then(|| name::kind(name)).flatten()
        }
        _ => None,
    }
}

/// What is left of a literal without what may stand around it: `b` and `r` of bytes and raw strings, brackets, a call that
/// makes a string of it, a line break after the operator.
fn unwrapped(left: &[u8]) -> &[u8] {
    let letters = left.iter().rev().take(2).take_while(|byte| b"bBrRuUfF@".contains(byte)).count();
    let bare = &left[..left.len() - letters];
    let is_prefix = !bare.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut left = if is_prefix { bare } else { left }.trim_ascii_end();
    if let Some(before) = left.strip_suffix(b"(").map(<[u8]>::trim_ascii_end) {
        let call = identifier(before);
        let makes = [&b"String"[..], b"str", b"bytes", b"Some", b"String.new", b""].contains(&call);
        let outer = before[..before.len() - call.len()].trim_ascii_end();
        if makes && outer.last().is_some_and(|byte| b"=:".contains(byte)) {
            left = outer;
        }
    } else if let Some(before) = left.strip_suffix(b"{").map(<[u8]>::trim_ascii_end)
        && before.ends_with(b"=")
    {
        left = before;
    }
    left
}

/// What a value stands in for where it is missing: `process.env.API_KEY || "…"`, `ENV["API_KEY"] ?? "…"`,
/// `os.environ.get("API_KEY") or "…"`.
fn before_alternative(left: &[u8]) -> Option<&[u8]> {
    let asked = [&b"||"[..], b"??", b" or"].into_iter().find_map(|operator| left.strip_suffix(operator))?;
    let asked = asked.trim_ascii_end();
    let closing = asked.iter().rev().take(4).take_while(|byte| b"\"')]".contains(byte)).count();
    Some(identifier(&asked[..asked.len() - closing]))
}

/// The name in `#define API_KEY "…"`, `ENV API_KEY …` and C++'s `apiKey{"…"}`.
fn told(left: &[u8]) -> Option<Kind> {
    let line = &left[memchr::memrchr(b'\n', left).map_or(0, |at| at + 1)..];
    let named = identifier(line);
    let before = line[..line.len() - named.len()].trim_ascii();
    if !named.is_empty() && (before == b"#define" || before == b"ENV") {
        return name::kind(named);
    }
    let braced = line.strip_suffix(b"{").map(identifier)?;
    name::kind(braced)
}

/// The name left of an operator, or the one before its type.
fn of_left(left: &[u8]) -> Option<Kind> {
    let left = trim(left);
    let left = left.strip_suffix(b"[]").unwrap_or(left);
    let stripped = left.iter().rev().take_while(|byte| b"\"'`]\\".contains(byte)).count();
    let left = &left[..left.len() - stripped];
    let last = identifier(left);
    if let Some(kind) = name::kind(last) {
        return Some(kind);
    }
    let before = &left[..left.len() - last.len()];
    if last.eq_ignore_ascii_case(b"value") {
        return beside_value(before);
    }
    // `token: &'static str`, `token string`, `token?: string`.
    let typed = trim(before.strip_suffix(b"&'static ").or(before.strip_suffix(b"&")).unwrap_or(before));
    let typed = typed.strip_suffix(b":").map(trim);
    let is_type = [&b"string"[..], b"String", b"str"].contains(&last);
    match typed {
        Some(named) => name::kind(identifier(named.strip_suffix(b"?").unwrap_or(named))),
        None if is_type => name::kind(identifier(trim(before))),
        None => None,
    }
}

/// `key="ApiKey" value=`, `name: API_KEY` and `value:` in the next line.
fn beside_value(before: &[u8]) -> Option<Kind> {
    let skipped = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace() || b"\"',".contains(byte)).count();
    let before = &before[..before.len() - skipped];
    let name = identifier(before);
    let label = trim(&before[..before.len() - name.len()]);
    let label = &label[..label.len() - label.iter().rev().take_while(|byte| b"\"' =:".contains(byte)).count()];
    [&b"name"[..], b"key", b"Name", b"Key"].contains(&identifier(label)).then(|| name::kind(name)).flatten()
}

/// The identifier that ends here, with its path.
fn identifier(text: &[u8]) -> &[u8] {
    let is = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-.$".contains(byte);
    let length = text.iter().rev().take(LONGEST_NAME).take_while(is).count();
    &text[text.len() - length..]
}

/// Without blanks at the end; line breaks stay.
fn trim(text: &[u8]) -> &[u8] {
    &text[..text.len() - text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count()]
}

/// The scheme of an `Authorization` header, where that stands before a place.
fn after_scheme(text: &[u8], start: usize) -> Option<&'static [u8]> {
    let before = trim(&text[..start]);
    let ends = |scheme: &'static [u8]| {
        before.strip_suffix(scheme).filter(|rest| !rest.last().is_some_and(u8::is_ascii_alphanumeric))
    };
    let schemes: [&'static [u8]; 4] = [b"Bearer", b"bearer", b"Basic", b"SSWS"];
    // Words of every language, but for the header's name before them.
    let words: [&'static [u8]; 4] = [b"token", b"Token", b"ApiKey", b"Api-Key"];
    let in_header = |rest: &[u8]| rest[rest.len().saturating_sub(24)..].windows(12).any(|part| part == b"uthorization");
    schemes
        .into_iter()
        .find(|scheme| ends(scheme).is_some())
        .or_else(|| words.into_iter().find(|word| ends(word).is_some_and(in_header)))
}

fn header(text: &[u8], start: usize, end: usize) -> Option<Finding> {
    let end = bare_end(text, start, end)?;
    let value = &text[start..end];
    let is_secret = if after_scheme(text, start)? == b"Basic" {
        let decoded = decode(value);
        let plain = decoded.iter().all(|byte| byte.is_ascii_graphic());
        let idle = |at: usize| super::value::is_idle_password(&decoded[at + 1..], &decoded[..at]);
        plain && memchr::memchr(b':', &decoded).is_some_and(|at| !idle(at))
    } else {
        is_random(value)
    };
    is_secret.then_some(Finding { rule: HEADER, range: start..end })
}

/// That of a signed address: 32 bytes in base64, often with its signs escaped.
fn signature(value: &[u8]) -> bool {
    let padded = value.ends_with(b"=") || value.ends_with(b"%3D") || value.ends_with(b"%3d");
    (43..=60).contains(&value.len())
        && padded
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() >= 2
        && !is_made_up(value)
}
