//! Front matter: settings between two rules at the head of a document, of which its title is what it is called.

use std::ops::Range;

use super::outline::{Kind, Outline};
use super::rows::Rows;

/// Front matter is at most this many lines.
const LONGEST: usize = 500;

/// Takes front matter in, YAML or TOML, where the document begins with it at this row; gives the row after.
pub(super) fn read(rows: Rows, row: usize, outline: &mut Outline) -> Option<usize> {
    let (opening, joint) = match rows.line(0) {
        "---" if row == 0 => ("---", ':'),
        "+++" if row == 0 => ("+++", '='),
        _ => return None,
    };
    let closes = |row: &usize| rows.line(*row) == opening || joint == ':' && rows.line(*row) == "...";
    let last = (1..rows.count().min(LONGEST)).find(closes)?;
    let value =
        |keys: &[&str]| keys.iter().find_map(|key| (1..last).find_map(|row| value(rows, row, last, key, joint)));
    for row in 0..=last {
        outline.push(if row == 0 { Kind::Block } else { Kind::Inside }, 0);
    }
    if let Some((title, _)) = value(&["title", "name"]) {
        let doc = value(&["description", "summary"]).map(|(_, doc)| doc);
        outline.name_document(rows, title, doc);
    }
    Some(last + 1)
}

/// A key's value: its first line without quotes, and where all of it stands.
fn value<'a>(rows: Rows<'a>, row: usize, last: usize, key: &str, joint: char) -> Option<(&'a str, Range<u32>)> {
    let value = rows.line(row).strip_prefix(key)?.trim_start().strip_prefix(joint)?.trim_start();
    let folded = matches!(value, "" | ">" | "|" | ">-" | "|-" | ">+" | "|+" | "\"\"\"");
    let goes_on = |row: usize| rows.line(row).starts_with([' ', '\t']);
    let first = if folded { rows.line(row + 1).trim_start() } else { value };
    if folded && !(row + 1 < last && goes_on(row + 1)) {
        return None;
    }
    let mut end = row + 1;
    while end < last && goes_on(end) {
        end += 1;
    }
    let start = rows.at(first);
    let whole = start..start.max(rows.at(rows.line(end - 1)) + rows.line(end - 1).len() as u32);
    let text = match first.as_bytes().first() {
        Some(&quote @ (b'"' | b'\'')) => {
            let inside = &first[1..];
            inside.find(quote as char).map_or(inside, |end| &inside[..end])
        }
        // A comment behind the value.
        _ => first.split_once(" #").map_or(first, |(value, _)| value.trim_end()),
    };
    Some((text, whole))
}
