//! A file on its way in, in steps: so that a host gets its thread back while a long one is read.
//!
//! One file is under way at a time. Until all is made of it that can be made of it alone, the index is as it was, and
//! questions are answered from that; then it is there at once. What else is done to its path meanwhile, by
//! [`remove`](Engine::remove), [`clear`](Engine::clear), another [`begin`](Engine::begin) or what is loaded, wins: the file
//! is given up. An ignore rule that came meanwhile holds.

use super::{Engine, FileReport};
use crate::chunk::Brought;
use crate::index::Insertion;
use crate::pace::Pace;
use crate::source::Refusal;
use std::task::{Poll, ready};

/// The file that is under way.
pub(super) enum Adding {
    /// It is decided already what becomes of it.
    Decided(Box<FileReport>),
    /// It is read, beside the index.
    Preparing(Box<Insertion>, Box<FileReport>),
    /// It is in the catalog, and comes into the other parts of the index.
    Filing(Box<FileReport>),
}

impl Engine {
    /// Begins to add a file, as [`add`](Self::add) does; [`advance`](Self::advance) goes on. A file that is still under way is
    /// given up, and what was at its path stays.
    pub fn begin(&mut self, path: &str, bytes: &[u8]) {
        self.begin_brought(path, bytes, None);
    }

    /// The same by what the caller made of the file's [text](Self::read).
    pub fn begin_brought(&mut self, path: &str, bytes: &[u8], brought: Option<Brought>) {
        let start = self.index.now();
        self.adding = None;
        let adding = match self.let_in(path, bytes) {
            Err(report) => Adding::Decided(report),
            Ok((source, report)) if self.is_beyond(&source, brought.as_ref(), false) => {
                Adding::Decided(Box::new(self.refuse_beyond(report)))
            }
            Ok((source, report)) => match self.index.unchanged(&source, brought.as_ref()) {
                Some(file) => {
                    let report = FileReport::of(file, report);
                    self.changes += u64::from(self.skipped.remove(&report.path).is_some());
                    Adding::Decided(Box::new(report))
                }
                None => Adding::Preparing(Box::new(Insertion::new(source, brought)), Box::new(report)),
            },
        };
        self.adding = Some(adding);
        self.begun = self.index.now() - start;
    }

    /// Begins to take a file out, as [`remove`](Self::remove) does, and tells the same; it is gone for every question from
    /// now on, and [`advance`](Self::advance) tidies up after it.
    pub fn begin_remove(&mut self, path: &str) -> bool {
        let start = self.index.now();
        let was_there = self.forget(path);
        self.begun = self.index.now() - start;
        was_there
    }

    /// Goes on until the pace says to pause. At the end it gives the report; none if no file is under way, or it was given
    /// up. What comes out does not depend on the pauses.
    pub fn advance(&mut self, pace: &mut Pace) -> Poll<Option<FileReport>> {
        let start = self.index.now();
        let done = self.advance_on(pace);
        let begun = std::mem::take(&mut self.begun);
        self.index.count_slice(begun + self.index.now() - start);
        done
    }

    fn advance_on(&mut self, pace: &mut Pace) -> Poll<Option<FileReport>> {
        // What the file before left to be done.
        ready!(self.index.file_on(pace));
        if let Some(Adding::Preparing(insertion, _)) = &mut self.adding {
            ready!(self.index.prepare(insertion, pace));
            self.put();
        }
        ready!(self.index.file_on(pace));
        Poll::Ready(match self.adding.take() {
            Some(Adding::Decided(report) | Adding::Filing(report)) => Some(*report),
            Some(Adding::Preparing(..)) | None => None,
        })
    }

    /// Puts the file that is prepared where it belongs.
    fn put(&mut self) {
        let Some(Adding::Preparing(insertion, report)) = self.adding.take() else { return };
        if let Some(rule) = self.rules.is_ignored(&report.path, false) {
            let FileReport { removed, refeed, path, .. } = *report;
            let refused = FileReport { removed, refeed, ..self.refuse(path, Refusal::Ignored { rule }) };
            self.adding = Some(Adding::Decided(Box::new(refused)));
            return;
        }
        self.changes += u64::from(self.skipped.remove(&report.path).is_some());
        self.index.put(*insertion);
        let report = match self.index.catalog().file(&report.path) {
            Some(file) => FileReport::of(file, *report),
            None => *report,
        };
        self.adding = Some(Adding::Filing(Box::new(report)));
    }

    /// Lets go of the file that is under way. If it is not in the index yet, it is given up, and what was at its path stays;
    /// else its report is given, and the rest is done by [`advance`](Self::advance) or whatever is asked next.
    pub fn give_up(&mut self) -> Option<FileReport> {
        match self.adding.take() {
            Some(Adding::Decided(report) | Adding::Filing(report)) => Some(*report),
            Some(Adding::Preparing(..)) | None => None,
        }
    }

    /// Gives up the file that is under way if it belongs at this path.
    pub(super) fn give_up_at(&mut self, path: &str) {
        if matches!(&self.adding, Some(Adding::Preparing(_, report)) if report.path == path) {
            self.adding = None;
        }
    }

    /// About how much is done for the file that is under way, from 0 to 1.
    pub fn share(&self) -> f64 {
        match &self.adding {
            Some(Adding::Preparing(insertion, _)) => insertion.share(),
            Some(Adding::Filing(_)) => 0.85 + 0.15 * self.index.filed_share(),
            Some(Adding::Decided(_)) | None => 1.0,
        }
    }

    /// Goes on to make everything ready for questions, which a question would do in one step: after a bulk of changes that
    /// takes as long as some files.
    pub fn make_ready(&mut self, pace: &mut Pace) -> Poll<()> {
        self.index.settle_on(pace)
    }

    /// Whether something is left to be done for the file that came or left last: a question would do all of it first.
    pub fn is_filing(&self) -> bool {
        self.index.is_filing()
    }
}
