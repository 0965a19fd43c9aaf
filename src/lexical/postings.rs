//! Which document holds which term how often, and the BM25 scores that follow.
//!
//! Two layers. *Settled* postings lie grouped by term, packed; *fresh* ones in the order in which documents came.
//! [`Postings::settle`] merges the second into the first and is called by itself when the fresh layer has grown to a third
//! of the settled one. A removed document is only marked: its
//! postings are passed over until the next merge drops them, yet every statistic is exact at once,
//! because document frequencies are counted among living documents when a query is scored.

mod fresh;
mod lists;
mod merge;
mod packed;
mod saved;

pub use saved::PostingsLoader;

use super::Field;
use super::stem::Families;
use super::terms::Terms;
use super::words::words;
use crate::pace::{Pace, finish};
use fresh::{Fresh, FreshLayer};
use lists::Lists;
use merge::{Layers, Merge};
use std::task::Poll;

/// A slot that holds no document and is named by no posting.
const FREE: u32 = u32::MAX;
/// A slot whose document was removed while its postings still stand.
const DEAD: u32 = u32::MAX - 1;
/// Fewer fresh postings than this are not worth a merge.
const SMALL: usize = 1 << 16;

/// A document that holds a term, and how often; more than 65,535 times count as that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Posting {
    slot: u32,
    count: u16,
}

/// BM25 over documents in numbered slots, exact under any run of edits.
///
/// For a query the score of a document is the sum, over the query's terms in the order of their first
/// occurrence, of
///
/// ```text
/// n · ln(1 + (N − df + ½) / (df + ½)) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · dl / avgdl))
/// ```
///
/// with `n` the term's count in the query, `N` the number of documents, `df` of those that hold the
/// term, `tf` its count in the document, `dl` the document's length in terms (Robertson and Zaragoza,
/// *The Probabilistic Relevance Framework*, 2009, with the idf that is never negative). Since each
/// document's sum has its own fixed order and the statistics are whole numbers, a score is the same to
/// the last bit whatever edits led to the present documents and whichever slots they have.
pub struct Postings {
    k1: f64,
    b: f64,
    terms: Terms,
    families: Families,
    settled: Lists,
    fresh: FreshLayer,
    /// By slot: the document's length in terms, or [`FREE`] or [`DEAD`].
    lengths: Vec<u32>,
    documents: u32,
    dead: u32,
    /// One that is under way.
    merge: Option<Box<Merge>>,
    /// Sum of the living documents' lengths.
    total_length: u64,
    /// Scratch: counts by term while a document is read (all zero in between), and the terms met.
    tally: Vec<u32>,
    met: Vec<u32>,
}

impl Postings {
    /// An empty index. `k1` (≥ 0) bends the gain of repetition, `b` (0 to 1) the malus of length; 1.5
    /// and 0.75 are usual.
    pub fn new(k1: f64, b: f64) -> Self {
        Self {
            k1,
            b,
            terms: Terms::default(),
            families: Families::default(),
            settled: Lists::default(),
            fresh: FreshLayer::default(),
            lengths: Vec::new(),
            documents: 0,
            dead: 0,
            merge: None,
            total_length: 0,
            tally: Vec::new(),
            met: Vec::new(),
        }
    }

    /// Puts a document into a slot, in place of the one there, if any.
    ///
    /// Slots should be dense (memory is held up to the highest) and a removed document's slot is better
    /// not taken again before [`settle`](Self::settle): taking it forces a merge.
    pub fn insert(&mut self, slot: u32, fields: &[Field<'_>]) {
        self.put(slot, fields);
        self.settle_if_due();
    }

    /// The same without the merge that may be due then: the caller sees to it.
    pub fn put(&mut self, slot: u32, fields: &[Field<'_>]) {
        self.take(slot);
        self.merge = None;
        if self.lengths.get(slot as usize) == Some(&DEAD) {
            // The old document's postings would come alive again.
            self.settle();
        }
        let mut length = 0_u64;
        for &(text, repeat) in fields.iter().filter(|field| field.1 > 0) {
            words(text, &mut |term: &str| {
                let id = self.intern(term) as usize;
                if id >= self.tally.len() {
                    self.tally.resize((id + 1).max(self.tally.len() * 2), 0);
                }
                if self.tally[id] == 0 {
                    self.met.push(id as u32);
                }
                self.tally[id] = self.tally[id].saturating_add(repeat);
                length += u64::from(repeat);
            });
        }
        let tally = &mut self.tally;
        self.fresh.push(
            slot,
            self.met.iter().map(|&term| {
                let count = std::mem::take(&mut tally[term as usize]);
                (term, u16::try_from(count).unwrap_or(u16::MAX))
            }),
        );
        self.met.clear();
        let length = u32::try_from(length).map_or(DEAD - 1, |l| l.min(DEAD - 1));
        let place = slot as usize;
        if place >= self.lengths.len() {
            self.lengths.resize(place + 1, FREE);
        }
        self.lengths[place] = length;
        self.documents += 1;
        self.total_length += u64::from(length);
    }

    /// Takes over the documents of another index, which goes by the same numbers: that in slot `i` comes into
    /// `slots[i]`, which holds none.
    pub fn absorb(&mut self, other: &Postings, slots: &[u32]) {
        self.merge = None;
        if slots.iter().any(|&slot| self.lengths.get(slot as usize) == Some(&DEAD)) {
            // The old document's postings would come alive again.
            self.settle();
        }
        if let Some(last) = slots.iter().max() {
            self.lengths.resize(self.lengths.len().max(*last as usize + 1), FREE);
        }
        for (&slot, &length) in slots.iter().zip(&other.lengths).filter(|(_, length)| **length < DEAD) {
            self.lengths[slot as usize] = length;
            self.documents += 1;
            self.total_length += u64::from(length);
        }
        // The other's are grouped by term, fresh ones by document.
        let mut ends = vec![0_usize; other.lengths.len() + 1];
        let mut by_term: Vec<(u32, u32, u16)> = Vec::with_capacity(other.settled.postings());
        for id in 0..other.terms.len() as u32 {
            let mut own = None;
            other.each(id, &[], |slot, count| {
                let term = *own.get_or_insert_with(|| self.intern(other.terms.get(id)));
                ends[slot as usize + 1] += 1;
                by_term.push((slot, term, count));
            });
        }
        for slot in 1..ends.len() {
            ends[slot] += ends[slot - 1];
        }
        let mut terms = vec![(0_u32, 0_u16); by_term.len()];
        for (slot, term, count) in by_term {
            let at = &mut ends[slot as usize];
            terms[*at] = (term, count);
            *at += 1;
        }
        let mut first = 0;
        for (&slot, &end) in slots.iter().zip(&ends) {
            self.fresh.push(slot, terms[first..end].iter().copied());
            first = end;
        }
        // Work comes in part after part, whose merges would take longer than all else.
        if self.fresh.len() > SMALL.max(self.settled.postings()) {
            self.settle();
        }
    }

    fn settle_if_due(&mut self) {
        if self.is_merge_due() {
            self.settle();
        }
    }

    /// The number of a term, known or new.
    fn intern(&mut self, term: &str) -> u32 {
        let id = self.terms.intern(term);
        if id as usize == self.families.len() {
            self.families.push(&self.terms);
        }
        id
    }

    /// Takes a document out; a slot without one is left as it is. Constant time, but for a merge now and
    /// then when the dead outnumber the living.
    pub fn remove(&mut self, slot: u32) {
        self.take(slot);
        self.settle_if_due();
    }

    /// The same without the merge that may be due then: the caller sees to it.
    pub fn take(&mut self, slot: u32) {
        let Some(length) = self.lengths.get_mut(slot as usize).filter(|l| **l < DEAD) else {
            return;
        };
        self.merge = None;
        self.total_length -= u64::from(*length);
        *length = DEAD;
        self.documents -= 1;
        self.dead += 1;
    }

    /// Merges the layers, drops what removed documents left behind and frees their slots. Linear in the
    /// number of postings. Scores do not depend on it, only their speed does: worth a call after a bulk of
    /// edits and before the queries.
    pub fn settle(&mut self) {
        finish(|pace| self.merge_on(pace));
    }

    /// Goes on with a merge, or begins one if there is anything to merge. It is given up if a document comes or goes.
    pub fn merge_on(&mut self, pace: &mut Pace) -> Poll<()> {
        if self.fresh.len() == 0 && self.dead == 0 {
            return Poll::Ready(());
        }
        let under_way = self.merge.take();
        let Postings { settled, fresh, lengths, .. } = &*self;
        let layers = Layers { settled, fresh, lengths, has_dead: self.dead > 0 };
        let mut merge = under_way.unwrap_or_else(|| Box::new(Merge::new(layers, self.terms.len())));
        let done = merge.advance(layers, pace);
        if done.is_pending() {
            self.merge = Some(merge);
            return Poll::Pending;
        }
        (self.settled, self.fresh) = (merge.lists, FreshLayer::default());
        for length in self.lengths.iter_mut().filter(|l| **l == DEAD) {
            *length = FREE;
        }
        self.dead = 0;
        if merge.unused > 1024 && merge.unused > self.terms.len() / 2 {
            self.forget_unused();
        }
        Poll::Ready(())
    }

    /// Whether so much is fresh or dead that a merge is worth its time.
    pub fn is_merge_due(&self) -> bool {
        self.fresh.len() > SMALL.max(self.settled.postings() / 3)
            || (self.dead > self.documents && self.settled.postings() + self.fresh.len() > SMALL)
    }

    /// Numbers the terms anew, without those that no document holds. Only for a settled index.
    fn forget_unused(&mut self) {
        let mut terms = Terms::default();
        let mut lists = Lists::with_capacity(self.settled.size(), 0);
        for id in (0..self.terms.len() as u32).filter(|&id| self.settled.of(id).len() > 0) {
            terms.push(self.terms.get(id));
            lists.push_same(&self.settled, id);
        }
        self.families = Families::of_all(&terms);
        (self.terms, self.settled, self.tally) = (terms, lists, Vec::new());
    }

    /// How many postings wait for a merge. Every query reads all of them.
    pub fn unsettled(&self) -> usize {
        self.fresh.len()
    }

    /// How many documents there are.
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// The mean length of a document in terms; 0 without documents.
    pub fn average_length(&self) -> f64 {
        if self.documents == 0 { 0.0 } else { self.total_length as f64 / f64::from(self.documents) }
    }

    /// How many documents hold a term, given as [`words`] gives it.
    pub fn document_frequency(&self, term: &str) -> u32 {
        let mut frequency = 0;
        if let Some(id) = self.terms.find(term) {
            self.each(id, &self.fresh_of(&[id])[0], |_, _| frequency += 1);
        }
        frequency
    }

    /// Calls `f(i, slot)` for each document that holds `terms[i]`, given as [`words`] gives them; with one pass
    /// over what waits for a merge.
    pub fn documents_with_each(&self, terms: &[&str], mut f: impl FnMut(usize, u32)) {
        let mut asked: Vec<(u32, usize)> = Vec::with_capacity(terms.len());
        for (at, term) in terms.iter().enumerate() {
            if let Some(id) = self.terms.find(term) {
                self.each(id, &[], |slot, _| f(at, slot));
                asked.push((id, at));
            }
        }
        asked.sort_unstable();
        for fresh in self.fresh.iter().filter(|fresh| self.lengths[fresh.slot as usize] < DEAD) {
            let first = asked.partition_point(|&(id, _)| id < fresh.term);
            for &(_, at) in asked[first..].iter().take_while(|&&(id, _)| id == fresh.term) {
                f(at, fresh.slot);
            }
        }
    }

    /// The length of a document in terms; 0 where there is none.
    pub fn length(&self, slot: u32) -> u32 {
        self.lengths.get(slot as usize).copied().filter(|&length| length < DEAD).unwrap_or(0)
    }

    /// Calls `f(slot, count, length)` for each document and each term of its that has this stem: how often the
    /// document holds the term, and the document's length. A document with several such terms comes several times.
    pub fn holders(&self, stem: &str, mut f: impl FnMut(u32, u32, u32)) {
        self.holders_of_each(&[stem], |_, slot, count, length| f(slot, count, length));
    }

    /// The same for each of some stems, one after the other, as `f(i, slot, count, length)` for `stems[i]`; with one pass
    /// over what waits for a merge.
    pub fn holders_of_each(&self, stems: &[&str], mut f: impl FnMut(usize, u32, u32, u32)) {
        let (mut ids, mut stem_of) = (Vec::new(), Vec::new());
        for (at, stem) in stems.iter().enumerate() {
            ids.extend(self.families.of(stem, &self.terms));
            stem_of.resize(ids.len(), at);
        }
        for ((&id, &at), fresh) in ids.iter().zip(&stem_of).zip(&self.fresh_of(&ids)) {
            self.each(id, fresh, |slot, count| f(at, slot, u32::from(count), self.lengths[slot as usize]));
        }
    }

    /// The inverse document frequency of a term that `frequency` documents hold.
    pub fn idf(&self, frequency: u32) -> f64 {
        idf(self.documents, frequency)
    }

    /// Scores every document for a query. `out[slot]` gets the score, 0 where there is no document or
    /// no term in common; slots beyond the end of `out` are left out.
    pub fn score(&self, query: &str, out: &mut [f64]) {
        out.fill(0.0);
        // Distinct known terms in the order of first occurrence, with their counts.
        let (mut ids, mut repeats) = (Vec::<u32>::new(), Vec::<u32>::new());
        let mut places = std::collections::HashMap::<u32, usize>::new();
        words(query, &mut |term: &str| {
            if let Some(id) = self.terms.find(term) {
                match places.get(&id) {
                    Some(&at) => repeats[at] += 1,
                    None => {
                        places.insert(id, ids.len());
                        ids.push(id);
                        repeats.push(1);
                    }
                }
            }
        });
        if self.total_length == 0 {
            return;
        }
        let fresh = self.fresh_of(&ids);
        let flat = self.k1 * (1.0 - self.b);
        let slope = self.k1 * self.b / self.average_length();
        for ((&id, &repeat), fresh) in ids.iter().zip(&repeats).zip(&fresh) {
            let frequency = if self.dead == 0 {
                (self.settled.of(id).len() + fresh.len()) as u32
            } else {
                let mut n = 0;
                self.each(id, fresh, |_, _| n += 1);
                n
            };
            let gain = f64::from(repeat) * self.idf(frequency) * (self.k1 + 1.0);
            self.each(id, fresh, |slot, count| {
                if let Some(score) = out.get_mut(slot as usize) {
                    let (tf, dl) = (f64::from(count), f64::from(self.lengths[slot as usize]));
                    *score += gain * tf / (tf + flat + slope * dl);
                }
            });
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.terms.bytes()
            + self.families.bytes()
            + self.settled.bytes()
            + self.fresh.bytes()
            + (self.lengths.capacity() + self.tally.capacity() + self.met.capacity()) * size_of::<u32>()
    }

    /// Calls `f(slot, count)` for the living documents among a term's postings.
    fn each(&self, id: u32, fresh: &[Posting], mut f: impl FnMut(u32, u16)) {
        for Posting { slot, count } in self.settled.of(id).chain(fresh.iter().copied()) {
            if self.lengths[slot as usize] < DEAD {
                f(slot, count);
            }
        }
    }

    /// The fresh postings of each of some terms, by one pass over the layer.
    fn fresh_of(&self, ids: &[u32]) -> Vec<Vec<Posting>> {
        let mut out = vec![Vec::new(); ids.len()];
        let mut order: Vec<(u32, usize)> = ids.iter().copied().zip(0..).collect();
        order.sort_unstable();
        // A sieve of so many bits passes over nearly all of them.
        let mut sieve = [0_u64; 64];
        let bit = |id: u32| ((id >> 6 & 63) as usize, 1_u64 << (id & 63));
        for &id in ids {
            let (word, bit) = bit(id);
            sieve[word] |= bit;
        }
        for Fresh { term, slot, count } in self.fresh.iter() {
            let (word, bit) = bit(term);
            if sieve[word] & bit != 0 {
                let first = order.partition_point(|&(id, _)| id < term);
                for &(_, at) in order[first..].iter().take_while(|&&(id, _)| id == term) {
                    out[at].push(Posting { slot, count });
                }
            }
        }
        out
    }
}

/// The inverse document frequency of what `frequency` of so many documents hold.
pub fn idf(documents: u32, frequency: u32) -> f64 {
    let (n, df) = (f64::from(documents), f64::from(frequency));
    libm::log(1.0 + (n - df + 0.5) / (df + 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(postings: &Postings, query: &str, slots: usize) -> Vec<f64> {
        let mut out = vec![f64::NAN; slots];
        postings.score(query, &mut out);
        out
    }

    #[test]
    fn a_score_by_hand() {
        let mut p = Postings::new(1.5, 0.75);
        p.insert(0, &[("alpha alpha beta", 1)]);
        p.insert(1, &[("beta", 1)]);
        // N 2, df 1, tf 2, dl 3, avgdl 2.
        let expected = libm::log(2.0) * 2.0 * 2.5 / (2.0 + 1.5 * (0.25 + 0.75 * 1.5));
        let got = scores(&p, "alpha", 3);
        assert!((got[0] - expected).abs() < 1e-12, "{got:?} {expected}");
        assert_eq!(got[1..], [0.0, 0.0]);
        assert!((scores(&p, "alpha Alpha", 1)[0] - 2.0 * expected).abs() < 1e-12);
        assert_eq!((p.document_frequency("beta"), p.document_frequency("gamma")), (2, 0));
    }

    #[test]
    fn repeats_stand_for_copies() {
        let (mut a, mut b) = (Postings::new(1.5, 0.75), Postings::new(1.5, 0.75));
        a.insert(0, &[("one two", 1), ("path", 2), ("never", 0)]);
        b.insert(0, &[("one two\npath\npath", 1)]);
        assert_eq!(scores(&a, "path one never", 1), scores(&b, "path one never", 1));
    }

    #[test]
    fn empty_cases_are_defined() {
        let mut p = Postings::new(1.5, 0.75);
        assert_eq!(scores(&p, "a", 2), [0.0, 0.0]);
        p.insert(0, &[]);
        p.insert(1, &[("...", 1)]);
        assert_eq!(p.documents(), 2);
        assert_eq!(scores(&p, "a", 2), [0.0, 0.0]);
        p.insert(1, &[("a", 1)]);
        assert_eq!(scores(&p, "", 2), [0.0, 0.0]);
        assert!(scores(&p, "a", 2)[1] > 0.0);
        p.remove(1);
        p.remove(1);
        p.remove(99);
        assert_eq!(p.documents(), 1);
        assert_eq!(scores(&p, "a", 2), [0.0, 0.0]);
    }

    #[test]
    fn forgotten_terms_free_their_memory() {
        let mut p = Postings::new(1.5, 0.75);
        for slot in 0..100 {
            let text: String = (0..100).map(|i| format!("w{} ", slot * 100 + i)).collect();
            p.insert(slot, &[(&text, 1)]);
        }
        let before = p.bytes();
        for slot in 1..100 {
            p.remove(slot);
        }
        p.settle();
        assert!(p.bytes() < before / 4, "{} of {before}", p.bytes());
        assert!(scores(&p, "w7", 1)[0] > 0.0);
        p.insert(5, &[("fresh again", 1)]);
        assert!(scores(&p, "again", 6)[5] > 0.0);
    }
}
