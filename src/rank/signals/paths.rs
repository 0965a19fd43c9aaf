//! Agreement with file and folder names.

use super::terms::Gathered;
use super::{Column, Signal, Values};
use crate::index::FileNames;
use crate::lexical::stem;
use crate::rank::question::Question;
use crate::rank::view::View;
use std::collections::BTreeMap;

pub fn add(view: &View, question: &Question, gathered: &Gathered, columns: &mut Vec<Column>) {
    // A word that all files hold, such as the project's name, tells none from another.
    let rarest = gathered.terms.iter().map(|t| t.idf).fold(f64::MIN_POSITIVE, f64::max);
    let worth = |word: &str| gathered.terms.iter().find(|t| t.stem == word).map_or(1.0, |t| t.idf / rarest);
    let names = view.index.catalog().names();
    let mut equal = Vec::new();
    for word in question.plain.iter().chain(&question.joined).map(|word| stem(word)) {
        let files = names.with_stem(word).filter_map(|row| view.file_of_row(row));
        equal.extend(files.map(|file| (file as u32, worth(word))));
    }
    columns.push((Signal::StemPrecision, precision(view, names, gathered)));
    columns.push((Signal::StemEqual, Values::largest(equal)));
}

/// Share of each name's parts that are asked for.
fn precision(view: &View, names: &FileNames, gathered: &Gathered) -> Values {
    let asked: BTreeMap<&str, &BTreeMap<u32, u32>> =
        gathered.terms.iter().flat_map(|term| names.parts_like(term.stem)).collect();
    let mut matched: BTreeMap<u32, u32> = BTreeMap::new();
    for (&row, &times) in asked.into_values().flatten() {
        if let Some(file) = view.file_of_row(row) {
            *matched.entry(file as u32).or_default() += times;
        }
    }
    let share = |(file, matched): (u32, u32)| {
        let parts = view.files[file as usize].0.naming.parts.len().max(1);
        (file, f64::from(matched) / parts as f64)
    };
    Values::largest(matched.into_iter().map(share).collect())
}
