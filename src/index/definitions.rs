//! Which names are defined where.

use super::slots::Slots;
use crate::chunk::{Symbol, SymbolKind};
use crate::lexical::{Postings, composed, words};
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
    /// How it is written where it is defined, if with capitals or in several ways, each with how often; sorted.
    pub spellings: Vec<(Box<str>, u32)>,
}

impl Name {
    /// The spelling that the parts are read from: of those that tell most of them apart the first, whatever was indexed
    /// first.
    fn spelling(&self) -> &str {
        let parts = |spelling: &str| {
            let mut parts = 0;
            words(spelling, &mut |_| parts += 1);
            parts
        };
        match &self.spellings[..] {
            [] => &self.text,
            [(only, _)] => only,
            all => all.iter().rev().map(|(spelling, _)| &**spelling).max_by_key(|s| parts(s)).unwrap_or(&self.text),
        }
    }

    /// One definition more with a spelling, or one less.
    fn count(&mut self, spelling: &str, more: bool) {
        // Names that are always written in small letters need no list.
        if self.spellings.is_empty() && *self.text == *spelling {
            return;
        }
        if self.spellings.is_empty() && more && self.holders.len() > 1 {
            self.spellings.push((self.text.clone(), self.holders.len() as u32 - 1));
        }
        match self.spellings.binary_search_by(|known| (*known.0).cmp(spelling)) {
            Ok(at) if more => self.spellings[at].1 += 1,
            Ok(at) if self.spellings[at].1 > 1 => self.spellings[at].1 -= 1,
            Ok(at) => drop(self.spellings.remove(at)),
            Err(at) if more => self.spellings.insert(at, (spelling.into(), 1)),
            Err(_) => {}
        }
    }
}

/// What a definition is found by: its name in lower case.
pub fn naming(symbol: &Symbol) -> String {
    composed(&symbol.name).to_lowercase()
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
}

impl Definitions {
    /// No names yet. The numbers are BM25's: nothing here scores by it, [`Postings::idf`] does not depend on them.
    pub fn new(k1: f64, b: f64) -> Self {
        Definitions { rows: HashMap::new(), names: Vec::new(), slots: Slots::default(), parts: Postings::new(k1, b) }
    }

    /// Notes a definition.
    pub fn insert(&mut self, slot: u32, symbol: &Symbol) {
        let lower = naming(symbol);
        let row = match self.rows.get(lower.as_str()) {
            Some(&row) => row,
            None => {
                let row = self.slots.take();
                self.names.resize_with(self.slots.len(), Name::default);
                let known = &mut self.names[row as usize];
                known.text = lower.clone().into();
                known.letters = letters(&lower);
                known.length = lower.chars().count() as u32;
                self.rows.insert(lower.into(), row);
                row
            }
        };
        let name = &mut self.names[row as usize];
        let before = (!name.holders.is_empty()).then(|| name.spelling().to_owned());
        name.holders.push(Holder::of(slot, symbol));
        name.count(&symbol.name, true);
        self.read_parts(row, before.as_deref());
    }

    /// Takes a definition out.
    pub fn remove(&mut self, slot: u32, symbol: &Symbol) {
        let lower = naming(symbol);
        let Some(&row) = self.rows.get(lower.as_str()) else { return };
        let name = &mut self.names[row as usize];
        let before = name.spelling().to_owned();
        if let Some(at) = name.holders.iter().position(|&known| known == Holder::of(slot, symbol)) {
            name.holders.remove(at);
            name.count(&symbol.name, false);
        }
        if !name.holders.is_empty() {
            self.read_parts(row, Some(&before));
            return;
        }
        self.rows.remove(lower.as_str());
        self.names[row as usize] = Name::default();
        self.parts.remove(row);
        self.slots.retire(row);
        if self.slots.worth_reusing() {
            self.parts.settle();
            self.slots.reuse();
        }
    }

    /// Reads the parts of a name, if it is spelled otherwise than before.
    fn read_parts(&mut self, row: u32, before: Option<&str>) {
        let name = &mut self.names[row as usize];
        let spelling = name.spelling().to_owned();
        if before != Some(spelling.as_str()) {
            name.initials = initials(&spelling);
            // Its humps tell the parts apart.
            self.parts.insert(row, &[(&spelling, 1)]);
        }
    }

    /// Merges fresh postings; scores do not depend on it.
    pub fn settle(&mut self, most: usize) {
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
    fn parts_do_not_depend_on_which_spelling_came_first() {
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
        let parts = |names: &Definitions| {
            let row = names.row("fooset").unwrap();
            (names.parts().length(row), names.names()[row as usize].initials.clone())
        };
        let mut names = Definitions::new(1.5, 0.75);
        names.insert(0, &symbol("fooset"));
        assert_eq!(parts(&names), (1, "".into()));
        names.insert(1, &symbol("fooset"));
        names.insert(2, &symbol("fooSet"));
        assert_eq!(parts(&names), (3, "fs".into()));
        names.insert(3, &symbol("FOOSET"));
        assert_eq!(parts(&names), (3, "fs".into()));
        names.remove(3, &symbol("FOOSET"));
        names.remove(0, &symbol("fooset"));
        assert_eq!(parts(&names), (3, "fs".into()));
        names.remove(2, &symbol("fooSet"));
        assert_eq!(parts(&names), (1, "".into()));
        names.remove(1, &symbol("fooset"));
        assert_eq!(names.row("fooset"), None);
    }
}
