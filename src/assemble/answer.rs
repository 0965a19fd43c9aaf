//! From a question to a context: scores, weights, and the profile's way of spending the budget.

use super::context::{Context, Masses};
use super::distribution::{self, Nucleus};
use super::options::Settings;
use super::session::Session;
use super::{plan, render, tobler};
use crate::error::Result;
use crate::index::{ChunkKey, Index};
use crate::rank::options::Mode;
use crate::rank::{self, Profile, Scored, moments, standardize};
use ndarray::Array1;

/// How many weights a context carries for a picture.
const PICTURE: usize = 200;

/// The budget without which tobler-search does not run; its own default.
const TOBLER_BUDGET: u64 = 2000;

/// How the mass lies on the chunks that take part.
pub(super) struct Mass {
    /// By place: the score behind the weight.
    pub scores: Array1<f64>,
    /// By place; they sum to 1.
    pub weights: Array1<f64>,
    /// The cut.
    pub nucleus: Nucleus,
}

/// Answers the question from the index inside the budget.
pub fn assemble(index: &mut Index, query: &str, settings: &Settings, session: Option<&mut Session>) -> Result<Context> {
    let scored = rank::score(index, query, &settings.ranking)?;
    let budget = settings.budget.unwrap_or(match scored.profile {
        Profile::Nearfield => scored.intent.budget(),
        Profile::Tobler => TOBLER_BUDGET,
    });
    let mut context = frame(query, &scored, settings, budget);
    if scored.is_cut {
        context.notes.push("The question is long: of its words only the first and the last were read.".to_owned());
    }
    if let Some(note) = nothing_to_show(query, &scored, settings) {
        context.notes.push(note);
        context.header = render::header(&context);
        context.markdown = render::markdown(&context);
        if scored.profile == Profile::Nearfield {
            render::fit_bare(&mut context);
        }
        return Ok(context);
    }
    let mass = weigh(&mut context, &scored, settings, session);
    match scored.profile {
        Profile::Nearfield => Ok(plan::plan(context, &scored, &mass).spend(budget)),
        Profile::Tobler => {
            tobler::fill(&mut context, &scored, &mass);
            context.header = render::header(&context);
            context.markdown = render::markdown(&context);
            Ok(context)
        }
    }
}

/// A context that shows nothing yet.
fn frame(query: &str, scored: &Scored, settings: &Settings, budget: u64) -> Context {
    Context {
        query: query.to_owned(),
        markdown: String::new(),
        header: String::new(),
        blocks: Vec::new(),
        n_eff: 0.0,
        k: 0,
        nucleus: 0,
        epsilon: 1.0,
        hidden: 1.0,
        masses: Masses::default(),
        tau: settings.tau,
        tokens: 0,
        budget,
        profile: scored.profile,
        intent: scored.intent,
        memory: 0.0,
        alpha: scored.alpha,
        chunks: scored.view.places.len(),
        files: scored.view.files.len(),
        left_out: scored.view.left_out,
        weights: Vec::new(),
        recommended_reads: Vec::new(),
        notes: Vec::new(),
    }
}

/// Why there is no answer, if there cannot be one.
fn nothing_to_show(query: &str, scored: &Scored, settings: &Settings) -> Option<String> {
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
        let note = if settings.ranking.mode == Mode::Semantic && !scored.is_embedded {
            "There is no model to compare meanings with: create the engine with one, or search in mode \"lexical\"."
        } else {
            "No word of the question occurs in what was searched: try other words, or a name that exists."
        };
        return Some(note.to_owned());
    }
    None
}

/// Weights of the chunks, with the session's memory blended in.
fn weigh(context: &mut Context, scored: &Scored, settings: &Settings, session: Option<&mut Session>) -> Mass {
    let mut scores = standardize(scored.scores.view());
    if let Some(session) = session {
        let keys: Vec<ChunkKey> = scored.view.places.iter().map(|p| p.entry.key).collect();
        let blend = session.apply(&keys, scores, settings.lambda_max);
        scores = blend.scores;
        context.memory = blend.lambda;
    }
    if scored.profile == Profile::Nearfield && scored.is_distribution {
        // The fitted scores are a distribution's logarithms as they are: back to their scale.
        scores = if context.memory == 0.0 { scored.scores.clone() } else { rescale(&scores, &scored.scores) };
        plan::saturate(&mut scores, scored, &context.query);
    }
    let weights = distribution::softmax(scores.view(), settings.tau);
    let nucleus = distribution::nucleus(weights.view(), settings.p, settings.k_min);
    context.n_eff = distribution::n_eff(weights.view());
    context.nucleus = nucleus.k;
    context.epsilon = nucleus.epsilon.clamp(0.0, 1.0);
    context.weights = nucleus.order.iter().take(PICTURE).map(|&i| weights[i]).collect();
    Mass { scores, weights, nucleus }
}

/// Standardized values on the scale of others: with their mean and standard deviation.
fn rescale(standardized: &Array1<f64>, scale: &Array1<f64>) -> Array1<f64> {
    let (mean, deviation) = moments(scale.view());
    standardized.mapv(|z| mean + deviation * z)
}
