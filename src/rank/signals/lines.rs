//! Agreement on one line: words that stand together belong together.

use super::terms::Gathered;
use super::{Column, Signal};
use crate::lexical::{stem, words};
use crate::rank::question::Question;
use crate::rank::view::View;

/// So many of the best chunks are read.
const CANDIDATES: usize = 160;

pub fn add(view: &View, question: &Question, gathered: &Gathered, rough: &[f64], columns: &mut Vec<Column>) {
    let mut line = vec![0.0; view.places.len()];
    let mut quoted = vec![0.0; if question.quoted.is_empty() { 0 } else { view.places.len() }];
    for place in best(rough, CANDIDATES) {
        let found = view.places[place];
        let text = found.file.text(&found.entry.chunk);
        line[place] = best_line(text, gathered);
        if !question.quoted.is_empty() {
            let lower = text.to_lowercase();
            let held = question.quoted.iter().filter(|q| lower.contains(q.as_str())).count();
            quoted[place] = held as f64 / question.quoted.len() as f64;
        }
    }
    columns.push((Signal::Line, line));
    if !quoted.is_empty() {
        columns.push((Signal::Quoted, quoted));
    }
}

/// The places with the highest scores, in no particular order.
fn best(scores: &[f64], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    if order.len() > most {
        order.select_nth_unstable_by(most, |&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        order.truncate(most);
    }
    order
}

/// Idf share of the question that the line covers which covers most.
fn best_line(text: &str, gathered: &Gathered) -> f64 {
    let mut best = 0.0_f64;
    for line in text.lines() {
        let mut met = 0_u64;
        words(line, &mut |word| {
            let first = word.as_bytes().first();
            for (i, term) in gathered.terms.iter().enumerate() {
                // Most words differ in their first letter: no need for their stem.
                if term.stem.as_bytes().first() == first && met >> i & 1 == 0 && stem(word) == term.stem {
                    met |= 1 << i;
                }
            }
        });
        if met != 0 {
            let covered = gathered.terms.iter().enumerate().filter(|(i, _)| met >> i & 1 == 1).map(|(_, t)| t.idf);
            best = best.max(covered.sum());
        }
    }
    best / gathered.mass
}
