//! The table of a model: one row per piece, kept as it is stored, decoded row by row as it is used.

use crate::error::{Error, Result};
use candle_core::{CpuStorage, Device, Storage, Tensor, WithDType};
use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

/// More columns than any embedding has.
const MAX_DIMENSION: usize = 1 << 16;

/// How a row holds its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coding {
    F32,
    F16,
    /// Signed bytes, kept as their bit patterns in a U8 tensor (candle has no i8).
    Int8,
    /// Two codes a byte, low nibble first; a value is code − 8.
    Int4,
}

/// Rows, and what goes with them.
pub(super) struct Table {
    rows: Tensor,
    coding: Coding,
    dimension: usize,
    count: usize,
    /// By row: what a decoded value is multiplied by.
    scales: Option<Vec<f32>>,
    /// By piece: how much it says.
    weights: Option<Vec<f32>>,
    /// By piece: its row.
    mapping: Option<Vec<u32>>,
}

/// A piece and how often the text has it, already bent by the pooling.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub piece: u32,
    pub amount: f32,
}

impl Table {
    /// Reads `model.safetensors`: `embeddings` as F32, F16 or I8 of shape (rows, dimension) or U8 of
    /// shape (rows, dimension / 2); `scales` per row (must be there for U8); `weights` and `mapping` per piece.
    /// `hidden_dim` is what the configuration says of the dimension: U8 rows are checked against it.
    pub fn new(mut bytes: Vec<u8>, hidden_dim: Option<usize>) -> Result<Self> {
        let file = SafeTensors::deserialize(&bytes)
            .map_err(|e| broken(format!("it is no safetensors file, or a part of one ({e})")))?;
        let Ok(view) = file.tensor("embeddings") else {
            return Err(broken("it has no tensor `embeddings`".into()));
        };
        let &[count, columns] = view.shape() else {
            return Err(broken(format!("`embeddings` has {} dimensions and not 2", view.shape().len())));
        };
        if count == 0 || columns == 0 || columns > MAX_DIMENSION || u32::try_from(count).is_err() {
            return Err(broken(format!("`embeddings` has the shape ({count}, {columns})")));
        }
        let (coding, dimension) = match view.dtype() {
            Dtype::F32 => (Coding::F32, columns),
            Dtype::F16 => (Coding::F16, columns),
            Dtype::I8 => (Coding::Int8, columns),
            Dtype::U8 => (Coding::Int4, 2 * columns),
            other => {
                return Err(broken(format!(
                    "`embeddings` holds {other:?}: F32, F16, I8 and U8 (4-bit codes) can be read"
                )));
            }
        };
        if coding == Coding::Int4 && hidden_dim.is_some_and(|d| d != dimension) {
            return Err(broken(format!(
                "`embeddings` has rows of {dimension} 4-bit codes, but config.json gives the dimension as {}",
                hidden_dim.unwrap_or(0)
            )));
        }
        let shape = (count, columns);
        let data = view.data();
        // Small codes stay in the file's own memory: where they lie.
        let stored = data.as_ptr().addr() - bytes.as_ptr().addr();
        let stored = stored..stored + data.len();
        let decoded = match coding {
            Coding::F32 => Some(Tensor::from_vec(finite(floats(&view)?, "embeddings")?, shape, &Device::Cpu)),
            Coding::F16 => {
                let values = pairs(data).map(f16::from_le_bytes).collect::<Vec<_>>();
                if values.iter().any(|v| !v.is_finite()) {
                    return Err(not_finite("embeddings"));
                }
                Some(Tensor::from_vec(values, shape, &Device::Cpu))
            }
            Coding::Int8 | Coding::Int4 => None,
        };
        let optional = |name: &'static str| match file.tensor(name) {
            Ok(view) => finite(floats(&one_row(view, name)?)?, name).map(Some),
            Err(_) => Ok(None),
        };
        let scales = optional("scales")?;
        let weights = optional("weights")?;
        let mapping = match file.tensor("mapping") {
            Ok(view) => Some(indices(&one_row(view, "mapping")?, count)?),
            Err(_) => None,
        };
        match &scales {
            None if coding == Coding::Int4 => {
                return Err(broken("`embeddings` has 4-bit rows, but there is no tensor `scales`".into()));
            }
            Some(scales) if scales.len() != count => {
                return Err(broken(format!("`scales` has {} values for {count} rows", scales.len())));
            }
            _ => {}
        }
        let rows = decoded.unwrap_or_else(|| {
            bytes.truncate(stored.end);
            bytes.drain(..stored.start);
            Tensor::from_vec(bytes, shape, &Device::Cpu)
        });
        let rows = rows.map_err(|e| broken(e.to_string()))?;
        Ok(Self { rows, coding, dimension, count, scales, weights, mapping })
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Checks that every piece up to `largest` has a row (and a weight, if there are weights).
    pub fn covers(&self, largest: u32) -> Result<()> {
        let pieces = largest as usize + 1;
        let known = [
            ("rows", self.mapping.is_none().then_some(self.count)),
            ("entries in `mapping`", self.mapping.as_ref().map(Vec::len)),
            ("`weights`", self.weights.as_ref().map(Vec::len)),
        ];
        for (what, n) in known {
            if let Some(n) = n.filter(|&n| n < pieces) {
                return Err(broken(format!("it has {n} {what}, but the tokenizer's ids go up to {largest}")));
            }
        }
        Ok(())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.rows.elem_count() * self.rows.dtype().size_in_bytes()
            + 4 * [
                self.scales.as_ref().map(Vec::len),
                self.weights.as_ref().map(Vec::len),
                self.mapping.as_ref().map(Vec::len),
            ]
            .into_iter()
            .flatten()
            .sum::<usize>()
    }

    /// Gathers the rows of all parts at once and appends to `out`, for each text, the sum of its rows times
    /// their amounts, in the order given. `ends[i]` is where the parts of text `i` end.
    pub fn sum(&self, parts: &[Part], ends: &[usize], out: &mut Vec<f32>) -> Result<()> {
        if parts.is_empty() {
            out.resize(out.len() + ends.len() * self.dimension, 0.0);
            return Ok(());
        }
        let (mut ids, mut amounts) = (Vec::with_capacity(parts.len()), Vec::with_capacity(parts.len()));
        for part in parts {
            let piece = part.piece as usize;
            let row = match &self.mapping {
                Some(mapping) => mapping.get(piece).copied(),
                None => Some(part.piece),
            };
            let Some(row) = row.filter(|&row| (row as usize) < self.count) else {
                return Err(broken(format!("it has no row for the piece {piece}")));
            };
            let weight = self.weights.as_ref().map_or(Some(1.0), |w| w.get(piece).copied()).unwrap_or(0.0);
            let scale = self.scales.as_ref().map_or(Some(1.0), |s| s.get(row as usize).copied()).unwrap_or(0.0);
            ids.push(row);
            amounts.push(part.amount * weight * scale);
        }
        let n = ids.len();
        let gathered = Tensor::from_vec(ids, n, &Device::Cpu)
            .and_then(|ids| self.rows.index_select(&ids, 0))
            .map_err(|e| broken(e.to_string()))?;
        let (storage, _) = gathered.storage_and_layout();
        let Storage::Cpu(storage) = &*storage else {
            return Err(broken("its rows are not in main memory".into()));
        };
        match self.coding {
            Coding::F32 => add_rows(values::<f32>(storage)?, self.dimension, &amounts, ends, out, |&v| v),
            Coding::F16 => add_rows(values::<f16>(storage)?, self.dimension, &amounts, ends, out, |v| v.to_f32()),
            Coding::Int8 => {
                add_rows(values::<u8>(storage)?, self.dimension, &amounts, ends, out, |&v| f32::from(v.cast_signed()));
            }
            Coding::Int4 => add_nibbles(values::<u8>(storage)?, self.dimension / 2, &amounts, ends, out),
        }
        Ok(())
    }
}

/// Adds each text's rows, one value an element.
fn add_rows<T>(
    rows: &[T],
    width: usize,
    amounts: &[f32],
    ends: &[usize],
    out: &mut Vec<f32>,
    decode: impl Fn(&T) -> f32,
) {
    let mut rows = rows.chunks_exact(width).zip(amounts);
    let mut start = 0;
    for &end in ends {
        let from = out.len();
        out.resize(from + width, 0.0);
        let sum = &mut out[from..];
        for (row, &amount) in rows.by_ref().take(end - start) {
            for (sum, value) in sum.iter_mut().zip(row) {
                *sum += amount * decode(value);
            }
        }
        start = end;
    }
}

/// The same for rows of 4-bit codes. Low and high nibbles are summed apart, so that neighbours in memory
/// are neighbours in the loop, and are woven together at the end.
fn add_nibbles(rows: &[u8], width: usize, amounts: &[f32], ends: &[usize], out: &mut Vec<f32>) {
    let mut rows = rows.chunks_exact(width).zip(amounts);
    let (mut low, mut high) = (vec![0.0_f32; width], vec![0.0_f32; width]);
    let mut start = 0;
    for &end in ends {
        low.fill(0.0);
        high.fill(0.0);
        for (row, &amount) in rows.by_ref().take(end - start) {
            for ((low, high), &byte) in low.iter_mut().zip(&mut high).zip(row) {
                *low += amount * (i32::from(byte & 15) - 8) as f32;
                *high += amount * (i32::from(byte >> 4) - 8) as f32;
            }
        }
        out.extend(low.iter().zip(&high).flat_map(|(&low, &high)| [low, high]));
        start = end;
    }
}

fn values<T: WithDType>(storage: &CpuStorage) -> Result<&[T]> {
    storage.as_slice::<T>().map_err(|e| broken(e.to_string()))
}

/// A tensor that is a vector, perhaps written as a column.
fn one_row<'a>(view: TensorView<'a>, name: &str) -> Result<TensorView<'a>> {
    match view.shape() {
        [_] | [_, 1] => Ok(view),
        shape => Err(broken(format!("`{name}` has the shape {shape:?} and is no vector"))),
    }
}

/// Values of any float type as f32.
fn floats(view: &TensorView<'_>) -> Result<Vec<f32>> {
    let data = view.data();
    Ok(match view.dtype() {
        Dtype::F32 => fours(data).map(f32::from_le_bytes).collect(),
        Dtype::F64 => eights(data).map(|b| f64::from_le_bytes(b) as f32).collect(),
        Dtype::F16 => pairs(data).map(|b| f16::from_le_bytes(b).to_f32()).collect(),
        other => {
            return Err(broken(format!("a tensor of numbers holds {other:?}: F32, F16 and F64 can be read")));
        }
    })
}

/// Whole numbers of any type, each below `rows`.
fn indices(view: &TensorView<'_>, rows: usize) -> Result<Vec<u32>> {
    let data = view.data();
    let wide: Vec<i64> = match view.dtype() {
        Dtype::I64 | Dtype::U64 => eights(data).map(i64::from_le_bytes).collect(),
        Dtype::I32 => fours(data).map(|b| i64::from(i32::from_le_bytes(b))).collect(),
        Dtype::U32 => fours(data).map(|b| i64::from(u32::from_le_bytes(b))).collect(),
        other => {
            return Err(broken(format!("`mapping` holds {other:?}: I32, U32, I64 and U64 can be read")));
        }
    };
    wide.into_iter()
        .map(|row| u32::try_from(row).ok().filter(|&row| (row as usize) < rows))
        .collect::<Option<Vec<u32>>>()
        .ok_or_else(|| broken(format!("`mapping` names a row beyond the {rows} that there are")))
}

fn finite(values: Vec<f32>, name: &str) -> Result<Vec<f32>> {
    if values.iter().all(|v| v.is_finite()) { Ok(values) } else { Err(not_finite(name)) }
}

fn not_finite(name: &str) -> Error {
    broken(format!("`{name}` holds a value that is no finite number"))
}

fn broken(why: String) -> Error {
    Error::Model { file: "model.safetensors", why }
}

fn pairs(data: &[u8]) -> impl Iterator<Item = [u8; 2]> + '_ {
    data.as_chunks::<2>().0.iter().copied()
}

fn fours(data: &[u8]) -> impl Iterator<Item = [u8; 4]> + '_ {
    data.as_chunks::<4>().0.iter().copied()
}

fn eights(data: &[u8]) -> impl Iterator<Item = [u8; 8]> + '_ {
    data.as_chunks::<8>().0.iter().copied()
}
