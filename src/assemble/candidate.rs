//! The ways in which a chunk can be shown, and what each takes.

use super::context::{Block, Read};
use super::knapsack::Choice;
use super::render::{Format, Piece};
use super::session::{Delivered, Seen};
use super::skeleton;
use super::tier::Tier;
use crate::chunk::text_units;
use crate::index::{self, ChunkKey, Measure, Place, Taken, full_text};
use crate::rank::{Scored, symbol_refs};
use crate::source::Fingerprint;

/// A skeleton must be shorter than this share of the whole.
const SHORTER: f64 = 0.75;

/// One way to show a chunk.
#[derive(Clone, Debug)]
pub struct Way {
    pub tier: Tier,
    /// The lines (1-based, inclusive) that the text is made of.
    pub shown: Vec<(u32, u32)>,
    /// Whether the conversation has the text, which is not given again.
    pub delivered: bool,
    /// What its piece takes.
    pub units: u64,
}

/// A chunk that may be shown.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What the chunk and its copies are.
    pub keys: Vec<ChunkKey>,
    /// As a stub.
    pub block: Block,
    /// All of its text.
    pub whole: String,
    /// How much of that is printed: what [`full_text`] gives.
    pub printed: usize,
    /// What is written around its text, where that is written as it is.
    pub around: Option<u64>,
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
        let (file, chunk) = (place.file, &place.entry.chunk);
        let (whole, printed) = (file.text(chunk).to_owned(), full_text(file, chunk).len());
        Candidate { keys: vec![place.entry.key], block, whole, printed, around: None, weight, ways: Vec::new() }
    }

    /// Works out the ways; after that, no copy may join.
    pub fn finish(&self, candidate: &mut Candidate, place: &Place, at: usize) {
        let chunk = &place.entry.chunk;
        let whole = vec![(chunk.start_line, chunk.end_line)];
        let seen = self.delivered.and_then(|delivered| candidate.keys.iter().find_map(|&key| delivered.seen(key)));
        candidate.block.seen = seen.map_or_else(Vec::new, |seen| seen.lines(chunk.start_line, chunk.end_line));
        let measure = Measure::new(*place);
        let around = Piece::of(&candidate.block, Tier::Full, "");
        candidate.around = self.format.keeps(candidate.text()).then(|| text_units(&self.format.piece(&around)));
        candidate.add(self.format, Tier::Stub, Taken::default(), Vec::new(), None);
        // A chunk that defines nothing has lines that begin it, and no signature.
        if !place.file.symbols_in(chunk).is_empty() && place.entry.signature != whole {
            let lines = place.entry.signature.clone();
            candidate.add(self.format, Tier::Signature, measure.signature(), lines, seen);
        }
        let full = measure.full();
        if let Some(shown) = skeleton::lines(place, &self.asked, self.scored.lines.get(&at)) {
            let folded = measure.folded(&shown);
            if folded.units as f64 <= SHORTER * full.units as f64 {
                candidate.add(self.format, Tier::Skeleton, folded, shown, seen);
            }
        }
        candidate.add(self.format, Tier::Full, full, whole, seen);
    }
}

impl Candidate {
    /// Adds a way that shows more than those before. One whose text the conversation has is a line that says so.
    fn add(&mut self, format: Format, tier: Tier, taken: Taken, shown: Vec<(u32, u32)>, seen: Option<&Seen>) {
        let delivered = seen.is_some_and(|seen| seen.covers(self.block.start_line, &shown));
        let way = self.way(format, tier, taken, shown, delivered);
        // A way that costs no less than a better one is none.
        while self.ways.last().is_some_and(|before| before.units >= way.units) {
            self.ways.pop();
        }
        self.ways.push(way);
    }

    /// A way with what it takes.
    pub fn way(&self, format: Format, tier: Tier, taken: Taken, shown: Vec<(u32, u32)>, delivered: bool) -> Way {
        let mut way = Way { tier, shown, delivered, units: 0 };
        way.units = match self.around {
            Some(around) if tier != Tier::Stub && !delivered => around + taken.closed(),
            _ => text_units(&self.piece(format, &way)),
        };
        way
    }

    /// The way written out.
    fn piece(&self, format: Format, way: &Way) -> String {
        let tier = if way.delivered { Tier::Stub } else { way.tier };
        let seen = if way.delivered { &self.block.seen[..] } else { &[] };
        let text = if way.delivered { String::new() } else { self.text_of(way) };
        format.piece(&Piece { seen, ..Piece::of(&self.block, tier, &text) })
    }

    /// All of its text, as it is printed.
    pub fn text(&self) -> &str {
        &self.whole[..self.printed]
    }

    /// The text that a way shows.
    fn text_of(&self, way: &Way) -> String {
        let (start, end) = (self.block.start_line, self.block.end_line);
        match way.tier {
            Tier::Stub => String::new(),
            Tier::Signature => index::picked(self.text(), start, &way.shown),
            Tier::Skeleton => index::folded(self.text(), start, end, &way.shown),
            Tier::Full => self.text().to_owned(),
        }
    }

    /// What the ways take, and what they are worth.
    pub fn choices(&self) -> Vec<Choice> {
        self.ways.iter().map(|way| Choice { cost: way.units, value: self.weight * way.tier.utility() }).collect()
    }

    /// The block as this way shows it. What was delivered before is a stub.
    pub fn shown(&self, way: &Way) -> Block {
        let mut block = self.block.clone();
        block.hash = Fingerprint::of(&self.whole);
        block.delivered = way.delivered;
        if !way.delivered {
            block.tier = way.tier;
            block.text = self.text_of(way);
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

/// A block without heading, text, lines and hash, which takes longer than all the rest.
pub fn block(place: &Place, tier: Tier, weight: f64, score: f64) -> Block {
    let Place { file, entry } = *place;
    let utf16 = |byte| file.source.lines.utf16(&file.source.text, byte);
    Block {
        path: file.source.path.clone(),
        start_line: entry.chunk.start_line,
        end_line: entry.chunk.end_line,
        start: utf16(entry.chunk.start),
        end: utf16(entry.chunk.end),
        hash: Fingerprint::default(),
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
