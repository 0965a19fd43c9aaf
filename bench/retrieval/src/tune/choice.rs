//! A question as a choice among its candidates, and how likely the right ones are under some weights.

use std::ops::Range;

/// The items to choose from. Each is a range of rows, and as good as the best of them.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Values of the signals, a row a chunk.
    pub rows: Vec<f32>,
    /// The items: single chunks, or the chunks of a file.
    pub items: Vec<Range<usize>>,
    /// By item: whether it answers the question.
    pub right: Vec<bool>,
}

/// Probabilities below this change no sum.
const NOTHING: f64 = 1e-12;

impl Choice {
    /// The score of each row.
    pub fn scores(&self, weights: &[f64]) -> Vec<f64> {
        self.rows.chunks_exact(weights.len()).map(|row| dot(row, weights)).collect()
    }

    /// Whether there is anything to learn from it.
    pub fn is_answered(&self) -> bool {
        self.right.contains(&true)
    }

    /// The cross entropy of the softmax over the items against the right ones, each with an equal share. Its gradient
    /// times `share` is added to `gradient`.
    fn cross_entropy(&self, weights: &[f64], share: f64, gradient: &mut [f64]) -> f64 {
        let scores = self.scores(weights);
        // The first of equal rows, so that the result does not hang on how they are compared.
        let best = |item: &Range<usize>| item.clone().reduce(|a, b| if scores[b] > scores[a] { b } else { a });
        let rows: Vec<usize> = self.items.iter().filter_map(best).collect();
        let highest = rows.iter().map(|&row| scores[row]).fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = rows.iter().map(|&row| (scores[row] - highest).exp()).sum();
        let truth = 1.0 / self.right.iter().filter(|&&right| right).count().max(1) as f64;
        let mut loss = 0.0;
        for (&row, &right) in rows.iter().zip(&self.right) {
            let above = scores[row] - highest;
            let wanted = if right { truth } else { 0.0 };
            loss -= wanted * (above - total.ln());
            let pull = share * (above.exp() / total - wanted);
            if pull.abs() > NOTHING {
                let values = &self.rows[row * weights.len()..][..weights.len()];
                gradient.iter_mut().zip(values).for_each(|(sum, &value)| *sum += pull * f64::from(value));
            }
        }
        loss
    }
}

/// What is minimised: the weighted mean of the choices' cross entropies and a penalty on large weights.
pub struct Objective<'a> {
    choices: Vec<(&'a Choice, f64)>,
    penalty: f64,
}

impl<'a> Objective<'a> {
    /// Choices, each with what it counts. Those without a right item teach nothing and are left out.
    pub fn new(choices: impl Iterator<Item = (&'a Choice, f64)>, penalty: f64) -> Self {
        let choices: Vec<_> = choices.filter(|(choice, weight)| choice.is_answered() && *weight > 0.0).collect();
        let total: f64 = choices.iter().map(|(_, weight)| weight).sum();
        Objective { choices: choices.into_iter().map(|(choice, weight)| (choice, weight / total)).collect(), penalty }
    }

    /// The value and the gradient.
    pub fn at(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| 2.0 * self.penalty * weight).collect();
        let mut value = self.penalty * weights.iter().map(|weight| weight * weight).sum::<f64>();
        for (choice, share) in &self.choices {
            value += share * choice.cross_entropy(weights, *share, &mut gradient);
        }
        (value, gradient)
    }
}

/// In four sums, which the compiler can keep in one register.
fn dot(row: &[f32], weights: &[f64]) -> f64 {
    let ((rows, row_rest), (fours, rest)) = (row.as_chunks::<4>(), weights.as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (values, weights) in rows.iter().zip(fours) {
        for lane in 0..4 {
            sums[lane] += f64::from(values[lane]) * weights[lane];
        }
    }
    let rest: f64 = row_rest.iter().zip(rest).map(|(&value, weight)| f64::from(value) * weight).sum();
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::random::Random;

    /// Made-up choices among files of one to three chunks; what is right follows `truth` most of the time.
    pub fn made_up(count: usize, truth: &[f64]) -> Vec<Choice> {
        let mut random = Random::named("made-up choices");
        let mut unit = move || random.below(1 << 20) as f64 / f64::from(1 << 20);
        let mut choice = || {
            let mut choice = Choice::default();
            for _ in 0..12 {
                let first = choice.items.last().map_or(0, |item: &Range<usize>| item.end);
                choice.items.push(first..first + 1 + (unit() * 3.0) as usize);
            }
            let rows = choice.items.last().map_or(0, |item| item.end);
            choice.rows = (0..rows * truth.len()).map(|_| unit() as f32).collect();
            let scores = choice.scores(truth);
            let worth: Vec<f64> = choice
                .items
                .iter()
                .map(|item| scores[item.clone()].iter().copied().fold(f64::NEG_INFINITY, f64::max) + unit())
                .collect();
            let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            choice.right = worth.iter().map(|&w| w == best).collect();
            choice
        };
        (0..count).map(|_| choice()).collect()
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let weights = [0.7, -0.4, 1.3, 0.0, 2.0];
        let mut choices = made_up(20, &[2.0, -1.0, 0.0, 1.0, 3.0]);
        // Several right items share the truth.
        choices[3].right[..2].fill(true);
        let objective = Objective::new(choices.iter().zip((1..).map(f64::from)), 0.01);
        let (_, gradient) = objective.at(&weights);
        for at in 0..weights.len() {
            let moved = |by: f64| {
                let mut weights = weights;
                weights[at] += by;
                objective.at(&weights).0
            };
            let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((slope - gradient[at]).abs() < 1e-7, "{at}: {slope}, not {}", gradient[at]);
        }
    }

    #[test]
    fn a_sure_right_choice_costs_nothing() {
        let choice = Choice { rows: vec![50.0, 0.0, 1.0], items: vec![0..1, 1..3], right: vec![true, false] };
        let (value, _) = Objective::new([(&choice, 3.0)].into_iter(), 0.0).at(&[1.0]);
        assert!(value < 1e-12);
        let (value, _) = Objective::new([(&choice, 3.0)].into_iter(), 0.0).at(&[0.0]);
        assert!((value - 2.0_f64.ln()).abs() < 1e-12);
    }
}
