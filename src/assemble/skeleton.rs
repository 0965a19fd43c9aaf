//! A chunk with its inner bodies folded away, but for the lines that the question is about.

use crate::index::Place;
use crate::lexical::Finder;
use crate::rank::Term;
use std::ops::Range;

/// A fold of fewer lines hides nothing worth hiding.
const SHORTEST: u32 = 3;
/// The share of the lines that folding should hide: less saves little, more is but a signature.
const AIM: f64 = 0.55;
/// So many lines are kept for the question's sake, with one line before and after.
const KEPT: usize = 4;
/// A line that covers less of the question says little.
const LEAST: f64 = 0.25;

/// What the question asks for, as lines are looked through for it.
pub struct Asked<'a> {
    terms: &'a [Term],
    finder: Finder<'a>,
    /// Σ idf of the terms.
    mass: f64,
}

impl<'a> Asked<'a> {
    /// The question's terms, made ready once.
    pub fn new(terms: &'a [Term]) -> Self {
        let finder = Finder::new(terms.iter().map(|term| term.stem.as_str()));
        Asked { terms, finder, mass: terms.iter().map(|term| term.idf).sum() }
    }
}

/// The lines (1-based, inclusive) that stay; none where there is nothing to fold.
/// What of it was `read` before need not be read again.
pub fn lines(place: &Place, question: &Asked, read: Option<&Vec<(usize, u64)>>) -> Option<Vec<(u32, u32)>> {
    let chunk = &place.entry.chunk;
    let (first, last) = (chunk.start_line, chunk.end_line);
    let mut shown = vec![true; (last + 1 - first) as usize];
    match level(&chunk.folds, last + 1 - first) {
        Some(folds) => {
            for line in folds.into_iter().flat_map(|fold| fold.start.max(first)..fold.end.min(last + 1)) {
                shown[(line - first) as usize] = false;
            }
        }
        // A piece of a longer body, or prose: all but what stands for it.
        None => {
            shown.fill(false);
            for line in place.entry.signature.iter().flat_map(|&(first, last)| first..=last) {
                shown[(line - first) as usize] = true;
            }
        }
    }
    for line in matching(place, question, read, &shown) {
        for near in line.saturating_sub(1).max(first)..=(line + 1).min(last) {
            shown[(near - first) as usize] = true;
        }
    }
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in (first..=last).filter(|line| shown[(line - first) as usize]) {
        match ranges.last_mut() {
            // A gap of one line is as long as the mark in its place.
            Some(range) if line <= range.1 + 2 => range.1 = line,
            _ => ranges.push((line, line)),
        }
    }
    (ranges != [(first, last)] && !ranges.is_empty() && ranges != place.entry.signature).then_some(ranges)
}

/// The folds at the depth that comes nearest to hiding [`AIM`] of the lines.
fn level(folds: &[Range<u32>], lines: u32) -> Option<Vec<Range<u32>>> {
    let mut levels: Vec<Vec<Range<u32>>> = Vec::new();
    let mut around: Vec<u32> = Vec::new();
    for fold in folds.iter().filter(|fold| fold.end >= fold.start + SHORTEST) {
        while around.last().is_some_and(|&end| end <= fold.start) {
            around.pop();
        }
        if levels.len() == around.len() {
            levels.push(Vec::new());
        }
        levels[around.len()].push(fold.clone());
        around.push(fold.end);
    }
    let hidden = |level: &Vec<Range<u32>>| level.iter().map(|fold| fold.end - fold.start).sum::<u32>();
    let off = |level: &Vec<Range<u32>>| (f64::from(hidden(level)) / f64::from(lines.max(1)) - AIM).abs();
    levels.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)))
}

/// The hidden lines that cover most of the question.
fn matching(place: &Place, question: &Asked, read: Option<&Vec<(usize, u64)>>, shown: &[bool]) -> Vec<u32> {
    let mut found: Vec<(f64, u32)> = Vec::new();
    let mut note = |at: usize, met: u64| {
        if shown.get(at) != Some(&false) {
            return;
        }
        let covered = question.terms.iter().enumerate().filter(|(i, _)| met >> i & 1 == 1).map(|(_, term)| term.idf);
        let covered: f64 = covered.sum();
        if covered > 0.0 && covered >= LEAST * question.mass {
            found.push((covered, place.entry.chunk.start_line + at as u32));
        }
    };
    match read {
        Some(lines) => lines.iter().for_each(|&(at, met)| note(at, met)),
        None => question.finder.lines(place.file.text(&place.entry.chunk), note),
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(KEPT);
    found.into_iter().map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_that_hides_about_half_is_folded() {
        // A class of two methods: the whole body, or the methods' bodies.
        let folds = [2..40, 4..14, 17..25, 18..20];
        assert_eq!(level(&folds, 40), Some(vec![4..14, 17..25]));
        assert_eq!(level(std::slice::from_ref(&(3..5)), 10), None, "too short");
    }
}
