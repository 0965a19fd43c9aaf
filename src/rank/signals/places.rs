//! Places that the question names: a path, a line of a stack trace.

use super::{Column, Signal, Values};
use crate::lexical::folded;
use crate::rank::question::Question;
use crate::rank::question::known::is_meant;
use crate::rank::view::View;

pub fn add(view: &View, question: &Question, columns: &mut Vec<Column>) {
    if question.mentions.is_empty() {
        return;
    }
    let mut files = Vec::new();
    let mut lines = Vec::new();
    for mention in &question.mentions {
        let meant = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let files = view.index.catalog().names().called_like(&mention.path);
            files.filter(|(_, path)| is(path)).filter_map(|(row, _)| view.file_of_row(row)).collect()
        };
        let mut meant_files = meant(&|path| is_meant(&mention.path, path));
        if meant_files.is_empty() {
            // Some write paths in another case; so do file systems.
            let lower = folded(&mention.path);
            meant_files = meant(&|path| is_meant(&lower, &folded(path)));
        }
        for i in meant_files {
            let range = &view.files[i].1;
            files.push((i as u32, 1.0));
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
    columns.push((Signal::FileMentioned, Values::largest(files)));
    columns.push((Signal::LineMentioned, Values::largest(lines)));
}
