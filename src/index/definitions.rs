//! Which names are defined where.

mod saved;

pub(super) use saved::DefinitionsLoader;

use super::slots::Slots;
use crate::chunk::{Symbol, SymbolKind};
use crate::lexical::{Postings, composed, folded, words};
use std::collections::HashMap;

/// A distinct name, in lower case, and the chunks that define it.
#[derive(Debug, Default)]
pub struct Name {
    /// The name in lower case; empty for a row that is free.
    pub text: Box<str>,
    /// The first letters of its parts, if it has several.
    pub initials: Box<str>,
    /// Which letters it has, as [`letters`] gives them.
    pub letters: u64,
    /// How many characters it has.
    pub length: u32,
    /// Its definitions.
    pub holders: Vec<Holder>,
    /// How it is written, the spelling that its parts are taken from first: so they do not depend on which came first.
    spellings: Vec<Spelling>,
}

impl Name {
    /// Whether a definition is written so.
    pub fn is_spelled(&self, text: &str) -> bool {
        self.spellings.iter().any(|known| *composed(&known.text) == *text)
    }

    /// Gives it its text.
    fn call(&mut self, lower: &str) {
        self.text = lower.into();
        self.letters = letters(lower);
        self.length = lower.chars().count() as u32;
    }
}

/// What a definition is found by: its name, [folded].
pub fn naming(symbol: &Symbol) -> String {
    folded(&symbol.name)
}

/// A way to write a name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spelling {
    /// More parts say more: `HttpServer` before `httpserver`.
    parts: std::cmp::Reverse<u32>,
    text: Box<str>,
    /// How many definitions are written so.
    times: u32,
}

impl Spelling {
    fn of(text: &str) -> Self {
        let mut parts = 0;
        words(text, &mut |_| parts += 1);
        Spelling { parts: std::cmp::Reverse(parts), text: text.into(), times: 0 }
    }
}

/// A definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The chunk's row.
    pub slot: u32,
    /// What is defined.
    pub kind: SymbolKind,
    /// Whether more than a declaration stands there.
    pub body: bool,
}

impl Holder {
    /// A symbol of the chunk at a row.
    pub fn of(slot: u32, symbol: &Symbol) -> Self {
        Holder { slot, kind: symbol.kind, body: symbol.body.is_some() }
    }
}

/// The distinct names of all definitions. Their parts are indexed like texts: a row is a document.
pub struct Definitions {
    rows: HashMap<Box<str>, u32>,
    names: Vec<Name>,
    slots: Slots,
    parts: Postings,
    /// Rows whose parts are to be read from another spelling, when [settled](Self::settle).
    respelled: Vec<u32>,
}

impl Definitions {
    /// No names yet. The numbers are BM25's: nothing here scores by it, [`Postings::idf`] does not depend on them.
    pub fn new(k1: f64, b: f64) -> Self {
        Definitions {
            rows: HashMap::new(),
            names: Vec::new(),
            slots: Slots::default(),
            parts: Postings::new(k1, b),
            respelled: Vec::new(),
        }
    }

    /// Notes a definition.
    pub fn insert(&mut self, slot: u32, symbol: &Symbol) {
        let lower = naming(symbol);
        let row = match self.rows.get(lower.as_str()) {
            Some(&row) => row,
            None => {
                let row = self.take_row();
                self.names[row as usize].call(&lower);
                self.rows.insert(lower.into(), row);
                row
            }
        };
        let name = &mut self.names[row as usize];
        name.holders.push(Holder::of(slot, symbol));
        match name.spellings.iter_mut().find(|known| *known.text == *symbol.name) {
            Some(known) => known.times += 1,
            None => {
                let new = Spelling { times: 1, ..Spelling::of(&symbol.name) };
                let at = name.spellings.partition_point(|known| *known < new);
                name.spellings.insert(at, new);
                match (at, name.spellings.get(1)) {
                    (0, None) => self.index_parts(row),
                    (0, Some(before)) if !has_same_terms(&before.text, &symbol.name) => self.respelled.push(row),
                    _ => {}
                }
            }
        }
    }

    /// Takes a definition out.
    pub fn remove(&mut self, slot: u32, symbol: &Symbol) {
        let lower = naming(symbol);
        let Some(&row) = self.rows.get(lower.as_str()) else { return };
        let name = &mut self.names[row as usize];
        if let Some(at) = name.holders.iter().position(|&known| known == Holder::of(slot, symbol)) {
            name.holders.remove(at);
        }
        let mut lost = None;
        if let Some(at) = name.spellings.iter().position(|known| *known.text == *symbol.name) {
            name.spellings[at].times -= 1;
            if name.spellings[at].times == 0 {
                name.spellings.remove(at);
                lost = Some(at);
            }
        }
        if name.holders.is_empty() {
            self.rows.remove(lower.as_str());
            self.names[row as usize] = Name::default();
            self.retire_row(row);
        } else if lost == Some(0) && name.spellings.first().is_some_and(|now| !has_same_terms(&now.text, &symbol.name))
        {
            self.respelled.push(row);
        }
        if self.slots.worth_reusing() {
            self.parts.settle();
            self.slots.reuse();
        }
    }

    /// Takes a name's parts from its first spelling. In its row, which others know it by.
    fn index_parts(&mut self, row: u32) {
        let name = &mut self.names[row as usize];
        let Some(Spelling { text, .. }) = name.spellings.first() else { return };
        self.parts.insert(row, &[(text, 1)]);
        name.initials = initials(text);
    }

    fn take_row(&mut self) -> u32 {
        let row = self.slots.take();
        self.names.resize_with(self.slots.len(), Name::default);
        row
    }

    fn retire_row(&mut self, row: u32) {
        self.parts.remove(row);
        self.slots.retire(row);
    }

    /// Reads the parts of names that are spelled otherwise than before, and merges fresh postings if there are more than
    /// so many. Before a question.
    pub fn settle(&mut self, most: usize) {
        let mut rows = std::mem::take(&mut self.respelled);
        if !rows.is_empty() {
            rows.sort_unstable();
            rows.dedup();
            rows.iter().for_each(|&row| self.parts.remove(row));
            // A row can be taken again only after a merge: one for all of them.
            self.parts.settle();
            rows.into_iter().for_each(|row| self.index_parts(row));
        }
        if self.parts.unsettled() > most {
            self.parts.settle();
        }
    }

    /// The name, given in lower case.
    pub fn find(&self, lower: &str) -> Option<&Name> {
        self.row(lower).and_then(|row| self.names.get(row as usize))
    }

    /// The row of the name, given in lower case.
    pub fn row(&self, lower: &str) -> Option<u32> {
        self.rows.get(lower).copied()
    }

    /// The rows, free ones among them.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The names' parts, a document a row.
    pub fn parts(&self) -> &Postings {
        &self.parts
    }

    /// Bytes of memory held, roughly.
    pub fn bytes(&self) -> usize {
        let names: usize = self.names.iter().map(|n| 2 * n.text.len() + size_of_val(n.holders.as_slice())).sum();
        names + self.parts.bytes() + self.names.capacity() * size_of::<Name>() + self.rows.capacity() * 24
    }
}

/// Which letters a word has, modulo 64, as bits: words with few in common are not alike, and comparing two takes long.
pub fn letters(word: &str) -> u64 {
    word.chars().fold(0, |set, letter| set | 1 << (u32::from(letter) & 63))
}

/// Whether two spellings have the same parts, as those of `Config` and `config`.
fn has_same_terms(a: &str, b: &str) -> bool {
    let terms = |name: &str| {
        let mut terms = Vec::new();
        words(name, &mut |term| terms.push(term.to_owned()));
        terms
    };
    terms(a) == terms(b)
}

/// The first letters of a name's parts; nothing for a name of one part.
fn initials(name: &str) -> Box<str> {
    let mut firsts = String::new();
    let mut whole = true;
    words(name, &mut |part| {
        // The first term is the whole name.
        if !std::mem::take(&mut whole) {
            firsts.extend(part.chars().next());
        }
    });
    firsts.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_those_of_the_parts() {
        assert_eq!(
            [initials("GlobSetBuilder"), initials("parse_header"), initials("walk")],
            ["gsb".into(), "ph".into(), "".into()]
        );
    }

    #[test]
    fn parts_follow_the_spellings_that_are_left() {
        let symbol = |name: &str| Symbol {
            name: name.to_owned(),
            qualified: name.to_owned(),
            kind: SymbolKind::Function,
            parent: None,
            range: 0..1,
            name_byte: 0,
            line: 1,
            signature: Vec::new(),
            doc: None,
            body: None,
        };
        let mut names = Definitions::new(1.5, 0.75);
        let parts = |names: &mut Definitions| {
            names.settle(0);
            let row = names.row("fooset").unwrap();
            (names.parts().length(row), names.names()[row as usize].initials.clone())
        };
        names.insert(0, &symbol("fooset"));
        assert_eq!(parts(&mut names), (1, "".into()));
        names.insert(1, &symbol("fooSet"));
        names.insert(2, &symbol("FOOSET"));
        assert_eq!(parts(&mut names), (3, "fs".into()));
        assert!(names.respelled.is_empty());
        names.remove(0, &symbol("fooset"));
        names.remove(1, &symbol("fooSet"));
        assert_eq!(parts(&mut names), (1, "".into()));
        names.insert(3, &symbol("fooset"));
        assert!(names.respelled.is_empty(), "the same parts");
        names.remove(2, &symbol("FOOSET"));
        names.remove(3, &symbol("fooset"));
        assert_eq!(names.row("fooset"), None);
    }
}
