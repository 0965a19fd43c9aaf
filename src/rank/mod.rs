//! One score for each chunk.
//!
//! A question is [read](question), [signals] say what speaks for and against each chunk of the [view](view::View), and
//! [`score`] adds them up with the weights that [options] and [intent] leave them; [`hits`] puts the best in order.

mod blend;
pub mod common;
mod filter;
pub mod grounds;
mod hit;
pub mod intent;
mod lean;
pub mod options;
mod order;
mod overview;
mod query;
pub mod question;
mod related;
mod score;
pub mod signals;
mod softmax;
pub mod view;

pub use blend::{Blend, Positions, descending, heaviest, moments, most, standardize};
pub use filter::{Filter, Scope, Selector};
pub use hit::{Hit, SymbolRef, hits, symbol_refs};
pub use lean::asks_again;
pub use options::{Profile, RankSettings, Ranking};
pub use order::{saturation, weight_saturation};
pub use overview::is_overview;
pub use query::{alpha, is_symbol_query};
pub use related::related;
pub use score::{Contribution, Scored, Term, score, score_with_grounds};
pub use softmax::exponentials;
