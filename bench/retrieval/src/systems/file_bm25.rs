//! BM25 over whole files; of each, one declaration is printed.

use super::{RANKED, System, fit};
use crate::answer::{Answer, Block, Tier};
use crate::corpus::Corpus;
use crate::engine::{Postings, defines_name, is_code};
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: "file-bm25",
    what: "whole files by BM25, and of each the line of the declaration that has the most of the query's words in its \
           name: as a ranking these lines; in a context the line with the path, which claims to stand for the file",
    trivial: true,
    rank: Some(rank),
    context: Some(context),
};

/// The usual parameters.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Postings with a document a file.
pub struct FileIndex {
    postings: Postings,
    files: Vec<FileEntry>,
}

struct FileEntry {
    path: String,
    lines: u32,
    /// Lower-cased names with their lines.
    declarations: Vec<(String, u32)>,
}

impl FileIndex {
    fn new(corpus: &Corpus) -> Self {
        let mut index = FileIndex { postings: Postings::new(K1, B), files: Vec::new() };
        for (slot, file) in corpus.engine.files().filter(|file| is_code(file)).enumerate() {
            index.postings.insert(slot as u32, &[(&file.source.text, 1), (&file.source.path, 1)]);
            let declarations =
                file.symbols.iter().filter(|s| defines_name(s)).map(|s| (s.name.to_lowercase(), s.line)).collect();
            index.files.push(FileEntry {
                path: file.source.path.clone(),
                lines: file.source.lines.count(),
                declarations,
            });
        }
        index.postings.settle();
        index
    }

    /// Whole files, each with the line of one declaration, best first.
    fn best(&self, query: &str, limit: usize) -> Vec<Block> {
        let mut scores = vec![0.0; self.files.len()];
        self.postings.score(query, &mut scores);
        let mut order: Vec<usize> = (0..scores.len()).filter(|&file| scores[file] > 0.0).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let words = super::keyword::query_words(query);
        order.into_iter().take(limit).map(|file| self.files[file].block(&words)).collect()
    }
}

impl FileEntry {
    fn block(&self, words: &[String]) -> Block {
        let told = |name: &str| words.iter().filter(|word| name.contains(word.as_str())).count();
        // The first of the best.
        let best = self.declarations.iter().rev().max_by_key(|(name, _)| told(name));
        let line = best.map_or(1, |(_, line)| *line);
        Block {
            path: self.path.clone(),
            start_line: 1,
            end_line: self.lines.max(1),
            tier: Tier::Signature,
            shown: vec![(line, line)],
        }
    }
}

fn best(corpus: &mut Corpus, query: &str, limit: usize) -> Vec<Block> {
    let index = corpus.file_index.take().unwrap_or_else(|| FileIndex::new(corpus));
    let blocks = index.best(query, limit);
    corpus.file_index = Some(index);
    blocks
}

fn rank(corpus: &mut Corpus, query: &str) -> Outcome<Answer> {
    let line = |block: &Block| Block::full(&block.path, block.shown[0].0, block.shown[0].1);
    Ok(Answer { blocks: best(corpus, query, RANKED).iter().map(line).collect(), ..Answer::default() })
}

/// A path and a line have about eight tokens at least.
const FEWEST_TOKENS: usize = 8;

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    let blocks = best(corpus, query, budget / FEWEST_TOKENS);
    let pieces = blocks.into_iter().map(|block| {
        let line = block.shown[0].0;
        let text = corpus.engine.lines(&block.path, line, line).trim_end();
        (format!("{}:{line}\n{text}\n", block.path), block)
    });
    Ok(fit::pack(budget, pieces))
}
