//! Texts as bags of pieces: which, and how much of each.

use crate::random::Random;

/// Dropout leaves a text at least so many pieces, if it has them.
const FEWEST: usize = 3;

/// Many bags in one place.
#[derive(Clone, Debug, Default)]
pub struct Bags {
    ends: Vec<usize>,
    pieces: Vec<u32>,
    amounts: Vec<f32>,
}

impl Bags {
    /// Adds the bag of a text with these pieces: each distinct one with the square root of its count.
    pub fn push(&mut self, mut ids: Vec<u32>) {
        ids.sort_unstable();
        for run in ids.chunk_by(|a, b| a == b) {
            self.pieces.push(run[0]);
            self.amounts.push((run.len() as f64).sqrt() as f32);
        }
        self.ends.push(self.pieces.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The distinct pieces of a bag, ascending, and their amounts.
    pub fn get(&self, at: usize) -> (&[u32], &[f32]) {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        (&self.pieces[start..self.ends[at]], &self.amounts[start..self.ends[at]])
    }

    /// Copies bag `at` to the end of `into`, each piece left out with probability `dropout`.
    pub fn copy(&self, at: usize, into: &mut Bags, dropout: f32, random: &mut Random) {
        let (pieces, amounts) = self.get(at);
        let mut spare = pieces.len().saturating_sub(FEWEST);
        for (&piece, &amount) in pieces.iter().zip(amounts) {
            if dropout > 0.0 && spare > 0 && random.unit() < dropout {
                spare -= 1;
            } else {
                into.pieces.push(piece);
                into.amounts.push(amount);
            }
        }
        into.ends.push(into.pieces.len());
    }

    /// Some of the bags, whole.
    pub fn select(&self, chosen: impl IntoIterator<Item = usize>) -> Bags {
        let (mut into, mut random) = (Bags::default(), Random::new(0));
        chosen.into_iter().for_each(|at| self.copy(at, &mut into, 0.0, &mut random));
        into
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_become_roots() {
        let mut bags = Bags::default();
        bags.push(vec![7, 2, 7, 7, 7]);
        bags.push(vec![]);
        bags.push(vec![1]);
        assert_eq!(bags.get(0), (&[2, 7][..], &[1.0, 2.0][..]));
        assert_eq!(bags.get(1).0.len(), 0);
        assert_eq!(bags.select([2, 0]).get(1), bags.get(0));
    }

    #[test]
    fn dropout_takes_its_share_and_leaves_a_few() {
        let mut bags = Bags::default();
        bags.push((0..1000).collect());
        bags.push(vec![1, 2, 3]);
        let (mut into, mut random) = (Bags::default(), Random::new(1));
        bags.copy(0, &mut into, 0.1, &mut random);
        bags.copy(1, &mut into, 0.9, &mut random);
        assert!((850..950).contains(&into.get(0).0.len()));
        assert_eq!(into.get(1).0, [1, 2, 3]);
    }
}
