//! Chunks like a given place.

use super::options::RankSettings;
use super::score::{Scored, score};
use crate::error::{Error, Result};
use crate::index::Index;

/// Scores every chunk by its likeness to the chunk at a line of a file: the chunk's text, path and names are the
/// question. The chunk itself takes no part in what [`hits`](super::hits) gives: its score is the lowest.
///
/// # Errors
/// [`Error::Option`] if the file is not indexed or has no such line.
pub fn related<'a>(
    index: &'a mut Index,
    path: &str,
    line: u32,
    settings: &RankSettings,
) -> Result<(Scored<'a>, String)> {
    let Some(file) = index.catalog().file(path) else {
        return Err(Error::Option {
            name: "path",
            given: format!("{path:?}"),
            expected: "the path of an indexed file",
        });
    };
    let at = |entry: &&crate::index::Entry| (entry.chunk.start_line..=entry.chunk.end_line).contains(&line);
    let Some(entry) = file.entries.iter().find(at) else {
        return Err(Error::Option { name: "line", given: line.to_string(), expected: "a line of the file, from 1" });
    };
    let slot = entry.slot;
    let names: Vec<&str> = file.symbols_in(&entry.chunk).iter().map(|symbol| symbol.name.as_str()).collect();
    let question = format!("{}\n{}", names.join(" "), file.text(&entry.chunk));
    let mut scored = score(index, &question, settings)?;
    if let Some(place) = scored.view.place_of_slot(slot) {
        scored.scores[place] = f64::NEG_INFINITY;
    }
    Ok((scored, question))
}
