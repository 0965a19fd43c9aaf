//! From a source to its chunks and symbols, in steps; a parser and what is known of the languages are made once and kept.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::task::{Poll, ready};

use tree_sitter::{Parser, Tree};

use super::border::{Borders, Grounds, Walk, line_text};
use super::brought::{Bringing, Brought, BroughtChunk};
use super::document::{Document, Nesting};
use super::embedded::{self, Around, Part, Seek};
use super::grammar::{self, Compiled};
use super::parse::Parse;
use super::plain::Plain;
use super::size;
use super::split::{Piece, Split};
use super::symbol::{Definitions, Symbol, SymbolKind};
use crate::pace::{Pace, finish};
use crate::source::{Language, Source, notebook};

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

    /// The syntax tree of a source, as it is cut by: none if its language has no grammar here, or if the grammar cannot
    /// cope with it. For measuring.
    #[doc(hidden)]
    pub fn tree(&mut self, source: &Source) -> Option<Tree> {
        let mut parts = Parts::default();
        let mut parse = self.begin_parse(&source.text, parts.begin(source))?.ok()?;
        let tree = finish(|pace| parse.advance(&source.text, pace));
        self.parser = Some(parse.take_parser());
        tree
    }

    /// Goes on with cutting the source, which must be the same each time. What comes out does not depend on the pauses.
    pub fn advance(&mut self, cutting: &mut Cutting, source: &Source, pace: &mut Pace) -> Poll<Chunked> {
        let Cutting { stage, brought, sizes, borders, parts, symbols, degraded } = cutting;
        let (text, starts) = (source.text.as_str(), source.lines.starts());
        loop {
            let next = match stage {
                Stage::Measuring => {
                    ready!(measure(text, starts, sizes, borders, pace));
                    let part = parts.begin(source);
                    match brought.is_none().then(|| self.begin_parse(text, part)).flatten() {
                        None => match Document::of(source.language) {
                            Some(document) => Stage::Outlining(Box::new(document)),
                            None => Stage::Reading(Plain::default()),
                        },
                        Some(Ok(parse)) => Stage::Parsing(Box::new(parse)),
                        Some(Err(why)) => {
                            degraded.push(cut_by_lines(&why));
                            Stage::Reading(Plain::default())
                        }
                    }
                }
                Stage::Choosing => match parts.next() {
                    None => {
                        let fault;
                        (*symbols, fault) = parts.finish(borders);
                        degraded.extend(fault);
                        Stage::Splitting(Split::default())
                    }
                    Some(part) => match self.begin_parse(text, part) {
                        Some(Ok(parse)) => Stage::Parsing(Box::new(parse)),
                        Some(Err(why)) => {
                            parts.fail(&why);
                            Stage::Choosing
                        }
                        None => Stage::Choosing,
                    },
                },
                Stage::Reading(plain) => {
                    ready!(plain.advance(text, starts, borders, pace));
                    match brought.take() {
                        Some(chunks) => Stage::Bringing(Bringing::new(chunks, borders)),
                        None if source.language == Language::Notebook => {
                            let cells = parts.add_cells(source, borders);
                            Stage::Outlining(Box::new(Document::in_cells(cells)))
                        }
                        None => Stage::Splitting(Split::default()),
                    }
                }
                Stage::Outlining(document) => {
                    let (sections, examples) = ready!(document.advance(text, starts, sizes, borders, pace));
                    match brought.take() {
                        Some(chunks) => Stage::Bringing(Bringing::new(chunks, borders)),
                        None => {
                            parts.keep(sections, borders);
                            parts.add(examples);
                            Stage::Choosing
                        }
                    }
                }
                Stage::Bringing(bringing) => {
                    let (pieces, described) = ready!(bringing.advance(source, sizes, borders, pace));
                    *symbols = described;
                    Stage::Placing(Placing { pieces, ..Placing::default() })
                }
                Stage::Parsing(parse) => {
                    let tree = ready!(parse.advance(text, pace));
                    self.parser = Some(parse.take_parser());
                    match (tree, &parts.now) {
                        (Some(tree), part) if embedded::may_hold_parts(part) => Stage::Seeking(tree, Seek::default()),
                        (Some(tree), part) => Stage::Walking(tree, part.walk(borders, sizes)),
                        (None, part) if part.depth == 0 => {
                            degraded.push(cut_by_lines(&out_of_bounds(part.language.name())));
                            Stage::Reading(Plain::default())
                        }
                        (None, part) => {
                            parts.fail(&out_of_bounds(part.language.name()));
                            Stage::Choosing
                        }
                    }
                }
                Stage::Seeking(tree, seek) => {
                    ready!(seek.advance(tree, &parts.now, text, parts.known, pace));
                    parts.add(std::mem::take(seek));
                    Stage::Walking(tree.clone(), parts.now.walk(borders, sizes))
                }
                Stage::Walking(tree, walk) => {
                    let Some(Ok(compiled)) = self.compiled.get(&parts.now.language) else {
                        // Another chunker parsed it.
                        *stage = Stage::Reading(Plain::default());
                        continue;
                    };
                    let grounds = Grounds { text, sizes, compiled };
                    let found = ready!(walk.advance(tree, borders, &grounds, pace));
                    Stage::Describing(Definitions::new(found))
                }
                Stage::Describing(definitions) => {
                    let Some(Ok(compiled)) = self.compiled.get(&parts.now.language) else {
                        // Another chunker parsed it.
                        *stage = Stage::Reading(Plain::default());
                        continue;
                    };
                    let grammar = compiled.grammar;
                    let described = ready!(definitions.advance(text, &source.lines, grammar, borders, pace));
                    match parts.now.language {
                        Language::Html => Stage::Nesting(Nesting::new(described, parts.now.span(text).end)),
                        _ => {
                            parts.keep(described, borders);
                            Stage::Choosing
                        }
                    }
                }
                Stage::Nesting(nesting) => {
                    let nested = ready!(nesting.advance(text, &source.lines, borders, pace));
                    parts.keep(nested, borders);
                    Stage::Choosing
                }
                Stage::Splitting(split) => {
                    let pieces = ready!(split.advance(text, starts, sizes, borders, pace));
                    borders.folds.retain(|fold| fold.end >= fold.start + SHORTEST_FOLD);
                    Stage::Placing(Placing { pieces, ..Placing::default() })
                }
                Stage::Placing(placing) => {
                    let chunks = ready!(placing.advance(text, symbols, &borders.folds, pace));
                    let symbols = std::mem::take(symbols);
                    let degraded = (!degraded.is_empty()).then(|| degraded.join(" "));
                    return Poll::Ready(Chunked { chunks, symbols, degraded });
                }
            };
            *stage = next;
        }
    }

    /// Begins to parse a part: none if its language has no grammar here, an error in words if it is too much for it.
    fn begin_parse(&mut self, text: &str, part: &Part) -> Option<Result<Parse, String>> {
        let row = grammar::row(part.language).filter(|_| !text.is_empty())?;
        let name = part.language.name();
        if !text.get(part.span(text)).is_some_and(row.fits) {
            return Some(Err(format!("The text is nested too deeply for the {name} grammar")));
        }
        let compiled = match self.compiled.entry(part.language).or_insert_with(|| Compiled::new(row)) {
            Ok(compiled) => compiled,
            Err(why) => return Some(Err(format!("The query for {name} is wrong ({why})"))),
        };
        let mut parser = self.parser.take().unwrap_or_default();
        if let Err(error) = parser.set_language(&compiled.language) {
            return Some(Err(format!("The grammar for {name} does not load ({error})")));
        }
        Some(Parse::new(parser, text, &part.ranges).ok_or_else(|| out_of_bounds(name)))
    }
}

/// The clause for a text that cannot be parsed within the limits.
fn out_of_bounds(name: &str) -> String {
    format!("The {name} grammar can make nothing of the text within its limits")
}

/// The sentence for a file of which that is so.
fn cut_by_lines(why: &str) -> String {
    format!("{why}; it is cut by its lines and has no symbols.")
}

/// A source that is being cut, between two steps of [`Chunker::advance`].
#[derive(Default)]
pub struct Cutting {
    stage: Stage,
    /// The chunks that were brought for it.
    brought: Option<Vec<BroughtChunk>>,
    /// The size in units before each row, and of the whole at the end.
    sizes: Vec<u32>,
    borders: Borders,
    parts: Parts,
    symbols: Vec<Symbol>,
    degraded: Vec<String>,
}

/// What is to be done next.
#[derive(Default)]
enum Stage {
    /// The sizes of the rows, and which are empty.
    #[default]
    Measuring,
    /// Without a grammar: what the lines say of the borders between them.
    Reading(Plain),
    /// Of a document: its sections, what is embedded in it, and the borders between and inside the sections.
    Outlining(Box<Document>),
    /// The pieces that chunks of the caller's make.
    Bringing(Bringing),
    /// Which part is parsed next, if any is left.
    Choosing,
    /// The syntax tree.
    Parsing(Box<Parse>),
    /// What is embedded in it.
    Seeking(Tree, Seek),
    /// What the tree says of the borders, and what is defined where.
    Walking(Tree, Walk),
    /// The symbols that the definitions make.
    Describing(Definitions),
    /// Of a page: the sections that they lie in.
    Nesting(Nesting),
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
            Stage::Reading(_) | Stage::Outlining(_) => 0.1,
            Stage::Parsing(parse) => {
                let parsed = (parse.at() as f64 / bytes.max(1) as f64).min(1.0);
                if self.parts.now.depth == 0 { 0.05 + 0.55 * parsed } else { 0.65 + 0.2 * parsed }
            }
            Stage::Seeking(..) => 0.6,
            Stage::Walking(..) | Stage::Describing(_) | Stage::Nesting(_) | Stage::Choosing => self.walked(bytes),
            Stage::Bringing(_) | Stage::Splitting(_) => 0.9,
            Stage::Placing(_) => 0.98,
        }
    }

    /// The share of what lies before a part, once the text around it is walked over.
    fn walked(&self, bytes: usize) -> f64 {
        let before = self.parts.now.ranges.first().filter(|_| self.parts.now.depth > 0).map(|first| first.start_byte);
        before.map_or(0.62, |before| 0.65 + 0.2 * (before as f64 / bytes.max(1) as f64).min(1.0))
    }

    /// Nothing is done yet.
    pub fn new(source: &Source) -> Self {
        let rows = source.lines.starts().len();
        Cutting { sizes: Vec::with_capacity(rows + 1), borders: Borders::plain(rows), ..Cutting::default() }
    }

    /// Nothing is done yet; the chunks are what a caller brought, if that can be used.
    pub fn brought(source: &Source, brought: &Brought) -> Self {
        let cutting = Cutting::new(source);
        match brought.checked(source.lines.count()) {
            Ok(chunks) => Cutting { brought: Some(chunks), ..cutting },
            Err(why) => Cutting { degraded: vec![why], ..cutting },
        }
    }
}

impl Part {
    /// The walk over its tree.
    fn walk(&self, borders: &Borders, sizes: &[u32]) -> Walk {
        Walk::new(self.rows.clone(), borders.least(&self.rows, sizes, self.around))
    }
}

/// The text and what is embedded in it, one after the other.
struct Parts {
    /// The one that is parsed.
    now: Part,
    /// The ones after it, in the order of the text; what is embedded in an embedded part comes directly after that.
    waiting: VecDeque<Part>,
    /// How many embedded ones there are, so far, and how many of them are text alone.
    known: usize,
    failed: usize,
    /// The first of the latter, as a clause.
    first_failed: Option<String>,
    /// The symbols of each.
    symbols: Vec<Vec<Symbol>>,
    /// What can be folded in those before.
    folds: Vec<Range<u32>>,
}

impl Default for Parts {
    fn default() -> Self {
        let now =
            Part { language: Language::Unknown, ranges: Vec::new(), rows: 0..=0, depth: 0, around: Around::Nothing };
        Parts {
            now,
            waiting: VecDeque::new(),
            known: 0,
            failed: 0,
            first_failed: None,
            symbols: Vec::new(),
            folds: Vec::new(),
        }
    }
}

impl Parts {
    /// The first, which all others are embedded in.
    fn begin(&mut self, source: &Source) -> &Part {
        let (whole, front) = embedded::outermost(source);
        self.known = usize::from(front.is_some());
        self.waiting.extend(front);
        self.now = whole;
        &self.now
    }

    /// Moves on to the next.
    fn next(&mut self) -> Option<&Part> {
        self.now = self.waiting.pop_front()?;
        Some(&self.now)
    }

    /// Takes in what is embedded in the one that is parsed.
    fn add(&mut self, seek: Seek) {
        self.known += seek.parts.len();
        if let Some((line, count)) = seek.left_out {
            self.known += count;
            self.failed += count;
            self.first_failed.get_or_insert(format!("at line {line}: there are too many, or it is in too many pieces"));
        }
        if self.now.depth == 0 {
            self.waiting.extend(seek.parts);
            self.waiting.make_contiguous().sort_by_key(|part| *part.rows.start());
        } else {
            seek.parts.into_iter().rev().for_each(|part| self.waiting.push_front(part));
        }
    }

    /// Takes in the cells of a notebook; gives the rows of those of Markdown.
    fn add_cells(&mut self, source: &Source, borders: &mut Borders) -> Vec<Range<usize>> {
        let cells = notebook::cells(&source.text, &source.lines);
        cells.iter().for_each(|cell| borders.begin_cell(cell.separator));
        let is_markdown = |cell: &&notebook::Found| cell.language == Some(Language::Markdown);
        let rows = |cell: &notebook::Found| cell.lines.start as usize - 1..cell.lines.end as usize - 1;
        let markdown = cells.iter().filter(is_markdown).map(rows).collect();
        self.add(embedded::parts_of(cells, source));
        markdown
    }

    /// Notes that the one that was to be parsed stays text.
    fn fail(&mut self, why: &str) {
        self.failed += 1;
        let line = self.now.rows.start() + 1;
        self.first_failed.get_or_insert(format!("at line {line}: {why}"));
    }

    /// Takes what was made of one: its symbols and its folds. The next begins with none.
    fn keep(&mut self, mut symbols: Vec<Symbol>, borders: &mut Borders) {
        if self.now.around == Around::Document {
            // The headings of a page that a document shows are none of the document's.
            let sections = symbols.iter_mut().filter(|symbol| symbol.kind == SymbolKind::Section);
            sections.for_each(|symbol| symbol.kind = SymbolKind::Element);
        }
        self.symbols.push(symbols);
        self.folds.append(&mut borders.folds);
        borders.wrappers.clear();
    }

    /// Puts together what was made of all: the symbols, and what went wrong as a sentence.
    fn finish(&mut self, borders: &mut Borders) -> (Vec<Symbol>, Option<String>) {
        if self.symbols.len() > 1 {
            self.folds.sort_by_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
            self.folds.dedup();
        }
        borders.folds = std::mem::take(&mut self.folds);
        let (known, failed) = (self.known, self.failed);
        let degraded = self.first_failed.take().map(|first| {
            format!("Of {known} parts in other languages {failed} are cut by their lines and have no symbols, the first {first}.")
        });
        (embedded::merge(std::mem::take(&mut self.symbols)), degraded)
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
    embedded::enclosing(before, start + (rest.len() - rest.trim_ascii_start().len()) as u32)
}

/// The folds inside the rows, as lines. `from` begins with the first fold that does not start before them.
fn folds_inside(from: &[Range<u32>], row: u32, end_row: u32) -> Vec<Range<u32>> {
    from.iter()
        .take_while(|fold| fold.start <= end_row)
        .filter(|fold| fold.start > row && fold.end <= end_row + 1)
        .map(|fold| fold.start + 1..fold.end + 1)
        .collect()
}
