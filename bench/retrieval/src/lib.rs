//! Measures how well nearfield finds things, against simpler systems. README.md says what is measured.

pub mod answer;
pub mod args;
pub mod conversation;
pub mod corpus;
pub mod count;
pub mod engine;
pub mod headline;
pub mod matching;
pub mod metrics;
pub mod mine;
pub mod outcome;
pub mod output;
pub mod parallel;
pub mod progress;
pub mod provenance;
pub mod random;
pub mod report;
pub mod run;
pub mod scope;
pub mod significance;
pub mod suite;
pub mod summary;
pub mod systems;
pub mod tokens;
pub mod tune;
pub mod variant;
