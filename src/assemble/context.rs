//! The answer to a question.

use super::abstain::Suggestion;
use super::confidence::Confidence;
use super::render::Format;
use super::tier::Tier;
use crate::rank::grounds::Grounds;
use crate::rank::intent::Intent;
use crate::rank::{Contribution, Profile, SymbolRef};
use crate::source::{Fingerprint, Language, Role};
use serde::Serialize;

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    /// The question.
    pub query: String,
    /// The rendered context, in its format: figures, notes, then the blocks; empty where not even one of them fits the
    /// budget.
    pub text: String,
    /// How it is written.
    pub format: Format,
    /// The figures in one line.
    pub header: String,
    /// What is shown, heaviest first.
    pub blocks: Vec<Block>,
    /// The effective number of chunks that share the weight.
    pub n_eff: f64,
    /// How many blocks are shown.
    pub k: usize,
    /// How many chunks the nucleus has.
    pub nucleus: usize,
    /// ε: the mass of every chunk that is not shown in any tier; in tobler's profile the mass outside the nucleus.
    pub epsilon: f64,
    /// The mass of every chunk that is not shown in any tier.
    pub hidden: f64,
    /// The mass that is shown, by tier; with `hidden` it sums to 1.
    pub masses: Masses,
    /// The temperature τ.
    pub tau: f64,
    /// The tokens of the complete text, by the engine's estimate; in tobler's profile those of the blocks, which it
    /// counts as characters / 4.
    pub tokens: u64,
    /// The budget.
    pub budget: u64,
    /// Whose way of ranking and of spending it was.
    pub profile: Profile,
    /// What kind of answer the question was taken to want.
    pub intent: Intent,
    /// How strongly the conversation took part, 0…1: in tobler's profile its λ, else how much the question leans on what
    /// was said before.
    pub memory: f64,
    /// The semantic channel's share in the blend.
    pub alpha: f64,
    /// How many chunks took part.
    pub chunks: usize,
    /// How many files they are in.
    pub files: usize,
    /// How many indexed chunks did not take part, because they are of another kind of content.
    pub left_out: usize,
    /// The heaviest weights, in descending order, for a picture of the distribution.
    pub weights: Vec<f64>,
    /// The best of what is not shown, or only as a stub, best first.
    pub recommended_reads: Vec<Read>,
    /// What a reader should know, as sentences.
    pub notes: Vec<String>,
    /// The probability that the answer is among what is shown, now or before, as full text, skeleton or signature; 0
    /// where nothing is. None in tobler's profile, and for a question that leans on the one before it.
    pub confidence: Option<Confidence>,
    /// The probability, in 0…1, that the question belongs to this code base; what [`calibrate`](super::calibrate)
    /// takes. None in tobler's profile.
    pub relevance: Option<f64>,
    /// Whether nothing is shown because nothing credible was found; a note says why.
    pub abstained: bool,
    /// What to try next, where nothing is shown.
    pub suggestions: Vec<Suggestion>,
    /// What `confidence` and `relevance` are computed from.
    #[serde(skip)]
    pub grounds: Option<Grounds>,
}

/// Mass by tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Masses {
    /// Shown whole.
    pub full: f64,
    /// Shown with folded bodies.
    pub skeleton: f64,
    /// Shown by signatures.
    pub signature: f64,
    /// Named.
    pub stub: f64,
}

impl Masses {
    /// Counts a chunk that is shown.
    pub(super) fn add(&mut self, tier: Tier, weight: f64) {
        *match tier {
            Tier::Full => &mut self.full,
            Tier::Skeleton => &mut self.skeleton,
            Tier::Signature => &mut self.signature,
            Tier::Stub => &mut self.stub,
        } += weight;
    }

    /// All that is shown.
    pub(super) fn shown(&self) -> f64 {
        self.full + self.skeleton + self.signature + self.stub
    }
}

/// Lines worth reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Read {
    /// The file.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// The chunk's weight.
    pub weight: f64,
}

/// One chunk that is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// The file.
    pub path: String,
    /// The chunk's first line, from 1.
    pub start_line: u32,
    /// Its last line, inclusive.
    pub end_line: u32,
    /// Where the chunk starts in the file's text, in UTF-16 code units.
    pub start: u32,
    /// Where it ends, exclusive.
    pub end: u32,
    /// Of the chunk's text, by which [`verify`](super::verify) knows it again.
    pub hash: Fingerprint,
    /// The level of detail.
    pub tier: Tier,
    /// The chunk's weight; all chunks' weights sum to 1.
    pub weight: f64,
    /// The score behind the weight; in tobler's profile standardized.
    pub score: f64,
    /// The file's language.
    pub language: Language,
    /// The file's role.
    pub role: Role,
    /// The definition that the chunk begins in, if it begins inside one.
    pub scope: Option<String>,
    /// The definitions whose names lie in the chunk.
    pub symbols: Vec<SymbolRef>,
    /// The line above the text: path, lines and, where there is one, the enclosing definition; for a stub also
    /// the names that are defined there.
    pub heading: String,
    /// What is printed below the heading; empty for a stub.
    pub text: String,
    /// The lines (1-based, inclusive) that `text` is made of.
    pub shown: Vec<(u32, u32)>,
    /// Whether an earlier answer of the conversation has the text; then only its place is given.
    pub delivered: bool,
    /// The lines (1-based, inclusive) that the conversation has of it.
    pub seen: Vec<(u32, u32)>,
    /// What the score is made of, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Contribution>,
    /// Where the same text stands again, or nearly the same, with the weights of these chunks, which count as shown.
    pub also_at: Vec<Copy>,
}

/// Where a text stands again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Copy {
    /// The lines.
    #[serde(flatten)]
    pub at: Read,
    /// Whether it is the same but for blanks; else at least nine lines in ten are.
    pub exact: bool,
}
