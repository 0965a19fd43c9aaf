//! Questions of documents, and the copies that have lost what they repeat: a heading asks for the section below it, a
//! section's first sentence for the rest of it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use super::phrases::{Occurrence, Phrases, phrase};
use super::sections::{Format, Section, sections};
use super::wording::{first_sentence, is_prose, plain};
use crate::corpus::files_below;
use crate::outcome::{Context, Outcome};
use crate::random::Random;
use crate::suite::{Definition, Query, Target};

const HEADINGS: usize = 40;
const SENTENCES: usize = 25;
const PER_FILE: usize = 4;
/// A section of fewer words says too little to be found, one of more lines is easy to meet by chance.
const FEWEST_WORDS: usize = 30;
const MOST_LINES: u32 = 80;
/// What stands at more places than this is a term of the project, not a heading's own words.
const MOST_REPEATS: usize = 6;
const HEADING_WORDS: RangeInclusive<usize> = 3..=14;
const SENTENCE_WORDS: RangeInclusive<usize> = 8..=30;

/// Histories list everything under numbers, and licences are alike.
const LEFT_OUT: [&str; 8] = ["changelog", "change_log", "changes", "history", "news", "licen", "release", "whatsnew"];

struct Document {
    path: String,
    format: Format,
    text: String,
    /// Where each line starts, and the end.
    starts: Vec<usize>,
    sections: Vec<Section>,
}

impl Document {
    fn lines(&self, (first, last): (u32, u32)) -> Range<usize> {
        self.starts[first as usize - 1]..self.starts[last as usize]
    }

    fn is_asked(&self) -> bool {
        let lower = self.path.to_lowercase();
        !LEFT_OUT.iter().any(|part| lower.contains(part))
    }
}

/// A question chosen, with what its copy must lose.
struct Chosen {
    category: &'static str,
    query: String,
    document: usize,
    section: usize,
    gone: Vec<Occurrence>,
}

/// Writes the copy of a package into a folder and returns its queries; their lines are those of the package.
pub fn mine(from: &Path, into: &Path, repo: &str) -> Outcome<Vec<Query>> {
    let mut documents = Vec::new();
    let _ = fs::remove_dir_all(into);
    for path in files_below(from, &|_| false)? {
        let (source, copy) = (from.join(&path), into.join(&path));
        let doing = format!("copying {}", source.display());
        let bytes = fs::read(&source).context(&doing)?;
        fs::create_dir_all(copy.parent().unwrap_or(into)).context(&doing)?;
        fs::write(copy, &bytes).context(&doing)?;
        if let (Some(format), Ok(text)) = (Format::of(&path), String::from_utf8(bytes)) {
            let mut starts = vec![0];
            starts.extend(text.match_indices('\n').map(|(at, _)| at + 1).filter(|&at| at < text.len()));
            starts.push(text.len());
            let sections = sections(&text, format);
            documents.push(Document { path, format, text, starts, sections });
        }
    }
    let phrases = Phrases::of(documents.iter().map(|document| document.text.as_str()));
    let chosen = choose(&documents, &phrases, repo);
    let texts = without(&documents, &chosen);
    for (document, text) in documents.iter().zip(&texts) {
        fs::write(into.join(&document.path), text).context(format!("writing the copy of {}", document.path))?;
    }
    let left = Phrases::of(texts.iter().map(String::as_str));
    if let Some(one) = chosen.iter().find(|one| !left.find(&phrase(&one.query)).is_empty()) {
        return Err(format!("The copy of {repo} still holds {:?}.", one.query).into());
    }
    Ok(chosen.iter().enumerate().map(|(number, one)| query(&documents, &texts, one, repo, number)).collect())
}

fn choose(documents: &[Document], phrases: &Phrases, repo: &str) -> Vec<Chosen> {
    let mut titles: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut places = Vec::new();
    for (at, document) in documents.iter().enumerate() {
        for (section, told) in document.sections.iter().enumerate() {
            *titles.entry(phrase(&plain(&told.title))).or_default() += 1;
            let body = told.body.filter(|(first, last)| last - first < MOST_LINES);
            let words = body.map_or(0, |body| phrase(&document.text[document.lines(body)]).len());
            if document.is_asked() && told.is_leaf && words >= FEWEST_WORDS {
                places.push((at, section));
            }
        }
    }
    Random::named(&format!("documents {repo}")).shuffle(&mut places);
    let mut taken: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut chosen = Vec::new();
    for (category, most) in [("heading", HEADINGS), ("sentence", SENTENCES)] {
        let mut found = 0;
        for &(document, section) in &places {
            let others = taken.entry(document).or_default();
            // A section whose neighbour has lost its heading would run on into it.
            if found == most || others.len() == PER_FILE || others.iter().any(|other| other.abs_diff(section) <= 1) {
                continue;
            }
            let one = match category {
                "heading" => heading(documents, phrases, &titles, document, section),
                _ => sentence(documents, phrases, document, section),
            };
            if let Some((query, gone)) = one {
                others.push(section);
                found += 1;
                chosen.push(Chosen { category, query, document, section, gone });
            }
        }
    }
    chosen
}

fn heading(
    documents: &[Document],
    phrases: &Phrases,
    titles: &BTreeMap<Vec<String>, usize>,
    document: usize,
    section: usize,
) -> Option<(String, Vec<Occurrence>)> {
    let told = &documents[document].sections[section];
    let query = plain(&told.title);
    let words = phrase(&query);
    let fits = HEADING_WORDS.contains(&words.len()) && is_prose(&query) && titles.get(&words) == Some(&1);
    let mut gone = if fits { phrases.find(&words) } else { return None };
    if gone.len() > MOST_REPEATS {
        return None;
    }
    gone.push(Occurrence { text: document, bytes: documents[document].lines(told.heading) });
    Some((query, gone))
}

fn sentence(
    documents: &[Document],
    phrases: &Phrases,
    document: usize,
    section: usize,
) -> Option<(String, Vec<Occurrence>)> {
    let asked = &documents[document];
    let body = asked.lines(asked.sections[section].body?);
    if asked.format == Format::Html {
        return None;
    }
    let written = first_sentence(&asked.text[body.clone()])?;
    let query = plain(&asked.text[body.start + written.start..body.start + written.end]);
    let words = phrase(&query);
    if !SENTENCE_WORDS.contains(&words.len()) || !is_prose(&query) {
        return None;
    }
    let rest = phrase(&asked.text[body.start + written.end..body.end]).len();
    let gone = phrases.find(&words);
    // Where markup was taken from the question, its words may not be found in a row.
    let own = Occurrence { text: document, bytes: body.start + written.start..body.start + written.end };
    (rest >= FEWEST_WORDS && gone.len() <= 1).then(|| (query, gone.into_iter().chain([own]).collect()))
}

/// The documents without what the questions repeat. Line ends stay, so that every line keeps its number.
fn without(documents: &[Document], chosen: &[Chosen]) -> Vec<String> {
    let mut gone: Vec<Vec<Range<usize>>> = vec![Vec::new(); documents.len()];
    for occurrence in chosen.iter().flat_map(|one| &one.gone) {
        gone[occurrence.text].push(occurrence.bytes.clone());
    }
    let copy = |(document, mut gone): (&Document, Vec<Range<usize>>)| {
        gone.sort_by_key(|range| (range.start, range.end));
        let (mut text, mut end) = (String::with_capacity(document.text.len()), 0);
        for range in gone {
            if range.end > end {
                text.push_str(&document.text[end..range.start.max(end)]);
                text.extend(
                    document.text[range.start.max(end)..range.end].chars().filter(|c| matches!(c, '\r' | '\n')),
                );
                end = range.end;
            }
        }
        text + &document.text[end..]
    };
    documents.iter().zip(gone).map(copy).collect()
}

fn query(documents: &[Document], texts: &[String], one: &Chosen, repo: &str, number: usize) -> Query {
    let document = &documents[one.document];
    let (first, last) = document.sections[one.section].body.unwrap_or((1, 1));
    // As in the copy: a line may have lost all it had.
    let lines = texts[one.document].lines().zip(1u32..);
    let said = lines.filter(|(line, at)| (first..=last).contains(at) && line.contains(char::is_alphanumeric));
    let definitions: Vec<Definition> = said.map(|(_, line)| Definition { path: document.path.clone(), line }).collect();
    let (start, end) = (definitions.first().map(|d| d.line), definitions.last().map(|d| d.line));
    Query {
        query_id: format!("documents/{repo}/{number}"),
        suite: "documents".to_owned(),
        repo: repo.to_owned(),
        lang: document.format.as_str().to_owned(),
        category: one.category.to_owned(),
        query: one.query.clone(),
        root: format!("copies/{repo}"),
        targets: vec![Target {
            path: document.path.clone(),
            orig: None,
            start_line: start,
            end_line: end,
            primary: true,
        }],
        definitions,
        ..Query::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "# Guide\n\n- [Rotating old log files](#rotating-old-log-files)\n\n## Rotating old log files\n\n\
        When a file has grown beyond the limit it is renamed and a new one begun, so that no reader loses a line of it. \
        Names carry the day. Ten are kept, older ones go, and nothing is asked of anybody who reads while it happens, \
        neither a lock nor a pause of any kind.\n\n## End\n\nbye\n";

    #[test]
    fn a_heading_is_gone_from_the_copy_and_lines_keep_their_numbers() {
        let home = std::env::temp_dir().join(format!("nearfield-documents-{}", std::process::id()));
        let (from, into) = (home.join("from"), home.join("into"));
        fs::create_dir_all(&from).unwrap();
        fs::write(from.join("guide.md"), GUIDE).unwrap();
        fs::write(from.join("code.py"), "x = 1\n").unwrap();
        let queries = mine(&from, &into, "made-up").unwrap();
        let copy = fs::read_to_string(into.join("guide.md")).unwrap();
        assert!(into.join("code.py").is_file());
        fs::remove_dir_all(home).unwrap();
        assert_eq!(queries.len(), 1);
        assert_eq!((queries[0].query.as_str(), queries[0].category.as_str()), ("Rotating old log files", "heading"));
        assert_eq!(queries[0].wanted(), [Definition { path: "guide.md".into(), line: 7 }]);
        assert!(!copy.to_lowercase().contains("rotating"), "{copy}");
        assert_eq!(copy.lines().count(), GUIDE.lines().count());
        assert_eq!(copy.lines().nth(6), GUIDE.lines().nth(6));
    }
}
