//! How many tokens a complete text is: nearer than [`size`](super::size), and seldom too few.
//!
//! The pieces are those of `size`. What one costs is a sum: a base by its length, its way of writing and what stands
//! before it, and an addend for every three and four bytes in a row and for all of them, which tells common words from
//! rare ones without a list of words. Addends lie in one table by their hash.
//!
//! The prices are fitted to the exact costs of the pieces in the packages of model/train/sources.tsv, none of which
//! the counter is measured on. An addend begins above nothing: what the fit has not seen is dear, as names that few
//! use are. After `cargo xtask train` has fetched the packages,
//!
//! ```text
//! nearfield-eval count --fit --corpora target/xtask/train/packages --out src/chunk/grams.bin
//! ```
//!
//! writes the table anew, the same on every machine.

use super::size::{Pieces, UNIT};

/// The prices in units: the bases as little-endian `i16`, then the addends as `i8`.
static PRICES: &[u8; Shape::BASES * 2 + Shape::SLOTS] = include_bytes!("grams.bin");

/// The prices of one more letter or sign in what no vocabulary knows: sequences, keys, encoded data.
const RARE_LETTER: u32 = 38;
const RARE_SIGN: u32 = 46;

/// What stands before and after the bytes of a piece; `JOINED` is a word or number with nothing between.
const START: u8 = 0;
const END: u8 = 1;
const JOINED: u8 = 2;

/// From so many words and numbers in a row on, a word is likely a part of encoded data.
const CHAIN: u32 = 4;

/// What a piece is priced by.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    row: usize,
    length: usize,
    before: u8,
    bytes: &'a [u8],
}

impl<'a> Shape<'a> {
    const BITS: u32 = 16;
    /// How many addends there are.
    pub const SLOTS: usize = 1 << Self::BITS;
    /// The rows of bases: four for each of three ways to write a word, one for signs that repeat, one for others.
    const ROWS: usize = 14;
    const REPEATED: usize = 12;
    const MIXED: usize = 13;
    /// A row has the bases of so many lengths, and last the price of one more letter or sign.
    const LONGEST: usize = 15;
    /// How many bases there are.
    pub const BASES: usize = Self::ROWS * (Self::LONGEST + 1);

    /// A word of ASCII letters, so many of them capitals, after a sign or blank, or after so many words and numbers.
    pub(super) fn word(bytes: &'a [u8], capitals: usize, before: Option<u8>, chain: u32) -> Self {
        let after = match before {
            None if chain >= CHAIN => 3,
            None => 0,
            Some(b' ') => 1,
            Some(_) => 2,
        };
        let writing = match capitals {
            0 => 0,
            _ if capitals == bytes.len() => 2,
            _ => 1,
        };
        let nothing = if chain > 0 { JOINED } else { START };
        Shape { row: writing * 4 + after, length: bytes.len(), before: before.unwrap_or(nothing), bytes }
    }

    /// So many ASCII signs, perhaps after a blank and before a line break.
    pub(super) fn signs(length: usize, bytes: &'a [u8]) -> Self {
        let repeats = bytes.windows(2).filter(|two| two[0] == two[1]).count();
        let row = if repeats * 2 > length { Self::REPEATED } else { Self::MIXED };
        Shape { row, length, before: START, bytes }
    }

    /// The base's place.
    pub fn base(&self) -> usize {
        self.row * (Self::LONGEST + 1) + self.length.clamp(1, Self::LONGEST) - 1
    }

    /// The place of the price of one more letter or sign, and how many it is added for.
    pub fn more(&self) -> (usize, usize) {
        let beyond = self.length.saturating_sub(Self::LONGEST);
        let counted = if self.row == Self::REPEATED { beyond } else { beyond.min(Self::LONGEST) };
        (self.row * (Self::LONGEST + 1) + Self::LONGEST, counted)
    }

    /// What the letters or signs beyond those cost, in units. Words so long mean something to nobody, and the fit has
    /// seen next to none.
    pub fn rare(&self) -> u32 {
        let letters = (self.length.saturating_sub(Self::LONGEST) - self.more().1) as u32;
        letters * if self.row == Self::MIXED { RARE_SIGN } else { RARE_LETTER }
    }

    /// The places of the addends. Runs of one byte have none: `REPEATED` prices them.
    pub fn slots(&self, mut each: impl FnMut(usize)) {
        let mut slot = |hash: u32| each((hash >> (u32::BITS - Self::BITS)) as usize);
        let (mut window, mut all) = (0_u32, 0_u32);
        let bytes = [self.before].into_iter().chain(self.bytes.iter().copied()).chain([END]);
        for (at, byte) in bytes.enumerate() {
            window = window >> 8 | u32::from(byte) << 24;
            all = (all ^ u32::from(byte)).wrapping_mul(0x0100_0193).rotate_left(7);
            if window == u32::from(byte) * 0x0101_0101 {
                continue;
            }
            if at >= 2 {
                slot((window >> 8).wrapping_mul(0x9e37_79b1));
            }
            if at >= 3 {
                slot(window.wrapping_mul(0x85eb_ca77));
            }
        }
        slot(all.wrapping_mul(0xc2b2_ae3d));
    }

    /// In units; a piece is a token at least.
    pub(super) fn price(&self) -> u32 {
        let base = |at: usize| i32::from(i16::from_le_bytes([PRICES[at * 2], PRICES[at * 2 + 1]]));
        let (more, letters) = self.more();
        let mut sum = base(self.base()) + base(more) * letters as i32 + self.rare() as i32;
        self.slots(|slot| sum += i32::from(PRICES[Self::BASES * 2 + slot].cast_signed()));
        u32::try_from(sum).unwrap_or(0).max(UNIT)
    }
}

/// Hands over each piece of the text that is priced by its bytes. For the fit.
pub fn shapes<'a>(text: &'a str, mut each: impl FnMut(&'a str, Shape<'a>)) {
    let mut pieces = Pieces::counted(text);
    let mut start = 0;
    while let Some((end, _)) = pieces.next() {
        if let Some(shape) = pieces.shape() {
            each(&text[start..end], shape);
        }
        start = end;
    }
}

/// A word with letters beyond ASCII: what it begins with, and each such letter.
pub(super) const WIDE_WORD: u32 = 24;
pub(super) fn letter(letter: char) -> u32 {
    match letter as u32 {
        // Latin with marks.
        0x80..=0x24f => 80,
        0x1e00..=0x1eff => 96,
        // Greek, Cyrillic.
        0x370..=0x3ff => 52,
        0x400..=0x52f => 24,
        // Hebrew, Arabic; Indic scripts, Thai; Lao, Tibetan, Burmese, Georgian.
        0x530..=0x77f => 36,
        0x900..=0xe7f => 44,
        0xe80..=0x10ff => 96,
        // Kana, Hangul, Han.
        0x3040..=0x30ff | 0xac00..=0xd7af => 42,
        0x4e00..=0x9fff => 54,
        // A token a byte, often: what is rarer.
        0x250..=0x7ff => 2 * UNIT,
        0x800..=0xffff | 0x1d400..=0x1d7ff => 3 * UNIT,
        _ => 4 * UNIT,
    }
}

/// Whether the vocabulary has long runs of the sign, as rules are drawn with.
pub(super) fn is_ruled(sign: char) -> bool {
    matches!(sign, '–' | '—' | '…' | '─' | '━' | '═' | '█')
}

/// The size of a text in [`UNIT`]ths of a token, line by line additive.
pub(crate) fn text_units(text: &str) -> u64 {
    Pieces::counted(text).map(|(_, size)| u64::from(size)).sum()
}

/// Of the first so many units one in [`EARLY`] is added, as short texts vary most, and of all one in [`ALWAYS`].
const SHORT: u64 = 256 * UNIT as u64;
const EARLY: u64 = 32;
const ALWAYS: u64 = 64;

/// The tokens that a complete text of so many units counts as: with a margin, so that few have more.
pub(crate) fn ceiling(units: u64) -> u64 {
    units.saturating_add(units / ALWAYS).saturating_add(units.min(SHORT) / EARLY).div_ceil(u64::from(UNIT))
}

/// The most units that [`ceiling`] makes so many tokens of.
pub(crate) fn room(tokens: u64) -> u64 {
    let (mut low, mut high) = (0, tokens.saturating_mul(u64::from(UNIT)));
    while low < high {
        let middle = high - (high - low) / 2;
        if ceiling(middle) <= tokens {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// How many tokens (of the o200k vocabulary) a complete text is at most, but for rare exceptions: what a budget is
/// compared with. Linear in the length, allocates nothing, and the same on every host.
pub fn ceiling_tokens(text: &str) -> u64 {
    ceiling(text_units(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_filled_and_not_passed() {
        for tokens in (0..2000).chain([1 << 20, 1 << 40]) {
            assert!(ceiling(room(tokens)) <= tokens && ceiling(room(tokens) + 1) > tokens, "{tokens}");
        }
        assert!(room(u64::MAX) > u64::MAX / 128);
    }

    #[test]
    fn sizes_add_up_line_by_line() {
        let text = "fn main() {\r\n\tlet x = \"naïve 日本語\"; // 🚀\n\n}\n- [a](b)\n-----\n";
        assert_eq!(text.split_inclusive('\n').map(text_units).sum::<u64>(), text_units(text));
    }

    #[test]
    fn endless_words_are_not_taken_for_words() {
        // Exact o200k tokens of 40 such lines, by another implementation.
        let mut state = 1_u32;
        let mut next = |of: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % of
        };
        let mut lines = |letters: &[u8], length: usize| -> String {
            let line = |next: &mut dyn FnMut(u32) -> u32| {
                (0..length).map(|_| char::from(letters[next(letters.len() as u32) as usize])).collect::<String>() + "\n"
            };
            (0..40).map(|_| line(&mut next)).collect()
        };
        for (letters, length, least) in [
            (&b"ACGT"[..], 60, 1296),
            (b"ACGT", 180, 3782),
            (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", 180, 4166),
            (b"abcdefghijklmnopqrstuvwxyz", 180, 3752),
            (b"!@#$%^&*()-+=[]{}<>", 150, 4117),
        ] {
            let tokens = ceiling_tokens(&lines(letters, length));
            assert!(tokens as f64 > 0.95 * f64::from(least), "{length} of {letters:?}: {tokens} for {least}");
        }
    }
}
