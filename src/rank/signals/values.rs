//! What a signal says, chunk by chunk or file by file.

use crate::rank::blend;

/// Values by place or by file. Most signals have something to say about few.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// One each.
    Dense(Vec<f64>),
    /// In order; 0 for all others.
    Sparse(Vec<(u32, f64)>),
}

impl Values {
    /// Of what was found, in any order: the largest at each place.
    pub fn largest(mut found: Vec<(u32, f64)>) -> Self {
        found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        found.dedup_by_key(|&mut (at, _)| at);
        Values::Sparse(found)
    }

    /// The same of places below `size`, of values that are not below 0.
    pub fn largest_below(size: usize, found: Vec<(u32, f64)>) -> Self {
        /// Where so large a part of the places was found, passing all takes less than putting what was found in order.
        const MANY: usize = 24;
        if found.len() <= size / MANY {
            return Values::largest(found);
        }
        let mut all = vec![f64::NEG_INFINITY; size];
        for (at, value) in found {
            let known = &mut all[at as usize];
            *known = if value > *known { value } else { *known };
        }
        Values::Sparse((0..).zip(all).filter(|&(_, value)| value >= 0.0).collect())
    }

    /// The value at a place or of a file.
    pub fn at(&self, at: usize) -> f64 {
        match self {
            Values::Dense(values) => values.get(at).copied().unwrap_or(0.0),
            Values::Sparse(values) => {
                values.binary_search_by_key(&at, |&(at, _)| at as usize).map_or(0.0, |found| values[found].1)
            }
        }
    }

    /// The largest value, or 0 if none is above.
    pub fn most(&self) -> f64 {
        match self {
            Values::Dense(values) => blend::most(values, 0.0),
            Values::Sparse(values) => {
                values.iter().fold(0.0, |most, &(_, value)| if value > most { value } else { most })
            }
        }
    }

    /// Adds each value, so many times, to the sum at its place.
    pub fn add_to(&self, sums: &mut [f64], weight: f64) {
        match self {
            Values::Dense(values) => sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value),
            Values::Sparse(values) => values.iter().for_each(|&(at, value)| sums[at as usize] += weight * value),
        }
    }

    /// All of them, if there is one each.
    pub fn dense(&self) -> &[f64] {
        match self {
            Values::Dense(values) => values,
            Values::Sparse(_) => &[],
        }
    }
}

impl From<Vec<f64>> for Values {
    fn from(values: Vec<f64>) -> Self {
        Values::Dense(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_are_found_the_largest_stay() {
        for found in [1, 4, 5, 300] {
            let found: Vec<(u32, f64)> = (0..found).map(|n| (n * 37 % 100, f64::from(n * 7 % 11))).collect();
            assert_eq!(Values::largest_below(100, found.clone()), Values::largest(found));
        }
    }

    #[test]
    fn few_values_are_as_many() {
        let few = Values::largest(vec![(3, 0.5), (1, 0.25), (3, 0.75)]);
        let all = Values::from(vec![0.0, 0.25, 0.0, 0.75]);
        let sums = |values: &Values| {
            let mut sums = [1.0; 4];
            values.add_to(&mut sums, 2.0);
            sums
        };
        assert_eq!(sums(&few), sums(&all));
        assert_eq!((0..6).map(|at| few.at(at)).collect::<Vec<_>>(), [0.0, 0.25, 0.0, 0.75, 0.0, 0.0]);
        assert_eq!((few.most(), all.most(), Values::largest(Vec::new()).most()), (0.75, 0.75, 0.0));
    }
}
