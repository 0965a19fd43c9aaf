//! Holds the patterns to tree-sitter's own queries, over every node of real text.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser, QueryCursor, StreamingIterator, Tree};

use super::{Bound, Capture, Matcher, Patterns};
use crate::chunk::grammar::{Compiled, row, rows};
use crate::source::Source;

/// A match: which pattern, and what is captured from where to where, as which kind of node.
type Match = (usize, Vec<(String, usize, usize, u16)>);

fn name(capture: Capture) -> String {
    match capture {
        Capture::Definition(kind) => format!("definition.{}", kind.as_str()),
        Capture::Name => "name".to_owned(),
        Capture::Body => "body".to_owned(),
        Capture::Head => "head".to_owned(),
        Capture::Scope => "scope".to_owned(),
        Capture::Other(_) => "_".to_owned(),
    }
}

fn noted(name: String, node: Node) -> (String, usize, usize, u16) {
    let name = if name.starts_with('_') { "_".to_owned() } else { name };
    (name, node.start_byte(), node.end_byte(), node.kind_id())
}

fn ours(compiled: &Compiled, tree: &Tree, text: &str) -> BTreeSet<Match> {
    let mut matcher = Matcher::new(tree, text);
    let mut found = BTreeSet::new();
    let mut ask = |patterns: &Patterns, node| {
        matcher.matches(patterns, node, |pattern, bound: &[Bound]| {
            let captures = bound.iter().map(|&(capture, node)| noted(name(capture), node));
            found.insert((pattern.number, captures.collect()));
        });
    };
    let mut cursor = tree.walk();
    let (mut depth, is_sound) = (0, tree.root_node().kind_id() == compiled.root);
    loop {
        ask(&compiled.query.anywhere, cursor.node());
        if depth == 1 && is_sound {
            ask(&compiled.query.top, cursor.node());
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
            depth -= 1;
        }
    }
}

/// A row's query as tree-sitter understands it.
fn theirs(compiled: &Compiled) -> tree_sitter::Query {
    let mut text = compiled.grammar.definitions.concat();
    while let Some((before, (capture, (texts, after)))) =
        text.split_once("(#starts-with? ").and_then(|(before, rest)| {
            let (capture, rest) = rest.split_once(' ')?;
            Some((before, (capture, rest.split_once(')')?)))
        })
    {
        let texts = texts.trim_matches('"').replace("\" \"", "|");
        text = format!("{before}(#match? {capture} \"^({texts})\"){after}");
    }
    let text = text.replace("(#capitals? @name)", "(#match? @name \"^_*[A-Z][A-Z0-9_]*$\")");
    tree_sitter::Query::new(&compiled.language, &text).expect("tree-sitter reads the query, too")
}

fn expected(query: &tree_sitter::Query, tree: &Tree, text: &str) -> BTreeSet<Match> {
    let mut cursor = QueryCursor::new();
    let mut found = BTreeSet::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    while let Some(hit) = matches.next() {
        let names = query.capture_names();
        let captures =
            hit.captures().iter().map(|capture| noted(names[capture.index as usize].to_owned(), capture.node));
        found.insert((hit.pattern_index, captures.collect()));
    }
    found
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let hidden = path.file_name().is_some_and(|name| name == "node_modules" || name == "target" || name == ".git");
        if path.is_dir() && !hidden && !path.is_symlink() {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
}

/// How many matches there are in the files of the folders, after comparing them all.
fn compare(folders: &[PathBuf]) -> usize {
    let mut found = Vec::new();
    folders.iter().for_each(|folder| files(folder, &mut found));
    let (mut count, mut wrong) = (0, String::new());
    for grammar in rows() {
        let compiled = Compiled::new(grammar).expect("the query is read");
        let query = theirs(&compiled);
        let mut parser = Parser::new();
        parser.set_language(&compiled.language).expect("the grammar loads");
        for path in &found {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let source = Source::new(path.to_string_lossy(), text);
            let fits =
                row(source.language).is_some_and(|row| row.language == grammar.language && (row.fits)(&source.text));
            let Some(tree) = fits.then(|| parser.parse(&source.text, None)).flatten() else { continue };
            let (ours, theirs) = (ours(&compiled, &tree, &source.text), expected(&query, &tree, &source.text));
            count += ours.len();
            for hit in ours.symmetric_difference(&theirs) {
                let whose = if ours.contains(hit) { "ours" } else { "theirs" };
                wrong += &format!("{} {whose} {hit:?}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    count
}

#[test]
fn the_same_is_found_as_by_tree_sitter() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests", "src", "pkg", "www", "bench", "examples", "xtask"].map(|folder| project.join(folder));
    assert!(compare(&folders) > 1_000);
}
