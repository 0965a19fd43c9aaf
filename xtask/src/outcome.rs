//! Why a step could not be done, and what a person can do about it.

use std::fmt;

/// The result of every step.
pub type Outcome<T = ()> = Result<T, Failure>;

/// A failed step as two texts for a person: what happened, and what to do by hand.
#[derive(Debug, Clone)]
pub struct Failure {
    what: String,
    by_hand: Vec<String>,
}

impl Failure {
    /// A failure that is told by `what` (a sentence).
    pub fn new(what: impl Into<String>) -> Self {
        Failure { what: what.into(), by_hand: Vec::new() }
    }

    /// Adds one thing that a person can do.
    pub fn by_hand(mut self, advice: impl Into<String>) -> Self {
        self.by_hand.push(advice.into());
        self
    }

    /// Puts a sentence before the one that tells what happened.
    pub fn during(mut self, step: impl fmt::Display) -> Self {
        self.what = format!("{step}: {}", self.what);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        for advice in &self.by_hand {
            write!(f, "\n  By hand: {advice}")?;
        }
        Ok(())
    }
}

/// Turns any error into a [`Failure`] that names what was being done.
pub trait Context<T> {
    /// `doing` reads on from "While": "reading package.json".
    fn context(self, doing: impl fmt::Display) -> Outcome<T>;
}

impl<T, E: fmt::Display> Context<T> for Result<T, E> {
    fn context(self, doing: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Failure::new(format!("While {doing}: {error}")))
    }
}

/// Adds advice to a result that already is an [`Outcome`].
pub trait Advice<T> {
    /// See [`Failure::by_hand`].
    fn or_by_hand(self, advice: &str) -> Outcome<T>;
}

impl<T> Advice<T> for Outcome<T> {
    fn or_by_hand(self, advice: &str) -> Outcome<T> {
        self.map_err(|failure| failure.by_hand(advice))
    }
}
