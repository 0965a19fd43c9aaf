//! The contrastive loss and its gradient.
//!
//! A query's own code should be nearer to it than the codes of all other pairs of the batch, and the other way round:
//! the mean of two cross entropies over cosines divided by the temperature (InfoNCE, van den Oord and others, 2018).

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis};

use crate::bag::Bags;
use crate::parallel;
use crate::table::Table;

/// Rows that one task computes. Sums are made by blocks, so this and not the number of threads decides their order.
const BLOCK: usize = 128;

/// The vectors of texts.
pub struct Embedded {
    /// Brought to length 1; zeros for a text without pieces.
    pub unit: Array2<f32>,
    /// Their lengths before.
    pub length: Vec<f32>,
}

/// Adds up the rows of each text's pieces.
pub fn embed(table: &Table, bags: &Bags, threads: usize) -> Embedded {
    let (n, d) = (bags.len(), table.dimension);
    let (mut unit, mut length) = (Array2::zeros((n, d)), vec![0.0; n]);
    let blocks = unit.axis_chunks_iter_mut(Axis(0), BLOCK).zip(length.chunks_mut(BLOCK)).enumerate().collect();
    parallel::each(
        blocks,
        threads,
        |(block, (mut rows, lengths)): (usize, (ndarray::ArrayViewMut2<f32>, &mut [f32]))| {
            for (at, (mut sum, length)) in rows.rows_mut().into_iter().zip(lengths).enumerate() {
                let Some(sum) = sum.as_slice_mut() else { continue };
                let (pieces, amounts) = bags.get(block * BLOCK + at);
                for (&piece, &amount) in pieces.iter().zip(amounts) {
                    add(sum, amount, table.row(piece));
                }
                *length = sum.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt() as f32;
                if *length > 0.0 {
                    sum.iter_mut().for_each(|value| *value /= *length);
                }
            }
        },
    );
    Embedded { unit, length }
}

/// Adds a multiple of one row to another.
pub fn add(to: &mut [f32], amount: f32, row: &[f32]) {
    for (to, value) in to.iter_mut().zip(row) {
        *to += amount * value;
    }
}

/// The loss, with its derivatives by the unit vectors.
pub struct Loss {
    /// The loss.
    pub value: f64,
    /// By the queries.
    pub queries: Array2<f32>,
    /// By the codes.
    pub codes: Array2<f32>,
}

/// Compares each query with each code; equal numbers belong together.
pub fn info_nce(queries: &Array2<f32>, codes: &Array2<f32>, temperature: f32, threads: usize) -> Loss {
    let n = queries.nrows();
    let mut exps = Array2::<f32>::zeros((n, n));
    let mut row_sums = vec![0.0_f64; n];
    let mut own = vec![0.0_f64; n];
    let mut partial = vec![vec![0.0_f64; n]; n.div_ceil(BLOCK)];

    // No cosine exceeds 1: taking 1/τ from every exponent keeps all in range, for rows and for columns.
    let blocks = exps
        .axis_chunks_iter_mut(Axis(0), BLOCK)
        .zip(queries.axis_chunks_iter(Axis(0), BLOCK))
        .zip(row_sums.chunks_mut(BLOCK).zip(own.chunks_mut(BLOCK)))
        .zip(&mut partial)
        .enumerate()
        .collect::<Vec<_>>();
    parallel::each(blocks, threads, |(block, (((mut exps, queries), (row_sums, own)), column_sums))| {
        general_mat_mul(1.0, &queries, &codes.t(), 0.0, &mut exps);
        for (at, mut row) in exps.rows_mut().into_iter().enumerate() {
            own[at] = f64::from((row[block * BLOCK + at] - 1.0) / temperature);
            for (value, sum) in row.iter_mut().zip(column_sums.iter_mut()) {
                *value = ((*value - 1.0) / temperature).exp();
                row_sums[at] += f64::from(*value);
                *sum += f64::from(*value);
            }
        }
    });
    let column_sums: Vec<f64> = (0..n).map(|at| partial.iter().map(|sums| sums[at]).sum()).collect();
    let each = |at: usize| (row_sums[at].ln() + column_sums[at].ln()) / 2.0 - own[at];
    let value = (0..n).map(each).sum::<f64>() / n as f64;

    // From here `exps` holds the derivative by each cosine.
    let scale = 1.0 / (2.0 * n as f32 * temperature);
    let by_row: Vec<f32> = row_sums.iter().map(|sum| (1.0 / sum) as f32).collect();
    let by_column: Vec<f32> = column_sums.iter().map(|sum| (1.0 / sum) as f32).collect();
    let mut by_queries = Array2::zeros(queries.dim());
    let blocks = exps
        .axis_chunks_iter_mut(Axis(0), BLOCK)
        .zip(by_queries.axis_chunks_iter_mut(Axis(0), BLOCK))
        .enumerate()
        .collect::<Vec<_>>();
    parallel::each(blocks, threads, |(block, (mut exps, mut out))| {
        for (at, mut row) in exps.rows_mut().into_iter().enumerate() {
            let number = block * BLOCK + at;
            for (value, column) in row.iter_mut().zip(&by_column) {
                *value *= (by_row[number] + column) * scale;
            }
            row[number] -= 2.0 * scale;
        }
        general_mat_mul(1.0, &exps, codes, 0.0, &mut out);
    });
    let mut by_codes = Array2::zeros(codes.dim());
    let blocks =
        exps.axis_chunks_iter(Axis(1), BLOCK).zip(by_codes.axis_chunks_iter_mut(Axis(0), BLOCK)).collect::<Vec<_>>();
    parallel::each(blocks, threads, |(columns, mut out)| general_mat_mul(1.0, &columns.t(), queries, 0.0, &mut out));
    Loss { value, queries: by_queries, codes: by_codes }
}

/// Turns the derivative by unit vectors into that by the vectors before.
pub fn through_length(embedded: &Embedded, by: &mut Array2<f32>) {
    for ((mut by, unit), &length) in by.rows_mut().into_iter().zip(embedded.unit.rows()).zip(&embedded.length) {
        // A text without pieces has no direction to change.
        let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
        let along = by.dot(&unit);
        by.zip_mut_with(&unit, |by, unit| *by = (*by - along * unit) * inverse);
    }
}
