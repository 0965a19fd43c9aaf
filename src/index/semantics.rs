//! Chunks as vectors: content and label apart, and what follows from them.

use super::catalog::{Catalog, Entry, File};
use super::fields::label;
use crate::error::{Error, Result};
use crate::pace::Pace;
use crate::semantic::{Embedder, Model, Vectors};
use crate::snapshot::{Reader, Writer};
use std::collections::BTreeMap;
use std::task::Poll;

/// Cosines to a query, by slot, in −1…1.
#[derive(Debug, Default)]
pub struct Cosines {
    /// To the text alone.
    pub content: Vec<f64>,
    /// To path and names alone.
    pub label: Vec<f64>,
    /// To the text with its path and names.
    pub placed: Vec<f64>,
}

/// The embedder with the vectors that it made.
///
/// Static embeddings are sums over words, so the vector of a text with its label is the sum of the two; its cosine
/// follows from theirs and the lengths, and a file's mean from those of its chunks: two rows a chunk serve four
/// cosines. All of that is worked out from the rows as they are stored, so that a row that is kept gives the same as one
/// that is made anew.
pub(super) struct Semantics {
    pub embedder: Embedder,
    /// How many texts of chunks were embedded.
    pub embedded: u64,
    content: Vectors,
    labels: Vectors,
    /// By slot.
    shares: Vec<Shares>,
    /// By file: 1 / |Σ unit vectors of its chunks|.
    files: Vec<f32>,
}

/// How the cosine of the sum follows from the two: |content| / |sum| and |label| / |sum|.
#[derive(Clone, Copy, Default)]
struct Shares {
    content: f32,
    label: f32,
    /// |content|, for another label.
    length: f32,
}

/// A vector as it is stored, with its length.
#[derive(Clone, Default)]
struct Row {
    codes: Vec<i8>,
    scale: f32,
    length: f32,
}

impl Row {
    fn of(vector: &[f32]) -> Self {
        let (codes, scale) = Vectors::row_of(vector).unwrap_or_default();
        Row { codes, scale, length: norm(vector.iter().map(|&x| f64::from(x))) as f32 }
    }
}

/// The vectors of a file's chunks before they come into the index, one after the other.
#[derive(Default)]
pub(super) struct Embedding {
    /// By chunk: the row of its text, if the index had that text before.
    kept: Option<Vec<Option<Row>>>,
    content: Vec<Row>,
    labels: Vec<Row>,
    /// The sum of the unit vectors that were put into the index.
    mean: Vec<f64>,
}

impl Embedding {
    /// How many chunks have their vectors.
    pub fn len(&self) -> usize {
        self.labels.len()
    }
}

/// Chunks that are embedded between two pauses, and what one takes, in microseconds; and what its label does.
const BATCH: usize = 8;
const EMBED: u32 = 300;
const LABEL: u32 = 40;

impl Semantics {
    pub fn new(model: Model) -> Self {
        let vectors = || Vectors::new(model.dimension());
        Semantics {
            content: vectors(),
            labels: vectors(),
            shares: Vec::new(),
            files: Vec::new(),
            embedder: Embedder::new(model),
            embedded: 0,
        }
    }

    /// Goes on with embedding a file's chunks, but for texts of `old`, the file that it comes in place of. The same files must
    /// be given each time.
    pub fn embed(
        &mut self,
        file: &File,
        old: Option<&File>,
        embedding: &mut Embedding,
        pace: &mut Pace,
    ) -> Poll<Result<()>> {
        let Embedding { kept, content, labels, .. } = embedding;
        let kept = kept.get_or_insert_with(|| self.kept(file, old));
        let dimension = self.embedder.dimension();
        while labels.len() < file.entries.len() {
            let places = labels.len()..file.entries.len().min(labels.len() + BATCH);
            let batch = &file.entries[places.clone()];
            let is_fresh = |place: &usize| kept.get(*place).is_none_or(Option::is_none);
            let fresh: Vec<&str> =
                places.clone().filter(is_fresh).map(|place| file.text(&file.entries[place].chunk)).collect();
            self.embedded += fresh.len() as u64;
            let sums = self.embedder.sums(&fresh)?;
            let mut sums = sums.chunks_exact(dimension).map(Row::of);
            for place in places {
                let row = kept.get_mut(place).and_then(Option::take);
                content.push(row.or_else(|| sums.next()).unwrap_or_default());
            }
            let texts: Vec<String> = batch.iter().map(|entry| label(file, entry)).collect();
            let sums = self.embedder.sums(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
            labels.extend(sums.chunks_exact(dimension).map(Row::of));
            if pace.spend(BATCH as u32 * if fresh.is_empty() { LABEL } else { EMBED }) {
                return Poll::Pending;
            }
        }
        Poll::Ready(Ok(()))
    }

    /// The rows that a file's chunks have already, by place.
    fn kept(&self, file: &File, old: Option<&File>) -> Vec<Option<Row>> {
        let Some(old) = old else { return Vec::new() };
        let slots: BTreeMap<&str, u32> = old.entries.iter().map(|entry| (old.text(&entry.chunk), entry.slot)).collect();
        let row = |entry: &Entry| {
            let slot = *slots.get(file.text(&entry.chunk))?;
            let (codes, scale) = self.content.row(slot)?;
            let length = self.shares.get(slot as usize)?.length;
            Some(Row { codes: codes.to_vec(), scale, length })
        };
        file.entries.iter().map(row).collect()
    }

    /// Takes over the vectors of a file's chunk at this place in the file.
    pub fn put(&mut self, slot: u32, place: usize, embedding: &mut Embedding) {
        let (Some(content), Some(label)) = (embedding.content.get(place), embedding.labels.get(place)) else {
            return;
        };
        self.content.put(slot, &content.codes, content.scale);
        self.labels.put(slot, &label.codes, label.scale);
        let mut placed = vec![0.0f64; self.embedder.dimension()];
        for row in [content, label] {
            let factor = f64::from(row.length) * f64::from(row.scale);
            placed.iter_mut().zip(&row.codes).for_each(|(sum, &code)| *sum += f64::from(code) * factor);
        }
        let length = norm(placed.iter().copied());
        let share = |row: &Row| if length > 0.0 { (f64::from(row.length) / length) as f32 } else { 0.0 };
        *at(&mut self.shares, slot) = Shares { content: share(content), label: share(label), length: content.length };
        if length > 0.0 {
            embedding.mean.resize(placed.len(), 0.0);
            embedding.mean.iter_mut().zip(&placed).for_each(|(m, p)| *m += p / length);
        }
    }

    /// Takes over the mean of the chunks that were [put](Self::put).
    pub fn put_file(&mut self, file: u32, embedding: &Embedding) {
        let length = norm(embedding.mean.iter().copied());
        *at(&mut self.files, file) = if length > 0.0 { (1.0 / length) as f32 } else { 0.0 };
    }

    /// Forgets a chunk.
    pub fn remove(&mut self, slot: u32) {
        self.content.clear(slot);
        self.labels.clear(slot);
    }

    /// Writes what was made of chunks.
    pub fn write(&self, writer: &mut Writer, catalog: &Catalog) {
        for place in catalog.places() {
            let slot = place.entry.slot;
            let shares = self.shares.get(slot as usize).copied().unwrap_or_default();
            for (vectors, share) in [(&self.content, shares.content), (&self.labels, shares.label)] {
                let row = vectors.row(slot);
                writer.byte(row.is_some().into());
                if let Some((codes, scale)) = row {
                    writer.codes(codes);
                    writer.float(scale);
                    writer.float(share);
                }
            }
            writer.float(if self.content.row(slot).is_some() { shares.length } else { 0.0 });
            writer.boundary();
        }
    }

    /// What a file's cosine is scaled by; 0 for one without direction.
    pub fn scale(&self, file: &File) -> f32 {
        let directed = |entry: &Entry| self.content.row(entry.slot).or(self.labels.row(entry.slot)).is_some();
        if !file.entries.iter().any(directed) {
            return 0.0;
        }
        self.files.get(file.id as usize).copied().unwrap_or_default()
    }

    /// Takes what was read in place of what there is.
    pub fn replace(&mut self, saved: SavedVectors, files: Vec<f32>) {
        (self.content, self.labels, self.shares, self.files) = (saved.content, saved.labels, saved.shares, files);
    }

    /// Takes over what was read of a file: its chunks' rows from the first on, and its scale.
    pub fn absorb(&mut self, saved: &SavedVectors, first: u32, file: &File, scale: f32) {
        for (from, entry) in (first..).zip(&file.entries) {
            for (own, vectors) in [(&mut self.content, &saved.content), (&mut self.labels, &saved.labels)] {
                match vectors.row(from) {
                    Some((codes, scale)) => own.put(entry.slot, codes, scale),
                    None => own.clear(entry.slot),
                }
            }
            *at(&mut self.shares, entry.slot) = saved.shares.get(from as usize).copied().unwrap_or_default();
        }
        *at(&mut self.files, file.id) = scale;
    }

    /// The cosines of the first `slots` slots.
    pub fn cosines(&self, query: &[f32], slots: usize) -> Cosines {
        let mut cosines = Cosines { content: vec![0.0; slots], label: vec![0.0; slots], placed: vec![0.0; slots] };
        self.content.cosines(query, &mut cosines.content);
        self.labels.cosines(query, &mut cosines.label);
        let parts = cosines.content.iter().zip(&cosines.label).zip(&self.shares);
        for (placed, ((content, label), shares)) in cosines.placed.iter_mut().zip(parts) {
            *placed = content * f64::from(shares.content) + label * f64::from(shares.label);
        }
        cosines
    }

    /// The cosine to the mean of a file's chunks (each with its label), from the sum of the chunks' own.
    pub fn file_cosine(&self, file: u32, sum: f64) -> f64 {
        self.files.get(file as usize).map_or(0.0, |&scale| sum * f64::from(scale))
    }

    pub fn bytes(&self) -> usize {
        self.content.bytes()
            + self.labels.bytes()
            + self.shares.capacity() * size_of::<Shares>()
            + self.files.capacity() * size_of::<f32>()
    }
}

/// Vectors that are read, frame by frame.
pub(super) struct SavedVectors {
    content: Vectors,
    labels: Vectors,
    shares: Vec<Shares>,
    dimension: usize,
}

impl SavedVectors {
    /// None yet.
    pub fn new(dimension: usize) -> Self {
        let vectors = || Vectors::new(dimension);
        SavedVectors { content: vectors(), labels: vectors(), shares: Vec::new(), dimension }
    }

    /// How many chunks were read.
    pub fn len(&self) -> usize {
        self.shares.len()
    }

    /// Reads a frame.
    pub fn read(&mut self, reader: &mut Reader) -> Result<()> {
        while !reader.is_empty() {
            let dimension = self.dimension;
            let mut row = |vectors: &mut Vectors| {
                if !reader.flag()? {
                    vectors.push(&[], 0.0);
                    return Ok::<_, Error>(0.0);
                }
                let codes = reader.raw(dimension)?;
                vectors.push(codes, reader.float()?);
                reader.float()
            };
            let (content, label) = (row(&mut self.content)?, row(&mut self.labels)?);
            self.shares.push(Shares { content, label, length: reader.float()? });
        }
        Ok(())
    }
}

fn norm(values: impl Iterator<Item = f64>) -> f64 {
    let square: f64 = values.map(|v| v * v).sum();
    let norm = square.sqrt();
    if norm.is_finite() { norm } else { 0.0 }
}

/// The element at `index`, made if need be.
fn at<T: Clone + Default>(values: &mut Vec<T>, index: u32) -> &mut T {
    let index = index as usize;
    if index >= values.len() {
        values.resize(index + 1, T::default());
    }
    &mut values[index]
}
