//! nearfield: a code-context engine that runs where nothing else does.
pub mod chunk;
pub mod error;
pub mod lexical;
pub mod semantic;
pub mod source;
