//! Errors as sentences.

use std::error::Error;
use std::fmt::Display;

/// The result of every step.
pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// Says in an error what was being done.
pub trait Context<T> {
    /// `doing` reads on from "While": "reading a suite".
    fn context(self, doing: impl Display) -> Outcome<T>;
}

impl<T, E: Display> Context<T> for Result<T, E> {
    fn context(self, doing: impl Display) -> Outcome<T> {
        self.map_err(|error| format!("While {doing}: {error}").into())
    }
}
