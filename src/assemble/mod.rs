//! From scores to a context inside the budget.
//!
//! [`answer`] weighs the chunks; `plan` prepares the ways to show the heaviest, in the [tiers](Tier), and `knapsack`
//! chooses; `skeleton` folds. `tobler` with `proportional` is the published way. `render` writes the text.

pub mod answer;
mod block;
pub mod context;
pub mod distribution;
mod knapsack;
pub mod options;
pub mod plan;
pub mod proportional;
mod render;
pub mod session;
mod skeleton;
mod tier;
mod tobler;

pub use answer::assemble;
pub use context::{Block, Context, Masses, Read};
pub use options::SearchOptions;
pub use session::Session;
pub use tier::Tier;
