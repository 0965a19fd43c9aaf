//! Patterns of syntax: the definition queries, read and run.
//!
//! A query of tree-sitter's own is analysed against all tables of the grammar before it can be run, which holds a thread
//! for a tenth of a second; and its cursor follows every pattern through every node. These patterns are written alike,
//! but only looked up, and are tried where they can start. `parse` reads them, `matching` runs them.

mod matching;
#[cfg(test)]
mod oracle;
mod parse;

pub(crate) use matching::{Bound, Matcher};
use tree_sitter::Node;

use super::symbol::SymbolKind;

/// What a capture of a definition query stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Capture {
    /// The whole definition.
    Definition(SymbolKind),
    /// Its name.
    Name,
    /// What can be folded: signatures end before it. An opening token stands for all that follows in its node.
    Body,
    /// The last part of the header, where a body does not tell.
    Head,
    /// A name that qualifies this one although it does not enclose it: a receiver, a prototype. There may be several.
    Scope,
    /// Only there for a predicate: the number of its name.
    Other(u8),
}

/// Patterns by the kind of node at which they start.
#[derive(Default)]
pub(crate) struct Patterns {
    /// Sorted by kind, then by number.
    patterns: Vec<(u16, Pattern)>,
}

impl Patterns {
    fn new(mut patterns: Vec<(u16, Pattern)>) -> Self {
        patterns.sort_by_key(|(kind, pattern)| (*kind, pattern.number));
        Patterns { patterns }
    }

    /// The kinds of node at which patterns start; a kind may come up several times.
    pub(crate) fn starts(&self) -> impl Iterator<Item = u16> {
        self.patterns.iter().map(|(kind, _)| *kind)
    }

    fn starting_at(&self, kind: u16) -> &[(u16, Pattern)] {
        let from = self.patterns.partition_point(|(other, _)| *other < kind);
        let rest = self.patterns.get(from..).unwrap_or_default();
        rest.get(..rest.partition_point(|(other, _)| *other == kind)).unwrap_or_default()
    }
}

/// The patterns of a language.
#[derive(Default)]
pub(crate) struct Query {
    /// Those that are tried anywhere.
    pub(crate) anywhere: Patterns,
    /// Those of what stands in the outermost sequence, without the root that they are written with: they are tried at
    /// each of its elements. At the root one run would take as long as the text is, without a pause.
    pub(crate) top: Patterns,
}

impl Query {
    /// Reads a query whose parts are joined; `root` is the kind of every tree's root. The error is a sentence.
    pub(crate) fn new(parts: &[&str], language: &tree_sitter::Language, root: u16) -> Result<Self, String> {
        parse::query(parts, language, root)
    }
}

/// One pattern.
pub(crate) struct Pattern {
    /// Which of all it is: an earlier one wins.
    pub(crate) number: usize,
    shape: Shape,
    tests: Vec<Test>,
}

/// What a node must be like.
struct Shape {
    kind: Kind,
    /// What the node is captured as.
    captures: Vec<Capture>,
    /// Fields that it must not have.
    without: Vec<u16>,
    /// Some of its children, in order; others may stand between them.
    children: Vec<Part>,
}

impl Shape {
    fn admits(&self, node: Node, kind: u16, is_named: bool) -> bool {
        let fits = match self.kind {
            Kind::Any => kind != ERROR,
            Kind::Named => is_named && kind != ERROR,
            Kind::Of(id) => kind == id,
        };
        fits && self.without.iter().all(|&field| node.child_by_field_id(field).is_none())
    }

    fn binds(&self) -> bool {
        !self.captures.is_empty() || self.children.iter().any(|part| part.binds)
    }
}

/// What kind of node fits. No wildcard stands for a fault.
enum Kind {
    /// `_`
    Any,
    /// `(_)`
    Named,
    /// Any with this number. Kinds of one name, and aliases, have the number of the first.
    Of(u16),
}

/// The kind of what the grammar cannot read.
const ERROR: u16 = u16::MAX;

/// What one child of a node must be like.
struct Part {
    /// The field of the child; 0 is any or none.
    field: u16,
    /// No named node may stand between the child and the one before, or the begin.
    anchored: bool,
    /// No named node may follow.
    last: bool,
    /// The child may be missing; it is taken where it can be.
    optional: bool,
    /// Whether anything is captured in it.
    binds: bool,
    /// It must be like one of these.
    shapes: Vec<Shape>,
}

/// What the text of a captured node must be like; of several nodes, that of each.
struct Test {
    capture: Capture,
    text: Text,
    /// False turns the test round.
    is: bool,
    /// Whether it can be asked as soon as the node is found. Where the node may be left out it cannot: a match is given
    /// up for the sake of a larger one even if that then fails.
    early: bool,
}

enum Text {
    /// One of these.
    OneOf(Vec<String>),
    /// Begins with one of these.
    StartsWith(Vec<String>),
    /// A name of capitals, as constants have: `_MAX_2`.
    Capitals,
}

impl Test {
    fn passes(&self, text: &str) -> bool {
        let found = match &self.text {
            Text::OneOf(texts) => texts.iter().any(|other| other == text),
            Text::StartsWith(texts) => texts.iter().any(|start| text.starts_with(start)),
            Text::Capitals => {
                let name = text.trim_start_matches('_');
                name.starts_with(|first: char| first.is_ascii_uppercase())
                    && name.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
            }
        };
        found == self.is
    }
}
