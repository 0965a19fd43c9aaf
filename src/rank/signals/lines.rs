//! Agreement on one line: words that stand together belong together.

use super::terms::Gathered;
use super::{Column, Signal, Values};
use crate::lexical::{Finder, folded};
use crate::rank::blend::{heaviest, most};
use crate::rank::question::Question;
use crate::rank::view::View;
use std::collections::HashMap;

/// So many of the best chunks are read.
const CANDIDATES: usize = 160;

/// By place that was read: its lines that hold terms of the question, from 0, with a bit for each term.
pub type Lines = HashMap<usize, Vec<(usize, u64)>>;

/// Adds the columns; returns what was read.
pub fn add(view: &View, question: &Question, gathered: &Gathered, rough: &[f64], columns: &mut Vec<Column>) -> Lines {
    let mut read = Lines::new();
    let (mut line, mut quoted) = (Vec::new(), Vec::new());
    let finder = Finder::new(gathered.terms.iter().map(|term| term.stem));
    for place in heaviest(rough.into(), CANDIDATES) {
        let found = view.place(place);
        let text = found.file.text(&found.entry.chunk);
        let mut lines = Vec::new();
        finder.lines(text, |number, met| lines.push((number, met)));
        line.push((place as u32, best_line(&lines, gathered)));
        read.insert(place, lines);
        if !question.quoted.is_empty() {
            let lower = folded(text);
            let held = question.quoted.iter().filter(|q| lower.contains(q.as_str())).count();
            quoted.push((place as u32, held as f64 / question.quoted.len() as f64));
        }
    }
    columns.push((Signal::Line, Values::largest(line)));
    columns.push((Signal::Quoted, Values::largest(quoted)));
    read
}

/// Idf share of the question that the line covers which covers most.
fn best_line(lines: &[(usize, u64)], gathered: &Gathered) -> f64 {
    let covered = |&(_, met): &(usize, u64)| -> f64 {
        gathered.terms.iter().enumerate().filter(|(i, _)| met >> i & 1 == 1).map(|(_, term)| term.idf).sum()
    };
    let covered: Vec<f64> = lines.iter().map(covered).collect();
    most(&covered, 0.0) / gathered.mass
}
