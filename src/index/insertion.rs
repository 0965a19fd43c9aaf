//! How a file comes into the index, in steps.
//!
//! All that can be made of a file alone is made beside the index, by [`Insertion`]: given up, it leaves nothing behind.
//! Then the file takes its place in the catalog in one short step, and [`Filing`] brings it into the postings, the
//! definitions and the vectors, and takes out what it replaces. Whoever asks or changes the index in between completes
//! that first, so that no question sees a half.

use super::catalog::{self, ChunkKey, Entry, File};
use super::definitions::{Definitions, naming};
use super::fields;
use super::naming::Naming;
use super::outline::signature_lines;
use super::printed::Characters;
use super::semantics::Embedding;
use super::store::Index;
use super::uses::Uses;
use crate::chunk::{Brought, Chunk, Chunked, Cutting, LineSizes, Symbol};
use crate::lexical::words;
use crate::pace::{Pace, finish};
use crate::source::{Source, derived};
use std::collections::BTreeMap;
use std::task::{Poll, ready};

/// What reading the words of a chunk takes, in microseconds.
const WORDS: u32 = 60;
/// What describing a chunk takes.
const ENTRY: u32 = 15;

/// A file beside the index. It has no number yet, nor have its chunks.
pub struct Insertion {
    file: File,
    /// The path of the file that it comes in place of: its own, or the one that it had before.
    before: String,
    faults: Vec<String>,
    embedding: Embedding,
    stage: Stage,
}

/// What is to be done next.
enum Stage {
    /// Chunks and symbols.
    Cutting(Box<Cutting>),
    /// The sizes of the lines, and then the chunks' entries.
    Entering(std::vec::IntoIter<Chunk>, BTreeMap<u64, u32>),
    /// The vectors.
    Embedding,
}

impl Insertion {
    /// Begins with a file, and with what a caller made of it.
    pub fn new(source: Source, brought: Option<Brought>) -> Self {
        let before = source.path.clone();
        let cutting = match &brought {
            Some(brought) => Cutting::brought(&source, brought),
            None => Cutting::new(&source),
        };
        Insertion::at(source, brought, before, Vec::new(), Stage::Cutting(Box::new(cutting)))
    }

    /// Begins with a file that was at another path: its chunks are known, unless the new path makes another language of it.
    fn renamed(source: Source, brought: Option<Brought>, old: &File) -> Self {
        let before = old.source.path.clone();
        if old.source.language != source.language || old.degraded.is_some() || old.brought != brought {
            return Insertion { before, ..Insertion::new(source, brought) };
        }
        let chunks: Vec<Chunk> = old.entries.iter().map(|entry| entry.chunk.clone()).collect();
        let stage = Stage::Entering(chunks.into_iter(), BTreeMap::new());
        Insertion::at(source, brought, before, old.symbols.clone(), stage)
    }

    fn at(source: Source, brought: Option<Brought>, before: String, symbols: Vec<Symbol>, stage: Stage) -> Self {
        let file = File {
            id: u32::MAX,
            naming: Naming::of(&source.path),
            source,
            sizes: LineSizes::default(),
            symbols,
            entries: Vec::new(),
            brought,
            degraded: None,
        };
        Insertion { file, before, faults: Vec::new(), embedding: Embedding::default(), stage }
    }

    /// About how much of the work is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        let of = |done: usize, all: usize| done as f64 / all.max(1) as f64;
        match &self.stage {
            Stage::Cutting(cutting) => 0.65 * cutting.share(self.file.source.text.len()),
            Stage::Entering(chunks, _) => {
                let done = self.file.entries.len();
                0.65 + 0.05 * of(done, done + chunks.len())
            }
            Stage::Embedding => 0.7 + 0.15 * of(self.embedding.len(), self.file.entries.len()),
        }
    }

    /// Makes the next chunk's entry.
    fn enter(file: &mut File, chunk: Chunk, seen: &mut BTreeMap<u64, u32>) {
        let content = catalog::hash(&[file.source.path.as_bytes(), file.text(&chunk).as_bytes()]);
        let repeat = seen.entry(content).or_default();
        let key = ChunkKey(content.wrapping_add(u64::from(*repeat)));
        *repeat += 1;
        let signature = signature_lines(file, &chunk);
        let test = file.tests(&chunk);
        let mut entry = Entry { chunk, key, slot: u32::MAX, signature, characters: Characters::default(), test };
        entry.characters = Characters::count(file, &entry);
        file.entries.push(entry);
    }
}

/// What is left to be done for a file that came into the catalog, and for one that left it.
#[derive(Default)]
pub(super) struct Filing {
    /// What left, and how many of its chunks are taken out.
    old: Option<(File, usize)>,
    new: Option<New>,
}

struct New {
    path: String,
    /// How many chunks are in.
    filed: usize,
    embedding: Embedding,
}

impl Filing {
    /// About how much of it is done, from 0 to 1.
    fn share(&self, chunks: usize) -> f64 {
        self.new.as_ref().map_or(0.0, |new| new.filed as f64 / chunks.max(1) as f64)
    }
}

impl Index {
    /// Indexes the source, in place of what was at its path; by the chunks that a caller brought, if one did.
    pub fn insert(&mut self, source: Source, brought: Option<Brought>) -> &File {
        let path = source.path.clone();
        if self.unchanged(&source, brought.as_ref()).is_none() {
            let mut insertion = Insertion::new(source, brought);
            finish(|pace| self.prepare(&mut insertion, pace));
            self.put(insertion);
            self.complete();
        }
        self.catalog.file(&path).expect("the file was inserted just now")
    }

    /// Moves a file to the path of `source`, which has its text: no text is parsed or embedded, unless the path makes
    /// another language of it, or other chunks are brought.
    pub fn rename(&mut self, path: &str, source: Source, brought: Option<Brought>) -> &File {
        self.complete();
        let to = source.path.clone();
        let mut insertion = match self.catalog.file(path) {
            Some(old) => Insertion::renamed(source, brought, old),
            None => Insertion::new(source, brought),
        };
        finish(|pace| self.prepare(&mut insertion, pace));
        self.withdraw(path);
        self.put(insertion);
        self.complete();
        self.catalog.file(&to).expect("the file was inserted just now")
    }

    /// Takes the file at this path out; `false` if there is none.
    pub fn remove(&mut self, path: &str) -> bool {
        let was_there = self.withdraw(path);
        self.complete();
        was_there
    }

    /// Goes on with a file beside the index. What comes out does not depend on the pauses.
    pub fn prepare(&mut self, insertion: &mut Insertion, pace: &mut Pace) -> Poll<()> {
        loop {
            let start = self.now();
            let Insertion { file, before, faults, embedding, stage } = insertion;
            let next = match stage {
                Stage::Cutting(cutting) => {
                    let chunked = self.chunker.advance(cutting, &file.source, pace);
                    self.timings.chunk_ms += self.now() - start;
                    let Chunked { chunks, symbols, degraded } = ready!(chunked);
                    let Source { encoding, language, text, .. } = &file.source;
                    let notes = encoding.note().into_iter().chain(derived::fault(*language, text));
                    faults.extend(notes.map(str::to_owned).chain(degraded));
                    file.symbols = symbols;
                    file.entries.reserve_exact(chunks.len());
                    Stage::Entering(chunks.into_iter(), BTreeMap::new())
                }
                Stage::Entering(chunks, seen) => {
                    let entered = enter_all(file, chunks, seen, pace);
                    self.timings.chunk_ms += self.now() - start;
                    ready!(entered);
                    Stage::Embedding
                }
                Stage::Embedding => {
                    let Some(semantics) = &mut self.semantics else { return Poll::Ready(()) };
                    let embedded = semantics.embed(file, self.catalog.file(before), embedding, pace);
                    self.timings.embed_ms += self.now() - start;
                    if let Err(error) = ready!(embedded) {
                        // One file cannot spoil the rest: this one is found by its words.
                        faults.push(format!("It is searched by words alone: {error}"));
                        *embedding = Embedding::default();
                    }
                    return Poll::Ready(());
                }
            };
            insertion.stage = next;
        }
    }

    /// Puts a file that is [prepared](Self::prepare) into the catalog, in place of what is at its path. The rest is done by
    /// [`file_on`](Self::file_on), or by whatever is asked next.
    pub fn put(&mut self, insertion: Insertion) {
        let Insertion { mut file, faults, embedding, .. } = insertion;
        let path = file.source.path.clone();
        self.withdraw(&path);
        file.id = self.file_ids.take();
        for entry in &mut file.entries {
            entry.slot = self.slots.take();
        }
        file.degraded = (!faults.is_empty()).then(|| faults.join(" "));
        self.file_of.resize(self.slots.len(), u32::MAX);
        for entry in &file.entries {
            self.file_of[entry.slot as usize] = file.id;
        }
        self.catalog.insert(file);
        self.layout = None;
        self.changes += 1;
        self.filing.new = Some(New { path, filed: 0, embedding });
    }

    /// Takes the file at this path out of the catalog; `false` if there is none. The rest is done as for
    /// [`put`](Self::put).
    pub fn withdraw(&mut self, path: &str) -> bool {
        self.complete();
        let Some(file) = self.catalog.remove(path) else { return false };
        self.layout = None;
        self.changes += 1;
        self.filing.old = Some((file, 0));
        true
    }

    /// Goes on with what is left to be done for the file that came or left last.
    pub fn file_on(&mut self, pace: &mut Pace) -> Poll<()> {
        let start = self.now();
        let done = self.take_out(pace).is_ready() && self.bring_in(pace).is_ready();
        self.timings.lexical_ms += self.now() - start;
        if done { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Does what is left to be done for the file that came or left last.
    pub(crate) fn complete(&mut self) {
        finish(|pace| self.file_on(pace));
    }

    /// Whether something is left to be done for the file that came or left last.
    pub fn is_filing(&self) -> bool {
        self.filing.old.is_some() || self.filing.new.is_some()
    }

    /// About how much is done for the file that came in last, from 0 to 1.
    pub fn filed_share(&self) -> f64 {
        let new = self.filing.new.as_ref().and_then(|new| self.catalog.file(&new.path));
        new.map_or(1.0, |file| self.filing.share(file.entries.len()))
    }

    fn take_out(&mut self, pace: &mut Pace) -> Poll<()> {
        let Some((file, gone)) = &mut self.filing.old else { return Poll::Ready(()) };
        while let Some(entry) = file.entries.get(*gone) {
            touch(&mut self.uses, &self.definitions, file, entry);
            self.postings.take(entry.slot);
            self.slots.retire(entry.slot);
            for symbol in file.defined_in(&entry.chunk) {
                self.definitions.remove(entry.slot, symbol);
            }
            if let Some(semantics) = &mut self.semantics {
                semantics.remove(entry.slot);
            }
            *gone += 1;
            let work = if self.uses.is_some() { WORDS } else { 1 };
            if pace.spend(work + entry.chunk.symbols.len() as u32) {
                return Poll::Pending;
            }
        }
        if self.postings.is_merge_due() || self.slots.worth_reusing() {
            ready!(self.postings.merge_on(pace));
        }
        self.file_ids.retire(file.id);
        self.filing.old = None;
        if self.slots.worth_reusing() {
            self.slots.reuse();
        }
        if self.file_ids.worth_reusing() {
            self.file_ids.reuse();
        }
        Poll::Ready(())
    }

    fn bring_in(&mut self, pace: &mut Pace) -> Poll<()> {
        let Some(New { path, filed, embedding }) = &mut self.filing.new else { return Poll::Ready(()) };
        let Some(file) = self.catalog.file(path) else { return Poll::Ready(()) };
        loop {
            if self.postings.is_merge_due() {
                ready!(self.postings.merge_on(pace));
            }
            let Some(entry) = file.entries.get(*filed) else { break };
            self.postings.put(entry.slot, &fields::content(file, entry));
            for symbol in file.defined_in(&entry.chunk) {
                self.definitions.insert(entry.slot, symbol);
            }
            touch(&mut self.uses, &self.definitions, file, entry);
            if let Some(semantics) = &mut self.semantics {
                semantics.put(entry.slot, *filed, embedding);
            }
            *filed += 1;
            if pace.spend(WORDS + 4 * entry.chunk.symbols.len() as u32) {
                return Poll::Pending;
            }
        }
        if let Some(semantics) = &mut self.semantics {
            semantics.put_file(file.id, embedding);
        }
        self.filing.new = None;
        Poll::Ready(())
    }
}

fn enter_all(
    file: &mut File,
    chunks: &mut std::vec::IntoIter<Chunk>,
    seen: &mut BTreeMap<u64, u32>,
    pace: &mut Pace,
) -> Poll<()> {
    ready!(file.sizes.advance(&file.source.text, &file.source.lines, pace));
    for chunk in chunks {
        Insertion::enter(file, chunk, seen);
        if pace.spend(ENTRY) {
            return Poll::Pending;
        }
    }
    Poll::Ready(())
}

/// Notes the names whose links a chunk takes part in, by defining or by holding them.
pub(super) fn touch(uses: &mut Option<Uses>, definitions: &Definitions, file: &File, entry: &Entry) {
    let Some(uses) = uses else { return };
    for symbol in file.defined_in(&entry.chunk) {
        definitions.row(&naming(symbol)).into_iter().for_each(|row| uses.touch(row));
    }
    for (text, _) in fields::content(file, entry) {
        words(text, &mut |word| definitions.row(word).into_iter().for_each(|row| uses.touch(row)));
    }
}
