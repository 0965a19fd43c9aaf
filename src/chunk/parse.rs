//! A parse that ends: within a budget of steps and of text read.
//!
//! Three things can go wrong in a tree-sitter parse of an arbitrary text. It can take very many steps. A scanner can
//! look ahead to the end of the text at every token; that takes no steps, so what it reads is counted as well. And
//! where thousands of places in a row can be mended in two ways, the parser's stack branches at each, and following all
//! branches at the end of the text takes gigabytes, with no callback in between. Texts of any use, even in the wrong
//! language, stay below 150 bytes of memory per byte; what does not is one short error repeated over and over, and such
//! a text is not given to the parser.
//!
//! All limits count steps and bytes, never time: a text is judged the same on every host.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::task::Poll;

use tree_sitter::{ParseOptions, ParseState, Parser, Point, Range, Tree};

use crate::pace::Pace;

/// The parser gets the text in windows of this many bytes.
const WINDOW: usize = 4_096;

/// A text of at least so many bytes is monotonous if it has fewer than so many different runs of four bytes.
const MONOTONOUS: (usize, u32) = (1_500, 64);

/// The parser is interrupted after so many callbacks, wherever it is then, and goes on at once or when the host has had
/// its turn. Where it goes on from an interruption it may decide otherwise than without one, in places that can be read in
/// several ways; so this is counted, like all limits, and no clock has a say in it.
const INTERRUPTED_EVERY: u64 = 32;
/// About how long that takes, in microseconds.
const INTERRUPTED_AFTER: u32 = 1_200;

/// A parse under way, with the language that was set to its parser.
pub(crate) struct Parse {
    parser: Parser,
    left: Budget,
    /// Callbacks so far, and the byte that the parser was at.
    steps: u64,
    at: usize,
}

impl Parse {
    /// Begins with what of the text lies in the ranges, all of it if there are none; none if that is not worth it.
    pub(crate) fn new(mut parser: Parser, text: &str, ranges: &[Range]) -> Option<Self> {
        let (first, last) = (ranges.first().map(|first| first.start_byte), ranges.last().map(|last| last.end_byte));
        let bytes = text.as_bytes().get(first.unwrap_or(0)..last.unwrap_or(text.len()))?;
        if is_monotonous(bytes) || parser.set_included_ranges(ranges).is_err() {
            return None;
        }
        Some(Parse { parser, left: Budget::of(bytes.len()), steps: 0, at: 0 })
    }

    /// Goes on; none at the end if the parser had to be stopped. The same text must be given each time.
    pub(crate) fn advance(&mut self, text: &str, pace: &mut Pace) -> Poll<Option<Tree>> {
        loop {
            let left = Cell::new(self.left);
            let mut interrupted = false;
            let mut step = |state: &ParseState| {
                left.set(left.get().step());
                self.steps += 1;
                self.at = state.current_byte_offset();
                interrupted = self.steps.is_multiple_of(INTERRUPTED_EVERY);
                if interrupted || left.get().is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut read = |at: usize, _: Point| {
                let window = window(text, at);
                left.set(left.get().read(window.len()));
                // To the scanner the text ends here; the next step ends the parse.
                if left.get().is_spent() { &[] } else { window }
            };
            let options = ParseOptions::new().progress_callback(&mut step);
            let tree = self.parser.parse_with_options(&mut read, None, Some(options));
            self.left = left.get();
            if tree.is_some() || self.left.is_spent() || !interrupted {
                return Poll::Ready(tree.filter(|_| !self.left.is_spent()));
            }
            if pace.spend(INTERRUPTED_AFTER) {
                return Poll::Pending;
            }
        }
    }

    /// The parser, fit for another text.
    pub(crate) fn take_parser(&mut self) -> Parser {
        self.parser.reset();
        // Without ranges it reads the whole, which it never refuses.
        let _ = self.parser.set_included_ranges(&[]);
        std::mem::take(&mut self.parser)
    }

    /// The byte that the parser was at last.
    pub(crate) fn at(&self) -> usize {
        self.at
    }
}

/// What the parser gets from a byte on. It ends between characters: of one that is cut the parser asks for the rest at
/// once, and if it then gets nothing, because the budget is spent, reads at address 0 (tree-sitter 0.27.1,
/// `ts_lexer__get_lookahead`).
fn window(text: &str, at: usize) -> &[u8] {
    let mut end = text.len().min(at.saturating_add(WINDOW));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.as_bytes().get(at..end).unwrap_or_default()
}

/// What a parse may still cost. The parser calls back 5 to 25 times per KiB of ordinary text, and reads it about once.
#[derive(Clone, Copy)]
struct Budget {
    steps: u64,
    bytes: u64,
}

impl Budget {
    fn of(length: usize) -> Self {
        let length = length as u64;
        Budget { steps: 1_000 + length / 1_024 * 100, bytes: 1_000_000 + length * 40 }
    }

    fn step(self) -> Self {
        Budget { steps: self.steps.saturating_sub(1), ..self }
    }

    fn read(self, bytes: usize) -> Self {
        Budget { bytes: self.bytes.saturating_sub(bytes as u64), ..self }
    }

    fn is_spent(self) -> bool {
        self.steps == 0 || self.bytes == 0
    }
}

/// Whether a text says the same few things all the time.
fn is_monotonous(bytes: &[u8]) -> bool {
    let (length, least) = MONOTONOUS;
    if bytes.len() < length {
        return false;
    }
    let mut seen = [0_u64; 64];
    let mut different = 0;
    for run in bytes.windows(4) {
        let hash = u32::from_le_bytes([run[0], run[1], run[2], run[3]]).wrapping_mul(0x9e37_79b1) >> 20;
        let (word, bit) = (hash as usize / 64, 1_u64 << (hash % 64));
        if seen[word] & bit == 0 {
            seen[word] |= bit;
            different += 1;
            if different >= least {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_between_characters() {
        let text = format!("{}é{}日", "a".repeat(WINDOW - 1), "b".repeat(WINDOW));
        let mut at = 0;
        let mut all = Vec::new();
        while at < text.len() {
            let window = window(&text, at);
            assert!(!window.is_empty() && std::str::from_utf8(window).is_ok(), "at {at}");
            all.extend_from_slice(window);
            at += window.len();
        }
        assert_eq!(all, text.as_bytes());
        assert_eq!((window(&text, text.len()), window(&text, usize::MAX)), (&[][..], &[][..]));
    }

    #[test]
    fn one_thing_over_and_over_is_monotonous() {
        assert!(is_monotonous("[*a\n".repeat(1_000).as_bytes()));
        assert!(is_monotonous("\n".repeat(2_000).as_bytes()));
    }

    #[test]
    fn ordinary_text_is_not() {
        let text = include_str!("parse.rs");
        assert!(!is_monotonous(text.as_bytes()));
        assert!(!is_monotonous("short".as_bytes()));
    }
}
