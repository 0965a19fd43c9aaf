//! Pages: what follows a heading lies in its section, up to the next heading that is as high or to the end of the element
//! with an id that it stands in.

use std::task::Poll;

use super::outline::path;
use super::title;
use crate::chunk::border::{Borders, line};
use crate::chunk::symbol::{Symbol, SymbolKind, floor};
use crate::pace::Pace;
use crate::source::Lines;

/// So much of a heading's element is read.
const LONGEST: usize = 1_000;

/// The definitions of a page on the way into its sections.
pub(crate) struct Nesting {
    symbols: std::vec::IntoIter<Symbol>,
    nested: Vec<Symbol>,
    /// What encloses the place in the text, outermost first; each ends where the one around it does, or before.
    open: Vec<Open>,
    /// Where the page ends.
    end: u32,
    /// Where the last heading's element begins.
    heading: Option<u32>,
}

struct Open {
    symbol: u32,
    end: u32,
    /// None for an element.
    level: Option<u32>,
}

impl Nesting {
    /// Begins with the definitions in order of their names, each with the range of its element, and where the page ends.
    pub(crate) fn new(symbols: Vec<Symbol>, end: usize) -> Self {
        Nesting {
            nested: Vec::with_capacity(symbols.len()),
            symbols: symbols.into_iter(),
            open: Vec::new(),
            end: end as u32,
            heading: None,
        }
    }

    /// Goes on; gives the definitions with their sections at the end. The same text must be given each time.
    pub(crate) fn advance(
        &mut self,
        text: &str,
        lines: &Lines,
        borders: &mut Borders,
        pace: &mut Pace,
    ) -> Poll<Vec<Symbol>> {
        while let Some(symbol) = self.symbols.next() {
            self.add(symbol, text, lines, borders);
            if pace.spend(2) {
                return Poll::Pending;
            }
        }
        Poll::Ready(std::mem::take(&mut self.nested))
    }

    fn add(&mut self, mut symbol: Symbol, text: &str, lines: &Lines, borders: &mut Borders) {
        let start = symbol.signature.first().map_or(symbol.range.start, |part| part.start);
        let level = level(text.get(start as usize..).unwrap_or_default());
        let is_section = symbol.kind == SymbolKind::Section;
        if is_section && self.heading.replace(start) == Some(start) {
            // Another part of the same heading.
            return;
        }
        while self.open.last().is_some_and(|open| open.end <= symbol.range.start) {
            self.open.pop();
        }
        let ends = |open: &&Open| matches!((open.level, level), (Some(open), Some(level)) if open >= level);
        while let Some(open) = self.open.last().filter(ends) {
            if let Some(section) = self.nested.get_mut(open.symbol as usize) {
                section.range.end = symbol.range.start.max(section.name_byte + 1);
            }
            self.open.pop();
        }
        let around = self.open.last();
        let end = around.map_or(self.end, |open| open.end);
        let element = symbol.range.end;
        if is_section {
            let inside = text.get(start as usize..element as usize).unwrap_or_default();
            let name = title::name(&inside[..floor(inside, LONGEST)]);
            let name = name.trim_end_matches(['¶', '#', ' ']);
            if !name.is_empty() {
                symbol.name = name.to_owned();
            }
            for row in lines.line_of(start)..=lines.line_of(element.saturating_sub(1)) {
                if let Some(flags) = borders.lines.get_mut(row as usize - 1) {
                    *flags |= line::HEADING;
                }
            }
            symbol.range.end = end.max(element);
        }
        symbol.parent = around.map(|open| open.symbol);
        let outer = symbol.parent.and_then(|parent| self.nested.get(parent as usize));
        symbol.qualified = outer.map_or_else(|| symbol.name.clone(), |outer| path(&outer.qualified, &symbol.name));
        // A heading with an id holds nothing but its text.
        if is_section || level.is_none() {
            let level = level.filter(|_| is_section);
            self.open.push(Open { symbol: self.nested.len() as u32, end: symbol.range.end.min(end), level });
        }
        self.nested.push(symbol);
    }
}

/// The level of a heading's element.
fn level(text: &str) -> Option<u32> {
    let rest = text.strip_prefix("<h").or_else(|| text.strip_prefix("<H"))?;
    let (digit, after) = (rest.chars().next()?, rest.get(1..)?);
    let is_tag = after.starts_with(|c: char| c == '>' || c.is_ascii_whitespace());
    digit.to_digit(10).filter(|level| is_tag && (1..=6).contains(level))
}
