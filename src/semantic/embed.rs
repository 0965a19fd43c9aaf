//! Texts to vectors.

use super::model::{Model, Pooling};
use super::table::Part;
use crate::error::Result;

/// Rows gathered at once: enough to make the call cheap, few enough to stay in the cache.
const BATCH_ROWS: usize = 1 << 14;

/// A model with the scratch memory to run it.
pub struct Embedder {
    model: Model,
    /// By piece: its count in the text at hand; all zero in between.
    tally: Vec<u32>,
    pieces: Vec<u32>,
    parts: Vec<Part>,
    ends: Vec<usize>,
}

impl Embedder {
    /// Takes a model into use.
    pub fn new(model: Model) -> Self {
        let tally = vec![0; model.pieces];
        Self { model, tally, pieces: Vec::new(), parts: Vec::new(), ends: Vec::new() }
    }

    /// The model in use.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.model.dimension()
    }

    /// The vectors of many texts, one after the other in one array of texts × dimension values. A text in
    /// which the model knows nothing gives zeros. A text's vector does not depend on its neighbours.
    ///
    /// # Errors
    /// [`Error::Model`](crate::error::Error::Model) if the model turns out to be broken on a text.
    pub fn embed(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        let mut out = self.pool(texts, self.model.pooling)?;
        if self.model.normalize {
            out.chunks_exact_mut(self.model.dimension()).for_each(normalize);
        }
        Ok(out)
    }

    /// Like [`embed`](Self::embed), but a vector is the plain sum over the text's pieces and its length grows with
    /// the text: the sum of two texts' vectors stands for both together.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    pub fn sums(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        let pooling = match self.model.pooling {
            Pooling::Mean => Pooling::Sum,
            other => other,
        };
        self.pool(texts, pooling)
    }

    fn pool(&mut self, texts: &[&str], pooling: Pooling) -> Result<Vec<f32>> {
        let mut out = Vec::with_capacity(texts.len() * self.dimension());
        self.parts.clear();
        self.ends.clear();
        for text in texts {
            self.count(text, pooling)?;
            if self.parts.len() >= BATCH_ROWS {
                self.flush(&mut out)?;
            }
        }
        self.flush(&mut out)?;
        Ok(out)
    }

    /// The vector of one text.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    pub fn embed_one(&mut self, text: &str) -> Result<Vec<f32>> {
        self.embed(&[text])
    }

    /// The words that the model's word pattern finds in a text, lower-cased if the model asks for it; none
    /// if it has no pattern.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    pub fn words(&self, text: &str) -> Result<Vec<String>> {
        self.model.tokens.words(text)
    }

    /// The ids of a text's pieces, in order, as far as they are used.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    pub fn piece_ids(&mut self, text: &str) -> Result<Vec<u32>> {
        let mut ids = Vec::new();
        self.model.tokens.pieces(text, &mut ids)?;
        Ok(ids)
    }

    /// Bytes of memory held by table and scratch; the tokenizer keeps its own count to itself.
    pub fn bytes(&self) -> usize {
        self.model.bytes() + self.tally.capacity() * size_of::<u32>()
    }

    /// Adds a text to the batch: its distinct pieces by ascending id, with their amounts.
    fn count(&mut self, text: &str, pooling: Pooling) -> Result<()> {
        self.pieces.clear();
        self.model.tokens.pieces(text, &mut self.pieces)?;
        let total = self.pieces.len();
        let tally = &mut self.tally;
        // Ids beyond the vocabulary cannot come: `Model` asked for the largest.
        self.pieces.retain(|&piece| {
            let Some(count) = tally.get_mut(piece as usize) else {
                return false;
            };
            *count += 1;
            *count == 1
        });
        self.pieces.sort_unstable();
        for &piece in &self.pieces {
            let count = f64::from(std::mem::take(&mut tally[piece as usize]));
            let amount = match pooling {
                Pooling::Mean => count / total as f64,
                Pooling::Sum => count,
                Pooling::SqrtTf => count.sqrt(),
            };
            self.parts.push(Part { piece, amount: amount as f32 });
        }
        self.ends.push(self.parts.len());
        Ok(())
    }

    /// Sums the rows of the batch.
    fn flush(&mut self, out: &mut Vec<f32>) -> Result<()> {
        let done = self.model.table.sum(&self.parts, &self.ends, out);
        self.parts.clear();
        self.ends.clear();
        done
    }
}

/// Makes the vector's length 1; zeros stay, and so does a vector too large for f32 become zeros.
fn normalize(vector: &mut [f32]) {
    let square: f64 = vector.iter().map(|&v| f64::from(v) * f64::from(v)).sum();
    let norm = square.sqrt();
    if norm > 0.0 && norm.is_finite() {
        for value in vector {
            *value = (f64::from(*value) / norm) as f32;
        }
    } else {
        vector.fill(0.0);
    }
}
