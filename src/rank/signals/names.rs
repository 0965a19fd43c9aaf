//! Agreement with the names of definitions.

use super::terms::Gathered;
use super::{Column, Signal, Values};
use crate::chunk::SymbolKind;
use crate::index::{Holder, Name, Place};
use crate::lexical::{composed, folded, joins};
use crate::rank::question::{NamedThing, Question};
use crate::rank::view::View;

/// What a definition counts: a field or a key is rarely what is looked for, an implementation is not where its type
/// is defined, a declaration is not the definition.
pub fn worth(holder: Holder) -> f64 {
    use SymbolKind as K;
    match holder.kind {
        K::Field | K::Variable | K::Variant | K::Key | K::Element => 0.6,
        K::Impl => 0.5,
        K::Function | K::Method if !holder.body => 0.6,
        _ => 1.0,
    }
}

/// What a definition counts whose name differs in case from a name with capitals.
const OTHER_CASE: f64 = 0.4;

pub fn add(view: &View, question: &Question, gathered: &Gathered, columns: &mut Vec<Column>) {
    let (mut defines, mut qualified) = (Vec::new(), Vec::new());
    let mut others: Vec<(String, usize)> = Vec::new();
    for named in &question.names {
        let lower = folded(&named.name);
        let Some(name) = view.index.definitions().find(&lower) else { continue };
        let capitals = named.name.chars().any(char::is_uppercase);
        let mut places: Vec<usize> = holders(view, name).map(|(place, _)| place).collect();
        // A chunk may define a name a thousand times.
        places.sort_unstable();
        places.dedup();
        let is_exact = |place: usize| {
            let Place { file, entry } = view.place(place);
            file.defined_in(&entry.chunk).any(|symbol| composed(&symbol.name) == named.name)
        };
        let exact: Vec<bool> = places.iter().map(|&place| !capitals || is_exact(place)).collect();
        // Where there is what is asked for to the letter, nothing else is meant.
        let other_case = if capitals && exact.contains(&true) { 0.0 } else { OTHER_CASE };
        for (place, is_exact) in places.into_iter().zip(exact) {
            if !is_exact && other_case == 0.0 {
                others.push((lower.clone(), place));
            }
            let Place { file, entry } = view.place(place);
            for symbol in file.defined_in(&entry.chunk).filter(|s| folded(&s.name) == lower) {
                let same = composed(&symbol.name) == named.name;
                let worth = worth(Holder::of(entry.slot, symbol));
                defines.push((place as u32, worth * if same || !capitals { 1.0 } else { other_case }));
                if is_inside(named, &symbol.qualified, &file.source.path) {
                    qualified.push((place as u32, 1.0));
                }
            }
        }
    }
    columns.push((Signal::NameCoverage, coverage(view, gathered, &others)));
    let defines = Values::largest(defines);
    let mentions = mentions(question, gathered, &defines);
    columns.push((Signal::Defines, defines));
    columns.push((Signal::DefinesQualified, Values::largest(qualified)));
    columns.push((Signal::Mentions, mentions));
}

/// The places that define the name.
pub fn holders<'a>(view: &'a View, name: &'a Name) -> impl Iterator<Item = (usize, Holder)> + 'a {
    name.holders.iter().filter_map(|&holder| Some((view.place_of_slot(holder.slot)?, holder)))
}

/// How well the name of the best definition in a chunk fits the question. `others` are names, in lower case, with the
/// places that only define them in another case than the one asked for.
fn coverage(view: &View, gathered: &Gathered, others: &[(String, usize)]) -> Values {
    let definitions = view.index.definitions();
    let names = definitions.names();
    // Idf covered, parts matched, parts.
    let mut rows = vec![(0.0, 0_u32, 0_u32); names.len()];
    let mut met: Vec<u32> = Vec::new();
    let stems: Vec<&str> = gathered.terms.iter().map(|term| term.stem).collect();
    definitions.parts().holders_of_each(&stems, |at, row, count, length| {
        let entry = &mut rows[row as usize];
        if entry.1 == 0 {
            met.push(row);
        }
        // A name of several parts is itself a term, too.
        let parts = if length > 1 { length - 1 } else { length };
        *entry = (entry.0 + gathered.terms[at].idf, (entry.1 + count).min(parts), parts);
    });
    let mut best = Vec::new();
    for row in met {
        let (covered, matched, parts) = rows[row as usize];
        let share = f64::from(matched) / f64::from(parts.max(1));
        let covered = covered / gathered.mass;
        let value = if covered < 1.0 { covered } else { 1.0 } * share.sqrt();
        let name = &names[row as usize];
        let elsewhere: Vec<usize> = others.iter().filter(|other| *other.0 == *name.text).map(|other| other.1).collect();
        for (place, holder) in holders(view, name) {
            let case = if elsewhere.contains(&place) { OTHER_CASE } else { 1.0 };
            best.push((place as u32, value * case * worth(holder)));
        }
    }
    Values::largest_below(view.len(), best)
}

/// Whether a definition stands inside what the question names before it: a type, a module, a file.
fn is_inside(named: &NamedThing, qualified: &str, path: &str) -> bool {
    let Some(outer) = &named.qualifier else { return false };
    let mut parts: Vec<&str> = qualified.split(|c: char| !(joins(c) || c == '$')).collect();
    parts.pop();
    let path = path.split('/').map(crate::index::stem);
    parts.into_iter().chain(path).any(|part| folded(part) == *outer)
}

/// Where names of the question are used.
fn mentions(question: &Question, gathered: &Gathered, defines: &Values) -> Values {
    let mut mentions = Vec::new();
    for named in &question.names {
        let lower = folded(&named.name);
        let stem = crate::lexical::stem(&lower);
        if let Some(term) = gathered.terms.iter().find(|term| term.stem == stem) {
            let places = term.holders.iter().map(|&(place, ..)| place);
            mentions.extend(places.filter(|&place| defines.at(place as usize) == 0.0).map(|place| (place, 1.0)));
        }
    }
    Values::largest(mentions)
}
