//! nearfield and the simpler systems that it is held against.

pub mod channels;
pub mod documents;
pub mod file_bm25;
pub mod fit;
pub mod keyword;
pub mod nearfield;
pub mod packed;
pub mod passages;
pub mod stubs;
pub mod tobler;

use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::outcome::Outcome;

/// How many blocks a ranking has: enough for ten different files.
pub const RANKED: usize = 50;

/// From a query to blocks, best first.
pub type Rank = fn(&mut Corpus, &str) -> Outcome<Answer>;

/// From a query and a budget to a context.
pub type InBudget = fn(&mut Corpus, &str, usize) -> Outcome<Answer>;

/// A system under test. It can rank, or make a context inside a budget of exact tokens, or both.
pub struct System {
    /// Its name in tables and files.
    pub name: &'static str,
    /// What it does, for the table's legend.
    pub what: &'static str,
    /// Whether it is so simple that a measure on which it is as good as the best says nothing.
    pub trivial: bool,
    /// The best blocks for a query.
    pub rank: Option<Rank>,
    /// A context for a query in at most so many exact tokens.
    pub context: Option<InBudget>,
}

/// The system that the others are held against.
pub const OWN: &str = "nearfield";

/// All systems, nearfield first.
pub const ALL: [System; 8] = [
    nearfield::SYSTEM,
    channels::LEXICAL,
    channels::SEMANTIC,
    tobler::SYSTEM,
    packed::SYSTEM,
    stubs::SYSTEM,
    file_bm25::SYSTEM,
    keyword::SYSTEM,
];

/// The systems with these names, separated by commas; all without.
pub fn named(names: Option<&str>) -> Outcome<Vec<&'static System>> {
    static SYSTEMS: [System; 8] = ALL;
    let Some(names) = names else { return Ok(SYSTEMS.iter().collect()) };
    names
        .split(',')
        .map(|name| {
            SYSTEMS.iter().find(|system| system.name == name).ok_or_else(|| {
                let known: Vec<&str> = SYSTEMS.iter().map(|system| system.name).collect();
                format!("There is no system {name:?}; there are {}.", known.join(", ")).into()
            })
        })
        .collect()
}
