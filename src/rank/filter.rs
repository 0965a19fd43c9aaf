//! Which chunks take part.

use crate::error::{Error, Result};
use crate::index::File;
use crate::source::{Content, Language, PathPatterns, Role};
use serde::Deserialize;
use std::collections::BTreeSet;

/// One name or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Selector {
    /// One name.
    One(String),
    /// Several names.
    Many(Vec<String>),
}

impl Default for Selector {
    fn default() -> Self {
        Selector::One("code".to_owned())
    }
}

impl Selector {
    fn names(&self) -> &[String] {
        match self {
            Selector::One(name) => std::slice::from_ref(name),
            Selector::Many(names) => names,
        }
    }
}

/// What a caller can say about what takes part. All that is said must hold.
#[derive(Clone, Debug, Default)]
pub struct Scope<'a> {
    /// Kinds of content: `code`, `docs`, `config`, `all`.
    pub content: Selector,
    /// Patterns as in an ignore file, but naming what takes part; `!` before one takes out again.
    pub paths: Option<&'a [String]>,
    /// Names of languages.
    pub languages: Option<&'a [String]>,
    /// Names of roles.
    pub roles: Option<&'a [String]>,
}

/// Which files' chunks take part.
#[derive(Clone, Debug)]
pub struct Filter {
    contents: BTreeSet<Content>,
    paths: Option<PathPatterns>,
    languages: Option<BTreeSet<Language>>,
    roles: Option<BTreeSet<Role>>,
}

impl Filter {
    /// The filter that a scope means.
    pub fn new(scope: &Scope) -> Result<Self> {
        let mut contents = BTreeSet::new();
        for name in scope.content.names() {
            match name.as_str() {
                "code" => contents.extend([Content::Code]),
                "docs" => contents.extend([Content::Docs]),
                "config" => contents.extend([Content::Config]),
                "all" => contents.extend([Content::Code, Content::Docs, Content::Config]),
                _ => return Err(unknown_content(name)),
            }
        }
        if contents.is_empty() {
            return Err(unknown_content("an empty list"));
        }
        // A list with nothing in it asks for nothing in particular.
        fn asked(names: Option<&[String]>) -> Option<&[String]> {
            names.filter(|names| !names.is_empty())
        }
        let patterns = scope.paths.map_or(0, |paths| paths.iter().map(|path| path.lines().count()).sum());
        if patterns > MOST_PATTERNS {
            return Err(Error::Option {
                name: "paths",
                given: format!("{patterns} patterns"),
                expected: "a list of 500 patterns or fewer",
            });
        }
        let languages = asked(scope.languages).map(|names| named(names, "languages", Language::from_name, LANGUAGES));
        let roles = asked(scope.roles).map(|names| named(names, "roles", Role::from_name, ROLES));
        Ok(Filter {
            contents,
            paths: asked(scope.paths).map(PathPatterns::new).transpose().map_err(unread)?,
            languages: languages.transpose()?,
            roles: roles.transpose()?,
        })
    }

    /// The same kinds of content from everywhere; none if the filter says nothing else.
    pub fn widened(&self) -> Option<Filter> {
        let narrows = self.paths.is_some() || self.languages.is_some() || self.roles.is_some();
        narrows.then(|| Filter { contents: self.contents.clone(), paths: None, languages: None, roles: None })
    }

    /// What to say otherwise so that more takes part; nothing if everything does.
    pub fn advice(&self) -> Option<String> {
        let narrow =
            [("paths", self.paths.is_some()), ("languages", self.languages.is_some()), ("roles", self.roles.is_some())];
        let narrow: Vec<String> =
            narrow.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!("`{name}`")).collect();
        let all = (self.contents.len() < ALL_CONTENTS).then(|| "search with content \"all\"".to_owned());
        let widen = (!narrow.is_empty()).then(|| format!("widen {}", narrow.join(" and ")));
        let advice: Vec<String> = all.into_iter().chain(widen).collect();
        (!advice.is_empty()).then(|| advice.join(", or "))
    }

    /// Whether the file's chunks take part.
    pub fn admits(&self, file: &File) -> bool {
        let source = &file.source;
        self.contents.contains(&source.language.content())
            && self.languages.as_ref().is_none_or(|languages| languages.contains(&source.language))
            && self.roles.as_ref().is_none_or(|roles| roles.contains(&source.role))
            && self.paths.as_ref().is_none_or(|paths| paths.matches(&source.path))
    }
}

fn unread(pattern: &str) -> Error {
    Error::Option {
        name: "paths",
        given: format!("{pattern:?}"),
        expected: "patterns as in an ignore file, such as \"src/\", \"*.ts\", \"{src,lib}/**\" or \"!tests/\"; each must say something, `[` needs its `]`, and `#` begins a comment unless a backslash stands before it",
    }
}

/// How many kinds of content there are.
const ALL_CONTENTS: usize = 3;

/// Compiling more takes seconds.
const MOST_PATTERNS: usize = 500;

const LANGUAGES: &str = "a list of language names as in `stats().languages`, such as [\"typescript\", \"rust\"]";
const ROLES: &str = "a list of \"code\", \"test\", \"docs\", \"config\", \"generated\", \"vendor\"";

fn named<T: Ord>(
    names: &[String],
    option: &'static str,
    read: impl Fn(&str) -> Option<T>,
    expected: &'static str,
) -> Result<BTreeSet<T>> {
    let unknown = |name: &str| Error::Option { name: option, given: format!("{name:?}"), expected };
    names.iter().map(|name| read(name).ok_or_else(|| unknown(name))).collect()
}

fn unknown_content(given: &str) -> Error {
    Error::Option {
        name: "content",
        given: format!("{given:?}"),
        expected: "\"code\", \"docs\", \"config\", \"all\" or a list of them",
    }
}
