//! chunk: from a source to chunks that follow its definitions, and to its symbols.
//!
//! `grammar` is the table of languages; `parse` is a parse that ends; `symbol` finds the definitions; `border` and `prose` say what a cut before
//! each line would cost; `split` finds the cheapest partition; `size` estimates tokens; `chunker` puts them together.

mod border;
mod chunker;
mod grammar;
mod parse;
mod prose;
mod size;
mod split;
mod symbol;

pub use chunker::{Chunk, Chunked, Chunker};
pub use size::estimate_tokens;
pub(crate) use size::{UNIT, units};
pub use symbol::{Symbol, SymbolKind};
