//! Chunks that a caller brings, for a language that has no grammar here.

use std::ops::Range;
use std::task::{Poll, ready};

use serde::Deserialize;

use super::border::{Borders, line};
use super::size::UNIT;
use super::split::{CAP, Piece, Split};
use super::symbol::{Symbol, SymbolKind};
use crate::pace::Pace;
use crate::source::{Lines, Source};

/// What a caller made of a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Brought {
    /// Its chunks, in any order. What lies between them is cut by lines.
    Chunks(Vec<BroughtChunk>),
    /// Nothing, and why, as a sentence: the file is cut as if nobody had been asked, and listed as degraded.
    Failed(String),
}

/// A chunk that a caller brings: whole lines, with the definition that they are, if they are one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BroughtChunk {
    /// First line, from 1. Lines end with `\n`.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// The name of what is defined.
    #[serde(default)]
    pub name: Option<String>,
    /// The name with those of what encloses it, such as `Session.close`; the name alone by default.
    #[serde(default)]
    pub qualified: Option<String>,
    /// What is defined; a function by default.
    #[serde(default)]
    pub kind: Option<SymbolKind>,
    /// The lines of the header, first and last; by default the first line that is neither blank nor documentation.
    #[serde(default)]
    pub signature: Option<(u32, u32)>,
    /// The lines of the documentation, first and last.
    #[serde(default)]
    pub doc: Option<(u32, u32)>,
}

impl Brought {
    /// The chunks by their lines, or why they cannot be used on a file of so many lines, as a sentence.
    pub(super) fn checked(&self, lines: u32) -> Result<Vec<BroughtChunk>, String> {
        let chunks = match self {
            Brought::Chunks(chunks) => chunks,
            Brought::Failed(why) => return Err(why.clone()),
        };
        let mut order: Vec<usize> = (0..chunks.len()).collect();
        order.sort_by_key(|&at| (chunks[at].start_line, at));
        let mut before: Option<usize> = None;
        for &at in &order {
            let chunk = &chunks[at];
            let fault = chunk.fault(lines).map(str::to_owned).or_else(|| {
                let other = before.filter(|&other| chunks[other].end_line >= chunk.start_line)?;
                Some(format!("shares lines with chunk {}, {}", other + 1, chunks[other].place()))
            });
            if let Some(fault) = fault {
                return Err(format!(
                    "Of the chunks that were brought for it chunk {}, {}, {fault}: give whole lines from 1 to {lines}, each in one chunk at most. It is cut without them.",
                    at + 1,
                    chunk.place()
                ));
            }
            before = Some(at);
        }
        Ok(order.into_iter().map(|at| chunks[at].clone()).collect())
    }

    /// Bytes of memory held.
    pub(crate) fn bytes(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        match self {
            Brought::Chunks(chunks) => {
                chunks.iter().map(|chunk| size_of::<BroughtChunk>() + text(&chunk.name) + text(&chunk.qualified)).sum()
            }
            Brought::Failed(why) => why.len(),
        }
    }
}

impl BroughtChunk {
    fn place(&self) -> String {
        format!("lines {} to {}", self.start_line, self.end_line)
    }

    /// What is wrong with it by itself.
    fn fault(&self, lines: u32) -> Option<&'static str> {
        let is_inside = |part: Option<(u32, u32)>| {
            part.is_none_or(|(first, last)| self.start_line <= first && first <= last && last <= self.end_line)
        };
        let is_empty = |text: &Option<String>| text.as_ref().is_some_and(|text| text.trim().is_empty());
        if self.start_line == 0 || self.start_line > self.end_line {
            Some("is no range of lines")
        } else if self.end_line > lines {
            Some("ends behind the file")
        } else if !is_inside(self.signature) {
            Some("has a signature that is not inside of it")
        } else if !is_inside(self.doc) {
            Some("has documentation that is not inside of it")
        } else if is_empty(&self.name) || is_empty(&self.qualified) {
            Some("has an empty name")
        } else {
            None
        }
    }

    fn rows(&self) -> Range<usize> {
        self.start_line as usize - 1..self.end_line as usize
    }

    /// The rows of its header.
    fn header(&self, borders: &Borders) -> Range<usize> {
        if let Some((first, last)) = self.signature {
            return first as usize - 1..last as usize;
        }
        let doc = self.doc.map_or(0..0, |(first, last)| first as usize - 1..last as usize);
        let says = |row: &usize| borders.lines[*row] & line::EMPTY == 0 && !doc.contains(row);
        let row = self.rows().find(says).unwrap_or(self.rows().start);
        row..row + 1
    }
}

/// Names are not longer, in bytes.
const LONGEST_NAME: usize = 160;
/// Folding fewer rows gains nothing.
const SHORTEST_FOLD: usize = 2;

/// Rows that are cut for themselves.
struct Region {
    rows: Range<usize>,
    /// Whether they are a chunk that was brought.
    is_brought: bool,
}

/// Chunks that were brought, on the way to pieces and symbols.
pub(super) struct Bringing {
    chunks: Vec<BroughtChunk>,
    regions: Vec<Region>,
    region: usize,
    split: Option<Split>,
    pieces: Vec<Piece>,
    symbols: Vec<Symbol>,
    /// The chunk that is described next.
    next: usize,
}

impl Bringing {
    /// Of chunks that were [checked](Brought::checked).
    pub(super) fn new(chunks: Vec<BroughtChunk>, borders: &Borders) -> Self {
        let regions = regions(&chunks, borders);
        Bringing { chunks, regions, region: 0, split: None, pieces: Vec::new(), symbols: Vec::new(), next: 0 }
    }

    /// Goes on; gives the pieces, which partition the text, and the symbols. The same must be given each time.
    pub(super) fn advance(
        &mut self,
        source: &Source,
        sizes: &[u32],
        borders: &mut Borders,
        pace: &mut Pace,
    ) -> Poll<(Vec<Piece>, Vec<Symbol>)> {
        let (text, starts) = (source.text.as_str(), source.lines.starts());
        while let Some(chunk) = self.chunks.get(self.next) {
            self.next += 1;
            fold(chunk, borders);
            self.symbols.extend(describe(chunk, text, &source.lines, borders));
            if pace.spend(2) {
                return Poll::Pending;
            }
        }
        while let Some(Region { rows, is_brought }) = self.regions.get(self.region) {
            let end = starts.get(rows.end).map_or(text.len(), |&end| end as usize);
            let size = sizes[rows.end] - sizes[rows.start];
            if *is_brought && size <= CAP * UNIT {
                self.pieces.push(Piece {
                    start: starts[rows.start],
                    end: end as u32,
                    row: rows.start as u32,
                    end_row: rows.end as u32 - 1,
                    tokens: size.div_ceil(UNIT),
                });
            } else {
                let split = self.split.get_or_insert_with(|| Split::from_row(rows.start));
                let text = text.get(..end).unwrap_or_default();
                self.pieces.extend(ready!(split.advance(text, &starts[..rows.end], sizes, borders, pace)));
                self.split = None;
            }
            self.region += 1;
            if pace.spend(2) {
                return Poll::Pending;
            }
        }
        Poll::Ready((std::mem::take(&mut self.pieces), std::mem::take(&mut self.symbols)))
    }
}

/// The chunks, and what lies between them. Blank lines alone belong to the chunk above, at the beginning to the one below.
fn regions(chunks: &[BroughtChunk], borders: &Borders) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::with_capacity(2 * chunks.len() + 1);
    let is_blank = |rows: Range<usize>| borders.lines[rows].iter().all(|flags| flags & line::EMPTY != 0);
    let mut at = 0;
    for chunk in chunks {
        let rows = chunk.rows();
        let mut start = rows.start;
        match regions.last_mut() {
            _ if !is_blank(at..rows.start) => regions.push(Region { rows: at..rows.start, is_brought: false }),
            Some(above) => above.rows.end = rows.start,
            None => start = 0,
        }
        at = rows.end;
        regions.push(Region { rows: start..rows.end, is_brought: true });
    }
    let rows = at..borders.lines.len();
    match regions.last_mut() {
        Some(above) if is_blank(rows.clone()) => above.rows.end = rows.end,
        _ => regions.push(Region { rows, is_brought: false }),
    }
    regions
}

/// Notes that a chunk can be folded between its header, or the documentation below that, and its last line.
fn fold(chunk: &BroughtChunk, borders: &mut Borders) {
    let rows = chunk.rows();
    let header = chunk.header(borders).end;
    let start = chunk.doc.map_or(header, |(_, last)| header.max(last as usize));
    if start + SHORTEST_FOLD < rows.end {
        borders.folds.push(start as u32..rows.end as u32 - 1);
    }
}

/// The definition that a chunk is.
fn describe(chunk: &BroughtChunk, text: &str, lines: &Lines, borders: &Borders) -> Option<Symbol> {
    let name = chunk.name.as_deref()?.trim();
    let bytes = |rows: Range<usize>| trimmed(text, lines.start(rows.start as u32 + 1)..lines.end(rows.end as u32));
    let header = chunk.header(borders);
    let (range, signature) = (bytes(chunk.rows()), bytes(header.clone()));
    let find = |part: &Range<u32>| {
        let found = text.get(part.start as usize..part.end as usize)?.find(name)?;
        Some(part.start + found as u32)
    };
    let name_byte = find(&signature).or_else(|| find(&range)).unwrap_or(signature.start);
    let body = header.end..chunk.rows().end;
    let short = |text: &str| crate::source::lines::head(text, LONGEST_NAME).to_owned();
    Some(Symbol {
        name: short(name),
        qualified: short(chunk.qualified.as_deref().map_or(name, str::trim)),
        kind: chunk.kind.unwrap_or(SymbolKind::Function),
        parent: None,
        range,
        name_byte,
        line: lines.line_of(name_byte),
        signature: vec![signature],
        doc: chunk.doc.map(|(first, last)| bytes(first as usize - 1..last as usize)),
        body: (!body.is_empty()).then(|| bytes(body)),
    })
}

/// A range without the blanks around what it holds, but never of another line.
fn trimmed(text: &str, range: Range<u32>) -> Range<u32> {
    let part = text.get(range.start as usize..range.end as usize).unwrap_or_default();
    let body = part.trim_ascii();
    if body.is_empty() {
        return range.start..range.start;
    }
    let start = range.start + (part.len() - part.trim_ascii_start().len()) as u32;
    start..start + body.len() as u32
}
