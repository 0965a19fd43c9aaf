//! Programs inside of other texts: the scripts and styles of pages, the fenced code of documents.
//!
//! A part is a few ranges of the file's text, parsed where it stands, so that all positions are the file's. [`Seek`] finds
//! the parts in the tree of what they are embedded in, and takes those that a document's reader finds by its lines
//! as [`Example`]s; [`merge`] puts their symbols among those of the text around.

use std::ops::RangeInclusive;
use std::task::Poll;

use tree_sitter::{Node, Point, Range, Tree, TreeCursor};

use super::grammar;
use super::symbol::Symbol;
use crate::pace::Pace;
use crate::source::{Content, Language, Lines, Source, notebook};

/// A file has at most so many embedded parts that are parsed; the rest is searched as text.
const MOST_PARTS: usize = 4_000;
/// Parts of parts: a page in a document has scripts, and in those nothing is looked for.
const DEEPEST: u8 = 2;
/// A part has at most so many ranges, one for each line where something stands before it: the parser looks through all of
/// them at every token.
const MOST_RANGES: usize = 256;

/// A text or a piece of one that one grammar parses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) language: Language,
    /// What belongs to it, in order; nothing for the whole text.
    pub(crate) ranges: Vec<Range>,
    /// The rows from its first word to its last.
    pub(crate) rows: RangeInclusive<u32>,
    /// In how many others it is embedded.
    pub(crate) depth: u8,
    pub(crate) around: Around,
}

/// What a part is embedded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Around {
    /// Nothing: it is the file.
    Nothing,
    /// A page, which is cut in its scripts where they would be cut by themselves.
    Page,
    /// A document, whose examples rather stay in one piece.
    Document,
    /// A notebook, as a cell.
    Cells,
}

impl Part {
    /// Its first and last byte, the last exclusive.
    pub(crate) fn span(&self, text: &str) -> std::ops::Range<usize> {
        match (self.ranges.first(), self.ranges.last()) {
            (Some(first), Some(last)) => first.start_byte..last.end_byte,
            _ => 0..text.len(),
        }
    }

    /// An embedded part; none if no word is in it.
    fn embedded(language: Language, ranges: Vec<Range>, text: &str, depth: u8, around: Around) -> Option<Self> {
        let words = |range: &Range| text.get(range.start_byte..range.end_byte).filter(|part| !part.trim().is_empty());
        let (first, last) =
            (ranges.iter().find(|range| words(range).is_some())?, ranges.iter().rfind(|range| words(range).is_some())?);
        let breaks = |text: &str| memchr::memchr_iter(b'\n', text.as_bytes()).count();
        let before = words(first).map_or(0, |part| breaks(&part[..part.len() - part.trim_start().len()]));
        let after = words(last).map_or(0, |part| breaks(part.trim_end()));
        let rows = (first.start_point.row + before) as u32..=(last.start_point.row + after) as u32;
        Some(Part { language, ranges, rows, depth, around })
    }
}

/// What a text consists of before anything is known of its tree: itself, and what can be told apart by its lines alone.
pub(crate) fn outermost(source: &Source) -> (Part, Option<Part>) {
    let text = source.text.as_str();
    let last = source.lines.count().saturating_sub(1);
    let whole =
        Part { language: source.language, ranges: Vec::new(), rows: 0..=last, depth: 0, around: Around::Nothing };
    if source.language != Language::Astro {
        return (whole, None);
    }
    let Some((front, page)) = front_matter(source) else { return (whole, None) };
    let front = Part::embedded(Language::TypeScript, vec![front], text, 1, Around::Page)
        .filter(|_| has_grammar(Language::TypeScript));
    let rows = page.start_point.row as u32..=last;
    (Part { ranges: vec![page], rows, ..whole }, front)
}

/// Between two lines of three dashes, and after them: what an Astro page begins with.
fn front_matter(source: &Source) -> Option<(Range, Range)> {
    let (text, lines) = (source.text.as_str(), &source.lines);
    let line = |number: u32| text.get(lines.start(number) as usize..lines.end(number) as usize).unwrap_or_default();
    let first = (1..=lines.count()).find(|&number| !line(number).trim().is_empty())?;
    if line(first).trim_end() != "---" {
        return None;
    }
    let last = (first + 1..=lines.count()).find(|&number| line(number).trim_end() == "---")?;
    let between = |from: u32, to: u32| lines_between(lines, from, to);
    // The last line may have no end, and nothing after it.
    (last < lines.count()).then(|| (between(first + 1, last), between(last + 1, lines.count() + 1)))
}

/// Those of a notebook's cells that a grammar parses.
pub(crate) fn parts_of(cells: Vec<notebook::Found>, source: &Source) -> Seek {
    let mut seek = Seek::default();
    for cell in cells {
        let Some(language) = cell.language.filter(|&language| has_grammar(language)) else { continue };
        let range = lines_between(&source.lines, cell.lines.start, cell.lines.end);
        let part = Part::embedded(language, vec![range], &source.text, 1, Around::Cells);
        seek.take(Some(part), 0, cell.lines.start as usize - 1);
    }
    seek
}

/// From the begin of a line to that of another, counted from 1.
fn lines_between(lines: &Lines, from: u32, to: u32) -> Range {
    Range {
        start_byte: lines.start(from) as usize,
        end_byte: lines.start(to) as usize,
        start_point: Point::new(from as usize - 1, 0),
        end_point: Point::new(to as usize - 1, 0),
    }
}

fn has_grammar(language: Language) -> bool {
    grammar::row(language).is_some()
}

/// Whether parts are looked for in a tree of this language.
pub(crate) fn may_hold_parts(part: &Part) -> bool {
    part.depth < DEEPEST && is_page(part.language)
}

fn is_page(language: Language) -> bool {
    matches!(language, Language::Html | Language::Vue | Language::Svelte | Language::Astro)
}

/// A search for parts in a tree, between two steps.
#[derive(Default)]
pub(crate) struct Seek {
    /// How many visible nodes come before the one that is next.
    at: usize,
    /// What the tag that was met last says of the raw text after it.
    tagged: Option<Language>,
    pub(crate) parts: Vec<Part>,
    /// The line of the first part that is left out, because there are too many or it is in too many pieces; and how many
    /// are.
    pub(crate) left_out: Option<(u32, usize)>,
}

impl Seek {
    /// Goes on; ready when all parts are found that there are, but no more than a file may have, of which `known` are known
    /// already. The same must be given each time.
    pub(crate) fn advance(&mut self, tree: &Tree, host: &Part, text: &str, known: usize, pace: &mut Pace) -> Poll<()> {
        let mut cursor = tree.walk();
        cursor.goto_descendant(self.at);
        loop {
            let entered = self.visit(cursor.node(), host, text, known) && cursor.goto_first_child();
            if !entered && !goto_next(&mut cursor) {
                return Poll::Ready(());
            }
            if pace.spend(1) {
                self.at = cursor.descendant_index();
                return Poll::Pending;
            }
        }
    }

    /// Looks at a node; true if there may be a part inside.
    fn visit(&mut self, node: Node, host: &Part, text: &str, known: usize) -> bool {
        match node.kind() {
            "start_tag" => self.tagged = language_of_tag(node, host.language, text),
            "raw_text" => {
                if let Some(language) = self.tagged.take().filter(|&language| has_grammar(language)) {
                    let part = Part::embedded(language, vec![node.range()], text, host.depth + 1, Around::Page);
                    self.take(Some(part), known, node.start_position().row);
                }
            }
            _ => return true,
        }
        false
    }

    /// Takes in a program of a document.
    pub(crate) fn add(&mut self, example: Example, text: &str) {
        let Example { language, row, ranges } = example;
        self.take(ranges.map(|ranges| Part::embedded(language, ranges, text, 1, Around::Document)), 0, row);
    }

    /// Takes in what begins at a row, unless it is too much or nothing; `known` are known already.
    fn take(&mut self, part: Option<Option<Part>>, known: usize, row: usize) {
        match part {
            Some(None) => {}
            Some(Some(part)) if known + self.parts.len() < MOST_PARTS => self.parts.push(part),
            _ => self.leave_out(row as u32 + 1),
        }
    }

    fn leave_out(&mut self, line: u32) {
        self.left_out = Some(self.left_out.map_or((line, 1), |(first, count)| (first, count + 1)));
    }
}

fn goto_next(cursor: &mut TreeCursor) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

/// What the raw text after a tag is written in, by the tag's name and attributes.
fn language_of_tag(tag: Node, host: Language, text: &str) -> Option<Language> {
    let text_of = |node: Node| text.get(node.byte_range()).unwrap_or_default();
    let mut cursor = tag.walk();
    let (mut name, mut kind, mut lang) = ("", "", "");
    for child in tag.named_children(&mut cursor) {
        match child.kind() {
            "tag_name" => name = text_of(child),
            "attribute" => {
                let attribute = child.named_child(0).map_or("", text_of);
                let value = child.named_child(1).map_or("", text_of).trim_matches(['"', '\'']).trim();
                if attribute.eq_ignore_ascii_case("lang") {
                    lang = value;
                } else if attribute.eq_ignore_ascii_case("type") {
                    kind = value;
                }
            }
            _ => {}
        }
    }
    if name.eq_ignore_ascii_case("style") {
        let is_css = kind.is_empty() || kind.eq_ignore_ascii_case("text/css");
        return if lang.is_empty() { is_css.then_some(Language::Css) } else { Language::of_tag(lang) };
    }
    if !name.eq_ignore_ascii_case("script") {
        return None;
    }
    if !lang.is_empty() {
        return Language::of_tag(lang);
    }
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        // Astro compiles its scripts.
        "" | "module" if host == Language::Astro => Some(Language::TypeScript),
        "" | "module" => Some(Language::JavaScript),
        "importmap" | "speculationrules" => Some(Language::Json),
        "text/x-template" => Some(Language::Html),
        kind => {
            let (of, name) = kind.split_once('/')?;
            let name = name.strip_prefix("x-").unwrap_or(name);
            match name {
                "ecmascript" | "babel" => Some(Language::JavaScript),
                name if name.ends_with("+json") => Some(Language::Json),
                name => Language::of_tag(name).filter(|_| matches!(of, "text" | "application")),
            }
        }
    }
}

/// A program in a document, while the document's lines are read.
pub(crate) struct Example {
    language: Language,
    /// The row that opens it.
    row: usize,
    /// None when it is in too many pieces.
    ranges: Option<Vec<Range>>,
}

impl Example {
    /// Of what is said where it opens: `ts {1,3}`, `{.python}`, `rust,ignore`; none if no grammar here is that of a program
    /// so called. Data is not looked into, nor a document.
    pub(crate) fn of(info: &str, row: usize) -> Option<Self> {
        let info = info.trim_start_matches(['{', '.', ' ', '\t']);
        let end = info.find(|c: char| c.is_whitespace() || ",{}()[]:;=\"".contains(c)).unwrap_or(info.len());
        let language = Language::of_tag(&info[..end]).filter(|language| language.content() == Content::Code)?;
        has_grammar(language).then(|| Example { language, row, ranges: Some(Vec::new()) })
    }

    /// Takes in a row with its break that starts at a byte, but for so many bytes that the list or the quotation around it
    /// puts before its line.
    pub(crate) fn add(&mut self, row: usize, start: u32, line: &str, before: usize) {
        let Some(ranges) = self.ranges.as_mut().filter(|_| before < line.len()) else { return };
        let (start_byte, end_byte) = (start as usize + before, start as usize + line.len());
        let end_point = if line.ends_with('\n') { Point::new(row + 1, 0) } else { Point::new(row, line.len()) };
        match ranges.last_mut().filter(|last| last.end_byte == start_byte) {
            Some(last) => (last.end_byte, last.end_point) = (end_byte, end_point),
            None => ranges.push(Range { start_byte, end_byte, start_point: Point::new(row, before), end_point }),
        }
        if ranges.len() > MOST_RANGES {
            self.ranges = None;
        }
    }
}

/// Puts the symbols of parts among those of the text around them, by where their names stand. What encloses a part encloses
/// its outermost definitions, whose names do not say so.
pub(crate) fn merge(lists: Vec<Vec<Symbol>>) -> Vec<Symbol> {
    if lists.len() == 1 {
        return lists.into_iter().next().unwrap_or_default();
    }
    let mut places: Vec<Vec<u32>> = lists.iter().map(|list| vec![0; list.len()]).collect();
    let mut all: Vec<(usize, usize, Symbol)> = Vec::with_capacity(lists.iter().map(Vec::len).sum());
    for (list, symbols) in lists.into_iter().enumerate() {
        all.extend(symbols.into_iter().enumerate().map(|(index, symbol)| (list, index, symbol)));
    }
    all.sort_by_key(|(_, _, symbol)| symbol.name_byte);
    for (place, (list, index, _)) in all.iter().enumerate() {
        places[*list][*index] = place as u32;
    }
    let mut merged: Vec<Symbol> = Vec::with_capacity(all.len());
    for (list, _, mut symbol) in all {
        symbol.parent = match symbol.parent {
            Some(parent) => places[list].get(parent as usize).copied(),
            None => enclosing(&merged, symbol.name_byte),
        };
        merged.push(symbol);
    }
    merged
}

/// The innermost of the symbols before a byte that encloses it.
pub(crate) fn enclosing(before: &[Symbol], byte: u32) -> Option<u32> {
    let mut candidate = before.len().checked_sub(1).map(|last| last as u32);
    while let Some(index) = candidate {
        let symbol = before.get(index as usize)?;
        if symbol.range.contains(&byte) {
            return Some(index);
        }
        candidate = symbol.parent;
    }
    None
}
