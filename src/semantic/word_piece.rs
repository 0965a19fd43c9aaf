//! The WordPiece model of a `tokenizer.json`, read in one pass: the tokenizers crate reads all of the file, and the
//! vocabulary several times.

use ahash::AHashMap;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use tokenizers::models::wordpiece::WordPiece;

/// The model and the largest id of a piece; nothing if the file is no tokenizer with such a model in its usual form.
pub(super) fn word_piece(json: &[u8]) -> Option<(WordPiece, Option<u32>)> {
    let File { model } = serde_json::from_slice(json).ok()?;
    let largest = model.vocab.0.iter().map(|(_, id)| *id).max();
    let built = WordPiece::builder()
        .vocab(model.vocab.0.into_iter().collect::<AHashMap<_, _>>())
        .unk_token(model.unk_token)
        .continuing_subword_prefix(model.continuing_subword_prefix)
        .max_input_chars_per_word(model.max_input_chars_per_word)
        .build();
    Some((built.ok()?, largest))
}

#[derive(Deserialize)]
struct File {
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    #[serde(rename = "type")]
    _kind: Kind,
    unk_token: String,
    continuing_subword_prefix: String,
    max_input_chars_per_word: usize,
    vocab: Vocabulary,
}

/// Any other ends the reading.
#[derive(Deserialize)]
enum Kind {
    WordPiece,
}

/// So many pieces have a place at once: vocabularies have tens of thousands, and a list that grows is moved again and again.
const USUAL: usize = 1 << 15;

/// Pieces with their ids. As a list first: a table that is made for so many does not grow.
struct Vocabulary(Vec<(String, u32)>);

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pieces;
        impl<'de> Visitor<'de> for Pieces {
            type Value = Vocabulary;

            fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                formatter.write_str("a map from pieces to ids")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vocabulary, A::Error> {
                let mut pieces = Vec::with_capacity(USUAL);
                while let Some(piece) = map.next_entry()? {
                    pieces.push(piece);
                }
                Ok(Vocabulary(pieces))
            }
        }
        deserializer.deserialize_map(Pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::word_piece;
    use tokenizers::{Model, Tokenizer};

    #[test]
    fn what_is_read_in_one_pass_is_what_the_crate_reads() {
        let json = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/model/tokenizer.json")).unwrap();
        let whole = Tokenizer::from_bytes(&json).unwrap();
        let (model, largest) = word_piece(&json).unwrap();
        assert_eq!(largest, whole.get_vocab(false).into_values().max());
        let source = include_str!("word_piece.rs").to_lowercase();
        let words = source.split(|c: char| !c.is_ascii_alphanumeric()).chain(["", "é", "zqxjkvwz", "0123456789"]);
        let ids = |tokens: Vec<tokenizers::Token>| tokens.into_iter().map(|token| token.id).collect::<Vec<_>>();
        for word in words {
            assert_eq!(ids(model.tokenize(word).unwrap()), ids(whole.get_model().tokenize(word).unwrap()), "{word}");
        }
    }

    #[test]
    fn any_other_kind_of_model_is_left_to_the_crate() {
        for json in [
            r#"{"model":{"type":"WordLevel","unk_token":"[UNK]","vocab":{"[UNK]":0}}}"#,
            r#"{"model":{"type":"WordPiece","vocab":{"a":0}}}"#,
            r#"{"model":{"type":"WordPiece","unk_token":"a","continuing_subword_prefix":"","max_input_chars_per_word":9,"vocab":["a"]}}"#,
            "{}",
            "",
        ] {
            assert!(word_piece(json.as_bytes()).is_none(), "{json}");
        }
    }
}
