//! The chunks that take part in a ranking, numbered by place and by file.

use crate::index::{File, Index, Place};

/// A row that takes no part.
const OUT: u32 = u32::MAX;

/// The chunks that take part, in the canonical order, with the numbers that lead from the index's rows to them.
pub struct View<'a> {
    /// The index.
    pub index: &'a Index,
    /// The chunks.
    pub places: Vec<Place<'a>>,
    /// The files that they are in, in the same order, each with the range of its places.
    pub files: Vec<(&'a File, std::ops::Range<usize>)>,
    /// By place: the number of its file.
    pub file_of: Vec<u32>,
    /// By place: whether it tests. Here, as entries lie far from each other in memory.
    pub tests: Vec<bool>,
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
        let mut view = View {
            index,
            places: Vec::new(),
            files: Vec::new(),
            file_of: Vec::new(),
            tests: Vec::new(),
            slots: Vec::new(),
            by_slot: vec![OUT; index.slot_count()],
            by_file: vec![OUT; index.file_count()],
            left_out: 0,
        };
        for file in index.catalog().files() {
            if !admits(file) {
                view.left_out += file.entries.len();
                continue;
            }
            let first = view.places.len();
            for entry in &file.entries {
                view.by_slot[entry.slot as usize] = view.places.len() as u32;
                view.places.push(Place { file, entry });
                view.file_of.push(view.files.len() as u32);
                view.tests.push(entry.test);
                view.slots.push(entry.slot);
            }
            if view.places.len() > first {
                view.by_file[file.id as usize] = view.files.len() as u32;
                view.files.push((file, first..view.places.len()));
            }
        }
        view
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
        self.files
            .iter()
            .map(|(_, range)| values[range.clone()].iter().copied().fold(f64::NEG_INFINITY, f64::max))
            .collect()
    }
}
