//! Where a name is passed on: the file that a user of the name would import it from.

use super::terms::Gathered;
use super::{Column, Signal};
use crate::lexical::stem;
use crate::rank::question::Question;
use crate::rank::view::View;

/// How a line that passes names on begins, in the languages that have such lines.
const BEGINNINGS: [&str; 6] = ["export ", "pub use ", "pub(crate) use ", "from .", "module.exports", "exports."];

/// So many chunks that hold the name are read.
const MOST: usize = 400;

pub fn add(view: &View, question: &Question, gathered: &Gathered, defines: &[f64], columns: &mut Vec<Column>) {
    if question.names.is_empty() {
        return;
    }
    let mut exports = vec![0.0; view.places.len()];
    for named in &question.names {
        let lower = named.name.to_lowercase();
        let Some(term) = gathered.terms.iter().find(|term| term.stem == stem(&lower)) else { continue };
        for &(place, ..) in term.holders.iter().take(MOST) {
            let place = place as usize;
            if defines[place] == 0.0
                && passes_on(view.places[place].file.text(&view.places[place].entry.chunk), &named.name)
            {
                exports[place] = 1.0;
            }
        }
    }
    columns.push((Signal::Exports, exports));
}

/// Whether the text has a statement that passes the name on. Statements of several lines end at a closing bracket or
/// a semicolon.
fn passes_on(text: &str, name: &str) -> bool {
    let mut inside = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        inside |= BEGINNINGS.iter().any(|beginning| trimmed.starts_with(beginning));
        if inside && has_word(line, name) {
            return true;
        }
        if inside && (line.contains(['}', ')', ';']) || !line.contains(['{', '(', ',', '=']) && !trimmed.is_empty()) {
            inside = false;
        }
    }
    false
}

/// Whether the name stands in the line as a word of its own.
fn has_word(line: &str, name: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
    line.match_indices(name)
        .any(|(at, _)| !joins(line[..at].chars().next_back()) && !joins(line[at + name.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_pass_a_name_on() {
        assert!(passes_on("pub use axum_core::extract::{\n    FromRef,\n    FromRequest,\n};\n", "FromRequest"));
        assert!(passes_on("export { ZodError } from './errors'", "ZodError"));
        assert!(passes_on("from .sessions import (\n    Session,\n)", "Session"));
        assert!(!passes_on("use axum::FromRequest;\nexport const x = 1;", "FromRequest"));
        assert!(!passes_on("export { ZodErrorMap, $ZodError }", "ZodError"));
    }
}
