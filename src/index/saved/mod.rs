//! The index in a snapshot: in the canonical order, so that the same files give the same bytes whatever was edited
//! before. Chunks, files and names are numbered anew, from 0, in that order.

mod file;

use super::catalog::Catalog;
use super::definitions::{Definitions, DefinitionsLoader};
use super::insertion::{Filing, touch};
use super::semantics::SavedVectors;
use super::slots::Slots;
use super::store::{B, Index, K1};
use crate::error::{Error, Result};
use crate::lexical::{Postings, PostingsLoader};
use crate::snapshot::{Reader, Tag, Writer};

pub use file::{SavedText, read_text};

impl Index {
    /// Writes everything that a question needs, but which file uses which: the first question works that out. Edits are
    /// merged before.
    pub fn write(&mut self, writer: &mut Writer) {
        self.write_parts(writer, true);
    }

    /// Writes what [`IndexLoader::merge`] takes: all but the names, which follow from the files' symbols.
    pub fn write_work(&mut self, writer: &mut Writer) {
        self.write_parts(writer, false);
    }

    fn write_parts(&mut self, writer: &mut Writer, with_names: bool) {
        self.complete();
        self.postings.settle();
        let mut chunks = vec![u32::MAX; self.slots.len()];
        for (number, place) in self.catalog.places().enumerate() {
            chunks[place.entry.slot as usize] = number as u32;
        }
        writer.frame(Tag::Files);
        for file in self.catalog.files() {
            file::write(writer, file, &self.postings);
            writer.boundary();
        }
        self.postings.write(writer, Tag::Terms, Tag::Postings, &chunks);
        if with_names {
            self.definitions.settle(0);
            self.definitions.write(writer, &chunks);
        }
        if let Some(semantics) = &self.semantics {
            writer.frame(Tag::Vectors);
            semantics.write(writer, &self.catalog);
        }
        writer.frame(Tag::Scales);
        for file in self.catalog.files() {
            writer.float(self.semantics.as_ref().map_or(0.0, |semantics| semantics.scale(file)));
            writer.boundary();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let dimension = self.semantics.as_ref().map(|semantics| semantics.embedder.dimension());
        // An empty one is complete.
        let _ = IndexLoader::new(dimension).finish(self);
    }
}

/// An index that is read, frame by frame.
pub struct IndexLoader {
    catalog: Catalog,
    chunks: u32,
    /// By chunk: its length in terms.
    lengths: Vec<u32>,
    postings: Option<PostingsLoader>,
    definitions: DefinitionsLoader,
    vectors: Option<SavedVectors>,
    /// By file: the scale of its cosine.
    scales: Vec<f32>,
}

impl IndexLoader {
    /// Nothing yet; `dimension` is that of the model, if there is one.
    pub fn new(dimension: Option<usize>) -> Self {
        IndexLoader {
            catalog: Catalog::default(),
            chunks: 0,
            lengths: Vec::new(),
            postings: None,
            definitions: DefinitionsLoader::new(K1, B),
            vectors: dimension.map(SavedVectors::new),
            scales: Vec::new(),
        }
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`]; then nothing more can be made of it.
    pub fn read(&mut self, tag: Tag, reader: &mut Reader) -> Result<()> {
        match tag {
            Tag::Files => self.files(reader),
            Tag::Terms => self.postings()?.terms(reader),
            Tag::Postings => self.postings()?.postings(reader),
            Tag::Names => self.definitions.names(reader, self.chunks),
            Tag::Parts => self.definitions.parts()?.terms(reader),
            Tag::PartPostings => self.definitions.parts()?.postings(reader),
            Tag::Vectors => match &mut self.vectors {
                Some(vectors) => vectors.read(reader),
                None => Err(Error::damaged("it has vectors without a model")),
            },
            Tag::Scales => self.scales(reader),
            Tag::Identity | Tag::Rules | Tag::Skipped | Tag::End => Ok(()),
        }
    }

    /// The files so far.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.catalog.files().map(|file| file.source.path.as_str())
    }

    fn files(&mut self, reader: &mut Reader) -> Result<()> {
        while !reader.is_empty() {
            let id = self.catalog.len() as u32;
            let file = file::read(reader, id, self.chunks, &mut self.lengths)?;
            self.chunks += file.entries.len() as u32;
            if self.catalog.files().next_back().is_some_and(|last| last.source.path >= file.source.path) {
                return Err(Error::damaged("its files are out of order"));
            }
            self.catalog.insert(file);
        }
        Ok(())
    }

    /// All files are read by then.
    fn postings(&mut self) -> Result<&mut PostingsLoader> {
        let postings = match self.postings.take() {
            Some(postings) => postings,
            None => PostingsLoader::new(K1, B, std::mem::take(&mut self.lengths))?,
        };
        Ok(self.postings.insert(postings))
    }

    fn scales(&mut self, reader: &mut Reader) -> Result<()> {
        while !reader.is_empty() {
            self.scales.push(reader.float()?);
        }
        Ok(())
    }

    /// Puts what was read into an index, in place of what it holds.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] if parts are missing; the index is as it was then.
    pub fn finish(self, index: &mut Index) -> Result<()> {
        let Read { catalog, postings, definitions, vectors, scales, chunks } = self.complete()?;
        if let (Some(semantics), Some(vectors)) = (&mut index.semantics, vectors) {
            semantics.replace(vectors, scales);
        }
        let files = catalog.len();
        index.catalog = catalog;
        index.postings = postings;
        index.definitions = definitions;
        (index.uses, index.layout, index.filing) = (None, None, Filing::default());
        index.file_of = index.catalog.places().map(|place| place.file.id).collect();
        index.slots = Slots::full(chunks as usize);
        index.file_ids = Slots::full(files);
        index.changes = 0;
        Ok(())
    }

    /// Adds the files that were read to an index, each in place of what is at its path.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn merge(self, index: &mut Index) -> Result<()> {
        let Read { catalog, postings, vectors, scales, chunks, .. } = self.complete()?;
        index.complete();
        for file in catalog.files() {
            index.remove(&file.source.path);
        }
        let slots: Vec<u32> = (0..chunks).map(|_| index.slots.take()).collect();
        index.postings.absorb(&postings, &slots);
        index.file_of.resize(index.slots.len(), u32::MAX);
        let mut first = 0;
        for (mut file, scale) in catalog.into_files().zip(scales) {
            file.id = index.file_ids.take();
            for entry in &mut file.entries {
                entry.slot = slots[entry.slot as usize];
            }
            for entry in &file.entries {
                index.file_of[entry.slot as usize] = file.id;
                for symbol in file.defined_in(&entry.chunk) {
                    index.definitions.insert(entry.slot, symbol);
                }
            }
            if let (Some(semantics), Some(vectors)) = (&mut index.semantics, &vectors) {
                semantics.absorb(vectors, first, &file, scale);
            }
            first += file.entries.len() as u32;
            for entry in &file.entries {
                touch(&mut index.uses, &index.definitions, &file, entry);
            }
            index.catalog.insert(file);
            index.changes += 1;
        }
        index.layout = None;
        Ok(())
    }

    fn complete(mut self) -> Result<Read> {
        self.postings()?;
        let postings = self.postings.map(PostingsLoader::finish).transpose()?;
        let definitions = self.definitions.finish()?;
        let complete = self.scales.len() == self.catalog.len()
            && self.vectors.as_ref().is_none_or(|vectors| vectors.len() == self.chunks as usize);
        let (true, Some(postings)) = (complete, postings) else {
            return Err(Error::damaged("some files lack a part"));
        };
        let IndexLoader { catalog, chunks, vectors, scales, .. } = self;
        Ok(Read { catalog, chunks, postings, definitions, vectors, scales })
    }
}

/// All of an index that was read.
struct Read {
    catalog: Catalog,
    chunks: u32,
    postings: Postings,
    definitions: Definitions,
    vectors: Option<SavedVectors>,
    scales: Vec<f32>,
}
