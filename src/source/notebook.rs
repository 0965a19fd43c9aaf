//! The text of a notebook: its cells, without outputs and settings.
//!
//! The text is derived from the file's JSON, and is such that its lines are the file's: every line of a cell stands in the
//! line of the file that spells it, what separates cells stands in the line that begins the next one, and all other lines
//! are empty. So a line is the same number in both, and nothing that counts lines has to know. Where a file does not spell
//! a line of code to a line of its own, as if all of it were one line, the cells follow each other, and [`fault`] says that
//! lines are counted in their text.
//!
//! A separator is the one that editors know, `# %% [python]`, with the cell's language; so the cells are found again in the
//! text alone.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::language::Language;
use super::lines::Lines;

/// What begins the line before a cell; the language and a bracket follow.
const SEPARATOR: &str = "# %% [";
/// A cell that is neither code nor Markdown.
const RAW: &str = "raw";
/// The language of a notebook that does not say.
const USUAL: &str = "python";

/// What a notebook's JSON is read for, in the format's versions 3 and 4.
#[derive(Deserialize)]
struct Notebook<'a> {
    #[serde(borrow, default)]
    cells: Vec<Cell<'a>>,
    #[serde(borrow, default)]
    worksheets: Vec<Worksheet<'a>>,
    #[serde(borrow, default)]
    metadata: Metadata<'a>,
    nbformat: u32,
}

#[derive(Deserialize)]
struct Worksheet<'a> {
    #[serde(borrow, default)]
    cells: Vec<Cell<'a>>,
}

#[derive(Deserialize)]
struct Cell<'a> {
    cell_type: Cow<'a, str>,
    #[serde(borrow, alias = "input")]
    source: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Metadata<'a> {
    #[serde(borrow)]
    language_info: Option<Named<'a>>,
    #[serde(borrow)]
    kernelspec: Option<Named<'a>>,
}

#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    language: Option<Cow<'a, str>>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
}

/// A line of the derived text, with the line of the file that spells it, from 1.
struct Row<'a> {
    text: Cow<'a, str>,
    line: u32,
}

/// The text of a notebook; none if the text is no notebook that can be read, or is derived already.
pub(super) fn derive(text: &str) -> Option<String> {
    let notebook: Notebook = serde_json::from_str(text).ok().filter(|notebook: &Notebook| notebook.nbformat > 0)?;
    let lines = Lines::new(text);
    let kernel = kernel(&notebook.metadata);
    let cells = notebook.cells.iter().chain(notebook.worksheets.iter().flat_map(|sheet| &sheet.cells));
    let mut rows: Vec<Row> = Vec::new();
    let mut is_true = true;
    for cell in cells {
        let Some(source) = cell.source else { continue };
        let spelled = spelled(source, text, &lines)?;
        let Some(first) = spelled.first() else { continue };
        let language = match &*cell.cell_type {
            "code" => &*kernel,
            "markdown" | "heading" => Language::Markdown.name(),
            _ => RAW,
        };
        let begin = lines.line_of(offset(source.get(), text));
        is_true &= begin < first.line && rows.last().is_none_or(|last| last.line < begin);
        is_true &= spelled.is_sorted_by(|a, b| a.line < b.line);
        rows.push(Row { text: format!("{SEPARATOR}{language}]").into(), line: begin });
        rows.extend(spelled);
    }
    // In a text whose lines are the file's, the first line is the brace.
    is_true &= rows.first().is_none_or(|first| first.line > 1);
    let mut derived = String::with_capacity(text.len() / 2);
    let mut line = 1;
    for row in rows {
        if is_true {
            while line < row.line {
                derived.push('\n');
                line += 1;
            }
            line += 1;
        }
        derived.push_str(&row.text);
        derived.push('\n');
    }
    Some(derived)
}

/// The name of the language that code cells are written in.
fn kernel(metadata: &Metadata) -> String {
    let info = metadata.language_info.as_ref().and_then(|info| info.name.as_ref());
    let kernel = metadata.kernelspec.as_ref().and_then(|kernel| kernel.language.as_ref());
    let said = info.or(kernel).map_or(USUAL, |name| name.trim());
    let known = Language::of_tag(said).map(Language::name);
    known.unwrap_or(said).chars().filter(|c| c.is_ascii_alphanumeric() || "+#-".contains(*c)).take(40).collect()
}

/// Where a part of the text stands in it.
fn offset(part: &str, text: &str) -> u32 {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize) as u32
}

/// The lines of a cell: a list of strings, as editors write it, or one string. None if it is neither.
fn spelled<'a>(source: &'a RawValue, text: &str, lines: &Lines) -> Option<Vec<Row<'a>>> {
    let parts: Vec<&RawValue> = match serde_json::from_str(source.get()) {
        Ok(parts) => parts,
        Err(_) => vec![source],
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut goes_on = false;
    for part in parts {
        let line = lines.line_of(offset(part.get(), text));
        let string: String = serde_json::from_str(part.get()).ok()?;
        for piece in string.split_inclusive('\n') {
            let words = piece.trim_end_matches(['\n', '\r']);
            match rows.last_mut().filter(|_| goes_on) {
                Some(last) => last.text.to_mut().push_str(words),
                None => rows.push(Row { text: words.to_owned().into(), line }),
            }
            goes_on = !piece.ends_with('\n');
        }
    }
    Some(rows)
}

/// What a reader of a notebook's text has to know, as a sentence.
pub(crate) fn fault(text: &str) -> Option<&'static str> {
    if text.starts_with(SEPARATOR) {
        return Some(
            "Its cells do not have a line of the file for each line of theirs: lines are counted in the text of the cells, which follow each other.",
        );
    }
    let first = text.bytes().find(|byte| !byte.is_ascii_whitespace());
    let is_derived = text.trim_start().starts_with(SEPARATOR);
    (first.is_some() && !is_derived).then_some("It is no notebook that can be read: it is indexed as it stands.")
}

/// A cell in a derived text.
pub(crate) struct Found {
    /// The line before it, from 1.
    pub(crate) separator: u32,
    /// What it is written in, if that is known.
    pub(crate) language: Option<Language>,
    /// Its lines, the last exclusive.
    pub(crate) lines: Range<u32>,
}

/// The cells in a derived text. A cell whose first line is `%%name` is written in what the name says.
pub(crate) fn cells(text: &str, lines: &Lines) -> Vec<Found> {
    let mut cells: Vec<Found> = Vec::new();
    let last = lines.count() + 1;
    for (line, words) in (1..last).zip(text.split('\n')) {
        let Some(language) = words.strip_prefix(SEPARATOR).and_then(|rest| rest.trim_end().strip_suffix(']')) else {
            let magic = cells.last_mut().filter(|cell| cell.lines.start == line);
            if let (Some(cell), Some(name)) = (magic, words.strip_prefix("%%")) {
                let name = name.split_whitespace().next().unwrap_or_default();
                cell.language = Language::of_tag(name).or(cell.language);
                cell.lines.start += 1;
            }
            continue;
        };
        if let Some(before) = cells.last_mut() {
            before.lines.end = line;
        }
        cells.push(Found { separator: line, language: Language::of_tag(language), lines: line + 1..last });
    }
    cells
}
