//! Postings grouped by term, packed: a byte or two each.
//!
//! A term's list is how many documents hold it, and for each of them, by ascending slot, how far its slot is from the one
//! before, with a bit that says whether a count follows: nearly all counts are 1.

use super::{Posting, packed};

/// The lists of the terms from 0 on.
#[derive(Default)]
pub(super) struct Lists {
    bytes: Vec<u8>,
    /// By term: where its list ends; it begins where the one before ends.
    ends: Vec<usize>,
    postings: usize,
}

impl Lists {
    /// None yet, with room for so many bytes and terms.
    pub fn with_capacity(bytes: usize, terms: usize) -> Self {
        Lists { bytes: Vec::with_capacity(bytes), ends: Vec::with_capacity(terms), postings: 0 }
    }

    /// How many terms have a list, be it empty.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many postings all lists have.
    pub fn postings(&self) -> usize {
        self.postings
    }

    /// A term's list; empty for a term that has none.
    pub fn of(&self, term: u32) -> List<'_> {
        List::new(self.raw(term as usize))
    }

    /// The list of the next term; slots ascend.
    pub fn push(&mut self, list: &[Posting]) {
        packed::write(&mut self.bytes, list.len() as u32);
        let mut next = 0;
        for posting in list {
            packed::write(&mut self.bytes, (posting.slot - next) << 1 | u32::from(posting.count != 1));
            if posting.count != 1 {
                packed::write(&mut self.bytes, u32::from(posting.count));
            }
            next = posting.slot + 1;
        }
        self.close(list.len());
    }

    /// The list of the next term, as another has it.
    pub fn push_same(&mut self, other: &Lists, term: u32) {
        let raw = other.raw(term as usize);
        if raw.is_empty() {
            return self.push(&[]);
        }
        self.bytes.extend_from_slice(raw);
        self.close(List::new(raw).len());
    }

    /// The list of the next term in its packed form, which is known to be right.
    pub fn push_packed(&mut self, raw: &[u8], postings: usize) {
        self.bytes.extend_from_slice(raw);
        self.close(postings);
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<usize>()
    }

    /// Bytes in use.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    fn close(&mut self, postings: usize) {
        self.ends.push(self.bytes.len());
        self.postings += postings;
    }

    fn raw(&self, term: usize) -> &[u8] {
        let start = term.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end);
        self.ends.get(term).and_then(|&end| self.bytes.get(start..end)).unwrap_or_default()
    }
}

/// A list that is read.
#[derive(Clone)]
pub(super) struct List<'a> {
    rest: &'a [u8],
    left: u32,
    next: u32,
}

impl<'a> List<'a> {
    fn new(mut raw: &'a [u8]) -> Self {
        let left = packed::read(&mut raw);
        List { rest: raw, left, next: 0 }
    }
}

impl ExactSizeIterator for List<'_> {}

impl Iterator for List<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        self.left = self.left.checked_sub(1)?;
        let head = packed::read(&mut self.rest);
        let slot = self.next + (head >> 1);
        let count = if head & 1 == 0 { 1 } else { packed::read(&mut self.rest) as u16 };
        self.next = slot + 1;
        Some(Posting { slot, count })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn what_is_pushed_is_read(lists in prop::collection::vec(prop::collection::btree_map(0..1_u32 << 30, any::<u16>(), 0..40), 0..20)) {
            let mut packed = Lists::default();
            let of = |list: &BTreeMap<u32, u16>| list.iter().map(|(&slot, &count)| Posting { slot, count }).collect::<Vec<_>>();
            lists.iter().for_each(|list| packed.push(&of(list)));
            let mut copy = Lists::default();
            for (term, list) in lists.iter().enumerate() {
                prop_assert_eq!(packed.of(term as u32).len(), list.len());
                prop_assert_eq!(packed.of(term as u32).collect::<Vec<_>>(), of(list));
                copy.push_same(&packed, term as u32);
            }
            prop_assert_eq!((copy.bytes, copy.ends, copy.postings), (packed.bytes.clone(), packed.ends.clone(), packed.postings));
            prop_assert_eq!(packed.of(lists.len() as u32).next(), None);
        }
    }
}
