//! chunk: from a source to chunks that follow its definitions, and to its symbols.
//!
//! `grammar` is the table of languages; `parse` is a parse that ends; `embedded` the programs inside of pages and documents; `pattern` finds nodes that are like something, `symbol` the definitions; `border` and `plain` say what a cut before
//! each line would cost; `document` tells the sections of texts that people read; `split` finds the cheapest partition; `size` estimates tokens, `count` those of complete texts, `line_sizes` keeps them by line; `brought` are chunks that a caller made; `chunker` puts them together.

mod border;
mod brought;
mod chunker;
mod count;
mod document;
mod embedded;
mod grammar;
mod line_sizes;
mod parse;
mod pattern;
mod plain;
mod size;
mod split;
mod symbol;

pub use brought::{Brought, BroughtChunk};
pub use chunker::{Chunk, Chunked, Chunker, Cutting};
pub use count::ceiling_tokens;
#[doc(hidden)]
pub use count::{Shape, shapes};
pub(crate) use count::{ceiling, room, text_units};
pub use grammar::languages;
pub use line_sizes::LineSizes;
pub(crate) use size::UNIT;
pub use size::estimate_tokens;
pub use symbol::{Symbol, SymbolKind};
