//! A name that nothing is called: what is called almost so.

use super::names::{holders, worth};
use super::{Column, Signal, Values};
use crate::index::{Name, letters};
use crate::rank::question::Question;
use crate::rank::view::View;
use std::borrow::Cow;
use strsim::osa_distance;

/// Shorter words are too like too many.
const LEAST_LETTERS: usize = 5;
/// From this length on two edits are forgiven.
const LONG: usize = 9;
/// An abbreviation has so many letters.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=6;
/// More words than this are not looked for.
const MOST_WORDS: usize = 8;

pub fn add(view: &View, question: &Question, columns: &mut Vec<Column>) {
    let strangers: Vec<&str> =
        question.plain.iter().map(String::as_str).filter(|word| is_strange(view, word)).collect();
    if strangers.is_empty() {
        return;
    }
    let mut similar = Vec::new();
    // One strange word among many is rather a word than a name.
    let share = 1.0 / question.plain.len() as f64;
    for word in strangers.into_iter().take(MOST_WORDS) {
        let word = Word::new(word);
        for name in view.index.definitions().names() {
            let likeness = word.likeness(name);
            if likeness > 0.0 {
                for (place, holder) in holders(view, name) {
                    similar.push((place as u32, share * likeness * worth(holder)));
                }
            }
        }
    }
    columns.push((Signal::SimilarName, Values::largest(similar)));
}

/// Whether no definition has the name and no chunk the word.
fn is_strange(view: &View, word: &str) -> bool {
    word.chars().count() >= *INITIALS.start()
        && view.index.definitions().find(word).is_none()
        && view.index.contents().document_frequency(word) == 0
}

/// A word that names are compared with.
struct Word<'a> {
    text: &'a str,
    length: usize,
    letters: u64,
    joined: Cow<'a, str>,
    joined_letters: u64,
}

impl<'a> Word<'a> {
    fn new(text: &'a str) -> Self {
        let joined = joined(text);
        let joined_letters = letters(&joined);
        Word { text, length: text.chars().count(), letters: letters(text), joined, joined_letters }
    }

    /// How like the word a name is, 0…1: by edits, as its part, or as its initials.
    fn likeness(&self, name: &Name) -> f64 {
        let (asked, given) = (self.length, name.length as usize);
        if INITIALS.contains(&asked) && *name.initials == *self.text {
            return 0.8;
        }
        if asked < LEAST_LETTERS || given == 0 {
            return 0.0;
        }
        let longer = asked.max(given) as f64;
        let may_hold = given > asked && self.joined_letters & !name.letters == 0;
        if may_hold && joined(&name.text).contains(&*self.joined) {
            return asked as f64 / longer;
        }
        let edits = if asked >= LONG { 2 } else { 1 };
        // An edit changes two letters at most.
        if asked.abs_diff(given) > edits || (self.letters ^ name.letters).count_ones() as usize > 2 * edits {
            return 0.0;
        }
        let distance = osa_distance(self.text, &name.text);
        if distance <= edits { 1.0 - distance as f64 / longer } else { 0.0 }
    }
}

/// The name without what joins its parts, borrowed if there is nothing to take out.
fn joined(name: &str) -> Cow<'_, str> {
    if name.contains(['_', '-', '$']) { name.replace(['_', '-', '$'], "").into() } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str, initials: &str) -> Name {
        let mut name = Name::default();
        (name.text, name.initials) = (text.into(), initials.into());
        (name.letters, name.length) = (letters(text), text.chars().count() as u32);
        name
    }

    fn likeness(word: &str, name: &Name) -> f64 {
        Word::new(word).likeness(name)
    }

    #[test]
    fn slips_parts_and_initials_are_alike() {
        let builder = name("globsetbuilder", "gsb");
        for word in ["globsetbuidler", "globsetbulder", "globstbuilder", "setbuild", "gsb"] {
            assert!(likeness(word, &builder) > 0.5, "{word}");
        }
        for word in ["glob", "globalsetting", "bgs", "builders"] {
            assert_eq!(likeness(word, &builder), 0.0, "{word}");
        }
        assert!(likeness("parsehead", &name("parse_header", "ph")) > 0.7);
        assert_eq!(likeness("walk", &name("wall", "")), 0.0, "too short");
        assert!(likeness("größenmass", &name("größenmaß", "")) > 0.7, "letters are counted, not bytes");
        assert!(likeness("расчётсуммы", &name("расчетсуммы", "")) > 0.7);
        assert_eq!(likeness("世界", &name("世間", "")), 0.0, "two letters are too few");
    }
}
