//! How a question is put, taken off: terminals' escapes, contractions, greetings and thanks.

use super::stop::{is_frame, is_kind};
use crate::lexical::{is_unspaced, joins};
use crate::rank::lean::is_pointing;
use std::borrow::Cow;

/// What is asked, without how it is asked: what a question's embedding is made of.
pub fn asked(text: &str) -> String {
    without_openers(&written_out(text)).into_owned()
}

/// The text without escapes and with its contractions written out.
pub fn written_out(text: &str) -> String {
    expanded(&without_escapes(text)).into_owned()
}

/// Without the sequences by which programs colour what they print, and set titles and links.
pub fn without_escapes(text: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    const CONTROL: char = '\u{9b}';
    if !text.contains([ESCAPE, CONTROL]) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let opened = match c {
            CONTROL => Some('['),
            ESCAPE => rest.next(),
            _ => {
                out.push(c);
                continue;
            }
        };
        match opened {
            // Parameters, then one final character.
            Some('[') => while rest.next_if(|c| matches!(c, ' '..='?')).is_some() {},
            // A string, closed by a bell or by another escape and a backslash.
            Some(']' | 'P' | '^' | '_') => {
                while rest.next_if(|&c| c != '\u{7}' && c != ESCAPE && c != '\n').is_some() {}
                if rest.next_if_eq(&'\u{7}').is_none() && rest.next_if_eq(&ESCAPE).is_some() {
                    rest.next_if_eq(&'\\');
                }
                continue;
            }
            // Which letters are meant: two characters more.
            Some('(' | ')' | '#' | '%') => {}
            _ => continue,
        }
        rest.next_if(|c| c.is_ascii() && !c.is_ascii_control());
    }
    out.into()
}

/// What stands before an apostrophe and `t`, and what it is short for.
const NEGATED: [(&str, &str); 19] = [
    ("ain", "is"),
    ("aren", "are"),
    ("can", "can"),
    ("couldn", "could"),
    ("didn", "did"),
    ("doesn", "does"),
    ("don", "do"),
    ("hadn", "had"),
    ("hasn", "has"),
    ("haven", "have"),
    ("isn", "is"),
    ("mustn", "must"),
    ("needn", "need"),
    ("shan", "will"),
    ("shouldn", "should"),
    ("wasn", "was"),
    ("weren", "were"),
    ("won", "will"),
    ("wouldn", "would"),
];

/// What follows an apostrophe, and what it is short for. What is somebody's and what is short for "is" look alike.
const SHORTENED: [(&str, &str); 6] =
    [("d", " would"), ("ll", " will"), ("m", " am"), ("re", " are"), ("s", ""), ("ve", " have")];

/// With contractions written out: `don't` is `do not`.
fn expanded(text: &str) -> Cow<'_, str> {
    const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];
    if !text.contains(APOSTROPHES) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find(APOSTROPHES) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        let quote = mark.chars().next().unwrap_or_default();
        let after = &mark[quote.len_utf8()..];
        let end = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
        let (ending, further) = after.split_at(end);
        let word = out.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        // `b'd'` is a letter in quotation marks.
        let is_open = word.is_empty() || further.starts_with(APOSTROPHES);
        let whole = |list: &[(&str, &'static str)], part: &str| {
            list.iter().find(|(short, _)| part.eq_ignore_ascii_case(short)).map(|(_, long)| *long)
        };
        if !is_open
            && ending.eq_ignore_ascii_case("t")
            && let Some(verb) = whole(&NEGATED, word)
        {
            let start = out.len() - word.len();
            out.truncate(start);
            out.push_str(verb);
            out.push_str(" not");
            rest = further;
        } else if !is_open && let Some(long) = whole(&SHORTENED, ending) {
            out.push_str(long);
            rest = further;
        } else {
            out.push(quote);
            rest = after;
        }
    }
    out.push_str(rest);
    out.into()
}

/// How people begin who ask a person; longer ones before those that they begin with.
const OPENERS: [&str; 49] = [
    "i would like to know",
    "i would like to understand",
    "i would like to find",
    "i am trying to understand",
    "i am trying to find",
    "i am looking for",
    "i need to know",
    "i need to understand",
    "i need to find",
    "i want to know",
    "i want to understand",
    "i want to find",
    "i wonder",
    "help me to understand",
    "help me understand",
    "help me to find",
    "help me find",
    "help me with",
    "walk me through",
    "guide me through",
    "take me through",
    "talk me through",
    "tell me about",
    "tell me",
    "explain to me",
    "explain",
    "describe to me",
    "describe",
    "locate",
    "can you please",
    "can you",
    "could you please",
    "could you",
    "would you please",
    "would you",
    "will you",
    "do you know",
    "please",
    "pls",
    "thanks",
    "thank you",
    "hi there",
    "hi",
    "hello there",
    "hello",
    "hey there",
    "hey",
    "good morning",
    "good evening",
];

/// How they end; where they look is where everybody looks.
const CLOSERS: [&str; 13] = [
    "in this codebase",
    "in this code base",
    "in this repository",
    "in this repo",
    "in this project",
    "in the codebase",
    "in the code base",
    "in our codebase",
    "in my project",
    "thanks in advance",
    "thank you",
    "thanks",
    "please",
];

/// Without what begins and ends a question in words, unless that is all of it.
pub fn without_openers(text: &str) -> Cow<'_, str> {
    const BETWEEN: [char; 8] = [' ', '\t', ',', ':', '.', '!', '?', ';'];
    /// More than anybody says around a question.
    const MOST: usize = 8;
    let mut left = text.trim();
    for _ in 0..MOST {
        let lower = left.to_ascii_lowercase();
        let opens =
            |opener: &&&str| lower.strip_prefix(**opener).is_some_and(|rest| ends_word(rest) && has_own_word(rest));
        let opened = OPENERS.iter().find(opens);
        if let Some(opener) = opened {
            left = left[opener.len()..].trim_start_matches(BETWEEN);
            continue;
        }
        let shut = lower.trim_end_matches(BETWEEN);
        let closed = CLOSERS.iter().find(|closer| {
            shut.strip_suffix(**closer).is_some_and(|rest| rest.ends_with(BETWEEN) && has_own_word(rest))
        });
        let Some(closer) = closed else { break };
        left = left[..shut.len() - closer.len()].trim_end();
    }
    left.into()
}

/// Whether what follows ends a word of a sentence: `describe.only` is a name.
fn ends_word(rest: &str) -> bool {
    let mut after = rest.chars();
    match after.next() {
        Some(',' | ':' | '!' | '.') => after.next().is_some_and(char::is_whitespace),
        next => next.is_some_and(char::is_whitespace),
    }
}

/// Whether a word is left that can be what is asked.
fn has_own_word(text: &str) -> bool {
    let words = text.split(|c: char| !(joins(c) || c == '$'));
    words
        .filter(|word| !word.is_empty())
        .any(|word| !(is_frame(word) || is_kind(word) || is_pointing(&word.to_lowercase())))
}

/// With a blank between letters of scripts that write without blanks and the names that stand among them:
/// `parseConfig做什么`.
pub fn spaced(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(is_unspaced) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut last = ' ';
    for c in text.chars() {
        let (before, here) = (is_unspaced(last), is_unspaced(c));
        if (before && (c.is_ascii_alphanumeric() || c == '_'))
            || (here && (last.is_ascii_alphanumeric() || last == '_'))
        {
            out.push(' ');
        }
        out.push(c);
        last = c;
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_colours_a_terminal_is_no_text() {
        for (printed, text) in [
            ("\u{1b}[31mparseConfig\u{1b}[0m failed", "parseConfig failed"),
            ("\u{1b}[1;38;5;9mat\u{1b}[K run", "at run"),
            ("\u{9b}32mok\u{9b}m", "ok"),
            ("\u{1b}]0;a title\u{7}run", "run"),
            ("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\!", "link!"),
            ("\u{1b}(Bplain\u{1b}[", "plain"),
            ("ends \u{1b}", "ends "),
        ] {
            assert_eq!(without_escapes(printed), text, "{printed:?}");
        }
    }

    #[test]
    fn contractions_are_written_out() {
        for (short, long) in [
            ("why don't the types match", "why do not the types match"),
            ("why won\u{2019}t it", "why will not it"),
            ("I'd say it's what they're for, we'll see", "I would say it what they are for, we will see"),
            ("Session's tokens", "Session tokens"),
            ("b'd' and 'static and 's' and l'index", "b'd' and 'static and 's' and l'index"),
            ("don't", "do not"),
            ("'", "'"),
        ] {
            assert_eq!(expanded(short), long, "{short}");
        }
    }

    #[test]
    fn how_a_person_is_asked_is_taken_off() {
        for (put, asked) in [
            ("explain scope", "scope"),
            ("Hi, could you please explain how routes match? Thanks!", "how routes match?"),
            ("tell me about the session in this codebase", "the session"),
            ("I need to know where tokens end, please", "where tokens end,"),
            ("explain get", "get"),
            ("explain", "explain"),
            ("explain it", "explain it"),
            ("describe function", "describe function"),
            ("describe.only in a suite", "describe.only in a suite"),
            ("`explain` in a sentence", "`explain` in a sentence"),
            ("hierarchy of nodes", "hierarchy of nodes"),
            ("please", "please"),
            ("", ""),
        ] {
            assert_eq!(without_openers(put), asked, "{put}");
        }
    }
}
