//! Where to cut: the cheapest partition of the lines, by dynamic programming.
//!
//! A partition pays for each cut (what it cuts through: `border`), for each chunk whose size is not the one aimed at,
//! and for each chunk that mixes levels, say the last method of a class with the function after it. All prices are
//! integers; among equally cheap partitions the one with the longest last chunk is taken, and so on to the front.

use std::task::Poll;

use super::border::{Borders, Prices};
use super::size::{Pieces, UNIT};
use crate::pace::Pace;

/// The size aimed at, in tokens.
pub(crate) const TARGET: u32 = 300;
/// No chunk is larger than this, in estimated tokens.
pub(crate) const CAP: u32 = 600;

/// The price of a chunk of no size at all.
const EMPTY: u64 = 120;
/// The price of a chunk at the cap.
const FULL: u64 = 70;
/// The price of mixing levels, and the part of their difference that comes to it.
const MIXED: u64 = 25;
const MIXED_PER_CENT: u64 = 60;
/// A cut inside a line.
const INSIDE_LINE: u32 = 900;
/// A chunk has at most this many lines: a bound on the work in files of mostly empty lines.
const MOST_LINES: usize = 250;
/// Prices above this are all alike.
const DEAREST: u32 = 4_000;

/// Something a chunk is made of: a line, or a part of a line that is larger than a chunk may be.
#[derive(Clone, Copy)]
struct Unit {
    start: u32,
    row: u32,
    /// The price of a cut before it.
    price: u32,
    /// The syntactic level of a cut before it.
    level: u32,
    size: u32,
    /// A line without text: what lies before it is not the place where things meet.
    empty: bool,
}

/// A chunk as byte and row ranges; `end_row` is the last row in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) row: u32,
    pub(crate) end_row: u32,
    pub(crate) tokens: u32,
}

/// A text on the way to its pieces.
#[derive(Default)]
pub(crate) struct Split {
    row: usize,
    prices: Prices,
    units: Vec<Unit>,
    /// best[i]: the price of the cheapest partition of the first i units, and where its last chunk begins.
    best: Vec<(u64, u32)>,
}

impl Split {
    /// Of the rows from this one on; those before have no part in it.
    pub(crate) fn from_row(row: usize) -> Self {
        Split { row, ..Split::default() }
    }

    /// Goes on. By row: `starts` its first byte, `borders` what a cut before it costs; `sizes` is the size in units before
    /// each row, with the total at the end. The same must be given each time.
    pub(crate) fn advance(
        &mut self,
        text: &str,
        starts: &[u32],
        sizes: &[u32],
        borders: &Borders,
        pace: &mut Pace,
    ) -> Poll<Vec<Piece>> {
        while self.row < starts.len() {
            self.add_row(text, starts, sizes, borders);
            if pace.spend(1) {
                return Poll::Pending;
            }
        }
        if self.best.is_empty() {
            self.best.push((0, 0));
        }
        while self.best.len() <= self.units.len() {
            let looked_at = self.add_best();
            if pace.spend(looked_at / 256 + 1) {
                return Poll::Pending;
            }
        }
        Poll::Ready(self.pieces(text))
    }

    /// A line, or its parts where it is larger than a chunk may be.
    fn add_row(&mut self, text: &str, starts: &[u32], sizes: &[u32], borders: &Borders) {
        let row = self.row;
        self.row += 1;
        let (start, size) = (starts[row], sizes[row + 1] - sizes[row]);
        let (price, level) = (self.prices.next(borders, row), borders.levels[row]);
        let unit = Unit { start, row: row as u32, price, level, size, empty: size < UNIT };
        if size <= CAP * UNIT {
            self.units.push(unit);
        } else {
            let end = starts.get(row + 1).map_or(text.len(), |&next| next as usize);
            cut_line(text.get(start as usize..end).unwrap_or_default(), unit, &mut self.units);
        }
    }

    /// Finds the last chunk of the cheapest partition of one unit more; gives how many were compared.
    fn add_best(&mut self) -> u32 {
        let (units, best) = (&self.units, &mut self.best);
        let cap = CAP * UNIT;
        let end = best.len();
        let below = units.get(end).map_or((0, 0), |unit| (unit.price.min(DEAREST), unit.level.min(DEAREST)));
        let mut cheapest = (u64::MAX, end as u32 - 1);
        let mut size = 0;
        // The lowest level strictly inside the chunk.
        let mut lowest = u32::MAX;
        let mut compared = 0;
        for start in (end.saturating_sub(MOST_LINES)..end).rev() {
            let unit = &units[start];
            size += unit.size;
            if size > cap && start + 1 < end {
                break;
            }
            let above = if start == 0 { 0 } else { unit.level.min(DEAREST) };
            let higher = u64::from(above.max(below.1).saturating_sub(lowest));
            let mixed = if higher == 0 { 0 } else { MIXED + higher * MIXED_PER_CENT / 100 };
            let price = best[start].0 + size_price(size) + mixed;
            if price <= cheapest.0 {
                cheapest = (price, start as u32);
            }
            if !unit.empty {
                lowest = lowest.min(above);
            }
            compared += 1;
        }
        best.push((cheapest.0.saturating_add(u64::from(below.0)), cheapest.1));
        compared
    }

    /// The cheapest partition, from the end.
    fn pieces(&self, text: &str) -> Vec<Piece> {
        let (units, best) = (&self.units, &self.best);
        let mut pieces = Vec::new();
        let mut end = units.len();
        while end > 0 {
            let start = best[end].1 as usize;
            let size: u32 = units[start..end].iter().map(|unit| unit.size).sum();
            pieces.push(Piece {
                start: units[start].start,
                end: units.get(end).map_or(text.len() as u32, |unit| unit.start),
                row: units[start].row,
                end_row: units[end - 1].row,
                tokens: size.div_ceil(UNIT),
            });
            end = start;
        }
        pieces.reverse();
        pieces
    }
}

/// The price of a chunk's size, in units of a token's parts: least at the target, steep towards nothing.
fn size_price(size: u32) -> u64 {
    let target = u64::from(TARGET * UNIT);
    let size = u64::from(size);
    if size <= target {
        let missing = target - size;
        EMPTY * missing * missing / (target * target)
    } else {
        let room = u64::from(CAP * UNIT) - target;
        let over = size - target;
        FULL * over * over / (room * room)
    }
}

/// Cuts a line into parts of at most the target, each as long as can be but ending after a sign if one is near.
fn cut_line(line: &str, whole: Unit, units: &mut Vec<Unit>) {
    let target = TARGET * UNIT;
    let bytes = line.as_bytes();
    let (mut start, mut size, mut at) = (0, 0, 0);
    // The last good place to cut in the part at hand: (where, the size up to there).
    let mut good: Option<(usize, u32)> = None;
    let mut push = |start: usize, size: u32| {
        let first = start == 0;
        units.push(Unit {
            start: whole.start + start as u32,
            row: whole.row,
            price: if first { whole.price } else { INSIDE_LINE },
            level: if first { whole.level } else { INSIDE_LINE },
            size,
            empty: false,
        });
    };
    for (end, piece) in Pieces::new(line) {
        if size + piece > target && size > 0 {
            let (cut, before) = good.take().filter(|&(_, before)| before > target / 2).unwrap_or((at, size));
            push(start, before);
            start = cut;
            size -= before;
        }
        size += piece;
        at = end;
        if matches!(bytes.get(end - 1), Some(b',' | b';' | b'}' | b')' | b']' | b'>' | b'.' | b'\n')) {
            good = Some((end, size));
        }
    }
    if size > 0 {
        push(start, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::size;

    fn cut(text: &str, price: impl Fn(usize) -> u32) -> Vec<Piece> {
        let mut starts = Vec::new();
        let mut sizes = vec![0];
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            starts.push(at);
            at += line.len() as u32;
            sizes.push(sizes.last().unwrap() + size::units(line) as u32);
        }
        let mut borders = Borders::plain(starts.len());
        borders.levels = (0..starts.len()).map(price).collect();
        let mut split = Split::default();
        crate::pace::finish(|pace| split.advance(text, &starts, &sizes, &borders, pace))
    }

    #[test]
    fn nothing_gives_nothing() {
        assert!(cut("", |_| 0).is_empty());
    }

    #[test]
    fn a_small_text_is_one_chunk() {
        let pieces = cut("one\ntwo\n", |_| 0);
        assert_eq!(pieces.len(), 1);
        assert_eq!((pieces[0].start, pieces[0].end, pieces[0].row, pieces[0].end_row), (0, 8, 0, 1));
    }

    #[test]
    fn cuts_fall_where_they_are_cheap() {
        let text = "some words on a line\n".repeat(100);
        let pieces = cut(&text, |row| if row % 45 == 0 { 0 } else { 100 });
        let rows: Vec<u32> = pieces.iter().map(|piece| piece.row).collect();
        assert_eq!(rows, [0, 45]);
    }

    #[test]
    fn a_long_line_is_cut_after_signs() {
        let text = format!("const table = [{}];\n", "\"some text\", ".repeat(2_000));
        let pieces = cut(&text, |_| 0);
        assert!(pieces.len() > 5);
        for piece in &pieces {
            assert!(piece.tokens <= CAP);
            let part = &text[piece.start as usize..piece.end as usize];
            assert_eq!(size::estimate_tokens(part), piece.tokens);
        }
        assert!(text[..pieces[1].start as usize].ends_with(','));
    }
}
