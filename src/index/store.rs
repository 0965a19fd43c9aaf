//! The index: catalog, postings and vectors, kept in step under edits.

use super::catalog::{self, Catalog, ChunkKey, Entry, File};
use super::outline::signature_lines;
use super::printed::Characters;
use super::slots::Slots;
use crate::chunk::{Chunked, Chunker};
use crate::error::Result;
use crate::lexical::reference::reference_scores;
use crate::lexical::{Field, Postings};
use crate::semantic::{Embedder, Model, Vectors};
use crate::source::Source;
use ndarray::Array1;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// BM25's saturation and length normalisation: the values of the reference system.
const K1: f64 = 1.5;
const B: f64 = 0.75;

/// More fresh postings than this are merged before a question: reading them costs about a tenth of a millisecond.
const UNSETTLED: usize = 1 << 15;

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

/// Indexed files with what scoring needs.
pub struct Index {
    catalog: Catalog,
    chunker: Chunker,
    postings: Postings,
    semantic: Option<Semantic>,
    slots: Slots,
    clock: Option<Clock>,
    timings: Timings,
}

/// The embedder with the vectors that it made.
struct Semantic {
    embedder: Embedder,
    vectors: Vectors,
}

impl Index {
    /// An empty index. Without a model it is lexical only.
    pub fn new(model: Option<Model>, clock: Option<Clock>) -> Self {
        let semantic =
            model.map(|model| Semantic { vectors: Vectors::new(model.dimension()), embedder: Embedder::new(model) });
        Index {
            catalog: Catalog::default(),
            chunker: Chunker::new(),
            postings: Postings::new(K1, B),
            semantic,
            slots: Slots::default(),
            clock,
            timings: Timings::default(),
        }
    }

    /// What is indexed.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The embedder's model, if there is one.
    pub fn model(&self) -> Option<&Model> {
        self.semantic.as_ref().map(|s| s.embedder.model())
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
        let unchanged = self.catalog.file(&path).is_some_and(|old| {
            old.source.text == source.text
                && old.source.language == source.language
                && old.source.role == source.role
                && old.source.encoding == source.encoding
        });
        if !unchanged {
            self.remove(&path);
            self.insert_new(source);
        }
        self.catalog.file(&path).expect("the file was inserted just now")
    }

    fn insert_new(&mut self, source: Source) {
        let start = self.now();
        let Chunked { chunks, symbols, degraded } = self.chunker.chunk(&source);
        let mut faults: Vec<String> = source.encoding.note().map(str::to_owned).into_iter().chain(degraded).collect();
        let mut file = File { source, symbols, entries: Vec::with_capacity(chunks.len()), degraded: None };
        let mut seen: BTreeMap<u64, u32> = BTreeMap::new();
        for chunk in chunks {
            let content = catalog::hash(&[file.source.path.as_bytes(), file.text(&chunk).as_bytes()]);
            let repeat = seen.entry(content).or_default();
            let key = ChunkKey(content.wrapping_add(u64::from(*repeat)));
            *repeat += 1;
            let signature = signature_lines(&file, &chunk);
            let mut entry = Entry { chunk, key, slot: self.slots.take(), signature, characters: Characters::default() };
            entry.characters = Characters::count(&file, &entry);
            file.entries.push(entry);
        }
        let chunked = self.now();
        self.timings.chunk_ms += chunked - start;

        if let Some(semantic) = &mut self.semantic {
            let texts: Vec<&str> = file.entries.iter().map(|e| file.text(&e.chunk)).collect();
            match semantic.embedder.embed(&texts) {
                Ok(vectors) => {
                    for (entry, vector) in file.entries.iter().zip(vectors.chunks_exact(semantic.embedder.dimension()))
                    {
                        semantic.vectors.set(entry.slot, vector);
                    }
                }
                // One file cannot spoil the rest: this one is found by its words.
                Err(error) => faults.push(format!("It is searched by words alone: {error}")),
            }
        }
        let embedded = self.now();
        self.timings.embed_ms += embedded - chunked;

        for entry in &file.entries {
            self.postings.insert(entry.slot, &fields(&file, entry));
        }
        self.timings.lexical_ms += self.now() - embedded;
        file.degraded = (!faults.is_empty()).then(|| faults.join(" "));
        self.catalog.insert(file);
    }

    /// Takes the file at this path out; `false` if there is none.
    pub fn remove(&mut self, path: &str) -> bool {
        let Some(file) = self.catalog.remove(path) else {
            return false;
        };
        for entry in &file.entries {
            self.postings.remove(entry.slot);
            self.slots.retire(entry.slot);
            if let Some(semantic) = &mut self.semantic {
                semantic.vectors.clear(entry.slot);
            }
        }
        if self.slots.worth_reusing() {
            self.postings.settle();
            self.slots.reuse();
        }
        true
    }

    /// The query's embedding; zeros where no word of it is known, `None` without a model.
    pub fn embed(&mut self, text: &str) -> Result<Option<Vec<f32>>> {
        self.semantic.as_mut().map(|s| s.embedder.embed_one(text)).transpose()
    }

    /// Makes the index ready for questions, after many edits; scores do not depend on it.
    pub fn settle(&mut self) {
        if self.postings.unsettled() > UNSETTLED {
            self.postings.settle();
        }
    }

    /// BM25 of every slot for the query.
    pub fn lexical_scores(&self, query: &str, scorer: LexicalScorer) -> Array1<f64> {
        let mut scores = vec![0.0; self.slots.len()];
        match scorer {
            LexicalScorer::Fast => self.postings.score(query, &mut scores),
            LexicalScorer::Reference => {
                let documents: Vec<(u32, Vec<Field>)> =
                    self.catalog.places().map(|p| (p.entry.slot, fields(p.file, p.entry))).collect();
                reference_scores(&documents, query, K1, B, &mut scores);
            }
        }
        Array1::from_vec(scores)
    }

    /// The cosine of every slot to the query's embedding; zeros without a model.
    pub fn cosines(&self, query: &[f32]) -> Array1<f64> {
        let mut scores = vec![0.0; self.slots.len()];
        if let Some(semantic) = &self.semantic {
            semantic.vectors.cosines(query, &mut scores);
        }
        Array1::from_vec(scores)
    }

    /// Bytes held, by part.
    pub fn memory(&self) -> Memory {
        let mut memory = Memory { postings: self.postings.bytes(), ..Memory::default() };
        for file in self.catalog.files() {
            memory.text += file.source.text.len() + file.source.lines.memory();
            memory.catalog += size_of::<File>()
                + file.entries.iter().map(|e| size_of::<Entry>() + 8 * e.signature.len()).sum::<usize>()
                + file
                    .symbols
                    .iter()
                    .map(|s| size_of_val(s) + s.name.len() + s.qualified.len() + 8 * s.signature.len())
                    .sum::<usize>();
        }
        if let Some(semantic) = &self.semantic {
            memory.vectors = semantic.vectors.bytes();
            memory.model = semantic.embedder.bytes();
        }
        memory
    }
}

/// What a chunk is made of for the lexical channel: its text, its file's stem twice and the last three folders, as
/// the reference system counts them.
fn fields<'a>(file: &'a File, entry: &Entry) -> Vec<Field<'a>> {
    let mut fields = vec![(file.text(&entry.chunk), 1)];
    let (folders, name) = file.source.path.rsplit_once('/').unwrap_or(("", &file.source.path));
    let stem = name.split_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    fields.push((stem, 2));
    fields.extend(folders.rsplit('/').take(3).map(|folder| (folder, 1)));
    fields
}
