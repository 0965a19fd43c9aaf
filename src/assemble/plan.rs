//! The ways in which the best chunks can be shown, and the best choice of them for a budget.

use super::answer::Mass;
use super::block::block;
use super::context::{Block, Context, Read};
use super::knapsack::{Choice, Group, solve};
use super::tier::Tier;
use super::{render, skeleton};
use crate::chunk::{UNIT, units};
use crate::index::{self, Place, full_text, signature_text};
use crate::rank::{Scored, descending, saturation};
use ndarray::Array1;
use std::collections::HashMap;

/// So many chunks are looked at more closely, at least and at most; in between as many as fill the budget a few times.
const LEAST: usize = 64;
const MOST: usize = 2048;
/// How many times the chunks that are looked at would fill the budget.
const OVERFULL: u64 = 4;
/// A skeleton must be shorter than this share of the whole.
const SHORTER: f64 = 0.75;
/// What each further chunk of a file loses of its score where `rank` takes no more than [`LONG`]; chosen on
/// development queries (bench/retrieval/allocation.md).
const GENTLE: f64 = 0.4;
const LONG: f64 = 1.0;
/// How often the choice is made again with what is left over.
const ROUNDS: usize = 4;
/// Less than this share of the budget is not worth another round.
const SLACK: u64 = 50;
/// A left-over of this part of the budget and more is spent on excerpts.
const MUCH: u64 = 12;
/// How many reads are recommended.
const READS: usize = 5;

/// One way to show a chunk.
#[derive(Clone, Debug)]
struct Way {
    tier: Tier,
    text: String,
    shown: Vec<(u32, u32)>,
    /// What its text takes with the lines around it.
    units: u64,
}

/// A chunk that may be shown.
#[derive(Clone, Debug)]
struct Candidate {
    /// As a stub.
    block: Block,
    /// Its weight with those of its copies.
    weight: f64,
    /// From the least to the most.
    ways: Vec<Way>,
}

/// Everything that a context can be made of, for any budget. It borrows nothing.
#[derive(Clone, Debug)]
pub struct Plan {
    context: Context,
    /// Heaviest first, copies counted.
    candidates: Vec<Candidate>,
    /// Files by their heaviest candidate, with their candidates by line.
    files: Vec<(String, Vec<usize>)>,
}

/// Lowers the scores of further chunks of a file.
pub(super) fn saturate(scores: &mut Array1<f64>, scored: &Scored, query: &str) {
    let loss = saturation(query);
    // A passage asked for in many words may well go on in the next chunk.
    let loss = if loss > LONG { loss } else { GENTLE };
    let mut seen = vec![0.0; scored.view.files.len()];
    for place in descending(scores.view()) {
        let before = &mut seen[scored.view.file_of[place] as usize];
        scores[place] -= loss * *before;
        *before += 1.0;
    }
}

/// Prepares the heaviest chunks.
pub(super) fn plan(context: Context, scored: &Scored, mass: &Mass) -> Plan {
    let wanted = context.budget.saturating_mul(OVERFULL).saturating_mul(u64::from(UNIT));
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut filled = 0_u64;
    for (rank, &at) in mass.nucleus.order.iter().enumerate() {
        if rank >= MOST || (rank >= LEAST && filled >= wanted) {
            break;
        }
        let place = scored.view.places[at];
        let (weight, score) = (mass.weights[at], mass.scores[at]);
        let text = trimmed(&place);
        if let Some(&first) = known.get(&text) {
            candidates[first].weight += weight;
            candidates[first].block.also_at.push(read(&place, weight));
            continue;
        }
        known.insert(text, candidates.len());
        let candidate = candidate(&place, weight, score, scored);
        filled += candidate.ways.last().map_or(0, |way| way.units);
        candidates.push(candidate);
    }
    candidates.iter_mut().for_each(name_copies);
    candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let files = by_file(&candidates);
    Plan { context, candidates, files }
}

/// So many other places of a text are named.
const COPIES: usize = 3;

/// Says in the heading where else the text stands.
fn name_copies(candidate: &mut Candidate) {
    let Candidate { block, ways, .. } = candidate;
    if block.also_at.is_empty() {
        return;
    }
    let places: Vec<String> = block
        .also_at
        .iter()
        .take(COPIES)
        .map(|read| format!("{}:{}-{}", read.path, read.start_line, read.end_line))
        .collect();
    let more = block.also_at.len().saturating_sub(COPIES);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let note = format!(", also at {}{more}", places.join(", "));
    block.heading.push_str(&note);
    for way in ways {
        way.units += units(&note);
        if way.tier == Tier::Stub {
            way.text.push_str(&note);
        }
    }
}

/// What two chunks have in common that say the same: their lines without the blanks around them.
fn trimmed(place: &Place) -> String {
    let lines = place.file.text(&place.entry.chunk).lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
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

fn candidate(place: &Place, weight: f64, score: f64, scored: &Scored) -> Candidate {
    let chunk = &place.entry.chunk;
    let mut block = block(place, Tier::Stub, weight, score, String::new(), Vec::new());
    let lines = index::lines_heading(place.file, place.entry);
    block.heading = format!("{}:{lines}", block.path);
    let stub = index::lines_stub(place.file, place.entry);
    let mut ways = vec![Way { tier: Tier::Stub, units: units(&stub) + NEWLINE, text: stub, shown: Vec::new() }];
    let around = units(&lines) + NEWLINE;
    let mut add = |tier: Tier, text: String, shown: Vec<(u32, u32)>| {
        let taken = around + units(&render::fence(&text, block.language.name()));
        // A way that costs no less than a better one is none.
        while ways.last().is_some_and(|way| way.units >= taken) {
            ways.pop();
        }
        ways.push(Way { tier, text, shown, units: taken });
    };
    let full = full_text(place.file, chunk).to_owned();
    let whole = vec![(chunk.start_line, chunk.end_line)];
    if place.entry.signature != whole {
        add(Tier::Signature, signature_text(place.file, place.entry), place.entry.signature.clone());
    }
    if let Some(shown) = skeleton::lines(place, &scored.terms) {
        let text = index::folded_text(place.file, place.entry, &shown);
        if units(&text) as f64 <= SHORTER * units(&full) as f64 {
            add(Tier::Skeleton, text, shown);
        }
    }
    add(Tier::Full, full, whole);
    Candidate { block, weight, ways }
}

impl Candidate {
    fn choices(&self) -> Vec<Choice> {
        let value = |way: &Way| self.weight * way.tier.utility();
        self.ways.iter().map(|way| Choice { cost: way.units, value: value(way) }).collect()
    }

    /// More of the chunk than `before` shows, for at most `left` more than that takes: its lines from the top.
    fn excerpt(&self, before: Option<&Way>, left: u64) -> Option<Way> {
        let full = self.ways.last().filter(|way| way.tier == Tier::Full)?;
        let lines: Vec<&str> = full.text.split_inclusive('\n').collect();
        let shown_before = before.map_or(&[][..], |way| &way.shown);
        let count = |shown: &[(u32, u32)]| shown.iter().map(|(a, b)| b + 1 - a).sum::<u32>();
        // The text has lost its last line break, and with it perhaps an empty line.
        let all = (self.block.end_line + 1 - self.block.start_line) as usize;
        if count(shown_before) as usize >= all {
            return None;
        }
        let limit = before.map_or(0, |way| way.units) + left;
        let around = units(render::below_path(&self.block)) + 2 * NEWLINE;
        let mut shown = vec![false; all];
        for &(first, last) in shown_before {
            (first..=last).for_each(|line| shown[(line - self.block.start_line) as usize] = true);
        }
        // Greedily from the top; the whole is measured, as marks in gaps come and go.
        let build = |shown: &[bool]| {
            let ranges = ranges(shown, self.block.start_line);
            let text = folded(&lines, &ranges, self.block.start_line, self.block.end_line);
            let taken = around + units(&render::fence(&text, self.block.language.name()));
            Way { tier: Tier::Skeleton, text, shown: ranges, units: taken }
        };
        let mut best = None;
        let (mut low, mut high) = (0, all);
        while low < high {
            let upto = (low + high).div_ceil(2);
            let mut with: Vec<bool> = shown.clone();
            with[..upto].fill(true);
            let way = build(&with);
            if way.units <= limit {
                low = upto;
                best = Some(way);
            } else {
                high = upto - 1;
            }
        }
        best.filter(|way| count(&way.shown) > count(shown_before))
    }
}

/// The runs of lines that are shown.
fn ranges(shown: &[bool], start: u32) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in (start..).zip(shown).filter(|(_, shown)| **shown).map(|(line, _)| line) {
        match ranges.last_mut() {
            Some(range) if line == range.1 + 1 => range.1 = line,
            _ => ranges.push((line, line)),
        }
    }
    ranges
}

/// The shown lines of a text, each gap named.
fn folded(lines: &[&str], shown: &[(u32, u32)], start: u32, last_line: u32) -> String {
    let mut text = String::new();
    let mut next = start;
    let end = last_line + 1;
    for (first, last) in shown.iter().copied().chain([(end, end)]) {
        if next < first {
            text.push_str(&format!("… {next}-{}\n", first - 1));
        }
        lines
            .iter()
            .skip((first - start) as usize)
            .take((last + 1 - first) as usize)
            .for_each(|line| text.push_str(line));
        next = last + 1;
    }
    text
}

/// A line break after a line of text, at most.
const NEWLINE: u64 = UNIT as u64;

impl Plan {
    /// The best context whose complete text is at most so many tokens by the engine's estimate.
    pub fn spend(&self, budget: u64) -> Context {
        let limit = budget.saturating_mul(u64::from(UNIT));
        let mut target = limit.saturating_sub(self.frame_units());
        let mut best: Option<(f64, Vec<Option<Way>>, Context)> = None;
        for _ in 0..ROUNDS {
            let chosen = self.choose(target);
            let context = self.show(&chosen, budget);
            let taken = units(&context.markdown);
            if taken > limit {
                target = target.saturating_sub(taken - limit);
                continue;
            }
            let value = self.value(&chosen);
            if best.as_ref().is_some_and(|(before, ..)| value <= *before) {
                break;
            }
            best = Some((value, chosen, context));
            if (limit - taken).saturating_mul(SLACK) < limit {
                break;
            }
            target = target.saturating_add(limit - taken);
        }
        match best {
            Some((value, chosen, context)) if value > 0.0 => self.top_up(chosen, context, budget),
            _ => self.nothing(budget),
        }
    }

    /// Spends what is left over, if that is much, on as many lines of the heaviest chunks as fit.
    fn top_up(&self, mut chosen: Vec<Option<Way>>, mut context: Context, budget: u64) -> Context {
        let limit = budget.saturating_mul(u64::from(UNIT));
        for (at, candidate) in self.candidates.iter().enumerate() {
            let left = limit.saturating_sub(units(&context.markdown));
            if left * MUCH < limit {
                break;
            }
            let before = chosen[at].as_ref();
            let Some(more) = candidate.excerpt(before, left) else { continue };
            let before = chosen[at].replace(more);
            let shown = self.show(&chosen, budget);
            if units(&shown.markdown) <= limit {
                context = shown;
            } else {
                chosen[at] = before;
            }
        }
        context
    }

    /// What the lines before the blocks take.
    fn frame_units(&self) -> u64 {
        let mut frame = self.context.clone();
        frame.k = self.candidates.len();
        frame.header = render::header(&frame);
        units(&render::markdown(&frame))
    }

    /// By candidate, the way in which it is shown.
    fn choose(&self, target: u64) -> Vec<Option<Way>> {
        let groups: Vec<Group> = self
            .files
            .iter()
            .map(|(path, members)| Group {
                overhead: units(&render::file_heading(path)),
                chunks: members.iter().map(|&at| self.candidates[at].choices()).collect(),
            })
            .collect();
        let mut chosen = vec![None; self.candidates.len()];
        for ((_, members), ways) in self.files.iter().zip(solve(&groups, target, u64::from(UNIT))) {
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

    /// The context that shows what was chosen.
    fn show(&self, chosen: &[Option<Way>], budget: u64) -> Context {
        let mut context = Context { budget, ..self.context.clone() };
        let mut order = Vec::new();
        for (at, (candidate, way)) in self.candidates.iter().zip(chosen).enumerate() {
            let block = &candidate.block;
            let Some(way) = way else {
                recommend(&mut context, block);
                continue;
            };
            let mut block = Block { tier: way.tier, shown: way.shown.clone(), ..block.clone() };
            if way.tier == Tier::Stub {
                recommend(&mut context, &block);
                block.heading = format!("{}:{}", block.path, way.text);
            } else {
                block.text.clone_from(&way.text);
            }
            context.masses.add(way.tier, candidate.weight);
            order.push(at);
            context.blocks.push(block);
        }
        context.recommended_reads.truncate(READS);
        context.k = context.blocks.len();
        context.hidden = (1.0 - context.masses.shown()).clamp(0.0, 1.0);
        context.epsilon = context.hidden;
        context.header = render::header(&context);
        context.markdown = render::by_file(&context, &self.in_files(&order));
        context.tokens = units(&context.markdown).div_ceil(u64::from(UNIT));
        context
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

    /// Nothing fits: no text at all, and an account of it.
    fn nothing(&self, budget: u64) -> Context {
        let mut context = Context { budget, ..self.context.clone() };
        context.epsilon = 1.0;
        context.header = render::header(&context);
        self.candidates.iter().for_each(|candidate| recommend(&mut context, &candidate.block));
        context.recommended_reads.truncate(READS);
        context.notes.push("The budget is too small for even one pointer: raise it.".to_owned());
        context
    }
}

fn recommend(context: &mut Context, block: &Block) {
    context.recommended_reads.push(Read {
        path: block.path.clone(),
        start_line: block.start_line,
        end_line: block.end_line,
        weight: block.weight,
    });
}
