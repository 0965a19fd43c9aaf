//! How a question is ranked, as a host says it.

use super::filter::{Filter, Scope, Selector};
use super::signals::Signal;
use crate::error::{Error, Result};
use crate::index::LexicalScorer;
use serde::Deserialize;

/// Whose way of ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// nearfield's own: many signals, fitted weights.
    #[default]
    Nearfield,
    /// tobler-search's: the cosine and BM25, standardized and blended.
    Tobler,
}

/// Which channels speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Both.
    #[default]
    Hybrid,
    /// Words and names alone.
    Lexical,
    /// Embeddings alone.
    Semantic,
}

/// How the channels become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// Their scores are added up: how much better one chunk is than another counts.
    #[default]
    Blend,
    /// Their ranks are (reciprocal rank fusion): only the order counts.
    Rrf,
}

/// What a host can say about how to rank. All of it is optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Ranking {
    /// Whose way of ranking.
    pub profile: Profile,
    /// Which channels speak.
    pub mode: Mode,
    /// How they become one.
    pub fusion: Fusion,
    /// The k of reciprocal rank fusion, ≥ 1; 60 is usual.
    pub rrf_k: Option<f64>,
    /// The semantic channel's share of a hybrid, in 0…1. Without it nearfield's profile takes its fitted weights
    /// (as 0.5 does), tobler's takes 0.3 for symbols and 0.5 for words.
    pub semantic_weight: Option<f64>,
    /// Names of signals that keep silent.
    pub without: Vec<String>,
    /// Kinds of content: `code` (the default), `docs`, `config`, `all`.
    pub content: Selector,
    /// Patterns as in an ignore file that name what takes part; `!` before one takes out again.
    pub paths: Option<Vec<String>>,
    /// Names of languages that take part.
    pub languages: Option<Vec<String>>,
    /// Names of roles that take part.
    pub roles: Option<Vec<String>>,
    /// Which code computes tobler's BM25.
    pub lexical: LexicalScorer,
}

/// Options that have been checked.
#[derive(Clone, Debug)]
pub struct RankSettings {
    /// Whose way of ranking.
    pub profile: Profile,
    /// Which channels speak.
    pub mode: Mode,
    /// How they become one.
    pub fusion: Fusion,
    /// The k of reciprocal rank fusion.
    pub rrf_k: f64,
    /// The semantic channel's share, if the caller says.
    pub semantic_weight: Option<f64>,
    /// Signals that keep silent.
    pub without: Vec<Signal>,
    /// Which files' chunks take part.
    pub filter: Filter,
    /// Which code computes tobler's BM25.
    pub lexical: LexicalScorer,
}

/// The usual k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
const RRF_K: f64 = 60.0;

impl Ranking {
    /// Checks every value; the error names the option and what is allowed.
    pub fn check(&self) -> Result<RankSettings> {
        let scope = Scope {
            content: self.content.clone(),
            paths: self.paths.as_deref(),
            languages: self.languages.as_deref(),
            roles: self.roles.as_deref(),
        };
        let rrf_k = self.rrf_k.unwrap_or(RRF_K);
        let within = |name, value: f64, allowed: bool, expected| {
            if allowed { Ok(value) } else { Err(Error::Option { name, given: value.to_string(), expected }) }
        };
        if let Some(share) = self.semantic_weight {
            within("semanticWeight", share, (0.0..=1.0).contains(&share), "a number from 0 to 1")?;
        }
        let signal = |name: &String| {
            let known = Signal::ALL.iter().copied().find(|signal| signal.as_str() == name);
            known.ok_or_else(|| Error::Option { name: "without", given: format!("{name:?}"), expected: Signal::NAMES })
        };
        Ok(RankSettings {
            profile: self.profile,
            mode: self.mode,
            fusion: self.fusion,
            rrf_k: within("rrfK", rrf_k, rrf_k >= 1.0 && rrf_k.is_finite(), "a number of ranks, 1 or more")?,
            semantic_weight: self.semantic_weight,
            without: self.without.iter().map(signal).collect::<Result<_>>()?,
            filter: Filter::new(&scope)?,
            lexical: self.lexical,
        })
    }
}
