//! From a source to its chunks and symbols, in steps; a parser and what is known of the languages are made once and kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::task::{Poll, ready};

use tree_sitter::{Parser, Tree};

use super::border::{Borders, Grounds, Walk, line_text};
use super::grammar::{self, Compiled};
use super::parse::Parse;
use super::prose::Prose;
use super::size;
use super::split::{Piece, Split};
use super::symbol::{Definitions, Symbol};
use crate::pace::{Pace, finish};
use crate::source::{Language, Source};

/// A piece of a file: whole lines, unless a single line is larger than a chunk may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Size in tokens, by [`estimate_tokens`](super::estimate_tokens).
    pub tokens: u32,
    /// The file's symbols whose name lies in the chunk.
    pub symbols: Range<u32>,
    /// The innermost symbol that encloses the chunk's start and is named before it.
    pub scope: Option<u32>,
    /// Ranges of lines, from 1, last exclusive, that can be folded while what opens and closes them stays. In order of
    /// their first lines, outer before inner.
    pub folds: Vec<Range<u32>>,
}

/// A file in pieces: `chunks` partition its text, `symbols` are sorted by where their names stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunked {
    /// The pieces, in order.
    pub chunks: Vec<Chunk>,
    /// The definitions, in order of their names.
    pub symbols: Vec<Symbol>,
    /// Why the file was cut by its lines although its language has a grammar, as a sentence.
    pub degraded: Option<String>,
}

/// Folding fewer lines gains nothing.
const SHORTEST_FOLD: u32 = 2;

/// Cuts sources. Keeps a parser and the patterns of the languages met so far.
pub struct Chunker {
    /// None while it is with a source that is being cut.
    parser: Option<Parser>,
    compiled: BTreeMap<Language, Result<Compiled, String>>,
}

impl Default for Chunker {
    fn default() -> Self {
        Self::new()
    }
}

impl Chunker {
    /// A chunker that has loaded no grammar yet.
    pub fn new() -> Self {
        Chunker { parser: None, compiled: BTreeMap::new() }
    }

    /// Cuts a source into chunks and finds its symbols. Whatever the text is, this ends: a file that its grammar
    /// cannot cope with is cut by lines, and `degraded` says so.
    pub fn chunk(&mut self, source: &Source) -> Chunked {
        let mut cutting = Cutting::new(source);
        finish(|pace| self.advance(&mut cutting, source, pace))
    }

    /// Goes on with cutting the source, which must be the same each time. What comes out does not depend on the pauses.
    pub fn advance(&mut self, cutting: &mut Cutting, source: &Source, pace: &mut Pace) -> Poll<Chunked> {
        let Cutting { stage, sizes, borders, symbols, degraded } = cutting;
        let (text, starts) = (source.text.as_str(), source.lines.starts());
        loop {
            let next = match stage {
                Stage::Measuring => {
                    ready!(measure(text, starts, sizes, borders, pace));
                    match self.begin_parse(source) {
                        None => Stage::Reading(Prose::default()),
                        Some(Ok(parse)) => Stage::Parsing(Box::new(parse)),
                        Some(Err(why)) => {
                            *degraded = Some(why);
                            Stage::Reading(Prose::default())
                        }
                    }
                }
                Stage::Reading(prose) => {
                    ready!(prose.advance(text, starts, source.language, borders, pace));
                    Stage::Splitting(Split::default())
                }
                Stage::Parsing(parse) => {
                    let tree = ready!(parse.advance(text, pace));
                    self.parser = Some(parse.take_parser());
                    match tree {
                        Some(tree) => Stage::Walking(tree, Walk::default()),
                        None => {
                            *degraded = Some(out_of_bounds(source.language.name()));
                            Stage::Reading(Prose::default())
                        }
                    }
                }
                Stage::Walking(tree, walk) => {
                    let Some(Ok(compiled)) = self.compiled.get(&source.language) else {
                        // Another chunker parsed it.
                        *stage = Stage::Reading(Prose::default());
                        continue;
                    };
                    let grounds = Grounds { text, sizes, compiled };
                    let found = ready!(walk.advance(tree, borders, &grounds, pace));
                    Stage::Describing(Definitions::new(found))
                }
                Stage::Describing(definitions) => {
                    let Some(Ok(compiled)) = self.compiled.get(&source.language) else {
                        // Another chunker parsed it.
                        *stage = Stage::Reading(Prose::default());
                        continue;
                    };
                    let grammar = compiled.grammar;
                    *symbols = ready!(definitions.advance(text, &source.lines, grammar, borders, pace));
                    Stage::Splitting(Split::default())
                }
                Stage::Splitting(split) => {
                    let pieces = ready!(split.advance(text, starts, sizes, borders, pace));
                    borders.folds.retain(|fold| fold.end >= fold.start + SHORTEST_FOLD);
                    Stage::Placing(Placing { pieces, ..Placing::default() })
                }
                Stage::Placing(placing) => {
                    let chunks = ready!(placing.advance(text, symbols, &borders.folds, pace));
                    let (symbols, degraded) = (std::mem::take(symbols), degraded.take());
                    return Poll::Ready(Chunked { chunks, symbols, degraded });
                }
            };
            *stage = next;
        }
    }

    /// Begins to parse a source: none if its language has no grammar here, an error in words if it is too much for it.
    fn begin_parse(&mut self, source: &Source) -> Option<Result<Parse, String>> {
        let row = grammar::row(source.language).filter(|_| !source.text.is_empty())?;
        let name = source.language.name();
        if !(row.fits)(&source.text) {
            return Some(Err(format!(
                "The text is nested too deeply for the {name} grammar; it is cut by its lines and has no symbols."
            )));
        }
        let compiled = match self.compiled.entry(source.language).or_insert_with(|| Compiled::new(row)) {
            Ok(compiled) => compiled,
            Err(why) => return Some(Err(format!("The query for {name} is wrong: {why}"))),
        };
        let mut parser = self.parser.take().unwrap_or_default();
        if let Err(error) = parser.set_language(&compiled.language) {
            return Some(Err(format!("The grammar for {name} does not load: {error}.")));
        }
        Some(Parse::new(parser, &source.text).ok_or_else(|| out_of_bounds(name)))
    }
}

/// The sentence for a text that cannot be parsed within the limits.
fn out_of_bounds(name: &str) -> String {
    format!(
        "The {name} grammar can make nothing of the text within its limits; it is cut by its lines and has no symbols."
    )
}

/// A source that is being cut, between two steps of [`Chunker::advance`].
#[derive(Default)]
pub struct Cutting {
    stage: Stage,
    /// The size in units before each row, and of the whole at the end.
    sizes: Vec<u32>,
    borders: Borders,
    symbols: Vec<Symbol>,
    degraded: Option<String>,
}

/// What is to be done next.
#[derive(Default)]
enum Stage {
    /// The sizes of the rows, and which are empty.
    #[default]
    Measuring,
    /// Without a grammar: what the lines say of the borders between them.
    Reading(Prose),
    /// The syntax tree.
    Parsing(Box<Parse>),
    /// What the tree says of the borders, and what is defined where.
    Walking(Tree, Walk),
    /// The symbols that the definitions make.
    Describing(Definitions),
    /// The cheapest partition.
    Splitting(Split),
    /// Its pieces as chunks.
    Placing(Placing),
}

impl Cutting {
    /// About how much of a text of so many bytes is done, from 0 to 1.
    pub(crate) fn share(&self, bytes: usize) -> f64 {
        match &self.stage {
            Stage::Measuring => 0.0,
            Stage::Reading(_) => 0.1,
            Stage::Parsing(parse) => 0.05 + 0.65 * (parse.at() as f64 / bytes.max(1) as f64).min(1.0),
            Stage::Walking(..) => 0.7,
            Stage::Describing(_) => 0.8,
            Stage::Splitting(_) => 0.9,
            Stage::Placing(_) => 0.98,
        }
    }

    /// Nothing is done yet.
    pub fn new(source: &Source) -> Self {
        let rows = source.lines.starts().len();
        Cutting { sizes: Vec::with_capacity(rows + 1), borders: Borders::plain(rows), ..Cutting::default() }
    }
}

fn measure(text: &str, starts: &[u32], sizes: &mut Vec<u32>, borders: &mut Borders, pace: &mut Pace) -> Poll<()> {
    if sizes.is_empty() {
        sizes.push(0);
    }
    while sizes.len() <= starts.len() {
        let row = sizes.len() - 1;
        let line = line_text(text, starts, row);
        borders.read(row, line);
        let units = u32::try_from(size::units(line)).unwrap_or(u32::MAX);
        sizes.push(sizes[row].saturating_add(units));
        if pace.spend(line.len() as u32 / 128 + 1) {
            return Poll::Pending;
        }
    }
    Poll::Ready(())
}

/// Pieces on the way to chunks.
#[derive(Default)]
struct Placing {
    pieces: Vec<Piece>,
    chunks: Vec<Chunk>,
    /// The first symbol, and the first fold, that the next chunk may have.
    symbol: usize,
    fold: usize,
}

impl Placing {
    fn advance(&mut self, text: &str, symbols: &[Symbol], folds: &[Range<u32>], pace: &mut Pace) -> Poll<Vec<Chunk>> {
        while let Some(piece) = self.pieces.get(self.chunks.len()) {
            let first = self.symbol;
            let named = symbols[first..].partition_point(|symbol| symbol.name_byte < piece.end) + first;
            self.fold += folds[self.fold..].partition_point(|fold| fold.start < piece.row);
            self.chunks.push(Chunk {
                start: piece.start,
                end: piece.end,
                start_line: piece.row + 1,
                end_line: piece.end_row + 1,
                tokens: piece.tokens,
                symbols: first as u32..named as u32,
                scope: scope(text, piece.start, &symbols[..first]),
                folds: folds_inside(&folds[self.fold..], piece.row, piece.end_row),
            });
            self.symbol = named;
            if pace.spend(2) {
                return Poll::Pending;
            }
        }
        Poll::Ready(std::mem::take(&mut self.chunks))
    }
}

/// The innermost symbol around the first thing in a chunk; `before` are the symbols named before the chunk.
fn scope(text: &str, start: u32, before: &[Symbol]) -> Option<u32> {
    let rest = text.get(start as usize..)?;
    let at = start + (rest.len() - rest.trim_ascii_start().len()) as u32;
    let mut candidate = before.len().checked_sub(1).map(|last| last as u32);
    while let Some(index) = candidate {
        let symbol = before.get(index as usize)?;
        if symbol.range.start <= at && at < symbol.range.end {
            return Some(index);
        }
        candidate = symbol.parent;
    }
    None
}

/// The folds inside the rows, as lines. `from` begins with the first fold that does not start before them.
fn folds_inside(from: &[Range<u32>], row: u32, end_row: u32) -> Vec<Range<u32>> {
    from.iter()
        .take_while(|fold| fold.start <= end_row)
        .filter(|fold| fold.start > row && fold.end <= end_row + 1)
        .map(|fold| fold.start + 1..fold.end + 1)
        .collect()
}
