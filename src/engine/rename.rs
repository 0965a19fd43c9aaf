//! Files that move.

use super::{Engine, FileReport, REFEED, Reason};
use crate::chunk::Brought;
use crate::error::{Error, Result};
use crate::pace::{Pace, finish};
use crate::source::{self, IgnoreRules, Language, Limits, Rule};
use std::collections::BTreeMap;
use std::task::{Poll, ready};

/// Files on their way from one path to another.
pub struct Renaming {
    /// Where files are and where they go, those to be moved first at the end.
    files: Vec<(String, String)>,
    /// Rules hold at their new place when all is there: on the way they would keep out what is still to move.
    rules: Vec<(String, RuleText)>,
    /// By the new path: what the caller made of the file there, in place of what it made before.
    brought: BTreeMap<String, Option<Brought>>,
    moved: Vec<String>,
    reports: Vec<FileReport>,
}

/// The work of moving a file, in microseconds.
const MOVE: u32 = 200;

/// What is known of an ignore file on its way.
enum RuleText {
    /// All of it.
    Whole(String),
    /// Its rules.
    Rules(Vec<Rule>),
    /// Nothing.
    Unknown,
}

impl Engine {
    /// Moves a file, or all files of a folder, to another path, in place of what is there: as if it were removed and added
    /// anew, but from the text that the engine has, and with the vectors of its chunks. Nothing is parsed or embedded but the
    /// words of the new path, unless the new name makes another language of a file. A report a file, by path: what the new
    /// path keeps out is refused as [`add`](Self::add) would, and what the engine has no text of stays on record with the
    /// code `refeed`. It gives up a file that is under way at one of these paths.
    ///
    /// # Errors
    /// [`Error::Option`] if nothing is on record at `from` or below it, if `to` is no path, or lies inside of `from`.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<Vec<FileReport>> {
        let mut renaming = self.begin_rename(from, to)?;
        finish(|pace| self.rename_on(&mut renaming, pace))
    }

    /// Begins what [`rename`](Self::rename) does; [`rename_on`](Self::rename_on) goes on, file by file. In between each file
    /// is at one of its two paths, and nothing else may be changed.
    ///
    /// # Errors
    /// Those of [`rename`](Self::rename).
    pub fn begin_rename(&mut self, from: &str, to: &str) -> Result<Renaming> {
        self.begin_rename_brought(from, to, BTreeMap::new())
    }

    /// The same with what the caller makes of files at their new paths; of the others it is what was made of them before.
    ///
    /// # Errors
    /// Those of [`rename`](Self::rename).
    pub fn begin_rename_brought(
        &mut self,
        from: &str,
        to: &str,
        brought: BTreeMap<String, Option<Brought>>,
    ) -> Result<Renaming> {
        let mut moves = self.moves(from, to)?;
        if moves.iter().all(|(from, to)| from == to) {
            let moved = moves.into_iter().map(|(path, _)| path).collect();
            return Ok(Renaming { files: Vec::new(), rules: Vec::new(), brought, moved, reports: Vec::new() });
        }
        // A path can be where something goes and where something longer comes from, if a folder moves up.
        moves.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        let is_rule = |(from, to): &(String, String)| IgnoreRules::is_rule_file(from) || IgnoreRules::is_rule_file(to);
        let (rules, files): (Vec<_>, Vec<_>) = moves.into_iter().partition(is_rule);
        let rules = rules.into_iter().rev().map(|(from, to)| (to, self.take_rules(&from))).collect();
        Ok(Renaming { files, rules, brought, moved: Vec::new(), reports: Vec::new() })
    }

    /// Which paths [`rename`](Self::rename) would move, and where to.
    ///
    /// # Errors
    /// Those of [`rename`](Self::rename).
    pub fn moves(&self, from: &str, to: &str) -> Result<Vec<(String, String)>> {
        let refuse = |name, given: &str, expected| Error::Option { name, given: given.to_owned(), expected };
        let path = |name, path: &str| {
            source::normalize_path(path).map_err(|_| refuse(name, path, "a path inside of the folder that is indexed"))
        };
        let (from, to) = (path("from", from)?, path("to", to)?);
        if below(&to, &from).is_some() {
            return Err(refuse("to", &to, "a path that is not inside of what is moved"));
        }
        let moves: Vec<(String, String)> = self
            .paths()
            .filter(|path| *path == from || below(path, &from).is_some())
            .map(|path| (path.to_owned(), format!("{to}{}", below(path, &from).unwrap_or_default())))
            .collect();
        if moves.is_empty() {
            return Err(refuse("from", &from, "a file or a folder of the index"));
        }
        Ok(moves)
    }

    /// Goes on with a renaming; gives the reports at the end. What comes out does not depend on the pauses.
    ///
    /// # Errors
    /// As for [`add`](Self::add), of an ignore file among what is moved.
    pub fn rename_on(&mut self, renaming: &mut Renaming, pace: &mut Pace) -> Poll<Result<Vec<FileReport>>> {
        let Renaming { files, rules, brought, moved, reports } = renaming;
        // What the file before left to be done.
        ready!(self.index.file_on(pace));
        while let Some((from, to)) = files.pop() {
            let made = brought.remove(&to);
            moved.push(self.move_one(&from, to, made));
            if pace.spend(MOVE) {
                return Poll::Pending;
            }
        }
        for (to, text) in rules.drain(..) {
            match self.put_rules(to, text) {
                Ok(report) => reports.push(report),
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        reports.extend(moved.iter().map(|path| self.report(path)));
        reports.sort_by(|a, b| a.path.cmp(&b.path));
        Poll::Ready(Ok(std::mem::take(reports)))
    }

    fn move_one(&mut self, from: &str, to: String, made: Option<Option<Brought>>) -> String {
        self.give_up_at(from);
        self.give_up_at(&to);
        let Some(file) = self.index.catalog().file(from) else {
            self.skipped.remove(from);
            self.record_without_text(&to);
            return to;
        };
        if source::derived::is_bound(file.source.language, &file.source.text, &to) {
            self.index.remove(from);
            self.record_without_text(&to);
            return to;
        }
        let brought = made.unwrap_or_else(|| file.brought.clone());
        let (encoding, text, masked) = (file.source.encoding, &file.source.text, file.source.masked.clone());
        // It was let in by the size of its bytes, which may have been fewer than those of its text.
        let alike = Language::of_path(&to, text).content() == file.source.language.content();
        let least = if alike { text.len() } else { 0 };
        let Limits { max_file_bytes, max_data_bytes, mask_secrets } = self.limits;
        let limits = Limits {
            max_file_bytes: max_file_bytes.max(least),
            max_data_bytes: max_data_bytes.max(least),
            mask_secrets,
        };
        match source::admit(&to, text.as_bytes(), &self.rules, &limits) {
            Err(refusal) => {
                self.index.remove(from);
                self.refuse(to.clone(), refusal);
            }
            Ok(mut source) => {
                (source.encoding, source.masked) = (encoding, masked);
                self.skipped.remove(&to);
                self.index.rename(from, source, brought);
            }
        }
        to
    }

    /// Takes an ignore file out, with its rules.
    fn take_rules(&mut self, from: &str) -> RuleText {
        let text = self.index.catalog().file(from).map(|file| file.source.text.clone());
        let known = self.rules.files().find(|(path, _)| *path == from).map(|(_, rules)| rules.to_vec());
        self.remove(from);
        match (text, known) {
            (Some(text), _) => RuleText::Whole(text),
            // It keeps itself out.
            (None, Some(rules)) => RuleText::Rules(rules),
            (None, None) => RuleText::Unknown,
        }
    }

    fn put_rules(&mut self, to: String, text: RuleText) -> Result<FileReport> {
        Ok(match text {
            RuleText::Whole(text) => self.add(&to, text.as_bytes())?,
            RuleText::Rules(rules) if IgnoreRules::is_rule_file(&to) => {
                self.rules.restore(&to, rules);
                self.changes += 1;
                let (removed, refeed) = self.apply_rules(&to);
                self.record_without_text(&to);
                FileReport { removed, refeed, ..self.report(&to) }
            }
            RuleText::Rules(_) | RuleText::Unknown => {
                self.record_without_text(&to);
                self.report(&to)
            }
        })
    }

    /// Puts a path on record of which only a name is known.
    fn record_without_text(&mut self, path: &str) {
        if let Err(refusal) = source::admit_unread(path, 0, &self.rules, &self.limits) {
            self.refuse(path.to_owned(), refusal);
            return;
        }
        self.index.remove(path);
        let reason = Reason {
            code: REFEED,
            message: "Its text is not here, as it was not indexed before it was renamed, or only by its cells: feed it again."
                .to_owned(),
        };
        self.changes += 1;
        self.skipped.insert(path.to_owned(), reason);
    }

    /// What is on record of a path.
    fn report(&self, path: &str) -> FileReport {
        let report = FileReport { path: path.to_owned(), ..FileReport::default() };
        match self.index.catalog().file(path) {
            Some(file) => FileReport::of(file, report),
            None => FileReport { reason: self.skipped.get(path).cloned(), ..report },
        }
    }
}

/// What comes of a path after that of a folder, from the slash on.
pub(super) fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder).filter(|rest| rest.starts_with('/'))
}
