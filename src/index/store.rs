//! The index: catalog, postings and vectors, kept in step under edits.

use super::catalog::{self, Catalog, ChunkKey, Entry, File};
use super::definitions::{Definitions, naming};
use super::fields;
use super::layout::Layout;
use super::naming::Naming;
use super::outline::signature_lines;
use super::printed::Characters;
use super::semantics::{Cosines, Kept, Semantics};
use super::slots::Slots;
use super::uses::Uses;
use crate::chunk::{Chunked, Chunker, LineSizes};
use crate::error::Result;
use crate::lexical::reference::reference_scores;
use crate::lexical::{Field, Postings, words};
use crate::semantic::Model;
use crate::source::Source;
use ndarray::Array1;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// BM25's saturation and length normalisation: the values of the reference system.
pub(super) const K1: f64 = 1.5;
pub(super) const B: f64 = 0.75;

/// More fresh postings than this are merged before a question: each look-up reads them all, some hundredths of a
/// millisecond; merging those of a large index takes a tenth of a second.
const UNSETTLED: usize = 1 << 16;

/// Which code computes BM25.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LexicalScorer {
    /// The index's own postings.
    #[default]
    Fast,
    /// The `bm25` crate over the same terms: slow, to check the other by.
    Reference,
}

/// A host's clock in milliseconds. Used for [`Timings`] only, never for a decision.
pub type Clock = fn() -> f64;

/// Where the time of indexing went, in milliseconds since the index was made; zeros without a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timings {
    /// Bytes to text, language, role, refusals.
    pub decode_ms: f64,
    /// Parsing, symbols and chunk borders.
    pub chunk_ms: f64,
    /// Terms and postings.
    pub lexical_ms: f64,
    /// Embedding and quantising.
    pub embed_ms: f64,
}

/// Bytes held, by part; estimates from lengths, without allocator overhead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// The files' texts with their line tables.
    pub text: usize,
    /// Files, chunks and symbols.
    pub catalog: usize,
    /// Terms and postings.
    pub postings: usize,
    /// Quantised chunk vectors.
    pub vectors: usize,
    /// The model's table of rows.
    pub model: usize,
}

impl Memory {
    /// All of it.
    pub fn total(&self) -> usize {
        self.text + self.catalog + self.postings + self.vectors + self.model
    }
}

/// Indexed files with what scoring needs.
pub struct Index {
    pub(super) catalog: Catalog,
    chunker: Chunker,
    /// A document a chunk: its text and path.
    pub(super) postings: Postings,
    pub(super) definitions: Definitions,
    /// `None` before the first question, whereafter they are kept up.
    pub(super) uses: Option<Uses>,
    /// `None` after an edit, until the next question.
    pub(super) layout: Option<Layout>,
    pub(super) semantics: Option<Semantics>,
    pub(super) slots: Slots,
    pub(super) file_ids: Slots,
    /// By slot: the row of its file.
    pub(super) file_of: Vec<u32>,
    clock: Option<Clock>,
    timings: Timings,
    pub(super) changes: u64,
}

impl Index {
    /// An empty index. Without a model it is lexical only.
    pub fn new(model: Option<Model>, clock: Option<Clock>) -> Self {
        Index {
            catalog: Catalog::default(),
            chunker: Chunker::new(),
            postings: Postings::new(K1, B),
            definitions: Definitions::new(K1, B),
            uses: None,
            layout: None,
            semantics: model.map(Semantics::new),
            slots: Slots::default(),
            file_ids: Slots::default(),
            file_of: Vec::new(),
            clock,
            timings: Timings::default(),
            changes: 0,
        }
    }

    /// How many files came or went since the index was made or loaded.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What is indexed.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The embedder's model, if there is one.
    pub fn model(&self) -> Option<&Model> {
        self.semantics.as_ref().map(|s| s.embedder.model())
    }

    /// How many texts of chunks were embedded since the index was made.
    pub fn embedded(&self) -> u64 {
        self.semantics.as_ref().map_or(0, |semantics| semantics.embedded)
    }

    /// Where the time of indexing went.
    pub fn timings(&self) -> Timings {
        self.timings
    }

    /// Adds what deciding about a file took, which happens before it reaches the index.
    pub fn count_decoding(&mut self, milliseconds: f64) {
        self.timings.decode_ms += milliseconds;
    }

    /// The clock's time, or 0 without one.
    pub fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock())
    }

    /// Indexes the source, in place of what was at its path.
    pub fn insert(&mut self, source: Source) -> &File {
        let path = source.path.clone();
        if self.unchanged(&source).is_none() {
            let old = self.catalog.remove(&path);
            let kept = old.as_ref().map(|old| self.withdraw(old)).unwrap_or_default();
            self.insert_new(source, None, &kept);
        }
        self.catalog.file(&path).expect("the file was inserted just now")
    }

    /// What is at the source's path, if it is the same.
    pub fn unchanged(&self, source: &Source) -> Option<&File> {
        self.catalog.file(&source.path).filter(|old| {
            old.source.text == source.text
                && old.source.language == source.language
                && old.source.role == source.role
                && old.source.encoding == source.encoding
        })
    }

    /// Moves a file to the path of `source`, which has its text: no text is parsed or embedded, unless the path makes
    /// another language of it.
    pub fn rename(&mut self, path: &str, source: Source) -> &File {
        let to = source.path.clone();
        if let Some(replaced) = self.catalog.remove(&to) {
            self.withdraw(&replaced);
        }
        let old = self.catalog.remove(path);
        let kept = old.as_ref().map(|old| self.withdraw(old)).unwrap_or_default();
        let is_cut_alike = |old: &&File| old.source.language == source.language && old.degraded.is_none();
        let known = old.as_ref().filter(is_cut_alike).map(|old| Chunked {
            chunks: old.entries.iter().map(|entry| entry.chunk.clone()).collect(),
            symbols: old.symbols.clone(),
            degraded: None,
        });
        self.insert_new(source, known, &kept);
        self.catalog.file(&to).expect("the file was inserted just now")
    }

    /// Indexes a source that is not there; what is known of its chunks and their vectors is taken as it is.
    fn insert_new(&mut self, source: Source, known: Option<Chunked>, kept: &Kept) {
        let start = self.now();
        let Chunked { chunks, symbols, degraded } = known.unwrap_or_else(|| self.chunker.chunk(&source));
        let mut faults: Vec<String> = source.encoding.note().map(str::to_owned).into_iter().chain(degraded).collect();
        let id = self.file_ids.take();
        let naming = Naming::of(&source.path);
        let sizes = LineSizes::new(&source.text, &source.lines);
        let entries = Vec::with_capacity(chunks.len());
        let mut file = File { id, naming, source, sizes, symbols, entries, degraded: None };
        let mut seen: BTreeMap<u64, u32> = BTreeMap::new();
        for chunk in chunks {
            let content = catalog::hash(&[file.source.path.as_bytes(), file.text(&chunk).as_bytes()]);
            let repeat = seen.entry(content).or_default();
            let key = ChunkKey(content.wrapping_add(u64::from(*repeat)));
            *repeat += 1;
            let signature = signature_lines(&file, &chunk);
            let (slot, test) = (self.slots.take(), file.tests(&chunk));
            let mut entry = Entry { chunk, key, slot, signature, characters: Characters::default(), test };
            entry.characters = Characters::count(&file, &entry);
            file.entries.push(entry);
        }
        let chunked = self.now();
        self.timings.chunk_ms += chunked - start;

        if let Some(semantics) = &mut self.semantics
            && let Err(error) = semantics.insert(&file, kept)
        {
            // One file cannot spoil the rest: this one is found by its words.
            faults.push(format!("It is searched by words alone: {error}"));
        }
        let embedded = self.now();
        self.timings.embed_ms += embedded - chunked;

        self.file_of.resize(self.slots.len(), u32::MAX);
        for entry in &file.entries {
            self.file_of[entry.slot as usize] = file.id;
            self.postings.insert(entry.slot, &fields::content(&file, entry));
            for symbol in file.symbols_in(&entry.chunk) {
                self.definitions.insert(entry.slot, symbol);
            }
        }
        self.touch(&file);
        self.timings.lexical_ms += self.now() - embedded;
        self.layout = None;
        self.changes += 1;
        file.degraded = (!faults.is_empty()).then(|| faults.join(" "));
        self.catalog.insert(file);
    }

    /// Takes the file at this path out; `false` if there is none.
    pub fn remove(&mut self, path: &str) -> bool {
        let file = self.catalog.remove(path);
        file.inspect(|file| drop(self.withdraw(file))).is_some()
    }

    /// Takes out what the index has of a file that left the catalog.
    fn withdraw<'a>(&mut self, file: &'a File) -> Kept<'a> {
        self.layout = None;
        self.changes += 1;
        self.touch(file);
        for entry in &file.entries {
            self.postings.remove(entry.slot);
            self.slots.retire(entry.slot);
            for symbol in file.symbols_in(&entry.chunk) {
                self.definitions.remove(entry.slot, symbol);
            }
        }
        let kept = self.semantics.as_mut().map(|semantics| semantics.remove(file)).unwrap_or_default();
        self.file_ids.retire(file.id);
        if self.slots.worth_reusing() {
            self.postings.settle();
            self.slots.reuse();
        }
        if self.file_ids.worth_reusing() {
            self.file_ids.reuse();
        }
        kept
    }

    /// The query's embedding; zeros where no word of it is known, `None` without a model.
    pub fn embed(&mut self, text: &str) -> Result<Option<Vec<f32>>> {
        self.semantics.as_mut().map(|s| s.embedder.embed_one(text)).transpose()
    }

    /// Notes the names whose links a file takes part in, by defining or by holding them.
    pub(super) fn touch(&mut self, file: &File) {
        let Some(uses) = &mut self.uses else { return };
        for entry in &file.entries {
            for symbol in file.symbols_in(&entry.chunk) {
                self.definitions.row(&naming(symbol)).into_iter().for_each(|row| uses.touch(row));
            }
            for (text, _) in fields::content(file, entry) {
                words(text, &mut |word| self.definitions.row(word).into_iter().for_each(|row| uses.touch(row)));
            }
        }
    }

    /// Makes the index ready for questions, after edits; scores do not depend on it.
    pub fn settle(&mut self) {
        if self.uses.is_none() || self.postings.unsettled() > UNSETTLED {
            self.postings.settle();
        }
        self.definitions.settle(UNSETTLED);
        let uses = self.uses.get_or_insert_with(|| Uses::all(&self.definitions));
        uses.update(&self.definitions, &self.postings, &self.file_of);
        if self.layout.is_none() {
            self.layout = Some(Layout::of(&self.catalog, self.slots.len(), self.file_ids.len()));
        }
    }

    /// BM25 of every slot for the query.
    pub fn lexical_scores(&self, query: &str, scorer: LexicalScorer) -> Array1<f64> {
        let mut scores = vec![0.0; self.slots.len()];
        match scorer {
            LexicalScorer::Fast => self.postings.score(query, &mut scores),
            LexicalScorer::Reference => {
                let documents: Vec<(u32, Vec<Field>)> =
                    self.catalog.places().map(|p| (p.entry.slot, fields::content(p.file, p.entry))).collect();
                reference_scores(&documents, query, K1, B, &mut scores);
            }
        }
        Array1::from_vec(scores)
    }

    /// The cosines of every slot to the query's embedding; zeros without a model.
    pub fn cosines(&self, query: &[f32]) -> Cosines {
        self.semantics.as_ref().map_or_else(Cosines::default, |s| s.cosines(query, self.slots.len()))
    }

    /// The cosine of a file to the query, from the sum of its chunks' [`Cosines::placed`].
    pub fn file_cosine(&self, file: &File, sum: f64) -> f64 {
        self.semantics.as_ref().map_or(0.0, |s| s.file_cosine(file.id, sum))
    }

    /// The words of chunks, by slot.
    pub fn contents(&self) -> &Postings {
        &self.postings
    }

    /// The names of definitions.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The rows of the files that use a file, sorted; as of the last [`settle`](Self::settle).
    pub fn users(&self, file: &File) -> impl Iterator<Item = u32> {
        self.uses.iter().flat_map(|uses| uses.users(file.id))
    }

    /// All chunks in the canonical order; worked out anew unless the index is [settled](Self::settle).
    pub fn layout(&self) -> Cow<'_, Layout> {
        self.layout
            .as_ref()
            .map_or_else(|| Cow::Owned(Layout::of(&self.catalog, self.slots.len(), self.file_ids.len())), Cow::Borrowed)
    }

    /// How many slots there are, taken or not.
    pub fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// How many rows of files there are, taken or not.
    pub fn file_count(&self) -> usize {
        self.file_ids.len()
    }

    /// Bytes held, by part.
    pub fn memory(&self) -> Memory {
        let postings = self.postings.bytes() + self.definitions.bytes() + self.uses.as_ref().map_or(0, Uses::bytes);
        let catalog = self.layout.as_ref().map_or(0, Layout::bytes) + self.file_of.capacity() * size_of::<u32>();
        let catalog = catalog + self.catalog.names().bytes();
        let mut memory = Memory { postings, catalog, ..Memory::default() };
        for file in self.catalog.files() {
            memory.text += file.source.text.len() + file.source.lines.memory() + file.sizes.memory();
            memory.catalog += size_of::<File>()
                + file.entries.iter().map(|e| size_of::<Entry>() + 8 * e.signature.len()).sum::<usize>()
                + file
                    .symbols
                    .iter()
                    .map(|s| size_of_val(s) + s.name.len() + s.qualified.len() + 8 * s.signature.len())
                    .sum::<usize>();
        }
        if let Some(semantics) = &self.semantics {
            memory.vectors = semantics.bytes();
            memory.model = semantics.embedder.bytes();
        }
        memory
    }
}
