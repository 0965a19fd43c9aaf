//! Agreement with file and folder names.

use super::terms::Gathered;
use super::{Column, Signal};
use crate::index::Naming;
use crate::lexical::stem;
use crate::rank::question::Question;
use crate::rank::view::View;

pub fn add(view: &View, question: &Question, gathered: &Gathered, columns: &mut Vec<Column>) {
    let n = view.files.len();
    let (mut precision, mut equal) = (vec![0.0; n], vec![0.0; n]);
    // A word that all files hold, such as the project's name, tells none from another.
    let rarest = gathered.terms.iter().map(|t| t.idf).fold(f64::MIN_POSITIVE, f64::max);
    let worth = |word: &str| gathered.terms.iter().find(|t| t.stem == word).map_or(1.0, |t| t.idf / rarest);
    let asked: Vec<(&str, f64)> =
        question.plain.iter().chain(&question.joined).map(|word| (stem(word), worth(stem(word)))).collect();
    for (i, (file, _)) in view.files.iter().enumerate() {
        let naming = &file.naming;
        precision[i] = of_stem(naming, gathered);
        // Stems begin with the first letter: most files are passed over by that.
        if asked.iter().any(|(word, _)| begin_alike(word, &naming.bare)) {
            let of_bare = stem(&naming.bare);
            let same = asked.iter().filter(|(word, _)| *word == of_bare).map(|(_, worth)| *worth);
            equal[i] = same.max_by(f64::total_cmp).unwrap_or(0.0);
        }
    }
    columns.push((Signal::StemPrecision, precision.into()));
    columns.push((Signal::StemEqual, equal.into()));
}

/// Share of the name's parts that are asked for.
fn of_stem(naming: &Naming, gathered: &Gathered) -> f64 {
    let asked = |part: &str| gathered.terms.iter().any(|term| similar(term.stem, part));
    let matched = naming.parts.iter().filter(|part| asked(part)).count();
    matched as f64 / naming.parts.len().max(1) as f64
}

/// Of one family, or one begins with the other over at least three letters: `auth`, `authentication`.
fn similar(asked: &str, part: &str) -> bool {
    begin_alike(asked, part)
        && (asked == part || (asked.len().min(part.len()) >= 3 && (asked.starts_with(part) || part.starts_with(asked))))
}

/// Whether the first bytes are the same: quicker than a comparison, which is a call.
fn begin_alike(a: &str, b: &str) -> bool {
    a.as_bytes().first() == b.as_bytes().first()
}
