//! First sentences of documentation comments, to be asked of a copy without these comments.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::definitions::{Definitions, PerFile, Place};
use super::sentence::{first, flattened};
use super::{definition_query, whole};
use crate::corpus::Corpus;
use crate::engine::Language;
use crate::suite::{Query, Target};

const PER_CORPUS: usize = 80;
const PER_FILE: usize = 4;
const WORDS: RangeInclusive<usize> = 6..=25;

/// A query with the lines that its copy of the corpus must not have.
pub struct Documented {
    /// The query; its lines are those of the copy.
    pub query: Query,
    /// The comment's lines in the original.
    pub removed: RangeInclusive<u32>,
    /// What stands in their place: a body that would else be empty.
    pub instead: Option<String>,
}

/// A comment that can be removed.
struct Candidate<'a> {
    place: Place<'a>,
    sentence: String,
    lines: RangeInclusive<u32>,
    instead: Option<String>,
}

/// Mines a corpus.
pub fn mine<'a>(corpus: &'a Corpus, definitions: &Definitions<'a>, repo: &str) -> Vec<Documented> {
    let texts: Vec<String> = corpus.engine.files().map(|file| flattened(&file.source.text)).collect();
    let once = |sentence: &str| {
        let found = texts.iter().map(|text| memchr::memmem::find_iter(text.as_bytes(), sentence).take(2).count());
        found.sum::<usize>() == 1
    };
    let mut per_file = PerFile::new(PER_FILE);
    let places = definitions.shuffled(&format!("docstrings {repo}")).into_iter().flatten().copied();
    let chosen: Vec<Candidate> = places
        .filter(Place::is_own)
        .filter_map(candidate)
        .filter(|candidate| once(&candidate.sentence))
        .filter(|candidate| per_file.admits(&candidate.place.file.source.path))
        .take(PER_CORPUS)
        .collect();
    in_the_copy(chosen, repo)
}

fn candidate(place: Place) -> Option<Candidate> {
    let (symbol, source) = (place.symbol, &place.file.source);
    let doc = symbol.doc.clone()?;
    let comment = source.text.get(doc.start as usize..doc.end as usize)?;
    let sentence = first(comment)?;
    let name = symbol.name.to_lowercase();
    let fits = is_documentation(comment, source.language)
        && WORDS.contains(&sentence.split_whitespace().count())
        && !sentence.to_lowercase().contains(&name);
    if !fits {
        return None;
    }
    let lines = source.lines.line_of(doc.start)..=source.lines.line_of(doc.end.saturating_sub(1));
    // Nothing else may stand on these lines.
    let before = source.text.get(source.lines.start(*lines.start()) as usize..doc.start as usize)?;
    let after = source.text.get(doc.end as usize..source.lines.start(lines.end() + 1) as usize)?;
    if !before.trim().is_empty() || !after.trim().is_empty() {
        return None;
    }
    // A docstring may be all that a body has.
    let alone = doc.start > symbol.name_byte && symbol.body.as_ref().is_none_or(|body| body.is_empty());
    let instead = alone.then(|| format!("{before}pass\n"));
    Some(Candidate { place, sentence, lines, instead })
}

/// Whether a comment is one for readers of the interface: in languages with a form for that, in this form.
fn is_documentation(comment: &str, language: Language) -> bool {
    let each = |mark: &str| comment.lines().all(|line| line.trim_start().starts_with(mark));
    let block = |open: &str| comment.starts_with(open) && comment.find("*/") == Some(comment.len() - 2);
    match language {
        Language::Python => true,
        Language::Go => each("//") || block("/*"),
        Language::Ruby | Language::Bash | Language::Elixir => each("#"),
        Language::C | Language::Cpp => each("//") || block("/*"),
        Language::Lua => each("--"),
        _ => each("///") || block("/**"),
    }
}

/// The queries with the lines that the definitions have when all chosen comments are gone.
fn in_the_copy(mut chosen: Vec<Candidate>, repo: &str) -> Vec<Documented> {
    // Two definitions can share a comment: the first keeps it.
    let mut taken: BTreeMap<String, Vec<RangeInclusive<u32>>> = BTreeMap::new();
    chosen.retain(|one| {
        let ranges = taken.entry(one.place.file.source.path.clone()).or_default();
        let free = ranges.iter().all(|r| r.end() < one.lines.start() || one.lines.end() < r.start());
        if free {
            ranges.push(one.lines.clone());
        }
        free
    });
    let mut gone: BTreeMap<&str, Vec<(u32, u32)>> = BTreeMap::new();
    for one in &chosen {
        let lines = one.lines.end() - one.lines.start() + 1 - u32::from(one.instead.is_some());
        gone.entry(&one.place.file.source.path).or_default().push((*one.lines.end(), lines));
    }
    let moved = |path: &str, line: u32| {
        let above = gone.get(path).into_iter().flatten().filter(|(last, _)| *last < line);
        line - above.map(|(_, lines)| lines).sum::<u32>()
    };
    chosen
        .iter()
        .enumerate()
        .map(|(number, one)| {
            let (symbol, source) = (one.place.symbol, &one.place.file.source);
            let kind = symbol.kind.as_str();
            let query = definition_query("docstrings", repo, number, kind, one.sentence.clone(), &one.place);
            let header = symbol.signature.first().map_or(symbol.name_byte, |range| range.start);
            let first = source.lines.line_of(header);
            let last = source.lines.line_of(symbol.range.end.saturating_sub(1));
            let line = moved(&source.path, symbol.line);
            let target = Target {
                start_line: Some(moved(&source.path, first)),
                end_line: Some(moved(&source.path, last.max(first))),
                ..whole(&source.path)
            };
            let query = Query { line: Some(line), targets: vec![target], root: format!("docs/{repo}"), ..query };
            Documented { query, removed: one.lines.clone(), instead: one.instead.clone() }
        })
        .collect()
}
