//! Answers inside a budget of exact tokens.

use crate::answer::{Answer, Block};
use crate::corpus::Corpus;
use crate::outcome::Outcome;
use crate::tokens;

/// How close to the largest fitting request the search comes, in tokens of the engine's own count.
const CLOSE: usize = 8;
/// A text that fills so much of the budget is good enough.
const FULL: f64 = 0.99;

/// Asks for less until the complete text fits: the largest request that does, by interpolation between one that fits
/// and one that does not.
pub fn shrink(budget: usize, mut ask: impl FnMut(usize) -> Outcome<Answer>) -> Outcome<Answer> {
    let mut attempt = |asked: usize| -> Outcome<(Answer, usize)> {
        let mut answer = ask(asked)?;
        let spent = answer.text.as_deref().map_or(0, tokens::count);
        answer.tokens = Some(spent);
        Ok((answer, spent))
    };
    let (mut first, spent) = attempt(budget)?;
    first.by_own_count = Some(spent);
    if spent <= budget {
        return Ok(first);
    }
    // What was asked for and spent: the most that fits, the least that does not.
    let (mut low, mut high) = ((0, 0), (budget, spent));
    // Not even the header may fit: then nothing is handed over.
    let mut best = Answer { text: Some(String::new()), tokens: Some(0), ..Answer::default() };
    let mut halve = false;
    while high.0 - low.0 > CLOSE && (low.1 as f64) < FULL * budget as f64 {
        let middle = (high.0 - low.0) / 2;
        // Between two points of a rising line; every other time the middle, for a line that is none.
        let step = if halve { middle } else { (high.0 - low.0) * (budget - low.1) / (high.1 - low.1) };
        halve = !halve;
        let asked = low.0 + step.clamp(1, high.0 - low.0 - 1);
        let (answer, spent) = attempt(asked)?;
        if spent <= budget {
            (low, best) = ((asked, spent), answer);
        } else {
            high = (asked, spent);
        }
    }
    best.by_own_count = Some(spent);
    Ok(best)
}

/// Takes each piece, in order, that still fits. Pieces are whole lines: their tokens add up but for rare joins, which
/// the count of the whole finds.
pub fn pack(budget: usize, pieces: impl Iterator<Item = (String, Block)>) -> Answer {
    let (mut text, mut blocks, mut lengths, mut sum) = (String::new(), Vec::new(), Vec::new(), 0);
    for (piece, block) in pieces {
        if let Some(tokens) = tokens::count_up_to(&piece, budget - sum) {
            sum += tokens;
            lengths.push(text.len());
            text.push_str(&piece);
            blocks.push(block);
        }
    }
    let mut spent = tokens::count(&text);
    while spent > budget {
        text.truncate(lengths.pop().unwrap_or(0));
        blocks.pop();
        spent = tokens::count(&text);
    }
    Answer { blocks, text: Some(text), tokens: Some(spent), ..Answer::default() }
}

/// A block's location line and the lines that it prints, in a fence.
pub fn printed(corpus: &Corpus, block: &Block) -> String {
    let mut text = format!("{}:{}-{}\n```\n", block.path, block.start_line, block.end_line);
    for &(first, last) in &block.shown {
        let lines = corpus.engine.lines(&block.path, first, last);
        text.push_str(lines);
        if !lines.ends_with('\n') {
            text.push('\n');
        }
    }
    text.push_str("```\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_request_that_fits_is_found() {
        // An engine that spends one and a half times what it is asked for.
        let ask = |asked: usize| Ok(Answer { text: Some(" a".repeat(asked * 3 / 2)), ..Answer::default() });
        let answer = shrink(1000, ask).unwrap();
        let spent = answer.tokens.unwrap();
        assert!((990 - 2 * CLOSE..=1000).contains(&spent), "{spent}");
        let never = shrink(10, |_| Ok(Answer { text: Some(" a".repeat(50)), ..Answer::default() })).unwrap();
        assert_eq!((never.tokens, never.blocks.len()), (Some(0), 0));
    }

    #[test]
    fn a_piece_that_does_not_fit_is_passed_over() {
        let piece = |words: usize| (" a".repeat(words - 1) + "\n", Block::full("a", 1, words as u32));
        let answer = pack(100, [piece(60), piece(70), piece(30)].into_iter());
        assert_eq!(answer.blocks.iter().map(|b| b.end_line).collect::<Vec<_>>(), [60, 30]);
        assert_eq!(answer.tokens, Some(90));
    }
}
