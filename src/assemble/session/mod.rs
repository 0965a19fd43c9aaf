//! What a conversation remembers: where it looks, and what it has been given.

mod delivered;
mod focus;
mod memory;

use super::context::Context;
use super::plan::Plan;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

pub use delivered::{Delivered, Seen};
pub use focus::{Focus, lead};
pub use memory::{Blend, Memory, blend};

/// A conversation. All is kept by what chunks are, path and text, so it stays right while files change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    version: u32,
    /// The best chunks of the last answer.
    pub(super) focus: Focus,
    /// What was shown.
    pub(super) delivered: Delivered,
    /// All chunks' scores, in tobler's profile only.
    pub(super) memory: Memory,
}

/// The version of saved sessions.
const VERSION: u32 = 1;

impl Default for Session {
    fn default() -> Self {
        Session {
            version: VERSION,
            focus: Focus::default(),
            delivered: Delivered::default(),
            memory: Memory::default(),
        }
    }
}

impl Session {
    /// A session that remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything, as at the start of a conversation.
    pub fn clear(&mut self) {
        *self = Session::new();
    }

    /// Forgets what was shown, and not where the conversation looks: for a reader who has lost the texts.
    pub fn forget(&mut self) {
        self.delivered = Delivered::default();
    }

    /// Remembers an answer: where it looks, if it found anything, and what it shows.
    pub fn note(&mut self, plan: &Plan, context: &Context) {
        if !plan.focus().is_empty() {
            self.focus = plan.focus().clone();
        }
        for (key, lines) in plan.delivered(context) {
            self.delivered.note(key, &lines);
        }
    }

    /// Everything as JSON, for [`load`](Self::load).
    pub fn save(&self) -> String {
        // Maps with text as keys and finite numbers: writing them cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A session that was saved.
    ///
    /// # Errors
    /// [`Error::Session`] if the text is not one, or one of another version.
    pub fn load(saved: &str) -> Result<Self> {
        let session: Session = serde_json::from_str(saved).map_err(|error| Error::Session(error.to_string()))?;
        if session.version != VERSION {
            return Err(Error::Session(format!("its version is {}, this engine reads {VERSION}", session.version)));
        }
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_comes_back_and_nothing_else_does() {
        let mut session = Session::new();
        session.delivered.note(crate::index::ChunkKey(u64::MAX), &[(0, 4)]);
        session.memory.apply(&[crate::index::ChunkKey(3)], ndarray::array![0.1 + 0.2], 1.0);
        assert_eq!(Session::load(&session.save()).unwrap(), session);
        for wrong in ["", "{}", "null", "{\"version\":9,\"focus\":[],\"delivered\":{},\"memory\":{}}"] {
            assert!(Session::load(wrong).is_err(), "{wrong}");
        }
    }
}
