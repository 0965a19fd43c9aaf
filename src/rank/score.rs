//! The channels blended into one score for each chunk that the caller lets in.

use super::query;
use crate::error::{Error, Result};
use crate::index::{File, Index, LexicalScorer, Place};
use crate::source::Content;
use ndarray::Array1;
use serde::Deserialize;

/// What to search: one kind of content, several, or everything.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Selector {
    /// One name.
    One(String),
    /// Several names.
    Many(Vec<String>),
}

impl Default for Selector {
    fn default() -> Self {
        Selector::One("code".to_owned())
    }
}

/// Which chunks take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    contents: Vec<Content>,
}

impl Filter {
    /// The filter that a selector means.
    pub fn new(selector: &Selector) -> Result<Self> {
        let names: Vec<&str> = match selector {
            Selector::One(name) => vec![name],
            Selector::Many(names) => names.iter().map(String::as_str).collect(),
        };
        let mut contents = Vec::new();
        for name in &names {
            match *name {
                "code" => contents.push(Content::Code),
                "docs" => contents.push(Content::Docs),
                "config" => contents.push(Content::Config),
                "all" => contents.extend([Content::Code, Content::Docs, Content::Config]),
                _ => return Err(unknown_content(name)),
            }
        }
        if contents.is_empty() {
            return Err(unknown_content("an empty list"));
        }
        Ok(Filter { contents })
    }

    /// Whether the chunk takes part.
    pub fn admits(&self, place: &Place) -> bool {
        self.admits_file(place.file)
    }

    /// Whether the file's chunks take part.
    pub fn admits_file(&self, file: &File) -> bool {
        self.contents.contains(&file.source.language.content())
    }
}

fn unknown_content(given: &str) -> Error {
    Error::Option {
        name: "content",
        given: format!("{given:?}"),
        expected: "\"code\", \"docs\", \"config\", \"all\" or a list of them",
    }
}

/// Scored chunks, in the canonical order; the vectors have one element a place.
pub struct Scored<'a> {
    /// The chunks that take part.
    pub places: Vec<Place<'a>>,
    /// How many chunks the filter left out.
    pub left_out: usize,
    /// The cosine to the query's embedding, in −1…1.
    pub semantic: Array1<f64>,
    /// BM25, not below 0.
    pub lexical: Array1<f64>,
    /// The semantic channel's share in the blend.
    pub alpha: f64,
    /// Whether any channel tells any chunk from another: without it the order means nothing.
    pub evidence: bool,
}

/// Scores every chunk that the filter admits.
pub fn score<'a>(index: &'a mut Index, query: &str, filter: &Filter, scorer: LexicalScorer) -> Result<Scored<'a>> {
    index.settle();
    let embedding = index.embed(query)?;
    let index: &'a Index = index;
    let lexical = index.lexical_scores(query, scorer);
    let semantic = embedding.map(|vector| Array1::from_vec(index.cosines(&vector).content));

    let mut left_out = 0;
    let mut places = Vec::new();
    for place in index.catalog().places() {
        if filter.admits(&place) {
            places.push(place);
        } else {
            left_out += 1;
        }
    }
    let pick = |by_slot: &Array1<f64>| {
        Array1::from_iter(places.iter().map(|p| by_slot.get(p.entry.slot as usize).copied().unwrap_or(0.0)))
    };
    let lexical = pick(&lexical);
    let semantic = semantic.as_ref().map_or_else(|| Array1::zeros(places.len()), pick);
    let evidence = lexical.iter().chain(&semantic).any(|&x| x != 0.0);
    Ok(Scored { left_out, semantic, lexical, alpha: query::alpha(query), evidence, places })
}
