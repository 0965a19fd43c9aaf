//! Minimisation under constraints on signs: limited-memory BFGS (Nocedal, 1980), projected onto the allowed side.

use std::collections::VecDeque;

/// What a weight may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// 0 or more.
    NotNegative,
    /// 0 or less.
    NotPositive,
    /// What it is at the start.
    Held,
}

impl Sign {
    /// The nearest allowed value.
    fn project(self, value: f64, held: f64) -> f64 {
        match self {
            Sign::NotNegative => value.max(0.0),
            Sign::NotPositive => value.min(0.0),
            Sign::Held => held,
        }
    }

    /// Whether descending would only leave the allowed side.
    fn blocks(self, value: f64, slope: f64) -> bool {
        match self {
            Sign::NotNegative => value <= 0.0 && slope > 0.0,
            Sign::NotPositive => value >= 0.0 && slope < 0.0,
            Sign::Held => true,
        }
    }
}

/// Where the descent ended.
#[derive(Clone, Debug)]
pub struct Minimum {
    /// The point.
    pub point: Vec<f64>,
    /// Its value.
    pub value: f64,
    /// How many steps led to it.
    pub steps: usize,
}

const MOST_STEPS: usize = 500;
/// Pairs of steps and changes of slope that are remembered.
const MEMORY: usize = 20;
/// A flat place.
const FLAT: f64 = 1e-7;
/// Less than this share of the value is no progress.
const PROGRESS: f64 = 1e-9;
/// So many steps without progress are the end: at a kink a single one may be short.
const PATIENCE: usize = 3;
const HALVINGS: usize = 30;
/// The share of the promised descent that a step must keep (Armijo).
const KEPT: f64 = 1e-4;

/// Descends from `start` until there is no progress. It has no randomness.
pub fn minimise(objective: impl Fn(&[f64]) -> (f64, Vec<f64>), signs: &[Sign], start: &[f64]) -> Minimum {
    let project = |point: &mut [f64]| {
        for (at, value) in point.iter_mut().enumerate() {
            *value = signs[at].project(*value, start[at]);
        }
    };
    let mut point = start.to_vec();
    project(&mut point);
    let (mut value, mut slope) = objective(&point);
    let mut pairs: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
    let (mut steps, mut idle) = (0, 0);
    while steps < MOST_STEPS && idle < PATIENCE {
        let free: Vec<bool> = (0..point.len()).map(|at| !signs[at].blocks(point[at], slope[at])).collect();
        let downhill: Vec<f64> = slope.iter().zip(&free).map(|(s, &free)| if free { -s } else { 0.0 }).collect();
        if downhill.iter().all(|d| d.abs() < FLAT) {
            break;
        }
        let mut direction = curved(&downhill, &free, &pairs);
        if dot(&direction, &downhill) <= 0.0 {
            pairs.clear();
            direction.clone_from(&downhill);
        }
        // Without a memory the length of the slope says nothing about the distance.
        let mut length = if pairs.is_empty() { 1.0 / dot(&downhill, &downhill).sqrt().max(1.0) } else { 1.0 };
        let next = (0..HALVINGS).find_map(|_| {
            let mut next: Vec<f64> = point.iter().zip(&direction).map(|(x, d)| x + length * d).collect();
            project(&mut next);
            let (found, there) = objective(&next);
            let promised: f64 = slope.iter().zip(&point).zip(&next).map(|((s, x), n)| s * (x - n)).sum();
            length /= 2.0;
            (found < value && found <= value - KEPT * promised).then_some((next, found, there))
        });
        let Some((next, found, there)) = next else {
            // A direction from memory may mislead at a kink; the slope itself is tried before giving up.
            if pairs.is_empty() {
                break;
            }
            pairs.clear();
            continue;
        };
        steps += 1;
        idle = if value - found > PROGRESS * value.abs().max(1.0) { 0 } else { idle + 1 };
        let step: Vec<f64> = next.iter().zip(&point).map(|(n, x)| n - x).collect();
        let change: Vec<f64> = there.iter().zip(&slope).map(|(n, s)| n - s).collect();
        pairs.push_back((step, change));
        if pairs.len() > MEMORY {
            pairs.pop_front();
        }
        (point, value, slope) = (next, found, there);
    }
    Minimum { point, value, steps }
}

/// `downhill`, bent by what is known of the curvature among the free weights (the two-loop recursion).
fn curved(downhill: &[f64], free: &[bool], pairs: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Vec<f64> {
    let masked = |values: &[f64]| -> Vec<f64> {
        values.iter().zip(free).map(|(&v, &free)| if free { v } else { 0.0 }).collect()
    };
    let known: Vec<(Vec<f64>, Vec<f64>, f64)> = pairs
        .iter()
        .map(|(step, change)| (masked(step), masked(change)))
        .map(|(step, change)| (dot(&step, &change), step, change))
        .filter(|(bend, _, change)| *bend > 1e-10 * dot(change, change))
        .map(|(bend, step, change)| (step, change, bend))
        .collect();
    let mut direction = downhill.to_vec();
    let mut shares = Vec::with_capacity(known.len());
    for (step, change, bend) in known.iter().rev() {
        let share = dot(step, &direction) / bend;
        add(&mut direction, change, -share);
        shares.push(share);
    }
    if let Some((_, change, bend)) = known.last() {
        let scale = bend / dot(change, change);
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for ((step, change, bend), share) in known.iter().zip(shares.iter().rev()) {
        let correction = share - dot(change, &direction) / bend;
        add(&mut direction, step, correction);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(sum: &mut [f64], values: &[f64], times: f64) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += times * value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::choice::{Objective, tests::made_up};

    #[test]
    fn a_narrow_valley_is_followed_to_its_end() {
        // Rosenbrock's function: its minimum is (1, 1).
        let valley = |p: &[f64]| {
            let (x, y) = (p[0], p[1]);
            let value = (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
            (value, vec![-2.0 * (1.0 - x) - 400.0 * x * (y - x * x), 200.0 * (y - x * x)])
        };
        let found = minimise(valley, &[Sign::NotNegative; 2], &[0.0, 0.0]);
        assert!(found.value < 1e-8 && found.steps < 100, "{found:?}");
    }

    #[test]
    fn signs_hold_and_what_is_held_stays() {
        let choices = made_up(60, &[2.0, -2.0, 1.0, -1.0, 0.5]);
        let objective = Objective::new(choices.iter().map(|choice| (choice, 1.0)), 1e-3);
        use Sign::{Held, NotNegative, NotPositive};
        // The second and third signal pull against the side that they are kept on.
        let found = minimise(
            |w| objective.at(w),
            &[NotNegative, NotNegative, NotPositive, NotPositive, Held],
            &[0.0, 0.0, 0.0, 0.0, 7.0],
        );
        let w = &found.point;
        assert!(w[0] > 0.5 && w[3] < 0.0, "{w:?}");
        assert_eq!((w[1], w[2], w[4]), (0.0, 0.0, 7.0));
        let (_, slope) = objective.at(w);
        assert!(slope[0].abs() < 1e-4 && slope[1] > 0.0 && slope[2] < 0.0, "{slope:?}");
    }
}
