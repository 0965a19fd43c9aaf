//! Questions about the code base as a whole.

use super::lean::is_generic;
use super::question::{is_stop, written_out};

/// Words that mean the whole.
const WHOLE: &[&str] = &[
    "app",
    "application",
    "architecture",
    "base",
    "codebase",
    "directory",
    "entry",
    "folder",
    "folders",
    "layout",
    "library",
    "main",
    "module",
    "modules",
    "organisation",
    "organised",
    "organization",
    "organized",
    "overall",
    "overview",
    "package",
    "program",
    "project",
    "repo",
    "repository",
    "structure",
    "structured",
    "summary",
];

/// Whether the question is about the code base as a whole: it has a word that means it, and none of another thing.
pub fn is_overview(text: &str) -> bool {
    let text = written_out(text);
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let whole = |word: &String| WHOLE.contains(&word.as_str());
    words.iter().any(whole) && words.iter().all(|word| whole(word) || is_stop(word) || is_generic(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_is_told_from_its_parts() {
        for text in [
            "overview",
            "give me an overview of the code base",
            "how is this project structured?",
            "main entry point",
            "what does this project do",
        ] {
            assert!(is_overview(text), "{text}");
        }
        for text in
            ["architecture of the tokenizer", "overview of retries", "how does it work", "", "payment with stripe"]
        {
            assert!(!is_overview(text), "{text}");
        }
    }
}
