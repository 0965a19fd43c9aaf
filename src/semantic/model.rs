//! A model2vec model from the bytes of its three files.

use super::pattern::Pattern;
use super::table::Table;
use super::tokens::Tokens;
use crate::error::{Error, Result};
use serde::Deserialize;

/// As many pieces of a text are used unless the model says otherwise: model2vec's own limit.
const MAX_TOKENS: usize = 512;

/// What `config.json` says, as far as it matters here.
#[derive(Deserialize)]
struct Config {
    normalize: Option<bool>,
    pooling: Option<String>,
    word_pattern: Option<String>,
    lowercase_words: Option<bool>,
    max_tokens: Option<usize>,
    hidden_dim: Option<usize>,
}

/// How the counts of a text's pieces become the amounts of their rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pooling {
    /// The mean over all pieces.
    Mean,
    /// The sum over distinct pieces of √count times the row.
    SqrtTf,
}

/// A static embedding model, ready for an [`Embedder`](super::Embedder).
pub struct Model {
    pub(super) tokens: Tokens,
    pub(super) table: Table,
    pub(super) pooling: Pooling,
    pub(super) normalize: bool,
    /// One more than the largest id of a piece.
    pub(super) pieces: usize,
    identity: String,
}

impl Model {
    /// Reads a model from the contents of `config.json`, `tokenizer.json` and `model.safetensors`.
    ///
    /// Beside model2vec's own fields, `config.json` may have `pooling: "sqrt_tf"`, `word_pattern` (words
    /// are cut by it before the tokenizer's model runs on each), `lowercase_words` and `max_tokens`.
    ///
    /// # Errors
    /// [`Error::Model`] names the file and what is wrong with it.
    pub fn from_bytes(config: &[u8], tokenizer: &[u8], weights: &[u8]) -> Result<Model> {
        let settings: Config = serde_json::from_slice(config)
            .map_err(|e| unusable(format!("it does not parse ({e})")))?;
        let pooling = match settings.pooling.as_deref() {
            Some("sqrt_tf") => Pooling::SqrtTf,
            // The other names tell how a transformer's outputs were pooled when the table was distilled.
            None | Some("mean" | "first" | "last" | "pooler") => Pooling::Mean,
            Some(other) => {
                return Err(unusable(format!(
                    "its pooling is `{other}`: `mean` and `sqrt_tf` are known"
                )));
            }
        };
        let max_tokens = settings.max_tokens.unwrap_or(MAX_TOKENS);
        if max_tokens == 0 {
            return Err(unusable(
                "its max_tokens is 0 and no text would have a meaning".into(),
            ));
        }
        let pattern = settings
            .word_pattern
            .as_deref()
            .map(Pattern::new)
            .transpose()?;
        let tokens = Tokens::new(
            tokenizer,
            pattern,
            settings.lowercase_words.unwrap_or(false),
            max_tokens,
        )?;
        let table = Table::new(weights, settings.hidden_dim)?;
        let Some(largest) = tokens.largest_id() else {
            return Err(Error::Model {
                file: "tokenizer.json",
                why: "its vocabulary is empty".into(),
            });
        };
        table.covers(largest)?;
        Ok(Model {
            tokens,
            table,
            pooling,
            normalize: settings.normalize.unwrap_or(false),
            pieces: largest as usize + 1,
            identity: identity(&[config, tokenizer, weights]),
        })
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.table.dimension()
    }

    /// A fingerprint of the three files, 32 hexadecimal digits: vectors of models with different
    /// fingerprints must not be mixed. It guards against mistakes, not against forgery.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Bytes of memory held by the table.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// Two multiplicative hashes side by side, eight bytes a step.
fn identity(files: &[&[u8]]) -> String {
    let (mut a, mut b) = (0x243F_6A88_85A3_08D3_u64, 0x1319_8A2E_0370_7344_u64);
    let mut mix = |word: u64| {
        a = (a ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(27);
        b = (b.rotate_left(31) ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        b ^= b >> 29;
    };
    for file in files {
        mix(file.len() as u64);
        let (words, rest) = file.as_chunks::<8>();
        words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
        rest.iter().for_each(|&byte| mix(u64::from(byte)));
    }
    // A word after the last one reaches every bit, too.
    mix(0);
    mix(0);
    format!("{a:016x}{b:016x}")
}

fn unusable(why: String) -> Error {
    Error::Model {
        file: "config.json",
        why,
    }
}
