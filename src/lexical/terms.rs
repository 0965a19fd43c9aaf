//! Terms by number: each distinct term is stored once and has an id, given out from 0 upwards.

/// A flat hash set of strings that remembers the order of their arrival.
///
/// Three arrays, no allocation per term. The hash has no random seed, so that two hosts lay out the same
/// memory; results never depend on it anyway.
#[derive(Default)]
pub(super) struct Terms {
    text: String,
    /// Where each term ends in `text`; it begins where the one before ends.
    ends: Vec<usize>,
    /// Open addressing with a power-of-two size: 0 for a free place, else id + 1 in as many low bits as the size needs,
    /// and above them bits of the hash, which tell most others apart without a look at their text.
    table: Vec<u32>,
}

/// The table is at most three quarters full.
const FULL: (usize, usize) = (3, 4);

impl Terms {
    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The term with this id; empty if there is none.
    pub fn get(&self, id: u32) -> &str {
        let id = id as usize;
        let start = id.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end);
        self.ends.get(id).and_then(|&end| self.text.get(start..end)).unwrap_or("")
    }

    /// The id of a term that has been seen.
    pub fn find(&self, term: &str) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        self.place(term, hash(term)).ok()
    }

    /// The id of a term, new or not.
    pub fn intern(&mut self, term: &str) -> u32 {
        self.make_room();
        let hash = hash(term);
        match self.place(term, hash) {
            Ok(id) => id,
            Err(free) => self.put(term, hash, free),
        }
    }

    /// Takes in a term that is not there.
    pub fn push(&mut self, term: &str) {
        self.make_room();
        let hash = hash(term);
        let free = free(&self.table, hash);
        self.put(term, hash, free);
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<usize>() + self.table.capacity() * size_of::<u32>()
    }

    fn put(&mut self, term: &str, hash: u32, free: usize) -> u32 {
        let id = self.ends.len() as u32;
        self.text.push_str(term);
        self.ends.push(self.text.len());
        self.table[free] = tag(hash, self.table.len()) | (id + 1);
        id
    }

    /// The term's id, or the free place where it belongs.
    fn place(&self, term: &str, hash: u32) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let tag = tag(hash, self.table.len());
        let mut at = hash as usize & mask;
        loop {
            let entry = self.table[at];
            if entry == 0 {
                return Err(at);
            }
            let id = (entry & mask as u32) - 1;
            if entry & !(mask as u32) == tag && self.get(id) == term {
                return Ok(id);
            }
            at = (at + 1) & mask;
        }
    }

    fn make_room(&mut self) {
        let (most, of) = FULL;
        if self.table.len() / of * most > self.ends.len() {
            return;
        }
        let size = (self.table.len() * 2).max(64);
        // The bits of a larger table are others; the old one is not needed to fill it.
        self.table = Vec::new();
        self.table = vec![0; size];
        for id in 0..self.ends.len() as u32 {
            let hash = hash(self.get(id));
            let at = free(&self.table, hash);
            self.table[at] = tag(hash, size) | (id + 1);
        }
    }
}

/// The hash's part of an entry.
fn tag(hash: u32, size: usize) -> u32 {
    // The low bits of the hash are those of the place.
    hash & !(size as u32 - 1)
}

/// The free place where a term with this hash belongs.
fn free(table: &[u32], hash: u32) -> usize {
    let mask = table.len() - 1;
    let mut at = hash as usize & mask;
    while table[at] != 0 {
        at = (at + 1) & mask;
    }
    at
}

/// Eight bytes a step: multiply, rotate, and one good stir at the end.
pub(super) fn hash(term: &str) -> u32 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut h = term.len() as u64;
    let mut chunks = term.as_bytes().chunks_exact(8);
    let mut mix = |word: u64| h = (h ^ word).wrapping_mul(K).rotate_left(29);
    for chunk in &mut chunks {
        mix(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    let tail = chunks.remainder().iter().rev().fold(0, |word, &b| (word << 8) | u64::from(b));
    mix(tail);
    h ^= h >> 32;
    h = h.wrapping_mul(K);
    (h >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_arrival() {
        let mut terms = Terms::default();
        assert_eq!(terms.find("a"), None);
        for round in 0..2 {
            for i in 0..5000_u32 {
                assert_eq!(terms.intern(&format!("term{i}")), i, "round {round}");
            }
        }
        assert_eq!(terms.len(), 5000);
        assert_eq!(terms.get(4999), "term4999");
        assert_eq!(terms.find("term77"), Some(77));
        assert_eq!(terms.find("term"), None);
        assert_eq!(terms.get(5000), "");
        let mut pushed = Terms::default();
        (0..5000).for_each(|i| pushed.push(&format!("term{i}")));
        assert_eq!((pushed.find("term4321"), pushed.find("term5000")), (Some(4321), None));
    }

    #[test]
    fn the_empty_term_is_a_term() {
        let mut terms = Terms::default();
        assert_eq!(terms.intern(""), 0);
        assert_eq!(terms.intern("x"), 1);
        assert_eq!(terms.find(""), Some(0));
    }
}
