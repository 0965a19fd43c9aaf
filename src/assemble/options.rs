//! What a caller can set for one question.

use super::confidence::THRESHOLD;
use super::render::Format;
use crate::error::{Error, Result};
use crate::rank::{Profile, RankSettings, Ranking};
use serde::Deserialize;

/// The options of a search as they come from a host; [`SearchOptions::check`] makes [`Settings`] of them.
/// The defaults of p, kMin and lambdaMax are those of tobler-search 0.1.0.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The most tokens that the complete text may take by the engine's estimate, ≥ 0; a fraction is rounded down. In
    /// tobler's profile those of the blocks, as it counts them. Without it the kind of question decides, there 2000.
    pub budget: Option<f64>,
    /// The temperature τ of the softmax, > 0: higher spreads the weight over more chunks. Without it 1 for
    /// nearfield's scores, whose weights were fitted so, and 1.28 for tobler's standardized ones.
    pub tau: Option<f64>,
    /// The mass that the nucleus carries, in 0…1. What is shown depends on it in tobler's profile only.
    pub p: f64,
    /// The least size of the nucleus, in chunks.
    pub k_min: f64,
    /// The most that a session's memory may weigh, in 0…1.
    pub lambda_max: f64,
    /// How the context is written.
    pub format: Format,
    /// Whether each block tells what its score is made of.
    pub explain: bool,
    /// Whether what the conversation has been shown is shown again.
    pub repeat: bool,
    /// Whether to show nothing where nothing credible was found. In tobler's profile something is always shown.
    pub abstain: bool,
    /// The relevance below which nothing is credible, in 0…1: 0 believes everything. Without it the fitted one.
    pub threshold: Option<f64>,
    /// How to rank.
    #[serde(flatten)]
    pub ranking: Ranking,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            budget: None,
            tau: None,
            p: 0.9,
            k_min: 5.0,
            lambda_max: 1.0,
            format: Format::default(),
            explain: false,
            repeat: false,
            abstain: true,
            threshold: None,
            ranking: Ranking::default(),
        }
    }
}

/// Options that have been checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Tokens, if the caller says.
    pub budget: Option<u64>,
    /// Temperature.
    pub tau: f64,
    /// Mass of the nucleus.
    pub p: f64,
    /// Least size of the nucleus.
    pub k_min: usize,
    /// Most weight of the memory.
    pub lambda_max: f64,
    /// How the context is written.
    pub format: Format,
    /// Whether blocks tell their reasons.
    pub explain: bool,
    /// Whether what was shown is shown again.
    pub repeat: bool,
    /// Whether to abstain.
    pub abstain: bool,
    /// From which relevance on not to.
    pub threshold: f64,
    /// How to rank.
    pub ranking: RankSettings,
}

/// The largest whole number that f64, and so JavaScript, counts to without a gap.
const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;

impl SearchOptions {
    /// Checks every value; the error names the option and what is allowed.
    pub fn check(&self) -> Result<Settings> {
        let tau = self.tau.unwrap_or(match self.ranking.profile {
            Profile::Nearfield => 1.0,
            Profile::Tobler => 1.28,
        });
        let threshold = self.threshold.unwrap_or(THRESHOLD);
        let budget = self.budget.map(|budget| whole("budget", budget, "a number of tokens, 0 or more"));
        Ok(Settings {
            budget: budget.transpose()?,
            tau: within("tau", tau, tau > 0.0 && tau.is_finite(), "a number above 0")?,
            p: within("p", self.p, (0.0..=1.0).contains(&self.p), "a number from 0 to 1")?,
            k_min: usize::try_from(whole("kMin", self.k_min, "a number of chunks, 0 or more")?).unwrap_or(usize::MAX),
            lambda_max: within(
                "lambdaMax",
                self.lambda_max,
                (0.0..=1.0).contains(&self.lambda_max),
                "a number from 0 to 1",
            )?,
            format: self.format,
            explain: self.explain,
            repeat: self.repeat,
            abstain: self.abstain,
            threshold: within("threshold", threshold, (0.0..=1.0).contains(&threshold), "a number from 0 to 1")?,
            ranking: self.ranking.check()?,
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
    use crate::rank::Selector;

    #[test]
    fn nonsense_is_refused_by_name() {
        let refused = |options: SearchOptions| options.check().unwrap_err().to_string();
        for budget in [-1.0, f64::NAN, f64::NEG_INFINITY] {
            assert!(refused(SearchOptions { budget: Some(budget), ..Default::default() }).contains("`budget`"));
        }
        for tau in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(refused(SearchOptions { tau: Some(tau), ..Default::default() }).contains("`tau`"));
        }
        assert!(refused(SearchOptions { p: 1.5, ..Default::default() }).contains("`p`"));
        assert!(refused(SearchOptions { threshold: Some(1.5), ..Default::default() }).contains("`threshold`"));
        let ranking = |ranking| refused(SearchOptions { ranking, ..Default::default() });
        let content = Selector::One("prose".into());
        assert!(ranking(Ranking { content, ..Default::default() }).contains("\"prose\""));
        let languages = Some(vec!["cobolt".to_owned()]);
        assert!(ranking(Ranking { languages, ..Default::default() }).contains("\"cobolt\""));
        assert!(ranking(Ranking { without: vec!["luck".to_owned()], ..Default::default() }).contains("`without`"));
        assert!(ranking(Ranking { semantic_weight: Some(2.0), ..Default::default() }).contains("`semanticWeight`"));
        assert!(ranking(Ranking { rrf_k: Some(0.0), ..Default::default() }).contains("`rrfK`"));
        assert!(SearchOptions { budget: Some(f64::INFINITY), ..Default::default() }.check().is_ok());
    }
}
