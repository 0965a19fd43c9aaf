//! An engine to bytes and back.

use super::{Engine, EngineOptions, IGNORED, REFEED, Reason};
use crate::chunk;
use crate::error::{Error, Result};
use crate::index::{Clock, Index, IndexLoader, SavedText, read_text};
use crate::semantic::Model;
use crate::snapshot::{Frames, Identity, Reader, Tag, Writer};
use crate::source::{IgnoreRules, Refusal, admit};
use std::collections::BTreeMap;

/// The code of [`Refusal::TooLarge`].
const TOO_LARGE: &str = "too-large";

/// The code of [`Refusal::Full`].
const FULL: &str = "memory-limit";

/// The codes that a file can be refused with.
const CODES: [&str; 10] =
    ["bad-path", "secret-file", IGNORED, TOO_LARGE, FULL, "binary", "encoding", "empty", "minified", REFEED];

impl Engine {
    /// Everything that it holds, as bytes for [`load`](Self::load). The same files under the same options give the same
    /// bytes, on every host and whatever the history of edits.
    pub fn save(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_to(&mut |part| bytes.extend_from_slice(part));
        bytes
    }

    /// [`save`](Self::save) in parts of some ten kilobytes, for hosts that have somewhere else to put them.
    pub fn save_to(&mut self, sink: &mut dyn FnMut(&[u8])) {
        self.write(sink, Index::write);
    }

    fn write(&mut self, sink: &mut dyn FnMut(&[u8]), index: fn(&mut Index, &mut Writer)) {
        let mut writer = Writer::new(sink);
        self.identity().write(&mut writer);
        writer.count(self.index.catalog().len());
        writer.frame(Tag::Rules);
        for (path, rules) in self.rules.files() {
            writer.text(path);
            writer.count(rules.len());
            for (line, pattern) in rules {
                writer.number(*line);
                writer.text(pattern);
            }
            writer.boundary();
        }
        writer.frame(Tag::Skipped);
        for (path, reason) in &self.skipped {
            writer.text(path);
            writer.text(reason.code);
            writer.text(&reason.message);
            writer.boundary();
        }
        index(&mut self.index, &mut writer);
        writer.end();
    }

    /// An engine that answers like the one whose [`save`](Self::save) gave the bytes. [`Loader`] does the same in steps.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] for bytes that are no whole snapshot, [`Error::SnapshotMismatch`] for one that was
    /// made by another version, model or build, or under other options; and those of [`new`](Self::new).
    pub fn load(bytes: &[u8], options: &EngineOptions, model: Option<Model>, clock: Option<Clock>) -> Result<Self> {
        let mut engine = Engine::new(options, model, clock)?;
        let mut loader = Loader::new(false);
        loader.push(&mut engine, bytes)?;
        loader.finish(&mut engine)?;
        Ok(engine)
    }

    /// [`save_to`](Self::save_to) without what [`absorb`](Self::absorb) makes anew, and then it is empty: for engines that
    /// index for another one.
    pub fn hand_over(&mut self, sink: &mut dyn FnMut(&[u8])) {
        self.write(sink, Index::write_work);
        self.clear();
    }

    /// Adds the files of another engine that was made alike, as its [`hand_over`](Self::hand_over) gave them: each in place
    /// of what was at its path, as if it had been indexed here.
    ///
    /// # Errors
    /// As [`load`](Self::load); nothing was added then.
    pub fn absorb(&mut self, bytes: &[u8]) -> Result<()> {
        let mut loader = Loader::new(false);
        loader.push(self, bytes)?;
        loader.frames.end()?;
        match loader.state {
            State::Loading(loading) => loading.merge(self),
            State::Begun | State::Rebuilding(_) | State::Failed => Err(INCOMPLETE),
        }
    }

    fn identity(&self) -> Identity {
        let languages: Vec<&str> = chunk::languages().map(|language| language.name()).collect();
        let limits = &self.limits;
        Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: self.index.model().map_or_else(String::new, |model| model.identity().to_owned()),
            dimension: self.index.model().map_or(0, Model::dimension),
            languages: languages.join(" "),
            options: format!(
                "files to {} bytes, data to {} bytes, secrets {}",
                limits.max_file_bytes,
                limits.max_data_bytes,
                if limits.mask_secrets { "masked" } else { "as they are" }
            ),
        }
    }

    /// Indexes a text anew that was let in once.
    fn readmit(&mut self, SavedText { path, text, encoding, masked, brought }: SavedText) {
        match admit(path, text.as_bytes(), &self.rules, &self.limits) {
            Ok(source) if !self.has_room(&source, false) => {
                let limit = self.room.limit();
                drop(self.refuse(path.to_owned(), Refusal::Full { limit }));
            }
            Ok(mut source) => {
                source.encoding = encoding;
                // What is masked already is not found again.
                source.masked.extend(masked);
                source.masked.sort_by_key(|masked| masked.line);
                self.index.insert(source, brought);
            }
            Err(refusal) => drop(self.refuse(path.to_owned(), refusal)),
        }
    }
}

/// Loads a snapshot into an engine in steps, each as long as the bytes that it is given.
///
/// What was read is put in place of what the engine holds by [`finish`](Self::finish); until then the engine is as it
/// was. Only a rebuild (see [`new`](Self::new)) empties it before.
pub struct Loader {
    frames: Frames,
    rebuild: bool,
    state: State,
}

enum State {
    /// The snapshot's identity is not read yet.
    Begun,
    /// What was made of the files is taken as it is.
    Loading(Box<Loading>),
    /// The files are indexed anew; so many are to come.
    Rebuilding(usize),
    /// There was an error.
    Failed,
}

struct Loading {
    files: usize,
    rules: IgnoreRules,
    skipped: BTreeMap<String, Reason>,
    index: IndexLoader,
}

impl Loader {
    /// With `rebuild` a snapshot of another version (but in this format), model or build, or under other options, is not refused: its texts
    /// are indexed anew, which takes as long as indexing does. What was left out for its size is then on record with the
    /// code `refeed`, as the engine has no bytes of it.
    pub fn new(rebuild: bool) -> Self {
        Loader { frames: Frames::default(), rebuild, state: State::Begun }
    }

    /// Takes the next bytes of a snapshot and does what they allow. The same engine must be given each time.
    ///
    /// # Errors
    /// As [`Engine::load`]; then the loader is of no more use.
    pub fn push(&mut self, engine: &mut Engine, bytes: &[u8]) -> Result<()> {
        self.frames.push(bytes);
        let done = self.advance(engine);
        if done.is_err() {
            self.state = State::Failed;
        }
        done
    }

    fn advance(&mut self, engine: &mut Engine) -> Result<()> {
        while let Some((tag, payload)) = self.frames.next_frame()? {
            let mut reader = Reader::new(payload);
            match &mut self.state {
                State::Begun => self.state = begin(engine, &mut reader, self.rebuild)?,
                State::Loading(loading) => loading.read(tag, &mut reader)?,
                State::Rebuilding(files) => rebuild(engine, tag, &mut reader, files)?,
                State::Failed => return Err(FAILED),
            }
        }
        Ok(())
    }

    /// Whether the texts are indexed anew.
    pub fn rebuilds(&self) -> bool {
        matches!(self.state, State::Rebuilding(_))
    }

    /// Puts what was read in place of what the engine holds.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] if bytes are missing or left over.
    pub fn finish(self, engine: &mut Engine) -> Result<()> {
        self.frames.end()?;
        match self.state {
            State::Loading(loading) => loading.finish(engine),
            State::Rebuilding(0) => Ok(()),
            State::Begun | State::Rebuilding(_) => Err(INCOMPLETE),
            State::Failed => Err(FAILED),
        }
    }
}

const INCOMPLETE: Error = Error::damaged("some files are missing");
const FAILED: Error = Error::damaged("reading it has failed before");

fn begin(engine: &mut Engine, reader: &mut Reader, rebuild: bool) -> Result<State> {
    let saved = Identity::read(reader)?;
    let files = reader.number()?;
    let files = usize::try_from(files).map_err(|_| INCOMPLETE)?;
    match saved.check(&engine.identity()) {
        Ok(()) => Ok(State::Loading(Box::new(Loading {
            files,
            rules: IgnoreRules::new(),
            skipped: BTreeMap::new(),
            index: IndexLoader::new(engine.index.model().map(Model::dimension)),
        }))),
        Err(_) if rebuild => {
            engine.clear();
            Ok(State::Rebuilding(files))
        }
        Err(other) => Err(other),
    }
}

impl Loading {
    fn read(&mut self, tag: Tag, reader: &mut Reader) -> Result<()> {
        match tag {
            Tag::Rules => read_rules(reader, &mut self.rules),
            Tag::Skipped => {
                while !reader.is_empty() {
                    let (path, code, message) = (reader.text()?, reader.text()?, reader.text()?);
                    let code = known_code(code).ok_or(Error::damaged("the reason of a refusal is unknown"))?;
                    self.skipped.insert(path.to_owned(), Reason { code, message: message.to_owned() });
                }
                Ok(())
            }
            tag => self.index.read(tag, reader),
        }
    }

    /// Its rules are not taken over: what they are about was let in by those of the engine.
    fn merge(self, engine: &mut Engine) -> Result<()> {
        let paths: Vec<String> = self.index.paths().map(str::to_owned).collect();
        if paths.len() != self.files {
            return Err(INCOMPLETE);
        }
        self.index.merge(&mut engine.index)?;
        for path in paths {
            engine.give_up_at(&path);
            engine.absorbed(&path);
            engine.skipped.remove(&path);
            // A rule may have come since it was let in.
            if let Some(rule) = engine.rules.is_ignored(&path, false) {
                engine.refuse(path, Refusal::Ignored { rule });
            }
        }
        for (path, reason) in self.skipped {
            engine.give_up_at(&path);
            engine.absorbed(&path);
            engine.index.remove(&path);
            engine.skipped.insert(path, reason);
            engine.changes += 1;
        }
        Ok(())
    }

    fn finish(self, engine: &mut Engine) -> Result<()> {
        if self.index.paths().count() != self.files {
            return Err(INCOMPLETE);
        }
        self.index.finish(&mut engine.index)?;
        engine.adding = None;
        engine.room.forget();
        (engine.rules, engine.skipped, engine.changes) = (self.rules, self.skipped, 0);
        Ok(())
    }
}

/// Indexes what a frame holds of texts; what was made of them is passed over.
fn rebuild(engine: &mut Engine, tag: Tag, reader: &mut Reader, files: &mut usize) -> Result<()> {
    match tag {
        Tag::Rules => read_rules(reader, &mut engine.rules),
        Tag::Skipped => {
            while !reader.is_empty() {
                let (path, code, message) = (reader.text()?, reader.text()?, reader.text()?);
                let reason = match known_code(code) {
                    Some(code) if code != TOO_LARGE && code != FULL => Reason { code, message: message.to_owned() },
                    _ => Reason {
                        code: REFEED,
                        message: "It was left out under other conditions: feed it again.".to_owned(),
                    },
                };
                engine.skipped.insert(path.to_owned(), reason);
            }
            Ok(())
        }
        Tag::Files => {
            while !reader.is_empty() {
                let saved = read_text(reader)?;
                *files = files.checked_sub(1).ok_or(INCOMPLETE)?;
                engine.readmit(saved);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn read_rules(reader: &mut Reader, rules: &mut IgnoreRules) -> Result<()> {
    while !reader.is_empty() {
        let path = reader.text()?;
        let patterns = reader.list(|reader| Ok((reader.at_most(u32::MAX)?, reader.text()?.into())))?;
        rules.restore(path, patterns);
    }
    Ok(())
}

fn known_code(code: &str) -> Option<&'static str> {
    CODES.into_iter().find(|known| *known == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::SearchOptions;
    use crate::engine::RankOptions;
    use crate::snapshot::reseal;
    use proptest::prelude::*;

    #[test]
    fn every_refusal_has_a_known_code() {
        let rule = String::new();
        for refusal in [
            Refusal::BadPath { why: "" },
            Refusal::Secret,
            Refusal::Ignored { rule },
            Refusal::TooLarge { bytes: 0, limit: 0 },
            Refusal::Full { limit: 1 },
            Refusal::Binary,
            Refusal::Encoding { why: "" },
            Refusal::Empty,
            Refusal::Minified,
        ] {
            assert_eq!(known_code(refusal.code()), Some(refusal.code()));
        }
    }

    fn small() -> Vec<u8> {
        let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
        for (path, text) in [
            ("src/slots.rs", include_str!("../index/slots.rs")),
            ("src/naming.rs", include_str!("../index/naming.rs")),
            ("notes.md", "# Überschrift 🦀\n\nProse about `Slots`.\n"),
            (".gitignore", "*.log\n"),
            ("a.log", "x"),
        ] {
            engine.add(path, text.as_bytes()).unwrap();
        }
        engine.save()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        /// Bytes that somebody forged, checksums and all, give an error or an engine that answers something.
        #[test]
        fn forged_bytes_do_no_harm(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
            let mut bytes = small();
            let length = bytes.len() - 12;
            for (place, byte) in changes {
                bytes[12 + place.index(length)] = byte;
            }
            reseal(&mut bytes);
            if let Ok(mut engine) = Engine::load(&bytes, &EngineOptions::default(), None, None) {
                for query in ["where is Slots defined", "how are rows reused", "Überschrift", "naming version folder"] {
                    let _ = engine.rank(query, &RankOptions::default());
                    for budget in [60.0, 400.0, 4000.0] {
                        let options = SearchOptions { budget: Some(budget), ..SearchOptions::default() };
                        let _ = engine.search(query, &options, None);
                    }
                }
                engine.save();
                engine.add("src/slots.rs", b"fn other() {}\n").unwrap();
                engine.remove("src/naming.rs");
                engine.save();
            }
        }
    }
}
