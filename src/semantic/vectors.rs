//! The vectors of all chunks, a byte a value, and the cosine of a query to each.

/// Rows are padded with zeros to whole registers.
const LANES: usize = 16;

/// Rows that are compared with a query at a time.
const ROWS: usize = 4;

/// Rows lie in blocks of so many, which stay where they are as more come: one array would have to be copied to grow, and
/// takes up to three times its size of a memory that never shrinks.
const BLOCK: usize = 1024;

/// Vectors by slot, as signed bytes with a scale per row.
///
/// A row is stored as codes −127 … 127 and the scale that gives the decoded row the length 1, whatever
/// the vector's own length was. The cosine's error against f32 stays below 0.01. Sums of products
/// are whole numbers: every host and every instruction set gives the same bits.
pub struct Vectors {
    dimension: usize,
    stride: usize,
    blocks: Vec<Box<[i8]>>,
    /// 1 / |codes| by slot, 0 for an empty slot or a zero vector.
    scales: Vec<f32>,
}

impl Vectors {
    /// No vectors yet, of the given dimension.
    pub fn new(dimension: usize) -> Self {
        let stride = dimension.next_multiple_of(LANES).max(LANES);
        Self { dimension, stride, blocks: Vec::new(), scales: Vec::new() }
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The codes and the scale of a vector; `None` for one that has no direction or is not finite.
    pub fn row_of(vector: &[f32]) -> Option<(Vec<i8>, f32)> {
        let top = largest(vector, vector.len())?;
        let codes: Vec<i8> = vector.iter().map(|&value| libm::round(f64::from(value) / top * 127.0) as i8).collect();
        let square: i64 = codes.iter().map(|&code| i64::from(code) * i64::from(code)).sum();
        Some((codes, (1.0 / (square as f64).sqrt()) as f32))
    }

    /// Puts a vector into a slot. One of another dimension or with values that are not finite counts as zeros.
    #[cfg(test)]
    fn set(&mut self, slot: u32, vector: &[f32]) {
        let row = Some(vector).filter(|vector| vector.len() == self.dimension).and_then(Vectors::row_of);
        let (codes, scale) = row.unwrap_or_default();
        self.put(slot, &codes, scale);
    }

    /// Empties a slot.
    pub fn clear(&mut self, slot: u32) {
        if (slot as usize) < self.scales.len() {
            self.open(slot);
        }
    }

    /// The codes and the scale in a slot, for [`push`](Self::push); `None` where nothing has a direction.
    pub fn row(&self, slot: u32) -> Option<(&[i8], f32)> {
        let slot = slot as usize;
        let scale = self.scales.get(slot).copied().filter(|scale| *scale > 0.0)?;
        let row = self.blocks.get(slot / BLOCK)?.get(slot % BLOCK * self.stride..)?;
        Some((row.get(..self.dimension)?, scale))
    }

    /// Puts what [`row`](Self::row) gave into the slot behind the last.
    pub fn push(&mut self, codes: &[u8], scale: f32) {
        let slot = self.scales.len() as u32;
        let codes = if scale > 0.0 { codes } else { &[] };
        self.open(slot).iter_mut().zip(codes).for_each(|(own, &code)| *own = code as i8);
        self.scales[slot as usize] = scale;
    }

    /// Puts what [`row`](Self::row) or [`row_of`](Self::row_of) gave into a slot. Slots should be dense: memory is held up to
    /// the highest.
    pub fn put(&mut self, slot: u32, codes: &[i8], scale: f32) {
        self.open(slot).iter_mut().zip(codes).for_each(|(own, &code)| *own = code);
        self.scales[slot as usize] = scale;
    }

    /// The codes of a slot, all zero, there if need be.
    fn open(&mut self, slot: u32) -> &mut [i8] {
        let (slot, stride) = (slot as usize, self.stride);
        if slot >= self.scales.len() {
            self.scales.resize(slot + 1, 0.0);
        }
        while slot / BLOCK >= self.blocks.len() {
            self.blocks.push(vec![0; BLOCK * stride].into_boxed_slice());
        }
        let row = &mut self.blocks[slot / BLOCK][slot % BLOCK * stride..][..stride];
        // One that has no scale is empty.
        if std::mem::take(&mut self.scales[slot]) != 0.0 {
            row.fill(0);
        }
        row
    }

    /// `out[slot]` gets the cosine of the query to the vector in the slot: 0 for an empty slot, for zeros, or
    /// for a query of another dimension.
    pub fn cosines(&self, query: &[f32], out: &mut [f64]) {
        out.fill(0.0);
        let Some(top) = largest(query, self.dimension) else {
            return;
        };
        // No sum of products may reach 2^31.
        let level = f64::from(i16::MAX).min(libm::floor(f64::from(i32::MAX) / (127.0 * self.dimension as f64)));
        let mut codes = vec![0_i16; self.stride];
        let mut square = 0_i64;
        for (code, &value) in codes.iter_mut().zip(query) {
            *code = libm::round(f64::from(value) / top * level) as i16;
            square += i64::from(*code) * i64::from(*code);
        }
        if square == 0 {
            return;
        }
        let query_scale = 1.0 / (square as f64).sqrt();
        let outs = out.chunks_mut(BLOCK).zip(self.scales.chunks(BLOCK));
        for (block, (out, scales)) in self.blocks.iter().zip(outs) {
            let rows = block.chunks_exact(ROWS * self.stride);
            for ((out, rows), scales) in out.chunks_mut(ROWS).zip(rows).zip(scales.chunks(ROWS)) {
                let sums = dots(rows, &codes);
                for ((out, sum), &scale) in out.iter_mut().zip(sums).zip(scales) {
                    if scale > 0.0 {
                        *out = f64::from(sum) * f64::from(scale) * query_scale;
                    }
                }
            }
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * BLOCK * self.stride + self.scales.capacity() * size_of::<f32>()
    }
}

/// The largest absolute value, if the vector has the right length, is finite and not zero.
fn largest(vector: &[f32], dimension: usize) -> Option<f64> {
    if vector.len() != dimension || vector.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let top = vector.iter().fold(0.0_f32, |top, v| top.max(v.abs()));
    (top > 0.0).then(|| f64::from(top))
}

/// The sums of products of [`ROWS`] rows, one after the other, and a query as long as one of them: a multiple of
/// [`LANES`].
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn dots(rows: &[i8], query: &[i16]) -> [i32; ROWS] {
    let mut rows = rows.chunks_exact(query.len());
    [(); ROWS].map(|()| {
        let row = rows.next().unwrap_or(&[]);
        row.iter().zip(query).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
    })
}

/// The sums of products of [`ROWS`] rows, one after the other, and a query as long as one of them: a multiple of
/// [`LANES`].
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn dots(rows: &[i8], query: &[i16]) -> [i32; ROWS] {
    use core::arch::wasm32::{
        i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_shuffle, i32x4_splat, v128,
        v128_load,
    };
    let query = query.as_chunks::<LANES>().0;
    let mut rows = rows.chunks_exact(query.len() * LANES);
    // All as long as the query, so that nothing is checked below.
    let rows = [(); ROWS].map(|()| &rows.next().unwrap_or(&[]).as_chunks::<LANES>().0[..query.len()]);
    // A sum a row, so that no addition waits for the one before; and the query is read once for all of them.
    let mut sums = [i32x4_splat(0); ROWS];
    for (at, query) in query.iter().enumerate() {
        let query = query.as_ptr().cast::<v128>();
        // SAFETY: the reference covers 32 bytes; the loads do not ask for alignment.
        let (low, high) = unsafe { (v128_load(query), v128_load(query.add(1))) };
        for (sum, row) in sums.iter_mut().zip(&rows) {
            let row = row[at].as_ptr();
            // SAFETY: the reference covers 16 bytes; the loads do not ask for alignment.
            let (first, second) = unsafe { (i16x8_load_extend_i8x8(row), i16x8_load_extend_i8x8(row.add(LANES / 2))) };
            *sum = i32x4_add(i32x4_add(*sum, i32x4_dot_i16x8(first, low)), i32x4_dot_i16x8(second, high));
        }
    }
    let halves = |a, b| i32x4_add(i32x4_shuffle::<0, 1, 4, 5>(a, b), i32x4_shuffle::<2, 3, 6, 7>(a, b));
    let [a, b, c, d] = sums;
    let (front, back) = (halves(a, b), halves(c, d));
    let sums = i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(front, back), i32x4_shuffle::<1, 3, 5, 7>(front, back));
    [
        i32x4_extract_lane::<0>(sums),
        i32x4_extract_lane::<1>(sums),
        i32x4_extract_lane::<2>(sums),
        i32x4_extract_lane::<3>(sums),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cosine(a: &[f32], b: &[f32]) -> f64 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>();
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    }

    fn one(vectors: &Vectors, query: &[f32]) -> f64 {
        let mut out = [f64::NAN];
        vectors.cosines(query, &mut out);
        out[0]
    }

    proptest! {
        #[test]
        fn cosines_are_close(
            (a, b) in (1..300_usize).prop_flat_map(|d| {
                let vector = || prop::collection::vec(-1.0..1.0_f32, d);
                (vector(), vector())
            }),
            stretch in 1e-6..1e6_f32,
        ) {
            prop_assume!(a.iter().any(|v| *v != 0.0) && b.iter().any(|v| *v != 0.0));
            let mut vectors = Vectors::new(a.len());
            let stretched: Vec<f32> = a.iter().map(|v| v * stretch).collect();
            vectors.set(0, &stretched);
            prop_assert!((one(&vectors, &b) - cosine(&a, &b)).abs() < 0.01);
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        for dimension in [1, 16, 256, 515, 516, 517, 1024, 4096, 65_536] {
            for sign in [1.0, -1.0_f32] {
                let mut vectors = Vectors::new(dimension);
                vectors.set(0, &vec![sign; dimension]);
                let cosine = one(&vectors, &vec![1.0; dimension]);
                assert!((cosine - f64::from(sign)).abs() < 1e-6, "{dimension}: {cosine}");
            }
        }
    }

    #[test]
    fn what_has_no_direction_gives_zero() {
        let mut vectors = Vectors::new(3);
        vectors.set(2, &[1.0, 2.0, 3.0]);
        vectors.set(3, &[0.0; 3]);
        vectors.set(4, &[f32::NAN, 1.0, 1.0]);
        vectors.set(5, &[1.0; 2]);
        vectors.set(6, &[1.0; 3]);
        vectors.clear(6);
        vectors.clear(99);
        let mut out = [9.0; 8];
        vectors.cosines(&[1.0, 2.0, 3.0], &mut out);
        assert!((out[2] - 1.0).abs() < 1e-4, "{out:?}");
        assert_eq!([out[0], out[1], out[3], out[4], out[5], out[6], out[7]], [0.0; 7]);
        for query in [&[0.0; 3][..], &[f32::INFINITY, 0.0, 0.0], &[1.0; 4], &[]] {
            vectors.cosines(query, &mut out);
            assert_eq!(out, [0.0; 8]);
        }
        let mut short = [9.0; 3];
        vectors.cosines(&[1.0, 2.0, 3.0], &mut short);
        assert!(short[2] > 0.99);
    }
}
