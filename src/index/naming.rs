//! What a file's path says about it, read once.

use super::fields::stem as file_stem;
use crate::lexical::{folded, stem, words};

/// The words of a file's name, and what its folders say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The name that tells what the file is about: its stem, or its folder's name where the file is called after its
    /// part in the folder, such as `mod.rs` and `index.ts`.
    pub name: Box<str>,
    /// The same in lower case without what joins words.
    pub bare: Box<str>,
    /// The stems of the name's parts.
    pub parts: Box<[Box<str>]>,
    /// Whether a folder holds examples, the source of documentation or benchmarks.
    pub example: bool,
    /// The folders named by a version (`v1`, `v2`, …): the bytes of the path before, and the version.
    pub versions: Box<[(u32, u32)]>,
}

const EXAMPLES: [&str; 13] = [
    "example",
    "examples",
    "docs",
    "doc",
    "docs_src",
    "doc_src",
    "benchmark",
    "benchmarks",
    "bench",
    "benches",
    "demo",
    "demos",
    "samples",
];

impl Naming {
    /// Reads a canonical path.
    pub fn of(path: &str) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let own = file_stem(name);
        let folder = folders.rsplit('/').next().unwrap_or(folders);
        let index = matches!(own, "mod" | "index" | "__init__" | "init" | "_index");
        let name = if index && !folder.is_empty() { folder } else { own };
        let mut parts = Vec::new();
        words(name, &mut |part| parts.push(stem(part).into()));
        let among = |part: &str| EXAMPLES.iter().any(|name| part.eq_ignore_ascii_case(name));
        Naming {
            name: name.into(),
            bare: bare(name).into(),
            parts: parts.into(),
            example: folders.split('/').any(among),
            versions: versions(path).collect(),
        }
    }
}

fn versions(path: &str) -> impl Iterator<Item = (u32, u32)> {
    path.match_indices("/v").map(|(at, _)| at + 1).chain(path.starts_with('v').then_some(0)).filter_map(|at| {
        let (folder, _) = path[at + 1..].split_once('/')?;
        Some((at as u32, folder.parse().ok()?))
    })
}

/// A name in lower case, without what joins words.
fn bare(name: &str) -> String {
    folded(name).replace(['_', '-'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_folders() {
        assert_eq!(versions("src/v3/vars/v1.ts").collect::<Vec<_>>(), [(4, 3)]);
        assert_eq!(versions("v1/v2/x").collect::<Vec<_>>(), [(3, 2), (0, 1)]);
    }

    #[test]
    fn a_file_called_after_its_part_is_named_by_its_folder() {
        let naming = Naming::of("src/extract/mod.rs");
        assert_eq!((&*naming.name, naming.example), ("extract", false));
        assert_eq!(&*Naming::of("index.ts").name, "index");
        let naming = Naming::of("Examples/http_client-utils.test.ts");
        assert_eq!((&*naming.bare, naming.example), ("httpclientutils", true));
        assert!(naming.parts.iter().any(|part| &**part == "util"), "{:?}", naming.parts);
    }
}
