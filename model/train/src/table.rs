//! The rows that are trained: one a piece, as f32.

use std::fs;
use std::path::Path;

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use crate::outcome::{Context, Outcome};
use crate::random::Random;

/// Rows of equal length, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// All values.
    pub values: Vec<f32>,
    /// Length of a row.
    pub dimension: usize,
}

impl Table {
    /// Small random rows of about length 1.
    pub fn random(rows: usize, dimension: usize, random: &mut Random) -> Self {
        let width = (3.0 / dimension.max(1) as f32).sqrt();
        let values = (0..rows * dimension).map(|_| (2.0 * random.unit() - 1.0) * width).collect();
        Table { values, dimension }
    }

    /// Reads a `.safetensors` file with rows as F32, as F16, or as 4-bit codes with scales.
    pub fn read(file: &Path) -> Outcome<Self> {
        let bytes = fs::read(file).context(format!("reading {}", file.display()))?;
        Self::decode(&bytes).context(format!("reading {}", file.display()))
    }

    /// Reads the contents of such a file.
    pub fn decode(bytes: &[u8]) -> Outcome<Self> {
        let file = SafeTensors::deserialize(bytes)?;
        if file.names().iter().any(|name| matches!(*name, "weights" | "mapping")) {
            return Err("It has weights or a mapping by piece: only plain rows can be trained further.".into());
        }
        let view = file.tensor("embeddings")?;
        let &[rows, columns] = view.shape() else {
            return Err("Its tensor `embeddings` is no matrix: give a model2vec table.".into());
        };
        let (values, dimension) = match view.dtype() {
            Dtype::F32 | Dtype::F16 => (floats(&view)?, columns),
            Dtype::U8 => (codes(view.data(), columns, &floats(&file.tensor("scales")?)?, rows)?, 2 * columns),
            other => return Err(format!("Its rows are {other:?}: F32, F16 and U8 (4-bit codes) can be read.").into()),
        };
        if values.is_empty() || values.iter().any(|value| !value.is_finite()) {
            return Err("Its rows are empty or not all finite numbers: give an undamaged table.".into());
        }
        Ok(Table { values, dimension })
    }

    /// Writes the rows as F32, unrounded.
    pub fn write(&self, file: &Path) -> Outcome {
        let data: Vec<u8> = self.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let view = TensorView::new(Dtype::F32, vec![self.rows(), self.dimension], &data)?;
        fs::write(file, serialize([("embeddings", view)], None)?).context(format!("writing {}", file.display()))
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.values.len() / self.dimension
    }

    /// The row of a piece.
    pub fn row(&self, piece: u32) -> &[f32] {
        let start = piece as usize * self.dimension;
        &self.values[start..start + self.dimension]
    }
}

fn floats(view: &TensorView) -> Outcome<Vec<f32>> {
    let data = view.data();
    match view.dtype() {
        Dtype::F32 => Ok(data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()),
        Dtype::F16 => Ok(data.as_chunks::<2>().0.iter().map(|bytes| f16::from_le_bytes(*bytes).to_f32()).collect()),
        other => Err(format!("It holds {other:?} where F32 or F16 was expected.").into()),
    }
}

/// Two codes a byte, the low nibble first; a value is (code − 8) × scale.
fn codes(data: &[u8], columns: usize, scales: &[f32], rows: usize) -> Outcome<Vec<f32>> {
    if scales.len() != rows {
        return Err(format!("It has {} scales for {rows} rows.", scales.len()).into());
    }
    let value = |code: u8, scale: f32| (f32::from(code) - 8.0) * scale;
    let row = |(bytes, &scale): (&[u8], &f32)| {
        bytes.iter().flat_map(move |byte| [value(byte & 15, scale), value(byte >> 4, scale)]).collect::<Vec<_>>()
    };
    Ok(data.chunks_exact(columns).zip(scales).flat_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coding_is_read() {
        let rows = [1.0_f32, -7.0, 0.5, 3.5];
        let file = |dtype, shape: &[usize], data: &[u8]| {
            let scales: Vec<u8> = [1.0, 0.5].iter().flat_map(|v| f16::from_f32(*v).to_le_bytes()).collect();
            let tensors = [
                ("embeddings", TensorView::new(dtype, shape.to_vec(), data).unwrap()),
                ("scales", TensorView::new(Dtype::F16, vec![2], &scales).unwrap()),
            ];
            Table::decode(&serialize(tensors, None).unwrap()).unwrap()
        };
        let f32s: Vec<u8> = rows.iter().flat_map(|v| v.to_le_bytes()).collect();
        let f16s: Vec<u8> = rows.iter().flat_map(|v| f16::from_f32(*v).to_le_bytes()).collect();
        let wanted = Table { values: rows.to_vec(), dimension: 2 };
        assert_eq!(file(Dtype::F32, &[2, 2], &f32s), wanted);
        assert_eq!(file(Dtype::F16, &[2, 2], &f16s), wanted);
        assert_eq!(file(Dtype::U8, &[2, 1], &[0x19, 0xf9]), wanted);
        assert!(Table::decode(b"no table").is_err());
    }

    #[test]
    fn random_rows_have_about_length_one() {
        let table = Table::random(100, 64, &mut Random::new(1));
        assert_eq!(table.rows(), 100);
        let length = table.row(7).iter().map(|v| v * v).sum::<f32>().sqrt();
        assert!((0.7..1.3).contains(&length), "{length}");
    }
}
