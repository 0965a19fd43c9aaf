//! Paragraphs and lists that are told by their indent, as Markdown, reStructuredText and plain text have them.

use super::outline::{Kind, Outline};
use super::rows::Marker;

/// Items nested deeper than this are passages of the one around them.
const DEEPEST: usize = 64;

/// What is open at a line.
#[derive(Default)]
pub(super) struct Flow {
    /// The column that the text of each open item begins at, from the outermost to the innermost.
    items: Vec<u32>,
    /// Whether the line before was part of a passage.
    runs: bool,
}

impl Flow {
    /// Whether a line that begins nothing goes on with the passage above.
    pub(super) fn runs(&self) -> bool {
        self.runs
    }

    /// How many items a line with so much indent lies in, and the column where the innermost has its text.
    pub(super) fn around(&self, columns: u32) -> (usize, u32) {
        let depth = self.items.partition_point(|&at| at <= columns);
        (depth, depth.checked_sub(1).map_or(0, |last| self.items[last]))
    }

    /// An empty line.
    pub(super) fn empty(&mut self, outline: &mut Outline) {
        self.runs = false;
        outline.push(Kind::Empty, 0);
    }

    /// Something that is no passage begins at so much indent; gives how many items it lies in.
    pub(super) fn interrupt(&mut self, columns: u32) -> usize {
        let (depth, _) = self.around(columns);
        self.items.truncate(depth);
        self.runs = false;
        depth
    }

    /// Something goes on that is no passage; gives how many items it lies in.
    pub(super) fn depth(&self) -> usize {
        self.items.len()
    }

    /// A line that is part of a passage or an item.
    pub(super) fn text(&mut self, columns: u32, marker: Option<Marker>, outline: &mut Outline) {
        let (depth, _) = self.around(columns);
        let kind = match marker {
            Some(marker) if depth < DEEPEST => {
                self.items.truncate(depth);
                self.items.push(columns.saturating_add(marker.width));
                Kind::Item
            }
            _ if self.runs => Kind::Running,
            _ => {
                self.items.truncate(depth);
                Kind::Passage
            }
        };
        self.runs = true;
        outline.push(kind, self.items.len());
    }
}
