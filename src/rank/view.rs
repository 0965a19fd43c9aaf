//! The chunks that take part in a ranking, numbered by place and by file.

use super::blend::most;
use crate::index::{File, Index, Place};
use std::ops::Range;

/// A row that takes no part.
const OUT: u32 = u32::MAX;

/// The chunks that take part, in the canonical order, with the numbers that lead from the index's rows to them.
pub struct View<'a> {
    /// The index.
    pub index: &'a Index,
    /// The files that the chunks are in, in the same order, each with the range of its places.
    pub files: Vec<(&'a File, Range<usize>)>,
    /// By place: the number of its file.
    pub file_of: Vec<u32>,
    /// By place: whether it tests.
    pub tests: Vec<bool>,
    /// By file: the number of its folder, below [`Self::folder_count`].
    pub folders: Vec<u32>,
    /// How many folders there may be.
    pub folder_count: usize,
    /// By place: its slot.
    slots: Vec<u32>,
    by_slot: Vec<u32>,
    by_file: Vec<u32>,
    /// How many chunks take no part.
    pub left_out: usize,
}

impl<'a> View<'a> {
    /// The chunks that the filter lets in.
    pub fn new(index: &'a Index, admits: impl Fn(&File) -> bool) -> Self {
        let layout = index.layout();
        let mut view = View {
            index,
            files: Vec::new(),
            file_of: Vec::new(),
            tests: Vec::new(),
            folders: Vec::new(),
            folder_count: layout.folder_count,
            slots: Vec::new(),
            by_slot: vec![OUT; index.slot_count()],
            by_file: vec![OUT; index.file_count()],
            left_out: 0,
        };
        let mut next = 0;
        for (file, &folder) in index.catalog().files().zip(&layout.folders) {
            let chunks = next..next + file.entries.len();
            next = chunks.end;
            if !admits(file) {
                view.left_out += chunks.len();
                continue;
            }
            if chunks.is_empty() {
                continue;
            }
            let (first, number) = (view.len(), view.files.len() as u32);
            for (place, &slot) in (first..).zip(&layout.slots[chunks.clone()]) {
                view.by_slot[slot as usize] = place as u32;
            }
            view.slots.extend_from_slice(&layout.slots[chunks.clone()]);
            view.tests.extend_from_slice(&layout.tests[chunks]);
            view.file_of.resize(view.slots.len(), number);
            view.by_file[file.id as usize] = number;
            view.folders.push(folder);
            view.files.push((file, first..view.slots.len()));
        }
        view
    }

    /// How many chunks take part.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no chunk takes part.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The chunk at a place below [`len`](Self::len).
    pub fn place(&self, at: usize) -> Place<'a> {
        let (file, range) = &self.files[self.file_of[at] as usize];
        Place { file, entry: &file.entries[at - range.start] }
    }

    /// The chunks in order.
    pub fn places(&self) -> impl Iterator<Item = Place<'a>> {
        self.files.iter().flat_map(|&(file, _)| file.entries.iter().map(move |entry| Place { file, entry }))
    }

    /// The place of a slot, if it takes part.
    pub fn place_of_slot(&self, slot: u32) -> Option<usize> {
        self.by_slot.get(slot as usize).filter(|&&at| at != OUT).map(|&at| at as usize)
    }

    /// The number of the file with this row, if it takes part.
    pub fn file_of_row(&self, row: u32) -> Option<usize> {
        self.by_file.get(row as usize).filter(|&&at| at != OUT).map(|&at| at as usize)
    }

    /// `values` by slot as values by place.
    pub fn by_place(&self, values: &[f64]) -> Vec<f64> {
        self.slots.iter().map(|&slot| values.get(slot as usize).copied().unwrap_or(0.0)).collect()
    }

    /// The largest value of each file's places.
    pub fn best_of_files(&self, values: &[f64]) -> Vec<f64> {
        self.files.iter().map(|(_, range)| most(&values[range.clone()], f64::NEG_INFINITY)).collect()
    }
}
