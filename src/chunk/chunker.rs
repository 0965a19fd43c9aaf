//! From a source to its chunks and symbols; parsers and queries are made once per language and kept.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::{Parser, QueryCursor, Tree};

use super::border::Borders;
use super::grammar::{self, Compiled};
use super::split::split;
use super::symbol::{self, Symbol};
use super::{parse, prose, size};
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
/// The most partial matches that the query cursor holds at a time.
const MATCH_LIMIT: u32 = 4_096;

/// Cuts sources. Keeps a parser and the compiled queries of the languages met so far.
pub struct Chunker {
    parser: Parser,
    cursor: QueryCursor,
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
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MATCH_LIMIT);
        Chunker { parser: Parser::new(), cursor, compiled: BTreeMap::new() }
    }

    /// Cuts a source into chunks and finds its symbols. Whatever the text is, this ends: a file that its grammar
    /// cannot cope with is cut by lines, and `degraded` says so.
    pub fn chunk(&mut self, source: &Source) -> Chunked {
        let text = source.text.as_str();
        if text.is_empty() {
            return Chunked::default();
        }
        let rows = source.lines.count();
        let starts: Vec<u32> = (1..=rows).map(|line| source.lines.start(line)).collect();
        let sizes = sizes(text, &starts);
        let (mut borders, symbols, degraded) = match self.parse(source) {
            None => (prose::borders(text, &starts, source.language), Vec::new(), None),
            Some(Err(why)) => (prose::borders(text, &starts, source.language), Vec::new(), Some(why)),
            Some(Ok((tree, compiled, cursor))) => {
                let (mut borders, starters) = Borders::of_tree(&tree, text, &starts, &sizes, compiled);
                let symbols = symbol::symbols(&starters, text, &source.lines, compiled, cursor, &mut borders);
                (borders, symbols, None)
            }
        };
        borders.folds.retain(|fold| fold.end >= fold.start + SHORTEST_FOLD);
        let pieces = split(text, &starts, &sizes, &borders.prices(), &borders.levels);
        let mut first = 0;
        let mut fold = 0;
        let chunks = pieces
            .iter()
            .map(|piece| {
                let named = symbols[first..].partition_point(|symbol| symbol.name_byte < piece.end) + first;
                fold += borders.folds[fold..].partition_point(|fold| fold.start < piece.row);
                let chunk = Chunk {
                    start: piece.start,
                    end: piece.end,
                    start_line: piece.row + 1,
                    end_line: piece.end_row + 1,
                    tokens: piece.tokens,
                    symbols: first as u32..named as u32,
                    scope: scope(text, piece.start, &symbols[..first]),
                    folds: folds(&borders.folds[fold..], piece.row, piece.end_row),
                };
                first = named;
                chunk
            })
            .collect();
        Chunked { chunks, symbols, degraded }
    }

    /// Parses a source: none if its language has no grammar here, an error in words if it is too much for it.
    fn parse(&mut self, source: &Source) -> Option<Result<(Tree, &Compiled, &mut QueryCursor), String>> {
        let row = grammar::row(source.language)?;
        if !(row.fits)(&source.text) {
            let name = source.language.name();
            return Some(Err(format!(
                "The text is nested too deeply for the {name} grammar; it is cut by its lines and has no symbols."
            )));
        }
        let compiled = self.compiled.entry(source.language).or_insert_with(|| Compiled::new(row));
        let compiled = match compiled {
            Ok(compiled) => compiled,
            Err(why) => {
                return Some(Err(format!("The query for {} is wrong: {why}", source.language.name())));
            }
        };
        if let Err(error) = self.parser.set_language(&compiled.language) {
            return Some(Err(format!("The grammar for {} does not load: {error}.", source.language.name())));
        }
        Some(match parse::parse(&mut self.parser, &source.text) {
            Some(tree) => Ok((tree, compiled, &mut self.cursor)),
            None => Err(format!(
                "The {} grammar can make nothing of the text within its limits; it is cut by its lines and has no \
                 symbols.",
                source.language.name()
            )),
        })
    }
}

/// The size in units before each row, and of the whole at the end.
fn sizes(text: &str, starts: &[u32]) -> Vec<u32> {
    let mut sizes = Vec::with_capacity(starts.len() + 1);
    let mut total = 0u32;
    sizes.push(0);
    for row in 0..starts.len() {
        let units = size::units(super::border::line_text(text, starts, row));
        total = total.saturating_add(u32::try_from(units).unwrap_or(u32::MAX));
        sizes.push(total);
    }
    sizes
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
fn folds(from: &[Range<u32>], row: u32, end_row: u32) -> Vec<Range<u32>> {
    from.iter()
        .take_while(|fold| fold.start <= end_row)
        .filter(|fold| fold.start > row && fold.end <= end_row + 1)
        .map(|fold| fold.start + 1..fold.end + 1)
        .collect()
}
