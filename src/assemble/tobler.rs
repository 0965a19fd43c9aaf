//! The context as tobler-search 0.1.0 spends its budget.

use super::answer::Mass;
use super::candidate::block;
use super::context::Context;
use super::proportional::{Costs, proportional};
use super::tier::Tier;
use crate::index::{self, Place, full_text, signature_text};
use crate::rank::Scored;
use crate::source::Fingerprint;

/// Above this residual the header says that the question is diffuse (tobler-search's value).
const DIFFUSE: f64 = 0.15;

/// Shows the nucleus under the budget.
pub(super) fn fill(context: &mut Context, scored: &Scored, mass: &Mass, explain: bool) {
    let weights = &mass.weights;
    // Every shown line costs a token at least.
    let most = usize::try_from(context.budget).unwrap_or(usize::MAX);
    let mut selected = mass.nucleus.selected();
    if selected.len() > most {
        selected = &selected[..most];
        context.epsilon = (1.0 - selected.iter().map(|&i| weights[i]).sum::<f64>()).clamp(0.0, 1.0);
    }
    let places: Vec<Place> = selected.iter().map(|&i| scored.view.place(i)).collect();
    let costs: Vec<Costs> = places.iter().map(costs).collect();
    let masses: Vec<f64> = selected.iter().map(|&i| weights[i]).collect();
    let tiers = proportional(&masses, &costs, context.budget);
    for (((tier, place), cost), &i) in tiers.iter().zip(&places).zip(&costs).zip(selected) {
        if let Some(tier) = *tier {
            context.tokens += u64::from(cost.of(tier));
            context.masses.add(tier, weights[i]);
            let (text, shown) = body(place, tier);
            let mut block = block(place, tier, weights[i], mass.scores[i]);
            (block.text, block.shown) = (text, shown);
            block.hash = Fingerprint::of(place.file.text(&place.entry.chunk));
            if explain {
                block.reasons = scored.reasons(i);
            }
            block.heading = match tier {
                Tier::Stub => index::stub(place.file, place.entry),
                _ => index::location(place.file, place.entry),
            };
            context.blocks.push(block);
        }
    }
    context.k = context.blocks.len();
    context.hidden = (1.0 - context.masses.shown()).clamp(0.0, 1.0);
    if context.epsilon > DIFFUSE {
        context.notes.push(
            "The question is diffuse: its weight lies on many chunks, and this is a map cut short. Narrow the question or raise the budget."
                .to_owned(),
        );
    }
}

/// What the chunk costs in each tier: the characters of its rendered block / 4, rounded down, as tobler-search
/// counts.
fn costs(place: &Place) -> Costs {
    let characters = place.entry.characters;
    let below = |text: u32| (characters.location + 1).saturating_add(text) / 4;
    Costs { full: below(characters.full), signature: below(characters.signature), stub: characters.stub / 4 }
}

/// What the tier prints below the heading, and the lines (1-based, inclusive) that it is made of.
fn body(place: &Place, tier: Tier) -> (String, Vec<(u32, u32)>) {
    let chunk = &place.entry.chunk;
    match tier {
        Tier::Full => (full_text(place.file, chunk).to_owned(), vec![(chunk.start_line, chunk.end_line)]),
        Tier::Skeleton | Tier::Signature => (signature_text(place.file, place.entry), place.entry.signature.clone()),
        Tier::Stub => (String::new(), Vec::new()),
    }
}
