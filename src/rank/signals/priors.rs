//! What speaks for or against a chunk whatever is asked.

use super::{Column, Signal, Values};
use crate::index::File;
use crate::rank::question::Question;
use crate::rank::view::View;
use crate::source::{Content, Role};
use std::collections::HashMap;

pub fn add(view: &View, question: &Question, columns: &mut Vec<Column>) {
    let newest = newest_versions(view);
    let n = view.files.len();
    let (mut foreign, mut example, mut old) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let (mut other, mut document) = (vec![0.0; n], vec![0.0; n]);
    let content = |file: &File| file.source.language.content();
    let has = |kind| view.files.iter().any(|(file, _)| content(file) == kind);
    let is_mixed = has(Content::Code) && has(Content::Docs);
    for (i, (file, _)) in view.files.iter().enumerate() {
        let role = file.source.role;
        foreign[i] = f64::from(matches!(role, Role::Generated | Role::Vendor));
        // A folder of documents is where a document belongs.
        example[i] = f64::from(!question.about_docs && file.naming.example && content(file) != Content::Docs);
        other[i] = if is_mixed { question.wanted.against(content(file)) } else { 0.0 };
        document[i] = f64::from(is_mixed && content(file) == Content::Docs);
        old[i] = f64::from(versions(file).any(|(before, version)| newest.get(before).is_some_and(|&v| v > version)));
    }
    let tests = view.tests.iter().enumerate().filter(|(_, test)| **test && !question.about_tests);
    columns.push((Signal::Test, Values::largest(tests.map(|(place, _)| (place as u32, 1.0)).collect())));
    columns.push((Signal::Foreign, foreign.into()));
    columns.push((Signal::Example, example.into()));
    columns.push((Signal::OldVersion, old.into()));
    columns.push((Signal::OtherContent, other.into()));
    columns.push((Signal::Document, document.into()));
}

/// The newest version of each folder that holds versions `v1`, `v2`, ….
fn newest_versions<'a>(view: &View<'a>) -> HashMap<&'a str, u32> {
    let mut newest = HashMap::new();
    for (file, _) in &view.files {
        for (before, version) in versions(file) {
            let known = newest.entry(before).or_insert(version);
            *known = version.max(*known);
        }
    }
    newest
}

/// The folders of a file's path that are named by a version: what stands before, and the version.
fn versions(file: &File) -> impl Iterator<Item = (&str, u32)> {
    let path = &file.source.path;
    file.naming.versions.iter().map(move |&(before, version)| (path.get(..before as usize).unwrap_or(""), version))
}
