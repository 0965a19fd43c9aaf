//! nearfield: a code-context engine that runs where nothing else does.
//!
//! ```text
//! (path, bytes) → Source      decode, language, role, ignore rules; every refusal has a reason   [source]
//! Source        → Chunk[]     definitions with name, signature, doc, parent; a partition         [chunk]
//! Chunk[]       → Index       postings (BM25), i8 vectors (static embedder), symbols             [index, lexical, semantic]
//! query         → scores      one score a chunk: z(cosine) and z(BM25) blended                   [rank]
//! scores        → weights     standardize, session blend, softmax at τ, N_eff, nucleus, ε        [assemble]
//! weights       → Context     tiers under the budget, rendered, counted                          [assemble]
//! ```
//!
//! The core does no IO, reads no clock and starts no thread. Only [`engine::Engine`] is meant to be driven by a
//! host; `wasm` is its binding to JavaScript.

pub mod assemble;
pub mod chunk;
pub mod engine;
pub mod error;
pub mod index;
pub mod lexical;
pub mod pace;
pub mod rank;
pub mod semantic;
pub mod snapshot;
pub mod source;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use engine::{Engine, EngineOptions};
pub use error::{Error, Result};
pub use pace::Pace;
