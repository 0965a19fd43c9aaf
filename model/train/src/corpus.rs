//! Pairs as bags of pieces, and which of them are only for measuring.

use nearfield::semantic::Embedder;

use crate::bag::Bags;
use crate::outcome::Outcome;
use crate::pair::Pair;
use crate::random::Random;

/// One package in so many is held out.
const HELD_OUT: usize = 10;
/// The seed of that choice; a setting of the training must not move it.
const SPLIT_SEED: u64 = 2026;
/// With fewer pieces a text says nothing.
const FEWEST: usize = 2;

/// All pairs that say something; equal numbers belong together.
#[derive(Default)]
pub struct Corpus {
    /// First sentences.
    pub sentences: Bags,
    /// First paragraphs.
    pub paragraphs: Bags,
    /// Codes.
    pub codes: Bags,
    /// The packages' names, sorted.
    pub packages: Vec<String>,
    /// Each pair's package.
    pub package_of: Vec<u32>,
    /// Each pair's language.
    pub languages: Vec<String>,
}

/// Pairs to train on, and pairs of other packages.
pub struct Split {
    /// To train on.
    pub train: Vec<usize>,
    /// To measure with.
    pub held_out: Vec<usize>,
    /// The packages of the latter.
    pub packages: Vec<String>,
}

impl Corpus {
    /// Cuts the texts with the model's own tokenizer.
    pub fn of(pairs: &[Pair], embedder: &mut Embedder) -> Outcome<Self> {
        let mut corpus = Corpus::default();
        let mut packages: Vec<&str> = pairs.iter().map(|pair| pair.package.as_str()).collect();
        packages.sort_unstable();
        packages.dedup();
        for pair in pairs {
            let sentence = embedder.piece_ids(&pair.sentence)?;
            let code = embedder.piece_ids(&pair.code)?;
            if sentence.len() < FEWEST || code.len() < FEWEST {
                continue;
            }
            let paragraph = match &pair.paragraph {
                Some(paragraph) => embedder.piece_ids(paragraph)?,
                None => sentence.clone(),
            };
            corpus.sentences.push(sentence);
            corpus.paragraphs.push(paragraph);
            corpus.codes.push(code);
            let package = packages.binary_search(&pair.package.as_str()).unwrap_or_default();
            corpus.package_of.push(package as u32);
            corpus.languages.push(pair.language.clone());
        }
        corpus.packages = packages.into_iter().map(str::to_owned).collect();
        Ok(corpus)
    }

    /// Holds out a tenth of the packages, at least one if there are two.
    pub fn split(&self) -> Split {
        let mut order: Vec<u32> = (0..self.packages.len() as u32).collect();
        Random::new(SPLIT_SEED).shuffle(&mut order);
        let count = if order.len() < 2 { 0 } else { order.len().div_ceil(HELD_OUT) };
        let mut held: Vec<u32> = order[..count].to_vec();
        held.sort_unstable();
        let (held_out, train) =
            (0..self.package_of.len()).partition(|&pair| held.binary_search(&self.package_of[pair]).is_ok());
        let packages = held.iter().map(|&package| self.packages[package as usize].clone()).collect();
        Split { train, held_out, packages }
    }
}
