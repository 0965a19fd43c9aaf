//! Documents: sections by their headings, and borders that keep tables, lists, blocks and passages whole.
//!
//! Each format has a reader that goes over the lines once and says what each is (`markdown`, also of notebooks' `cells`,
//! `rst`, `asciidoc`, `text`, with `rows`, `flow`, `front` and `title` for what they share). From that, `outline` makes the
//! sections, and `price` what a cut before each line costs. Pages are parsed; `html` puts what their grammar finds into
//! sections. None of it looks further ahead than a format's own signs need: two lines, or a bounded number.

mod asciidoc;
mod cells;
mod flow;
mod front;
mod html;
mod markdown;
mod outline;
mod price;
mod rows;
mod rst;
mod text;
mod title;

use std::ops::Range;
use std::task::{Poll, ready};

use super::border::Borders;
use super::embedded::Seek;
use super::symbol::Symbol;
use crate::pace::Pace;
use crate::source::Language;
use asciidoc::AsciiDoc;
use cells::Cells;
pub(crate) use html::Nesting;
use markdown::Markdown;
use outline::{Outline, Sections};
use price::Pricing;
use rows::Rows;
use rst::Rst;
use text::Text;

/// A document on the way to its borders and sections.
pub(crate) struct Document {
    format: Format,
    row: usize,
    outline: Outline,
    stage: Stage,
}

enum Format {
    Markdown(Markdown),
    Rst(Rst),
    AsciiDoc(AsciiDoc),
    Text(Text),
    /// A notebook, whose borders are known.
    Cells(Cells),
}

/// What is to be done next.
enum Stage {
    /// What each line is.
    Reading,
    /// What a cut before each line costs.
    Pricing(Pricing),
    /// The sections, of the headings that are left.
    Naming(std::vec::IntoIter<outline::Heading>, Sections),
}

/// What reading a line takes, at least, and what a section does, in microseconds.
const READ: u32 = 1;
const NAME: u32 = 1;

impl Document {
    /// Begins with a document; none if the language has no sections that are known here.
    pub(crate) fn of(language: Language) -> Option<Self> {
        let format = match language {
            Language::Markdown => Format::Markdown(Markdown::default()),
            Language::Rst => Format::Rst(Rst::default()),
            Language::AsciiDoc => Format::AsciiDoc(AsciiDoc::default()),
            Language::Text => Format::Text(Text::default()),
            _ => return None,
        };
        Some(Document { format, row: 0, outline: Outline::default(), stage: Stage::Reading })
    }

    /// Begins with a notebook, of whose cells of Markdown these are the rows.
    pub(crate) fn in_cells(cells: Vec<Range<usize>>) -> Self {
        let format = Format::Cells(Cells::new(cells));
        Document { format, row: 0, outline: Outline::default(), stage: Stage::Reading }
    }

    /// Goes on; gives the sections and the programs in them at the end. `sizes` is the size in units before each row, with
    /// the total at the end. The same text must be given each time.
    pub(crate) fn advance(
        &mut self,
        text: &str,
        starts: &[u32],
        sizes: &[u32],
        borders: &mut Borders,
        pace: &mut Pace,
    ) -> Poll<(Vec<Symbol>, Seek)> {
        let rows = Rows { text, starts };
        loop {
            self.stage = match &mut self.stage {
                Stage::Reading => {
                    ready!(self.read(rows, pace));
                    match self.format {
                        Format::Cells(_) => {
                            self.outline.mark_headings(borders);
                            self.name()
                        }
                        _ => Stage::Pricing(Pricing::new(&self.outline)),
                    }
                }
                Stage::Pricing(pricing) => {
                    ready!(pricing.advance(rows, sizes, &self.outline, borders, pace));
                    self.name()
                }
                Stage::Naming(headings, sections) => {
                    for heading in headings {
                        sections.add(heading, rows);
                        if pace.spend(NAME) {
                            return Poll::Pending;
                        }
                    }
                    return Poll::Ready((sections.take(), std::mem::take(&mut self.outline.examples)));
                }
            };
        }
    }

    fn name(&mut self) -> Stage {
        Stage::Naming(std::mem::take(&mut self.outline.headings).into_iter(), Sections::default())
    }

    /// Goes on with telling what the lines are.
    fn read(&mut self, rows: Rows, pace: &mut Pace) -> Poll<()> {
        while self.row < rows.count() {
            let (from, outline) = (self.row, &mut self.outline);
            self.row = match &mut self.format {
                Format::Markdown(markdown) => markdown.read(rows, from, outline),
                Format::Rst(rst) => rst.read(rows, from, outline),
                Format::AsciiDoc(asciidoc) => asciidoc.read(rows, from, outline),
                Format::Text(text) => text.read(rows, from, outline),
                Format::Cells(cells) => cells.read(rows, from, outline),
            };
            let bytes = rows.start(self.row) - rows.start(from);
            if pace.spend(bytes / 256 + READ) {
                return Poll::Pending;
            }
        }
        match &mut self.format {
            Format::Markdown(markdown) => markdown.finish(rows, &mut self.outline),
            Format::Cells(cells) => cells.finish(rows, &mut self.outline),
            _ => {}
        }
        Poll::Ready(())
    }
}
