//! The index: catalog, postings and vectors, kept in step under edits.

use super::catalog::{Catalog, Entry, File};
use super::definitions::Definitions;
use super::fields;
use super::insertion::Filing;
use super::layout::Layout;
use super::semantics::{Cosines, Semantics};
use super::slots::Slots;
use super::uses::Uses;
use crate::chunk::{Brought, Chunker};
use crate::error::Result;
use crate::lexical::reference::reference_scores;
use crate::lexical::{Field, Postings};
use crate::pace::{Pace, finish};
use crate::semantic::Model;
use crate::source::Source;
use ndarray::Array1;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::task::{Poll, ready};

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
    /// Terms, postings and definitions; what else the index does with a file.
    pub lexical_ms: f64,
    /// Embedding.
    pub embed_ms: f64,
    /// The longest time that adding files took without a pause.
    pub longest_slice_ms: f64,
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
    pub(super) chunker: Chunker,
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
    pub(super) timings: Timings,
    pub(super) changes: u64,
    /// What is left to be done for the file that came or left last.
    pub(super) filing: Filing,
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
            filing: Filing::default(),
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

    /// Notes how long adding files took without a pause.
    pub fn count_slice(&mut self, milliseconds: f64) {
        self.timings.longest_slice_ms = self.timings.longest_slice_ms.max(milliseconds);
    }

    /// The clock's time, or 0 without one.
    pub fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock())
    }

    /// What is at the source's path, if it is the same, and made by the same chunks if they were brought.
    pub fn unchanged(&self, source: &Source, brought: Option<&Brought>) -> Option<&File> {
        self.catalog.file(&source.path).filter(|old| {
            old.source.text == source.text
                && old.source.language == source.language
                && old.source.role == source.role
                && old.source.encoding == source.encoding
                && old.source.masked == source.masked
                && old.brought.as_ref() == brought
        })
    }

    /// The query's embedding; zeros where no word of it is known, `None` without a model.
    pub fn embed(&mut self, text: &str) -> Result<Option<Vec<f32>>> {
        self.semantics.as_mut().map(|s| s.embedder.embed_one(text)).transpose()
    }

    /// Makes the index ready for questions, after edits; scores do not depend on it.
    pub fn settle(&mut self) {
        finish(|pace| self.settle_on(pace));
    }

    /// Goes on with what [`settle`](Self::settle) does.
    pub fn settle_on(&mut self, pace: &mut Pace) -> Poll<()> {
        ready!(self.file_on(pace));
        // The first question comes after a bulk.
        let is_first = self.uses.is_none();
        if is_first || self.postings.unsettled() > UNSETTLED {
            ready!(self.postings.merge_on(pace));
        }
        self.definitions.settle(if is_first { 0 } else { UNSETTLED / 8 });
        let uses = self.uses.get_or_insert_with(|| Uses::all(&self.definitions));
        ready!(uses.update(&self.definitions, &self.postings, &self.file_of, pace));
        if self.layout.is_none() {
            self.layout = Some(Layout::of(&self.catalog, self.slots.len(), self.file_ids.len()));
        }
        Poll::Ready(())
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
                + file.brought.as_ref().map_or(0, Brought::bytes)
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
