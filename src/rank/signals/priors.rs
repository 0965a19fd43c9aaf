//! What speaks for or against a chunk whatever is asked.

use super::{Column, Signal};
use crate::rank::question::Question;
use crate::rank::view::View;
use crate::source::Role;
use std::collections::HashMap;

pub fn add(view: &View, question: &Question, columns: &mut Vec<Column>) {
    let newest = newest_versions(view);
    let n = view.files.len();
    let (mut foreign, mut example, mut old) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    for (i, (file, _)) in view.files.iter().enumerate() {
        let path = &file.source.path;
        let role = file.source.role;
        foreign[i] = f64::from(matches!(role, Role::Generated | Role::Vendor));
        example[i] = f64::from(!question.about_docs && file.naming.example);
        old[i] = f64::from(versions(path).any(|(before, version)| newest.get(before).is_some_and(|&v| v > version)));
    }
    let test = view.places.iter().map(|place| f64::from(place.entry.test && !question.about_tests)).collect();
    columns.push((Signal::Test, test));
    columns.push((Signal::Foreign, foreign));
    columns.push((Signal::Example, example));
    columns.push((Signal::OldVersion, old));
}

/// The newest version of each folder that holds versions `v1`, `v2`, ….
fn newest_versions<'a>(view: &View<'a>) -> HashMap<&'a str, u32> {
    let mut newest = HashMap::new();
    for (file, _) in &view.files {
        for (before, version) in versions(&file.source.path) {
            let known = newest.entry(before).or_insert(version);
            *known = version.max(*known);
        }
    }
    newest
}

/// The folders of a path that are named by a version: what stands before, and the version.
fn versions(path: &str) -> impl Iterator<Item = (&str, u32)> {
    path.match_indices("/v").map(|(at, _)| at + 1).chain(path.starts_with('v').then_some(0)).filter_map(|at| {
        let (folder, _) = path[at + 1..].split_once('/')?;
        Some((&path[..at], folder.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_folders() {
        assert_eq!(versions("src/v3/vars/v1.ts").collect::<Vec<_>>(), [("src/", 3)]);
        assert_eq!(versions("v1/v2/x").collect::<Vec<_>>(), [("v1/", 2), ("", 1)]);
    }
}
