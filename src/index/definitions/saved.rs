//! Names in a snapshot, in the order of their bytes.

use super::{Definitions, Holder, Name, Spelling, initials};
use crate::chunk::SymbolKind;
use crate::error::{Error, Result};
use crate::index::slots::Slots;
use crate::lexical::PostingsLoader;
use crate::snapshot::{Reader, Tag, Writer};
use std::cmp::Reverse;
use std::collections::HashMap;

impl Definitions {
    /// Writes the names with their parts. `numbers` has the snapshot's number of the chunk in each slot.
    pub fn write(&mut self, writer: &mut Writer, numbers: &[u32]) {
        let mut rows: Vec<u32> = self.rows.values().copied().collect();
        rows.sort_unstable_by(|&a, &b| self.names[a as usize].text.cmp(&self.names[b as usize].text));
        let mut places = vec![0; self.slots.len()];
        writer.frame(Tag::Names);
        for (place, &row) in rows.iter().enumerate() {
            places[row as usize] = place as u32;
            let name = &self.names[row as usize];
            writer.text(&name.text);
            writer.number(self.parts.length(row));
            writer.count(name.spellings.len());
            for Spelling { parts, text, times } in &name.spellings {
                writer.number(parts.0);
                writer.text(text);
                writer.number(*times);
            }
            let mut holders: Vec<(u32, u8, bool)> = name
                .holders
                .iter()
                .map(|holder| (numbers[holder.slot as usize], holder.kind as u8, holder.body))
                .collect();
            holders.sort_unstable();
            writer.count(holders.len());
            let mut last = 0;
            for (chunk, kind, body) in holders {
                writer.number(chunk - last);
                writer.byte(kind << 1 | u8::from(body));
                last = chunk;
            }
            writer.boundary();
        }
        self.parts.write(writer, Tag::Parts, Tag::PartPostings, &places);
    }
}

/// Names that are read, frame by frame.
pub struct DefinitionsLoader {
    k1: f64,
    b: f64,
    rows: HashMap<Box<str>, u32>,
    names: Vec<Name>,
    lengths: Vec<u32>,
    parts: Option<PostingsLoader>,
}

impl DefinitionsLoader {
    /// No names yet. The numbers are those of [`Definitions::new`].
    pub fn new(k1: f64, b: f64) -> Self {
        DefinitionsLoader { k1, b, rows: HashMap::new(), names: Vec::new(), lengths: Vec::new(), parts: None }
    }

    /// Reads a frame of names; there are so many chunks.
    pub fn names(&mut self, reader: &mut Reader, chunks: u32) -> Result<()> {
        while !reader.is_empty() {
            let text: Box<str> = reader.text()?.into();
            self.lengths.push(reader.at_most(u32::MAX - 2)?);
            let spellings = reader.list(|reader| {
                let (parts, text) = (Reverse(reader.at_most(u32::MAX)?), reader.text()?.into());
                Ok(Spelling { parts, text, times: reader.at_most(u32::MAX >> 1)?.max(1) })
            })?;
            let Some(first) = spellings.first() else { return Err(Error::damaged("a name is not written")) };
            let initials = initials(&first.text);
            let mut last = 0;
            let holders = reader.list(|reader| {
                let slot = last + reader.at_most(chunks.saturating_sub(1).saturating_sub(last))?;
                last = slot;
                let packed = reader.byte()?;
                let kind = SymbolKind::of_number(packed >> 1).ok_or(Error::damaged("a kind is unknown"))?;
                Ok(Holder { slot, kind, body: packed & 1 == 1 })
            })?;
            if holders.is_empty() || chunks == 0 {
                return Err(Error::damaged("a name is defined nowhere"));
            }
            if self.rows.insert(text.clone(), self.names.len() as u32).is_some() {
                return Err(Error::damaged("a name stands twice"));
            }
            let mut name = Name { initials, holders, spellings, ..Name::default() };
            name.call(&text);
            self.names.push(name);
        }
        Ok(())
    }

    /// The loader of the names' parts; all names are read by then.
    pub fn parts(&mut self) -> Result<&mut PostingsLoader> {
        let parts = match self.parts.take() {
            Some(parts) => parts,
            None => PostingsLoader::new(self.k1, self.b, std::mem::take(&mut self.lengths))?,
        };
        Ok(self.parts.insert(parts))
    }

    /// The definitions.
    pub fn finish(mut self) -> Result<Definitions> {
        self.parts()?;
        let DefinitionsLoader { k1, b, rows, names, parts, .. } = self;
        let parts = parts.map_or_else(|| PostingsLoader::new(k1, b, Vec::new()), Ok)?.finish()?;
        Ok(Definitions { rows, slots: Slots::full(names.len()), names, parts, respelled: Vec::new() })
    }
}
