//! What an index was made by.

use super::{Reader, Writer};
use crate::error::{Error, Result};

/// Everything that decides what an index holds of given files, and so whether a saved one can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The engine's version.
    pub version: String,
    /// The model's fingerprint, and the length of its vectors; empty and 0 without one.
    pub model: String,
    /// The length of a vector.
    pub dimension: usize,
    /// The languages that are parsed, by name, in order, with spaces.
    pub languages: String,
    /// The options that decide which files are let in.
    pub options: String,
}

impl Identity {
    /// Writes it down.
    pub fn write(&self, writer: &mut Writer) {
        writer.text(&self.version);
        writer.text(&self.model);
        writer.count(self.dimension);
        writer.text(&self.languages);
        writer.text(&self.options);
    }

    /// Reads one.
    pub fn read(reader: &mut Reader) -> Result<Self> {
        let mut text = || reader.text().map(str::to_owned);
        let (version, model) = (text()?, text()?);
        let dimension = reader.at_most(1 << 20)? as usize;
        let (languages, options) = (reader.text()?.to_owned(), reader.text()?.to_owned());
        Ok(Identity { version, model, dimension, languages, options })
    }

    /// Whether an engine with the identity `present` can use what this one made.
    ///
    /// # Errors
    /// [`Error::SnapshotMismatch`], which names the first difference.
    pub fn check(&self, present: &Identity) -> Result<()> {
        let model = |identity: &Identity| match identity.model.as_str() {
            "" => "none".to_owned(),
            model => model.to_owned(),
        };
        let differences = [
            ("version", self.version.clone(), present.version.clone()),
            ("model", model(self), model(present)),
            ("model", self.dimension.to_string(), present.dimension.to_string()),
            ("set of languages", self.languages.clone(), present.languages.clone()),
            ("set of options", self.options.clone(), present.options.clone()),
        ];
        match differences.into_iter().find(|(_, saved, present)| saved != present) {
            Some((what, saved, present)) => Err(Error::SnapshotMismatch { what, saved, present }),
            None => Ok(()),
        }
    }
}
