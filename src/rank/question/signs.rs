//! Names that are written with other signs than letters: operators, names with hyphens, names in backticks.

use super::known::Known;
use crate::lexical::joins;
use std::ops::Range;

/// Names are not longer, in bytes.
const LONGEST: usize = 160;

/// A name with signs, and the bytes of the question that it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Signed<'a> {
    /// The name as it is defined.
    pub name: &'a str,
    /// Where it stands, with what was taken off.
    pub range: Range<usize>,
    /// Whether it is defined, and not only written like a name.
    pub is_known: bool,
}

/// What is defined so, sign by sign, in the order of the text: what stands between two blanks or between two backticks,
/// with or without the punctuation of the sentence. A question that is one word with hyphens is one, too.
pub fn signed<'a>(text: &'a str, known: &dyn Known) -> Vec<Signed<'a>> {
    let mut found: Vec<Signed> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if let Some(inner) = between_ticks(rest)
            && is_signed(inner)
            && known.defines(inner)
        {
            let end = at + inner.len() + 2;
            found.push(Signed { name: inner, range: at..end, is_known: true });
            at = end;
            continue;
        }
        let end = at + rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &text[at..end];
        if let Some(name) = readings(word).into_iter().find(|name| is_signed(name) && known.defines(name)) {
            found.push(Signed { name, range: at..end, is_known: true });
        }
        at = end + text[end..].find(|c: char| !c.is_whitespace()).unwrap_or(text.len() - end);
    }
    if found.is_empty()
        && let Some(name) = hyphenated(text.trim())
    {
        found.push(Signed { name, range: 0..text.len(), is_known: false });
    }
    found
}

/// What stands between the backtick that a text begins with and the next one.
fn between_ticks(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('`')?;
    let end = inner.bytes().take(LONGEST).position(|byte| byte == b'`')?;
    Some(&inner[..end]).filter(|inner| !inner.is_empty())
}

/// What a word of a sentence may be as a name, the longest reading first.
fn readings(word: &str) -> [&str; 4] {
    if word.len() > LONGEST {
        return [""; 4];
    }
    const QUOTES: [char; 6] = ['`', '"', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];
    let ended = word.trim_end_matches(['?', '.', ',', ';', ':', '!']);
    let quoted = ended.trim_matches(QUOTES);
    let bracketed = quoted.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(quoted);
    [word, ended, quoted, bracketed]
}

/// Whether a name has signs that no other reading of the question understands: `?` and `!` at its end are.
fn is_signed(name: &str) -> bool {
    name.trim_end_matches(['?', '!']).contains(|c: char| !(joins(c) || c == '$'))
        || (!name.is_empty() && !name.contains(joins))
}

/// A word with hyphens, without what flags and selectors begin with.
fn hyphenated(word: &str) -> Option<&str> {
    let name = word.trim_start_matches(['-', '.', '#', '@', '`']).trim_end_matches(['?', '!', '.', '`']);
    let is_one = name.len() <= LONGEST && name.chars().all(|c| joins(c) || c == '-');
    (is_one && name.trim_matches('-').contains('-')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Defined(&'static [&'static str]);

    impl Known for Defined {
        fn defines(&self, name: &str) -> bool {
            self.0.contains(&name)
        }

        fn defines_alike(&self, _: &str) -> bool {
            false
        }

        fn holds(&self, _: &str) -> bool {
            false
        }
    }

    #[test]
    fn names_with_signs_are_read_out_of_sentences() {
        let known = Defined(&["<=>", "operator==", "make-it-so", "odd name", "save!", "(", "==", "weight="]);
        for (text, wanted) in [
            ("<=>", &["<=>"][..]),
            ("where is <=>?", &["<=>"]),
            ("what does (<=>) do, and `operator==`", &["<=>", "operator=="]),
            ("where is make-it-so defined", &["make-it-so"]),
            ("who calls `odd name` here", &["odd name"]),
            ("odd name", &[]),
            ("a == b", &["=="]),
            ("save!", &[]),
            ("`weight=`", &["weight="]),
            ("--not-there", &["not-there"]),
            ("what is not-there", &[]),
            ("`` ` `", &[]),
            ("", &[]),
        ] {
            let found: Vec<&str> = signed(text, &known).into_iter().map(|signed| signed.name).collect();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn many_signs_take_little() {
        let text = "`a ".repeat(100_000) + &"-".repeat(200_000);
        assert!(signed(&text, &Defined(&[])).is_empty());
    }
}
