//! The systems that search documents.

use super::{OWN, RANKED, System, fit, passages};
use crate::answer::Answer;
use crate::corpus::Corpus;
use crate::engine::{Channel, Contents, Ranked};
use crate::outcome::Outcome;
use crate::tokens;

/// nearfield over documents and over everything, each channel alone, and passages.
pub static SYSTEMS: [System; 5] = [
    System {
        name: OWN,
        what: "the engine's defaults with content \"docs\": `rank`, and `search` with exact tokens as its counter",
        trivial: false,
        rank: Some(|corpus, query| rank(corpus, query, Contents::Docs)),
        context: Some(|corpus, query, budget| context(corpus, query, budget, Contents::Docs)),
    },
    System {
        name: "nearfield-all",
        what: "the same with content \"all\", the package's code and settings among the documents",
        trivial: false,
        rank: Some(|corpus, query| rank(corpus, query, Contents::All)),
        context: Some(|corpus, query, budget| context(corpus, query, budget, Contents::All)),
    },
    System {
        name: "lexical",
        what: "the engine's chunks of documents by BM25 alone; as a context the best, each whole if it still fits",
        trivial: false,
        rank: Some(|corpus, query| channel(corpus, query, Channel::Lexical)),
        context: Some(|corpus, query, budget| packed(corpus, query, budget, Channel::Lexical)),
    },
    System {
        name: "semantic",
        what: "the same by the embedding's cosine alone",
        trivial: false,
        rank: Some(|corpus, query| channel(corpus, query, Channel::Semantic)),
        context: Some(|corpus, query, budget| packed(corpus, query, budget, Channel::Semantic)),
    },
    passages::SYSTEM,
];

fn rank(corpus: &mut Corpus, query: &str, contents: Contents) -> Outcome<Answer> {
    corpus.engine.contents = contents;
    let (ranked, evidence) = corpus.engine.rank(query, RANKED)?;
    Ok(Answer { blocks: ranked.iter().map(Ranked::whole).collect(), evidence, ..Answer::default() })
}

fn context(corpus: &mut Corpus, query: &str, budget: usize, contents: Contents) -> Outcome<Answer> {
    corpus.engine.contents = contents;
    corpus.engine.fit(query, budget, tokens::count)
}

fn channel(corpus: &mut Corpus, query: &str, channel: Channel) -> Outcome<Answer> {
    corpus.engine.contents = Contents::Documents;
    Ok(Answer { blocks: corpus.engine.channel(query, channel, RANKED)?, ..Answer::default() })
}

fn packed(corpus: &mut Corpus, query: &str, budget: usize, by: Channel) -> Outcome<Answer> {
    let ranked = channel(corpus, query, by)?.blocks;
    Ok(fit::pack(budget, ranked.into_iter().map(|block| (fit::printed(corpus, &block), block))))
}
