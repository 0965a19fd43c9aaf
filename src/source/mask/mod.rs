//! Secrets inside of texts that were let in: found, and written over before anything is made of the text.
//!
//! [`mask`] is a function of the text alone, so that a file says the same under any path, after any edits, and when it is
//! verified. A mask has the bytes, the UTF-16 units and the line breaks of what it hides: positions stay what they were.
//! Paths and questions are not masked.
//! What says which secret it was stays readable where it is no part of it: `ghp_****`, `postgres://user:****@host`, the
//! lines around a private key.
//!
//! | module | finds |
//! |---|---|
//! | [`scan`] | long runs of the characters that secrets are made of, and asks the others about them |
//! | [`vendor`] | what vendors mark as theirs, with `tokens`, the table of their prefixes |
//! | [`jwt`], [`pem`], [`jwk`], [`url`] | signed tokens, private keys, passwords in addresses and connection strings |
//! | [`assigned`] with `name` | values that are given to the name of a secret |
//! | [`password`] | shorter ones, given to the name of a password |
//! | [`value`] | whether a value can be one: random enough, and no placeholder |

mod assigned;
mod jwk;
mod jwt;
mod name;
mod password;
mod pem;
mod scan;
#[cfg(test)]
mod tests;
mod tokens;
mod url;
mod value;
mod vendor;

use super::lines::Lines;
use serde::Serialize;
use std::ops::Range;

/// A secret that was masked, without the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Masked {
    /// What it was taken for, such as `github-token`: one of [`rules`].
    pub rule: &'static str,
    /// The line that it begins in, from 1.
    pub line: u32,
}

/// A place that holds a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it was taken for.
    pub rule: &'static str,
    /// Its bytes, without what may be read.
    pub range: Range<usize>,
}

/// What stands for an ASCII character.
const MASK: u8 = b'*';

/// Masking makes other neighbours, of which a secret may come to light; beyond so many times somebody plays.
const MOST_ROUNDS: usize = 16;

/// Writes over every secret in the text, and tells what it was. Masking the result changes nothing.
pub fn mask(text: &mut String) -> Vec<Masked> {
    let mut all = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let found = find(text);
        if found.is_empty() {
            break;
        }
        *text = cover(text, &found);
        all.extend(found);
    }
    if all.is_empty() {
        return Vec::new();
    }
    all.sort_by_key(|finding| finding.range.start);
    let lines = Lines::new(text);
    // A part of a key is no secret of its own.
    let mut masked: Vec<Masked> = Vec::new();
    let mut end = 0;
    for Finding { rule, range } in all {
        if range.start >= end && rule != pem::CONTINUED {
            masked.push(Masked { rule, line: lines.line_of(u32::try_from(range.start).unwrap_or(u32::MAX)) });
        }
        end = end.max(range.end);
    }
    masked
}

/// Where secrets are, by place; some may overlap.
pub fn find(text: &str) -> Vec<Finding> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    pem::find(bytes, &mut found);
    url::find(bytes, &mut found);
    jwk::find(bytes, &mut found);
    password::find(bytes, &mut found);
    scan::find(bytes, &mut found);
    found.sort_by_key(|finding| finding.range.start);
    found
}

/// Every name that [`Masked::rule`] can have.
pub fn rules() -> impl Iterator<Item = &'static str> {
    const OTHERS: &[&str] = &[
        pem::RULE,
        jwt::RULE,
        url::RULE,
        vendor::TELEGRAM,
        vendor::DISCORD,
        vendor::MAILCHIMP,
        assigned::AWS,
        assigned::AZURE,
        assigned::HEROKU,
        assigned::HEADER,
        assigned::RULE,
    ];
    let mut last = "";
    let of_tokens = tokens::TOKENS.iter().map(|token| token.rule);
    of_tokens.chain(OTHERS.iter().copied()).filter(move |rule| std::mem::replace(&mut last, rule) != *rule)
}

/// The rule of this name.
pub(crate) fn rule_of(name: &str) -> Option<&'static str> {
    rules().find(|rule| *rule == name)
}

/// The text with these places written over.
fn cover(text: &str, found: &[Finding]) -> String {
    let mut covered = String::with_capacity(text.len());
    let mut at = 0;
    for Finding { range, .. } in found {
        let (start, end) = (range.start.max(at), range.end);
        // Findings begin and end at ASCII characters; whatever else they did would find nothing here.
        let (Some(before), Some(inside)) = (text.get(at..start), text.get(start..end)) else { continue };
        covered.push_str(before);
        covered.extend(inside.chars().map(stand_in));
        at = end;
    }
    covered.push_str(&text[at..]);
    covered
}

/// A character as long as this one, in bytes and in UTF-16 units; white space stays.
fn stand_in(character: char) -> char {
    match character.len_utf8() {
        _ if character.is_whitespace() => character,
        1 => char::from(MASK),
        2 => '\u{B7}',
        3 => '\u{2022}',
        _ => '\u{1F512}',
    }
}
