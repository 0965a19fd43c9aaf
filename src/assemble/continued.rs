//! A definition that is longer than a chunk goes on in the next: who wants its beginning wants the rest.

use crate::chunk::SymbolKind;
use crate::index::Place;
use crate::lexical::folded;
use crate::rank::{Scored, heaviest};
use ndarray::Array1;

/// So many of the heaviest chunks are followed.
const HEADS: usize = 64;
/// What each further chunk of a definition loses against the one before, at most; and of one that the question names.
/// On development queries, which ask for files and first lines, it costs nothing where it gains nothing: with 1.5
/// instead of 2.5, half a point of the peer's body recall.
const STEP: f64 = 2.5;
const STEP_NAMED: f64 = 0.5;

/// Raises the scores of the chunks that continue a function of one of the heaviest, or another definition of it that
/// the question names.
pub(super) fn follow(scores: &mut Array1<f64>, scored: &Scored) {
    for head in heaviest(scores.view(), HEADS) {
        let first = scored.view.place(head);
        let file = scored.view.file_of[head];
        for at in head + 1..scores.len() {
            if scored.view.file_of[at] != file {
                break;
            }
            let Some(step) = step(&first, &scored.view.place(at), &scored.named) else { break };
            scores[at] = scores[at].max(scores[head] - step * (at - head) as f64);
        }
    }
}

/// What a chunk loses if it begins inside a definition of `first`.
fn step(first: &Place, next: &Place, named: &[String]) -> Option<f64> {
    let symbols = &next.file.symbols;
    let outer = |&at: &u32| symbols.get(at as usize).and_then(|symbol| symbol.parent);
    std::iter::successors(next.entry.chunk.scope, outer)
        .filter(|at| first.entry.chunk.symbols.contains(at))
        .filter_map(|at| symbols.get(at as usize))
        .filter_map(|symbol| {
            let is_named = || named.contains(&folded(&symbol.name));
            match symbol.kind {
                // Everything in a file may lie in one of these.
                SymbolKind::Module | SymbolKind::Section => None,
                _ if is_named() => Some(STEP_NAMED),
                SymbolKind::Function | SymbolKind::Method => Some(STEP),
                _ => None,
            }
        })
        .min_by(f64::total_cmp)
}
