//! A definition that is longer than a chunk goes on in the next: who wants its beginning wants the rest.

use crate::chunk::SymbolKind;
use crate::index::Place;
use crate::rank::{Scored, heaviest};
use ndarray::Array1;

/// So many of the heaviest chunks are followed.
const HEADS: usize = 64;
/// What each further chunk of a definition loses against the one before, at most; and of one that the question names.
/// On development queries, which ask for files and first lines, it costs nothing where it gains nothing: with 1.5
/// instead of 2.5, half a point of the peer's body recall.
const STEP: f64 = 2.5;
const STEP_NAMED: f64 = 0.5;

/// Raises the scores of the chunks that continue a function of one of the heaviest, or whatever definition the question
/// names there.
pub(super) fn follow(scores: &mut Array1<f64>, scored: &Scored) {
    for head in heaviest(scores.view(), HEADS) {
        let first = scored.view.place(head);
        let file = scored.view.file_of[head];
        let named = scored.names(head);
        let step = if named { STEP_NAMED } else { STEP };
        for at in head + 1..scores.len() {
            if scored.view.file_of[at] != file || !continues(&first, &scored.view.place(at), named) {
                break;
            }
            scores[at] = scores[at].max(scores[head] - step * (at - head) as f64);
        }
    }
}

/// Whether a chunk begins inside a definition of `first`: inside a function, or inside any.
fn continues(first: &Place, next: &Place, any: bool) -> bool {
    let symbols = &next.file.symbols;
    let outer = |&at: &u32| symbols.get(at as usize).and_then(|symbol| symbol.parent);
    std::iter::successors(next.entry.chunk.scope, outer).any(|at| {
        let is_function =
            || symbols.get(at as usize).is_some_and(|s| matches!(s.kind, SymbolKind::Function | SymbolKind::Method));
        first.entry.chunk.symbols.contains(&at) && (any || is_function())
    })
}
