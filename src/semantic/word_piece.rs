//! The WordPiece model of a `tokenizer.json`, read in one pass into a table of its own: the tokenizers crate makes two maps
//! of strings of every vocabulary, which took a third of an engine's start.

use serde::de::{DeserializeSeed, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Cuts a word into the longest pieces, from its beginning on.
pub(super) struct WordPiece {
    /// The pieces' texts, one after the other.
    texts: Vec<u8>,
    /// By piece: where its text ends, and its id.
    pieces: Vec<(u32, u32)>,
    /// At the place of a piece's hash, or at the next that was free: its number + 1. A power of two of places, of which
    /// half are free.
    places: Vec<u32>,
    /// What stands before a piece that continues a word.
    prefix: Vec<u8>,
    /// A word of more characters is unknown.
    most_chars: usize,
    unknown: Option<u32>,
    unknown_text: String,
    /// The longest piece's bytes.
    longest: usize,
}

impl WordPiece {
    /// The model of a `tokenizer.json`; nothing if the file is no tokenizer with such a model in its usual form.
    pub fn read(json: &[u8]) -> Option<Self> {
        // The ends of texts are numbers of 32 bits.
        u32::try_from(json.len()).ok()?;
        let File { model } = serde_json::from_slice(json).ok()?;
        let Vocabulary { texts, pieces } = model.vocab;
        let places = vec![0; (2 * pieces.len()).next_power_of_two().max(2)];
        let mut read = WordPiece {
            texts,
            pieces,
            places,
            prefix: model.continuing_subword_prefix.into_bytes(),
            most_chars: model.max_input_chars_per_word,
            unknown: None,
            unknown_text: model.unk_token,
            longest: 0,
        };
        for number in 0..read.pieces.len() {
            let text = read.text(number);
            let (length, at) = (text.len(), read.place(text.iter().fold(SEED, |hash, &byte| step(hash, byte)), text));
            read.longest = read.longest.max(length);
            // Of two that are alike the later counts.
            read.places[at] = number as u32 + 1;
        }
        let text = read.unknown_text.as_bytes();
        read.unknown = read.find(text.iter().fold(SEED, |hash, &byte| step(hash, byte)), text);
        Some(read)
    }

    /// The id of what the vocabulary lacks, if it has one.
    pub fn unknown(&self) -> Option<u32> {
        self.unknown
    }

    /// How that is called.
    pub fn unknown_text(&self) -> &str {
        &self.unknown_text
    }

    /// The largest id of a piece.
    pub fn largest_id(&self) -> Option<u32> {
        self.pieces.iter().map(|&(_, id)| id).max()
    }

    /// Appends the ids of the word's pieces to `out`; nothing for a word that is not made of pieces.
    pub fn cut(&self, word: &str, out: &mut Vec<u32>) {
        let from = out.len();
        if word.chars().count() > self.most_chars || !self.cut_all(word, out) {
            out.truncate(from);
        }
    }

    fn cut_all(&self, word: &str, out: &mut Vec<u32>) -> bool {
        /// Hashes of a piece's beginnings; longer ones are made again.
        const KEPT: usize = 64;
        let mut hashes = [0; KEPT];
        let mut asked = Vec::new();
        let mut start = 0;
        while start < word.len() {
            let rest = &word.as_bytes()[start..];
            let prefix: &[u8] = if start > 0 { &self.prefix } else { &[] };
            let most = rest.len().min(self.longest.saturating_sub(prefix.len()));
            let begun = prefix.iter().fold(SEED, |hash, &byte| step(hash, byte));
            let mut hash = begun;
            for (kept, &byte) in hashes.iter_mut().zip(&rest[..most]) {
                hash = step(hash, byte);
                *kept = hash;
            }
            let found = (1..=most).rev().filter(|&length| word.is_char_boundary(start + length)).find_map(|length| {
                let text = &rest[..length];
                let hash = match hashes.get(length - 1) {
                    Some(&hash) => hash,
                    None => text.iter().fold(begun, |hash, &byte| step(hash, byte)),
                };
                let text = if prefix.is_empty() {
                    text
                } else {
                    asked.clear();
                    asked.extend_from_slice(prefix);
                    asked.extend_from_slice(text);
                    &asked
                };
                Some((length, self.find(hash, text)?))
            });
            match found {
                // A word with an unknown piece says nothing.
                Some((length, id)) if Some(id) != self.unknown => {
                    out.push(id);
                    start += length;
                }
                _ => return false,
            }
        }
        true
    }

    /// The id of a piece.
    fn find(&self, hash: u32, text: &[u8]) -> Option<u32> {
        let number = self.places[self.place(hash, text)].checked_sub(1)?;
        Some(self.pieces[number as usize].1)
    }

    /// Where a piece stands among the places, or could.
    fn place(&self, hash: u32, text: &[u8]) -> usize {
        let last = self.places.len() - 1;
        let mut at = hash as usize & last;
        while let Some(number) = self.places[at].checked_sub(1) {
            if self.text(number as usize) == text {
                break;
            }
            at = (at + 1) & last;
        }
        at
    }

    fn text(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.pieces[before].0);
        &self.texts[start as usize..self.pieces[number].0 as usize]
    }
}

const SEED: u32 = 0x811c_9dc5;

/// The hash of what was hashed before and a byte (FNV-1a, and its high bits into the low ones, which tell the place).
fn step(hash: u32, byte: u8) -> u32 {
    let mixed = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    mixed ^ mixed >> 15
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

/// So many pieces have room at once: vocabularies have tens of thousands, and a list that grows is moved again and again.
const USUAL: usize = 1 << 15;

/// Pieces with the ends of their texts and their ids, as a [`WordPiece`] has them.
struct Vocabulary {
    texts: Vec<u8>,
    pieces: Vec<(u32, u32)>,
}

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pieces;
        impl<'de> Visitor<'de> for Pieces {
            type Value = Vocabulary;

            fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                formatter.write_str("a map from pieces to ids")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vocabulary, A::Error> {
                let mut texts = Vec::with_capacity(8 * USUAL);
                let mut pieces = Vec::with_capacity(USUAL);
                while map.next_key_seed(Text(&mut texts))?.is_some() {
                    pieces.push((texts.len() as u32, map.next_value()?));
                }
                Ok(Vocabulary { texts, pieces })
            }
        }
        deserializer.deserialize_map(Pieces)
    }
}

/// Puts a piece's text behind the others.
struct Text<'a>(&'a mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str("a piece")
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::WordPiece;
    use proptest::prelude::*;
    use std::sync::LazyLock;
    use tokenizers::{Model, Tokenizer};

    /// A model as both read it, here and in the crate.
    struct Both {
        own: WordPiece,
        whole: Tokenizer,
    }

    impl Both {
        fn read(json: &[u8]) -> Self {
            let both = Both { own: WordPiece::read(json).unwrap(), whole: Tokenizer::from_bytes(json).unwrap() };
            assert_eq!(both.own.largest_id(), both.whole.get_vocab(false).into_values().max());
            assert_eq!(both.own.unknown(), both.whole.token_to_id(both.own.unknown_text()));
            both
        }

        /// Their pieces; none for a word with an unknown one.
        fn cut(&self, word: &str) -> [Vec<u32>; 2] {
            let mut own = vec![7];
            self.own.cut(word, &mut own);
            assert_eq!(own.remove(0), 7);
            let tokens = self.whole.get_model().tokenize(word).unwrap();
            let ids: Vec<u32> = tokens.into_iter().map(|token| token.id).collect();
            let is_known = ids.iter().all(|&id| Some(id) != self.own.unknown());
            [own, if is_known { ids } else { Vec::new() }]
        }
    }

    static SHIPPED: LazyLock<Both> = LazyLock::new(|| {
        Both::read(&std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/model/tokenizer.json")).unwrap())
    });

    /// Escapes, pieces of several bytes, a piece that comes twice, one that is longer than the hashes that are kept, and
    /// no piece for some letters.
    static ODD: LazyLock<Both> = LazyLock::new(|| {
        let long = "ab".repeat(40);
        let json = format!(
            r###"{{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,
            "pre_tokenizer":null,"post_processor":null,"decoder":null,"model":{{"type":"WordPiece","unk_token":"?",
            "continuing_subword_prefix":"##","max_input_chars_per_word":90,"vocab":{{"?":3,"a":1,"b":2,"##a":4,"##b":5,
            "ab":9,"##ba":6,"\u00e9":7,"##\u00e9a":8,"ab":10,"\"":11,"##\\":12,"##aé":13,"{long}":14,"##{long}":15}}}}}}"###
        );
        Both::read(json.as_bytes())
    });

    #[test]
    fn words_are_cut_as_the_crate_cuts_them() {
        let source = include_str!("word_piece.rs").to_lowercase();
        let words =
            source.split(|c: char| !c.is_ascii_alphanumeric()).chain(["", "é", "zqxjkvwz", "0123456789", "[UNK]"]);
        for word in words {
            let [own, crates] = SHIPPED.cut(word);
            assert_eq!(own, crates, "{word}");
        }
        let long = "ab".repeat(40);
        for word in ["?", "a?", "abab", &long, &format!("b{long}"), &format!("{long}ab"), &format!("{long}ababababab")]
        {
            let [own, crates] = ODD.cut(word);
            assert_eq!(own, crates, "{word}");
        }
        assert_eq!(ODD.cut("ab")[0], [10]);
    }

    proptest! {
        #[test]
        fn any_word_is(word in "[abé\"\\\\?]{0,12}|[ab]{70,95}|[a-z0-9]{0,45}|\\PC{0,8}") {
            for both in [&*SHIPPED, &*ODD] {
                let [own, crates] = both.cut(&word);
                prop_assert_eq!(own, crates);
            }
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
            assert!(WordPiece::read(json.as_bytes()).is_none(), "{json}");
        }
    }
}
