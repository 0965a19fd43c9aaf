//! The prices of the engine's counter, `src/chunk/grams.bin`, fitted to exact costs of pieces.
//!
//! A price is a base, a price for each letter beyond, and addends by hashed n-grams; no piece counts less than a token.
//! The squared error is brought down by stochastic gradients with a step for each price (Adagrad). Everything is done
//! in one order and with operations that IEEE 754 rounds in one way, so that the result is the same on every machine.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use crate::corpus::files_below;
use crate::engine::{Shape, shapes};
use crate::mine;
use crate::outcome::{Context, Outcome};
use crate::random::Random;
use crate::tokens;

/// Units of a price in a token.
const UNIT: f32 = 64.0;
/// Of a package so many bytes of an extension are read, and no file that is longer than the second.
const SHARE: usize = 1_500_000;
const LONGEST: usize = 400_000;
/// Generated for machines, and none of it is ever shown.
const LEFT_OUT: [&str; 3] = ["lock", "map", "svg"];
/// A piece that repeats in so many lines counts once.
const WINDOW: usize = 40;
/// Texts of each kind of names and data that are made.
const MADE: usize = 60;

/// Tokens that an addend begins with and is drawn back to, and how strongly.
const PRIOR: f32 = 8.0 / UNIT;
const DRAWN: f32 = 0.02;
/// No addend is further from zero, in tokens: it is kept in 8 bits.
const MOST: f32 = 127.0 / UNIT;
/// A cost that is told too low weighs so much more than one too high.
const TOO_LOW: f32 = 2.0;
const ROUNDS: usize = 12;
const RATE: f32 = 0.05;
/// No error moves a price more than one of so many weighed tokens.
const STEEPEST: f32 = 20.0;

/// A piece, with its exact cost.
struct Piece {
    base: usize,
    more: (usize, f32),
    /// Its addends, in one list of all.
    slots: std::ops::Range<usize>,
    tokens: f32,
    weight: f32,
    /// The window that it was last seen in.
    seen: usize,
}

/// The pieces of texts.
#[derive(Default)]
struct Pieces {
    /// By the way they are written and what stands before.
    places: HashMap<(usize, usize, String), usize>,
    all: Vec<Piece>,
    slots: Vec<u32>,
    windows: usize,
}

/// Fits, and returns the file with what it was made of.
pub fn fit(packages: &Path) -> Outcome<(Vec<u8>, String)> {
    let mut texts = Vec::new();
    for name in mine::folders(packages)? {
        read(&packages.join(&name), &name, &mut texts)?;
    }
    let read = texts.len();
    made(&mut texts);
    let mut windows: BTreeMap<&str, usize> = BTreeMap::new();
    for (extension, text) in &texts {
        *windows.entry(extension).or_default() += text.lines().count().div_ceil(WINDOW);
    }
    let mut pieces = Pieces::default();
    for (extension, text) in &texts {
        // Kinds of text of which there is much weigh more, but not as much more.
        pieces.add(text, 1.0 / (windows[extension.as_str()] as f32).sqrt());
    }
    let prices = pieces.descend();
    Ok((prices.bytes(), format!("{} pieces of {read} files\n", pieces.all.len())))
}

/// Texts of a package, each with its extension.
fn read(folder: &Path, name: &str, texts: &mut Vec<(String, String)>) -> Outcome {
    let mut paths: Vec<String> = files_below(folder, &|_| false)?.into_iter().collect();
    Random::named(name).shuffle(&mut paths);
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        let extension = Path::new(&path).extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let sum = sums.entry(extension.clone()).or_default();
        if LEFT_OUT.contains(&extension.as_str()) || *sum >= SHARE {
            continue;
        }
        let bytes = fs::read(folder.join(&path)).context(format!("reading {path}"))?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if text.len() <= LONGEST && !text.contains('\0') {
            *sum += text.len();
            texts.push((extension, text));
        }
    }
    Ok(())
}

/// What code has little of and answers may be full of: encoded data, and names that nobody can read.
fn made(texts: &mut Vec<(String, String)>) {
    const DIGITS: &[u8] = b"0123456789";
    const LOWER: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
    const UPPER: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let kinds: [(Vec<u8>, usize); 6] = [
        ([UPPER, LOWER, DIGITS, b"+/"].concat(), 76),
        ([DIGITS, b"abcdef"].concat(), 64),
        ([DIGITS, b"ABCDEF"].concat(), 64),
        (b"bcdfghjklmnpqrstvwxz".to_vec(), 9),
        (b"BCDFGHJKLMNPQRSTVWXZ".to_vec(), 9),
        ([LOWER, DIGITS, b"_"].concat(), 9),
    ];
    let mut random = Random::named("made");
    for (kind, (letters, longest)) in kinds.iter().enumerate() {
        for _ in 0..MADE {
            let mut text = String::new();
            for _ in 0..WINDOW {
                // Data fills a line; of names there are some, with signs between.
                let (words, length) = if *longest > 9 { (1, *longest) } else { (8, 0) };
                for _ in 0..words {
                    let length = if length == 0 { 1 + random.below(*longest) } else { length };
                    text.extend((0..length).map(|_| letters[random.below(letters.len())] as char));
                    text.push([' ', '_', '(', ' '][random.below(4)]);
                }
                text.push('\n');
            }
            texts.push((format!("made {kind}"), text));
        }
    }
}

impl Pieces {
    fn add(&mut self, text: &str, weight: f32) {
        for (number, line) in text.split_inclusive('\n').enumerate() {
            self.windows += usize::from(number % WINDOW == 0);
            shapes(line, |text, shape| self.see(text, shape, weight));
        }
    }

    fn see(&mut self, text: &str, shape: Shape<'_>, weight: f32) {
        if shape.rare() > 0 {
            return;
        }
        let start = self.slots.len();
        shape.slots(|slot| self.slots.push(slot as u32));
        // The first addend knows what stands before the piece.
        let key = (shape.base(), self.slots[start] as usize, text.to_owned());
        let place = *self.places.entry(key).or_insert(self.all.len());
        if place == self.all.len() {
            let (more, letters) = shape.more();
            self.all.push(Piece {
                base: shape.base(),
                more: (more, letters as f32),
                slots: start..self.slots.len(),
                tokens: tokens::count(text) as f32,
                weight: 0.0,
                seen: 0,
            });
        } else {
            self.slots.truncate(start);
        }
        let piece = &mut self.all[place];
        if piece.seen != self.windows {
            piece.seen = self.windows;
            piece.weight += weight;
        }
    }

    /// The prices with the least error, about.
    fn descend(&self) -> Prices {
        // Between each piece once and each as often as it occurs: the power 3/4.
        let weights: Vec<f32> = self.all.iter().map(|piece| piece.weight.sqrt() * piece.weight.sqrt().sqrt()).collect();
        let mean = weights.iter().sum::<f32>() / weights.len().max(1) as f32;
        let mut prices = Prices::new();
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        let mut random = Random::named("order");
        for round in 0..ROUNDS {
            random.shuffle(&mut order);
            let rate = RATE * (1.0 - round as f32 / ROUNDS as f32);
            for &at in &order {
                let piece = &self.all[at];
                prices.step(piece, &self.slots[piece.slots.clone()], weights[at] / mean, rate);
            }
        }
        prices
    }
}

/// A price that is moved.
#[derive(Clone, Copy)]
struct Moved {
    tokens: f32,
    /// The sum of squared gradients.
    squares: f32,
}

impl Moved {
    fn by(&mut self, gradient: f32, rate: f32) {
        self.squares += gradient * gradient;
        self.tokens -= rate * gradient / self.squares.sqrt();
    }

    fn units(&self) -> f32 {
        (self.tokens * UNIT).round()
    }
}

/// All prices, in tokens.
struct Prices {
    bases: Vec<Moved>,
    addends: Vec<Moved>,
}

impl Prices {
    fn new() -> Self {
        let some = |tokens: f32, number: usize| vec![Moved { tokens, squares: 1e-6 }; number];
        Prices { bases: some(1.0, Shape::BASES), addends: some(PRIOR, Shape::SLOTS) }
    }

    fn step(&mut self, piece: &Piece, slots: &[u32], weight: f32, rate: f32) {
        let (more, letters) = piece.more;
        let addends: f32 = slots.iter().map(|&slot| self.addends[slot as usize].tokens).sum();
        let price = self.bases[piece.base].tokens + self.bases[more].tokens * letters + addends;
        // Below a token all prices are as good.
        if price <= 1.0 && piece.tokens <= 1.0 {
            return;
        }
        let error = price - piece.tokens;
        let weight = if error < 0.0 { weight * TOO_LOW } else { weight };
        let gradient = (weight * error).clamp(-STEEPEST, STEEPEST);
        if gradient == 0.0 {
            return;
        }
        self.bases[piece.base].by(gradient, rate);
        if letters > 0.0 {
            self.bases[more].by(gradient * letters, rate);
        }
        for &slot in slots {
            let addend = &mut self.addends[slot as usize];
            addend.by(gradient + DRAWN * (addend.tokens - PRIOR), rate);
            addend.tokens = addend.tokens.clamp(-MOST, MOST);
        }
    }

    /// As the engine reads them.
    fn bytes(&self) -> Vec<u8> {
        let bases = self.bases.iter().flat_map(|base| (base.units() as i16).to_le_bytes());
        let addends = self.addends.iter().flat_map(|addend| (addend.units() as i8).to_le_bytes());
        bases.chain(addends).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_learnt() {
        let mut pieces = Pieces::default();
        for text in [include_str!("fit.rs"), include_str!("kinds.rs"), include_str!("report.rs")] {
            pieces.add(text, 1.0);
        }
        let prices = pieces.descend();
        let (mut sum, mut exact) = (0.0, 0.0);
        for piece in &pieces.all {
            let addends: f32 =
                pieces.slots[piece.slots.clone()].iter().map(|&at| prices.addends[at as usize].tokens).sum();
            let price = prices.bases[piece.base].tokens + prices.bases[piece.more.0].tokens * piece.more.1 + addends;
            sum += price.max(1.0);
            exact += piece.tokens;
        }
        assert!((0.95..1.1).contains(&(sum / exact)), "{sum} for {exact}");
        assert_eq!(prices.bytes(), pieces.descend().bytes());
        assert_eq!(prices.bytes().len(), Shape::BASES * 2 + Shape::SLOTS);
    }
}
