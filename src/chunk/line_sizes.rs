//! What the lines of a file take in a complete text: counted when it is indexed, so that a question only adds up.

use super::count::text_units;
use crate::pace::Pace;
use crate::source::Lines;
use std::task::Poll;

/// By line with its line end, in units; [`LONG`] for more than fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSizes(Vec<u16>);

const LONG: u16 = u16::MAX;

impl LineSizes {
    /// Counts each line of the text.
    #[cfg(test)]
    fn new(text: &str, lines: &Lines) -> Self {
        let mut sizes = LineSizes::default();
        crate::pace::finish(|pace| sizes.advance(text, lines, pace));
        sizes
    }

    /// Goes on counting where it stopped, in the same text.
    pub(crate) fn advance(&mut self, text: &str, lines: &Lines, pace: &mut Pace) -> Poll<()> {
        if self.0.is_empty() {
            self.0.reserve_exact(lines.count() as usize);
        }
        while self.0.len() < lines.count() as usize {
            let line = self.0.len() as u32 + 1;
            let text = text.get(lines.start(line) as usize..lines.end(line) as usize).unwrap_or("");
            self.0.push(u16::try_from(text_units(text)).unwrap_or(LONG));
            if pace.spend(text.len() as u32 / 128 + 1) {
                return Poll::Pending;
            }
        }
        Poll::Ready(())
    }

    /// As read from a snapshot.
    pub(crate) fn of_saved(sizes: Vec<u16>) -> Self {
        LineSizes(sizes)
    }

    /// By line.
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.0
    }

    /// What the lines from `first` to `last` (from 1, inclusive) take; none if one is too long to know.
    pub fn sum(&self, first: u32, last: u32) -> Option<u64> {
        if last < first {
            return Some(0);
        }
        let sizes = self.0.get(first as usize - 1..last as usize)?;
        (!sizes.contains(&LONG)).then(|| sizes.iter().map(|&size| u64::from(size)).sum())
    }

    /// Bytes of memory this holds.
    pub fn memory(&self) -> usize {
        self.0.capacity() * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_add_up_unless_one_is_endless() {
        let long = "ab ".repeat(9_000);
        let text = format!("fn f() {{\r\n\n    g();\n{long}\n}}");
        let sizes = LineSizes::new(&text, &Lines::new(&text));
        assert_eq!(sizes.sum(1, 3), Some(text_units("fn f() {\r\n\n    g();\n")));
        assert_eq!((sizes.sum(3, 4), sizes.sum(5, 5), sizes.sum(4, 3)), (None, Some(text_units("}")), Some(0)));
        assert_eq!(sizes.sum(5, 6), None, "there is no line 6");
    }
}
