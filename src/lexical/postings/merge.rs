//! The merge of the two layers into one, in steps. Until it is done the layers stay as they are, and an edit gives it up.

use super::fresh::{Fresh, FreshLayer};
use super::lists::Lists;
use super::{DEAD, Posting};
use crate::pace::Pace;
use std::task::Poll;

/// A merge groups about so many fresh postings at a time, or an eighth of them: it reads all of them for each group.
const GROUPED: usize = 1 << 19;

/// What the merge reads.
#[derive(Clone, Copy)]
pub(super) struct Layers<'a> {
    pub settled: &'a Lists,
    pub fresh: &'a FreshLayer,
    /// By slot.
    pub lengths: &'a [u32],
    /// Whether postings of removed documents are among them.
    pub has_dead: bool,
}

/// A merge on its way.
pub(super) struct Merge {
    /// By term: how many fresh postings of living documents it has.
    amounts: Vec<u32>,
    pub lists: Lists,
    /// How many terms no living document holds.
    pub unused: usize,
    stage: Stage,
}

enum Stage {
    /// The fresh postings are counted, up to a block.
    Counting(usize),
    /// Those of the terms behind the lists are put together, up to a block.
    Grouping(Group, usize),
    /// They are written, with the settled ones: up to a term of the group.
    Writing(Group, usize),
}

/// Fresh postings of a run of terms.
#[derive(Default)]
struct Group {
    first: u32,
    /// By term: where its postings end.
    ends: Vec<usize>,
    /// And where the next one goes.
    next: Vec<usize>,
    postings: Vec<Posting>,
}

/// The work of reading a block of the fresh layer, and postings for a microsecond.
const BLOCK: u32 = 400;
const POSTINGS: usize = 32;

impl Merge {
    pub fn new(layers: Layers, terms: usize) -> Self {
        Merge {
            amounts: vec![0; terms],
            lists: Lists::with_capacity(layers.settled.size() + layers.fresh.bytes(), terms),
            unused: 0,
            stage: Stage::Counting(0),
        }
    }

    /// Goes on. The same layers must be given each time; what comes out does not depend on the pauses.
    pub fn advance(&mut self, layers: Layers, pace: &mut Pace) -> Poll<()> {
        loop {
            match std::mem::replace(&mut self.stage, Stage::Counting(0)) {
                Stage::Counting(block) if block < layers.fresh.blocks() => {
                    alive(layers, block).for_each(|posting| self.amounts[posting.term as usize] += 1);
                    self.stage = Stage::Counting(block + 1);
                    if pace.spend(BLOCK) {
                        return Poll::Pending;
                    }
                }
                Stage::Counting(_) => match self.group(layers) {
                    Some(group) => self.stage = Stage::Grouping(group, 0),
                    None => return Poll::Ready(()),
                },
                Stage::Grouping(mut group, block) if block < layers.fresh.blocks() => {
                    alive(layers, block).for_each(|posting| group.take(posting));
                    self.stage = Stage::Grouping(group, block + 1);
                    if pace.spend(BLOCK) {
                        return Poll::Pending;
                    }
                }
                Stage::Grouping(group, _) => self.stage = Stage::Writing(group, 0),
                Stage::Writing(group, at) if at < group.ends.len() => {
                    let work = self.write(layers, &group, at);
                    self.stage = Stage::Writing(group, at + 1);
                    if pace.spend(work) {
                        return Poll::Pending;
                    }
                }
                Stage::Writing(..) => match self.group(layers) {
                    Some(group) => self.stage = Stage::Grouping(group, 0),
                    None => return Poll::Ready(()),
                },
            }
        }
    }

    /// So many of the terms behind the lists that their fresh postings stay few beside the lists.
    fn group(&self, layers: Layers) -> Option<Group> {
        let first = self.lists.len();
        let most = GROUPED.max(layers.fresh.len() / 8);
        let (mut total, mut ends) = (0, Vec::new());
        for &amount in self.amounts.get(first..)? {
            total += amount as usize;
            ends.push(total);
            if total > most {
                break;
            }
        }
        let next = std::iter::once(0).chain(ends.iter().copied()).take(ends.len()).collect();
        let postings = vec![Posting { slot: 0, count: 0 }; total];
        (!ends.is_empty()).then_some(Group { first: first as u32, ends, next, postings })
    }

    /// Writes the list of a group's term; tells the work.
    fn write(&mut self, layers: Layers, group: &Group, at: usize) -> u32 {
        let term = group.first + at as u32;
        let from = at.checked_sub(1).map_or(0, |before| group.ends[before]);
        let new = &group.postings[from..group.ends[at]];
        let old = layers.settled.of(term);
        if new.is_empty() && !layers.has_dead {
            self.unused += usize::from(old.len() == 0);
            self.lists.push_same(layers.settled, term);
            return 1;
        }
        let mut merged: Vec<Posting> = old.filter(|posting| layers.lengths[posting.slot as usize] < DEAD).collect();
        merged.extend_from_slice(new);
        if !merged.is_sorted() {
            merged.sort_unstable();
        }
        self.unused += usize::from(merged.is_empty());
        self.lists.push(&merged);
        1 + (merged.len() / POSTINGS) as u32
    }
}

impl Group {
    fn take(&mut self, posting: Fresh) {
        // A term before the first is beyond the last.
        if let Some(at) = self.next.get_mut(posting.term.wrapping_sub(self.first) as usize)
            && let Some(place) = self.postings.get_mut(*at)
        {
            *place = Posting { slot: posting.slot, count: posting.count };
            *at += 1;
        }
    }
}

/// The fresh postings of living documents in a block.
fn alive<'a>(layers: Layers<'a>, block: usize) -> impl Iterator<Item = Fresh> + 'a {
    layers.fresh.block(block).filter(move |posting| layers.lengths[posting.slot as usize] < DEAD)
}

#[cfg(test)]
mod tests {
    use crate::lexical::Postings;
    use crate::pace::Pace;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Step {
        Put(u32, String),
        Take(u32),
        /// A part of a merge.
        Merge,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => (0..12_u32, "([a-f]{1,2} ){0,12}").prop_map(|(slot, text)| Step::Put(slot, text)),
            1 => (0..12_u32).prop_map(Step::Take),
            5 => Just(Step::Merge),
        ];
        proptest::collection::vec(step, 0..60)
    }

    proptest! {
        #[test]
        fn in_steps_and_among_edits_it_changes_no_score(steps in steps()) {
            let (mut merged, mut plain) = (Postings::new(1.5, 0.75), Postings::new(1.5, 0.75));
            let scores = |postings: &Postings| {
                let mut out = [0.0; 12];
                postings.score("a b ab fc d", &mut out);
                out
            };
            for step in steps {
                match step {
                    Step::Put(slot, text) => {
                        merged.put(slot, &[(&text, 1)]);
                        plain.put(slot, &[(&text, 1)]);
                    }
                    Step::Take(slot) => {
                        merged.take(slot);
                        plain.take(slot);
                    }
                    Step::Merge => {
                        if merged.merge_on(&mut Pace::new(&mut || true)).is_ready() {
                            prop_assert_eq!(merged.unsettled(), 0);
                        }
                    }
                }
                prop_assert_eq!(scores(&merged), scores(&plain));
            }
            merged.settle();
            prop_assert_eq!(scores(&merged), scores(&plain));
        }
    }
}
