//! Reads what stands in `queries`: the part of tree-sitter's query syntax that is used there. Anything else is an error,
//! so that no pattern means something else than it says.

use std::collections::BTreeMap;

use tree_sitter::Language;

use super::{Capture, Kind, Part, Pattern, Patterns, Query, Shape, Test, Text};
use crate::chunk::symbol::SymbolKind;

/// Patterns and their parts are nested no deeper, because reading and running them recurses.
const DEEPEST: usize = 32;

pub(super) fn query(parts: &[&str], language: &Language, root: u16) -> Result<Query, String> {
    let mut names = Names { language, kinds: BTreeMap::new(), others: Vec::new() };
    let (mut anywhere, mut top, mut number) = (Vec::new(), Vec::new(), 0);
    for part in parts {
        let mut reader = Reader { rest: part, names: &mut names, tests: Vec::new() };
        reader.skip();
        while !reader.rest.is_empty() {
            let read = reader.pattern(number).and_then(|pattern| sort(pattern, root));
            let (place, pattern) = read.map_err(|why| reader.located(part, &why))?;
            if place.is_top {
                top.push((place.kind, pattern))
            } else {
                anywhere.push((place.kind, pattern))
            }
            number += 1;
        }
    }
    Ok(Query { anywhere: Patterns::new(anywhere), top: Patterns::new(top) })
}

/// Where a pattern starts.
struct Place {
    kind: u16,
    is_top: bool,
}

/// Takes the root off a pattern of what stands in the outermost sequence.
fn sort(mut pattern: Pattern, root: u16) -> Result<(Place, Pattern), String> {
    let kind = start(&pattern.shape)?;
    if kind != root || pattern.shape.children.is_empty() {
        return Ok((Place { kind, is_top: false }, pattern));
    }
    let Shape { captures, without, mut children, .. } = pattern.shape;
    let (child, others) = (children.pop().map(|part| (part.field, part.anchored, part.last, part)), children.len());
    match child {
        Some((0, false, false, mut part)) if others == 0 && captures.is_empty() && without.is_empty() => {
            match (part.shapes.pop(), part.shapes.len(), part.optional) {
                (Some(shape), 0, false) => {
                    pattern.shape = shape;
                    Ok((Place { kind: start(&pattern.shape)?, is_top: true }, pattern))
                }
                _ => Err("below the root there must be one child of one kind".to_owned()),
            }
        }
        _ => Err("the root is not captured, and has one child that stands anywhere".to_owned()),
    }
}

fn start(shape: &Shape) -> Result<u16, String> {
    match shape.kind {
        Kind::Of(kind) => Ok(kind),
        Kind::Any | Kind::Named => Err("a pattern starts at a kind of node".to_owned()),
    }
}

/// Numbers of names. Looking a kind up goes through all kinds of the language, so it is done once.
struct Names<'a> {
    language: &'a Language,
    kinds: BTreeMap<(&'a str, bool), u16>,
    /// Names of captures that are only there for predicates.
    others: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn kind(&mut self, name: &'a str, is_named: bool) -> Result<u16, String> {
        let language = self.language;
        let kind = *self.kinds.entry((name, is_named)).or_insert_with(|| language.id_for_node_kind(name, is_named));
        match kind {
            0 => Err(format!("there is no node `{name}`")),
            kind if language.node_kind_is_supertype(kind) => Err(format!("`{name}` stands for several kinds of node")),
            kind => Ok(kind),
        }
    }

    fn capture(&mut self, name: &'a str) -> Result<Capture, String> {
        Ok(match name {
            "name" => Capture::Name,
            "body" => Capture::Body,
            "head" => Capture::Head,
            "scope" => Capture::Scope,
            _ if name.starts_with('_') => {
                let known = self.others.iter().position(|other| *other == name);
                let number = known.unwrap_or_else(|| {
                    self.others.push(name);
                    self.others.len() - 1
                });
                Capture::Other(u8::try_from(number).map_err(|_| "there are too many captures".to_owned())?)
            }
            _ => {
                let kind = name.strip_prefix("definition.").and_then(SymbolKind::of_capture);
                Capture::Definition(kind.ok_or_else(|| format!("`@{name}` stands for nothing"))?)
            }
        })
    }
}

/// A query that is being read.
struct Reader<'a, 'b> {
    rest: &'a str,
    names: &'b mut Names<'a>,
    /// The predicates of the pattern.
    tests: Vec<Test>,
}

impl<'a> Reader<'a, '_> {
    fn pattern(&mut self, number: usize) -> Result<Pattern, String> {
        let part = self.part(0)?;
        let mut tests = std::mem::take(&mut self.tests);
        if part.anchored || part.optional || part.field != 0 {
            return Err("a pattern is a node".to_owned());
        }
        let mut left_out = Vec::new();
        may_be_left_out(&part, false, &mut left_out);
        for test in &mut tests {
            test.early = !left_out.contains(&test.capture);
        }
        let mut shapes = part.shapes;
        match (shapes.pop(), shapes.is_empty()) {
            (Some(shape), true) => Ok(Pattern { number, shape, tests }),
            _ => Err("a pattern is one node".to_owned()),
        }
    }

    /// A child with what stands before and after it.
    fn part(&mut self, depth: usize) -> Result<Part, String> {
        if depth > DEEPEST {
            return Err("the pattern is nested too deeply".to_owned());
        }
        let anchored = self.take('.');
        let mut field = 0;
        if self.rest.starts_with(|first: char| first.is_ascii_lowercase()) {
            field = self.field()?;
            self.expect(':')?;
        }
        let mut shapes = Vec::new();
        if self.take('[') {
            while !self.take(']') {
                shapes.push(self.shape(depth)?);
                self.captures(&mut shapes)?;
            }
            // What follows the bracket holds for each of the shapes.
        } else {
            shapes.push(self.shape(depth)?);
        }
        let mut optional = false;
        let mut captures = Vec::new();
        loop {
            if self.take('?') {
                optional = true;
            } else if self.rest.starts_with('@') {
                captures.push(self.capture()?);
            } else {
                break;
            }
        }
        for shape in &mut shapes {
            shape.captures.extend_from_slice(&captures);
        }
        let binds = shapes.iter().any(Shape::binds);
        Ok(Part { field, anchored, last: false, optional, binds, shapes })
    }

    /// Captures that follow the last shape.
    fn captures(&mut self, shapes: &mut [Shape]) -> Result<(), String> {
        while self.rest.starts_with('@') {
            let capture = self.capture()?;
            if let Some(shape) = shapes.last_mut() {
                shape.captures.push(capture);
            }
        }
        Ok(())
    }

    /// A node.
    fn shape(&mut self, depth: usize) -> Result<Shape, String> {
        let mut shape = Shape { kind: Kind::Any, captures: Vec::new(), without: Vec::new(), children: Vec::new() };
        if self.rest.starts_with('"') {
            let text = self.string()?;
            shape.kind = Kind::Of(self.names.kind(text, false)?);
            return Ok(shape);
        }
        if self.take('_') {
            return Ok(shape);
        }
        self.expect('(')?;
        shape.kind = match self.word()? {
            "_" => Kind::Named,
            name => Kind::Of(self.names.kind(name, true)?),
        };
        loop {
            if self.take(')') {
                return Ok(shape);
            }
            if self.rest.starts_with("(#") {
                self.predicate()?;
            } else if self.take('!') {
                let field = self.field()?;
                shape.without.push(field);
            } else if let Some(after) = self.rest.strip_prefix('.').filter(|after| after.trim_start().starts_with(')'))
            {
                self.rest = after;
                self.skip();
                let last = shape.children.last_mut().filter(|part| !part.optional);
                last.ok_or_else(|| "an anchor at the end needs a child that is there".to_owned())?.last = true;
            } else {
                let part = self.part(depth + 1)?;
                if part.anchored && (part.optional || shape.children.last().is_some_and(|before| before.optional)) {
                    return Err("an anchor needs two nodes that are there".to_owned());
                }
                shape.children.push(part);
            }
        }
    }

    fn predicate(&mut self) -> Result<(), String> {
        self.expect('(')?;
        self.expect('#')?;
        let name = self.word()?;
        let capture = self.capture()?;
        let mut texts = Vec::new();
        while self.rest.starts_with('"') {
            texts.push(self.string()?.to_owned());
        }
        self.expect(')')?;
        let (text, is) = match (name, texts.len()) {
            ("eq?", 1) => (Text::OneOf(texts), true),
            ("not-eq?", 1) => (Text::OneOf(texts), false),
            ("any-of?", 1..) => (Text::OneOf(texts), true),
            ("not-any-of?", 1..) => (Text::OneOf(texts), false),
            ("starts-with?", 1..) => (Text::StartsWith(texts), true),
            ("capitals?", 0) => (Text::Capitals, true),
            _ => return Err(format!("there is no predicate `{name}` with {} texts", texts.len())),
        };
        self.tests.push(Test { capture, text, is, early: false });
        Ok(())
    }

    fn capture(&mut self) -> Result<Capture, String> {
        self.expect('@')?;
        let name = self.word()?;
        self.names.capture(name)
    }

    fn field(&mut self) -> Result<u16, String> {
        let name = self.word()?;
        let field = self.names.language.field_id_for_name(name);
        field.map(|field| field.get()).ok_or_else(|| format!("there is no field `{name}`"))
    }

    fn word(&mut self) -> Result<&'a str, String> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'?');
        let length = self.rest.bytes().take_while(|byte| is_part(*byte)).count();
        let (word, rest) = self.rest.split_at_checked(length).unwrap_or_default();
        self.rest = rest;
        self.skip();
        if word.is_empty() { Err("a name is missing".to_owned()) } else { Ok(word) }
    }

    fn string(&mut self) -> Result<&'a str, String> {
        let inside = self.rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (text, rest) = inside.ok_or_else(|| "a string has no end".to_owned())?;
        if text.contains('\\') {
            return Err("a string has no escapes".to_owned());
        }
        self.rest = rest;
        self.skip();
        Ok(text)
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(format!("`{sign}` is missing")) }
    }

    fn take(&mut self, sign: char) -> bool {
        let Some(rest) = self.rest.strip_prefix(sign) else { return false };
        self.rest = rest;
        self.skip();
        true
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        self.rest = self.rest.trim_ascii_start();
        while self.rest.starts_with(';') {
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest).trim_ascii_start();
        }
    }

    fn located(&self, text: &str, why: &str) -> String {
        let before = text.len() - self.rest.len();
        let line = text.bytes().take(before).filter(|byte| *byte == b'\n').count() + 1;
        format!("{why}, in line {line}")
    }
}

/// The captures of what need not be there.
fn may_be_left_out(part: &Part, inside: bool, captures: &mut Vec<Capture>) {
    let inside = inside || part.optional;
    for shape in &part.shapes {
        if inside {
            captures.extend_from_slice(&shape.captures);
        }
        shape.children.iter().for_each(|part| may_be_left_out(part, inside, captures));
    }
}

#[cfg(test)]
#[cfg(feature = "lang-json")]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let language: Language = tree_sitter_json::LANGUAGE.into();
        let root = language.id_for_node_kind("document", true);
        query(&[text], &language, root).err().unwrap_or_default()
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        assert_eq!(error("; nothing"), "");
        assert_eq!(error("(pair key: (string) @name . value: [(object) (_)] @body !value) @definition.key"), "");
        for (text, why) in [
            ("\n(par)", "there is no node `par`, in line 2"),
            ("(pair (_value))", "`_value` stands for several kinds of node, in line 1"),
            ("(pair", "`(` is missing, in line 1"),
            ("(pair kye: (_))", "there is no field `kye`, in line 1"),
            ("(pair (string)*)", "`(` is missing, in line 1"),
            ("(pair (string) @string)", "`@string` stands for nothing, in line 1"),
            ("(pair \"", "a string has no end, in line 1"),
            ("(pair (string)? . (string))", "an anchor needs two nodes that are there, in line 1"),
            ("(pair (string) @name (#match? @name \"^a\"))", "there is no predicate `match?` with 1 texts, in line 1"),
            ("[(pair) (object)]", "a pattern is one node, in line 1"),
            ("(_)", "a pattern starts at a kind of node, in line 1"),
            ("(document (pair) (pair))", "the root is not captured, and has one child that stands anywhere, in line 1"),
        ] {
            assert_eq!(error(text), why, "{text}");
        }
        assert!(error(&"(array ".repeat(100)).starts_with("the pattern is nested too deeply"));
    }
}
