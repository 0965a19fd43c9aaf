//! Each channel of the ranking alone.

use super::{RANKED, System};
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::engine::Channel;
use crate::outcome::Outcome;

/// BM25 alone.
pub const LEXICAL: System = System {
    name: "lexical",
    what: "chunks by BM25 alone",
    trivial: false,
    rank: Some(|corpus, query| rank(corpus, query, Channel::Lexical)),
    context: None,
};

/// The embedding alone.
pub const SEMANTIC: System = System {
    name: "semantic",
    what: "chunks by the embedding's cosine alone",
    trivial: false,
    rank: Some(|corpus, query| rank(corpus, query, Channel::Semantic)),
    context: None,
};

fn rank(corpus: &mut Corpus, query: &str, channel: Channel) -> Outcome<Answer> {
    Ok(Answer { blocks: corpus.engine.channel(query, channel, RANKED)?, ..Answer::default() })
}
