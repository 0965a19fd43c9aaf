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
    /// Open addressing with a power-of-two size: (hash, id + 1), 0 for a free place.
    table: Vec<(u32, u32)>,
}

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
        // At most half full: probes stay short.
        if self.table.len() < 2 * (self.ends.len() + 1) {
            self.grow();
        }
        let hash = hash(term);
        match self.place(term, hash) {
            Ok(id) => id,
            Err(free) => {
                let id = self.ends.len() as u32;
                self.text.push_str(term);
                self.ends.push(self.text.len());
                self.table[free] = (hash, id + 1);
                id
            }
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.text.capacity()
            + self.ends.capacity() * size_of::<usize>()
            + self.table.capacity() * size_of::<(u32, u32)>()
    }

    /// The term's id, or the free place where it belongs.
    fn place(&self, term: &str, hash: u32) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table[at] {
                (_, 0) => return Err(at),
                (known, id) if known == hash && self.get(id - 1) == term => return Ok(id - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(1024);
        let old = std::mem::replace(&mut self.table, vec![(0, 0); size]);
        for entry in old.into_iter().filter(|&(_, id)| id != 0) {
            let mut at = entry.0 as usize & (size - 1);
            while self.table[at].1 != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = entry;
        }
    }
}

/// Eight bytes a step: multiply, rotate, and one good stir at the end.
fn hash(term: &str) -> u32 {
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
    }

    #[test]
    fn the_empty_term_is_a_term() {
        let mut terms = Terms::default();
        assert_eq!(terms.intern(""), 0);
        assert_eq!(terms.intern("x"), 1);
        assert_eq!(terms.find(""), Some(0));
    }
}
