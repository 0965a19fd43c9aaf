//! From scores to a context inside the budget.
//!
//! [`answer`] weighs the chunks; `candidate` works out the ways to show one, in the [tiers](Tier), `plan` and `knapsack`
//! choose, `excerpt` uses what is left over; `continued` keeps long definitions together; `skeleton` folds; `fit` asks a counter. [`session`] remembers. `confidence` says how far to trust
//! the result, `abstain` what to try instead of it. `tobler` with `proportional` is the published way. [`render`] writes the text; [`verify`] tells later whether it is still so.

mod abstain;
mod alike;
pub mod answer;
mod candidate;
pub mod confidence;
pub mod context;
mod continued;
pub mod distribution;
mod excerpt;
mod fit;
mod knapsack;
pub mod options;
pub mod plan;
pub mod proportional;
pub mod render;
pub mod session;
mod skeleton;
mod tier;
mod tobler;
pub mod verify;
mod weights;

pub use abstain::{Suggestion, SuggestionKind};
pub use answer::prepare;
pub use confidence::{Confidence, Threshold, Word, calibrate};
pub use context::{Block, Context, Copy, Masses, Read};
pub use fit::Fit;
pub use options::SearchOptions;
pub use plan::Plan;
pub use render::Format;
pub use session::Session;
pub use tier::Tier;
