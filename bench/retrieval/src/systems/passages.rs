//! Documents as an agent's text index has them: paragraphs packed to a size, with an overlap, by their embedding alone.

use super::{RANKED, System, fit};
use crate::answer::{Answer, Block};
use crate::corpus::Corpus;
use crate::documents::sections::Format;
use crate::outcome::Outcome;

/// The system.
pub const SYSTEM: System = System {
    name: "passages",
    what: "paragraphs of documents packed to 1200 characters with 200 of overlap, by the same embedding's cosine, as \
           ph-text-index does; as a context the best, each whole if it still fits",
    trivial: false,
    rank: Some(|corpus, query| Ok(Answer { blocks: best(corpus, query)?, ..Answer::default() })),
    context: Some(context),
};

const MOST: usize = 1200;
const OVERLAP: usize = 200;
/// An empty line between two paragraphs.
const JOIN: usize = 2;

/// Passages with their embeddings.
pub struct Passages(Vec<(Block, Vec<f32>)>);

impl Passages {
    fn new(corpus: &mut Corpus) -> Outcome<Self> {
        let is_document = |path: &str| Format::of(path).is_some();
        let paths: Vec<String> = corpus.engine.files().map(|file| file.source.path.clone()).collect();
        let mut passages = Vec::new();
        for path in paths.into_iter().filter(|path| is_document(path)) {
            let text = corpus.text(&path).unwrap_or_default().to_owned();
            for (first, last) in packed(&paragraphs(&text)) {
                let lines = text.lines().skip(first as usize - 1).take((last - first + 1) as usize);
                let passage = lines.collect::<Vec<_>>().join("\n");
                let embedding = corpus.engine.embed(&passage)?;
                passages.push((Block::full(&path, first, last), embedding));
            }
        }
        Ok(Passages(passages))
    }
}

/// A paragraph's first and last line and its characters.
type Paragraph = (u32, u32, usize);

/// Runs of lines that are not empty; a long one is cut between lines.
fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut found: Vec<Paragraph> = Vec::new();
    let mut open = false;
    for (number, line) in (1u32..).zip(text.lines()) {
        let length = line.chars().count();
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        match found.last_mut() {
            Some((_, last, held)) if open && *held + 1 + length <= MOST => {
                (*last, *held) = (number, *held + 1 + length);
            }
            _ => found.push((number, number, length)),
        }
        open = true;
    }
    found
}

/// Passages as ranges of lines.
fn packed(paragraphs: &[Paragraph]) -> Vec<(u32, u32)> {
    let mut passages = Vec::new();
    let (mut from, mut held) = (0, 0);
    for (at, &(_, _, length)) in paragraphs.iter().enumerate() {
        if at > from && held + JOIN + length > MOST {
            passages.push((paragraphs[from].0, paragraphs[at - 1].1));
            // The last paragraphs come again, but never the first of the passage.
            let (mut next, mut carried) = (at, 0);
            while next > from + 1 && carried + paragraphs[next - 1].2 <= OVERLAP {
                next -= 1;
                carried += paragraphs[next].2 + JOIN;
            }
            (from, held) = (next, carried);
        }
        held += length + JOIN;
    }
    if let (Some(first), Some(last)) = (paragraphs.get(from), paragraphs.last()) {
        passages.push((first.0, last.1));
    }
    passages
}

fn best(corpus: &mut Corpus, query: &str) -> Outcome<Vec<Block>> {
    let passages = match corpus.passages.take() {
        Some(passages) => passages,
        None => Passages::new(corpus)?,
    };
    let asked = corpus.engine.embed(query)?;
    let cosine = |embedding: &[f32]| embedding.iter().zip(&asked).map(|(a, b)| a * b).sum::<f32>();
    let mut scored: Vec<(f32, &Block)> = passages.0.iter().map(|(block, e)| (cosine(e), block)).collect();
    // Stable: ties stay in the order of the text.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let blocks = scored.into_iter().take(RANKED).map(|(_, block)| block.clone()).collect();
    corpus.passages = Some(passages);
    Ok(blocks)
}

fn context(corpus: &mut Corpus, query: &str, budget: usize) -> Outcome<Answer> {
    let blocks = best(corpus, query)?;
    Ok(fit::pack(budget, blocks.into_iter().map(|block| (fit::printed(corpus, &block), block))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_packed_and_short_ones_come_again() {
        let told = [(1, 3, 700), (5, 6, 150), (8, 9, 500), (11, 12, 1190)];
        assert_eq!(packed(&told), [(1, 6), (5, 9), (11, 12)]);
        assert!(packed(&[]).is_empty());
        assert_eq!(paragraphs("a\nb\n\n\nc\n"), [(1, 2, 3), (5, 5, 1)]);
    }
}
