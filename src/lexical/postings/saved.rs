//! Postings in a snapshot: terms in the order of their bytes, and for each the documents that hold it.

use super::{DEAD, Families, Postings};
use crate::error::{Error, Result};
use crate::snapshot::{Reader, Tag, Writer};

impl Postings {
    /// Writes the terms and the postings, but not the documents' lengths: see [`PostingsLoader::new`]. `numbers` has
    /// the snapshot's number of the document in each slot.
    pub fn write(&mut self, writer: &mut Writer, terms: Tag, postings: Tag, numbers: &[u32]) {
        self.settle();
        let mut ids: Vec<u32> = (0..self.terms.len() as u32).filter(|&id| self.settled.of(id).len() > 0).collect();
        ids.sort_unstable_by(|&a, &b| self.terms.get(a).cmp(self.terms.get(b)));
        writer.frame(terms);
        for &id in &ids {
            writer.text(self.terms.get(id));
            writer.boundary();
        }
        writer.frame(postings);
        let mut documents: Vec<(u32, u16)> = Vec::new();
        for id in ids {
            documents.clear();
            documents.extend(self.settled.of(id).map(|posting| (numbers[posting.slot as usize], posting.count)));
            documents.sort_unstable();
            writer.count(documents.len());
            let mut next = 0;
            for &(document, count) in &documents {
                // Nearly all counts are 1.
                writer.number(u64::from(document - next) << 1 | u64::from(count > 1));
                if count > 1 {
                    writer.number(count);
                }
                next = document + 1;
            }
            writer.boundary();
        }
    }
}

/// A slot and one bit fit in 32.
const MOST_DOCUMENTS: usize = 1 << 31;

/// Postings that are read, frame by frame.
pub struct PostingsLoader {
    postings: Postings,
}

impl PostingsLoader {
    /// For documents of these lengths in terms, in the slots from 0 on. `k1` and `b` are those of [`Postings::new`].
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] for a length that no document has.
    pub fn new(k1: f64, b: f64, lengths: Vec<u32>) -> Result<Self> {
        if lengths.iter().any(|&length| length >= DEAD) || lengths.len() > MOST_DOCUMENTS {
            return Err(Error::damaged("a document is too long"));
        }
        let mut postings = Postings::new(k1, b);
        postings.documents = lengths.len() as u32;
        postings.total_length = lengths.iter().map(|&length| u64::from(length)).sum();
        postings.lengths = lengths;
        Ok(PostingsLoader { postings })
    }

    /// Reads a frame of terms.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`].
    pub fn terms(&mut self, reader: &mut Reader) -> Result<()> {
        while !reader.is_empty() {
            let term = reader.text()?;
            let number = self.postings.terms.len();
            if number > 0 && self.postings.terms.get(number as u32 - 1) >= term {
                return Err(Error::damaged("its terms are out of order"));
            }
            self.postings.terms.push(term);
        }
        Ok(())
    }

    /// Reads a frame of postings.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`].
    pub fn postings(&mut self, reader: &mut Reader) -> Result<()> {
        if self.postings.families.len() < self.postings.terms.len() {
            self.postings.families = Families::of_all(&self.postings.terms);
        }
        let Postings { settled, documents, .. } = &mut self.postings;
        let documents = u64::from(*documents);
        while !reader.is_empty() {
            let list = reader.clone();
            let count = reader.count()?;
            let mut next = 0;
            for _ in 0..count {
                let packed = reader.number()?;
                let slot = (packed >> 1).saturating_add(next);
                if slot >= documents {
                    return Err(Error::damaged("a term stands in a chunk that is not there"));
                }
                if packed & 1 == 1 {
                    reader.at_most(u32::from(u16::MAX))?;
                }
                next = slot + 1;
            }
            settled.push_packed(list.until(reader), count);
        }
        Ok(())
    }

    /// The postings.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] if there are more or fewer than terms.
    pub fn finish(self) -> Result<Postings> {
        if self.postings.settled.len() != self.postings.terms.len() {
            return Err(Error::damaged("some terms have no postings"));
        }
        Ok(self.postings)
    }
}
