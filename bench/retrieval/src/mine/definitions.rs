//! All named definitions of a corpus.

use std::collections::BTreeMap;

use crate::corpus::Corpus;
use crate::engine::{File, Symbol, defines_name, is_asked_for, is_code, is_own_code};
use crate::random::Random;

/// A definition with its file.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The file.
    pub file: &'a File,
    /// The definition.
    pub symbol: &'a Symbol,
}

impl Place<'_> {
    /// A function or type of the program itself.
    pub fn is_own(&self) -> bool {
        is_own_code(self.file) && is_asked_for(self.symbol) && !self.file.is_test(self.symbol)
    }
}

/// Definitions by name; tests and copies of others' code count when a name must be unique.
pub struct Definitions<'a> {
    by_name: BTreeMap<&'a str, Vec<Place<'a>>>,
    by_qualified: BTreeMap<&'a str, usize>,
}

/// Shorter names are words.
const SHORTEST_NAME: usize = 5;

impl<'a> Definitions<'a> {
    /// Gathers them.
    pub fn of(corpus: &'a Corpus) -> Self {
        let (mut by_name, mut by_qualified) = (BTreeMap::<_, Vec<Place>>::new(), BTreeMap::new());
        for file in corpus.engine.files().filter(|file| is_code(file)) {
            for symbol in file.symbols.iter().filter(|symbol| defines_name(symbol)) {
                by_name.entry(symbol.name.as_str()).or_default().push(Place { file, symbol });
                *by_qualified.entry(symbol.qualified.as_str()).or_default() += 1;
            }
        }
        Definitions { by_name, by_qualified }
    }

    /// Whether something has this name.
    pub fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// How many definitions have this qualified name.
    pub fn qualified(&self, name: &str) -> usize {
        self.by_qualified.get(name).copied().unwrap_or(0)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.by_name.keys().copied()
    }

    /// The definitions of names that one can ask for, as long as one is the program's own; in a random order that
    /// depends on `seed` alone.
    pub fn shuffled(&self, seed: &str) -> Vec<&[Place<'a>]> {
        let mut found: Vec<&[Place]> = self
            .by_name
            .iter()
            .filter(|(name, places)| is_identifier(name) && places.iter().any(Place::is_own))
            .map(|(_, places)| places.as_slice())
            .collect();
        Random::named(seed).shuffle(&mut found);
        found
    }
}

/// A word of five letters or more.
fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && name.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_NAME
}

/// Lets at most so many through a file.
pub struct PerFile {
    most: usize,
    taken: BTreeMap<String, usize>,
}

impl PerFile {
    /// A gate.
    pub fn new(most: usize) -> Self {
        PerFile { most, taken: BTreeMap::new() }
    }

    /// Whether one more of this file may pass; counts it.
    pub fn admits(&mut self, path: &str) -> bool {
        let taken = self.taken.entry(path.to_owned()).or_default();
        *taken += 1;
        *taken <= self.most
    }
}
