//! The chunks that take part in a ranking, numbered by place and by file.

use super::blend::most;
use crate::index::{File, Index, Layout, NONE, Place};
use crate::source::Content;
use std::borrow::Cow;
use std::ops::Range;

/// The chunks that take part, in the canonical order, with the numbers that lead from the index's rows to them.
pub struct View<'a> {
    /// The index.
    pub index: &'a Index,
    /// The files that the chunks are in, in the same order, each with the range of its places.
    pub files: Vec<(&'a File, Range<usize>)>,
    /// By place: the number of its file.
    pub file_of: Cow<'a, [u32]>,
    /// By place: whether it tests.
    pub tests: Cow<'a, [bool]>,
    /// By file: the number of its folder, below [`Self::folder_count`].
    pub folders: Cow<'a, [u32]>,
    /// How many folders there may be.
    pub folder_count: usize,
    /// By place: its slot.
    slots: Cow<'a, [u32]>,
    by_slot: Cow<'a, [u32]>,
    by_file: Cow<'a, [u32]>,
    /// How many chunks take no part.
    pub left_out: usize,
}

impl<'a> View<'a> {
    /// The chunks that the filter lets in.
    pub fn new(index: &'a Index, admits: impl Fn(&File) -> bool) -> Self {
        let layout = index.layout();
        let takes_part: Vec<bool> = with_chunks(index).map(admits).collect();
        match layout {
            // What is laid out is all there is.
            Cow::Borrowed(layout) if !takes_part.contains(&false) => View::of_all(index, layout),
            layout => View::of_some(index, &layout, &takes_part),
        }
    }

    fn of_all(index: &'a Index, layout: &'a Layout) -> Self {
        let mut next = 0;
        let range = |file: &'a File| {
            let first = next;
            next += file.entries.len();
            (file, first..next)
        };
        View {
            index,
            files: with_chunks(index).map(range).collect(),
            file_of: (&layout.file_of).into(),
            tests: (&layout.tests).into(),
            folders: (&layout.folders).into(),
            folder_count: layout.folder_count,
            slots: (&layout.slots).into(),
            by_slot: (&layout.by_slot).into(),
            by_file: (&layout.by_file).into(),
            left_out: 0,
        }
    }

    fn of_some(index: &'a Index, layout: &Layout, takes_part: &[bool]) -> Self {
        let (mut files, mut file_of, mut tests, mut folders) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut slots, mut left_out) = (Vec::new(), 0);
        let (mut by_slot, mut by_file) = (vec![NONE; index.slot_count()], vec![NONE; index.file_count()]);
        let mut next = 0;
        for ((file, &folder), takes_part) in with_chunks(index).zip(&layout.folders).zip(takes_part) {
            let chunks = next..next + file.entries.len();
            next = chunks.end;
            if !takes_part {
                left_out += chunks.len();
                continue;
            }
            let (first, number) = (slots.len(), files.len() as u32);
            for (place, &slot) in (first..).zip(&layout.slots[chunks.clone()]) {
                by_slot[slot as usize] = place as u32;
            }
            slots.extend_from_slice(&layout.slots[chunks.clone()]);
            tests.extend_from_slice(&layout.tests[chunks]);
            file_of.resize(slots.len(), number);
            by_file[file.id as usize] = number;
            folders.push(folder);
            files.push((file, first..slots.len()));
        }
        View {
            index,
            files,
            file_of: file_of.into(),
            tests: tests.into(),
            folders: folders.into(),
            folder_count: layout.folder_count,
            slots: slots.into(),
            by_slot: by_slot.into(),
            by_file: by_file.into(),
            left_out,
        }
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

    /// The content of the file of the chunk at a place.
    pub fn content(&self, at: usize) -> Content {
        self.files[self.file_of[at] as usize].0.source.language.content()
    }

    /// The chunks in order.
    pub fn places(&self) -> impl Iterator<Item = Place<'a>> {
        self.files.iter().flat_map(|&(file, _)| file.entries.iter().map(move |entry| Place { file, entry }))
    }

    /// The place of a slot, if it takes part.
    pub fn place_of_slot(&self, slot: u32) -> Option<usize> {
        self.by_slot.get(slot as usize).filter(|&&at| at != NONE).map(|&at| at as usize)
    }

    /// The number of the file with this row, if it takes part.
    pub fn file_of_row(&self, row: u32) -> Option<usize> {
        self.by_file.get(row as usize).filter(|&&at| at != NONE).map(|&at| at as usize)
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

/// The files that a layout counts.
fn with_chunks(index: &Index) -> impl Iterator<Item = &File> {
    index.catalog().files().filter(|file| !file.entries.is_empty())
}
