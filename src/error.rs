//! What can go wrong, as sentences that say what to do.

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
    #[error("The option `{name}` is {given}: give {expected}.")]
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
    #[error("The token counter gave {given}: it must give a number of tokens, 0 or more.")]
    Counter {
        /// What it gave.
        given: String,
    },
}

impl Error {
    /// The stable code that JavaScript sees.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Model { .. } => "model",
            Error::Option { .. } => "option",
            Error::Session(_) => "session",
            Error::Counter { .. } => "counter",
        }
    }
}

/// The engine's result type.
pub type Result<T> = std::result::Result<T, Error>;
