//! Channels on one scale, blended.

use ndarray::{Array1, ArrayView1};

/// `(x − mean) / standard deviation` (population, ddof 0). A constant vector, or one without spread that
/// f64 can express, gives zeros.
pub fn standardize(scores: ArrayView1<f64>) -> Array1<f64> {
    let n = scores.len();
    let Some(&first) = scores.iter().next() else {
        return Array1::zeros(0);
    };
    if scores.iter().all(|&x| x == first) {
        return Array1::zeros(n);
    }
    let (mean, deviation) = moments(scores);
    if deviation == 0.0 || !deviation.is_finite() {
        return Array1::zeros(n);
    }
    scores.mapv(|x| (x - mean) / deviation)
}

/// Mean and standard deviation (population, ddof 0); zeros for an empty vector.
pub fn moments(values: ArrayView1<f64>) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|&x| (x - mean) * (x - mean)).sum::<f64>() / n;
    (mean, variance.sqrt())
}

/// What each channel adds to the blend, one element a chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Blend {
    /// `α·z(semantic)`.
    pub semantic: Array1<f64>,
    /// `(1 − α)·z(lexical)`.
    pub lexical: Array1<f64>,
}

impl Blend {
    /// The two channels, standardized and weighted. A silent (constant) channel gives zeros and so drops out.
    pub fn new(semantic: ArrayView1<f64>, lexical: ArrayView1<f64>, alpha: f64) -> Self {
        Blend { semantic: standardize(semantic) * alpha, lexical: standardize(lexical) * (1.0 - alpha) }
    }

    /// The blended score: the sum of the parts.
    pub fn scores(&self) -> Array1<f64> {
        &self.semantic + &self.lexical
    }
}

/// The largest value, or `least` if none is larger.
pub fn most(values: &[f64], least: f64) -> f64 {
    // `f64::max` is a call in wasm.
    let larger = |most: f64, &value: &f64| if value > most { value } else { most };
    // So many at a time that no comparison waits for the one before.
    let (blocks, rest) = values.as_chunks::<8>();
    let mut lanes = [least; 8];
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(lane, value)| *lane = larger(*lane, value));
    }
    lanes.iter().chain(rest).fold(least, larger)
}

/// Where the largest value stands, the first of equals.
pub fn largest(values: &[f64]) -> Option<usize> {
    let top = most(values, f64::NEG_INFINITY);
    values.iter().position(|&value| value == top)
}

/// A value and its index as a pair of numbers whose natural order is from the largest value to the smallest, ties by
/// index. Values that are compared where they lie cost twice the time.
#[inline(always)]
fn key(value: f64, index: usize) -> (i64, u32) {
    let bits = value.to_bits().cast_signed();
    // As `total_cmp` does it: the bits of what is negative run the other way.
    let ascending = bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed();
    (!ascending, index as u32)
}

/// The indices of `values` from the largest to the smallest; ties by index.
pub fn descending(values: ArrayView1<f64>) -> Vec<usize> {
    heaviest(values, values.len())
}

/// The first `most` of [`descending`], without putting the rest in order.
pub fn heaviest(values: ArrayView1<f64>, most: usize) -> Vec<usize> {
    let room = most.saturating_mul(2).max(64);
    // Most values are compared with the least that can still be among them, and that is all.
    let (mut order, mut least) = (Vec::new(), i64::MAX);
    for (at, &value) in values.iter().enumerate() {
        let key = key(value, at);
        if key.0 > least {
            continue;
        }
        order.push(key);
        if order.len() == room {
            if most > 0 {
                // A later equal one comes after all of these.
                least = order.select_nth_unstable(most - 1).1.0.saturating_sub(1);
            }
            order.truncate(most);
        }
    }
    order.sort_unstable();
    order.truncate(most);
    order.into_iter().map(|(_, at)| at as usize).collect()
}

/// Positions in the order of [`descending`], for many short lists one after the other.
#[derive(Default)]
pub struct Positions {
    keys: Vec<i64>,
    order: Vec<(i64, u32)>,
    positions: Vec<u32>,
}

impl Positions {
    /// By value: its position.
    pub fn of(&mut self, values: &[f64]) -> &[u32] {
        /// Each of so few is compared with each other, without a branch, in less time than it takes to sort them.
        const FEW: usize = 48;
        self.positions.clear();
        if values.len() > FEW {
            if self.by_packed_keys(values) {
                return &self.positions;
            }
            self.order.clear();
            self.order.extend(values.iter().zip(0..).map(|(&value, at)| key(value, at)));
            self.order.sort_unstable();
            self.positions.resize(values.len(), 0);
            (0..).zip(&self.order).for_each(|(position, &(_, at))| self.positions[at as usize] = position);
            return &self.positions;
        }
        self.keys.clear();
        self.keys.extend(values.iter().map(|&value| key(value, 0).0));
        let counted = |keys: &[i64], comes_before: fn(i64, i64) -> bool, own: i64| {
            keys.iter().map(|&other| i64::from(comes_before(other, own))).sum::<i64>()
        };
        for (at, &own) in self.keys.iter().enumerate() {
            let (before, behind) = self.keys.split_at(at);
            // Of equals the first is the first.
            let position =
                counted(before, |other, own| other <= own, own) + counted(behind, |other, own| other < own, own);
            self.positions.push(position as u32);
        }
        &self.positions
    }

    /// The same by sorting keys whose last bits are the index, which takes half the time of sorting pairs; `false` if two
    /// values differ in those bits alone, or there are too many.
    fn by_packed_keys(&mut self, values: &[f64]) -> bool {
        const BITS: u32 = 12;
        if values.len() > 1 << BITS {
            return false;
        }
        self.keys.clear();
        self.keys.extend(values.iter().zip(0..).map(|(&value, at)| key(value, 0).0 >> BITS << BITS | at));
        self.keys.sort_unstable();
        let at = |key: i64| (key & ((1 << BITS) - 1)) as usize;
        let is_unclear = |two: &[i64]| {
            two[0] >> BITS == two[1] >> BITS && values[at(two[0])].to_bits() != values[at(two[1])].to_bits()
        };
        if self.keys.windows(2).any(is_unclear) {
            return false;
        }
        self.positions.resize(values.len(), 0);
        (0..).zip(&self.keys).for_each(|(position, &key)| self.positions[at(key)] = position);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn a_constant_vector_standardizes_to_zeros_even_when_its_mean_rounds() {
        assert_eq!(standardize(Array1::from_elem(7, 0.1).view()), Array1::<f64>::zeros(7));
        assert_eq!(standardize(array![3.0].view()), array![0.0]);
        assert!(standardize(Array1::zeros(0).view()).is_empty());
    }

    #[test]
    fn ties_are_broken_by_index() {
        let values = array![0.25, 0.5, 0.25, 0.5];
        assert_eq!(descending(values.view()), vec![1, 3, 0, 2]);
        for most in 0..6 {
            assert_eq!(heaviest(values.view(), most), [1, 3, 0, 2][..most.min(4)]);
        }
    }

    #[test]
    fn positions_are_those_in_order() {
        let mut positions = Positions::default();
        for length in [0, 1, 2, 3, 7, 8, 47, 48, 49, 300] {
            for (modulus, unit) in [(1, 1.0), (3, 1.0), (1000, 1.0), (1000, f64::EPSILON)] {
                let values: Vec<f64> = (0..length).map(|n| 1.0 - f64::from(n * 7919 % modulus) * unit).collect();
                let mut expected = vec![0; values.len()];
                (0..).zip(descending(values.as_slice().into())).for_each(|(position, at)| expected[at] = position);
                assert_eq!(positions.of(&values), expected, "{length} {modulus} {unit}");
            }
        }
        assert_eq!(positions.of(&[-0.0, 0.0, f64::NEG_INFINITY]), [1, 0, 2]);
    }

    #[test]
    fn the_heaviest_of_many_are_the_first_of_all() {
        let values = Array1::from_iter((0..3000_u32).map(|n| f64::from(n.wrapping_mul(2_654_435_761) >> 22)));
        let all = descending(values.view());
        for most in [0, 1, 2, 31, 32, 33, 500, 1499, 1500, 2999, 3000, 4000] {
            assert_eq!(heaviest(values.view(), most), all[..most.min(3000)], "{most}");
        }
    }
}
