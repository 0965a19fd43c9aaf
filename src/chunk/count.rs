//! How many tokens a complete text is: nearer than [`size`](super::size), and seldom too few.
//!
//! The pieces are those of `size`. What one costs is a sum: a base by its length and way of writing, and something
//! for every three and four letters (or signs) in a row, which tells common words from rare ones without a list of
//! words. The addends are the least squares over the exact costs of the pieces in a few dozen code bases, each piece
//! weighed by the number of texts that it occurs in; those of letters in a row share a table by their hash.

use super::size::{Pieces, UNIT, Word};

/// The addends of three and four bytes in a row, by hash, in units.
static GRAMS: &[u8; 1 << BITS] = include_bytes!("grams.bin");
const BITS: u32 = 14;

/// Bases by way of writing and length, in units; the last entry is the price of one more letter.
#[rustfmt::skip]
const BASES: [[i16; 15]; 10] = [
    // lower case after nothing, after a blank, after another sign
    [0, 55, 44, 58, 62, 63, 63, 68, 72, 78, 81, 90, 102, 108, 4],
    [0, 60, 40, 46, 47, 45, 45, 44, 45, 45, 45, 50, 55, 60, 9],
    [0, 60, 65, 69, 69, 71, 73, 81, 88, 96, 101, 112, 114, 130, 3],
    // with a capital, likewise
    [0, 0, 49, 66, 65, 66, 65, 66, 68, 71, 76, 83, 85, 93, 4],
    [0, 0, 41, 47, 48, 47, 48, 49, 57, 59, 62, 69, 71, 76, 4],
    [0, 0, 89, 87, 81, 87, 85, 96, 102, 108, 106, 108, 121, 123, 9],
    // capitals alone, likewise
    [0, 56, 42, 64, 72, 87, 88, 98, 119, 142, 146, 149, 168, 160, -3],
    [0, 59, 39, 48, 53, 59, 67, 64, 82, 89, 76, 111, 124, 103, -2],
    [0, 65, 76, 80, 83, 91, 94, 103, 119, 136, 145, 158, 181, 154, 7],
    // signs
    [0, 48, 45, 59, 75, 87, 101, 115, 135, 147, 175, 182, 200, 238, 13],
];
const LONGEST: usize = 13;
/// The row of signs.
const SIGNS: usize = 9;

/// The prices of one more letter or sign in what no vocabulary knows: sequences, keys, encoded data.
const RARE_LETTER: i32 = 38;
const RARE_SIGN: i32 = 46;

/// What stands before and after the bytes of a piece.
const START: u8 = 0;
const END: u8 = 1;

fn grams(bytes: impl Iterator<Item = u8>) -> i32 {
    let addend = |hash: u32| i32::from(GRAMS[(hash >> (u32::BITS - BITS)) as usize].cast_signed());
    let (mut window, mut sum) = (0_u32, 0);
    for (at, byte) in bytes.chain([END]).enumerate() {
        window = window >> 8 | u32::from(byte) << 24;
        if at >= 2 {
            sum += addend((window >> 8).wrapping_mul(0x9e37_79b1));
        }
        if at >= 3 {
            sum += addend(window.wrapping_mul(0x85eb_ca77));
        }
    }
    sum
}

/// A piece is a token at least.
fn price(row: usize, length: usize, rare: i32, bytes: impl Iterator<Item = u8>) -> u32 {
    let row = &BASES[row];
    let beyond = length.saturating_sub(LONGEST);
    // The fit has seen next to no words of more than two dozen letters that mean something to nobody.
    let more = i32::from(row[LONGEST + 1]) * beyond.min(LONGEST) as i32 + rare * beyond.saturating_sub(LONGEST) as i32;
    let sum = i32::from(row[length.min(LONGEST)]) + more + grams(bytes);
    u32::try_from(sum).unwrap_or(0).max(UNIT)
}

/// A word of ASCII letters.
pub(super) fn word(word: &Word, letters: &[u8]) -> u32 {
    let before = match word.before {
        None => 0,
        Some(b' ') => 1,
        Some(_) => 2,
    };
    let writing = match word.capitals {
        0 => 0,
        capitals if capitals == letters.len() => 2,
        _ => 1,
    };
    let bytes = [word.before.unwrap_or(START)].into_iter().chain(letters.iter().map(u8::to_ascii_lowercase));
    price(writing * 3 + before, letters.len(), RARE_LETTER, bytes)
}

/// A run of ASCII signs, perhaps after a blank and before a line break.
pub(super) fn signs(length: usize, piece: &[u8]) -> u32 {
    let repeats = piece.windows(2).filter(|two| two[0] == two[1]).count();
    let rare = if repeats * 2 > length { BASES[SIGNS][LONGEST + 1].into() } else { RARE_SIGN };
    price(SIGNS, length, rare, [START].into_iter().chain(piece.iter().copied()))
}

/// A word with letters beyond ASCII: what it begins with, and each such letter.
pub(super) const WIDE_WORD: u32 = 24;
pub(super) fn letter(letter: char) -> u32 {
    match letter as u32 {
        0x80..=0x24f => 80,
        // Greek, Cyrillic.
        0x370..=0x3ff => 52,
        0x400..=0x52f => 24,
        // Hebrew, Arabic; Indic scripts, Thai, Georgian and their neighbours.
        0x530..=0x77f => 36,
        0x900..=0x10ff => 44,
        // Hangul, Kana, Han.
        0x1100..=0x11ff | 0xac00..=0xd7af | 0x3040..=0x30ff => 42,
        0x4e00..=0x9fff => 50,
        _ => 150,
    }
}

/// The size of a text in [`UNIT`]ths of a token, line by line additive.
pub(crate) fn text_units(text: &str) -> u64 {
    Pieces::counted(text).map(|(_, size)| u64::from(size)).sum()
}

/// Of the first so many units one in [`EARLY`] is added, as short texts vary most, and of all one in [`ALWAYS`].
const SHORT: u64 = 256 * UNIT as u64;
const EARLY: u64 = 24;
const ALWAYS: u64 = 40;

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
