//! The chunks in the canonical order as plain arrays: entries lie far from each other in memory, and a question passes
//! all of them.

use super::catalog::Catalog;
use std::collections::HashMap;

/// What a question needs to know of every chunk and file, in the order of [`Catalog::files`].
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
}

impl Layout {
    pub(super) fn of(catalog: &Catalog) -> Self {
        let mut layout = Layout::default();
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        for file in catalog.files() {
            for entry in &file.entries {
                layout.slots.push(entry.slot);
                layout.tests.push(entry.test);
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
        (self.slots.capacity() + self.folders.capacity()) * size_of::<u32>() + self.tests.capacity()
    }
}
