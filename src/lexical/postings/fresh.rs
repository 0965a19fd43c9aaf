//! Postings in the order in which documents came, before they are grouped by term.

use super::packed;

/// A document is never split: blocks of this size need not be copied to grow.
const BLOCK: usize = 256 * 1024;

/// The most bytes of a number.
const LONGEST: usize = 5;

/// A posting with its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fresh {
    pub term: u32,
    pub slot: u32,
    pub count: u16,
}

/// By document: its slot, how many terms it has, and each of them with its count, packed as in
/// [`Lists`](super::lists::Lists).
#[derive(Default)]
pub(super) struct FreshLayer {
    blocks: Vec<Vec<u8>>,
    postings: usize,
}

impl FreshLayer {
    /// How many postings there are.
    pub fn len(&self) -> usize {
        self.postings
    }

    /// Takes a document's terms, with their counts, in.
    pub fn push(&mut self, slot: u32, terms: impl ExactSizeIterator<Item = (u32, u16)>) {
        if terms.len() == 0 {
            return;
        }
        let most = (terms.len() + 1) * 2 * LONGEST;
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < most) {
            // The first ones are small: most indexes of names are.
            let size = if self.blocks.is_empty() { BLOCK / 16 } else { BLOCK };
            self.blocks.push(Vec::with_capacity(size.max(most)));
        }
        let Some(block) = self.blocks.last_mut() else { return };
        self.postings += terms.len();
        packed::write(block, slot);
        packed::write(block, terms.len() as u32);
        for (term, count) in terms {
            packed::write(block, term);
            packed::write(block, u32::from(count));
        }
    }

    /// All postings, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Fresh> {
        (0..self.blocks.len()).flat_map(|block| self.block(block))
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The postings of a block, in the order in which they came.
    pub fn block(&self, block: usize) -> impl Iterator<Item = Fresh> {
        let mut rest = self.blocks.get(block).map_or(&[][..], Vec::as_slice);
        let (mut slot, mut left) = (0, 0);
        std::iter::from_fn(move || {
            if left == 0 {
                if rest.is_empty() {
                    return None;
                }
                (slot, left) = (packed::read(&mut rest), packed::read(&mut rest));
            }
            left -= 1;
            let (term, count) = (packed::read(&mut rest), packed::read(&mut rest) as u16);
            Some(Fresh { term, slot, count })
        })
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Vec::capacity).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_come_back_in_order() {
        let mut layer = FreshLayer::default();
        let mut expected = Vec::new();
        for slot in 0..3_000_u32 {
            let terms: Vec<(u32, u16)> = (0..slot % 90).map(|n| (n * 4_001 + slot, (n % 7) as u16 * 900)).collect();
            layer.push(slot, terms.iter().copied());
            expected.extend(terms.into_iter().map(|(term, count)| Fresh { term, slot, count }));
        }
        assert!(layer.blocks.len() > 2);
        assert_eq!(layer.len(), expected.len());
        assert!(layer.iter().eq(expected));
    }
}
