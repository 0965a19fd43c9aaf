//! As many lines of a chunk as there is room for.

use super::candidate::{Candidate, Way};
use super::render::Format;
use super::tier::Tier;
use crate::index::{self, Taken};

impl Candidate {
    /// More of the chunk than `before` shows, for at most `left` more than that takes: its lines from the top, without
    /// those that the conversation has.
    pub fn excerpt(&self, format: Format, before: Option<&Way>, left: u64) -> Option<Way> {
        self.ways.last().filter(|way| way.tier == Tier::Full && !way.delivered)?;
        let (start, end) = (self.block.start_line, self.block.end_line);
        let all = (end + 1 - start) as usize;
        let limit = before.map_or(0, |way| way.units) + left;
        let mut shown = vec![false; all];
        let mut seen = vec![false; all];
        let mark = |lines: &mut [bool], ranges: &[(u32, u32)]| {
            for &(first, last) in ranges {
                lines[(first - start) as usize..=(last - start) as usize].fill(true);
            }
        };
        mark(&mut seen, &self.block.seen);
        if let Some(way) = before.filter(|way| !way.delivered) {
            mark(&mut shown, &way.shown);
        }
        let count = |shown: &[bool]| shown.iter().filter(|shown| **shown).count();
        let so_far = count(&shown);
        let mut best = None;
        // The whole is measured, as marks in gaps come and go.
        // All lines are no excerpt, unless the conversation has some of them.
        let (mut low, mut high) = (0, if self.block.seen.is_empty() { all.saturating_sub(1) } else { all });
        while low < high {
            let upto = (low + high).div_ceil(2);
            let mut with = shown.clone();
            with[..upto].iter_mut().zip(&seen).for_each(|(shown, seen)| *shown |= !seen);
            let ranges = ranges(&with, start);
            let text = index::folded(self.text(), start, end, &ranges);
            let way = self.way(format, Tier::Skeleton, Taken::of(&text), ranges, false);
            if way.units <= limit {
                low = upto;
                best = (count(&with) > so_far).then_some(way);
            } else {
                high = upto - 1;
            }
        }
        best
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
