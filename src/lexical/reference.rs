//! The same scores by the `bm25` crate: `lexical: "reference"`.
//!
//! It reads every document again for every query and computes in f32 with the platform's logarithm: a
//! second opinion, slow, and not the same to the last bit on every host. A property test holds
//! [`Postings`](super::Postings) to it.

use super::Field;
use super::words::words;
use bm25::{Embedder, EmbedderBuilder, Scorer, TokenEmbedder, Tokenizer};

/// Our terms, for the crate.
#[derive(Default)]
struct Words;

impl Tokenizer for Words {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        words(text, &mut |term: &str| terms.push(term.to_owned()));
        terms
    }
}

/// A term as its own index. The crate's own choice is a 32-bit hash, in which two terms can fall together.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Term(Box<str>);

impl TokenEmbedder for Term {
    type EmbeddingSpace = Term;
    fn embed(token: &str) -> Term {
        Term(token.into())
    }
}

/// Scores documents, given as slot and fields, for a query. `out[slot]` gets the score, every other
/// place 0; slots beyond the end of `out` are left out but count in the statistics. A slot given twice
/// keeps the later document.
pub fn reference_scores(docs: &[(u32, Vec<Field<'_>>)], query: &str, k1: f64, b: f64, out: &mut [f64]) {
    out.fill(0.0);
    let mut last = std::collections::BTreeMap::new();
    for (slot, fields) in docs {
        // No term reaches across a line break.
        let copies = fields.iter().flat_map(|&(text, n)| std::iter::repeat_n(text, n as usize));
        last.insert(*slot, copies.collect::<Vec<_>>().join("\n"));
    }
    let texts: Vec<&str> = last.values().map(String::as_str).collect();
    let embedder: Embedder<Term, Words> =
        EmbedderBuilder::<Term, Words>::with_tokenizer_and_fit_to_corpus(Words, &texts)
            .k1(k1 as f32)
            .b(b as f32)
            .build();
    let mut scorer = Scorer::<u32, Term>::new();
    for (slot, text) in &last {
        scorer.upsert(slot, embedder.embed(text));
    }
    for found in scorer.matches(&embedder.embed(query)) {
        if let Some(score) = out.get_mut(found.id as usize) {
            *score = f64::from(found.score);
        }
    }
}
