//! The front door for bytes: a [`Source`] or the reason why not.

use serde::Serialize;

use super::decode::{self, Encoding};
use super::derived;
use super::ignore::IgnoreRules;
use super::language::{Content, Language};
use super::lines::Lines;
use super::mask::{self, Masked};
use super::minified::is_minified;
use super::path::normalize_path;
use super::role::{Role, role};
use super::secret::{is_secret_name, is_secret_text};

/// A file that was let in.
#[derive(Clone, Debug)]
pub struct Source {
    /// The canonical path: see [`normalize_path`].
    pub path: String,
    /// The text, without a byte-order mark, line ends as given, secrets masked. Of a notebook it is the cells, at their lines.
    pub text: String,
    /// How the bytes were read; its note belongs in the report.
    pub encoding: Encoding,
    /// The text's lines and UTF-16 offsets.
    pub lines: Lines,
    /// What it is written in.
    pub language: Language,
    /// What it is for.
    pub role: Role,
    /// The secrets that were masked in its text, by line.
    pub masked: Vec<Masked>,
}

impl Source {
    /// A source from a text that needs no admission: a caller's own, or a test's. `path` is taken as canonical, and no
    /// secret is looked for.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let language = Language::of_path(&path, &text);
        let role = role(&path, language, &text);
        let lines = Lines::new(&text);
        Self { path, text, encoding: Encoding::Utf8, lines, language, role, masked: Vec::new() }
    }
}

/// Why a file was not let in. Its `Display` is a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refusal {
    /// The path cannot be an identity inside the index.
    #[error("Its path {why}: give a path relative to the indexed folder, such as `src/main.ts`.")]
    BadPath {
        /// What is wrong, as the rest of "Its path …".
        why: &'static str,
    },
    /// The name, or the first line, promises a secret.
    #[serde(rename = "secret-file")]
    #[error(
        "It looks like a file of secrets and was not indexed: rename it, for example to end in `.example`, if it holds none."
    )]
    Secret,
    /// A rule file excludes it.
    #[error(
        "The ignore rule {rule} excludes it: a later rule that starts with `!`, for example in .nearfieldignore, lets it in."
    )]
    Ignored {
        /// The rule and where it stands.
        rule: String,
    },
    /// Larger than the limit for its kind.
    #[error("It has {bytes} bytes and the limit is {limit}: raise the limit if it is worth reading.")]
    TooLarge {
        /// The file's size.
        bytes: usize,
        /// What would have been allowed.
        limit: usize,
    },
    /// The index holds as much as it may.
    #[serde(rename = "memory-limit")]
    #[error(
        "The index has reached its limit of {limit} bytes of memory: raise maxMemoryBytes, or leave out what matters less."
    )]
    Full {
        /// What would have been allowed.
        limit: usize,
    },
    /// No text.
    #[error("It is a binary file: only text is indexed.")]
    Binary,
    /// A text, but in which encoding?
    #[error("It {why}: convert it to UTF-8, or to UTF-16 with a byte-order mark.")]
    Encoding {
        /// What is known, as the rest of "It …".
        why: &'static str,
    },
    /// Nothing but white space.
    #[error("It is empty.")]
    Empty,
    /// Written for machines.
    #[error("It is minified or data without line breaks: index the source it was made from.")]
    Minified,
}

impl Refusal {
    /// The stable code that JavaScript sees.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::BadPath { .. } => "bad-path",
            Refusal::Secret => "secret-file",
            Refusal::Ignored { .. } => "ignored",
            Refusal::TooLarge { .. } => "too-large",
            Refusal::Full { .. } => "memory-limit",
            Refusal::Binary => "binary",
            Refusal::Encoding { .. } => "encoding",
            Refusal::Empty => "empty",
            Refusal::Minified => "minified",
        }
    }
}

/// How large a file may be, in bytes; and whether its secrets come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For programs and prose. 4,000,000: the largest sources that people write stay below it (TypeScript's checker has
    /// 3 MB, numpy's LAPACK 1.3 MB), and the trees of such a file still fit a browser tab.
    pub max_file_bytes: usize,
    /// For data and settings. 1,000,000: beyond that they are fixtures and dumps, of which a reader wants no part.
    pub max_data_bytes: usize,
    /// Whether secrets in a text are masked before anything is made of it: see [`mask`](super::mask).
    pub mask_secrets: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_file_bytes: 4_000_000, max_data_bytes: 1_000_000, mask_secrets: true }
    }
}

impl Limits {
    /// The limits of a caller that names one number: it holds for every kind of file.
    pub fn of(max_file_bytes: usize) -> Self {
        Self { max_file_bytes, max_data_bytes: max_file_bytes, ..Self::default() }
    }

    fn for_content(&self, content: Content) -> usize {
        match content {
            Content::Code | Content::Docs => self.max_file_bytes,
            Content::Config => self.max_data_bytes.min(self.max_file_bytes),
        }
    }
}

/// Lets a file in or says why not.
///
/// The order of the questions is the order of cost, except that a secret is refused before anything else is asked of it:
/// path, secret by name, ignore rules, size, encoding, empty, secret by text, minified. Before the last, the text of a
/// notebook is derived, and secrets in the text are masked: nothing after sees them.
///
/// # Errors
/// A [`Refusal`], whatever the bytes are; this does not panic.
pub fn admit(path: &str, bytes: &[u8], rules: &IgnoreRules, limits: &Limits) -> Result<Source, Refusal> {
    let path = admit_unread(path, bytes.len(), rules, limits)?;
    let decode::Decoded { mut text, encoding } = decode::read(bytes)?;
    if text.chars().all(char::is_whitespace) {
        return Err(Refusal::Empty);
    }
    if is_secret_text(&path, &text) {
        return Err(Refusal::Secret);
    }
    if let Some(derived) = derived::derive(&path, &text) {
        text = derived;
        if text.trim().is_empty() {
            return Err(Refusal::Empty);
        }
    }
    let masked = if limits.mask_secrets { mask::mask(&mut text) } else { Vec::new() };
    let language = Language::of_path(&path, &text);
    let lines = Lines::new(&text);
    if is_minified(&path, language, &text, &lines) {
        return Err(Refusal::Minified);
    }
    let role = role(&path, language, &text);
    Ok(Source { path, text, encoding, lines, language, role, masked })
}

/// What can be asked of a file without its bytes, of which there are so many: its canonical path, or why it stays out.
///
/// # Errors
/// A [`Refusal`].
pub fn admit_unread(path: &str, bytes: usize, rules: &IgnoreRules, limits: &Limits) -> Result<String, Refusal> {
    let path = normalize_path(path)?;
    if is_secret_name(&path) {
        return Err(Refusal::Secret);
    }
    if let Some(rule) = rules.is_ignored(&path, false) {
        return Err(Refusal::Ignored { rule });
    }
    if bytes > limits.max_data_bytes.min(limits.max_file_bytes) {
        // Before the text is known the path alone tells the kind; an unknown kind has the larger limit.
        let limit = limits.for_content(Language::of_path(&path, "").content());
        if bytes > limit {
            return Err(Refusal::TooLarge { bytes, limit });
        }
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(path: &str, bytes: &[u8]) -> &'static str {
        let mut rules = IgnoreRules::new();
        rules.set(".gitignore", "*.log\n.env\n");
        admit(path, bytes, &rules, &Limits { max_data_bytes: 1_000, ..Limits::of(20_000) })
            .map_or_else(|r| r.code(), |_| "admitted")
    }

    #[test]
    fn every_reason_and_their_order() {
        let bundle = "a(b);".repeat(2_000);
        for (path, bytes, wanted) in [
            ("src/a.rs", &b"fn main() {}\n"[..], "admitted"),
            ("", b"x", "bad-path"),
            ("../a.rs", b"x", "bad-path"),
            (".env", b"A=1", "secret-file"),
            ("a.log", b"x", "ignored"),
            ("node_modules/a/index.js", b"x", "ignored"),
            ("a.rs", &[b'x'; 20_001], "too-large"),
            ("a.json", &[b' '; 1_001], "too-large"),
            ("a.png", b"\x89PNG\r\n\x1a\n\0", "binary"),
            ("a.c", b"// \xD6\xD0\xCE\xC4\n", "encoding"),
            ("a.py", b"", "empty"),
            ("a.py", b"\xEF\xBB\xBF \r\n\t", "empty"),
            ("key.txt", b"-----BEGIN PRIVATE KEY-----\nA\n", "secret-file"),
            ("a.js", bundle.as_bytes(), "minified"),
        ] {
            assert_eq!(code(path, bytes), wanted, "{path}");
        }
    }

    #[test]
    fn a_source_knows_itself() {
        let source = admit(
            ".\\src\\Größe.test.ts",
            "\u{feff}const größe = 1;\r\n".as_bytes(),
            &IgnoreRules::new(),
            &Limits::default(),
        )
        .unwrap();
        assert_eq!(source.path, "src/Größe.test.ts");
        assert_eq!(source.text, "const größe = 1;\r\n");
        assert_eq!((source.language, source.role, source.lines.count()), (Language::TypeScript, Role::Test, 1));
    }

    #[test]
    fn reasons_are_sentences() {
        for refusal in [
            Refusal::BadPath { why: "is empty" },
            Refusal::Secret,
            Refusal::Ignored { rule: "`*.log` (.gitignore:1)".into() },
            Refusal::TooLarge { bytes: 2, limit: 1 },
            Refusal::Full { limit: 1 },
            Refusal::Binary,
            Refusal::Encoding { why: "is UTF-32" },
            Refusal::Empty,
            Refusal::Minified,
        ] {
            let sentence = refusal.to_string();
            assert!(sentence.starts_with(char::is_uppercase) && sentence.ends_with('.'), "{sentence}");
            let json = serde_json::to_value(&refusal).unwrap();
            assert_eq!(json["code"], refusal.code());
        }
    }

    #[test]
    fn one_number_limits_every_kind() {
        assert_eq!(Limits::of(7), Limits { max_file_bytes: 7, max_data_bytes: 7, mask_secrets: true });
        assert_eq!(Limits { max_file_bytes: 5, ..Limits::default() }.for_content(Content::Config), 5);
    }
}
