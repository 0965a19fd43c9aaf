//! Places that the question names: a path, a line of a stack trace.

use super::{Column, Signal, Values};
use crate::lexical::composed;
use crate::rank::question::Question;
use crate::rank::question::known::is_meant;
use crate::rank::view::View;

pub fn add(view: &View, question: &Question, columns: &mut Vec<Column>) {
    if question.mentions.is_empty() {
        return;
    }
    let mut files = vec![0.0; view.files.len()];
    let mut lines = Vec::new();
    for mention in &question.mentions {
        let mut meant = meant(view, |path| is_meant(&mention.path, path));
        if meant.is_empty() {
            // Some write paths in another case; so do file systems.
            let lower = mention.path.to_lowercase();
            meant = self::meant(view, |path| is_meant(&lower, &composed(path).to_lowercase()));
        }
        for i in meant {
            let range = &view.files[i].1;
            files[i] = 1.0;
            if let Some(line) = mention.line {
                for place in range.clone() {
                    let chunk = &view.place(place).entry.chunk;
                    if (chunk.start_line..=chunk.end_line).contains(&line) {
                        lines.push((place as u32, 1.0));
                    }
                }
            }
        }
    }
    columns.push((Signal::FileMentioned, files.into()));
    columns.push((Signal::LineMentioned, Values::largest(lines)));
}

/// The numbers of the files whose paths are meant.
fn meant(view: &View, is: impl Fn(&str) -> bool) -> Vec<usize> {
    (0..view.files.len()).filter(|&i| is(&view.files[i].0.source.path)).collect()
}
