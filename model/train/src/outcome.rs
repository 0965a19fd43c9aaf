//! Errors as sentences.

use std::error::Error;
use std::fmt::Display;

/// What every fallible step returns.
pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// Adds to an error what was being done.
pub trait Context<T> {
    /// `doing` continues "While", for example "reading pairs.jsonl".
    fn context(self, doing: impl Display) -> Outcome<T>;
}

impl<T, E: Display> Context<T> for Result<T, E> {
    fn context(self, doing: impl Display) -> Outcome<T> {
        self.map_err(|error| format!("While {doing}: {error}").into())
    }
}
