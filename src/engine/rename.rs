//! Files that move.

use super::{Engine, FileReport, REFEED, Reason};
use crate::error::{Error, Result};
use crate::source::{self, IgnoreRules};

impl Engine {
    /// Moves a file, or all files of a folder, to another path, in place of what is there: as if it were removed and added
    /// anew, but from the text that the engine has, and with the vectors of its chunks. Nothing is parsed or embedded but the
    /// words of the new path, unless the new name makes another language of a file. A report a file, by path: what the new
    /// path keeps out is refused as [`add`](Self::add) would, and what the engine has no text of stays on record with the
    /// code `refeed`.
    ///
    /// # Errors
    /// [`Error::Option`] if nothing is on record at `from` or below it, if `to` is no path, or lies inside of `from`.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<Vec<FileReport>> {
        let refuse = |name, given: &str, expected| Error::Option { name, given: given.to_owned(), expected };
        let path = |name, path: &str| {
            source::normalize_path(path).map_err(|_| refuse(name, path, "a path inside of the folder that is indexed"))
        };
        let (from, to) = (path("from", from)?, path("to", to)?);
        if below(&to, &from).is_some() {
            return Err(refuse("to", &to, "a path that is not inside of what is moved"));
        }
        let mut moves: Vec<(String, String)> = self
            .paths()
            .filter(|path| *path == from || below(path, &from).is_some())
            .map(|path| (path.to_owned(), format!("{to}{}", below(path, &from).unwrap_or_default())))
            .collect();
        if moves.is_empty() {
            return Err(refuse("from", &from, "a file or a folder of the index"));
        }
        if from == to {
            return Ok(moves.iter().map(|(path, _)| self.report(path)).collect());
        }
        // Rules come first: what they keep out need not move. A path can be where something goes and where something
        // longer comes from, if a folder moves up.
        moves.sort_by_key(|(path, _)| (!IgnoreRules::is_rule_file(path), path.len()));
        let mut reports = Vec::with_capacity(moves.len());
        for (from, to) in moves {
            reports.push(self.move_one(&from, &to)?);
        }
        reports.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(reports)
    }

    fn move_one(&mut self, from: &str, to: &str) -> Result<FileReport> {
        if IgnoreRules::is_rule_file(from) || IgnoreRules::is_rule_file(to) {
            return self.move_rules(from, to);
        }
        self.give_up_at(from);
        self.give_up_at(to);
        let Some(file) = self.index.catalog().file(from) else {
            self.skipped.remove(from);
            return Ok(self.without_text(to));
        };
        let encoding = file.source.encoding;
        let admitted = source::admit(to, file.source.text.as_bytes(), &self.rules, &self.limits);
        Ok(match admitted {
            Err(refusal) => {
                self.index.remove(from);
                self.refuse(to.to_owned(), refusal)
            }
            Ok(mut source) => {
                source.encoding = encoding;
                self.skipped.remove(to);
                FileReport::of(
                    self.index.rename(from, source),
                    FileReport { path: to.to_owned(), ..FileReport::default() },
                )
            }
        })
    }

    /// An ignore file takes its rules along.
    fn move_rules(&mut self, from: &str, to: &str) -> Result<FileReport> {
        let text = self.index.catalog().file(from).map(|file| file.source.text.clone());
        self.remove(from);
        match text {
            Some(text) => self.add(to, text.as_bytes()),
            None => Ok(self.without_text(to)),
        }
    }

    fn without_text(&mut self, path: &str) -> FileReport {
        if let Err(refusal) = source::admit_unread(path, 0, &self.rules, &self.limits) {
            return self.refuse(path.to_owned(), refusal);
        }
        self.index.remove(path);
        let reason = Reason {
            code: REFEED,
            message: "It was not indexed before it was renamed, so that its text is not here: feed it again."
                .to_owned(),
        };
        self.changes += 1;
        self.skipped.insert(path.to_owned(), reason.clone());
        FileReport { path: path.to_owned(), reason: Some(reason), ..FileReport::default() }
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
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder).filter(|rest| rest.starts_with('/'))
}
