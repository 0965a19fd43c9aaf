//! Files by what they are called: a question reads a few of them, not all.

use super::catalog::File;
use crate::lexical::{folded, stem};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;

/// No longer prefix is looked for: names are shorter.
const LONGEST: usize = 64;
/// So many letters in common make two words alike.
const LEAST: usize = 3;

/// The rows of files by name, kept up as files come and go.
#[derive(Debug, Default)]
pub struct FileNames {
    /// By the stem of a part of the name: how many such parts a file's has.
    parts: BTreeMap<Box<str>, BTreeMap<u32, u32>>,
    /// By the stem of the bare name.
    stems: HashMap<Box<str>, BTreeSet<u32>>,
    /// By the last part of the path, composed and in lower case: with the whole path.
    last: HashMap<Box<str>, BTreeMap<u32, Box<str>>>,
}

impl FileNames {
    pub(super) fn insert(&mut self, file: &File) {
        for part in &file.naming.parts {
            *self.parts.entry(part.clone()).or_default().entry(file.id).or_default() += 1;
        }
        self.stems.entry(stem(&file.naming.bare).into()).or_default().insert(file.id);
        let path = &file.source.path;
        self.last.entry(last(path).into()).or_default().insert(file.id, path.as_str().into());
    }

    pub(super) fn remove(&mut self, file: &File) {
        for part in &file.naming.parts {
            if let Some(rows) = self.parts.get_mut(part) {
                rows.remove(&file.id);
                if rows.is_empty() {
                    self.parts.remove(part);
                }
            }
        }
        let stem = stem(&file.naming.bare);
        if let Some(rows) = self.stems.get_mut(stem) {
            rows.remove(&file.id);
            if rows.is_empty() {
                self.stems.remove(stem);
            }
        }
        let last = last(&file.source.path);
        if let Some(files) = self.last.get_mut(last.as_str()) {
            files.remove(&file.id);
            if files.is_empty() {
                self.last.remove(last.as_str());
            }
        }
    }

    /// The parts of names that are like a word, each with the files that have it and how many of their parts it is: of one family, or one begins with the
    /// other over at least three letters (`auth`, `authentication`).
    pub fn parts_like<'a>(&'a self, word: &'a str) -> impl Iterator<Item = (&'a str, &'a BTreeMap<u32, u32>)> {
        let longer = self
            .parts
            .range::<str, _>((Bound::Included(word), Bound::Unbounded))
            .take_while(move |(part, _)| part.starts_with(word));
        let longer = longer.filter(move |(part, _)| word.len() >= LEAST || &***part == word);
        let shorter =
            (LEAST..word.len().min(LONGEST)).filter_map(move |end| self.parts.get_key_value(word.get(..end)?));
        longer.chain(shorter).map(|(part, rows)| (&**part, rows))
    }

    /// The files whose whole name has this stem, however its parts are joined.
    pub fn with_stem(&self, stem: &str) -> impl Iterator<Item = u32> {
        self.stems.get(stem).into_iter().flatten().copied()
    }

    /// The files that may be meant by a path: their rows and paths. In another case, too.
    pub fn called_like(&self, path: &str) -> impl Iterator<Item = (u32, &str)> {
        self.last.get(last(path).as_str()).into_iter().flatten().map(|(row, path)| (*row, &**path))
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        /// What an entry of a map takes, about.
        const ENTRY: usize = 32;
        let paths = |paths: &BTreeMap<u32, Box<str>>| paths.values().map(|path| path.len() + ENTRY).sum::<usize>();
        self.parts.iter().map(|(part, files)| part.len() + ENTRY * (1 + files.len())).sum::<usize>()
            + self.stems.iter().map(|(stem, files)| stem.len() + ENTRY * (1 + files.len())).sum::<usize>()
            + self.last.iter().map(|(last, files)| last.len() + ENTRY + paths(files)).sum::<usize>()
    }
}

/// The last part of a path, by which it is looked up.
fn last(path: &str) -> String {
    folded(path.rsplit('/').next().unwrap_or(path))
}
