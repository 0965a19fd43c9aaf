//! A model2vec model from the bytes of its three files.

use super::pattern::Pattern;
use super::table::Table;
use super::tokens::Tokens;
use crate::error::{Error, Result};
use crate::snapshot::checksum;
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
    /// The sum over all pieces: not for a model's configuration, see [`Embedder::sums`](super::Embedder::sums).
    Sum,
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
    /// Reads a model from the contents of `config.json`, `tokenizer.json` and `model.safetensors`. It keeps the last.
    ///
    /// Beside model2vec's own fields, `config.json` may have `pooling: "sqrt_tf"`, `word_pattern` (words
    /// are cut by it before the tokenizer's model runs on each), `lowercase_words` and `max_tokens`.
    ///
    /// # Errors
    /// [`Error::Model`] names the file and what is wrong with it.
    pub fn from_bytes(config: &[u8], tokenizer: &[u8], weights: Vec<u8>) -> Result<Model> {
        let identity = identity(&[config, tokenizer, &weights]);
        let settings: Config =
            serde_json::from_slice(config).map_err(|e| unusable(format!("it does not parse ({e})")))?;
        let pooling = match settings.pooling.as_deref() {
            Some("sqrt_tf") => Pooling::SqrtTf,
            // The other names tell how a transformer's outputs were pooled when the table was distilled.
            None | Some("mean" | "first" | "last" | "pooler") => Pooling::Mean,
            Some(other) => {
                return Err(unusable(format!("its pooling is `{other}`: `mean` and `sqrt_tf` are known")));
            }
        };
        let max_tokens = settings.max_tokens.unwrap_or(MAX_TOKENS);
        if max_tokens == 0 {
            return Err(unusable("its max_tokens is 0 and no text would have a meaning".into()));
        }
        let pattern = settings.word_pattern.as_deref().map(Pattern::new).transpose()?;
        let tokens = Tokens::new(tokenizer, pattern, settings.lowercase_words.unwrap_or(false), max_tokens)?;
        let table = Table::new(weights, settings.hidden_dim)?;
        let Some(largest) = tokens.largest_id() else {
            return Err(Error::Model { file: "tokenizer.json", why: "its vocabulary is empty".into() });
        };
        table.covers(largest)?;
        Ok(Model {
            tokens,
            table,
            pooling,
            normalize: settings.normalize.unwrap_or(false),
            pieces: largest as usize + 1,
            identity,
        })
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.table.dimension()
    }

    /// A checksum of the three files, 16 hexadecimal digits: vectors of models with different
    /// fingerprints must not be mixed. It guards against mistakes, not against forgery.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Bytes of memory held by the table.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

fn identity(files: &[&[u8]]) -> String {
    format!("{:016x}", files.iter().fold(0, |before, file| checksum(before, file)))
}

fn unusable(why: String) -> Error {
    Error::Model { file: "config.json", why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantic::Embedder;
    use half::f16;
    use proptest::prelude::*;

    /// A tokenizer with four pieces; words are cut at spaces.
    const TOKENIZER: &str = r###"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],
        "normalizer":{"type":"Lowercase"},"pre_tokenizer":{"type":"WhitespaceSplit"},"post_processor":null,
        "decoder":null,"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##",
        "max_input_chars_per_word":40,"vocab":{"[UNK]":0,"red":1,"blue":2,"##ish":3}}}"###;

    type TensorBytes = (&'static str, &'static str, Vec<usize>, Vec<u8>);

    fn file(tensors: &[TensorBytes]) -> Vec<u8> {
        let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
        for (name, dtype, shape, bytes) in tensors {
            let offsets = [data.len(), data.len() + bytes.len()];
            data.extend_from_slice(bytes);
            let entry = serde_json::json!({"dtype": dtype, "shape": shape, "data_offsets": offsets});
            header.insert((*name).to_owned(), entry);
        }
        let header = serde_json::to_vec(&header).unwrap();
        [&(header.len() as u64).to_le_bytes()[..], &header, &data].concat()
    }

    fn f32s(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    fn f16s(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|v| f16::from_f32(*v).to_le_bytes()).collect()
    }

    const ROWS: [f32; 8] = [9.0, 9.0, 1.0, 0.0, 0.0, 2.0, -3.0, 4.0];

    fn embed(config: &str, tensors: &[TensorBytes], text: &str) -> Vec<f32> {
        let model = Model::from_bytes(config.as_bytes(), TOKENIZER.as_bytes(), file(tensors)).unwrap();
        Embedder::new(model).embed_one(text).unwrap()
    }

    #[track_caller]
    fn refused(config: &str, tokenizer: &str, weights: &[u8], expected: &str) {
        let result = Model::from_bytes(config.as_bytes(), tokenizer.as_bytes(), weights.to_vec());
        let said = result.err().expect("an error").to_string();
        assert!(said.contains(expected) && said.ends_with('.'), "{said}");
    }

    #[test]
    fn every_coding_gives_the_same_vectors() {
        let codings: [Vec<TensorBytes>; 5] = [
            vec![("embeddings", "F32", vec![4, 2], f32s(&ROWS))],
            vec![("embeddings", "F16", vec![4, 2], f16s(&ROWS))],
            vec![("embeddings", "I8", vec![4, 2], ROWS.map(|v| v as i8 as u8).to_vec())],
            vec![
                ("embeddings", "I8", vec![4, 2], ROWS.map(|v| (2.0 * v) as i8 as u8).to_vec()),
                ("scales", "F32", vec![4], f32s(&[0.5; 4])),
            ],
            vec![
                ("embeddings", "U8", vec![4, 1], vec![0x99, 0x8a, 0xa8, 0xc5]),
                ("scales", "F16", vec![4], f16s(&[9.0, 0.5, 1.0, 1.0])),
            ],
        ];
        for (i, tensors) in codings.iter().enumerate() {
            // red, blue + ##ish, and a word that is unknown: the mean of three rows.
            let vector = embed("{}", tensors, "Red blueish green");
            let expected = [-2.0 / 3.0, 2.0];
            for (got, expected) in vector.iter().zip(expected) {
                assert!((got - expected).abs() < 1e-6, "coding {i}: {vector:?}");
            }
            assert_eq!(embed("{}", tensors, "green"), [0.0, 0.0]);
            assert_eq!(embed(r#"{"normalize":true}"#, tensors, "red red"), [1.0, 0.0]);
        }
    }

    #[test]
    fn settings_of_the_configuration() {
        let tensors = [("embeddings", "F32", vec![4, 2], f32s(&ROWS))];
        let pooled = embed(r#"{"pooling":"sqrt_tf"}"#, &tensors, "red red red red blue");
        assert_eq!(pooled, [2.0, 2.0]);
        assert_eq!(embed(r#"{"max_tokens":1}"#, &tensors, "red blue"), [1.0, 0.0]);
        let words = r#"{"word_pattern":"[A-Za-z]+","lowercase_words":true}"#;
        assert_eq!(embed(words, &tensors, "<RED>"), [1.0, 0.0]);
        let words = r#"{"word_pattern":"[A-Za-z]+"}"#;
        assert_eq!(embed(words, &tensors, "<RED>"), [0.0, 0.0]);
    }

    #[test]
    fn weights_and_mapping_go_by_piece() {
        let tensors = [
            ("embeddings", "F32", vec![2, 2], f32s(&[1.0, 0.0, 0.0, 1.0])),
            ("mapping", "I64", vec![4], [0_i64, 0, 1, 1].iter().flat_map(|v| v.to_le_bytes()).collect()),
            ("weights", "F64", vec![4], [0.0, 3.0, 5.0, 1.0_f64].iter().flat_map(|v| v.to_le_bytes()).collect()),
        ];
        assert_eq!(embed("{}", &tensors, "red blueish"), [1.0, 2.0]);
    }

    #[test]
    fn broken_files_are_named_with_their_fault() {
        let good = file(&[("embeddings", "F32", vec![4, 2], f32s(&ROWS))]);
        refused("", TOKENIZER, &good, "config.json cannot be used: it does not parse");
        refused(r#"{"pooling":"max"}"#, TOKENIZER, &good, "its pooling is `max`");
        refused(r#"{"max_tokens":0}"#, TOKENIZER, &good, "max_tokens is 0");
        refused(r#"{"word_pattern":"["}"#, TOKENIZER, &good, "not a regular expression");
        refused("{}", "{}", &good, "tokenizer.json cannot be used: it is no tokenizer");
        refused("{}", &TOKENIZER.replace("\"[UNK]\":0", "\"x\":0"), &good, "lacks its unknown token `[UNK]`");
        refused(
            "{}",
            &TOKENIZER.replace("\"##ish\":3", "\"##ish\":9"),
            &good,
            "has 4 rows, but the tokenizer's ids go up to 9",
        );
        for (tensor, expected) in [
            (("other", "F32", vec![4, 2], f32s(&ROWS)), "no tensor `embeddings`"),
            (("embeddings", "F32", vec![8], f32s(&ROWS)), "has 1 dimensions and not 2"),
            (("embeddings", "F32", vec![2, 4], f32s(&ROWS)), "2 rows"),
            (("embeddings", "F32", vec![0, 4], vec![]), "the shape (0, 4)"),
            (("embeddings", "I32", vec![4, 2], f32s(&ROWS)), "holds I32"),
            (("embeddings", "U8", vec![4, 2], vec![0; 8]), "no tensor `scales`"),
            (("embeddings", "F32", vec![4, 2], f32s(&[f32::NAN; 8])), "no finite number"),
            (("embeddings", "F16", vec![4, 2], f16s(&[f32::INFINITY; 8])), "no finite number"),
        ] {
            refused("{}", TOKENIZER, &file(&[tensor]), expected);
        }
        let int4 = ("embeddings", "U8", vec![4, 2], vec![0; 8]);
        let scales = ("scales", "F32", vec![4], f32s(&[1.0; 4]));
        refused(r#"{"hidden_dim":3}"#, TOKENIZER, &file(&[int4.clone(), scales]), "gives the dimension as 3");
        let scales = ("scales", "F32", vec![3], f32s(&[1.0; 3]));
        refused("{}", TOKENIZER, &file(&[int4, scales]), "3 values for 4 rows");
        let rows = ("embeddings", "F32", vec![4, 2], f32s(&ROWS));
        let mapping = ("mapping", "I32", vec![4], [0_i32, 1, 2, -1].iter().flat_map(|v| v.to_le_bytes()).collect());
        refused("{}", TOKENIZER, &file(&[rows.clone(), mapping]), "names a row beyond the 4");
        let weights = ("weights", "F32", vec![2], f32s(&[1.0; 2]));
        refused("{}", TOKENIZER, &file(&[rows.clone(), weights]), "has 2 `weights`");
        let weights = ("weights", "F32", vec![2, 2], f32s(&[1.0; 4]));
        refused("{}", TOKENIZER, &file(&[rows, weights]), "is no vector");
    }

    proptest! {
        #[test]
        fn a_damaged_file_is_an_error_or_a_model_but_never_a_panic(
            cut in 0..400_usize,
            at in 0..400_usize,
            byte in any::<u8>(),
        ) {
            let good = file(&[
                ("embeddings", "U8", vec![4, 1], vec![0x99, 0x8a, 0xa8, 0xc5]),
                ("scales", "F16", vec![4], f16s(&[1.0; 4])),
            ]);
            let cut = &good[..cut.min(good.len() - 1)];
            let read = |bytes: &[u8]| Model::from_bytes(b"{}", TOKENIZER.as_bytes(), bytes.to_vec());
            prop_assert!(read(cut).is_err());
            let mut changed = good.clone();
            let at = at % changed.len();
            changed[at] = byte;
            if let Ok(model) = read(&changed) {
                prop_assert!(Embedder::new(model).embed_one("red blueish").is_ok());
            }
        }
    }

    #[test]
    fn the_identity_follows_the_contents() {
        let model = |config: &str| {
            let weights = file(&[("embeddings", "F32", vec![4, 2], f32s(&ROWS))]);
            Model::from_bytes(config.as_bytes(), TOKENIZER.as_bytes(), weights).unwrap()
        };
        assert_eq!(model("{}").identity(), model("{}").identity());
        assert_ne!(model("{}").identity(), model("{ }").identity());
        assert_eq!(model("{}").identity().len(), 16);
    }
}
