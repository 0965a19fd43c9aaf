//! What the borders between lines are worth: one walk over the syntax tree gives each a price for cutting there.
//!
//! Only nodes of more than one line are entered, because no border lies in the others; so the walk is far cheaper
//! than the parse. It needs no recursion and allocates nothing per node. On the way it asks what is defined where.

use std::ops::{Range, RangeInclusive};
use std::task::Poll;

use tree_sitter::{Node, Tree, TreeCursor};

use super::embedded::Around;
use super::grammar::{Compiled, Roles, SEQUENCE};
use super::pattern::{Matcher, Patterns};
use super::size::UNIT;
use super::split::CAP;
use super::symbol::{Found, find, find_inside};
use crate::pace::Pace;

/// Prices of a cut, added up along the way down to the border. The unit is that of `split`'s price of a chunk's size.
mod price {
    /// Between the members of a class, a module, an impl.
    pub(super) const MEMBER: u32 = 14;
    /// Between the statements of a function's body.
    pub(super) const FUNCTION: u32 = 200;
    /// Between the statements of a block inside a function.
    pub(super) const BLOCK: u32 = 70;
    /// Between the elements of a literal.
    pub(super) const ITEM: u32 = 60;
    /// Inside a statement or an expression, and for each further one around it.
    pub(super) const INSIDE: u32 = 190;
    pub(super) const DEEPER: u32 = 40;
    /// Inside a string, a comment or raw text.
    pub(super) const LEAF: u32 = 260;
    /// Between what opens a sequence and its first element: a class may be cut there, a function hardly.
    pub(super) const OPENING_MEMBERS: u32 = 60;
    pub(super) const OPENING: u32 = 170;
    /// Between the last element and what closes the sequence.
    pub(super) const CLOSING: u32 = 190;
    /// Between two one-line elements with no empty line between them.
    pub(super) const NEIGHBOURS: u32 = 14;
    /// Between a comment, an attribute or a heading and what it belongs to.
    pub(super) const ATTACHED: u32 = 420;
    /// Inside a run of line comments.
    pub(super) const COMMENT_RUN: u32 = 160;
    /// Between the clauses of a definition.
    pub(super) const CLAUSE: u32 = 160;
    /// Before an empty line, so that it ends the chunk above rather than begin the one below.
    pub(super) const BEFORE_EMPTY: u32 = 5;
    /// With no empty line on either side.
    pub(super) const TIGHT: u32 = 18;
}

/// Deeper trees than this are cut as if all that is deeper were one leaf.
const DEEPEST: usize = 400;

/// A block inside a function can be folded from this many lines on, a function's body from [`FOLDED_BODY`].
const FOLDED_BLOCK: u32 = 6;
const FOLDED_BODY: u32 = 2;

/// What a line consists of.
pub(crate) mod line {
    /// Nothing but (part of) a comment.
    pub(crate) const COMMENT: u8 = 1;
    /// Nothing but (part of) an attribute or a decorator.
    pub(crate) const ATTRIBUTE: u8 = 2;
    /// A heading.
    pub(crate) const HEADING: u8 = 4;
    /// Blanks or nothing.
    pub(crate) const EMPTY: u8 = 8;
    /// The begin of what goes on with the definition above.
    pub(crate) const CLAUSE: u8 = 16;
}

/// An attribute or a decorator.
pub(crate) struct Mark {
    pub(crate) bytes: Range<u32>,
    /// Whether a signature shows it.
    pub(crate) shown: bool,
}

/// What a walk over the tree finds out about the lines of a text. Rows are lines counted from 0.
#[derive(Default)]
pub(crate) struct Borders {
    /// By row: the price of a cut before it, by syntax alone.
    pub(crate) levels: Vec<u32>,
    /// By row: bits of [`line`].
    pub(crate) lines: Vec<u8>,
    /// In order of their starts.
    pub(crate) marks: Vec<Mark>,
    /// Nodes that belong to the definition inside them, in order of their starts.
    pub(crate) wrappers: Vec<Range<u32>>,
    /// Rows that can be folded, in order of their first, outer before inner.
    pub(crate) folds: Vec<Range<u32>>,
}

/// Which sequence comes next on the way down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Block,
    Function,
    Scope,
}

/// An entered node.
#[derive(Clone, Copy)]
struct Frame {
    last: u32,
    /// The first border whose price is not known yet.
    next: u32,
    /// Between children; before the first; after the last.
    gap: u32,
    opening: u32,
    closing: u32,
    /// What children add to.
    base: u32,
    /// How many nodes that are no sequences lie between the last sequence and the children.
    inside: u32,
    context: Context,
    /// The last row of the child before, and whether it had one line only.
    before: Option<(u32, bool)>,
    /// Whether the first child labels the others.
    labelled: bool,
    /// Whether the children are statements, or lie inside one.
    local: bool,
}

impl Borders {
    /// So many rows, of which nothing is known yet: every border is as good as any other.
    pub(crate) fn plain(rows: usize) -> Self {
        Borders {
            levels: vec![0; rows],
            lines: vec![0; rows],
            marks: Vec::new(),
            wrappers: Vec::new(),
            folds: Vec::new(),
        }
    }

    /// Notes a row's text.
    pub(crate) fn read(&mut self, row: usize, text: &str) {
        if text.trim_ascii().is_empty() {
            self.lines[row] = line::EMPTY;
        }
    }

    /// What borders between the rows of a part cost at least; `sizes` has the size before each row.
    pub(crate) fn least(&self, rows: &RangeInclusive<u32>, sizes: &[u32], around: Around) -> u32 {
        let (first, last) = (*rows.start() as usize, *rows.end() as usize);
        let level = self.levels.get(first + 1).copied().unwrap_or(0);
        let before = |row: usize| sizes.get(row).copied().unwrap_or(0);
        match around {
            Around::Nothing => 0,
            Around::Page => level.saturating_sub(price::LEAF),
            Around::Document => forced(level, before(last + 1).saturating_sub(before(first)).div_ceil(UNIT)),
            Around::Cells => price::MEMBER,
        }
    }

    /// Makes the border before a line, counted from 1, the best to cut at.
    pub(crate) fn begin_cell(&mut self, line: u32) {
        if let Some(level) = self.levels.get_mut(line as usize - 1) {
            *level = 0;
        }
    }

    /// Marks a line, counted from 1, as the begin of what goes on with the definition above.
    pub(crate) fn begin_clause(&mut self, line: u32) {
        if let Some(flags) = self.lines.get_mut(line as usize - 1) {
            *flags |= line::CLAUSE;
        }
    }
}

/// The price of a cut before each row, one after the other: the level, and what the lines on both sides say.
#[derive(Default)]
pub(crate) struct Prices {
    after_heading: bool,
}

impl Prices {
    /// The price before a row; rows are asked for in order.
    pub(crate) fn next(&mut self, borders: &Borders, row: usize) -> u32 {
        let mut price = borders.levels[row];
        let Some(&above) = row.checked_sub(1).and_then(|above| borders.lines.get(above)) else {
            return price;
        };
        let below = borders.lines[row];
        if below & line::CLAUSE != 0 {
            price += price::CLAUSE;
        }
        if above & line::EMPTY == 0 {
            self.after_heading = above & line::HEADING != 0;
        }
        if self.after_heading {
            price += price::ATTACHED;
        } else if below & line::EMPTY != 0 {
            price += price::BEFORE_EMPTY;
        } else if above & line::EMPTY != 0 {
            price -= price / 8;
        } else if above & line::ATTRIBUTE != 0 {
            price += price::ATTACHED;
        } else if above & line::COMMENT != 0 {
            price += if below & line::COMMENT != 0 { price::COMMENT_RUN } else { price::ATTACHED };
        } else {
            price += price::TIGHT;
        }
        price
    }
}

/// A walk under way. It remembers where it is by a number and not by a cursor, so that it borrows nothing.
pub(crate) struct Walk {
    /// The rows that it is about, and what the borders between them cost at least.
    rows: RangeInclusive<u32>,
    base: u32,
    /// How many visible nodes come before the one that is next; none before the first step.
    at: Option<usize>,
    frames: Vec<Frame>,
    /// Whether the root is as the grammar has it, and not a fault.
    is_sound: bool,
    found: Vec<Found>,
}

/// What a walk is about.
pub(crate) struct Grounds<'a> {
    pub(crate) text: &'a str,
    /// The size in units before each row.
    pub(crate) sizes: &'a [u32],
    pub(crate) compiled: &'a Compiled,
}

/// The work of visiting a node, and of noting a definition, in microseconds.
const VISIT: u32 = 1;
const NOTE: u32 = 4;
/// So many nodes are looked at for patterns in a microsecond.
const LOOKS: usize = 16;

impl Walk {
    /// A walk over the tree of what stands in these rows, where a border costs so much by what is around them.
    pub(crate) fn new(rows: RangeInclusive<u32>, base: u32) -> Self {
        Walk { rows, base, at: None, frames: Vec::new(), is_sound: false, found: Vec::new() }
    }

    /// Goes on; gives what may be definitions at the end, in order of the nodes. The same tree and text must be given each
    /// time.
    pub(crate) fn advance(
        &mut self,
        tree: &Tree,
        borders: &mut Borders,
        grounds: &Grounds,
        pace: &mut Pace,
    ) -> Poll<Vec<Found>> {
        let mut cursor = tree.walk();
        let matcher = Matcher::new(tree, grounds.text);
        let mut step = Step { walk: self, borders, grounds, matcher };
        match step.walk.at {
            Some(at) => cursor.goto_descendant(at),
            None => {
                if !step.begin(&mut cursor) {
                    return Poll::Ready(std::mem::take(&mut self.found));
                }
            }
        }
        loop {
            let node = cursor.node();
            let found = step.walk.found.len();
            let entered = step.visit(node) && cursor.goto_first_child();
            if !entered {
                while !cursor.goto_next_sibling() {
                    step.leave();
                    if step.walk.frames.len() <= 1 || !cursor.goto_parent() {
                        step.leave();
                        return Poll::Ready(std::mem::take(&mut self.found));
                    }
                }
            }
            let looks = u32::try_from(step.matcher.take_looks() / LOOKS).unwrap_or(u32::MAX);
            let found = u32::try_from(step.walk.found.len() - found).unwrap_or(u32::MAX);
            if pace.spend(found.saturating_mul(NOTE).saturating_add(looks).saturating_add(VISIT)) {
                self.at = Some(cursor.descendant_index());
                return Poll::Pending;
            }
        }
    }
}

/// A walk with what it is about.
struct Step<'a, 'tree> {
    walk: &'a mut Walk,
    borders: &'a mut Borders,
    grounds: &'a Grounds<'a>,
    matcher: Matcher<'tree, 'a>,
}

impl<'tree> Step<'_, 'tree> {
    /// Enters the root; false if there is nothing in it.
    fn begin(&mut self, cursor: &mut TreeCursor<'tree>) -> bool {
        let root = cursor.node();
        let (first, last) = (*self.walk.rows.start(), self.last_row());
        let whole = Frame {
            last,
            next: first + 1,
            gap: 0,
            opening: 0,
            closing: 0,
            base: self.walk.base,
            inside: 0,
            context: Context::Block,
            before: None,
            labelled: false,
            local: false,
        };
        self.walk.frames.push(whole);
        let roles = self.grounds.compiled.roles(root.kind_id());
        if roles.any(Roles::ROOT) {
            self.ask(root, &self.grounds.compiled.query.anywhere);
        }
        self.walk.is_sound = root.kind_id() == self.grounds.compiled.root;
        self.enter(root, first, last, roles);
        if cursor.goto_first_child() {
            return true;
        }
        self.leave();
        self.leave();
        false
    }

    /// Asks what is defined at a node.
    fn ask(&mut self, node: Node<'tree>, patterns: &Patterns) {
        let Grounds { text, compiled, .. } = self.grounds;
        find(node, text, compiled, patterns, &mut self.matcher, &mut self.walk.found);
    }

    /// Asks what is defined anywhere inside a node that is not entered.
    fn ask_inside(&mut self, node: Node<'tree>) {
        let Grounds { text, compiled, .. } = self.grounds;
        find_inside(node, text, compiled, &mut self.matcher, &mut self.walk.found);
    }

    /// Prices the borders before a child; true if it is to be entered (a frame is then pushed).
    fn visit(&mut self, node: Node<'tree>) -> bool {
        if !node.is_named() {
            return false;
        }
        let first = (node.start_position().row as u32).min(self.last_row());
        let end = node.end_position();
        let last = if end.column == 0 && end.row as u32 > first { end.row as u32 - 1 } else { end.row as u32 };
        let last = last.min(self.last_row());
        let roles = self.grounds.compiled.roles_of(node, self.grounds.text);
        self.note(node, first, last, roles);
        let single = first == last;
        let deep = self.walk.frames.len() > DEEPEST;
        let at_top = self.walk.frames.len() == 2 && self.walk.is_sound;
        let Some(frame) = self.walk.frames.last_mut() else {
            return false;
        };
        let price = match frame.before {
            None => frame.opening,
            Some(_) if std::mem::take(&mut frame.labelled) => frame.opening,
            Some((row, was_single)) => {
                let mut price = frame.gap;
                if single && was_single && row + 1 == first && frame.inside == 0 {
                    price += price::NEIGHBOURS;
                }
                price
            }
        };
        paint(&mut self.borders.levels, &mut frame.next, first, price);
        frame.before = Some((last, single));
        let leaf = roles.any(Roles::OPAQUE | Roles::COMMENT) || node.child_count() == 0;
        let entered = !single && !deep && !leaf;
        let inside = !entered && roles.any(Roles::HOLDER | Roles::MEMBERS);
        let hidden = frame.local && roles.any(Roles::OUTSIDE);
        if !single && !entered {
            let price = frame.base + price::LEAF + price::DEEPER * frame.inside.min(5);
            paint(&mut self.borders.levels, &mut frame.next, last, price);
        }
        let query = &self.grounds.compiled.query;
        if inside {
            self.ask_inside(node);
        } else if roles.any(Roles::ROOT) && !hidden {
            self.ask(node, &query.anywhere);
        }
        if at_top && roles.any(Roles::TOP) {
            self.ask(node, &query.top);
        }
        if entered {
            self.enter(node, first, last, roles);
        }
        entered
    }

    fn last_row(&self) -> u32 {
        (self.borders.levels.len() as u32).saturating_sub(1).min(*self.walk.rows.end())
    }

    fn enter(&mut self, node: Node, first: u32, last: u32, roles: Roles) {
        let Some(&parent) = self.walk.frames.last() else {
            return;
        };
        let context = if roles.any(Roles::SCOPE) {
            Context::Scope
        } else if roles.any(Roles::FUNCTION) {
            Context::Function
        } else {
            parent.context
        };
        let next = parent.next.max(first + 1);
        let frame = if roles.any(SEQUENCE) || node.is_error() {
            let size = (self.grounds.sizes[last as usize + 1] - self.grounds.sizes[first as usize]).div_ceil(UNIT);
            let members = roles.any(Roles::MEMBERS) || roles.any(Roles::STATEMENTS) && context == Context::Scope;
            let (level, opening) = if roles.any(Roles::TRANSPARENT) || node.is_error() {
                (0, 30)
            } else if members {
                (price::MEMBER, price::OPENING_MEMBERS)
            } else if roles.any(Roles::ITEMS) {
                (price::ITEM, price::OPENING)
            } else if context == Context::Function {
                (price::FUNCTION, price::OPENING)
            } else {
                (price::BLOCK, price::OPENING)
            };
            if !roles.any(Roles::TRANSPARENT) && !members {
                let body = roles.any(Roles::STATEMENTS) && context == Context::Function;
                self.fold(node, first, last, if body { FOLDED_BODY } else { FOLDED_BLOCK });
            }
            let level = parent.base + forced(level, size);
            let closing = if roles.any(Roles::TRANSPARENT) { 30 } else { price::CLOSING };
            Frame {
                last,
                next,
                gap: level,
                opening: level + opening,
                closing: level + closing,
                base: level,
                inside: 0,
                context: Context::Block,
                before: None,
                labelled: roles.any(Roles::LABELLED),
                local: !members && (parent.local || roles.any(Roles::STATEMENTS)),
            }
        } else {
            let price = parent.base + price::INSIDE + price::DEEPER * parent.inside.min(5);
            Frame {
                last,
                next,
                gap: price,
                opening: price,
                closing: price,
                base: parent.base,
                inside: parent.inside + 1,
                context,
                before: None,
                labelled: false,
                local: parent.local,
            }
        };
        self.walk.frames.push(frame);
    }

    fn leave(&mut self) {
        let Some(mut frame) = self.walk.frames.pop() else {
            return;
        };
        let last = frame.last;
        paint(&mut self.borders.levels, &mut frame.next, last, frame.closing);
        if let Some(parent) = self.walk.frames.last_mut() {
            parent.next = parent.next.max(frame.next);
        }
    }

    /// Remembers what later steps ask of the tree.
    fn note(&mut self, node: Node, first: u32, last: u32, roles: Roles) {
        if roles.any(Roles::WRAPPER) {
            self.borders.wrappers.push(node.start_byte() as u32..node.end_byte() as u32);
        }
        let attribute = roles.any(Roles::ATTRIBUTE | Roles::DECORATOR);
        if attribute {
            let bytes = node.start_byte() as u32..node.end_byte() as u32;
            self.borders.marks.push(Mark { bytes, shown: roles.any(Roles::DECORATOR) });
        }
        let flag = if attribute {
            line::ATTRIBUTE
        } else if roles.any(Roles::COMMENT) {
            line::COMMENT
        } else {
            return;
        };
        if begins_line(self.grounds.text, node.start_byte()) && ends_line(self.grounds.text, node.end_byte()) {
            for row in first..=last {
                if let Some(flags) = self.borders.lines.get_mut(row as usize) {
                    *flags |= flag;
                }
            }
        }
    }

    /// Notes the rows between what opens a sequence and what closes it.
    fn fold(&mut self, node: Node, first: u32, last: u32, least: u32) {
        let bytes = self.grounds.text.as_bytes();
        let opens = bytes.get(node.start_byte()).is_some_and(|byte| b"{[(<".contains(byte));
        let closing = node.child(node.child_count().saturating_sub(1)).map(|last| last.kind());
        let opens = opens || matches!(closing, Some("end" | "done" | "fi" | "esac"));
        let own_line = !opens && begins_line(self.grounds.text, node.start_byte());
        let from = if own_line { first } else { first + 1 };
        let mut to = if opens { last } else { last + 1 };
        while to > from && self.borders.lines[to as usize - 1] & line::EMPTY != 0 {
            to -= 1;
        }
        if to >= from + least {
            let fold = from..to;
            if self.borders.folds.last() != Some(&fold) {
                self.borders.folds.push(fold);
            }
        }
    }
}

/// What cannot stay whole may be cut: a price falls with how far the thing exceeds a chunk.
fn forced(price: u32, size: u32) -> u32 {
    if size <= CAP { price } else { (u64::from(price) * u64::from(CAP) / u64::from(size)) as u32 }
}

fn paint(levels: &mut [u32], next: &mut u32, last: u32, price: u32) {
    if last >= *next {
        if let Some(rows) = levels.get_mut(*next as usize..=last as usize) {
            rows.fill(price);
        }
        *next = last + 1;
    }
}

/// The text of a row, with its line break.
pub(crate) fn line_text<'a>(text: &'a str, starts: &[u32], row: usize) -> &'a str {
    let from = starts.get(row).map_or(text.len(), |&start| start as usize);
    let to = starts.get(row + 1).map_or(text.len(), |&start| start as usize);
    text.get(from..to).unwrap_or("")
}

/// Whether only blanks stand before `at` in its line.
pub(crate) fn begins_line(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|&byte| byte == b'\n')
}

/// Whether only blanks stand after `at` in its line, or `at` begins one.
pub(crate) fn ends_line(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    if at > 0 && bytes.get(at - 1) == Some(&b'\n') {
        return true;
    }
    let after = bytes.get(at..).unwrap_or_default();
    after.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).is_none_or(|&byte| byte == b'\n')
}
