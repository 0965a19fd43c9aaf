//! Agreement on one line: words that stand together belong together.

use super::terms::Gathered;
use super::{Column, Signal};
use crate::lexical::Finder;
use crate::rank::question::Question;
use crate::rank::view::View;

/// So many of the best chunks are read.
const CANDIDATES: usize = 160;

pub fn add(view: &View, question: &Question, gathered: &Gathered, rough: &[f64], columns: &mut Vec<Column>) {
    let mut line = vec![0.0; view.len()];
    let mut quoted = vec![0.0; if question.quoted.is_empty() { 0 } else { view.len() }];
    let finder = Finder::new(gathered.terms.iter().map(|term| term.stem));
    for place in best(rough, CANDIDATES) {
        let found = view.place(place);
        let text = found.file.text(&found.entry.chunk);
        line[place] = best_line(text, &finder, gathered);
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
fn best_line(text: &str, finder: &Finder, gathered: &Gathered) -> f64 {
    let mut best = 0.0_f64;
    finder.lines(text, |_, met| {
        let covered = gathered.terms.iter().enumerate().filter(|(i, _)| met >> i & 1 == 1).map(|(_, t)| t.idf);
        best = best.max(covered.sum());
    });
    best / gathered.mass
}
