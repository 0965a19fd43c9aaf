//! The front door: files in, contexts out.

mod adding;
mod rename;
mod room;
mod saved;

pub use rename::Renaming;
pub use saved::Loader;

use crate::assemble::options::whole;
use crate::assemble::verify::{Claim, Verdict, verify};
use crate::assemble::{self, Context, Plan, SearchOptions, Session};
use crate::chunk::Brought;
use crate::error::{Error, Result};
use crate::index::{Clock, File, Index, Memory, Timings};
use crate::pace::finish;
use crate::rank::{self, Hit, Ranking};
use crate::semantic::Model;
use crate::source::{self, IgnoreRules, Language, Limits, Masked, Refusal, Role, Source};
use adding::Adding;
use room::Room;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an engine is made.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct EngineOptions {
    /// The largest file that is indexed, in bytes.
    pub max_file_bytes: Option<f64>,
    /// How much the index may hold, in bytes by its own account ([`Memory::total`]): what is beyond is refused. By
    /// default 2 GiB in wasm, elsewhere as much as there is.
    pub max_memory_bytes: Option<f64>,
    /// Whether secrets in texts are masked before anything is made of them ([`source::mask`]); yes by default.
    pub mask_secrets: Option<bool>,
}

/// Why something was left out, in a form that programs can tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// A stable code, such as `binary`.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
}

impl From<&Refusal> for Reason {
    fn from(refusal: &Refusal) -> Self {
        Reason { code: refusal.code(), message: refusal.to_string() }
    }
}

/// A file that is not indexed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its path, as it was given where it could not be normalised.
    pub path: String,
    /// Why.
    #[serde(flatten)]
    pub reason: Reason,
}

/// A file that is indexed in spite of a fault: read in an old encoding, or cut by lines although its language is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Degraded {
    /// Its path.
    pub path: String,
    /// The fault.
    pub message: String,
}

/// A secret that is masked in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MaskedIn {
    /// The file's path.
    pub path: String,
    /// What it was taken for, and where.
    #[serde(flatten)]
    pub masked: Masked,
}

/// What became of one file.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReport {
    /// The normalised path.
    pub path: String,
    /// Whether it is in the index now.
    pub indexed: bool,
    /// How many chunks it has.
    pub chunks: usize,
    /// Its language.
    pub language: Option<Language>,
    /// Its role.
    pub role: Option<Role>,
    /// What was made of it in spite of a fault: a text in an old encoding, a grammar that could not be used.
    pub degraded: Option<String>,
    /// The secrets that were masked in it, by line.
    pub masked: Vec<Masked>,
    /// Why it is not indexed.
    pub reason: Option<Reason>,
    /// Files that this one, an ignore file, took out of the index.
    pub removed: Vec<Skipped>,
    /// Files that were ignored and no longer are: feed them again, the engine does not keep their bytes.
    pub refeed: Vec<String>,
}

impl FileReport {
    /// Of a file that is in the index.
    fn of(file: &File, report: FileReport) -> Self {
        FileReport {
            indexed: true,
            chunks: file.entries.len(),
            language: Some(file.source.language),
            role: Some(file.source.role),
            degraded: file.degraded.clone(),
            masked: file.source.masked.clone(),
            ..report
        }
    }
}

/// The options of [`Engine::rank`] and [`Engine::related`].
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RankOptions {
    /// The most hits, ≥ 0.
    pub limit: f64,
    /// How many of the best are passed over, ≥ 0.
    pub offset: f64,
    /// What each further chunk of a file loses, ≥ 0, in units of the score: 0 orders by score alone, a large number
    /// gives each file one hit before any a second. Without it the kind of question decides.
    pub spread: Option<f64>,
    /// How to rank.
    #[serde(flatten)]
    pub ranking: Ranking,
}

impl Default for RankOptions {
    fn default() -> Self {
        RankOptions { limit: 10.0, offset: 0.0, spread: None, ranking: Ranking::default() }
    }
}

/// Scores lie within a few dozen: a larger loss says nothing more, and would drown the digits of the score.
const MOST_SPREAD: f64 = 1000.0;

impl RankOptions {
    /// The hits that these options ask for.
    fn hits(&self, scored: &rank::Scored, query: &str) -> Result<Vec<Hit>> {
        let count = |name, value| {
            Ok::<_, Error>(usize::try_from(whole(name, value, "a number of hits, 0 or more")?).unwrap_or(usize::MAX))
        };
        if let Some(spread) = self.spread.filter(|spread| !(0.0..=MOST_SPREAD).contains(spread)) {
            let expected = "a number from 0 to 1000";
            return Err(Error::Option { name: "spread", given: spread.to_string(), expected });
        }
        Ok(rank::hits(scored, query, self.spread, count("offset", self.offset)?, count("limit", self.limit)?))
    }
}

/// What the engine holds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// The engine's version.
    pub version: &'static str,
    /// Indexed files.
    pub files: usize,
    /// Their chunks.
    pub chunks: usize,
    /// Their definitions.
    pub symbols: usize,
    /// Their bytes, decoded.
    pub bytes: usize,
    /// Files and chunks by language.
    pub languages: BTreeMap<&'static str, LanguageStats>,
    /// What was fed and is not indexed, by path.
    pub skipped: Vec<Skipped>,
    /// What is indexed in spite of a fault, by path.
    pub degraded: Vec<Degraded>,
    /// The secrets that are masked, by path and line.
    pub masked: Vec<MaskedIn>,
    /// The embedding model; `null` when lexical only.
    pub model: Option<ModelStats>,
    /// How many texts of chunks this engine has embedded: what is loaded, or left as it is by an edit or a rename, has its
    /// vector.
    pub embedded: u64,
    /// Bytes held, by part.
    pub memory: Memory,
    /// Where the time of indexing went.
    pub timings: Timings,
}

/// A language's share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LanguageStats {
    /// Its files.
    pub files: usize,
    /// Their chunks.
    pub chunks: usize,
}

/// The embedding model in use.
#[derive(Clone, Debug, Serialize)]
pub struct ModelStats {
    /// A hash of the model's files: indexes made with different models do not mix.
    pub identity: String,
    /// The length of its vectors.
    pub dimension: usize,
}

/// A larger ignore file is refused, rules and all: compiling its patterns would take seconds.
const MAX_RULE_BYTES: usize = 128 * 1024;

/// The code of [`Refusal::Ignored`].
const IGNORED: &str = "ignored";

/// The code of what is not indexed until it is fed again.
const REFEED: &str = "refeed";

/// An in-memory index of files that answers questions with contexts.
pub struct Engine {
    index: Index,
    rules: IgnoreRules,
    limits: Limits,
    room: Room,
    skipped: BTreeMap<String, Reason>,
    /// How often something else than the index was changed.
    changes: u64,
    /// The file that is under way.
    adding: Option<Adding>,
    /// What beginning took, in milliseconds, of the slice that goes on with [`advance`](Self::advance).
    begun: f64,
}

impl Engine {
    /// An empty engine. Without a model it searches by words only; the clock fills [`Stats::timings`] and
    /// decides nothing.
    pub fn new(options: &EngineOptions, model: Option<Model>, clock: Option<Clock>) -> Result<Self> {
        let bytes = |name, value: Option<f64>| {
            let bytes = value.map(|bytes| whole(name, bytes, "a number of bytes, 0 or more")).transpose()?;
            Ok::<_, Error>(bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)))
        };
        let limits = bytes("maxFileBytes", options.max_file_bytes)?.map_or_else(Limits::default, Limits::of);
        let limits = Limits { mask_secrets: options.mask_secrets.unwrap_or(true), ..limits };
        Ok(Engine {
            index: Index::new(model, clock),
            rules: IgnoreRules::new(),
            limits,
            room: Room::new(bytes("maxMemoryBytes", options.max_memory_bytes)?),
            skipped: BTreeMap::new(),
            changes: 0,
            adding: None,
            begun: 0.0,
        })
    }

    /// Indexes a file, in place of what was at its path; or records why not. An ignore file (.gitignore and
    /// its like) also becomes a rule for what is below it, whenever that was fed.
    ///
    /// It is one step, however long the file is: [`begin`](Self::begin) and [`advance`](Self::advance) do the same in slices.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<FileReport> {
        self.begin(path, bytes);
        Ok(finish(|pace| self.advance(pace)).unwrap_or_default())
    }

    /// [`add`](Self::add) by chunks of the caller's own: for a language that has no grammar here. They are made of the
    /// file's [text](Self::read). What cannot be used (lines that are not there or in two chunks) is told by the report's
    /// `degraded`, and the file is cut without it. What was brought stays with the file when it is renamed, saved and loaded.
    pub fn add_brought(&mut self, path: &str, bytes: &[u8], brought: Brought) -> Result<FileReport> {
        self.begin_brought(path, bytes, Some(brought));
        Ok(finish(|pace| self.advance(pace)).unwrap_or_default())
    }

    /// What becomes of a file that another engine is to index, whose work comes by [`absorb`](Self::absorb): the report of
    /// [`add`](Self::add), if the file is an ignore file, refused or unchanged; one that is neither indexed nor has a
    /// reason, if it is to be indexed.
    pub fn admit(&mut self, path: &str, bytes: &[u8]) -> Result<FileReport> {
        self.admit_brought(path, bytes, None)
    }

    /// The same for a file with what a caller made of it.
    pub fn admit_brought(&mut self, path: &str, bytes: &[u8], brought: Option<Brought>) -> Result<FileReport> {
        if source::normalize_path(path).is_ok_and(|path| IgnoreRules::is_rule_file(&path)) {
            self.begin_brought(path, bytes, brought);
            return Ok(finish(|pace| self.advance(pace)).unwrap_or_default());
        }
        Ok(match self.let_in(path, bytes) {
            Err(report) => *report,
            Ok((source, report)) if self.is_beyond(&source, brought.as_ref(), true) => self.refuse_beyond(report),
            Ok((source, report)) => match self.index.unchanged(&source, brought.as_ref()) {
                Some(file) => FileReport::of(file, report),
                None => report,
            },
        })
    }

    /// Whether there is no room for what is not there yet.
    fn is_beyond(&mut self, source: &Source, brought: Option<&Brought>, by_others: bool) -> bool {
        self.index.unchanged(source, brought).is_none() && !self.has_room(source, by_others)
    }

    fn refuse_beyond(&mut self, report: FileReport) -> FileReport {
        let limit = self.room.limit();
        FileReport {
            removed: report.removed,
            refeed: report.refeed,
            ..self.refuse(report.path, Refusal::Full { limit })
        }
    }

    /// Decides about a file, and takes note of an ignore file's rules and of a refusal.
    fn let_in(&mut self, path: &str, bytes: &[u8]) -> std::result::Result<(Source, FileReport), Box<FileReport>> {
        let start = self.index.now();
        let path = match source::normalize_path(path) {
            Ok(path) => path,
            Err(refusal) => return Err(Box::new(self.refuse(path.to_owned(), refusal))),
        };
        let (mut removed, mut refeed) = (Vec::new(), Vec::new());
        if IgnoreRules::is_rule_file(&path) {
            let changed = match self.read(&path, bytes) {
                Some(text) if bytes.len() <= MAX_RULE_BYTES => self.rules.set(&path, &text),
                _ => self.rules.remove(&path),
            };
            if changed {
                self.changes += 1;
                (removed, refeed) = self.apply_rules(&path);
            }
        }
        let admitted = if IgnoreRules::is_rule_file(&path) && bytes.len() > MAX_RULE_BYTES {
            Err(Refusal::TooLarge { bytes: bytes.len(), limit: MAX_RULE_BYTES })
        } else {
            source::admit(&path, bytes, &self.rules, &self.limits)
        };
        self.index.count_decoding(self.index.now() - start);
        match admitted {
            Err(refusal) => Err(Box::new(FileReport { removed, refeed, ..self.refuse(path, refusal) })),
            Ok(source) => Ok((source, FileReport { path, removed, refeed, ..FileReport::default() })),
        }
    }

    /// The text of these bytes as it would be indexed at this path, without a byte-order mark, secrets masked; `None` if they are none.
    pub fn read(&self, path: &str, bytes: &[u8]) -> Option<String> {
        let text = source::decode::decode(bytes).ok()?;
        let mut text = source::derived::derive(path, &text).unwrap_or(text);
        if self.limits.mask_secrets {
            source::mask::mask(&mut text);
        }
        Some(text)
    }

    /// Says what has become of blocks of one file, given its bytes now, or nothing if it is gone. Secrets in them are
    /// masked as they were in the blocks.
    pub fn verify(&self, claims: &[Claim], bytes: Option<&[u8]>) -> Vec<Verdict> {
        let path = claims.first().map_or("", |claim| &claim.path);
        verify(claims, bytes.and_then(|bytes| self.read(path, bytes)).as_deref())
    }

    /// Records a file as too large by its size alone, so that a host need not hand over its bytes; `None` if it may
    /// come.
    pub fn refuse_oversized(&mut self, path: &str, bytes: usize) -> Option<FileReport> {
        if bytes <= self.limits.max_file_bytes || IgnoreRules::is_rule_file(path) {
            return None;
        }
        match source::admit_unread(path, bytes, &self.rules, &self.limits) {
            Err(Refusal::BadPath { .. }) | Ok(_) => None,
            Err(refusal) => Some(self.refuse(source::normalize_path(path).ok()?, refusal)),
        }
    }

    fn refuse(&mut self, path: String, refusal: Refusal) -> FileReport {
        self.give_up_at(&path);
        self.index.remove(&path);
        let reason = Reason::from(&refusal);
        let before = self.skipped.insert(path.clone(), reason.clone());
        self.changes += u64::from(before.as_ref() != Some(&reason));
        FileReport { path, reason: Some(reason), ..FileReport::default() }
    }

    /// Holds what was fed below the folder of this rule file against the rules as they are now: takes out what they
    /// exclude, and names what they no longer do. The latter stays on record as not indexed until it is fed again. What
    /// was refused for another reason has the one that it would have now.
    fn apply_rules(&mut self, rule_file: &str) -> (Vec<Skipped>, Vec<String>) {
        let folder = rule_file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let below = |path: &str| folder.is_empty() || rename::below(path, folder).is_some();
        let excluded: Vec<(String, String)> = self
            .index
            .catalog()
            .files()
            .filter(|f| below(&f.source.path))
            .filter_map(|f| Some((f.source.path.clone(), self.rules.is_ignored(&f.source.path, false)?)))
            .collect();
        let mut removed = Vec::new();
        for (path, rule) in excluded {
            let refusal = Refusal::Ignored { rule };
            removed.push(Skipped { path: path.clone(), reason: Reason::from(&refusal) });
            self.refuse(path, refusal);
        }
        let mut released = Vec::new();
        for (path, reason) in self.skipped.iter_mut().filter(|(path, _)| below(path)) {
            match self.rules.is_ignored(path, false) {
                Some(rule) if !source::secret::is_secret_name(path) => {
                    *reason = Reason::from(&Refusal::Ignored { rule });
                }
                None if reason.code == IGNORED => {
                    *reason = Reason {
                        code: REFEED,
                        message: "An ignore rule kept it out and no longer does: feed it again.".to_owned(),
                    };
                    released.push(path.clone());
                }
                _ => {}
            }
        }
        (removed, released)
    }

    /// Forgets a file; `false` if it was neither indexed nor refused. Removing an ignore file lifts its rules: what
    /// they kept out is listed under [`Stats::skipped`] with the code `refeed` until it is fed again.
    pub fn remove(&mut self, path: &str) -> bool {
        let was_there = self.forget(path);
        self.index.complete();
        was_there
    }

    /// The same but for what the index has of it outside of the catalog.
    fn forget(&mut self, path: &str) -> bool {
        let path = source::normalize_path(path).unwrap_or_else(|_| path.to_owned());
        self.give_up_at(&path);
        if IgnoreRules::is_rule_file(&path) && self.rules.remove(&path) {
            self.changes += 1;
            self.apply_rules(&path);
        }
        let refused = self.skipped.remove(&path).is_some();
        self.changes += u64::from(refused);
        self.index.withdraw(&path) || refused
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.adding = None;
        self.changes += 1 + self.index.changes();
        self.index.clear();
        self.room.forget();
        self.rules = IgnoreRules::new();
        self.skipped.clear();
    }

    /// Every path that is on record, indexed or refused, in no order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.index
            .catalog()
            .files()
            .map(|file| file.source.path.as_str())
            .chain(self.skipped.keys().map(String::as_str))
    }

    /// A number that grows with every change of what the engine holds, from 0 for one that is new or was just loaded:
    /// while it stays the same, so does what [`save`](Self::save) gives.
    pub fn revision(&self) -> u64 {
        self.changes + self.index.changes()
    }

    /// The rule that ignores this path, for hosts that walk folders: an ignored folder need not be entered.
    pub fn is_ignored(&self, path: &str, is_dir: bool) -> Option<String> {
        let path = source::normalize_path(path).ok()?;
        self.rules.is_ignored(&path, is_dir)
    }

    /// As much context as the question deserves, inside the budget.
    pub fn search(
        &mut self,
        query: &str,
        options: &SearchOptions,
        mut session: Option<&mut Session>,
    ) -> Result<Context> {
        let plan = assemble::prepare(&mut self.index, query, &options.check()?, false, session.as_deref_mut())?;
        let context = plan.spend(plan.budget());
        if let Some(session) = session {
            session.note(&plan, &context);
        }
        Ok(context)
    }

    /// Everything that the answer can be made of, for callers whose tokens another counter counts: [`Fit`](assemble::Fit)
    /// spends it, and [`Session::note`] remembers the answer.
    pub fn plan(&mut self, query: &str, options: &SearchOptions, session: Option<&mut Session>) -> Result<Plan> {
        assemble::prepare(&mut self.index, query, &options.check()?, true, session)
    }

    /// The chunks in the order of their scores; none where no word of the query, nor any piece of one that the model
    /// knows, tells any chunk from another.
    pub fn rank(&mut self, query: &str, options: &RankOptions) -> Result<Vec<Hit>> {
        let scored = rank::score(&mut self.index, query, &options.ranking.check()?)?;
        options.hits(&scored, query)
    }

    /// Chunks like the one at a line of a file, the most alike first, without that chunk itself.
    ///
    /// # Errors
    /// [`Error::Option`] if the file is not indexed or has no such line.
    pub fn related(&mut self, path: &str, line: u32, options: &RankOptions) -> Result<Vec<Hit>> {
        let path = source::normalize_path(path).unwrap_or_else(|_| path.to_owned());
        let (scored, question) = rank::related(&mut self.index, &path, line, &options.ranking.check()?)?;
        let mut hits = options.hits(&scored, &question)?;
        hits.retain(|hit| hit.score > f64::NEG_INFINITY);
        Ok(hits)
    }

    /// The text's embedding; empty without a model.
    pub fn embed(&mut self, text: &str) -> Result<Vec<f32>> {
        Ok(self.index.embed(text)?.unwrap_or_default())
    }

    /// The indexed text of a file: decoded, without a byte-order mark. Positions refer to it.
    pub fn text(&self, path: &str) -> Option<&str> {
        let path = source::normalize_path(path).ok()?;
        self.index.catalog().file(&path).map(|f| f.source.text.as_str())
    }

    /// What the engine holds.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats {
            version: env!("CARGO_PKG_VERSION"),
            files: self.index.catalog().len(),
            chunks: 0,
            symbols: 0,
            bytes: 0,
            languages: BTreeMap::new(),
            skipped: self
                .skipped
                .iter()
                .map(|(path, reason)| Skipped { path: path.clone(), reason: reason.clone() })
                .collect(),
            degraded: Vec::new(),
            masked: Vec::new(),
            model: self
                .index
                .model()
                .map(|m| ModelStats { identity: m.identity().to_owned(), dimension: m.dimension() }),
            embedded: self.index.embedded(),
            memory: self.index.memory(),
            timings: self.index.timings(),
        };
        for file in self.index.catalog().files() {
            stats.chunks += file.entries.len();
            stats.symbols += file.symbols.len();
            stats.bytes += file.source.text.len();
            let language = stats.languages.entry(file.source.language.name()).or_default();
            language.files += 1;
            language.chunks += file.entries.len();
            let path = &file.source.path;
            stats.masked.extend(file.source.masked.iter().map(|&masked| MaskedIn { path: path.clone(), masked }));
            if let Some(message) = &file.degraded {
                stats.degraded.push(Degraded { path: path.clone(), message: message.clone() });
            }
        }
        stats
    }

    /// The index behind, for callers in Rust that want to look inside.
    pub fn index(&self) -> &Index {
        &self.index
    }
}
