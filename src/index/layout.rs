//! The chunks in the canonical order as plain arrays: entries lie far from each other in memory, and a question passes
//! all of them.

use super::catalog::Catalog;
use std::collections::HashMap;

/// What a question needs to know of every chunk, and of every file that has any, in the order of [`Catalog::files`].
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// By chunk: its row in postings and vectors.
    pub slots: Vec<u32>,
    /// By chunk: whether it tests.
    pub tests: Vec<bool>,
    /// By file: the number of its folder.
    pub folders: Vec<u32>,
    /// How many folders there are.
    pub folder_count: usize,
    /// By chunk: the number of its file.
    pub file_of: Vec<u32>,
    /// By slot: the number of its chunk; [`NONE`] for one that is free.
    pub by_slot: Vec<u32>,
    /// By row: the number of the file; [`NONE`] for one that is free or has no chunk.
    pub by_file: Vec<u32>,
}

/// No number.
pub const NONE: u32 = u32::MAX;

impl Layout {
    pub(super) fn of(catalog: &Catalog, slots: usize, rows: usize) -> Self {
        let mut layout = Layout { by_slot: vec![NONE; slots], by_file: vec![NONE; rows], ..Layout::default() };
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        for (number, file) in (0..).zip(catalog.files().filter(|file| !file.entries.is_empty())) {
            layout.by_file[file.id as usize] = number;
            for entry in &file.entries {
                layout.by_slot[entry.slot as usize] = layout.slots.len() as u32;
                layout.slots.push(entry.slot);
                layout.tests.push(entry.test);
                layout.file_of.push(number);
            }
            let folder = file.source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let next = numbers.len() as u32;
            layout.folders.push(*numbers.entry(folder).or_insert(next));
        }
        layout.folder_count = numbers.len();
        layout
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let numbers = [&self.slots, &self.folders, &self.file_of, &self.by_slot, &self.by_file];
        numbers.iter().map(|numbers| numbers.capacity() * size_of::<u32>()).sum::<usize>() + self.tests.capacity()
    }
}
