//! What can go wrong, as sentences that say what to do.

use std::borrow::Cow;

/// Every error of the engine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file of the embedding model cannot be used.
    #[error("The model's {file} cannot be used: {why}.")]
    Model {
        /// Which of the model's files: `config.json`, `tokenizer.json` or `model.safetensors`.
        file: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// An option has a value outside its range.
    #[error("The option `{name}` is {}: give {expected}.", cut(given))]
    Option {
        /// The option's public name.
        name: &'static str,
        /// What was given.
        given: String,
        /// What is allowed.
        expected: &'static str,
    },
    /// A text is not a saved session of this version.
    #[error("The saved session cannot be used: {0}. Begin a new one.")]
    Session(String),
    /// A token counter gave something that is no number of tokens.
    #[error("The token counter gave {}: it must give a number of tokens, 0 or more.", cut(given))]
    Counter {
        /// What it gave.
        given: String,
    },
    /// Bytes are no snapshot, or not a whole one.
    #[error("The snapshot cannot be read, {why}: index the files again and save them anew.")]
    SnapshotDamaged {
        /// What is wrong with it, as a clause.
        why: &'static str,
    },
    /// A snapshot was made by an engine that would index the same files otherwise.
    #[error("The snapshot was made with another {what} ({saved}, here {present}): {}.", advice(what))]
    SnapshotMismatch {
        /// What differs: `format`, `version`, `model`, `set of languages` or `set of options`.
        what: &'static str,
        /// The snapshot's.
        saved: String,
        /// This engine's.
        present: String,
    },
}

impl Error {
    /// A snapshot that is damaged.
    pub(crate) const fn damaged(why: &'static str) -> Self {
        Error::SnapshotDamaged { why }
    }

    /// The stable code that JavaScript sees.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Model { .. } => "model",
            Error::Option { .. } => "option",
            Error::Session(_) => "session",
            Error::Counter { .. } => "counter",
            Error::SnapshotDamaged { .. } => "snapshot-damaged",
            Error::SnapshotMismatch { .. } => "snapshot-mismatch",
        }
    }
}

/// The beginning of what was given: a sentence repeats no file.
fn cut(given: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match given.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &given[..end]).into(),
        None => given.into(),
    }
}

/// What to do about a snapshot of another kind.
fn advice(what: &str) -> &'static str {
    if what == "format" { "index the files again" } else { "index the files again, or load it with `rebuild`" }
}

/// The engine's result type.
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_is_cut() {
        let error = |given: &str| Error::Option { name: "p", given: given.to_owned(), expected: "less" }.to_string();
        assert_eq!(error("ü"), "The option `p` is ü: give less.");
        assert_eq!(error(&"ü".repeat(41)), format!("The option `p` is {}…: give less.", "ü".repeat(40)));
    }
}
