//! When nothing credible was found: why, and what to try next.

use super::confidence;
use super::options::Settings;
use crate::index::{Name, Place, letters};
use crate::rank::question::{Question, is_stop};
use crate::rank::{Scored, descending, is_overview};
use serde::Serialize;

/// What a suggestion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SuggestionKind {
    /// A definition that exists.
    Name,
    /// A regular expression that matches something, if case is ignored.
    Pattern,
}

/// What a person would try next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// What it is.
    pub kind: SuggestionKind,
    /// The name, with what encloses it, or the expression.
    pub text: String,
    /// Where the name is defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The line of the name, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// What is said to a question that cannot be understood alone.
pub(super) const POINTS_BACK: &str = "The question points at something said before, which is not known here: name it.";

/// How many names are suggested.
const NAMES: usize = 5;
/// How many words of the question are looked for among names.
const WORDS: usize = 8;
/// Shorter words are like too many names.
const LEAST_LETTERS: usize = 3;
/// Less alike is not alike.
const ALIKE: f64 = 0.5;
/// How many stems a pattern has.
const STEMS: usize = 3;
/// How many missing words a note lists.
const MISSING: usize = 5;

/// Words that put a question or hold a sentence together in German, Spanish, French, Italian and Portuguese, a line
/// each.
const NOT_ENGLISH: &str = include_str!("not-english.txt");

/// Whether the word is one of those.
fn is_not_english(word: &str) -> bool {
    NOT_ENGLISH.lines().any(|other| other == word)
}

/// Whether a question is put in one of those languages: with two of their words or more, and more than it has of the
/// words that put a question in English.
fn is_put_otherwise(query: &str) -> bool {
    let query = query.to_lowercase();
    let mut words: Vec<&str> = query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    let theirs = words.iter().filter(|word| is_not_english(word)).count();
    let english = words.iter().filter(|word| !is_not_english(word) && is_stop(word)).count();
    theirs >= 2 && theirs > english
}

/// Why the engine does not answer, if the caller lets it choose and nothing credible was found.
pub(super) fn reason(query: &str, scored: &Scored, settings: &Settings) -> Option<String> {
    // The whole is never somebody else's, and no word of such a question need occur in it.
    let grounds = scored.grounds.as_ref().filter(|_| settings.abstain && !is_overview(query))?;
    let (relevance, threshold) = (confidence::relevance(grounds, settings.ranking.mode), settings.threshold);
    if relevance >= threshold {
        return None;
    }
    if grounds.is_empty {
        return Some("The question has only words that put one: say what it is about.".to_owned());
    }
    if scored.lean == 1.0 {
        return Some(POINTS_BACK.to_owned());
    }
    let mut missing = missing(query, scored);
    let otherwise = !missing.is_empty() && is_put_otherwise(query);
    if otherwise {
        missing.retain(|word| !is_not_english(word));
    }
    let (elsewhere, nowhere): (Vec<String>, Vec<String>) =
        missing.into_iter().partition(|word| is_left_out(word, scored));
    let mut of_words = match (nowhere.is_empty(), elsewhere.is_empty()) {
        (true, true) => "its words occur here, but not together".to_owned(),
        (false, _) => format!("nothing here is called or says {}", listed(&nowhere)),
        (true, false) => String::new(),
    };
    if !elsewhere.is_empty() {
        let so_far = if of_words.is_empty() { "" } else { ", and " };
        of_words.push_str(&format!(
            "{so_far}only what was not searched says {} ({})",
            listed(&elsewhere),
            settings.ranking.filter.advice().unwrap_or_default()
        ));
    }
    if otherwise {
        return Some(format!(
            "Nothing here seems to answer this (relevance {relevance:.2}, below {threshold:.2}): {of_words}, and the question is not put in English. Words are met as the code and its comments have them: ask in their language or with names that exist, or set `abstain` to false to see the nearest."
        ));
    }
    Some(format!(
        "Nothing here seems to answer this (relevance {relevance:.2}, below {threshold:.2}): {of_words}. Ask with names that exist, or set `abstain` to false to see the nearest."
    ))
}

/// The first of the words.
fn listed(words: &[String]) -> String {
    let more = if words.len() > MISSING { " and others" } else { "" };
    words[..words.len().min(MISSING)].join(", ") + more
}

/// Whether chunks that take no part hold the word or one of its family.
fn is_left_out(word: &str, scored: &Scored) -> bool {
    let mut held = false;
    scored.view.index.contents().holders(crate::lexical::stem(word), |_, _, _| held = true);
    held
}

/// The words of the question that no chunk holds, in its order.
fn missing(query: &str, scored: &Scored) -> Vec<String> {
    let strange = |word: &String| {
        let stem = crate::lexical::stem(word);
        scored.terms.iter().any(|term| term.chunks == 0 && term.stem == stem)
    };
    Question::read(query, scored.view.index).plain.into_iter().filter(strange).collect()
}

/// Names near the question's words, then a pattern of its rarest.
pub(super) fn suggestions(query: &str, scored: &Scored) -> Vec<Suggestion> {
    if scored.view.is_empty() {
        return Vec::new();
    }
    let question = Question::read(query, scored.view.index);
    let mut found: Vec<Suggestion> = Vec::new();
    if !question.is_stop {
        let mut add = |suggestion: Suggestion| {
            if found.len() < NAMES && !found.contains(&suggestion) {
                found.push(suggestion);
            }
        };
        for (_, name) in nearest(&question, scored) {
            defined(scored, name).into_iter().for_each(&mut add);
        }
        if scored.evidence {
            let best = descending(scored.scores.view());
            best.into_iter().take(NAMES).filter_map(|place| first(&scored.view.place(place))).for_each(add);
        }
    }
    found.extend(pattern(scored));
    found
}

/// Names alike or with parts that are asked for, best first.
fn nearest<'a>(question: &Question, scored: &'a Scored) -> Vec<(f64, &'a Name)> {
    let definitions = scored.view.index.definitions();
    let names = definitions.names();
    let mut likeness = vec![0.0_f64; names.len()];
    let mass: f64 = scored.terms.iter().map(|term| term.idf).sum();
    // By shared parts: Σ idf of those asked for, over the parts that the name has.
    for term in &scored.terms {
        definitions.parts().holders(&term.stem, |row, _, length| {
            likeness[row as usize] += term.idf / (mass * f64::from(length.max(1)).sqrt());
        });
    }
    let known = |word: &str| scored.terms.iter().any(|t| t.chunks > 0 && t.stem == crate::lexical::stem(word));
    let words = question.plain.iter().filter(|word| word.chars().count() >= LEAST_LETTERS && !known(word));
    let mut scratch = Vec::new();
    for word in words.take(WORDS) {
        let (mask, wanted) = (letters(word), sorted_pairs(word, Vec::new()));
        for (row, name) in names.iter().enumerate() {
            let (asked, given) = (word.len(), name.text.len());
            // Names more than twice as long or short share too few pairs of letters.
            if given * 2 >= asked && given <= asked * 3 && 2 * (mask & name.letters).count_ones() >= mask.count_ones() {
                scratch = sorted_pairs(&name.text, scratch);
                let alike = dice(&wanted, &scratch);
                if alike >= ALIKE {
                    likeness[row] = likeness[row].max(alike);
                }
            }
        }
    }
    let mut order: Vec<(f64, &Name)> =
        likeness.into_iter().zip(names).filter(|(alike, name)| *alike > 0.0 && !name.text.is_empty()).collect();
    // The names' rows depend on the history of edits; their texts do not.
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.text.cmp(&b.1.text)));
    order.truncate(NAMES * 4);
    order
}

/// The pairs of neighbouring letters, sorted, in the buffer given.
fn sorted_pairs(word: &str, mut pairs: Vec<(char, char)>) -> Vec<(char, char)> {
    pairs.clear();
    pairs.extend(word.chars().zip(word.chars().skip(1)));
    pairs.sort_unstable();
    pairs
}

/// The Sørensen-Dice coefficient of two sorted lists: twice what they share over what they have. `strsim`'s makes a
/// hash map a name, which took longer than all the rest of an answer.
fn dice(a: &[(char, char)], b: &[(char, char)]) -> f64 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let order = x.cmp(y);
        shared += usize::from(order.is_eq());
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    if a.is_empty() && b.is_empty() { 0.0 } else { 2.0 * shared as f64 / (a.len() + b.len()) as f64 }
}

/// The first definition of a name among the chunks that take part.
fn defined(scored: &Scored, name: &Name) -> Option<Suggestion> {
    let place = name.holders.iter().filter_map(|holder| scored.view.place_of_slot(holder.slot)).min()?;
    let Place { file, entry } = scored.view.place(place);
    let symbol = file.defined_in(&entry.chunk).find(|s| *crate::lexical::folded(&s.name) == *name.text)?;
    Some(Suggestion {
        kind: SuggestionKind::Name,
        text: symbol.qualified.clone(),
        path: Some(file.source.path.clone()),
        line: Some(symbol.line),
    })
}

/// The first definition in a chunk.
fn first(place: &Place) -> Option<Suggestion> {
    let symbol = place.file.symbols_in(&place.entry.chunk).first()?;
    Some(Suggestion {
        kind: SuggestionKind::Name,
        text: symbol.qualified.clone(),
        path: Some(place.file.source.path.clone()),
        line: Some(symbol.line),
    })
}

/// An expression of the rarest stems that occur; a stem begins all words of its family.
fn pattern(scored: &Scored) -> Option<Suggestion> {
    let mut held: Vec<_> = scored.terms.iter().filter(|term| term.chunks > 0 && term.stem.len() > 1).collect();
    held.sort_by_key(|term| term.chunks);
    let stems: Vec<&str> = held.into_iter().take(STEMS).map(|term| term.stem.as_str()).collect();
    let text = stems.join("|").replace('$', "\\$");
    (!text.is_empty()).then_some(Suggestion { kind: SuggestionKind::Pattern, text, path: None, line: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn dice_is_the_librarys(a in "[ab_]{2,9}", b in "[ab_]{2,9}") {
            let (x, y) = (sorted_pairs(&a, Vec::new()), sorted_pairs(&b, Vec::new()));
            prop_assert!((dice(&x, &y) - strsim::sorensen_dice(&a, &b)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_language_of_a_question_is_told_by_its_small_words() {
        for query in [
            "Wie wird die Verbindung zur Datenbank geöffnet?",
            "¿Dónde se valida el token de la sesión?",
            "Où sont les routes enregistrées ?",
            "come viene gestita la cache delle richieste e il timeout",
            "onde os eventos são enviados para o servidor",
        ] {
            assert!(is_put_otherwise(query), "{query}");
        }
        for query in [
            "how does the parser come to die in a loop",
            "de-duplicate the list of os signals",
            "where is el defined",
            "reduce O(n) loop, e.g. quicksort",
            "der encoding of certificates",
            "",
        ] {
            assert!(!is_put_otherwise(query), "{query}");
        }
    }
}
