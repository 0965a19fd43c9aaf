//! The texts that a chunk and a file are found by.

use super::catalog::{Entry, File};
use super::printed::scope;
use crate::lexical::Field;

/// What a chunk is made of for the lexical channel: its text, its file's stem twice and the last three folders, as
/// the reference system counts them.
pub(super) fn content<'a>(file: &'a File, entry: &Entry) -> Vec<Field<'a>> {
    let mut fields = vec![(file.text(&entry.chunk), 1)];
    let (folders, name) = file.source.path.rsplit_once('/').unwrap_or(("", &file.source.path));
    fields.push((stem(name), 2));
    fields.extend(folders.rsplit('/').take(3).map(|folder| (folder, 1)));
    fields
}

/// A file name up to its first dot; a name that begins with a dot is its own stem.
pub fn stem(name: &str) -> &str {
    name.split_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

/// Where a chunk stands, in words: the last two folders and the stem, the definition around it and those in it.
pub(super) fn label(file: &File, entry: &Entry) -> String {
    let (folders, name) = file.source.path.rsplit_once('/').unwrap_or(("", &file.source.path));
    let mut parts: Vec<&str> = folders.rsplit('/').take(2).collect();
    parts.reverse();
    parts.push(stem(name));
    parts.extend(scope(file, entry));
    parts.extend(file.symbols_in(&entry.chunk).iter().map(|s| s.qualified.as_str()));
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_ends_at_the_first_dot() {
        assert_eq!(
            [stem("session.test.ts"), stem("Makefile"), stem(".eslintrc.json")],
            ["session", "Makefile", ".eslintrc.json"]
        );
    }
}
