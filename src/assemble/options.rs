//! What a caller can set for one question.

use crate::error::{Error, Result};
use crate::index::LexicalScorer;
use crate::rank::{Filter, Selector};
use serde::Deserialize;

/// The options of a search as they come from a host; [`SearchOptions::check`] makes [`Settings`] of them.
/// The defaults are those of tobler-search 0.1.0.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The most tokens that the blocks may take, ≥ 0; a fraction is rounded down.
    pub budget: f64,
    /// The temperature τ of the softmax, > 0: higher spreads the weight over more chunks.
    pub tau: f64,
    /// The mass that the nucleus carries, in 0…1.
    pub p: f64,
    /// The least size of the nucleus, in chunks.
    pub k_min: f64,
    /// The most that a session's memory may weigh, in 0…1.
    pub lambda_max: f64,
    /// What is searched.
    pub content: Selector,
    /// Which code computes BM25.
    pub lexical: LexicalScorer,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            budget: 2000.0,
            tau: 1.28,
            p: 0.9,
            k_min: 5.0,
            lambda_max: 1.0,
            content: Selector::default(),
            lexical: LexicalScorer::default(),
        }
    }
}

/// Options that have been checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Tokens.
    pub budget: u64,
    /// Temperature.
    pub tau: f64,
    /// Mass of the nucleus.
    pub p: f64,
    /// Least size of the nucleus.
    pub k_min: usize,
    /// Most weight of the memory.
    pub lambda_max: f64,
    /// Which chunks take part.
    pub filter: Filter,
    /// Which code computes BM25.
    pub lexical: LexicalScorer,
}

/// The largest whole number that f64, and so JavaScript, counts to without a gap.
const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;

impl SearchOptions {
    /// Checks every value; the error names the option and what is allowed.
    pub fn check(&self) -> Result<Settings> {
        Ok(Settings {
            budget: whole("budget", self.budget, "a number of tokens, 0 or more")?,
            tau: within("tau", self.tau, self.tau > 0.0 && self.tau.is_finite(), "a number above 0")?,
            p: within("p", self.p, (0.0..=1.0).contains(&self.p), "a number from 0 to 1")?,
            k_min: usize::try_from(whole("kMin", self.k_min, "a number of chunks, 0 or more")?).unwrap_or(usize::MAX),
            lambda_max: within(
                "lambdaMax",
                self.lambda_max,
                (0.0..=1.0).contains(&self.lambda_max),
                "a number from 0 to 1",
            )?,
            filter: Filter::new(&self.content)?,
            lexical: self.lexical,
        })
    }
}

/// A count that came as a number: not negative, not NaN; infinity means "no limit".
pub(crate) fn whole(name: &'static str, value: f64, expected: &'static str) -> Result<u64> {
    within(name, value, value >= 0.0, expected).map(|v| v.min(MAX_WHOLE) as u64)
}

fn within(name: &'static str, value: f64, allowed: bool, expected: &'static str) -> Result<f64> {
    if allowed { Ok(value) } else { Err(Error::Option { name, given: value.to_string(), expected }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let refused = |options: SearchOptions| options.check().unwrap_err().to_string();
        for budget in [-1.0, f64::NAN, f64::NEG_INFINITY] {
            assert!(refused(SearchOptions { budget, ..Default::default() }).contains("`budget`"));
        }
        for tau in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(refused(SearchOptions { tau, ..Default::default() }).contains("`tau`"));
        }
        assert!(refused(SearchOptions { p: 1.5, ..Default::default() }).contains("`p`"));
        let content = Selector::One("prose".into());
        assert!(refused(SearchOptions { content, ..Default::default() }).contains("\"prose\""));
        assert!(SearchOptions { budget: f64::INFINITY, ..Default::default() }.check().is_ok());
    }
}
