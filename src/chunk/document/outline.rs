//! What a document consists of: a kind for every line, and the headings, from which come its sections.

use std::ops::Range;

use super::rows::Rows;
use super::title;
use crate::chunk::border::{Borders, line};
use crate::chunk::embedded::{Example, Seek};
use crate::chunk::symbol::{Symbol, SymbolKind, floor};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Blanks, between other things.
    Empty,
    /// Part of a heading, or a label of one.
    Heading,
    /// The first line of a passage.
    Passage,
    /// Goes on with a passage or an item.
    Running,
    /// The first line of an item.
    Item,
    /// The first line of a block: a table, a fenced or delimited text, a directive, a quotation.
    Block,
    /// Goes on with a block; an empty line between two of these does, too.
    Inside,
}

/// A line's kind, and how many items of lists it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    pub(super) depth: u8,
}

/// The begin of a section.
pub(super) struct Heading {
    /// Its rows, with what labels it above and the line below.
    pub(super) rows: Range<usize>,
    /// As the format counts: a section ends where one of the same or a lower number begins.
    level: u32,
    name: String,
    /// Where the title stands, and what its line is.
    title: u32,
    line: Range<u32>,
    /// What the document says of the section elsewhere.
    doc: Option<Range<u32>>,
}

/// The lines read so far.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) shapes: Vec<Shape>,
    pub(super) headings: Vec<Heading>,
    /// The programs in it.
    pub(super) examples: Seek,
    /// The first of the labels that stand directly above.
    labels: Option<usize>,
}

/// The level of what the whole document is called.
const DOCUMENT: u32 = 0;
/// A line of a heading is shown up to so many bytes.
const LONGEST_LINE: usize = 500;

impl Outline {
    /// The next line.
    pub(super) fn push(&mut self, kind: Kind, depth: usize) {
        if kind != Kind::Empty {
            self.labels = None;
        }
        self.shapes.push(Shape { kind, depth: depth.min(usize::from(u8::MAX)) as u8 });
    }

    /// The next line begins a block, which goes on with the labels directly above.
    pub(super) fn push_block(&mut self, depth: usize) {
        self.push(if self.labels.is_some() { Kind::Inside } else { Kind::Block }, depth);
    }

    /// The next line labels what comes below it.
    pub(super) fn push_label(&mut self, depth: usize) {
        let labels = self.labels.unwrap_or(self.shapes.len());
        self.push_block(depth);
        self.labels = Some(labels);
    }

    /// The next `count` lines are a heading, `title` being part of one of them; false, and nothing else, if it has no name.
    pub(super) fn push_heading(&mut self, rows: Rows, count: usize, level: u32, title: &str) -> bool {
        let name = title::name(title);
        if name.is_empty() {
            return false;
        }
        let last = self.shapes.len() + count;
        let first = self.labels.take().unwrap_or(self.shapes.len());
        self.shapes[first..].iter_mut().filter(|shape| shape.kind != Kind::Empty).for_each(|shape| {
            shape.kind = Kind::Heading;
        });
        self.shapes.resize(last, Shape { kind: Kind::Heading, depth: 0 });
        let title_at = rows.at(title.trim_start());
        self.headings.push(Heading {
            rows: first..last,
            level,
            name,
            title: title_at,
            line: line_around(rows, title_at),
            doc: None,
        });
        true
    }

    /// The lines so far say what the whole document is called, and perhaps what it is about.
    pub(super) fn name_document(&mut self, rows: Rows, title: &str, doc: Option<Range<u32>>) {
        let name = title::name(title);
        if name.is_empty() {
            return;
        }
        let at = rows.at(title.trim_start());
        let doc = doc.filter(|doc| doc.start < doc.end);
        self.headings.push(Heading { rows: 0..0, level: DOCUMENT, name, title: at, line: line_around(rows, at), doc });
    }

    /// What was read is a program, if it is one.
    pub(super) fn push_example(&mut self, example: Option<Example>, rows: Rows) {
        if let Some(example) = example {
            self.examples.add(example, rows.text);
        }
    }

    /// Notes which lines are headings.
    pub(super) fn mark_headings(&self, borders: &mut Borders) {
        for heading in &self.headings {
            borders.lines[heading.rows.clone()].iter_mut().for_each(|flags| *flags |= line::HEADING);
        }
    }

    /// Headings read, by sections open: how many sections are around and including each.
    pub(super) fn depths(&self) -> impl Iterator<Item = (&Heading, u32)> {
        let mut open: Vec<u32> = Vec::new();
        self.headings.iter().map(move |heading| {
            while open.last().is_some_and(|&level| level >= heading.level) {
                open.pop();
            }
            open.push(heading.level);
            (heading, open.len() as u32)
        })
    }
}

/// The line that a byte lies in, without blanks around it.
fn line_around(rows: Rows, at: u32) -> Range<u32> {
    let row = rows.starts.partition_point(|&start| start <= at).saturating_sub(1);
    let line = rows.line(row).trim_start();
    let start = rows.at(line);
    start..start + floor(line, LONGEST_LINE) as u32
}

/// What stands between the names of sections.
const SEPARATOR: &str = " > ";
/// Where the names of the outer sections make a path too long, the inner of them are left out.
const LONGEST_PATH: usize = 240;

/// The sections that headings begin, on the way.
#[derive(Default)]
pub(super) struct Sections {
    symbols: Vec<Symbol>,
    /// From the outermost to the innermost: level and symbol.
    open: Vec<(u32, u32)>,
}

impl Sections {
    /// The next heading.
    pub(super) fn add(&mut self, heading: Heading, rows: Rows) {
        let start = rows.start(heading.rows.start);
        self.close(heading.level, start);
        let around = self.open.last().and_then(|&(level, symbol)| Some((level, self.symbols.get(symbol as usize)?)));
        let parent = self.open.last().map(|&(_, symbol)| symbol);
        let qualified = match around {
            // A title that the front matter has said already.
            Some((DOCUMENT, around)) if around.name == heading.name => around.qualified.clone(),
            Some((_, around)) => path(&around.qualified, &heading.name),
            None => heading.name.clone(),
        };
        self.open.push((heading.level, self.symbols.len() as u32));
        self.symbols.push(Symbol {
            name: heading.name,
            qualified,
            kind: SymbolKind::Section,
            parent,
            range: start..rows.text.len() as u32,
            name_byte: heading.title,
            line: rows.starts.partition_point(|&start| start <= heading.title) as u32,
            signature: vec![heading.line],
            doc: heading.doc,
            body: None,
        });
    }

    /// Ends the sections of this level and deeper.
    fn close(&mut self, level: u32, end: u32) {
        while let Some(&(_, symbol)) = self.open.last().filter(|&&(open, _)| open >= level) {
            self.open.pop();
            if let Some(symbol) = self.symbols.get_mut(symbol as usize) {
                symbol.range.end = end;
            }
        }
    }

    /// All of them.
    pub(super) fn take(&mut self) -> Vec<Symbol> {
        std::mem::take(&mut self.symbols)
    }
}

/// The names of the sections around, and its own.
pub(super) fn path(around: &str, name: &str) -> String {
    let room = LONGEST_PATH.saturating_sub(name.len() + 2 * SEPARATOR.len());
    if around.len() <= room {
        return format!("{around}{SEPARATOR}{name}");
    }
    let kept = &around[..floor(around, room)];
    let kept = kept.rsplit_once(SEPARATOR).map_or(kept, |(outer, _)| outer).trim_end_matches(" > …");
    format!("{kept}{SEPARATOR}…{SEPARATOR}{name}")
}
