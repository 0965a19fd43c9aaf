//! Training of nearfield's static embedding model, from documented code to the files that the engine reads.
//!
//! ```text
//! packages → Pair[]       a definition's documentation and its code               [mine]
//! Pair[]   → Bag[]        distinct pieces with √count, by the engine's tokenizer  [bag]
//! Bag[]    → Table        contrastive training of one row a piece                 [train: batch, loss, adam]
//! Table    → model files  4-bit rows                                              [export]
//! ```

pub mod adam;
pub mod args;
pub mod bag;
pub mod batch;
pub mod corpus;
pub mod export;
pub mod loss;
pub mod measure;
pub mod mine;
pub mod model;
pub mod outcome;
pub mod pair;
pub mod parallel;
pub mod random;
pub mod settings;
pub mod table;
pub mod train;
