//! The definitions of a file: what the language's patterns find where they may start, put together to a list.

use std::ops::{Range, RangeInclusive};
use std::task::Poll;

use serde::{Deserialize, Serialize};
use tree_sitter::Node;

use super::border::{Borders, begins_line, line};
use super::grammar::{Compiled, Docs, Grammar, Roles};
use super::pattern::{Bound, Capture, Matcher, Patterns};
use crate::pace::Pace;
use crate::source::Lines;

/// What a definition defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// A function that belongs to no type.
    Function,
    /// A function of a class, a type, a trait, an object.
    Method,
    /// A class, also a record.
    Class,
    /// A struct or union.
    Struct,
    /// An enumeration.
    Enum,
    /// A member of an enumeration.
    Variant,
    /// An interface, also an annotation type.
    Interface,
    /// A trait.
    Trait,
    /// A type alias, an associated type, a named type.
    Type,
    /// A constant or static.
    Constant,
    /// A variable of the file or module itself.
    Variable,
    /// A field or property.
    Field,
    /// A module or namespace.
    Module,
    /// A macro.
    Macro,
    /// An implementation block; its name is the type's.
    Impl,
    /// A section of a document; its name is the heading.
    Section,
    /// A key or table of a configuration file.
    Key,
    /// A style rule; its name is the selector.
    Rule,
    /// An element of a page that has an id.
    Element,
}

impl SymbolKind {
    const ALL: [SymbolKind; 19] = [
        SymbolKind::Function,
        SymbolKind::Method,
        SymbolKind::Class,
        SymbolKind::Struct,
        SymbolKind::Enum,
        SymbolKind::Variant,
        SymbolKind::Interface,
        SymbolKind::Trait,
        SymbolKind::Type,
        SymbolKind::Constant,
        SymbolKind::Variable,
        SymbolKind::Field,
        SymbolKind::Module,
        SymbolKind::Macro,
        SymbolKind::Impl,
        SymbolKind::Section,
        SymbolKind::Key,
        SymbolKind::Rule,
        SymbolKind::Element,
    ];

    /// The kind's name, in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Class => "class",
            SymbolKind::Struct => "struct",
            SymbolKind::Enum => "enum",
            SymbolKind::Variant => "variant",
            SymbolKind::Interface => "interface",
            SymbolKind::Trait => "trait",
            SymbolKind::Type => "type",
            SymbolKind::Constant => "constant",
            SymbolKind::Variable => "variable",
            SymbolKind::Field => "field",
            SymbolKind::Module => "module",
            SymbolKind::Macro => "macro",
            SymbolKind::Impl => "impl",
            SymbolKind::Section => "section",
            SymbolKind::Key => "key",
            SymbolKind::Rule => "rule",
            SymbolKind::Element => "element",
        }
    }

    /// The kind that a query names by `@definition.<name>`.
    pub(crate) fn of_capture(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The kind that is `number` when it is cast to a number.
    pub(crate) fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    fn is_callable(self) -> bool {
        matches!(self, SymbolKind::Function | SymbolKind::Method)
    }

    /// Whether functions inside are methods.
    fn has_methods(self) -> bool {
        matches!(
            self,
            SymbolKind::Class
                | SymbolKind::Struct
                | SymbolKind::Enum
                | SymbolKind::Interface
                | SymbolKind::Trait
                | SymbolKind::Impl
        )
    }
}

/// A definition. All ranges are bytes of the file's text and lie on character boundaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The plain name.
    pub name: String,
    /// The name with the names of what encloses it, joined by the language's own separator.
    pub qualified: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Index of the symbol that encloses it in the file's list; always smaller than its own.
    pub parent: Option<u32>,
    /// The definition with everything that belongs to it: comments and attributes above, an export around it.
    pub range: Range<u32>,
    /// Where its name stands.
    pub name_byte: u32,
    /// The line of the name, from 1.
    pub line: u32,
    /// The header, over all its lines, without the body: decorators first if the language has them, one range each.
    pub signature: Vec<Range<u32>>,
    /// The documentation as it stands: comment signs or quotes included.
    pub doc: Option<Range<u32>>,
    /// What can be folded away; a docstring is not part of it.
    pub body: Option<Range<u32>>,
}

/// Definitions nested deeper than this are not listed: their names would only repeat their parents'.
const DEEPEST: usize = 32;
/// Patterns do not start deeper than this in the tree.
const DEEPEST_START: u32 = 400;
/// A name is at most this many bytes; a heading or selector can be longer.
const LONGEST_NAME: usize = 160;
/// The header of a definition with a body is at most this many bytes.
const LONGEST_HEADER: usize = 2_000;
/// The header of one without: a constant's value may be a whole table.
const LONGEST_BARE: usize = 500;
const MOST_BARE_LINES: usize = 10;

/// What a match of a pattern says of a definition. It is copied out of the tree, so that nothing is held of that.
pub(crate) struct Found {
    kind: SymbolKind,
    /// The definition's node: which it is, and its bytes.
    node: usize,
    bytes: Range<u32>,
    name: Name,
    scopes: Vec<Name>,
    body: Option<Body>,
    /// Where the header ends, where a body does not tell.
    head: Option<u32>,
    pattern: usize,
    /// The node's range, or that of the wrapper around it.
    outer: Range<u32>,
    /// Where what lies inside it can stand.
    reach: Range<u32>,
    /// Whether a definition of the same name directly above is the same one.
    clause: bool,
}

/// A node that spells a name.
struct Name {
    bytes: Range<u32>,
    spelling: Spelling,
}

/// Ruby's symbols and Elixir's atoms carry a colon, an alias of the shell its sign; a conversion of C++ is named by its
/// type, behind which come the parentheses.
enum Spelling {
    Plain,
    Atom,
    Keyword,
    Word,
    Cast,
}

struct Body {
    bytes: Range<u32>,
    /// What can be folded away.
    range: Range<u32>,
    is_pair: bool,
    doc: Option<Doc>,
}

/// The first statement of a body, if it is documentation.
struct Doc {
    bytes: Range<u32>,
    rows: RangeInclusive<u32>,
}

/// What may be definitions, on the way to a list of symbols.
pub(crate) struct Definitions {
    found: Vec<Found>,
    /// The wrapper that is next, while definitions are widened.
    wrapper: usize,
    /// `found` by where the nodes start, for that.
    order: Vec<u32>,
    /// What of `found` is next.
    next: usize,
    symbols: Vec<Symbol>,
    /// What encloses the place in the text, outermost first: (symbol, its node's range).
    open: Vec<(usize, Range<u32>)>,
}

/// The work of describing a definition, in microseconds.
const DESCRIBE: u32 = 2;

impl Definitions {
    /// Of several findings with the same name node the one by the earliest pattern stays.
    pub(crate) fn new(mut found: Vec<Found>) -> Self {
        // An implementation may be named in several ways: by the best.
        found.sort_by_key(|found| (found.bytes.start, found.pattern));
        found
            .dedup_by(|one, before| one.kind == SymbolKind::Impl && before.kind == one.kind && one.node == before.node);
        found.sort_by_key(|found| (found.name.bytes.start, found.pattern));
        found.dedup_by_key(|found| found.name.bytes.start);
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_by_key(|&index| found[index as usize].bytes.start);
        Definitions { found, wrapper: 0, order, next: 0, symbols: Vec::new(), open: Vec::new() }
    }

    /// Goes on; gives the symbols at the end, sorted by `name_byte`. `borders.folds` lose the docstrings they begin with.
    /// The same text must be given each time.
    pub(crate) fn advance(
        &mut self,
        text: &str,
        lines: &Lines,
        grammar: &Grammar,
        borders: &mut Borders,
        pace: &mut Pace,
    ) -> Poll<Vec<Symbol>> {
        while let Some(wrapper) = borders.wrappers.get(self.wrapper) {
            self.wrapper += 1;
            self.widen(wrapper, text);
            if pace.spend(1) {
                return Poll::Pending;
            }
        }
        while self.next < self.found.len() {
            self.add(self.next, text, lines, grammar, borders);
            self.next += 1;
            if pace.spend(DESCRIBE) {
                return Poll::Pending;
            }
        }
        Poll::Ready(std::mem::take(&mut self.symbols))
    }

    /// Widens a definition to the wrapper around it: a wrapper belongs to the first definition inside it, if nothing but
    /// blanks and semicolons follows that.
    fn widen(&mut self, wrapper: &Range<u32>, text: &str) {
        let (found, order) = (&mut self.found, &self.order);
        let from = order.partition_point(|&index| found[index as usize].bytes.start < wrapper.start);
        let Some(first) = order.get(from).map(|&index| found[index as usize].bytes.clone()) else { return };
        let rest = text.get(first.end as usize..wrapper.end as usize);
        if !rest.is_some_and(|rest| rest.bytes().all(|byte| byte == b';' || byte.is_ascii_whitespace())) {
            return;
        }
        for &index in &order[from..] {
            let one = &mut found[index as usize];
            if one.bytes.start != first.start {
                break;
            }
            if one.bytes.end == first.end {
                one.outer = one.outer.start.min(wrapper.start)..one.outer.end.max(wrapper.end);
            }
        }
    }

    fn add(&mut self, index: usize, text: &str, lines: &Lines, grammar: &Grammar, borders: &mut Borders) {
        let Definitions { found, symbols, open, .. } = self;
        let found = &found[index];
        let name = found.name.spelled(text);
        if name.is_empty() {
            return;
        }
        let range = found.reach.clone();
        let name_byte = found.name.bytes.start;
        while open.last().is_some_and(|(_, outer)| outer.end <= name_byte || *outer == range) {
            open.pop();
        }
        let encloses = |outer: &Range<u32>| outer.start <= range.start && range.end <= outer.end && *outer != range;
        let parent = open.iter().rev().find(|(_, outer)| encloses(outer)).map(|(index, _)| *index);
        // Variables of a function are nobody else's business.
        let local = matches!(found.kind, SymbolKind::Variable | SymbolKind::Constant)
            && parent.is_some_and(|index| symbols[index].kind.is_callable());
        if local || open.len() >= DEEPEST {
            return;
        }
        let symbol = describe(found, name, parent.map(|index| (index, &symbols[index])), text, lines, grammar, borders);
        if found.clause
            && symbol.doc.is_none()
            && let Some(index) = symbols.iter().rposition(|other| other.parent == symbol.parent)
            && goes_on(&mut symbols[index], &symbol)
        {
            borders.begin_clause(lines.line_of(symbol.range.start));
            open.push((index, range));
            return;
        }
        open.push((symbols.len(), range));
        symbols.push(symbol);
    }
}

/// Tries the patterns at a node.
pub(crate) fn find<'tree>(
    node: Node<'tree>,
    text: &str,
    compiled: &Compiled,
    patterns: &Patterns,
    matcher: &mut Matcher<'tree, '_>,
    found: &mut Vec<Found>,
) {
    matcher.matches(patterns, node, |pattern, bound| found.extend(Found::of(pattern.number, bound, text, compiled)));
}

/// Tries the patterns at a node and at all nodes inside it.
pub(crate) fn find_inside<'tree>(
    node: Node<'tree>,
    text: &str,
    compiled: &Compiled,
    matcher: &mut Matcher<'tree, '_>,
    found: &mut Vec<Found>,
) {
    let mut cursor = node.walk();
    let mut depth = 0;
    loop {
        let node = cursor.node();
        if compiled.roles(node.kind_id()).any(Roles::ROOT) {
            find(node, text, compiled, &compiled.query.anywhere, matcher, found);
        }
        if depth < DEEPEST_START && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
    }
}

impl Found {
    /// What a match says; none if it names no definition.
    fn of(pattern: usize, bound: &[Bound], text: &str, compiled: &Compiled) -> Option<Self> {
        let (mut definition, mut name, mut scopes) = (None, None, Vec::new());
        let (mut body, mut head) = (None, None);
        for &(capture, node) in bound {
            match capture {
                Capture::Definition(kind) => definition = Some((kind, node)),
                Capture::Name => name = Some(node),
                Capture::Body => body = Some(node),
                Capture::Head => head = Some(node),
                Capture::Scope => scopes.push(Name::of(node)),
                Capture::Other(_) => {}
            }
        }
        let ((kind, node), name) = (definition?, name?);
        // Shorter than patterns that ask for the body behind a long header. The fields of a tuple are no body.
        let tuple = matches!(kind, SymbolKind::Struct | SymbolKind::Variant);
        let body = body.or_else(|| node.child_by_field_name("body").filter(|_| !tuple));
        let roles = compiled.roles(node.kind_id());
        let bytes = bytes(node);
        let mut reach = bytes.clone();
        if roles.any(Roles::REST) {
            reach.end = node.parent().map_or(reach.end, |around| around.end_byte() as u32);
        }
        Some(Found {
            kind,
            node: node.id(),
            bytes,
            name: Name::of(name),
            scopes,
            body: body.map(|body| Body::of(body, compiled.grammar.docs, text)),
            head: head.map(|head| head.end_byte() as u32),
            pattern,
            outer: reach.clone(),
            reach,
            clause: roles.any(Roles::CLAUSE),
        })
    }
}

fn bytes(node: Node) -> Range<u32> {
    node.start_byte() as u32..node.end_byte() as u32
}

impl Name {
    fn of(node: Node) -> Self {
        let spelling = match node.kind() {
            "simple_symbol" | "atom" => Spelling::Atom,
            "keyword" => Spelling::Keyword,
            "word" => Spelling::Word,
            "operator_cast" => Spelling::Cast,
            _ => Spelling::Plain,
        };
        Name { bytes: bytes(node), spelling }
    }

    /// The name as people write it.
    fn spelled(&self, text: &str) -> String {
        let raw = text.get(self.bytes.start as usize..self.bytes.end as usize).unwrap_or_default();
        clean(match self.spelling {
            Spelling::Plain => raw,
            Spelling::Atom => raw.trim_start_matches(':'),
            Spelling::Keyword => raw.trim_end().trim_end_matches(':'),
            Spelling::Word => raw.trim_end_matches('='),
            Spelling::Cast => raw.split('(').next().unwrap_or(raw),
        })
    }
}

impl Body {
    /// A body that is given by its opening token goes on to the end of the node around that.
    fn of(node: Node, docs: Docs, text: &str) -> Self {
        let end = if node.is_named() { None } else { node.parent().map(|around| around.end_byte()) };
        let doc = docstring(node, docs, text).map(|string| Doc {
            bytes: bytes(string),
            rows: string.start_position().row as u32..=string.end_position().row as u32,
        });
        Body {
            bytes: bytes(node),
            range: node.start_byte() as u32..end.unwrap_or(node.end_byte()) as u32,
            is_pair: node.kind() == "pair",
            doc,
        }
    }
}

fn describe(
    found: &Found,
    name: String,
    parent: Option<(usize, &Symbol)>,
    text: &str,
    lines: &Lines,
    grammar: &Grammar,
    borders: &mut Borders,
) -> Symbol {
    let name_byte = found.name.bytes.start;
    let mut qualified = parent.map(|(_, symbol)| symbol.qualified.clone()).unwrap_or_default();
    for part in found.scopes.iter().map(|scope| scope.spelled(text)).chain([name.clone()]) {
        if !qualified.is_empty() {
            qualified.push_str(grammar.separator);
        }
        qualified.push_str(&part);
    }
    let kind = match found.kind {
        SymbolKind::Function if parent.is_some_and(|(_, symbol)| symbol.kind.has_methods()) => SymbolKind::Method,
        kind => kind,
    };
    let attached = attached(found.outer.start, text, lines, borders);
    let mut doc = attached.doc;
    let mut body = found.body.as_ref().map(|body| body.range.clone());
    if let Some(string) = found.body.as_ref().and_then(|body| body.doc.as_ref()) {
        doc = Some(string.bytes.clone());
        let first = skip_blanks(text, string.bytes.end as usize) as u32;
        body = body.map(|body| first.min(body.end)..body.end);
        unfold(borders, string);
    }
    Symbol {
        name,
        qualified,
        kind,
        parent: parent.map(|(index, _)| index as u32),
        range: attached.start..found.outer.end,
        name_byte,
        line: lines.line_of(name_byte),
        signature: signature(found, attached.start, text, borders),
        doc,
        body: body.filter(|body| body.start < body.end),
    }
}

struct Attached {
    start: u32,
    doc: Option<Range<u32>>,
}

/// What stands directly above a definition and belongs to it.
fn attached(start: u32, text: &str, lines: &Lines, borders: &Borders) -> Attached {
    let mut start = start;
    // An attribute on the same line.
    while !begins_line(text, start as usize) {
        let before = borders.marks.partition_point(|mark| mark.bytes.end <= start);
        match borders.marks.get(before.wrapping_sub(1)) {
            Some(mark) if text[mark.bytes.end as usize..start as usize].trim_ascii().is_empty() => {
                start = mark.bytes.start;
            }
            _ => return Attached { start, doc: None },
        }
    }
    let row = lines.line_of(start) as usize - 1;
    let mut top = row;
    let mut comments: Option<(usize, usize)> = None;
    while top > 0 {
        let flags = borders.lines[top - 1];
        if flags & line::COMMENT != 0 {
            comments = Some((top - 1, comments.map_or(top - 1, |(_, last)| last)));
        } else if flags & line::ATTRIBUTE == 0 {
            break;
        }
        top -= 1;
    }
    let first_byte = |row: usize| skip_blanks(text, lines.start(row as u32 + 1) as usize) as u32;
    if top < row {
        start = first_byte(top);
    }
    let doc = comments.map(|(first, last)| {
        let end = lines.start(last as u32 + 2) as usize;
        first_byte(first)..text[..end].trim_ascii_end().len() as u32
    });
    Attached { start, doc }
}

/// The header's ranges: decorators, then everything from after them to the body.
fn signature(found: &Found, from: u32, text: &str, borders: &Borders) -> Vec<Range<u32>> {
    let mut ranges = Vec::with_capacity(1);
    let mut start = found.outer.start;
    let name = found.name.bytes.start;
    let first = borders.marks.partition_point(|mark| mark.bytes.start < from);
    for mark in borders.marks[first..].iter().take_while(|mark| mark.bytes.start < name) {
        // A mark before the definition, or one that opens it.
        if mark.bytes.start > start && !text[start as usize..mark.bytes.start as usize].trim_ascii().is_empty() {
            break;
        }
        if mark.shown {
            ranges.push(mark.bytes.clone());
        }
        start = start.max(skip_blanks(text, mark.bytes.end as usize) as u32);
    }
    let (end, longest) = match (found.head, &found.body) {
        (Some(head), _) => (head as usize, LONGEST_HEADER),
        (None, Some(body)) => (body.bytes.start as usize, LONGEST_HEADER),
        (None, None) => (found.outer.end as usize, LONGEST_BARE),
    };
    let start = skip_blanks(text, start as usize);
    let mut header = text.get(start..end.max(start)).unwrap_or_default();
    if found.body.is_none()
        && let Some((at, _)) = header.match_indices('\n').nth(MOST_BARE_LINES - 1)
    {
        header = &header[..at];
    }
    header = &header[..floor(header, longest)];
    header = header.trim_end();
    // `const table =`, `def f(x),`: the sign says nothing without the value.
    let sign = match &found.body {
        None => false,
        Some(body) if body.is_pair => header.ends_with(','),
        Some(_) => header.ends_with('=') && !header.ends_with("=="),
    };
    if sign {
        header = header[..header.len() - 1].trim_end();
    }
    if !header.is_empty() {
        ranges.push(start as u32..(start + header.len()) as u32);
    }
    // `typedef struct {…} name;`: the name comes last.
    if found.body.as_ref().is_some_and(|body| body.bytes.end <= name) {
        ranges.push(name..found.outer.end);
    }
    ranges
}

/// Lets a definition go on with a clause of it: true if they have the same name.
fn goes_on(symbol: &mut Symbol, clause: &Symbol) -> bool {
    if symbol.qualified != clause.qualified || symbol.kind != clause.kind {
        return false;
    }
    symbol.range.end = symbol.range.end.max(clause.range.end);
    symbol.body = match (symbol.body.take(), clause.body.clone()) {
        (Some(first), Some(last)) => Some(first.start..last.end.max(first.end)),
        (first, last) => first.or(last),
    };
    true
}

/// The first statement of a body, if it is documentation.
fn docstring<'tree>(body: Node<'tree>, docs: Docs, text: &str) -> Option<Node<'tree>> {
    if docs == Docs::Above {
        return None;
    }
    let first = body.named_child(0)?;
    let first = if first.kind() == "expression_statement" { first.named_child(0)? } else { first };
    let is_doc = match docs {
        Docs::Above => false,
        Docs::FirstString => first.kind() == "string",
        Docs::FirstAttribute(opening) => text.get(first.byte_range()).is_some_and(|text| text.starts_with(opening)),
    };
    is_doc.then_some(first)
}

/// Takes a docstring out of the rows that can be folded.
fn unfold(borders: &mut Borders, string: &Doc) {
    let first = *string.rows.start();
    let at = borders.folds.partition_point(|fold| fold.start < first);
    if let Some(fold) = borders.folds.get_mut(at).filter(|fold| fold.start == first) {
        let from = string.rows.end() + 1;
        *fold = from.min(fold.end)..fold.end;
    }
}

fn skip_blanks(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_ascii_start().len())
}

/// A name as people write it: without quotes, on one line, of bounded length.
fn clean(raw: &str) -> String {
    let quotes = ['"', '\'', '`'];
    let raw = raw.trim();
    // A quote at the end alone belongs to the name: `foldl'`.
    let raw = if raw.starts_with(quotes) { raw.trim_matches(quotes) } else { raw };
    let raw = &raw[..floor(raw, LONGEST_NAME * 2)];
    let mut name = String::with_capacity(raw.len());
    for word in raw.split_whitespace() {
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    name.truncate(floor(&name, LONGEST_NAME));
    name
}

/// The last character boundary at or before `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
