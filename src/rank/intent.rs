//! What kind of answer a question wants.

use super::query::is_symbol_query;
use super::signals::Signal;
use crate::source::Content;
use serde::Serialize;

/// The kind of answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Intent {
    /// A definition, asked for by its bare name.
    Symbol,
    /// Where something is.
    Locate,
    /// How something works.
    Explain,
    /// Who uses something.
    References,
    /// What a change would touch.
    Impact,
    /// Why something fails.
    Debug,
    /// How a value travels.
    DataFlow,
    /// How the parts fit together.
    Architecture,
    /// A few words.
    #[default]
    Keyword,
}

impl Intent {
    /// What a signal's weight is multiplied by. Weights fitted for symbols, keywords, explanations and places apart
    /// did no better than common ones (bench/retrieval/README.md), so these have no factors. Those that have, ask for
    /// something else than the definition.
    pub fn factor(self, signal: Signal) -> f64 {
        use Signal as S;
        match (self, signal) {
            // Nothing but a name: what has it comes before what only talks of it.
            (Intent::Symbol, S::Defines) => 3.0,
            (Intent::References | Intent::Impact, S::Mentions) => 6.0,
            (Intent::References | Intent::Impact, S::Defines | S::NameCoverage | S::StemPrecision) => 0.2,
            // A test is a user, too.
            (Intent::References | Intent::Impact, S::Test | S::Example) => 0.3,
            (Intent::Debug, S::Quoted | S::Line) => 1.5,
            (Intent::Debug, S::Test) => 0.6,
            _ => 1.0,
        }
    }

    /// How many tokens such an answer deserves, where the caller does not say: a place is short, an overview long.
    pub fn budget(self) -> u64 {
        match self {
            Intent::Symbol | Intent::Locate => 1500,
            Intent::Keyword | Intent::Explain => 2000,
            Intent::References | Intent::Impact | Intent::Debug => 3000,
            Intent::DataFlow | Intent::Architecture => 4000,
        }
    }
}

/// Words and what they tell, the first that occurs decides.
const SIGNS: [(&[&str], Intent); 6] = [
    (
        &[
            "who calls",
            "callers of",
            "called from",
            "called by",
            "usages of",
            "usage of",
            "references to",
            "where is it used",
            "used by",
            "uses of",
            "call sites",
        ],
        Intent::References,
    ),
    (
        &[
            "impact of",
            "what breaks",
            "would break",
            "affected by",
            "depends on",
            "depend on",
            "if i change",
            "if we change",
        ],
        Intent::Impact,
    ),
    (
        &[
            "traceback",
            "exception:",
            "error:",
            "panicked at",
            "stack trace",
            "why does",
            "why is",
            "fails with",
            "crash",
            "segfault",
        ],
        Intent::Debug,
    ),
    (&["data flow", "dataflow", "flow from", "passed from", "propagate", "end up in", "travels"], Intent::DataFlow),
    (
        &[
            "architecture",
            "overview",
            "structure of",
            "organized",
            "organised",
            "pipeline",
            "lifecycle",
            "life cycle",
            "fit together",
            "design of",
        ],
        Intent::Architecture,
    ),
    (
        &[
            "where is",
            "where are",
            "where does",
            "where do",
            "which file",
            "defined",
            "definition of",
            "find the",
            "locate",
        ],
        Intent::Locate,
    ),
];

/// The kind of answer that a question wants, told from its wording.
pub fn of(text: &str) -> Intent {
    if is_symbol_query(text) {
        return Intent::Symbol;
    }
    let lower = text.to_lowercase();
    for (signs, intent) in SIGNS {
        if signs.iter().any(|sign| lower.contains(sign)) {
            return intent;
        }
    }
    let asks = ["how ", "what ", "explain", "describe", "why "].iter().any(|word| lower.trim_start().starts_with(word));
    if asks { Intent::Explain } else { Intent::Keyword }
}

/// What a question would rather be answered by, where code and documents both take part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Code.
    Code,
    /// What fits best.
    #[default]
    Either,
    /// What fits best, be it a document: it is asked how one would do something.
    Guidance,
    /// Documents, by what they are called.
    Documents,
}

/// Wordings that ask what one would do.
const GUIDANCE: &[&str] = &[
    "how to ",
    "how do i ",
    "how do you ",
    "how do we ",
    "how can i ",
    "how can you ",
    "how can we ",
    "how should i ",
    "how should we ",
    "can i ",
    "should i ",
    "getting started",
    "get started",
    "quick start",
    "quickstart",
    "step by step",
    "best practice",
    "release notes",
    "migrating",
    "upgrading",
    "what's new",
    "whats new",
];

/// Words that name one.
const NAMES_OF_DOCUMENTS: &[&str] = &[
    "changelog",
    "doc",
    "docs",
    "documentation",
    "documented",
    "document",
    "faq",
    "guide",
    "guides",
    "handbook",
    "howto",
    "install",
    "installation",
    "installing",
    "license",
    "licence",
    "manual",
    "overview",
    "readme",
    "tutorial",
    "tutorials",
];

/// Words that ask for code.
const NAMES_OF_CODE: &[&str] = &[
    "class",
    "code",
    "defined",
    "definition",
    "function",
    "implementation",
    "implemented",
    "implements",
    "method",
    "source",
    "struct",
    "trait",
];

impl Wanted {
    /// Told from the wording, in which `names` says whether something is named as a thing of the code, and from the intent.
    pub fn of(text: &str, intent: Intent, names: bool) -> Self {
        let lower = text.to_lowercase();
        let has = |words: &[&str]| {
            lower.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| words.contains(&word))
        };
        match intent {
            Intent::Symbol => Wanted::Code,
            _ if has(NAMES_OF_CODE) => Wanted::Code,
            _ if has(NAMES_OF_DOCUMENTS) => Wanted::Documents,
            _ if GUIDANCE.iter().any(|wording| lower.contains(wording)) => Wanted::Guidance,
            Intent::Locate | Intent::References | Intent::Impact | Intent::Debug | Intent::DataFlow => Wanted::Code,
            _ if names => Wanted::Code,
            Intent::Explain | Intent::Architecture | Intent::Keyword => Wanted::Either,
        }
    }

    /// How much speaks against a file of such content, in 0…1, where the other kind takes part as well.
    pub fn against(self, content: Content) -> f64 {
        match (self, content) {
            (Wanted::Code, Content::Docs) => 1.0,
            (Wanted::Either, Content::Docs) | (Wanted::Documents, Content::Code) => 0.3,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wording_tells_what_should_answer() {
        for (text, names, wanted) in [
            ("ZodObject", true, Wanted::Code),
            ("how to validate an email address", false, Wanted::Guidance),
            ("How do I cache answers?", false, Wanted::Guidance),
            ("installation on windows", false, Wanted::Documents),
            ("documentation of sessions", false, Wanted::Documents),
            ("where is the documentation of sessions", false, Wanted::Documents),
            ("overview of caching", false, Wanted::Documents),
            ("how do I find the implementation of flush", true, Wanted::Code),
            ("how does parse_header work", true, Wanted::Code),
            ("where is the cache filled", false, Wanted::Code),
            ("who calls flush", false, Wanted::Code),
            ("how does caching work", false, Wanted::Either),
            ("session management", false, Wanted::Either),
        ] {
            assert_eq!(Wanted::of(text, of(text), names), wanted, "{text}");
        }
    }

    #[test]
    fn wording_tells_the_intent() {
        for (text, intent) in [
            ("ZodObject", Intent::Symbol),
            ("session management", Intent::Keyword),
            ("how does caching work", Intent::Explain),
            ("where is the cache filled", Intent::Locate),
            ("who calls flush", Intent::References),
            ("what breaks if I rename Session", Intent::Impact),
            ("TypeError: x is not a function, why does this happen", Intent::Debug),
            ("request lifecycle", Intent::Architecture),
            ("data flow of a header into the response", Intent::DataFlow),
        ] {
            assert_eq!(of(text), intent, "{text}");
        }
    }
}
