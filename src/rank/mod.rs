//! One score for each chunk.

mod query;
mod score;

pub use query::{alpha, is_symbol_query};
pub use score::{Filter, Scored, Selector, score};
