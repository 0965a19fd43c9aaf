//! The best choice among the ways to show the heaviest chunks, for any budget.

use super::alike::{Likeness, Texts};
use super::answer::Mass;
use super::candidate::{Candidate, Maker, Way};
use super::confidence;
use super::context::{Context, Copy, Masses, Read};
use super::knapsack::{Group, Table};
use super::render;
use super::session::Focus;
use super::tier::Tier;
use crate::chunk::{UNIT, ceiling, room, text_units};
use crate::index::{ChunkKey, Place};
use crate::rank::heaviest;
use crate::rank::options::Mode;
use std::borrow::Cow;
use std::collections::HashMap;

/// So many chunks are looked at more closely, at least and at most; in between as many as fill the budget a few times.
const LEAST: usize = 64;
const MOST: usize = 2048;
/// How many times the chunks that are looked at would fill the budget; and where its tokens are another counter's, which
/// may be lines or words.
const OVERFULL: u64 = 4;
const OVERFULL_COUNTED: u64 = 16;
/// How often the choice is made again with what is left over.
const ROUNDS: usize = 4;
/// Less than this share of the budget is not worth another round.
const SLACK: u64 = 50;
/// A left-over of this part of the budget and more is spent on excerpts.
const MUCH: u64 = 12;
/// How many reads are recommended.
const READS: usize = 5;

/// A context with what its text takes.
type Shown = (Context, u64);

/// Everything that an answer can be made of, for any budget. It borrows nothing.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The answer without blocks.
    context: Context,
    /// Heaviest first, copies counted.
    candidates: Vec<Candidate>,
    /// Files by their heaviest candidate, with their candidates by line.
    files: Vec<(String, Vec<usize>)>,
    /// Where the conversation looks from now on.
    focus: Focus,
    /// What took part in the ranking.
    mode: Mode,
    /// Whether the context is finished as it is: tobler's, which knows one budget only.
    is_fixed: bool,
}

impl Plan {
    /// An answer that is finished.
    pub(super) fn fixed(context: Context) -> Self {
        Plan { is_fixed: true, ..Plan::bare(context) }
    }

    /// An answer without blocks.
    pub(super) fn bare(context: Context) -> Self {
        Plan {
            context,
            candidates: Vec::new(),
            files: Vec::new(),
            focus: Focus::default(),
            mode: Mode::default(),
            is_fixed: false,
        }
    }

    /// Prepares the heaviest chunks.
    pub(super) fn new(context: Context, mass: &Mass, maker: &Maker, mode: Mode) -> Self {
        let overfull = if maker.counted { OVERFULL_COUNTED } else { OVERFULL };
        let wanted = context.budget.saturating_mul(overfull).saturating_mul(u64::from(UNIT));
        let mut begun: Vec<(Candidate, Place, usize)> = Vec::new();
        let mut texts = Texts::default();
        let mut filled = 0_u64;
        let mut order: Cow<[usize]> = Cow::Borrowed(&mass.nucleus.order);
        for rank in 0..MOST.min(mass.weights.len()) {
            if rank >= LEAST && filled >= wanted {
                break;
            }
            // Few answers look further than the nucleus was put in order.
            if rank == order.len() {
                order = heaviest(mass.weights.view(), MOST).into();
            }
            let at = order[rank];
            let place = maker.scored.view.place(at);
            let weight = mass.weights[at];
            if let Some((first, likeness)) = texts.meet(&place) {
                let candidate = &mut begun[first].0;
                candidate.weight += weight;
                let exact = likeness == Likeness::Same;
                if exact {
                    candidate.keys.push(place.entry.key);
                }
                candidate.block.also_at.push(Copy { at: read(&place, weight), exact });
                continue;
            }
            filled += u64::from(place.entry.chunk.tokens) * u64::from(UNIT);
            begun.push((maker.begin(&place, at, weight, mass.scores[at]), place, at));
        }
        for (candidate, place, at) in &mut begun {
            maker.finish(candidate, place, *at);
        }
        let mut candidates: Vec<Candidate> = begun.into_iter().map(|(candidate, ..)| candidate).collect();
        candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let files = by_file(&candidates);
        let focus = Focus::of(&maker.scored.view, mass);
        Plan { context, candidates, files, focus, mode, is_fixed: false }
    }

    /// The tokens that the answer may take.
    pub fn budget(&self) -> u64 {
        self.context.budget
    }

    /// Whether there is anything to show.
    pub fn is_bare(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Where the conversation looks from now on; nowhere new if nothing was found.
    pub fn focus(&self) -> &Focus {
        &self.focus
    }

    /// Whether no other budget gives another answer.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// The best context whose complete text is at most `budget` tokens by the engine's estimate. Its header names the
    /// caller's own budget, which may be in tokens of another counter.
    pub fn spend(&self, budget: u64) -> Context {
        if self.is_fixed {
            return self.context.clone();
        }
        let limit = room(budget);
        let groups = self.groups();
        let mut target = limit.saturating_sub(self.frame_units());
        let mut table = Table::new(&groups, limit, u64::from(UNIT));
        let mut best: Option<(f64, Vec<Option<Way>>, Shown)> = None;
        let mut rounds = 0..ROUNDS;
        while rounds.next().is_some() || (best.is_none() && target > 0) {
            if !table.reaches(target) {
                table = Table::new(&groups, target, u64::from(UNIT));
            }
            let chosen = self.choose(&table.solve(target));
            let (context, taken) = self.show(&chosen);
            if taken > limit {
                // Pieces together may take more than one by one. It ends: each step takes off a unit at least.
                target = target.saturating_sub(taken - limit).min(target - target / 8);
                continue;
            }
            let value = self.value(&chosen);
            if best.as_ref().is_some_and(|(before, ..)| value <= *before) {
                break;
            }
            best = Some((value, chosen, (context, taken)));
            if (limit - taken).saturating_mul(SLACK) < limit {
                break;
            }
            target = target.saturating_add(limit - taken);
        }
        match best {
            Some((value, chosen, shown)) if value > 0.0 => self.top_up(chosen, shown, limit),
            _ => self.nothing(limit),
        }
    }

    /// Spends what is left over, if that is much, on as many lines of the heaviest chunks as fit.
    fn top_up(&self, mut chosen: Vec<Option<Way>>, shown: Shown, limit: u64) -> Context {
        let (mut context, mut taken) = shown;
        for (at, candidate) in self.candidates.iter().enumerate() {
            let left = limit.saturating_sub(taken);
            if left.saturating_mul(MUCH) < limit {
                break;
            }
            if chosen[at].as_ref().is_some_and(|way| way.tier == Tier::Full && !way.delivered) {
                continue;
            }
            let Some(more) = candidate.excerpt(self.context.format, chosen[at].as_ref(), left) else { continue };
            let before = chosen[at].replace(more);
            let shown = self.show(&chosen);
            if shown.1 <= limit {
                (context, taken) = shown;
            } else {
                chosen[at] = before;
            }
        }
        context
    }

    /// What stands around the files takes.
    fn frame_units(&self) -> u64 {
        let mut frame = self.context.clone();
        frame.k = self.candidates.len();
        frame.header = render::header(&frame);
        text_units(&render::by_file(&frame, &[]))
    }

    /// What the files and their candidates take.
    fn groups(&self) -> Vec<Group> {
        let group = |(path, members): &(String, Vec<usize>)| {
            let language = members.first().map_or("", |&at| self.candidates[at].block.language.name());
            Group {
                overhead: text_units(&self.context.format.file(path, language, &[])),
                chunks: members.iter().map(|&at| self.candidates[at].choices()).collect(),
            }
        };
        self.files.iter().map(group).collect()
    }

    /// By candidate, the way in which it is shown, as chosen by file.
    fn choose(&self, by_file: &[Vec<Option<usize>>]) -> Vec<Option<Way>> {
        let mut chosen = vec![None; self.candidates.len()];
        for ((_, members), ways) in self.files.iter().zip(by_file) {
            for (&at, way) in members.iter().zip(ways) {
                chosen[at] = way.map(|way| self.candidates[at].ways[way].clone());
            }
        }
        chosen
    }

    fn value(&self, chosen: &[Option<Way>]) -> f64 {
        let worth = |(candidate, way): (&Candidate, &Option<Way>)| {
            way.as_ref().map_or(0.0, |way| candidate.weight * way.tier.utility())
        };
        self.candidates.iter().zip(chosen).map(worth).sum()
    }

    /// The context that shows what was chosen, and what its text takes.
    fn show(&self, chosen: &[Option<Way>]) -> Shown {
        let mut context = self.context.clone();
        let (mut order, mut read) = (Vec::new(), Masses::default());
        for (at, (candidate, way)) in self.candidates.iter().zip(chosen).enumerate() {
            let Some(way) = way else {
                context.recommended_reads.push(candidate.read());
                continue;
            };
            let mut block = candidate.shown(way);
            if block.tier == Tier::Stub && !candidate.is_known() {
                context.recommended_reads.push(candidate.read());
            }
            block.heading = render::heading(&block);
            context.masses.add(block.tier, candidate.weight);
            read.add(way.tier, candidate.weight);
            order.push(at);
            context.blocks.push(block);
        }
        context.recommended_reads.truncate(READS);
        context.k = context.blocks.len();
        context.hidden = (1.0 - context.masses.shown()).clamp(0.0, 1.0);
        context.epsilon = context.hidden;
        confidence::judge(&mut context, self.mode, &read);
        context.header = render::header(&context);
        context.text = render::by_file(&context, &self.in_files(&order));
        let units = text_units(&context.text);
        context.tokens = ceiling(units);
        (context, units)
    }

    /// The shown candidates by file, as positions in the context's blocks.
    fn in_files(&self, shown: &[usize]) -> Vec<Vec<usize>> {
        let position: HashMap<usize, usize> = shown.iter().enumerate().map(|(n, &at)| (at, n)).collect();
        let files = self.files.iter();
        files
            .map(|(_, members)| members.iter().filter_map(|at| position.get(at).copied()).collect::<Vec<_>>())
            .filter(|members| !members.is_empty())
            .collect()
    }

    /// Nothing is shown: the notes if they fit, else no text at all; and an account of it.
    fn nothing(&self, limit: u64) -> Context {
        let mut context = self.context.clone();
        context.epsilon = 1.0;
        context.hidden = 1.0;
        confidence::judge(&mut context, self.mode, &Masses::default());
        context.header = render::header(&context);
        context.recommended_reads = self.candidates.iter().take(READS).map(Candidate::read).collect();
        if !self.candidates.is_empty() {
            context.notes.push("The budget is too small for even one pointer: raise it.".to_owned());
            return context;
        }
        // With the suggestions if they fit.
        let with = render::by_file(&context, &[]);
        let without = render::by_file(&Context { suggestions: Vec::new(), ..context.clone() }, &[]);
        if let Some(text) = [with, without].into_iter().find(|text| text_units(text) <= limit) {
            context.tokens = ceiling(text_units(&text));
            context.text = text;
        }
        context
    }

    /// What the blocks of a context are, with the lines that each shows, counted from the chunk's first.
    pub fn delivered(&self, context: &Context) -> Vec<(ChunkKey, Vec<(u32, u32)>)> {
        let keys: HashMap<(&str, u32), &[ChunkKey]> = self
            .candidates
            .iter()
            .map(|candidate| ((candidate.block.path.as_str(), candidate.block.start), candidate.keys.as_slice()))
            .collect();
        let mut delivered = Vec::new();
        for block in context.blocks.iter().filter(|block| !block.shown.is_empty()) {
            let lines: Vec<(u32, u32)> =
                block.shown.iter().map(|&(a, b)| (a - block.start_line, b - block.start_line)).collect();
            let keys = keys.get(&(block.path.as_str(), block.start)).copied().unwrap_or_default();
            // A copy may have other blanks: its lines are known by number only if all are.
            let known = if block.tier == Tier::Full { keys } else { &keys[..keys.len().min(1)] };
            delivered.extend(known.iter().map(|&key| (key, lines.clone())));
        }
        delivered
    }
}

fn read(place: &Place, weight: f64) -> Read {
    let chunk = &place.entry.chunk;
    Read { path: place.file.source.path.clone(), start_line: chunk.start_line, end_line: chunk.end_line, weight }
}

fn by_file(candidates: &[Candidate]) -> Vec<(String, Vec<usize>)> {
    let mut files: Vec<(String, Vec<usize>)> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let number = *numbers.entry(&candidate.block.path).or_insert_with(|| {
            files.push((candidate.block.path.clone(), Vec::new()));
            files.len() - 1
        });
        files[number].1.push(at);
    }
    for (_, members) in &mut files {
        members.sort_by_key(|&at| candidates[at].block.start);
    }
    files
}
