//! From scores to a context inside the budget.

pub mod allocate;
pub mod context;
pub mod distribution;
pub mod options;
mod render;
pub mod session;
mod tier;

pub use context::{Block, Context, assemble};
pub use options::SearchOptions;
pub use session::Session;
pub use tier::Tier;
