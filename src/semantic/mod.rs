//! Meaning: a static embedding for a text, and the cosine of a query with every chunk.
//!
//! A text becomes pieces of words ([`tokens`]), each piece names a row of a table ([`table`]), and the
//! text's vector is the weighted sum of the rows ([`embed`]). Nothing is learned and no matrix is
//! multiplied here: an embedding costs a look-up and an addition per piece. [`model`] reads the three
//! files of a model2vec model; [`vectors`] keeps the chunks' vectors small and scans them.
//!
//! The same text gives the same vector to the last bit on every host: rows are added by ascending
//! piece, the norm is summed in f64, and cosines come from whole-number products.
pub mod embed;
pub mod model;
mod pattern;
mod table;
mod tokens;
pub mod vectors;
mod word_piece;

pub use embed::Embedder;
pub use model::Model;
pub use vectors::Vectors;
