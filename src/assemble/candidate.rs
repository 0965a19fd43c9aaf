//! The ways in which a chunk can be shown, and what each takes.

use super::context::{Block, Read};
use super::knapsack::Choice;
use super::render::{Format, Piece};
use super::session::{Delivered, Seen};
use super::skeleton;
use super::tier::Tier;
use crate::chunk::text_units;
use crate::index::{self, ChunkKey, Place, full_text, signature_text};
use crate::rank::{Scored, symbol_refs};

/// A skeleton must be shorter than this share of the whole.
const SHORTER: f64 = 0.75;

/// One way to show a chunk.
#[derive(Clone, Debug)]
pub struct Way {
    pub tier: Tier,
    pub text: String,
    /// The lines (1-based, inclusive) that the text is made of.
    pub shown: Vec<(u32, u32)>,
    /// Whether the conversation has the text, which is not given again.
    pub delivered: bool,
    /// What its piece takes.
    pub units: u64,
}

/// A text that is counted once.
#[derive(Debug, Default)]
pub struct Text {
    text: String,
    /// What it takes with a line break.
    units: u64,
}

impl From<String> for Text {
    fn from(mut text: String) -> Self {
        text.push('\n');
        let units = text_units(&text);
        text.pop();
        Text { text, units }
    }
}

/// A chunk that may be shown.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What the chunk and its copies are.
    pub keys: Vec<ChunkKey>,
    /// As a stub.
    pub block: Block,
    /// Its weight with those of its copies.
    pub weight: f64,
    /// From the least to the most.
    pub ways: Vec<Way>,
}

/// What is the same for all chunks of an answer.
pub struct Maker<'a> {
    pub scored: &'a Scored<'a>,
    pub asked: skeleton::Asked<'a>,
    pub format: Format,
    /// What the conversation has been given already.
    pub delivered: Option<&'a Delivered>,
    /// Whether each block tells its reasons.
    pub explain: bool,
    /// Whether the budget is in tokens of another counter.
    pub counted: bool,
}

impl Maker<'_> {
    /// A candidate that knows its block and has no ways yet.
    pub fn begin(&self, place: &Place, at: usize, weight: f64, score: f64) -> Candidate {
        let mut block = block(place, Tier::Stub, weight, score);
        if self.explain {
            block.reasons = self.scored.reasons(at);
        }
        Candidate { keys: vec![place.entry.key], block, weight, ways: Vec::new() }
    }

    /// Works out the ways; after that, no copy may join.
    pub fn finish(&self, candidate: &mut Candidate, place: &Place) {
        let chunk = &place.entry.chunk;
        let whole = vec![(chunk.start_line, chunk.end_line)];
        let seen = self.delivered.and_then(|delivered| candidate.keys.iter().find_map(|&key| delivered.seen(key)));
        candidate.block.seen = seen.map_or_else(Vec::new, |seen| seen.lines(chunk.start_line, chunk.end_line));
        candidate.add(self.format, Tier::Stub, Text::default(), Vec::new(), None);
        // A chunk that defines nothing has lines that begin it, and no signature.
        if !place.file.symbols_in(chunk).is_empty() && place.entry.signature != whole {
            let lines = place.entry.signature.clone();
            candidate.add(self.format, Tier::Signature, signature_text(place.file, place.entry).into(), lines, seen);
        }
        let full = Text::from(full_text(place.file, chunk).to_owned());
        if let Some(shown) = skeleton::lines(place, &self.asked) {
            let text = Text::from(index::folded(&full.text, chunk.start_line, chunk.end_line, &shown));
            if text.units as f64 <= SHORTER * full.units as f64 {
                candidate.add(self.format, Tier::Skeleton, text, shown, seen);
            }
        }
        candidate.add(self.format, Tier::Full, full, whole, seen);
    }
}

impl Candidate {
    /// Adds a way that shows more than those before. One whose text the conversation has is a line that says so.
    fn add(&mut self, format: Format, tier: Tier, text: Text, shown: Vec<(u32, u32)>, seen: Option<&Seen>) {
        let delivered = seen.is_some_and(|seen| seen.covers(self.block.start_line, &shown));
        let text = if delivered { Text::default() } else { text };
        let way = self.way(format, tier, text, shown, delivered);
        // A way that costs no less than a better one is none.
        while self.ways.last().is_some_and(|before| before.units >= way.units) {
            self.ways.pop();
        }
        self.ways.push(way);
    }

    /// A way with what it takes.
    pub fn way(&self, format: Format, tier: Tier, text: Text, shown: Vec<(u32, u32)>, delivered: bool) -> Way {
        let printed = if delivered { Tier::Stub } else { tier };
        let seen = if delivered { &self.block.seen[..] } else { &[] };
        let piece = Piece { seen, ..Piece::of(&self.block, printed, &text.text) };
        let units = format.piece_units(&piece, text.units);
        Way { tier, text: text.text, shown, delivered, units }
    }

    /// What the ways take, and what they are worth.
    pub fn choices(&self) -> Vec<Choice> {
        self.ways.iter().map(|way| Choice { cost: way.units, value: self.weight * way.tier.utility() }).collect()
    }

    /// The block as this way shows it. What was delivered before is a stub.
    pub fn shown(&self, way: &Way) -> Block {
        let mut block = self.block.clone();
        block.delivered = way.delivered;
        if !way.delivered {
            block.tier = way.tier;
            block.text.clone_from(&way.text);
            block.shown.clone_from(&way.shown);
        }
        block
    }

    /// Whether the conversation has all of it.
    pub fn is_known(&self) -> bool {
        self.block.seen == [(self.block.start_line, self.block.end_line)]
    }

    /// The chunk as lines worth reading.
    pub fn read(&self) -> Read {
        let Block { path, start_line, end_line, weight, .. } = &self.block;
        Read { path: path.clone(), start_line: *start_line, end_line: *end_line, weight: *weight }
    }
}

/// A block without heading, text and lines.
pub fn block(place: &Place, tier: Tier, weight: f64, score: f64) -> Block {
    let Place { file, entry } = *place;
    let utf16 = |byte| file.source.lines.utf16(&file.source.text, byte);
    Block {
        path: file.source.path.clone(),
        start_line: entry.chunk.start_line,
        end_line: entry.chunk.end_line,
        start: utf16(entry.chunk.start),
        end: utf16(entry.chunk.end),
        tier,
        weight,
        score,
        language: file.source.language,
        role: file.source.role,
        scope: index::scope(file, entry).map(str::to_owned),
        symbols: symbol_refs(place),
        heading: String::new(),
        text: String::new(),
        shown: Vec::new(),
        delivered: false,
        seen: Vec::new(),
        also_at: Vec::new(),
        reasons: Vec::new(),
    }
}
