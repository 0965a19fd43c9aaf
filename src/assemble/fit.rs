//! The fullest context by a counter that the engine cannot run itself: whole texts are counted, and the plan is spent
//! again with what the counts tell.

use super::context::Context;
use super::plan::Plan;
use crate::error::{Error, Result};

/// So many texts are counted at most.
const COUNTS: usize = 6;
/// A text of this share of the budget is full enough.
const FULL: f64 = 0.96;
/// What is aimed at: a little less than all, as the counter's next text is another one.
const AIM: f64 = 0.99;

/// What one piece with the lines around it takes by the estimate, about, and at most.
const LEAST_PIECE: u64 = 32;
const DEAREST_PIECE: u64 = 1024;
/// More than any index holds.
const ALL: f64 = 1e12;

/// A search for the budget, by the engine's estimate, that gives the most tokens by the counter within the caller's.
#[derive(Debug)]
pub struct Fit {
    plan: Plan,
    budget: f64,
    /// The estimate's budgets known to give too little and too much.
    within: f64,
    beyond: f64,
    /// The budget of the text that is to be counted.
    tried: f64,
    counts: usize,
    pending: Option<Context>,
    best: Option<Context>,
}

impl Fit {
    /// Begins with the estimate as it is.
    pub fn new(plan: Plan) -> Self {
        let budget = plan.budget();
        let mut first = plan.spend(budget);
        let mut tried = budget;
        // A counter may be cheaper than the estimate: the least that shows anything is counted all the same.
        while first.text.is_empty() && budget > 0 && !plan.is_bare() && tried < DEAREST_PIECE {
            tried = (tried * 2).max(LEAST_PIECE);
            first = plan.spend(tried);
        }
        let (budget, tried) = (budget as f64, tried as f64);
        let mut fit =
            Fit { plan, budget, within: 0.0, beyond: f64::INFINITY, tried, counts: 0, pending: None, best: None };
        if first.text.is_empty() || fit.plan.is_fixed() {
            fit.best = Some(first);
        } else {
            fit.pending = Some(first);
        }
        fit
    }

    /// The complete text to be counted next; none when the answer is found.
    pub fn text(&self) -> Option<&str> {
        self.pending.as_ref().map(|context| context.text.as_str())
    }

    /// Takes the count of that text.
    ///
    /// # Errors
    /// [`Error::Counter`] if it is negative, infinite or not a number.
    pub fn counted(&mut self, tokens: f64) -> Result<()> {
        if !(tokens >= 0.0 && tokens.is_finite()) {
            return Err(Error::Counter { given: tokens.to_string() });
        }
        let Some(mut context) = self.pending.take() else { return Ok(()) };
        self.counts += 1;
        context.tokens = libm::ceil(tokens) as u64;
        if tokens <= self.budget {
            self.within = self.tried;
            let more = self.best.as_ref().is_none_or(|best| context.tokens >= best.tokens);
            if more {
                self.best = Some(context);
            }
            if tokens >= FULL * self.budget {
                return Ok(());
            }
        } else {
            self.beyond = self.tried;
        }
        if self.counts < COUNTS {
            self.try_again(tokens);
        }
        Ok(())
    }

    /// Spends another budget: in proportion to the count, inside what is known.
    fn try_again(&mut self, tokens: f64) {
        let mut next = self.tried * (AIM * self.budget / tokens.max(1.0));
        if next <= self.within || next >= self.beyond {
            next = if self.beyond.is_finite() { (self.within + self.beyond) / 2.0 } else { self.within * 2.0 };
        }
        // Nothing fits yet, and few tries are left.
        if self.best.is_none() && self.counts >= COUNTS / 2 {
            next = next.min(self.tried / 2.0);
        }
        let next = libm::floor(next.min(ALL));
        if next <= self.within || next >= self.beyond {
            return;
        }
        let context = self.plan.spend(next as u64);
        self.tried = next;
        let as_before = |best: &Context| best.text == context.text;
        // All is shown, or nothing can be.
        if self.best.as_ref().is_some_and(as_before) || (context.text.is_empty() && self.best.is_some()) {
            return;
        }
        if context.text.is_empty() {
            self.best = Some(context);
        } else {
            self.pending = Some(context);
        }
    }

    /// The answer, with the plan that it is of.
    pub fn finish(self) -> (Context, Plan) {
        let context = match self.best {
            Some(best) => best,
            None => self.plan.spend(0),
        };
        (context, self.plan)
    }
}
