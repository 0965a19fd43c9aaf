//! Which headings and sentences a person could ask with.

use std::ops::Range;

/// A heading or sentence without its markup: roles, links, ticks and emphasis.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            // `[text](address)`: the address goes.
            ']' if rest.starts_with('(') => rest = rest.find(')').map_or("", |end| &rest[end + 1..]),
            // `:role:` before a tick, and the `<target>` in it.
            ':' if role(rest).is_some() => rest = role(rest).unwrap_or(rest),
            '<' if rest.contains('>') => rest = rest.split_once('>').map_or("", |(_, rest)| rest),
            '`' | '*' | '[' | ']' | '|' => {}
            c => plain.push(c),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What follows the name of a role before a tick.
fn role(rest: &str) -> Option<&str> {
    let (name, after) = rest.split_once(":`")?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ':' | '-' | '_'));
    is_name.then_some(after)
}

/// Words that say nothing alone.
const EMPTY: [&str; 16] = [
    "the", "and", "for", "with", "from", "you", "your", "that", "this", "are", "not", "how", "what", "use", "using",
    "its",
];

/// Whether it is more than names: two ordinary words with a meaning, and half of all words ordinary.
pub fn is_prose(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ordinary = |word: &&&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        // `getHeader`, `os.path` and `--quiet` are names; `Header` is none.
        word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
            && word.chars().skip(1).all(|c| !c.is_uppercase())
    };
    let told = words.iter().filter(ordinary).count();
    let meant = words.iter().filter(ordinary).filter(|word| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation()).to_lowercase();
        word.chars().count() >= 3 && !EMPTY.contains(&word.as_str())
    });
    meant.count() >= 2 && 2 * told >= words.len()
}

/// The bytes of a text's first sentence; none if the text begins with a list, a table, a directive, code.
pub fn first_sentence(text: &str) -> Option<Range<usize>> {
    let begins = text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '`' | '*' | '"' | '['));
    let listed = ["* ", "**", "```", "[[", "[!"].iter().any(|mark| text.starts_with(mark));
    if !begins || listed {
        return None;
    }
    let paragraph = text.split("\n\n").next()?;
    if paragraph.lines().any(|line| line.trim_start().starts_with(['|', '>', '#', '+', '=', '-'])) {
        return None;
    }
    let stop = |at: &usize| {
        let before = paragraph[..*at].split_whitespace().next_back().unwrap_or("").to_lowercase();
        !before.ends_with("e.g") && !before.ends_with("i.e") && !before.ends_with("etc") && !before.ends_with("vs")
    };
    let ends = paragraph.match_indices(". ").chain(paragraph.match_indices(".\n")).map(|(at, _)| at).filter(stop);
    let last = paragraph.trim_end();
    let end = ends.min().or_else(|| last.ends_with('.').then(|| last.len() - 1))?;
    Some(0..end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_goes_and_words_stay() {
        assert_eq!(plain("Using :class:`Flask <flask.Flask>` with *care*"), "Using Flask with care");
        assert_eq!(plain("See [the `log` page](log.md#x) now"), "See the log page now");
    }

    #[test]
    fn names_alone_are_no_question() {
        assert!(is_prose("Rotating old log files") && is_prose("Use of getHeader in plugins outside"));
        assert!(!is_prose("reply.send getHeader body") && !is_prose("How to use the") && !is_prose("Version 3.1 2024"));
    }

    #[test]
    fn the_first_sentence_ends_at_its_stop() {
        let of = |text: &str| first_sentence(text).map(|range| text[range].to_owned());
        assert_eq!(
            of("Logs, e.g. of\njobs, rotate. They do.\n\nMore.").as_deref(),
            Some("Logs, e.g. of\njobs, rotate.")
        );
        assert_eq!(of("- a list. Of things"), None);
        assert_eq!(of("No stop at all\n\nMore."), None);
    }
}
