//! Messages of programs: a text in quotation marks that one place alone can have printed.

use super::definitions::{Definitions, PerFile, Place};
use crate::corpus::Corpus;

const PER_FILE: usize = 2;
/// A shorter text is a word or a path, not a message.
const FEWEST_WORDS: usize = 4;
const LONGEST: usize = 120;

/// A message with the definition that prints it.
pub struct Message<'a> {
    /// The text between the marks.
    pub text: &'a str,
    /// The definition around it.
    pub place: Place<'a>,
    /// Its line, from 1.
    pub line: u32,
}

/// Messages that stand once in the corpus, inside the body of a definition; at most `most`.
pub fn mine<'a>(corpus: &'a Corpus, definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<Message<'a>> {
    let once = |text: &str| {
        let files = corpus.engine.files();
        files.map(|file| memchr::memmem::find_iter(file.source.text.as_bytes(), text).take(2).count()).sum::<usize>()
            == 1
    };
    let mut per_file = PerFile::new(PER_FILE);
    let places = definitions.shuffled(&format!("message {repo}")).into_iter().flatten().copied();
    places
        .filter(Place::is_own)
        .filter_map(literal)
        .filter(|message| per_file.admits(&message.place.file.source.path))
        .filter(|message| once(message.text))
        .take(most)
        .collect()
}

/// The first message in a definition's body.
fn literal(place: Place<'_>) -> Option<Message<'_>> {
    let (source, body) = (&place.file.source, place.symbol.body.clone()?);
    let text = source.text.get(body.start as usize..body.end as usize)?;
    let mut start = body.start as usize;
    for line in text.split_inclusive('\n') {
        // Every second part stands between marks; an odd number of marks is another kind of line.
        let parts: Vec<&str> = line.split('"').collect();
        let found =
            parts.iter().skip(1).step_by(2).copied().filter(|_| parts.len() % 2 == 1).find(|part| is_message(part));
        if let Some(text) = found {
            return Some(Message { text, place, line: source.lines.line_of(start as u32) });
        }
        start += line.len();
    }
    None
}

/// Plain words, without places for values.
fn is_message(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '.' | '\'' | '-' | '_' | ':');
    text.len() <= LONGEST && text.split_whitespace().count() >= FEWEST_WORDS && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_words_without_values() {
        assert!(is_message("cannot open the given file"));
        assert!(!is_message("cannot open it"));
        assert!(!is_message("cannot open the file %s"));
    }
}
