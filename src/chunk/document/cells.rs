//! Notebooks: the headings and the fences in their cells of Markdown.

use std::ops::Range;

use super::markdown::Markdown;
use super::outline::{Kind, Outline};
use super::rows::Rows;

/// A notebook on the way.
pub(super) struct Cells {
    /// The one at hand, and those below it.
    now: Range<usize>,
    below: std::vec::IntoIter<Range<usize>>,
    markdown: Markdown,
}

impl Cells {
    /// Begins with the rows of the cells, in order.
    pub(super) fn new(cells: Vec<Range<usize>>) -> Self {
        Cells { now: 0..0, below: cells.into_iter(), markdown: Markdown::default() }
    }

    /// Reads what begins at a row; gives the row after.
    pub(super) fn read(&mut self, rows: Rows, row: usize, outline: &mut Outline) -> usize {
        while self.now.end <= row {
            self.finish(rows, outline);
            self.markdown = Markdown::default();
            self.now = self.below.next().unwrap_or(usize::MAX..usize::MAX);
        }
        if self.now.contains(&row) {
            return self.markdown.read(rows, row, outline);
        }
        outline.push(Kind::Empty, 0);
        row + 1
    }

    /// The cell at hand ends, and what is open in it.
    pub(super) fn finish(&mut self, rows: Rows, outline: &mut Outline) {
        self.markdown.finish(rows, outline);
    }
}
