//! Closeness in the embedding space.

use super::{Column, Signal};
use crate::rank::view::View;

pub fn add(view: &View, embedding: &[f32], columns: &mut Vec<Column>) {
    let cosines = view.index.cosines(embedding);
    let placed = view.by_place(&cosines.placed);
    let files = view.files.iter().map(|(file, range)| {
        // The mean is that of all chunks of the file, so all take part in the sum.
        view.index.file_cosine(file, placed[range.clone()].iter().sum())
    });
    columns.push((Signal::FileCosine, files.collect::<Vec<f64>>().into()));
    columns.push((Signal::PlacedCosine, placed.into()));
    columns.push((Signal::LabelCosine, view.by_place(&cosines.label).into()));
}
