//! Where a phrase stands in documents, however it is marked up: as text, over a line's end, as an anchor or a label.

use std::collections::BTreeMap;
use std::ops::Range;

/// More between two words of a phrase is no markup.
const BETWEEN: usize = 8;

/// The words of a text in lower case, with their bytes.
fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((text[from..at].to_lowercase(), from..at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The words of a phrase.
pub fn phrase(text: &str) -> Vec<String> {
    words(text).into_iter().map(|(word, _)| word).collect()
}

/// A place in one of several texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Index of the text.
    pub text: usize,
    /// Its bytes.
    pub bytes: Range<usize>,
}

/// Texts by their words.
pub struct Phrases {
    texts: Vec<Vec<(String, Range<usize>)>>,
    by_word: BTreeMap<String, Vec<(usize, usize)>>,
}

impl Phrases {
    /// Reads the texts.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let texts: Vec<_> = texts.map(words).collect();
        let mut by_word: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (text, words) in texts.iter().enumerate() {
            for (at, (word, _)) in words.iter().enumerate() {
                by_word.entry(word.clone()).or_default().push((text, at));
            }
        }
        Phrases { texts, by_word }
    }

    /// Every place where these words follow each other with nothing but markup between them.
    pub fn find(&self, phrase: &[String]) -> Vec<Occurrence> {
        // The rarest word is looked up.
        let places = |word: &String| self.by_word.get(word).map_or(&[] as &[_], Vec::as_slice);
        let Some((offset, rarest)) = phrase.iter().enumerate().min_by_key(|(_, word)| places(word).len()) else {
            return Vec::new();
        };
        let matched = |&(text, at): &(usize, usize)| {
            let first = at.checked_sub(offset)?;
            let found = self.texts[text].get(first..first + phrase.len())?;
            let same = found.iter().zip(phrase).all(|((word, _), wanted)| word == wanted);
            let close = found.windows(2).all(|pair| pair[1].1.start - pair[0].1.end <= BETWEEN);
            (same && close).then(|| Occurrence { text, bytes: found[0].1.start..found[phrase.len() - 1].1.end })
        };
        places(rarest).iter().filter_map(matched).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_as_text_anchor_and_over_a_line_end() {
        let texts = ["# Rotating the *Log*\n", "see [x](#rotating-the-log), rotating\nthe log; rotating the logs"];
        let phrases = Phrases::of(texts.into_iter());
        let found = phrases.find(&phrase("rotating the log"));
        let told: Vec<&str> = found.iter().map(|o| &texts[o.text][o.bytes.clone()]).collect();
        assert_eq!(told, ["Rotating the *Log", "rotating-the-log", "rotating\nthe log"]);
        assert!(phrases.find(&[]).is_empty() && phrases.find(&phrase("log the rotating")).is_empty());
    }
}
