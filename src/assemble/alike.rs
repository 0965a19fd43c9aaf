//! Chunks that say the same, or nearly: shown once.

use crate::index::Place;
use std::collections::HashMap;

/// A chunk of fewer lines is like too many.
const FEWEST: usize = 5;
/// Chunks that have this share of the longer one's lines in common say nearly the same.
const NEARLY: f64 = 0.9;
/// A line that so many chunks have tells none from another.
const COMMON: usize = 16;

/// Whole texts are hashed, which the standard library's way takes long for.
type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// How one chunk is like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The same lines but for the blanks around them.
    Same,
    /// Nearly all of them.
    Nearly,
}

/// The texts met so far, by number.
#[derive(Default)]
pub struct Texts<'a> {
    whole: Map<Vec<&'a str>, usize>,
    /// By line, the texts that have it.
    lines: Map<&'a str, Vec<usize>>,
    /// How many lines each has.
    sizes: Vec<usize>,
}

impl<'a> Texts<'a> {
    /// Notes a chunk's text under the next number, if none before is like it; else tells which.
    pub fn meet(&mut self, place: &Place<'a>) -> Option<(usize, Likeness)> {
        let lines = place.file.text(&place.entry.chunk).lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        if let Some(&known) = self.whole.get(&lines) {
            return Some((known, Likeness::Same));
        }
        if let Some(known) = self.nearly(&lines) {
            return Some((known, Likeness::Nearly));
        }
        let number = self.sizes.len();
        self.sizes.push(lines.len());
        if lines.len() >= FEWEST {
            for &line in &lines {
                let holders = self.lines.entry(line).or_default();
                if holders.len() < COMMON {
                    holders.push(number);
                }
            }
        }
        self.whole.insert(lines, number);
        None
    }

    /// The first text that shares enough lines. A line is counted as often as both have it.
    fn nearly(&self, lines: &[&str]) -> Option<usize> {
        if lines.len() < FEWEST {
            return None;
        }
        let mut own: Map<&str, usize> = Map::default();
        for line in lines {
            *own.entry(line).or_default() += 1;
        }
        let mut shared: Map<usize, usize> = Map::default();
        for (line, count) in own {
            let mut holders: &[usize] = self.lines.get(line).map_or(&[], Vec::as_slice);
            // A text stands in the list as often as it has the line.
            while let [first, ..] = holders {
                let times = holders.iter().take_while(|holder| *holder == first).count();
                *shared.entry(*first).or_default() += times.min(count);
                holders = &holders[times..];
            }
        }
        let enough =
            |&(&number, &count): &(&usize, &usize)| count as f64 >= NEARLY * self.sizes[number].max(lines.len()) as f64;
        shared.iter().filter(enough).map(|(&number, _)| number).min()
    }
}
