//! Who is where: the indexed files with their chunks and symbols.

use super::file_names::FileNames;
use super::naming::Naming;
use super::printed::Characters;
use crate::chunk::{Brought, Chunk, LineSizes, Symbol, SymbolKind};
use crate::source::{Content, Role, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map;

/// What a chunk is: a hash of its path, its text and how many equal chunks of the file come before it.
/// It stays the same while the text does, wherever the chunk moves inside its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChunkKey(pub u64);

/// A chunk in the index.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The chunk's place in its file.
    pub chunk: Chunk,
    /// What the chunk is, for sessions.
    pub key: ChunkKey,
    /// Its row in the postings and the vectors.
    pub slot: u32,
    /// The lines (1-based, inclusive) that the signature tier prints.
    pub signature: Vec<(u32, u32)>,
    /// What its block would take.
    pub characters: Characters,
    /// Whether it tests, in a test file or in a module of tests beside what they test.
    pub test: bool,
}

/// An indexed file. It owns its text; chunks and symbols are ranges of it.
#[derive(Debug)]
pub struct File {
    /// Its row in what is kept by file.
    pub id: u32,
    /// The decoded text with what is known of it.
    pub source: Source,
    /// What its lines take.
    pub sizes: LineSizes,
    /// What its path says.
    pub naming: Naming,
    /// The definitions, sorted by where their names stand.
    pub symbols: Vec<Symbol>,
    /// The chunks, in order; together they are the text.
    pub entries: Vec<Entry>,
    /// What a caller made of it, if one did.
    pub brought: Option<Brought>,
    /// What was made of the file in spite of a fault: a text in an old encoding, a grammar that could not be used.
    pub degraded: Option<String>,
}

impl File {
    /// A chunk's text.
    pub fn text(&self, chunk: &Chunk) -> &str {
        self.source.text.get(chunk.start as usize..chunk.end as usize).unwrap_or("")
    }

    /// The definition that the chunk begins in, if it begins inside one.
    pub fn scope_of(&self, chunk: &Chunk) -> Option<&Symbol> {
        chunk.scope.and_then(|scope| self.symbols.get(scope as usize))
    }

    /// Whether a definition is a test: all of a test file, elsewhere a module `tests` with what lies in it.
    pub fn is_test(&self, symbol: &Symbol) -> bool {
        let outer = |symbol: &&Symbol| symbol.parent.and_then(|parent| self.symbols.get(parent as usize));
        self.source.role == Role::Test
            || std::iter::successors(Some(symbol), outer)
                .any(|symbol| symbol.kind == SymbolKind::Module && matches!(symbol.name.as_str(), "tests" | "test"))
    }

    /// Whether a chunk tests: by the definition that it begins in, else by its first one.
    pub(super) fn tests(&self, chunk: &Chunk) -> bool {
        let symbol = self.scope_of(chunk).or_else(|| self.symbols_in(chunk).first());
        symbol.map_or(self.source.role == Role::Test, |symbol| self.is_test(symbol))
    }

    /// Those of the definitions in the chunk that are found by their names. A document defines its sections: what its
    /// examples define is defined elsewhere.
    pub fn defined_in(&self, chunk: &Chunk) -> impl Iterator<Item = &Symbol> {
        let is_document = self.source.language.content() == Content::Docs;
        self.symbols_in(chunk).iter().filter(move |symbol| !is_document || symbol.kind == SymbolKind::Section)
    }

    /// The definitions whose names lie in the chunk.
    pub fn symbols_in(&self, chunk: &Chunk) -> &[Symbol] {
        self.symbols.get(chunk.symbols.start as usize..chunk.symbols.end as usize).unwrap_or(&[])
    }
}

/// A chunk with its file.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file.
    pub file: &'a File,
    /// The chunk.
    pub entry: &'a Entry,
}

/// The indexed files by path. Iteration is in the order of paths (by bytes) and, within a file, of lines:
/// the order in which every sum over chunks runs and by which every tie is broken, whatever the history of
/// edits.
#[derive(Debug, Default)]
pub struct Catalog {
    files: BTreeMap<String, File>,
    names: FileNames,
}

impl Catalog {
    /// The files in the order of their paths.
    pub fn files(&self) -> btree_map::Values<'_, String, File> {
        self.files.values()
    }

    /// The file at this path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Every chunk, in the canonical order.
    pub fn places(&self) -> impl Iterator<Item = Place<'_>> {
        self.files.values().flat_map(|file| file.entries.iter().map(move |entry| Place { file, entry }))
    }

    /// The files by name.
    pub fn names(&self) -> &FileNames {
        &self.names
    }

    /// Takes in a file whose row is its own from now on.
    pub(super) fn insert(&mut self, file: File) {
        self.names.insert(&file);
        self.files.insert(file.source.path.clone(), file);
    }

    pub(super) fn into_files(self) -> impl Iterator<Item = File> {
        self.files.into_values()
    }

    pub(super) fn remove(&mut self, path: &str) -> Option<File> {
        let file = self.files.remove(path);
        file.inspect(|file| self.names.remove(file))
    }
}

/// 64-bit FNV-1a over several parts, each closed by its length so that parts cannot run together.
pub(super) fn hash(parts: &[&[u8]]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut state = 0xcbf2_9ce4_8422_2325u64;
    let mut feed = |byte: u8| state = (state ^ u64::from(byte)).wrapping_mul(PRIME);
    for part in parts {
        part.iter().copied().for_each(&mut feed);
        (part.len() as u64).to_le_bytes().into_iter().for_each(&mut feed);
    }
    state
}
