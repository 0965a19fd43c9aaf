//! Which tier each chunk gets so that what is shown is worth most: the multiple-choice knapsack problem, a choice for
//! each chunk and a fixed cost for each file that is opened, solved exactly by dynamic programming over the budget
//! (Kellerer, Pferschy and Pisinger, *Knapsack Problems*, 2004, chapter 11).

use std::ops::Range;

/// One way to show a chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What it takes.
    pub cost: u64,
    /// What it is worth, not below 0.
    pub value: f64,
}

/// Chunks that stand under one heading.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// What the heading takes if anything is shown below it.
    pub overhead: u64,
    /// By chunk: the ways to show it, from the least to the most. Not to show it is always a way.
    pub chunks: Vec<Vec<Choice>>,
}

/// The budget is cut into at most so many steps; costs are rounded up to whole ones.
const STEPS: u64 = 4096;

/// The best choices for every budget up to one.
pub struct Table<'a> {
    groups: &'a [Group],
    step: u64,
    /// How many steps there are, and one for nothing.
    width: usize,
    /// By chunk and steps: the choice + 1, or 0 to show nothing.
    chosen: Vec<u8>,
    /// By group and steps: whether it is opened.
    opened: Vec<bool>,
}

impl<'a> Table<'a> {
    /// Works it out for all budgets up to `budget`. A step is `unit` or, for large budgets, what cuts them into
    /// [`STEPS`]. O(chunks · choices · steps) time, a byte a chunk and step.
    pub fn new(groups: &'a [Group], budget: u64, unit: u64) -> Self {
        let step = unit.max(budget.div_ceil(STEPS)).max(1);
        let width = (budget / step) as usize + 1;
        let chunks: usize = groups.iter().map(|group| group.chunks.len()).sum();
        let (chosen, opened) = (Vec::with_capacity(chunks * width), Vec::with_capacity(groups.len() * width));
        let mut table = Table { groups, step, width, chosen, opened };
        // The best value at no more than so many steps, without and with the current group.
        let mut best = vec![0.0_f64; width];
        let mut open = vec![0.0_f64; width];
        let mut next = vec![0.0_f64; width];
        let mut picked = vec![0_u64; width];
        for group in groups {
            let overhead = table.steps(group.overhead);
            open.fill(f64::NEG_INFINITY);
            open[overhead..].copy_from_slice(&best[..width - overhead]);
            for choices in &group.chunks {
                let choices = choices.iter().map(|choice| (table.steps(choice.cost), choice.value));
                pick(&open, &choices.collect::<Vec<_>>(), &mut next, &mut picked);
                std::mem::swap(&mut open, &mut next);
                table.chosen.extend(picked.iter().map(|&number| number as u8));
            }
            table.opened.extend(open.iter().zip(&best).map(|(open, best)| open > best));
            best.iter_mut().zip(&open).for_each(|(best, &open)| *best = if open > *best { open } else { *best });
        }
        table
    }

    /// Whether it knows how to spend so much.
    pub fn reaches(&self, budget: u64) -> bool {
        budget / self.step < self.width as u64
    }

    /// Of a cost; all that is too much alike.
    fn steps(&self, cost: u64) -> usize {
        usize::try_from(cost.div_ceil(self.step)).unwrap_or(usize::MAX).min(self.width)
    }

    /// By group and chunk: the choice, if any. The costs of the chosen never exceed the budget, which the table must
    /// reach; their value is the largest possible for costs rounded up to a step.
    pub fn solve(&self, budget: u64) -> Vec<Vec<Option<usize>>> {
        if let Some(all) = everything(self.groups, budget) {
            return all;
        }
        let mut at = usize::try_from(budget / self.step).unwrap_or(usize::MAX).min(self.width - 1);
        let mut chunk = self.chosen.len() / self.width;
        let mut all: Vec<Vec<Option<usize>>> = Vec::with_capacity(self.groups.len());
        for (number, group) in self.groups.iter().enumerate().rev() {
            let mut tiers = vec![None; group.chunks.len()];
            let is_open = self.opened[number * self.width + at];
            for (tier, choices) in tiers.iter_mut().zip(&group.chunks).rev() {
                chunk -= 1;
                let choice = usize::from(self.chosen[chunk * self.width + at]);
                if is_open && let Some(choice) = choice.checked_sub(1) {
                    *tier = Some(choice);
                    at -= self.steps(choices[choice].cost);
                }
            }
            if is_open {
                at -= self.steps(group.overhead);
            }
            all.push(tiers);
        }
        all.reverse();
        all
    }
}

/// By steps: the best value with one of a chunk's choices or none, from those without it, and the choice + 1. Of choices
/// that are worth the same the first is taken. A choice is what it takes in steps and what it is worth.
fn pick(before: &[f64], choices: &[(usize, f64)], next: &mut [f64], picked: &mut [u64]) {
    // Up to each cost those choices count that cost less.
    let mut ends: Vec<usize> = choices.iter().map(|&(cost, _)| cost.min(before.len())).chain([before.len()]).collect();
    ends.sort_unstable();
    let mut start = 0;
    for end in ends {
        let affordable: Vec<(u64, usize, f64)> = (1..)
            .zip(choices)
            .filter(|(_, choice)| choice.0 <= start)
            .map(|(n, &(cost, value))| (n, cost, value))
            .collect();
        let steps = start..end;
        let (next, picked) = (&mut next[steps.clone()], &mut picked[steps.clone()]);
        match affordable[..] {
            [a] => best_of([a], before, steps, next, picked),
            [a, b] => best_of([a, b], before, steps, next, picked),
            [a, b, c] => best_of([a, b, c], before, steps, next, picked),
            [a, b, c, d] => best_of([a, b, c, d], before, steps, next, picked),
            _ => {
                next.copy_from_slice(&before[steps.clone()]);
                picked.fill(0);
                for (number, cost, value) in affordable {
                    for ((next, picked), at) in next.iter_mut().zip(picked.iter_mut()).zip(steps.clone()) {
                        if before[at - cost] + value > *next {
                            (*next, *picked) = (before[at - cost] + value, number);
                        }
                    }
                }
            }
        }
        start = end;
    }
}

/// The same for steps at which all of the choices can be afforded.
fn best_of<const N: usize>(
    choices: [(u64, usize, f64); N],
    before: &[f64],
    steps: Range<usize>,
    next: &mut [f64],
    picked: &mut [u64],
) {
    let length = steps.len();
    let (next, picked, none) = (&mut next[..length], &mut picked[..length], &before[steps.clone()]);
    let rest = choices.map(|(_, cost, _)| &before[steps.start - cost..][..length]);
    // Numbers as wide as the values and no branches, so that it is done two at a time.
    for at in 0..length {
        let (mut best, mut number) = (none[at], 0);
        for (&(own, _, value), rest) in choices.iter().zip(&rest) {
            let value = rest[at] + value;
            let is_better = value > best;
            best = if is_better { value } else { best };
            number = if is_better { own } else { number };
        }
        (next[at], picked[at]) = (best, number);
    }
}

/// The most of everything, if that fits.
fn everything(groups: &[Group], budget: u64) -> Option<Vec<Vec<Option<usize>>>> {
    let most = |group: &Group| -> u64 {
        let all = group.chunks.iter().filter_map(|choices| choices.last());
        all.fold(group.overhead, |sum, choice| sum.saturating_add(choice.cost))
    };
    let total = groups.iter().fold(0_u64, |sum, group| sum.saturating_add(most(group)));
    (total <= budget)
        .then(|| groups.iter().map(|g| g.chunks.iter().map(|choices| choices.len().checked_sub(1)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cost and value of a solution.
    fn account(groups: &[Group], solution: &[Vec<Option<usize>>]) -> (u64, f64) {
        let (mut cost, mut value) = (0, 0.0);
        for (group, tiers) in groups.iter().zip(solution) {
            if tiers.iter().any(Option::is_some) {
                cost += group.overhead;
            }
            for (choices, tier) in group.chunks.iter().zip(tiers) {
                if let Some(tier) = tier {
                    cost += choices[*tier].cost;
                    value += choices[*tier].value;
                }
            }
        }
        (cost, value)
    }

    /// The best of all solutions, by trying them.
    fn exhaustive(groups: &[Group], budget: u64) -> f64 {
        let flat: Vec<(usize, usize)> =
            groups.iter().enumerate().flat_map(|(g, group)| (0..group.chunks.len()).map(move |c| (g, c))).collect();
        let mut solution: Vec<Vec<Option<usize>>> = groups.iter().map(|g| vec![None; g.chunks.len()]).collect();
        fn walk(groups: &[Group], flat: &[(usize, usize)], solution: &mut Vec<Vec<Option<usize>>>, budget: u64) -> f64 {
            let Some((&(g, c), rest)) = flat.split_first() else {
                let (cost, value) = account(groups, solution);
                return if cost <= budget { value } else { f64::NEG_INFINITY };
            };
            let mut best = f64::NEG_INFINITY;
            for tier in std::iter::once(None).chain((0..groups[g].chunks[c].len()).map(Some)) {
                solution[g][c] = tier;
                best = best.max(walk(groups, rest, solution, budget));
            }
            solution[g][c] = None;
            best
        }
        walk(groups, &flat, &mut solution, budget)
    }

    fn instances() -> impl Strategy<Value = Vec<Group>> {
        let choice = (1u64..40, 0.0f64..1.0).prop_map(|(cost, value)| Choice { cost, value });
        let chunk = proptest::collection::vec(choice, 0..4);
        let group = (0u64..15, proptest::collection::vec(chunk, 0..4))
            .prop_map(|(overhead, chunks)| Group { overhead, chunks });
        proptest::collection::vec(group, 0..3)
    }

    proptest! {
        #[test]
        fn no_solution_is_better(groups in instances(), budget in 0u64..150) {
            let solution = Table::new(&groups, budget, 1).solve(budget);
            let (cost, value) = account(&groups, &solution);
            prop_assert!(cost <= budget);
            // `everything` shows all at its most, whatever that is worth.
            if everything(&groups, budget).is_none() {
                let best = exhaustive(&groups, budget);
                prop_assert!((value - best).abs() <= 1e-9, "{} of {}", value, best);
            }
        }

        #[test]
        fn coarse_steps_stay_inside_the_budget_and_near_the_best(groups in instances(), scale in 100u64..5000) {
            let mut groups = groups;
            for group in &mut groups {
                group.overhead *= scale;
                group.chunks.iter_mut().flatten().for_each(|choice| choice.cost *= scale);
            }
            let budget = 100 * scale;
            let (cost, value) = account(&groups, &Table::new(&groups, budget, 1).solve(budget));
            prop_assert!(cost <= budget);
            if everything(&groups, budget).is_none() {
                prop_assert!(value >= 0.98 * exhaustive(&groups, budget * 49 / 50));
            }
        }
    }
}
