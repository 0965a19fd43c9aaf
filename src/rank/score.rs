//! One score for each chunk that takes part, with the parts that it is made of.

use super::blend::Blend;
use super::grounds::Grounds;
use super::intent::Intent;
use super::options::{Fusion, Mode, Profile, RankSettings};
use super::query;
use super::question::{self, Question};
use super::signals::{Evidence, Group, Lines, Signal, Weights};
use super::view::View;
use crate::error::Result;
use crate::index::Index;
use crate::lexical::folded;
use ndarray::Array1;

/// Scored chunks; the vectors have one element a place of the view.
pub struct Scored<'a> {
    /// The chunks that take part, in the canonical order.
    pub view: View<'a>,
    /// The scores: higher is better.
    pub scores: Array1<f64>,
    /// The cosine to the query's embedding, in −1…1.
    pub semantic: Array1<f64>,
    /// BM25, not below 0.
    pub lexical: Array1<f64>,
    /// Whose way of ranking it was.
    pub profile: Profile,
    /// What kind of answer the question wants.
    pub intent: Intent,
    /// How much the question leans on what was said before it, 0…1.
    pub lean: f64,
    /// Whether the question is so long that some of it was not read.
    pub is_cut: bool,
    /// The semantic channel's share.
    pub alpha: f64,
    /// Whether the scores are a softmax's exponents as they are; fused ranks are not.
    pub is_distribution: bool,
    /// The question's terms; none in tobler's profile.
    pub terms: Vec<Term>,
    /// The names that the question gives, in lower case; none in tobler's profile.
    pub named: Vec<String>,
    /// Whether any channel tells any chunk from another: without it the order means nothing.
    pub evidence: bool,
    /// Whether the question has an embedding: the mode asks for one, and there is a model.
    pub is_embedded: bool,
    /// What tells how far to trust the answer, if it was asked for; none in tobler's profile.
    pub grounds: Option<Grounds>,
    /// The lines of the best chunks that hold terms, by place; none in tobler's profile.
    pub lines: Lines,
    parts: Parts,
}

/// A term of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The stem.
    pub stem: String,
    /// Its inverse document frequency among chunks.
    pub idf: f64,
    /// How many of the chunks that take part hold it.
    pub chunks: usize,
}

/// What the scores are made of.
enum Parts {
    /// Weighted signals.
    Signals { evidence: Evidence, weights: Weights },
    /// Two channels.
    Channels { semantic: Array1<f64>, lexical: Array1<f64> },
}

/// One part of a score.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Contribution {
    /// The signal's or channel's name.
    pub name: &'static str,
    /// What it adds.
    pub value: f64,
}

impl Scored<'_> {
    /// What a place's score is made of, in a fixed order, without what adds nothing. The values sum to the score.
    pub fn reasons(&self, place: usize) -> Vec<Contribution> {
        let mut reasons = Vec::new();
        match &self.parts {
            Parts::Signals { evidence, weights } => {
                let content = self.view.content(place);
                reasons.extend(evidence.columns.iter().map(|column| {
                    let value = weights.of(column.0, content) * Evidence::value(&self.view, column, place);
                    Contribution { name: column.0.as_str(), value }
                }));
            }
            Parts::Channels { semantic, lexical } => reasons.extend([
                Contribution { name: "semantic", value: semantic[place] },
                Contribution { name: "lexical", value: lexical[place] },
            ]),
        }
        reasons.retain(|reason| reason.value != 0.0);
        reasons
    }
}

/// Scores every chunk that takes part.
pub fn score<'a>(index: &'a mut Index, query: &str, settings: &RankSettings) -> Result<Scored<'a>> {
    scored(index, query, settings, false)
}

/// The same, with what tells how far to trust the answer.
pub fn score_with_grounds<'a>(index: &'a mut Index, query: &str, settings: &RankSettings) -> Result<Scored<'a>> {
    scored(index, query, settings, true)
}

fn scored<'a>(index: &'a mut Index, query: &str, settings: &RankSettings, with_grounds: bool) -> Result<Scored<'a>> {
    index.settle();
    let asked = match settings.profile {
        Profile::Nearfield => question::asked(query),
        Profile::Tobler => query.to_owned(),
    };
    let embedding = if settings.mode == Mode::Lexical { None } else { index.embed(&asked)? };
    let index: &'a Index = index;
    let view = View::new(index, |file| settings.filter.admits(file));
    Ok(match settings.profile {
        Profile::Nearfield => by_signals(view, query, embedding.as_deref(), settings, with_grounds),
        Profile::Tobler => by_blend(view, query, embedding.as_deref(), settings),
    })
}

fn by_signals<'a>(
    view: View<'a>,
    query: &str,
    embedding: Option<&[f32]>,
    settings: &RankSettings,
    with_grounds: bool,
) -> Scored<'a> {
    let question = Question::read(query, view.index);
    let share = settings.semantic_weight.unwrap_or(0.5);
    let (semantic, lexical) = match settings.mode {
        Mode::Hybrid => (2.0 * share, 2.0 * (1.0 - share)),
        Mode::Lexical => (0.0, 1.0),
        Mode::Semantic => (1.0, 0.0),
    };
    let weights = Weights::new(|signal| {
        let channel = match signal.group() {
            Group::Semantic => semantic,
            Group::Lexical => lexical,
            Group::Structure => 1.0,
        };
        if settings.without.contains(&signal) { 0.0 } else { channel * question.intent.factor(signal) }
    });
    let mut evidence = Evidence::gather(&view, &question, embedding, &weights);
    let lines = std::mem::take(&mut evidence.lines);
    let of_groups = |kept: &[Group]| {
        let weight = |signal: Signal, content| {
            if kept.contains(&signal.group()) { weights.of(signal, content) } else { 0.0 }
        };
        Array1::from_vec(evidence.total(&view, weight))
    };
    // The cosine that a reader of a hit sees.
    let cosines = evidence.columns.iter().find(|c| c.0 == Signal::PlacedCosine);
    let cosines = cosines.map_or_else(|| Array1::zeros(view.len()), |c| Array1::from_vec(c.1.dense().to_vec()));
    let terms = evidence.terms.clone();
    let spoken = |values: &[f64]| values.iter().any(|&x| x != 0.0);
    let says = |signal| evidence.columns.iter().any(|c| c.0 == signal && c.1.most() > 0.0);
    // A name may have no word: `$`.
    let by_words = || spoken(&evidence.bm25) || says(Signal::Defines);
    let by_meaning = || cosines.iter().any(|&x| x != 0.0);
    let found = match settings.mode {
        Mode::Hybrid => by_meaning() || by_words(),
        Mode::Lexical => by_words(),
        Mode::Semantic => by_meaning(),
    } || says(Signal::FileMentioned);
    let blended = of_groups(&[Group::Semantic, Group::Lexical, Group::Structure]);
    let grounds = with_grounds.then(|| Grounds::new(&view, &question, &evidence, blended.view(), embedding.is_some()));
    let (scores, lexical_scores, parts) = if settings.fusion == Fusion::Rrf && settings.mode == Mode::Hybrid {
        let ranks = |kept: &[Group], share| reciprocal_ranks(&of_groups(kept), settings.rrf_k) * share;
        let semantic = ranks(&[Group::Semantic, Group::Structure], semantic);
        let lexical = ranks(&[Group::Lexical, Group::Structure], lexical);
        (&semantic + &lexical, evidence.bm25, Parts::Channels { semantic, lexical })
    } else {
        let bm25 = std::mem::take(&mut evidence.bm25);
        (blended, bm25, Parts::Signals { evidence, weights })
    };
    Scored {
        scores,
        semantic: cosines,
        lexical: lexical_scores.into(),
        profile: settings.profile,
        intent: question.intent,
        lean: super::lean::lean(query, &question),
        is_cut: question.is_cut,
        alpha: match settings.mode {
            Mode::Hybrid => share,
            Mode::Lexical => 0.0,
            Mode::Semantic => 1.0,
        },
        is_distribution: settings.fusion != Fusion::Rrf || settings.mode != Mode::Hybrid,
        terms,
        lines,
        named: question.names.iter().map(|named| folded(&named.name)).collect(),
        evidence: found,
        is_embedded: embedding.is_some(),
        grounds,
        parts,
        view,
    }
}

fn by_blend<'a>(view: View<'a>, query: &str, embedding: Option<&[f32]>, settings: &RankSettings) -> Scored<'a> {
    let lexical = if settings.mode == Mode::Semantic {
        Array1::zeros(view.len())
    } else {
        Array1::from_vec(view.by_place(&view.index.lexical_scores(query, settings.lexical).to_vec()))
    };
    let cosines = embedding.map(|vector| view.index.cosines(vector).content).unwrap_or_default();
    let semantic = Array1::from_vec(view.by_place(&cosines));
    let alpha = match settings.mode {
        Mode::Hybrid => settings.semantic_weight.unwrap_or_else(|| query::alpha(query)),
        Mode::Lexical => 0.0,
        Mode::Semantic => 1.0,
    };
    let parts = if settings.fusion == Fusion::Rrf && settings.mode == Mode::Hybrid {
        let ranks = |values, share| reciprocal_ranks(values, settings.rrf_k) * share;
        (ranks(&semantic, alpha), ranks(&lexical, 1.0 - alpha))
    } else {
        let blend = Blend::new(semantic.view(), lexical.view(), alpha);
        (blend.semantic, blend.lexical)
    };
    Scored {
        scores: &parts.0 + &parts.1,
        evidence: lexical.iter().chain(&semantic).any(|&x| x != 0.0),
        semantic,
        lexical,
        profile: settings.profile,
        intent: super::intent::of(query),
        lean: 0.0,
        is_cut: false,
        alpha,
        is_distribution: false,
        terms: Vec::new(),
        lines: Lines::new(),
        named: Vec::new(),
        is_embedded: embedding.is_some(),
        grounds: None,
        parts: Parts::Channels { semantic: parts.0, lexical: parts.1 },
        view,
    }
}

/// `(k + 1) / (k + rank)`, 1 for the best; equal values share a rank.
fn reciprocal_ranks(values: &Array1<f64>, k: f64) -> Array1<f64> {
    let mut out = Array1::zeros(values.len());
    let mut last = (f64::NAN, 0.0);
    for (i, &place) in super::blend::descending(values.view()).iter().enumerate() {
        if values[place] != last.0 {
            last = (values[place], (i + 1) as f64);
        }
        out[place] = (k + 1.0) / (k + last.1);
    }
    out
}
