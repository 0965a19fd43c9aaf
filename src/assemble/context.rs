//! Puts a context together: scores, weights, tiers, text, and an account of what was left out.

use super::allocate::{Costs, proportional};
use super::distribution;
use super::options::Settings;
use super::render;
use super::session::Session;
use super::tier::{self, Tier};
use crate::error::Result;
use crate::index::{self, ChunkKey, Index, Place};
use crate::rank::intent::Intent;
use crate::rank::{self, Profile, Scored, SymbolRef, moments, standardize, symbol_refs};
use crate::source::{Language, Role};
use ndarray::Array1;
use serde::Serialize;

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    /// The question.
    pub query: String,
    /// The rendered context: the header line, notes, then the blocks.
    pub markdown: String,
    /// The header line alone.
    pub header: String,
    /// What is shown, heaviest first.
    pub blocks: Vec<Block>,
    /// The effective number of chunks that share the weight.
    pub n_eff: f64,
    /// How many blocks are shown.
    pub k: usize,
    /// How many chunks the nucleus has.
    pub nucleus: usize,
    /// ε: the mass outside the nucleus (tobler-search's definition; `hidden` counts everything not shown).
    pub epsilon: f64,
    /// The mass of every chunk that is not shown in any tier.
    pub hidden: f64,
    /// The temperature τ.
    pub tau: f64,
    /// What the blocks cost, in the budget's tokens (characters / 4).
    pub tokens: u64,
    /// The budget.
    pub budget: u64,
    /// What kind of answer the question was taken to want.
    pub intent: Intent,
    /// λ: how strongly the session's memory took part.
    pub memory: f64,
    /// The semantic channel's share in the blend.
    pub alpha: f64,
    /// How many chunks took part.
    pub chunks: usize,
    /// How many files they are in.
    pub files: usize,
    /// How many indexed chunks did not take part, because they are of another kind of content.
    pub left_out: usize,
    /// The heaviest weights, in descending order, for a picture of the distribution.
    pub weights: Vec<f64>,
    /// What a reader should know, as sentences.
    pub notes: Vec<String>,
}

/// One chunk that is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// The file.
    pub path: String,
    /// The chunk's first line, from 1.
    pub start_line: u32,
    /// Its last line, inclusive.
    pub end_line: u32,
    /// Where the chunk starts in the file's text, in UTF-16 code units.
    pub start: u32,
    /// Where it ends, exclusive.
    pub end: u32,
    /// The level of detail.
    pub tier: Tier,
    /// The chunk's weight; all chunks' weights sum to 1.
    pub weight: f64,
    /// The score behind the weight; in tobler's profile standardized.
    pub score: f64,
    /// The file's language.
    pub language: Language,
    /// The file's role.
    pub role: Role,
    /// The definition that the chunk begins in, if it begins inside one.
    pub scope: Option<String>,
    /// The definitions whose names lie in the chunk.
    pub symbols: Vec<SymbolRef>,
    /// The line above the text: path, lines and, where there is one, the enclosing definition; for a stub also
    /// the names that are defined there.
    pub heading: String,
    /// What is printed below the heading; empty for a stub.
    pub text: String,
    /// The lines (1-based, inclusive) that `text` is made of.
    pub shown: Vec<(u32, u32)>,
}

/// How many weights a context carries for a picture.
const PICTURE: usize = 200;

/// The budget without which tobler-search does not run; its own default.
const TOBLER_BUDGET: u64 = 2000;

/// Above this residual the header says that the question is diffuse (tobler-search's value).
const DIFFUSE: f64 = 0.15;

/// Answers the question from the index inside the budget.
pub fn assemble(index: &mut Index, query: &str, settings: &Settings, session: Option<&mut Session>) -> Result<Context> {
    let scored = rank::score(index, query, &settings.ranking)?;
    let budget = settings.budget.unwrap_or(match scored.profile {
        Profile::Nearfield => scored.intent.budget(),
        Profile::Tobler => TOBLER_BUDGET,
    });
    let mut context = Context {
        query: query.to_owned(),
        markdown: String::new(),
        header: String::new(),
        blocks: Vec::new(),
        n_eff: 0.0,
        k: 0,
        nucleus: 0,
        epsilon: 1.0,
        hidden: 1.0,
        tau: settings.tau,
        tokens: 0,
        budget,
        intent: scored.intent,
        memory: 0.0,
        alpha: scored.alpha,
        chunks: scored.view.places.len(),
        files: scored.view.files.len(),
        left_out: scored.view.left_out,
        weights: Vec::new(),
        notes: Vec::new(),
    };
    if scored.is_cut {
        context.notes.push("The question is long: of its words only the first and the last were read.".to_owned());
    }
    if let Some(note) = nothing_to_show(query, &scored) {
        context.notes.push(note);
    } else {
        fill(&mut context, &scored, settings, session);
    }
    context.header = render::header(&context);
    context.markdown = render::markdown(&context);
    Ok(context)
}

/// Why there is no answer, if there cannot be one.
fn nothing_to_show(query: &str, scored: &Scored) -> Option<String> {
    if scored.view.places.is_empty() {
        return Some(match scored.view.left_out {
            0 => "Nothing is indexed: add files first.".to_owned(),
            n => format!(
                "None of the {n} indexed chunks is among what was asked for: search with content \"all\", or widen paths, languages and roles."
            ),
        });
    }
    if query.trim().is_empty() {
        return Some("The question is empty: ask with words, names or a path.".to_owned());
    }
    if !scored.evidence {
        return Some(
            "No word of the question occurs in what was searched: try other words, or a name that exists.".to_owned(),
        );
    }
    None
}

fn fill(context: &mut Context, scored: &Scored, settings: &Settings, session: Option<&mut Session>) {
    let mut scores = standardize(scored.scores.view());
    if let Some(session) = session {
        let keys: Vec<ChunkKey> = scored.view.places.iter().map(|p| p.entry.key).collect();
        let blend = session.apply(&keys, scores, settings.lambda_max);
        scores = blend.scores;
        context.memory = blend.lambda;
    }
    if scored.profile == Profile::Nearfield {
        // The fitted scores are a distribution's logarithms as they are: back to their scale.
        scores = if context.memory == 0.0 { scored.scores.clone() } else { rescale(&scores, &scored.scores) };
    }
    let weights = distribution::softmax(scores.view(), settings.tau);
    context.n_eff = distribution::n_eff(weights.view());
    let nucleus = distribution::nucleus(weights.view(), settings.p, settings.k_min);
    context.nucleus = nucleus.k;
    context.epsilon = nucleus.epsilon.clamp(0.0, 1.0);
    context.weights = nucleus.order.iter().take(PICTURE).map(|&i| weights[i]).collect();
    // Every shown line costs a token at least.
    let most = usize::try_from(context.budget).unwrap_or(usize::MAX);
    let mut selected = nucleus.selected();
    if selected.len() > most {
        selected = &selected[..most];
        context.epsilon = (1.0 - selected.iter().map(|&i| weights[i]).sum::<f64>()).clamp(0.0, 1.0);
    }

    let places: Vec<Place> = selected.iter().map(|&i| scored.view.places[i]).collect();
    let costs: Vec<Costs> = places.iter().map(costs).collect();
    let masses: Vec<f64> = selected.iter().map(|&i| weights[i]).collect();
    let tiers = proportional(&masses, &costs, context.budget);
    let mut shown = 0.0;
    for (((tier, place), cost), &i) in tiers.iter().zip(&places).zip(&costs).zip(selected) {
        if let Some(tier) = *tier {
            context.tokens += u64::from(cost.of(tier));
            shown += weights[i];
            context.blocks.push(block(place, tier, weights[i], scores[i]));
        }
    }
    context.k = context.blocks.len();
    context.hidden = (1.0 - shown).clamp(0.0, 1.0);
    if context.epsilon > DIFFUSE {
        context.notes.push(
            "The question is diffuse: its weight lies on many chunks, and this is a map cut short. Narrow the question or raise the budget."
                .to_owned(),
        );
    }
}

/// Standardized values on the scale of others: with their mean and standard deviation.
fn rescale(standardized: &Array1<f64>, scale: &Array1<f64>) -> Array1<f64> {
    let (mean, deviation) = moments(scale.view());
    standardized.mapv(|z| mean + deviation * z)
}

/// What the chunk costs in each tier: the characters of its rendered block / 4, rounded down, as tobler-search
/// counts.
fn costs(place: &Place) -> Costs {
    let characters = place.entry.characters;
    let below = |text: u32| (characters.location + 1).saturating_add(text) / 4;
    Costs { full: below(characters.full), signature: below(characters.signature), stub: characters.stub / 4 }
}

fn block(place: &Place, tier: Tier, weight: f64, score: f64) -> Block {
    let Place { file, entry } = *place;
    let (text, shown) = tier::body(place, tier);
    let utf16 = |byte| file.source.lines.utf16(&file.source.text, byte);
    Block {
        path: file.source.path.clone(),
        start_line: entry.chunk.start_line,
        end_line: entry.chunk.end_line,
        start: utf16(entry.chunk.start),
        end: utf16(entry.chunk.end),
        tier,
        weight,
        score,
        language: file.source.language,
        role: file.source.role,
        scope: index::scope(file, entry).map(str::to_owned),
        symbols: symbol_refs(place),
        heading: if tier == Tier::Stub { index::stub(file, entry) } else { index::location(file, entry) },
        text,
        shown,
    }
}
