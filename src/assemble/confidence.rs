//! How far to trust an answer: two probabilities by logistic regression on absolute [`Grounds`].
//!
//! `relevance` is that of the question belonging to this code base at all; below a threshold the engine abstains.
//! `confidence` is that of the answer being among what is shown. `nearfield-eval confidence --fit` prints the
//! constants, and bench/retrieval/CONFIDENCE.md says how they do where they were not fitted.

use super::context::{Context, Masses};
use super::weights::{CONFIDENCE, RELEVANCE, Sets};
use crate::rank::grounds::{Grounds, Kind};
use crate::rank::options::Mode;
use serde::Serialize;

/// The inputs of a regression, the first of which is 1.
pub type Inputs = Vec<f64>;

/// What the confidence is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// Four times in five or more.
    High,
    /// At least every other time.
    Medium,
    /// Less often.
    Low,
}

/// The probability that the answer is among what is shown, more than named.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Confidence {
    /// In 0…1.
    pub probability: f64,
    /// The same as a word.
    pub word: Word,
}

impl Confidence {
    /// A probability with its word.
    pub fn new(probability: f64) -> Self {
        let word = match probability {
            p if p >= 0.8 => Word::High,
            p if p >= 0.5 => Word::Medium,
            _ => Word::Low,
        };
        Confidence { probability, word }
    }
}

/// The relevance below which a question is taken to be none of this code base's.
pub const THRESHOLD: f64 = 0.25;

impl Sets {
    /// The set for a way of ranking. Where there is no embedding, only words can have spoken.
    fn of(&self, grounds: &Grounds, mode: Mode) -> &'static [f64] {
        match mode {
            Mode::Hybrid | Mode::Semantic if !grounds.is_embedded => self.lexical,
            Mode::Hybrid => self.hybrid,
            Mode::Lexical => self.lexical,
            Mode::Semantic => self.semantic,
        }
    }
}

/// The standard logistic function.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

fn dot(weights: &[f64], inputs: &[f64]) -> f64 {
    weights.iter().zip(inputs).map(|(w, x)| w * x).sum()
}

/// The probability that the question belongs to this code base. 1 for one that names what exists here, 0 for one of
/// which nothing is found but pieces that the embedding knows.
pub fn relevance(grounds: &Grounds, mode: Mode) -> f64 {
    let fitted = || logistic(dot(RELEVANCE.of(grounds, mode), &relevance_inputs(grounds)));
    decided(grounds).unwrap_or_else(fitted)
}

/// In a code base of fewer chunks than any that the constants were fitted on, whatever shares a word with it is taken
/// to belong.
const FEW_CHUNKS: usize = 40;

/// The relevance where no regression is needed.
pub fn decided(grounds: &Grounds) -> Option<f64> {
    if grounds.is_named {
        Some(1.0)
    } else if grounds.is_empty || (grounds.found == 0.0 && grounds.similar == 0.0) {
        Some(0.0)
    } else if grounds.chunks < FEW_CHUNKS {
        Some(0.5 + grounds.found / 2.0)
    } else {
        None
    }
}

/// The probability that the answer is among what is shown with such masses.
pub fn confidence(grounds: &Grounds, mode: Mode, masses: &Masses) -> Confidence {
    Confidence::new(logistic(dot(CONFIDENCE.of(grounds, mode), &confidence_inputs(grounds, masses))))
}

/// Sets the confidence of a context by what its reader has of it: what is shown, and what was shown before.
pub(super) fn judge(context: &mut Context, mode: Mode, read: &Masses) {
    if context.memory > 0.0 {
        // The question rests on an answer before it, which nothing here has seen.
        context.confidence = None;
    } else if let Some(grounds) = context.grounds.as_ref().filter(|_| !context.blocks.is_empty()) {
        // What shows nothing keeps its 0.
        context.confidence = Some(confidence(grounds, mode, read));
    }
}

/// The sizes that code bases had on which the constants were fitted, in chunks: beyond them nothing is known.
const SIZES: (f64, f64) = (100.0, 20_000.0);

/// What every regression begins with: 1, the size on a scale of logarithms, the number of words, the kind.
fn common(grounds: &Grounds) -> Inputs {
    let size = libm::log((grounds.chunks as f64).clamp(SIZES.0, SIZES.1) / 1000.0);
    let mut inputs = vec![1.0, size, libm::log(1.0 + grounds.words as f64)];
    inputs.extend(kinds(grounds.kind));
    inputs
}

/// What the relevance is computed from: the measures, and products where one tells what another is worth.
pub fn relevance_inputs(grounds: &Grounds) -> Inputs {
    let g = grounds;
    let mut inputs = common(g);
    let (size, words) = (inputs[1], inputs[2]);
    inputs.extend([g.cosine, g.nearest, g.label_cosine, g.file_cosine, g.background, g.spread]);
    inputs.extend([g.found, g.strange, g.file, g.chunk, g.line, g.bm25, g.name, g.stem, g.similar, g.defines]);
    inputs.extend([g.quoted, g.top_chunk, g.top_cosine, g.top_name, g.agreement]);
    inputs.extend([g.score, g.gap, g.first, g.ln_n_eff]);
    inputs.extend([g.cosine * g.cosine, g.found * g.found, g.chunk * g.chunk, g.line * g.line, g.score * g.score]);
    inputs.extend([g.cosine, g.chunk, g.found, g.name, g.score, g.in_names, g.rarity].map(|x| x * words));
    inputs.extend([g.cosine, g.chunk, g.score, g.ln_holders].map(|x| x * size));
    inputs.extend([g.cosine * g.chunk, g.label_cosine * g.name, g.score * g.cosine, g.cosine * g.in_names]);
    inputs.extend([g.in_names, g.rarity, g.ln_holders, g.in_names * g.in_names]);
    inputs.extend([g.lift.sum, g.lift.best, g.lift.worst, g.lift.found, g.lift.weight]);
    inputs
}

/// What the confidence is computed from: the mass that is shown as more than a name, what the relevance rests on,
/// and the form of the question.
pub fn confidence_inputs(grounds: &Grounds, masses: &Masses) -> Inputs {
    // Keeps the odds finite.
    const MARGIN: f64 = 0.02;
    let g = grounds;
    let shown = (masses.full + masses.skeleton + masses.signature).clamp(0.0, 1.0);
    let mut inputs = common(g);
    inputs.push(libm::log((shown + MARGIN) / (1.0 + MARGIN - shown)));
    inputs.extend([g.ln_n_eff, g.first, g.gap.min(5.0)]);
    inputs.extend([g.cosine, g.chunk, g.name, g.line, g.defines, g.found, g.agreement]);
    inputs.extend([g.top_chunk, g.top_name, g.top_cosine, g.similar]);
    inputs.extend([g.is_named, g.is_task, g.is_description].map(|is| f64::from(u8::from(is))));
    inputs
}

/// A threshold of relevance, with what it does to the cases that it was chosen on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Threshold {
    /// Less than this is out of scope.
    pub threshold: f64,
    /// The share of questions in scope that it lets through.
    pub sensitivity: f64,
    /// The share of questions out of scope that it keeps out.
    pub specificity: f64,
}

/// The threshold that tells a caller's own questions best: of the midpoints between consecutive distinct values, 0 (all
/// pass) and a value above all (none does), the one with the largest `weight`·sensitivity + (1 − `weight`)·specificity, the highest of equals. A weight of ½ asks
/// for the largest J of Youden (1950). None if one of the lists is empty, a value or the weight is not in 0…1, or all
/// values are equal.
pub fn calibrate(in_scope: &[f64], out_of_scope: &[f64], weight: f64) -> Option<Threshold> {
    if in_scope.is_empty() || out_of_scope.is_empty() || !(0.0..=1.0).contains(&weight) {
        return None;
    }
    let sorted = |values: &[f64]| {
        let mut values = values.to_vec();
        values.sort_unstable_by(f64::total_cmp);
        values
    };
    let (inside, outside) = (sorted(in_scope), sorted(out_of_scope));
    let mut values = [in_scope, out_of_scope].concat();
    if values.iter().any(|value| !(0.0..=1.0).contains(value)) {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    if values.len() < 2 {
        return None;
    }
    let midpoints = values.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    // Above the largest value and still a threshold that can be set; there is none above 1.
    let above = values.last().filter(|&&last| last < 1.0).map(|last| (last + 1.0) / 2.0);
    let mut best: Option<(f64, Threshold)> = None;
    let ends = std::iter::once(0.0).chain(above).map(|threshold| (threshold, true));
    // The ends, which judge nothing, only if they are better than any judgement.
    for (threshold, is_end) in midpoints.map(|threshold| (threshold, false)).chain(ends) {
        let below = |sorted: &[f64]| sorted.partition_point(|&value| value < threshold) as f64 / sorted.len() as f64;
        let (sensitivity, specificity) = (1.0 - below(&inside), below(&outside));
        let worth = weight * sensitivity + (1.0 - weight) * specificity;
        if best.is_none_or(|(most, _)| if is_end { worth > most } else { worth >= most }) {
            best = Some((worth, Threshold { threshold, sensitivity, specificity }));
        }
    }
    best.map(|(_, threshold)| threshold)
}

/// One input a kind of question, but for [`Kind::Statement`], which the others are compared with.
pub fn kinds(kind: Kind) -> [f64; 5] {
    [Kind::Name, Kind::Named, Kind::Place, Kind::Keywords, Kind::Asked].map(|other| f64::from(u8::from(other == kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_gap_is_cut_in_its_middle() {
        let found = calibrate(&[0.8, 0.9, 0.6], &[0.1, 0.4], 0.5).unwrap();
        assert_eq!(found, Threshold { threshold: 0.5, sensitivity: 1.0, specificity: 1.0 });
    }

    #[test]
    fn the_weight_says_which_mistake_is_worse_and_ties_go_up() {
        let (inside, outside) = ([0.2, 0.6, 0.8], [0.1, 0.3, 0.7]);
        let at = |weight| calibrate(&inside, &outside, weight).unwrap().threshold;
        assert!((at(1.0) - 0.15).abs() < 1e-12, "nothing in scope is lost: {}", at(1.0));
        assert!((at(0.0) - 0.75).abs() < 1e-12, "nothing out of scope comes in: {}", at(0.0));
        // By Youden .15, .45 and .75 are as good: ⅓ + 1, ⅔ + ⅔, 1 + ⅓.
        assert!((at(0.5) - 0.75).abs() < 1e-12, "{}", at(0.5));
    }

    #[test]
    fn what_cannot_be_told_gives_no_threshold() {
        assert_eq!(calibrate(&[], &[0.1], 0.5), None);
        assert_eq!(calibrate(&[0.1], &[], 0.5), None);
        assert_eq!(calibrate(&[0.3, 0.3], &[0.3], 0.5), None);
        assert_eq!(calibrate(&[0.3], &[f64::NAN], 0.5), None);
        assert_eq!(calibrate(&[0.9], &[0.1], 1.5), None);
        assert_eq!(calibrate(&[2.0], &[-1.0], 0.5), None);
        // The wrong way round, keeping everything out is better than any border between them.
        let turned = calibrate(&[0.1], &[0.9], 0.4).unwrap();
        assert_eq!((turned.sensitivity, turned.specificity), (0.0, 1.0));
    }

    #[test]
    fn words_stand_for_ranges() {
        let word = |p| Confidence::new(p).word;
        assert_eq!([word(0.8), word(0.79), word(0.5), word(0.1)], [Word::High, Word::Medium, Word::Medium, Word::Low]);
    }
}
