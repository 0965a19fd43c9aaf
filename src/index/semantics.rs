//! Chunks as vectors: content and label apart, and what follows from them.

use super::catalog::{Catalog, Entry, File};
use super::fields::label;
use crate::error::{Error, Result};
use crate::semantic::{Embedder, Model, Vectors};
use crate::snapshot::{Reader, Writer};
use std::collections::BTreeMap;

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

/// The vectors of the texts of a file that is no longer there, by text.
#[derive(Default)]
pub(super) struct Kept<'a>(BTreeMap<&'a str, KeptRow>);

struct KeptRow {
    codes: Vec<i8>,
    scale: f32,
    length: f32,
}

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

    /// Embeds a file's chunks, but for texts that are kept.
    pub fn insert(&mut self, file: &File, kept: &Kept) -> Result<()> {
        let text = |entry: &Entry| file.text(&entry.chunk);
        let fresh: Vec<&Entry> = file.entries.iter().filter(|entry| !kept.0.contains_key(text(entry))).collect();
        let dimension = self.embedder.dimension();
        self.embedded += fresh.len() as u64;
        let sums = self.embedder.sums(&fresh.iter().map(|entry| text(entry)).collect::<Vec<_>>())?;
        for (entry, sum) in fresh.iter().zip(sums.chunks_exact(dimension)) {
            self.content.set(entry.slot, sum);
            at(&mut self.shares, entry.slot).length = norm(sum.iter().map(|&x| f64::from(x))) as f32;
        }
        for entry in &file.entries {
            if let Some(row) = kept.0.get(text(entry)) {
                self.content.put(entry.slot, &row.codes, row.scale);
                at(&mut self.shares, entry.slot).length = row.length;
            }
        }
        let labels: Vec<String> = file.entries.iter().map(|e| label(file, e)).collect();
        let labels = self.embedder.sums(&labels.iter().map(String::as_str).collect::<Vec<_>>())?;
        let mut mean = vec![0.0f64; dimension];
        for (entry, label) in file.entries.iter().zip(labels.chunks_exact(dimension)) {
            self.labels.set(entry.slot, label);
            self.place(entry.slot, norm(label.iter().map(|&x| f64::from(x))), &mut mean);
        }
        let length = norm(mean.into_iter());
        *at(&mut self.files, file.id) = if length > 0.0 { (1.0 / length) as f32 } else { 0.0 };
        Ok(())
    }

    /// Puts a chunk's text and label together, and adds the direction of their sum to `mean`.
    fn place(&mut self, slot: u32, label: f64, mean: &mut [f64]) {
        let shares = at(&mut self.shares, slot);
        let content = f64::from(shares.length);
        let mut placed = vec![0.0f64; mean.len()];
        for (vectors, length) in [(&self.content, content), (&self.labels, label)] {
            let Some((codes, scale)) = vectors.row(slot) else { continue };
            let factor = length * f64::from(scale);
            placed.iter_mut().zip(codes).for_each(|(sum, &code)| *sum += f64::from(code) * factor);
        }
        let length = norm(placed.iter().copied());
        if length > 0.0 {
            (shares.content, shares.label) = ((content / length) as f32, (label / length) as f32);
            mean.iter_mut().zip(&placed).for_each(|(mean, placed)| *mean += placed / length);
        } else {
            (shares.content, shares.label) = (0.0, 0.0);
        }
    }

    /// Forgets a file's chunks; the vectors of their texts are left to whoever indexes these again.
    pub fn remove<'a>(&mut self, file: &'a File) -> Kept<'a> {
        let mut kept = Kept::default();
        for entry in &file.entries {
            if let Some((codes, scale)) = self.content.row(entry.slot) {
                let length = self.shares.get(entry.slot as usize).map_or(0.0, |shares| shares.length);
                kept.0.insert(file.text(&entry.chunk), KeptRow { codes: codes.to_vec(), scale, length });
            }
            self.content.clear(entry.slot);
            self.labels.clear(entry.slot);
        }
        kept
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
    let norm = libm::sqrt(square);
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
