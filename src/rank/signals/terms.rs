//! Agreement in words: BM25 over chunks and files.

use super::{Column, Signal, over_largest};
use crate::lexical::postings::idf;
use crate::rank::blend::most;
use crate::rank::question::Question;
use crate::rank::view::View;

/// BM25's saturation; and its length normalisation, for chunks and for files.
const K1: f64 = 1.5;
const B: f64 = 0.75;
const B_FILE: f64 = 0.6;

/// A term of the question with the chunks that hold it.
pub struct Term<'a> {
    /// The stem.
    pub stem: &'a str,
    /// The inverse document frequency among chunks of all words with the stem.
    pub idf: f64,
    /// Place, count and the place's length in words; a place comes once.
    pub holders: Vec<(u32, u32, u32)>,
}

/// The question's terms with what the index knows of them.
pub struct Gathered<'a> {
    /// The terms of the question.
    pub terms: Vec<Term<'a>>,
    /// Neighbouring words written as one.
    pub joined: Vec<Term<'a>>,
    /// Σ idf of the terms, above 0.
    pub mass: f64,
}

impl<'a> Gathered<'a> {
    pub fn new(view: &View, question: &'a Question) -> Self {
        let joined = question.joined.iter().map(|word| crate::lexical::stem(word));
        let stems: Vec<&str> = question.stems.iter().map(|stem| &**stem).chain(joined).collect();
        let mut held: Vec<Held> = stems.iter().map(|_| Held::default()).collect();
        view.index.contents().holders_of_each(&stems, |at, slot, count, length| match view.place_of_slot(slot) {
            Some(place) => held[at].inside.push((place as u32, count, length)),
            None => held[at].outside += 1,
        });
        let mut counts = vec![(0, 0); view.len()];
        let mut terms: Vec<Term> =
            stems.into_iter().zip(held).map(|(stem, held)| held.term(view, stem, &mut counts)).collect();
        let mut joined = terms.split_off(question.stems.len());
        joined.retain(|term| !term.holders.is_empty());
        let mass = terms.iter().map(|t| t.idf).sum::<f64>().max(f64::MIN_POSITIVE);
        Gathered { terms, joined, mass }
    }
}

/// Where the words with a stem were found.
#[derive(Default)]
struct Held {
    /// Place, count and the place's length in words; a place comes once a word.
    inside: Vec<(u32, u32, u32)>,
    /// How often in chunks that take no part.
    outside: u32,
}

impl Held {
    /// All words together. `counts`, by place, the counts and lengths, is zero before and after.
    fn term<'a>(self, view: &View, stem: &'a str, counts: &mut [(u32, u32)]) -> Term<'a> {
        /// Where one chunk of so many holds the word, passing all chunks takes less than putting these in order.
        const MANY: usize = 24;
        let mut places = Vec::new();
        for (place, count, length) in self.inside {
            let held = &mut counts[place as usize];
            if held.0 == 0 {
                places.push(place);
            }
            *held = (held.0 + count, length);
        }
        let holders: Vec<(u32, u32, u32)> = if places.len() > counts.len() / MANY {
            let all = (0..).zip(counts).filter(|(_, held)| held.0 > 0);
            all.map(|(place, held)| (place, std::mem::take(&mut held.0), held.1)).collect()
        } else {
            places.sort_unstable();
            let taken = |&place: &u32| {
                let held = &mut counts[place as usize];
                (place, std::mem::take(&mut held.0), held.1)
            };
            places.iter().map(taken).collect()
        };
        let contents = view.index.contents();
        let frequency = (holders.len() as u32 + self.outside).min(contents.documents());
        Term { stem, idf: contents.idf(frequency), holders }
    }
}

/// What one term adds to a document's BM25. The average length is at least 1.
fn gain(idf: f64, count: f64, length: f64, average: f64, b: f64) -> f64 {
    idf * count * (K1 + 1.0) / (count + K1 * (1.0 - b + b * length / average))
}

/// Which share of the question's idf the chunks hold: by place, and the file that holds most of it.
pub fn coverage(view: &View, gathered: &Gathered) -> (Vec<f64>, f64) {
    let (mut chunks, mut files) = (vec![0.0; view.len()], vec![0.0; view.files.len()]);
    for term in &gathered.terms {
        let share = term.idf / gathered.mass;
        let mut last = None;
        for &(place, ..) in &term.holders {
            chunks[place as usize] += share;
            let file = view.file_of[place as usize];
            if last != Some(file) {
                files[file as usize] += share;
                last = Some(file);
            }
        }
    }
    (chunks, most(&files, 0.0))
}

/// Adds the columns; returns BM25 by place.
pub fn add(view: &View, gathered: &Gathered, columns: &mut Vec<Column>) -> Vec<f64> {
    let average = view.index.contents().average_length().max(1.0);
    let files = view.files.len();
    let mut words = vec![0.0; view.len()];
    let (mut file_words, mut sums) = (vec![0.0; files], vec![0.0; files]);
    // A file's chunks are its text.
    let lengths: Vec<f64> = view.files.iter().map(|(file, _)| file.source.text.len() as f64).collect();
    let average_file = (lengths.iter().sum::<f64>() / files.max(1) as f64).max(1.0);
    for term in &gathered.terms {
        let holders = term.holders.iter();
        // Places are sorted, so the places of a file stand together.
        let mut in_files: Vec<(usize, f64)> = Vec::new();
        for &(place, count, length) in holders {
            let file = view.file_of[place as usize] as usize;
            words[place as usize] += gain(term.idf, f64::from(count), f64::from(length), average, B);
            match in_files.last_mut() {
                Some(last) if last.0 == file => last.1 += f64::from(count),
                _ => in_files.push((file, f64::from(count))),
            }
        }
        let idf = idf(files as u32, in_files.len() as u32);
        for (file, count) in in_files {
            file_words[file] += gain(idf, count, lengths[file], average_file, B_FILE);
        }
    }
    for term in &gathered.joined {
        for &(place, count, length) in &term.holders {
            words[place as usize] += gain(term.idf, f64::from(count), f64::from(length), average, B);
        }
    }
    for (score, &file) in words.iter().zip(view.file_of.iter()) {
        sums[file as usize] += score;
    }
    sums.iter_mut().filter(|sum| **sum > 0.0).for_each(|sum| *sum = libm::log(1.0 + *sum));
    columns.push((Signal::Words, over_largest(words.clone()).into()));
    columns.push((Signal::FileWords, over_largest(file_words).into()));
    columns.push((Signal::FileSum, over_largest(sums).into()));
    words
}
