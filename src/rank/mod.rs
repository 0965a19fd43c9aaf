//! One score for each chunk.

mod blend;
mod hit;
mod query;
mod score;

pub use blend::{Blend, descending, standardize};
pub use hit::{Hit, Signal, SymbolRef, hits, symbol_refs};
pub use query::{alpha, is_symbol_query};
pub use score::{Filter, Scored, Selector, score};
