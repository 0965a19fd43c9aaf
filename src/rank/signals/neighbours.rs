//! What stands beside good answers.

use super::{Column, Signal};
use crate::rank::moments;
use crate::rank::view::View;
use ndarray::ArrayView1;

/// So many neighbours speak.
const SPEAKERS: usize = 3;
/// A standard score above this says no more.
const CEILING: f64 = 4.0;

pub fn add(view: &View, rough: &[f64], columns: &mut Vec<Column>) {
    let best = view.best_of_files(rough);
    let standing = standing(&best);
    columns.push((Signal::Neighbours, folders(view, &standing).into()));
    let mut users = vec![0.0_f64; standing.len()];
    for (i, (file, _)) in view.files.iter().enumerate() {
        for user in view.index.users(file).filter_map(|row| view.file_of_row(row)) {
            users[i] = if standing[user] > users[i] { standing[user] } else { users[i] };
        }
    }
    columns.push((Signal::Users, users.into()));
}

/// How far each file stands above the mean, in standard deviations, over the ceiling: 0…1.
fn standing(best: &[f64]) -> Vec<f64> {
    let (mean, deviation) = moments(ArrayView1::from(best));
    let scale = if deviation > 0.0 { 1.0 / deviation } else { 0.0 };
    best.iter().map(|b| ((b - mean) * scale).clamp(0.0, CEILING) / CEILING).collect()
}

/// The mean standing of the best other files in the folder.
fn folders(view: &View, standing: &[f64]) -> Vec<f64> {
    // Of each folder the best, and one more for the file that is itself among them.
    let mut tops: Vec<Vec<(f64, usize)>> = vec![Vec::new(); view.folder_count];
    for (i, &value) in standing.iter().enumerate() {
        let top = &mut tops[view.folders[i] as usize];
        let at = top.partition_point(|t| t.0 >= value);
        if at <= SPEAKERS {
            top.insert(at, (value, i));
            top.truncate(SPEAKERS + 1);
        }
    }
    (0..standing.len())
        .map(|i| {
            let others = tops[view.folders[i] as usize].iter().filter(|t| t.1 != i).take(SPEAKERS);
            others.map(|t| t.0).sum::<f64>() / SPEAKERS as f64
        })
        .collect()
}
