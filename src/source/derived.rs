//! Texts that are not what a file's bytes say but what is made of it, as of a notebook's JSON its cells.
//!
//! A derived text has the file's lines wherever the file spells them apart, so that a line is the same number in both; where
//! it cannot, [`fault`] says so. Deriving is a function of path and text alone, and a derived text derives to itself: so a
//! file says the same when it is verified, renamed, or read from a snapshot.

use super::language::Language;
use super::notebook;

/// What is indexed of the file at a path, given its text; nothing if that is the text itself.
pub(crate) fn derive(path: &str, text: &str) -> Option<String> {
    match Language::of_path(path, "") {
        Language::Notebook => notebook::derive(text),
        _ => None,
    }
}

/// Whether a text in this language, as it is indexed, cannot become that of another path: what it was made of is not kept.
pub(crate) fn is_bound(language: Language, text: &str, to: &str) -> bool {
    language == Language::Notebook && Language::of_path(to, text) != language
}

/// Why the text of a file is not all that it should be, as a sentence.
pub(crate) fn fault(language: Language, text: &str) -> Option<&'static str> {
    match language {
        Language::Notebook => notebook::fault(text),
        _ => None,
    }
}
