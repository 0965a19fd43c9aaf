//! Keyword search with windows of lines, as one would run `rg -i -C3 'a|b|c'`.

use super::{RANKED, System, fit};
use crate::answer::{Answer, Block};
use crate::corpus::Corpus;
use crate::engine::is_code;
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: "keyword",
    what: "lines that hold any of the query's words, with three lines around them; files by how many different words \
           they hold, then by matching lines. As a ranking: the best window of each file",
    trivial: true,
    rank: Some(rank),
    context: Some(context),
};

/// Lines shown before and after a matching line.
const AROUND: u32 = 3;
/// Of one file this many windows at most are looked at.
const MOST_WINDOWS: usize = 100;

/// What nobody would type into a search for words.
const STOP_WORDS: [&str; 39] = [
    "the",
    "and",
    "for",
    "are",
    "was",
    "with",
    "from",
    "that",
    "this",
    "into",
    "onto",
    "its",
    "how",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "does",
    "did",
    "can",
    "not",
    "but",
    "has",
    "have",
    "had",
    "will",
    "all",
    "any",
    "between",
    "through",
    "each",
    "other",
    "used",
    "using",
    "given",
    "implementation",
    "defined",
];

/// The words of a query that are searched for, lower-cased, each once.
pub fn query_words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let word = word.to_lowercase();
        if word.chars().count() >= 3 && !STOP_WORDS.contains(&word.as_str()) && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The texts of the files, lower-cased where letters are ASCII, so that bytes stay where they are.
pub struct Texts {
    files: Vec<(String, String)>,
}

/// Consecutive lines around matches.
struct Window {
    first: u32,
    last: u32,
    /// A bit for each word in it.
    words: u64,
}

struct Found<'a> {
    path: &'a str,
    words: u32,
    lines: usize,
    windows: Vec<Window>,
}

impl Texts {
    fn new(corpus: &Corpus) -> Self {
        let code = corpus.engine.files().filter(|file| is_code(file));
        Texts { files: code.map(|f| (f.source.path.clone(), f.source.text.to_ascii_lowercase())).collect() }
    }

    fn search(&self, words: &[String]) -> Vec<Found<'_>> {
        let mut found: Vec<Found> = self.files.iter().filter_map(|(path, text)| search(path, text, words)).collect();
        found.sort_by(|a, b| b.words.cmp(&a.words).then(b.lines.cmp(&a.lines)).then(a.path.cmp(b.path)));
        found
    }
}

fn search<'a>(path: &'a str, text: &str, words: &[String]) -> Option<Found<'a>> {
    let mut matches: Vec<(usize, u64)> = Vec::new();
    for (bit, word) in words.iter().take(64).enumerate() {
        matches.extend(memchr::memmem::find_iter(text.as_bytes(), word).map(|at| (at, 1 << bit)));
    }
    if matches.is_empty() {
        return None;
    }
    matches.sort_unstable();
    let all = matches.iter().fold(0u64, |all, (_, bit)| all | bit);
    let count = text.lines().count() as u32;
    let (mut windows, mut lines, mut last_line) = (Vec::<Window>::new(), 0, 0);
    let (mut at, mut line) = (0, 1);
    for (byte, bit) in matches {
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[at..byte]).count() as u32;
        at = byte;
        lines += usize::from(line != last_line);
        last_line = line;
        let (first, last) = (line.saturating_sub(AROUND).max(1), (line + AROUND).min(count));
        let full = windows.len() == MOST_WINDOWS;
        match windows.last_mut() {
            Some(window) if first <= window.last + 1 => {
                window.last = window.last.max(last);
                window.words |= bit;
            }
            _ if full => break,
            _ => windows.push(Window { first, last, words: bit }),
        }
    }
    Some(Found { path, words: all.count_ones(), lines, windows })
}

fn blocks(corpus: &mut Corpus, query: &str, choose: impl Fn(&[Found]) -> Vec<Block>) -> Vec<Block> {
    let texts = corpus.texts.take().unwrap_or_else(|| Texts::new(corpus));
    let blocks = choose(&texts.search(&query_words(query)));
    corpus.texts = Some(texts);
    blocks
}

fn rank(corpus: &mut Corpus, query: &str) -> Outcome<Answer> {
    let best = |found: &Found| {
        // The first of those with the most words.
        let window = found.windows.iter().rev().max_by_key(|window| window.words.count_ones());
        window.map(|window| Block::full(found.path, window.first, window.last))
    };
    let blocks = blocks(corpus, query, |found| found.iter().take(RANKED).filter_map(best).collect());
    Ok(Answer { blocks, ..Answer::default() })
}

/// A window has about this many tokens at least.
const FEWEST_TOKENS: usize = 10;

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    let windows = blocks(corpus, query, |found| {
        let windows = found.iter().flat_map(|found| found.windows.iter().map(|window| (found.path, window)));
        windows.take(budget / FEWEST_TOKENS).map(|(path, w)| Block::full(path, w.first, w.last)).collect()
    });
    let pieces = windows.into_iter().map(|block| (fit::printed(corpus, &block), block));
    Ok(fit::pack(budget, pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_that_touch_are_one() {
        let text = "a\nb\nalpha\nc\nd\ne\nf\ng\nbeta\nh\ni\nj\nk\nl\nm\nn\no\nalpha beta\n";
        let words = query_words("Where is Alpha or BETA?");
        assert_eq!(words, ["alpha", "beta"]);
        let found = search("x", text, &words).unwrap();
        let lines: Vec<(u32, u32)> = found.windows.iter().map(|w| (w.first, w.last)).collect();
        assert_eq!((lines, found.lines, found.words), (vec![(1, 12), (15, 18)], 3, 2));
        assert!(search("x", "nothing", &words).is_none());
    }
}
