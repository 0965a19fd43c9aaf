//! One score for each chunk.

mod blend;
mod hit;
pub mod intent;
mod query;
pub mod question;
mod score;
pub mod signals;
pub mod view;

pub use blend::{Blend, descending, standardize};
pub use hit::{Hit, Signal, SymbolRef, hits, symbol_refs};
pub use query::{alpha, is_symbol_query};
pub use score::{Filter, Scored, Selector, score};
