//! A text as pieces: ids of rows of the vocabulary.

use super::pattern::Pattern;
use super::word_piece::WordPiece;
use crate::error::{Error, Result};
use serde::Deserialize;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tokenizers::models::ModelWrapper;
use tokenizers::{Model as _, Tokenizer};

/// How many distinct words are remembered. Code repeats itself: with this many, all but a few words of a
/// hundred are found, and the memory stays under about 8 MB.
const REMEMBERED: usize = 1 << 16;
/// Longer words are not remembered.
const MEMORABLE: usize = 48;

/// Cuts texts into the ids of their pieces.
pub(super) struct Tokens {
    cutter: Cutter,
    unknown: Option<u32>,
    largest_id: Option<u32>,
    words: Option<Words>,
    max_tokens: usize,
}

/// What cuts.
enum Cutter {
    /// All of a tokenizer.
    Whole(Box<Tokenizer>),
    /// A model for words that were cut out before.
    WordPiece(Box<WordPiece>),
}

impl Cutter {
    /// Reads as much of `tokenizer.json` as is needed: of a WordPiece model for `words`, that alone.
    fn new(json: &[u8], words: bool) -> Result<Self> {
        if words && let Some(model) = WordPiece::read(json) {
            return Ok(Cutter::WordPiece(Box::new(model)));
        }
        let prepare = || {
            let mut tokenizer = Tokenizer::from_bytes(json)?;
            tokenizer.with_truncation(None)?;
            tokenizer.with_padding(None);
            Ok::<_, tokenizers::Error>(tokenizer)
        };
        let tokenizer = prepare().map_err(|e| broken(format!("it is no tokenizer ({e})")))?;
        Ok(Cutter::Whole(Box::new(tokenizer)))
    }

    /// The largest id that a piece can have; `None` for an empty vocabulary.
    fn largest_id(&self) -> Option<u32> {
        match self {
            Cutter::Whole(tokenizer) => tokenizer.get_vocab(true).into_values().max(),
            Cutter::WordPiece(model) => model.largest_id(),
        }
    }

    /// The id that stands for what the vocabulary lacks.
    fn unknown(&self, json: &[u8]) -> Result<Option<u32>> {
        match self {
            Cutter::Whole(tokenizer) => unknown_piece(tokenizer.get_model(), json),
            Cutter::WordPiece(model) => model.unknown().map(Some).ok_or_else(|| lacks(model.unknown_text())),
        }
    }

    /// Appends the ids of a word's pieces; nothing for a word with an unknown piece, which says nothing.
    fn cut(&self, word: &str, unknown: Option<u32>, out: &mut Vec<u32>) -> Result<()> {
        match self {
            Cutter::Whole(tokenizer) => {
                let found = tokenizer.get_model().tokenize(word).map_err(|e| broken(e.to_string()))?;
                if found.iter().all(|token| Some(token.id) != unknown) {
                    out.extend(found.iter().map(|token| token.id));
                }
            }
            Cutter::WordPiece(model) => model.cut(word, out),
        }
        Ok(())
    }
}

/// Words that are cut out before the tokenizer's model sees them, one by one.
struct Words {
    pattern: Pattern,
    lowercase: bool,
    seen: HashMap<Box<str>, (u32, u32), BuildHasherDefault<WordHasher>>,
    /// The pieces of the words in `seen`, one after the other.
    pieces: Vec<u32>,
    /// Scratch: the lower-cased word.
    lower: String,
}

impl Tokens {
    /// Reads `tokenizer.json`. With a pattern, words are cut by it (and lower-cased if asked) and only the
    /// tokenizer's model runs, word by word; without one the whole tokenizer runs.
    pub fn new(json: &[u8], pattern: Option<Pattern>, lowercase: bool, max_tokens: usize) -> Result<Self> {
        let cutter = Cutter::new(json, pattern.is_some())?;
        let (unknown, largest_id) = (cutter.unknown(json)?, cutter.largest_id());
        let words = pattern.map(|pattern| Words {
            pattern,
            lowercase,
            seen: HashMap::default(),
            pieces: Vec::new(),
            lower: String::new(),
        });
        Ok(Self { cutter, unknown, largest_id, words, max_tokens })
    }

    /// The largest id that a piece can have; `None` for an empty vocabulary.
    pub fn largest_id(&self) -> Option<u32> {
        self.largest_id
    }

    /// Appends the ids of the text's pieces to `out`: unknown ones left out, at most `max_tokens`.
    pub fn pieces(&mut self, text: &str, out: &mut Vec<u32>) -> Result<()> {
        let end = out.len().saturating_add(self.max_tokens);
        if let Some(words) = &mut self.words {
            let (cutter, unknown) = (&self.cutter, self.unknown);
            let Words { pattern, lowercase, seen, pieces, lower } = words;
            pattern.each(text, |word| {
                let word = lowered(word, *lowercase, lower);
                if let Some(&(from, to)) = seen.get(word) {
                    out.extend_from_slice(&pieces[from as usize..to as usize]);
                } else {
                    let from = out.len();
                    cutter.cut(word, unknown, out)?;
                    if word.len() <= MEMORABLE {
                        if seen.len() >= REMEMBERED {
                            seen.clear();
                            pieces.clear();
                        }
                        let start = pieces.len() as u32;
                        pieces.extend_from_slice(&out[from..]);
                        seen.insert(word.into(), (start, pieces.len() as u32));
                    }
                }
                Ok(out.len() < end)
            })?;
        } else if let Cutter::Whole(tokenizer) = &self.cutter {
            let encoding = tokenizer.encode_fast(text, false).map_err(|e| broken(e.to_string()))?;
            out.extend(encoding.get_ids().iter().copied().filter(|&id| Some(id) != self.unknown));
        }
        out.truncate(end);
        Ok(())
    }

    /// The words that the model's pattern finds, lower-cased if it asks so; none without a pattern.
    pub fn words(&self, text: &str) -> Result<Vec<String>> {
        let mut out = Vec::new();
        if let Some(words) = &self.words {
            let mut lower = String::new();
            words.pattern.each(text, |word| {
                out.push(lowered(word, words.lowercase, &mut lower).to_owned());
                Ok(true)
            })?;
        }
        Ok(out)
    }
}

/// The word, lower-cased by Unicode if asked.
fn lowered<'a>(word: &'a str, lowercase: bool, buffer: &'a mut String) -> &'a str {
    if !lowercase || word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return word;
    }
    buffer.clear();
    if word.is_ascii() {
        buffer.push_str(word);
        buffer.make_ascii_lowercase();
    } else {
        buffer.push_str(&word.to_lowercase());
    }
    buffer
}

/// The id that stands for what the vocabulary lacks. Only a BPE model can do without one: the others fail
/// on the first text that they do not know.
fn unknown_piece(model: &ModelWrapper, json: &[u8]) -> Result<Option<u32>> {
    let named = |token: &str| model.token_to_id(token).map(Some).ok_or_else(|| lacks(token));
    match model {
        ModelWrapper::WordPiece(model) => named(&model.unk_token),
        ModelWrapper::WordLevel(model) => named(&model.unk_token),
        ModelWrapper::BPE(model) => {
            if model.dropout.is_some_and(|p| p > 0.0) {
                let why = "its model asks for dropout, and results would change from run to run";
                return Err(broken(why.into()));
            }
            model.unk_token.as_deref().map_or(Ok(None), named)
        }
        // The tokenizer keeps a Unigram model's unknown piece to itself.
        ModelWrapper::Unigram(_) => match serde_json::from_slice::<UnigramFile>(json) {
            Ok(UnigramFile { model: UnigramModel { unk_id: Some(id) } }) => Ok(Some(id)),
            _ => Err(broken("its Unigram model has no unk_id".into())),
        },
    }
}

#[derive(Deserialize)]
struct UnigramFile {
    model: UnigramModel,
}

#[derive(Deserialize)]
struct UnigramModel {
    unk_id: Option<u32>,
}

fn lacks(unknown: &str) -> Error {
    broken(format!("its vocabulary lacks its unknown token `{unknown}`"))
}

fn broken(why: String) -> Error {
    Error::Model { file: "tokenizer.json", why }
}

/// A quick hash without a random seed. The map is only asked, never walked.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &b| (word << 8) | u64::from(b));
            self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        }
    }

    fn finish(&self) -> u64 {
        (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
