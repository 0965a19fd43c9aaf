//! From a question to a context: scores, weights, and the profile's way of spending the budget.

use super::abstain;
use super::candidate::Maker;
use super::confidence::{self, Confidence};
use super::context::{Context, Masses};
use super::continued;
use super::distribution::{self, Nucleus};
use super::options::Settings;
use super::plan::Plan;
use super::session::{self, Session};
use super::skeleton::Asked;
use super::{render, tobler};
use crate::error::Result;
use crate::index::{ChunkKey, Index};
use crate::rank::options::{Mode, RankSettings};
use crate::rank::{self, Positions, Profile, Scored, standardize};
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

/// Weighs the chunks and works out how the heaviest can be shown.
/// Where the budget is in tokens of another counter (`counted`), more of them: those may be larger.
pub fn prepare(
    index: &mut Index,
    query: &str,
    settings: &Settings,
    counted: bool,
    mut session: Option<&mut Session>,
) -> Result<Plan> {
    let mut scored = rank::score_with_grounds(index, query, &settings.ranking)?;
    let mut refusal = abstain::reason(query, &scored, settings);
    if refusal.is_some()
        && let Some(filter) = settings.ranking.filter.widened()
    {
        // Who narrows a search knows where to look: what the whole could answer is not refused there.
        drop(scored);
        let ranking = RankSettings { filter, ..settings.ranking.clone() };
        let wide = rank::score_with_grounds(index, query, &ranking)?;
        refusal = refusal.filter(|_| abstain::reason(query, &wide, settings).is_some());
        drop(wide);
        scored = rank::score_with_grounds(index, query, &settings.ranking)?;
    }
    let budget = settings.budget.unwrap_or(match scored.profile {
        Profile::Nearfield => scored.intent.budget(),
        Profile::Tobler => TOBLER_BUDGET,
    });
    let mut context = frame(query, &scored, settings, budget);
    if scored.is_cut {
        context.notes.push("The question is long: of its words only the first and the last were read.".to_owned());
    }
    // What leans on an answer before it is credible by that.
    let may_lean = scored.lean > 0.0 || is_remark(query);
    let held = session.as_ref().filter(|_| may_lean).and_then(|session| session.focus.held(&scored.view));
    // A short remark in a conversation that says nothing to the index is about what was said before.
    let remark = held.is_some() && is_remark(query) && (!scored.evidence || refusal.is_some());
    let lean = settings.lambda_max * if remark { 1.0 } else { scored.lean };
    let held = held.filter(|_| lean > 0.0);
    let reason =
        nothing_to_show(query, &scored, settings, held.is_some()).or_else(|| refusal.filter(|_| held.is_none()));
    if let Some(note) = reason {
        context.notes.push(note);
        context.abstained = true;
        context.suggestions = abstain::suggestions(query, &scored);
        return Ok(match scored.profile {
            Profile::Nearfield => Plan::bare(context),
            Profile::Tobler => Plan::fixed(written(context)),
        });
    }
    if scored.lean == 1.0 && held.is_none() {
        context.notes.push(abstain::POINTS_BACK.to_owned());
    }
    context.memory = held.as_ref().map_or(0.0, |_| lean);
    let mass = weigh(&mut context, &scored, settings, session.as_deref_mut(), held);
    Ok(match scored.profile {
        Profile::Nearfield => {
            let again = settings.repeat || (scored.lean > 0.0 && rank::asks_again(query));
            let delivered = session.as_ref().filter(|_| !again).map(|session| &session.delivered);
            let maker = Maker {
                scored: &scored,
                asked: Asked::new(&scored.terms),
                format: settings.format,
                delivered,
                explain: settings.explain,
                counted,
            };
            Plan::new(context, &mass, &maker, settings.ranking.mode)
        }
        Profile::Tobler => {
            tobler::fill(&mut context, &scored, &mass, settings.explain);
            Plan::fixed(written(context))
        }
    })
}

/// Whether a question is a few words, of which none looks like a name.
fn is_remark(query: &str) -> bool {
    const MOST: usize = 8;
    let words: Vec<&str> = query.split_whitespace().collect();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || "?!.,;:'’¿¡？！。".contains(c));
    (1..=MOST).contains(&words.len())
        && words.iter().all(is_word)
        && words.iter().any(|word| word.chars().any(char::is_alphabetic))
        && words.iter().all(|word| !word.chars().skip(1).any(char::is_uppercase))
}

/// The context with its header and text.
fn written(mut context: Context) -> Context {
    context.header = render::header(&context);
    context.text = render::block_by_block(&context);
    context
}

/// A context that shows nothing yet.
fn frame(query: &str, scored: &Scored, settings: &Settings, budget: u64) -> Context {
    Context {
        query: query.to_owned(),
        text: String::new(),
        format: settings.format,
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
        chunks: scored.view.len(),
        files: scored.view.files.len(),
        left_out: scored.view.left_out,
        weights: Vec::new(),
        recommended_reads: Vec::new(),
        notes: Vec::new(),
        confidence: scored.grounds.as_ref().map(|_| Confidence::new(0.0)),
        relevance: scored.grounds.as_ref().map(|g| confidence::relevance(g, settings.ranking.mode)),
        abstained: false,
        suggestions: Vec::new(),
        grounds: scored.grounds.clone(),
    }
}

/// Why there is no answer, if there cannot be one.
fn nothing_to_show(query: &str, scored: &Scored, settings: &Settings, is_led: bool) -> Option<String> {
    if scored.view.is_empty() {
        return Some(match scored.view.left_out {
            0 => "Nothing is indexed: add files first.".to_owned(),
            n => format!(
                "None of the {n} indexed chunks is among what was asked for: {}.",
                settings.ranking.filter.advice().unwrap_or_default()
            ),
        });
    }
    if query.trim().is_empty() {
        return Some("The question is empty: ask with words, names or a path.".to_owned());
    }
    if !scored.evidence && !is_led {
        let note = if settings.ranking.mode == Mode::Semantic && !scored.is_embedded {
            "There is no model to compare meanings with: create the engine with one, or search in mode \"lexical\"."
        } else {
            "No word of the question occurs in what was searched: try other words, or a name that exists."
        };
        return Some(note.to_owned());
    }
    None
}

/// Weights of the chunks, with what the conversation says.
fn weigh(
    context: &mut Context,
    scored: &Scored,
    settings: &Settings,
    session: Option<&mut Session>,
    held: Option<Vec<f64>>,
) -> Mass {
    let scores = match scored.profile {
        Profile::Nearfield => {
            // Fitted scores are a distribution's logarithms as they are; fused ranks are not.
            let mut scores =
                if scored.is_distribution { scored.scores.clone() } else { standardize(scored.scores.view()) };
            if let Some(held) = held {
                session::lead(&mut scores, scored, &held, context.memory);
            }
            if scored.is_distribution {
                saturate(&mut scores, scored, &context.query);
                continued::follow(&mut scores, scored);
            }
            scores
        }
        Profile::Tobler => {
            let scores = standardize(scored.scores.view());
            let Some(session) = session else { return mass(context, scores, settings) };
            let keys: Vec<ChunkKey> = scored.view.places().map(|p| p.entry.key).collect();
            let blend = session.memory.apply(&keys, scores, settings.lambda_max);
            context.memory = blend.lambda;
            blend.scores
        }
    };
    mass(context, scores, settings)
}

/// Lowers the scores of further chunks of a file.
fn saturate(scores: &mut Array1<f64>, scored: &Scored, query: &str) {
    let Some(scores) = scores.as_slice_mut() else { return };
    let mut positions = Positions::default();
    for (file, range) in scored.view.files.iter().filter(|(_, range)| range.len() > 1) {
        let loss = rank::weight_saturation(query, file.source.language.content());
        let scores = &mut scores[range.clone()];
        let lost = positions.of(scores).iter().map(|&before| loss * f64::from(before));
        scores.iter_mut().zip(lost).for_each(|(score, lost)| *score -= lost);
    }
}

/// The softmax of the scores and its nucleus.
fn mass(context: &mut Context, scores: Array1<f64>, settings: &Settings) -> Mass {
    let weights = distribution::softmax(scores.view(), settings.tau);
    let nucleus = distribution::nucleus(weights.view(), settings.p, settings.k_min);
    context.n_eff = distribution::n_eff(weights.view());
    context.nucleus = nucleus.k;
    context.epsilon = nucleus.epsilon.clamp(0.0, 1.0);
    context.weights = nucleus.order.iter().take(PICTURE).map(|&i| weights[i]).collect();
    Mass { scores, weights, nucleus }
}
