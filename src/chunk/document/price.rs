//! What a cut before each line of a document costs: nothing much before a section, more before a passage, and almost
//! never is it worth cutting through something that fits into a chunk.

use std::task::Poll;

use super::outline::{Kind, Outline};
use super::rows::{Rows, indented};
use crate::chunk::border::{Borders, line};
use crate::chunk::size::UNIT;
use crate::chunk::split::CAP;
use crate::pace::Pace;

/// Before a section, for each one around it, up to so many.
const SECTION: u32 = 14;
const DEEPEST: u32 = 8;
/// Before a passage, a block, a list: as far as a section's own depth goes, and this.
const PASSAGE: u32 = 18;
/// Before what a line with a colon at its end announces.
const ANNOUNCED: u32 = 60;
/// Inside a passage that fits into a chunk, and inside one that does not.
const SENTENCES: u32 = 260;
const ENDLESS: u32 = 90;
/// Inside a block or a heading that fits: dearer than whatever else it takes to keep it whole.
const WHOLE: u32 = 1_500;
/// Inside a block that does not fit: between its lines, less at empty ones, more the further they are indented.
const LINES: u32 = 70;
const AT_EMPTY: u32 = 50;
const COLUMN: u32 = 6;
const WIDEST: u32 = 24;
/// Between the items of a list that does not fit, for each one around, and inside an item; and what is added if it does fit.
const ITEM: u32 = 40;
const NESTED: u32 = 30;
const IN_ITEM: u32 = 90;
const LIST: u32 = 360;

/// A run of rows that belong together.
#[derive(Clone, Copy, Default)]
struct Whole {
    first: usize,
    end: usize,
    fits: bool,
}

impl Whole {
    /// Whether a row goes on with it.
    fn has(self, row: usize) -> bool {
        self.first < row && row < self.end
    }
}

/// The borders of a document, on the way.
#[derive(Default)]
pub(super) struct Pricing {
    row: usize,
    /// The heading that is next.
    heading: usize,
    /// By heading: how many sections it lies in, itself included.
    depths: Vec<u32>,
    /// How many sections are open.
    depth: u32,
    /// The list, and the block or passage, that is at hand.
    list: Whole,
    block: Whole,
    /// The first of the empty rows above.
    empty: Option<usize>,
    /// Whether the last line with a text announces what follows.
    announces: bool,
}

impl Pricing {
    pub(super) fn new(outline: &Outline) -> Self {
        Pricing { depths: outline.depths().map(|(_, depth)| depth).collect(), ..Pricing::default() }
    }

    /// Goes on. `sizes` is the size in units before each row, with the total at the end.
    pub(super) fn advance(
        &mut self,
        rows: Rows,
        sizes: &[u32],
        outline: &Outline,
        borders: &mut Borders,
        pace: &mut Pace,
    ) -> Poll<()> {
        while self.row < rows.count() {
            let row = self.row;
            let looked_at = self.price(rows, sizes, outline, borders);
            self.row += 1;
            if pace.spend(looked_at / 64 + rows.line(row).len() as u32 / 512 + 1) {
                return Poll::Pending;
            }
        }
        Poll::Ready(())
    }

    /// Prices a row; gives how many were looked at for that.
    fn price(&mut self, rows: Rows, sizes: &[u32], outline: &Outline, borders: &mut Borders) -> u32 {
        let row = self.row;
        let Some(&shape) = outline.shapes.get(row) else { return 0 };
        if shape.kind == Kind::Empty {
            self.empty.get_or_insert(row);
            borders.levels[row] = self.base() + PASSAGE;
            return 0;
        }
        let mut looked_at = 0;
        let mut whole = |goes_on: &dyn Fn(usize) -> bool| {
            let is_empty = |row: usize| outline.shapes[row].kind == Kind::Empty;
            let mut end = row + 1;
            let mut at = end;
            while at < rows.count() && (is_empty(at) || goes_on(at)) {
                at += 1;
                if !is_empty(at - 1) {
                    end = at;
                }
            }
            looked_at += (at - row) as u32;
            Whole { first: row, end, fits: sizes[end] - sizes[row] <= CAP * UNIT }
        };
        if shape.depth > 0 && !self.list.has(row) {
            self.list = whole(&|row| outline.shapes[row].depth > 0);
        }
        match shape.kind {
            Kind::Block => self.block = whole(&|row| outline.shapes[row].kind == Kind::Inside),
            Kind::Passage => self.block = whole(&|row| outline.shapes[row].kind == Kind::Running),
            // An item may begin with a block.
            Kind::Item => self.block = whole(&|row| matches!(outline.shapes[row].kind, Kind::Running | Kind::Inside)),
            _ => {}
        }
        let level = match shape.kind {
            Kind::Heading => self.heading(outline, borders),
            Kind::Inside if self.block.has(row) => self.base() + self.inside(rows),
            Kind::Running if self.block.has(row) => self.base() + if self.block.fits { SENTENCES } else { ENDLESS },
            _ => self.base() + PASSAGE + if self.announces { ANNOUNCED } else { 0 },
        };
        let level =
            if self.list.has(row) { level.max(self.base() + self.in_list(shape.kind, shape.depth)) } else { level };
        borders.levels[row] = level;
        if let Some(empty) = self.empty.take() {
            borders.levels[empty..row].fill(level);
        }
        self.announces = matches!(shape.kind, Kind::Passage | Kind::Running) && rows.line(row).ends_with(':');
        looked_at
    }

    fn base(&self) -> u32 {
        SECTION * self.depth.min(DEEPEST)
    }

    /// The price before a row of a heading.
    fn heading(&mut self, outline: &Outline, borders: &mut Borders) -> u32 {
        borders.lines[self.row] |= line::HEADING;
        while outline.headings.get(self.heading).is_some_and(|heading| heading.rows.end <= self.row) {
            // The title of the whole is around all others.
            self.depth = self.depths[self.heading];
            self.heading += 1;
        }
        match outline.headings.get(self.heading) {
            Some(heading) if heading.rows.start == self.row => {
                self.depth = self.depths[self.heading];
                SECTION * (self.depth - 1).min(DEEPEST)
            }
            _ => self.base() + WHOLE,
        }
    }

    /// The price inside a block.
    fn inside(&self, rows: Rows) -> u32 {
        if self.block.fits {
            return WHOLE;
        }
        let (columns, _) = indented(rows.line(self.row));
        let at_empty = rows.is_empty(self.row) || rows.is_empty(self.row - 1);
        LINES + COLUMN * columns.min(WIDEST) - if at_empty { AT_EMPTY } else { 0 }
    }

    /// The price between and inside the items of a list.
    fn in_list(&self, kind: Kind, depth: u8) -> u32 {
        let nested = NESTED * (u32::from(depth.max(1)) - 1).min(DEEPEST);
        let inside = if kind == Kind::Item { 0 } else { IN_ITEM };
        ITEM + nested + inside + if self.list.fits { LIST } else { 0 }
    }
}
