//! Finds the matches of patterns at a node, in the order of the text.
//!
//! The search goes back and forth over lists of children; its recursion is as deep as the pattern is. Of one pattern at one
//! node it gives every match, but none whose captures are all in another one as well: what is optional is taken where it
//! can be.

use tree_sitter::{Node, Tree, TreeCursor};

use super::{Capture, Part, Pattern, Patterns, Shape};

/// A pattern may look at so many children for each node inside the one where it starts, and at [`LOOKS`] anyway; and it has
/// no more matches than there are nodes. Real code needs a few looks; two captures that can both be any of thousands of
/// children would take millions.
const LOOKS_PER_NODE: usize = 16;
const LOOKS: usize = 256;

/// A captured node.
pub(crate) type Bound<'tree> = (Capture, Node<'tree>);

/// Runs patterns in one tree, and keeps what it needs for that.
pub(crate) struct Matcher<'tree, 'text> {
    text: &'text str,
    cursor: TreeCursor<'tree>,
    /// Children of the nodes on the way down.
    children: Vec<Child<'tree>>,
    /// What is captured so far.
    bound: Vec<Bound<'tree>>,
    /// The matches of one pattern: their captures, one match after the other, and where each ends.
    kept: Vec<Bound<'tree>>,
    ends: Vec<usize>,
    /// How many more children the pattern may look at, and how many matches it may have.
    left: usize,
    most: usize,
    looks: usize,
}

#[derive(Clone, Copy)]
struct Child<'tree> {
    node: Node<'tree>,
    kind: u16,
    field: u16,
    is_named: bool,
}

/// The children of a node, as a range of [`Matcher::children`].
#[derive(Clone, Copy)]
struct Siblings {
    end: usize,
    last_named: usize,
}

/// Goes on where a match is complete so far; true ends the search.
type Then<'a, 'tree, 'text> = &'a mut dyn FnMut(&mut Matcher<'tree, 'text>) -> bool;

impl<'tree, 'text> Matcher<'tree, 'text> {
    pub(crate) fn new(tree: &'tree Tree, text: &'text str) -> Self {
        Matcher {
            text,
            cursor: tree.walk(),
            children: Vec::new(),
            bound: Vec::new(),
            kept: Vec::new(),
            ends: Vec::new(),
            left: 0,
            most: 0,
            looks: 0,
        }
    }

    /// Gives the matches of the patterns that start at a node, with their captures in order.
    pub(crate) fn matches(
        &mut self,
        patterns: &Patterns,
        node: Node<'tree>,
        mut give: impl FnMut(&Pattern, &[Bound<'tree>]),
    ) {
        let patterns = patterns.starting_at(node.kind_id());
        if patterns.is_empty() {
            return;
        }
        self.most = node.descendant_count();
        let left = self.most.saturating_mul(LOOKS_PER_NODE).saturating_add(LOOKS);
        self.left = left;
        self.children.clear();
        let siblings = self.open(node);
        for (kind, pattern) in patterns {
            if !pattern.shape.admits(node, *kind, true) {
                continue;
            }
            (self.left, self.looks) = (left, self.looks + 1);
            self.kept.clear();
            self.ends.clear();
            self.bound.clear();
            if self.bind(pattern, &pattern.shape.captures, node) {
                self.among(pattern, &pattern.shape.children, siblings, 0, &mut Self::keep);
            }
            self.looks += left - self.left;
            let mut from = 0;
            for &end in &self.ends {
                let bound = self.kept.get(from..end).unwrap_or_default();
                from = end;
                if pattern.tests.iter().all(|test| test.early || passes(test, bound, self.text)) {
                    give(pattern, bound);
                }
            }
        }
    }

    /// How many nodes were looked at since this was asked last.
    pub(crate) fn take_looks(&mut self) -> usize {
        std::mem::take(&mut self.looks)
    }

    /// Notes a match; true if it is the last that there may be.
    fn keep(&mut self) -> bool {
        self.kept.extend_from_slice(&self.bound);
        self.ends.push(self.kept.len());
        self.ends.len() >= self.most
    }

    /// Puts the children of a node behind those that are there.
    fn open(&mut self, node: Node<'tree>) -> Siblings {
        let (from, mut last_named) = (self.children.len(), 0);
        self.cursor.reset(node);
        let mut more = self.cursor.goto_first_child();
        while more {
            let node = self.cursor.node();
            let is_named = node.is_named();
            if is_named {
                last_named = self.children.len();
            }
            let field = self.cursor.field_id().map_or(0, |field| field.get());
            self.children.push(Child { node, kind: node.kind_id(), field, is_named });
            more = self.cursor.goto_next_sibling();
        }
        let end = self.children.len();
        self.left = self.left.saturating_sub(end - from);
        Siblings { end, last_named }
    }

    /// Captures a node; false if its text is not what it must be.
    fn bind(&mut self, pattern: &Pattern, captures: &[Capture], node: Node<'tree>) -> bool {
        let from = self.bound.len();
        self.bound.extend(captures.iter().map(|&capture| (capture, node)));
        let new = self.bound.get(from..).unwrap_or_default();
        pattern.tests.iter().all(|test| !test.early || passes(test, new, self.text))
    }

    /// Matches a shape with a node that it admits.
    fn inside(&mut self, pattern: &Pattern, shape: &Shape, node: Node<'tree>, then: Then<'_, 'tree, 'text>) -> bool {
        let bound = self.bound.len();
        let mut ends = false;
        if self.bind(pattern, &shape.captures, node) {
            if shape.children.is_empty() {
                ends = then(self);
            } else {
                let from = self.children.len();
                let siblings = self.open(node);
                ends = self.among(pattern, &shape.children, siblings, from, then);
                self.children.truncate(from);
            }
        }
        self.bound.truncate(bound);
        ends
    }

    /// Matches parts with children, of which `from` is the first.
    fn among(
        &mut self,
        pattern: &Pattern,
        parts: &[Part],
        siblings: Siblings,
        from: usize,
        then: Then<'_, 'tree, 'text>,
    ) -> bool {
        let Some((part, rest)) = parts.split_first() else { return then(self) };
        let before = self.ends.len();
        // Where nothing is captured and the place does not matter, the first is as good as any.
        let one_does = !part.binds && !rest.first().is_some_and(|next| next.anchored);
        'children: for at in from..siblings.end {
            if self.left == 0 {
                return true;
            }
            self.left -= 1;
            let Some(&child) = self.children.get(at) else { break };
            if (part.field == 0 || part.field == child.field) && !(part.last && at < siblings.last_named) {
                for shape in &part.shapes {
                    if !shape.admits(child.node, child.kind, child.is_named) {
                        continue;
                    }
                    if one_does {
                        if self.inside(pattern, shape, child.node, &mut |_| true) && self.left > 0 {
                            if self.among(pattern, rest, siblings, at + 1, then) {
                                return true;
                            }
                            break 'children;
                        }
                    } else {
                        let mut on = |matcher: &mut Self| matcher.among(pattern, rest, siblings, at + 1, &mut *then);
                        if self.inside(pattern, shape, child.node, &mut on) {
                            return true;
                        }
                    }
                }
            }
            if part.anchored && child.is_named {
                break;
            }
        }
        if part.optional {
            let taken = self.ends.len();
            if self.among(pattern, rest, siblings, from, then) {
                return true;
            }
            self.drop_covered(before, taken);
        }
        false
    }

    /// Of the matches from `without` on, which lack something optional, drops those whose captures one of the matches that
    /// have it has, too.
    fn drop_covered(&mut self, with: usize, without: usize) {
        let bounds = |ends: &[usize], at: usize| {
            let from = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
            from..ends.get(at).copied().unwrap_or(from)
        };
        let (mut next, mut to) = (without, bounds(&self.ends, without).start);
        let mut from = to;
        for at in without..self.ends.len() {
            let end = self.ends.get(at).copied().unwrap_or(from);
            let mine = self.kept.get(from..end).unwrap_or_default();
            let is_covered = (with..without).any(|other| {
                self.left = self.left.saturating_sub(1);
                let other = self.kept.get(bounds(&self.ends, other)).unwrap_or_default();
                self.left > 0 && mine.iter().all(|bound| other.contains(bound))
            });
            let length = end - from;
            if !is_covered {
                self.kept.copy_within(from..end, to);
                to += length;
                if let Some(slot) = self.ends.get_mut(next) {
                    *slot = to;
                }
                next += 1;
            }
            from = end;
        }
        self.kept.truncate(to);
        self.ends.truncate(next);
    }
}

fn passes(test: &super::Test, bound: &[Bound], text: &str) -> bool {
    let mut nodes = bound.iter().filter(|(capture, _)| *capture == test.capture);
    nodes.all(|(_, node)| test.passes(text.get(node.byte_range()).unwrap_or_default()))
}

#[cfg(test)]
#[cfg(feature = "lang-json")]
mod tests {
    use super::super::Query;
    use super::*;

    /// The texts that are captured by a pattern of an array, match by match.
    fn found(pattern: &str, text: &str) -> Vec<String> {
        let language: tree_sitter::Language = tree_sitter_json::LANGUAGE.into();
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&language).unwrap();
        let tree = parser.parse(text, None).unwrap();
        let query = Query::new(&[pattern], &language, 0).unwrap();
        let mut found = Vec::new();
        let array = tree.root_node().named_child(0).unwrap();
        Matcher::new(&tree, text).matches(&query.anywhere, array, |_, bound| {
            let texts: Vec<&str> = bound.iter().map(|(_, node)| &text[node.byte_range()]).collect();
            found.push(texts.join(" "));
        });
        found
    }

    #[test]
    fn every_match_is_found_in_order() {
        let two = "(array (number) @name (string) @body)";
        assert_eq!(found(two, "[1, 2, \"a\", \"b\"]"), ["1 \"a\"", "1 \"b\"", "2 \"a\"", "2 \"b\""]);
        assert_eq!(found("(array (number) @name . (string) @body)", "[1, 2, \"a\", \"b\"]"), ["2 \"a\""]);
        assert_eq!(found("(array . (number) @name)", "[1, 2]"), ["1"]);
        assert_eq!(found("(array (number) @name .)", "[1, 2, \"a\"]"), [""; 0]);
        assert_eq!(found("(array \",\" (number) @name)", "[1, 2, 3]"), ["2", "3"]);
        assert_eq!(found("(array [(number) (true)] @name (#not-eq? @name \"2\"))", "[1, 2, true]"), ["1", "true"]);
    }

    #[test]
    fn what_is_optional_is_taken_where_it_can_be() {
        let pattern = "(array (string)? @body (number) @name)";
        assert_eq!(found(pattern, "[1]"), ["1"]);
        assert_eq!(found(pattern, "[\"a\", 1]"), ["\"a\" 1"]);
        // The first number has nothing before it.
        assert_eq!(found(pattern, "[1, \"a\", 2]"), ["\"a\" 2", "1"]);
        // A larger match that fails its test gives no way to a smaller one.
        assert_eq!(found("(array (string)? @_a (number) @name (#eq? @_a \"b\"))", "[\"a\", 1]"), [""; 0]);
    }

    #[test]
    fn many_children_are_no_trap() {
        let text = format!("[{}1]", "1,".repeat(20_000));
        let count = |pattern| found(pattern, &text).len();
        assert_eq!(count("(array (number) @name)"), 20_001);
        // Two hundred million, of which a few will do.
        assert!(count("(array (number) @name (number) @body)") <= 40_004);
        assert!(count("(array (number)? @name (number)? @body (number) @head)") <= 40_004);
    }
}
