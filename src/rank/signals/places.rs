//! Places that the question names: a path, a line of a stack trace.

use super::{Column, Signal, Values};
use crate::rank::question::Question;
use crate::rank::view::View;

pub fn add(view: &View, question: &Question, columns: &mut Vec<Column>) {
    if question.mentions.is_empty() {
        return;
    }
    let mut files = vec![0.0; view.files.len()];
    let mut lines = Vec::new();
    for mention in &question.mentions {
        for (i, (file, range)) in view.files.iter().enumerate() {
            if !names(&mention.path, &file.source.path) {
                continue;
            }
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

/// Whether one path ends with the other: a trace gives the path from somewhere else.
fn names(mentioned: &str, path: &str) -> bool {
    let ends =
        |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    ends(path, mentioned) || (path.contains('/') && ends(mentioned, path))
}
