//! What a question found, in absolute terms: the grounds on which an answer is trusted or withheld.
//!
//! A ranking only compares chunks with each other; some chunk is always the best. These measures keep what the
//! comparison loses: how much of the question occurs at all, and how near the nearest is.

use super::blend::{heaviest, largest, moments, most};
use super::intent::Intent;
use super::question::Question;
use super::signals::{Evidence, Signal, Values};
use super::softmax::exponentials;
use super::view::View;
use crate::index::Place;
use crate::lexical::{composed, folded};
use ndarray::ArrayView1;

/// The kind of question, by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A name and nothing else.
    Name,
    /// A sentence with a name in it.
    Named,
    /// A place in a file: a path, a line of a trace.
    Place,
    /// A few words.
    Keywords,
    /// A question in words.
    Asked,
    /// A statement: a sentence of documentation, the subject of a change.
    Statement,
}

/// Beside so many words or fewer a sure name is what the question is about.
const FEW_NAMED: usize = 2;

/// More words than this are a sentence.
const FEW_WORDS: usize = 4;

/// What subjects of changes begin with.
const TASKS: [&str; 46] = [
    "add",
    "added",
    "adding",
    "allow",
    "avoid",
    "change",
    "clean",
    "correct",
    "deprecate",
    "disable",
    "don't",
    "drop",
    "enable",
    "ensure",
    "expose",
    "extend",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "handle",
    "ignore",
    "implement",
    "improve",
    "include",
    "introduce",
    "make",
    "migrate",
    "move",
    "optimize",
    "prevent",
    "preserve",
    "refactor",
    "reject",
    "remove",
    "rename",
    "replace",
    "resolve",
    "restore",
    "revert",
    "simplify",
    "skip",
    "support",
    "update",
    "upgrade",
    "use",
];

/// What sentences of documentation begin with, beside verbs in the third person.
const DESCRIPTIONS: [&str; 12] =
    ["a", "an", "check", "compute", "convert", "create", "get", "helper", "return", "the", "this", "whether"];

/// Words that are in no list of stop words and yet ask for nothing; alone they are no question.
const POLITE: [&str; 14] = [
    "anything",
    "explain",
    "help",
    "hello",
    "hi",
    "it",
    "mine",
    "ok",
    "please",
    "something",
    "tell",
    "thanks",
    "you",
    "your",
];

/// How many of the best chunks make up the neighbourhood of a question.
const NEAREST: usize = 10;

/// The question's words held against programs at large. A term's lift is ln of the share of chunks that hold it here
/// over the [`share`](super::common::share) elsewhere, its weight −ln of the latter. What nothing here holds lifts alike,
/// whatever it is: its weight is in `found`.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Lift {
    /// Of all terms together: ln of how much likelier the words are here, were they independent.
    pub sum: f64,
    /// The best, not below 0.
    pub best: f64,
    /// The worst, not above 0.
    pub worst: f64,
    /// The share of the weight that something here holds.
    pub found: f64,
    /// The mean weight: how special the question is.
    pub weight: f64,
}

impl Lift {
    fn new(terms: &[super::Term], chunks: usize) -> Self {
        /// A word is as common here as elsewhere until more chunks than this have told otherwise.
        const PRIOR: f64 = 2.0;
        let (mut lift, mut whole) = (Lift::default(), 0.0);
        for term in terms {
            let share = super::common::share(&term.stem);
            let here = (term.chunks as f64 + PRIOR * share) / (chunks as f64 + PRIOR);
            let (gain, weight) = (libm::log(here / share), -libm::log(share));
            lift.sum += gain;
            lift.best = lift.best.max(gain);
            lift.worst = lift.worst.min(gain);
            whole += weight;
            if term.chunks > 0 {
                lift.found += weight;
            }
        }
        let over = |value: f64, whole: f64| if whole > 0.0 { value / whole } else { 0.0 };
        Lift { found: over(lift.found, whole), weight: over(whole, terms.len() as f64), ..lift }
    }
}

/// The measures. Shares are in 0…1, cosines in −1…1.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Grounds {
    /// The kind of question.
    pub kind: Kind,
    /// Whether the question names a file that exists, or by its form a name that is defined.
    pub is_named: bool,
    /// Whether it begins like the subject of a change: `fix`, `add`.
    pub is_task: bool,
    /// Whether it begins like a sentence of documentation: `returns`, `the`.
    pub is_description: bool,
    /// Whether it is made of nothing but words that put a question.
    pub is_empty: bool,
    /// Whether it has an embedding; without one the cosines are 0.
    pub is_embedded: bool,
    /// How many chunks take part.
    pub chunks: usize,
    /// How many words it has that it is about.
    pub words: usize,
    /// The share of its idf that any chunk holds.
    pub found: f64,
    /// The share of its terms that none holds.
    pub strange: f64,
    /// The share of its idf that the names of definitions hold as parts.
    pub in_names: f64,
    /// How rare its terms are: their mean idf over that of a term that nothing holds.
    pub rarity: f64,
    /// How much commoner its words are here than in other programs.
    pub lift: Lift,
    /// ln(1 + the number of chunks that hold half of its idf).
    pub ln_holders: f64,
    /// The largest share of its idf that one file holds.
    pub file: f64,
    /// That one chunk holds.
    pub chunk: f64,
    /// That one line holds.
    pub line: f64,
    /// That the best chunk by score holds.
    pub top_chunk: f64,
    /// How well the best name covers it.
    pub name: f64,
    /// How well the names of the best chunk by score do.
    pub top_name: f64,
    /// How well the best definition of a name in it does.
    pub defines: f64,
    /// How like a name that exists a name in it is that does not.
    pub similar: f64,
    /// The largest share of its quotations that a chunk holds.
    pub quoted: f64,
    /// How well the best file's stem is asked for.
    pub stem: f64,
    /// The best BM25 over the most that there could be.
    pub bm25: f64,
    /// The best cosine.
    pub cosine: f64,
    /// The mean of the ten best.
    pub nearest: f64,
    /// The cosine of the best chunk by score.
    pub top_cosine: f64,
    /// The best cosine to a chunk's path and names.
    pub label_cosine: f64,
    /// The best cosine to a file.
    pub file_cosine: f64,
    /// The mean of all cosines: how near everything is.
    pub background: f64,
    /// Their standard deviation.
    pub spread: f64,
    /// 1 if the best chunk by words is the best by meaning, ½ if they are of one file.
    pub agreement: f64,
    /// The best score.
    pub score: f64,
    /// How far the best other file's is below it, in 0…10.
    pub gap: f64,
    /// The softmax's mass on the best chunk.
    pub first: f64,
    /// ln of the number of chunks that share the mass.
    pub ln_n_eff: f64,
}

impl Grounds {
    /// Measures a question. `scores` are those of the sum of all signals, a softmax's exponents.
    pub fn new(
        view: &View,
        question: &Question,
        evidence: &Evidence,
        scores: ArrayView1<f64>,
        is_embedded: bool,
    ) -> Self {
        let column = |signal| evidence.columns.iter().find(|c| c.0 == signal).map(|c| &c.1);
        let best = |signal| column(signal).map_or(0.0, Values::most);
        let cosines = column(Signal::PlacedCosine).map_or(&[][..], Values::dense);
        let (background, spread) = moments(cosines.into());
        let top = largest(scores.as_slice().unwrap_or(&[]));
        let at = |values: &[f64]| top.and_then(|place| values.get(place).copied()).unwrap_or(0.0);
        let mass: f64 = evidence.terms.iter().map(|t| t.idf).sum();
        let (mut found, mut strange, mut in_names) = (0.0, 0.0, 0.0);
        for term in &evidence.terms {
            if term.chunks > 0 {
                found += term.idf;
                if is_in_names(view, &term.stem) {
                    in_names += term.idf;
                }
            } else {
                strange += 1.0;
            }
        }
        let part = |value: f64, whole: f64| if whole > 0.0 { (value / whole).min(1.0) } else { 0.0 };
        let defines = best(Signal::Defines);
        let softmax = softmax(scores);
        Grounds {
            kind: kind(question),
            is_named: best(Signal::FileMentioned) > 0.0
                || best(Signal::DefinesQualified) > 0.0
                || (defines > 0.0 && names_by_form(view, question)),
            is_task: TASKS.contains(&question.first.as_str()),
            is_description: describes(&question.first),
            is_empty: question.is_stop || question.plain.iter().all(|word| POLITE.contains(&word.as_str())),
            is_embedded,
            chunks: view.len(),
            words: question.plain.len(),
            found: part(found, mass),
            strange: part(strange, evidence.terms.len() as f64),
            in_names: part(in_names, mass),
            rarity: part(mass, view.index.contents().idf(0) * evidence.terms.len() as f64),
            lift: Lift::new(&evidence.terms, view.len()),
            ln_holders: libm::log(1.0 + evidence.coverage.iter().filter(|&&share| share >= 0.5).count() as f64),
            file: evidence.file_coverage.min(1.0),
            chunk: most(&evidence.coverage, 0.0).min(1.0),
            line: best(Signal::Line),
            top_chunk: at(&evidence.coverage).min(1.0),
            name: best(Signal::NameCoverage),
            top_name: top.zip(column(Signal::NameCoverage)).map_or(0.0, |(top, names)| names.at(top)),
            defines,
            similar: best(Signal::SimilarName),
            quoted: best(Signal::Quoted),
            stem: best(Signal::StemPrecision),
            // BM25 stays below k1 + 1 = 2.5 times the idf.
            bm25: part(most(&evidence.bm25, 0.0), 2.5 * mass),
            cosine: most(cosines, 0.0),
            nearest: nearest(cosines),
            top_cosine: at(cosines),
            label_cosine: best(Signal::LabelCosine),
            file_cosine: best(Signal::FileCosine),
            background,
            spread,
            agreement: agreement(view, cosines, &evidence.bm25),
            score: top.map_or(0.0, |place| scores[place]),
            gap: gap(view, scores),
            first: softmax.0,
            ln_n_eff: softmax.1,
        }
    }
}

fn kind(question: &Question) -> Kind {
    let words = question.plain.len();
    if !question.mentions.is_empty() {
        Kind::Place
    } else if question.intent == Intent::Symbol || (words == 1 && !question.names.is_empty()) {
        Kind::Name
    } else if !question.names.is_empty() {
        Kind::Named
    } else if !matches!(question.intent, Intent::Keyword) {
        Kind::Asked
    } else if words <= FEW_WORDS {
        Kind::Keywords
    } else {
        Kind::Statement
    }
}

/// Whether a sentence that begins so describes something.
fn describes(first: &str) -> bool {
    let third_person = first.len() > 4
        && first.bytes().all(|b| b.is_ascii_lowercase())
        && first.strip_suffix('s').is_some_and(|verb| !verb.ends_with(['s', 'u']));
    DESCRIPTIONS.contains(&first) || third_person
}

/// Whether a name of the question that is defined is one whatever stands around it: the whole question, or made of
/// parts and written as it is defined. A capital begins sentences and products, too.
fn names_by_form(view: &View, question: &Question) -> bool {
    question.names.iter().any(|named| {
        let Some(known) = view.index.definitions().find(&folded(&named.name)) else { return false };
        if question.plain.len() == 1 {
            return true;
        }
        let name = named.name.trim_matches('_');
        let humps = name.chars().skip(1).any(char::is_uppercase) && name.chars().any(char::is_lowercase);
        // Beside much else a name that others have, too, says little: every other program has a `get()`.
        let is_all = named.is_sure && question.plain.len() <= FEW_NAMED;
        (is_all || humps || name.contains('_'))
            && known.holders.iter().filter_map(|holder| view.place_of_slot(holder.slot)).any(|place| {
                let Place { file, entry } = view.place(place);
                file.defined_in(&entry.chunk).any(|symbol| composed(&symbol.name) == named.name)
            })
    })
}

/// Whether a definition's name has such a part.
fn is_in_names(view: &View, stem: &str) -> bool {
    let mut held = false;
    view.index.definitions().parts().holders(stem, |_, _, _| held = true);
    held
}

/// The mean of the best few.
fn nearest(cosines: &[f64]) -> f64 {
    let best = heaviest(cosines.into(), NEAREST);
    // From the least on, as they were summed when the measure was fitted.
    best.iter().rev().map(|&at| cosines[at]).sum::<f64>() / best.len().max(1) as f64
}

fn agreement(view: &View, cosines: &[f64], bm25: &[f64]) -> f64 {
    let (Some(meant), Some(said)) = (largest(cosines), largest(bm25)) else { return 0.0 };
    if bm25[said] == 0.0 {
        0.0
    } else if meant == said {
        1.0
    } else if view.file_of[meant] == view.file_of[said] {
        0.5
    } else {
        0.0
    }
}

/// How far the second file is behind; as far as can be without one.
fn gap(view: &View, scores: ArrayView1<f64>) -> f64 {
    const FAR: f64 = 10.0;
    let best = view.best_of_files(scores.as_slice().unwrap_or(&[]));
    let order = heaviest(best.as_slice().into(), 2);
    match order[..] {
        [first, second, ..] => (best[first] - best[second]).clamp(0.0, FAR),
        _ => FAR,
    }
}

/// The largest weight of a softmax at τ = 1, and ln of the number of equals that would be as uncertain.
fn softmax(scores: ArrayView1<f64>) -> (f64, f64) {
    let top = most(scores.as_slice().unwrap_or(&[]), f64::NEG_INFINITY);
    let (mut sum, mut squares) = (0.0, 0.0);
    for weight in exponentials(scores, top, 1.0) {
        sum += weight;
        squares += weight * weight;
    }
    if squares > 0.0 { (1.0 / sum, libm::log(sum * sum / squares)) } else { (0.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::Term;

    #[test]
    fn a_word_that_only_this_program_has_lifts_most() {
        let term = |stem: &str, chunks| Term { stem: stem.to_owned(), idf: 1.0, chunks };
        let own = Lift::new(&[term("return", 600), term("kubernet", 40)], 1000);
        let other = Lift::new(&[term("return", 600), term("kubernet", 0)], 1000);
        assert!(own.sum > 4.0 && own.best > 4.0 && own.found == 1.0, "{own:?}");
        assert!(other.sum < 0.5 && other.best < 0.5 && other.found < 0.2 && other.worst <= 0.0, "{other:?}");
        // What is missing lifts alike, whatever it is; how much was to be expected is told apart.
        let missing = Lift::new(&[term("return", 0)], 1000);
        assert!(missing.worst == other.worst && missing.weight < other.weight, "{missing:?}");
        assert_eq!(Lift::new(&[], 1000), Lift::default());
    }
}
