//! Which rows of the postings and vectors are taken.

/// Numbers for chunks. A retired number is given again only after [`Slots::reuse`], when the postings have dropped
/// what the old chunk left behind; so the rows do not grow with the number of edits.
#[derive(Debug, Default)]
pub struct Slots {
    next: u32,
    retired: Vec<u32>,
    free: Vec<u32>,
}

/// Fewer retired numbers than this are not worth a merge of the postings.
const FEW: usize = 1024;

impl Slots {
    /// So many rows, all of them taken.
    pub fn full(rows: usize) -> Self {
        Slots { next: rows as u32, ..Slots::default() }
    }

    /// How many rows there are, taken or not.
    pub fn len(&self) -> usize {
        self.next as usize
    }

    /// A number that no chunk has.
    pub fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// Gives a number back.
    pub fn retire(&mut self, slot: u32) {
        self.retired.push(slot);
    }

    /// Whether enough numbers are retired to pay for a merge.
    pub fn worth_reusing(&self) -> bool {
        self.retired.len() > FEW.max(self.len() / 4)
    }

    /// Makes the retired numbers free.
    pub fn reuse(&mut self) {
        self.free.append(&mut self.retired);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_do_not_grow_with_edits() {
        let mut slots = Slots::default();
        let mut held: Vec<u32> = (0..100).map(|_| slots.take()).collect();
        for _ in 0..1000 {
            held.drain(..).for_each(|slot| slots.retire(slot));
            if slots.worth_reusing() {
                slots.reuse();
            }
            held.extend((0..100).map(|_| slots.take()));
        }
        assert!(slots.len() < 2000, "{}", slots.len());
    }
}
