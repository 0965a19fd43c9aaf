//! Adam (Kingma and Ba, 2015) on the rows that a batch uses.

use std::ops::Range;

use ndarray::Array2;

use crate::bag::Bags;
use crate::loss::add;
use crate::parallel;
use crate::table::Table;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;
/// Rows that one task updates.
const BLOCK: usize = 512;

/// Which texts use which pieces.
pub struct Uses {
    /// Ascending.
    pieces: Vec<u32>,
    ends: Vec<usize>,
    /// The text, queries before codes, and the piece's amount in it.
    uses: Vec<(u32, f32)>,
}

impl Uses {
    /// Turns bags around.
    pub fn of(queries: &Bags, codes: &Bags) -> Self {
        let mut all: Vec<(u32, u32, f32)> = Vec::new();
        let bags = (0..queries.len()).map(|at| queries.get(at)).chain((0..codes.len()).map(|at| codes.get(at)));
        for (text, (pieces, amounts)) in (0..).zip(bags) {
            all.extend(pieces.iter().zip(amounts).map(|(&piece, &amount)| (piece, text, amount)));
        }
        all.sort_unstable_by_key(|&(piece, text, _)| (piece, text));
        let (mut pieces, mut ends) = (Vec::new(), Vec::new());
        for (at, &(piece, ..)) in all.iter().enumerate() {
            if pieces.last() != Some(&piece) {
                pieces.push(piece);
                ends.push(at);
            }
            if let Some(end) = ends.last_mut() {
                *end = at + 1;
            }
        }
        Uses { pieces, ends, uses: all.into_iter().map(|(_, text, amount)| (text, amount)).collect() }
    }

    /// The places in the list of pieces of those in a range.
    fn within(&self, pieces: Range<usize>) -> Range<usize> {
        let before = |bound: usize| self.pieces.partition_point(|&piece| (piece as usize) < bound);
        before(pieces.start)..before(pieces.end)
    }

    /// The derivative by one row, from those by the vectors.
    fn gradient(&self, at: usize, queries: &Array2<f32>, codes: &Array2<f32>, out: &mut [f32]) {
        out.fill(0.0);
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        for &(text, amount) in &self.uses[start..self.ends[at]] {
            let text = text as usize;
            let by = if text < queries.nrows() { queries.row(text) } else { codes.row(text - queries.nrows()) };
            if let Some(by) = by.as_slice() {
                add(out, amount, by);
            }
        }
    }

    /// The derivative by all rows, for checks.
    pub fn dense(&self, queries: &Array2<f32>, codes: &Array2<f32>, table: &Table) -> Vec<f32> {
        let mut all = vec![0.0; table.values.len()];
        for (at, &piece) in self.pieces.iter().enumerate() {
            let start = piece as usize * table.dimension;
            self.gradient(at, queries, codes, &mut all[start..start + table.dimension]);
        }
        all
    }
}

/// What Adam remembers of each value.
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Nothing yet.
    pub fn new(table: &Table) -> Self {
        Adam { mean: vec![0.0; table.values.len()], square: vec![0.0; table.values.len()], steps: 0 }
    }

    /// Moves the rows that are used. The others stay, and so does what is remembered of them: most pieces are rare.
    pub fn step(
        &mut self,
        table: &mut Table,
        uses: &Uses,
        (queries, codes): (&Array2<f32>, &Array2<f32>),
        rate: f32,
        threads: usize,
    ) {
        self.steps += 1;
        let mean_share = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(self.steps);
        let d = table.dimension;
        let blocks = table
            .values
            .chunks_mut(BLOCK * d)
            .zip(self.mean.chunks_mut(BLOCK * d).zip(self.square.chunks_mut(BLOCK * d)))
            .enumerate()
            .collect::<Vec<_>>();
        parallel::each(blocks, threads, |(block, (values, (means, squares)))| {
            let mut gradient = vec![0.0; d];
            for at in uses.within(block * BLOCK..(block + 1) * BLOCK) {
                uses.gradient(at, queries, codes, &mut gradient);
                let start = (uses.pieces[at] as usize - block * BLOCK) * d;
                let row = start..start + d;
                let moments = means[row.clone()].iter_mut().zip(&mut squares[row.clone()]);
                for ((value, (mean, square)), g) in values[row].iter_mut().zip(moments).zip(&gradient) {
                    *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * g;
                    *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * g * g;
                    *value -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + TINY);
                }
            }
        });
    }
}
