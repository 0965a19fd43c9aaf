//! The words of a text, before the tokenizer sees them.

use crate::error::{Error, Result};

/// The default model's pattern: a run of capitals that leaves the last one to the small letters after
/// it, small letters with a capital before them, a run of digits. ASCII only.
pub(super) const CODE_WORDS: &str = "[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+";

/// How a model cuts words out of a text.
pub(super) enum Pattern {
    /// [`CODE_WORDS`], by a scanner: several times as fast as the regular expression.
    Code,
    /// Any other expression.
    Regex(Box<fancy_regex::Regex>),
}

impl Pattern {
    /// Compiles the model's `word_pattern`.
    pub fn new(pattern: &str) -> Result<Self> {
        if pattern == CODE_WORDS {
            return Ok(Pattern::Code);
        }
        fancy_regex::Regex::new(pattern)
            .map(|regex| Pattern::Regex(Box::new(regex)))
            .map_err(|error| broken(&format!("is not a regular expression ({error})")))
    }

    /// Calls `f` with each word as it stands in the text, until `f` returns `false`.
    pub fn each<'t>(&self, text: &'t str, mut f: impl FnMut(&'t str) -> Result<bool>) -> Result<()> {
        match self {
            Pattern::Code => {
                let bytes = text.as_bytes();
                let mut at = 0;
                while let Some((start, end)) = next_code_word(bytes, at) {
                    if !f(&text[start..end])? {
                        break;
                    }
                    at = end;
                }
            }
            Pattern::Regex(regex) => {
                for found in regex.find_iter(text) {
                    // It gives up on a text that makes it step back too often.
                    let found = found.map_err(|error| broken(&format!("fails on a text ({error})")))?;
                    if !found.as_str().is_empty() && !f(found.as_str())? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

fn broken(what: &str) -> Error {
    Error::Model { file: "config.json", why: format!("its word_pattern {what}") }
}

/// Start and end of the next match of [`CODE_WORDS`] at or after byte `at`. Both lie at ASCII
/// characters, so they are boundaries of the text.
fn next_code_word(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let run =
        |from: usize, is: fn(&u8) -> bool| bytes[from..].iter().position(|b| !is(b)).map_or(bytes.len(), |n| from + n);
    let start = at + bytes.get(at..)?.iter().position(u8::is_ascii_alphanumeric)?;
    let first = bytes[start];
    let end = if first.is_ascii_digit() {
        run(start, u8::is_ascii_digit)
    } else if first.is_ascii_lowercase() {
        run(start, u8::is_ascii_lowercase)
    } else {
        let capitals = run(start, u8::is_ascii_uppercase);
        if !bytes.get(capitals).is_some_and(u8::is_ascii_lowercase) {
            capitals
        } else if capitals - start == 1 {
            run(capitals, u8::is_ascii_lowercase)
        } else {
            capitals - 1
        }
    };
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(pattern: &Pattern, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        pattern
            .each(text, |word| {
                words.push(word.to_owned());
                Ok(true)
            })
            .unwrap();
        words
    }

    fn by_regex() -> Pattern {
        Pattern::Regex(Box::new(fancy_regex::Regex::new(CODE_WORDS).unwrap()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_scanner_is_the_expression(text in "[A-Da-d0-2_ é]{0,30}|[ -~]{0,60}|\\PC{0,40}") {
            prop_assert_eq!(found(&Pattern::Code, &text), found(&by_regex(), &text));
        }
    }

    #[test]
    fn other_patterns_run_and_broken_ones_say_so() {
        let words = Pattern::new(r"\w+(?=!)").unwrap();
        assert_eq!(found(&words, "one two! three!"), ["two", "three"]);
        assert!(found(&Pattern::new("x*").unwrap(), "aaa").is_empty());
        let error = Pattern::new("(").err().unwrap().to_string();
        assert!(error.starts_with("The model's config.json cannot be used: its word_pattern is not"), "{error}");
    }

    #[test]
    fn a_pattern_that_runs_away_is_an_error() {
        let pattern = Pattern::new(r"(a|a)*(?=b)\1c").unwrap();
        let result = pattern.each(&"a".repeat(60), |_| Ok(true));
        assert!(result.unwrap_err().to_string().contains("fails on a text"));
    }
}
