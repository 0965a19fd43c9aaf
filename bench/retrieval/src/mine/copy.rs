//! A copy of a corpus without the comments that are asked for.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::docstrings::Documented;
use crate::corpus::{Corpus, files_below};
use crate::outcome::{Context, Outcome};

/// Writes the copy, and holds every definition to the line that its query names.
pub fn write(corpus: &Corpus, from: &Path, into: &Path, documented: &[Documented]) -> Outcome {
    let mut by_file: BTreeMap<&str, Vec<&Documented>> = BTreeMap::new();
    for one in documented {
        by_file.entry(one.query.path.as_deref().unwrap_or_default()).or_default().push(one);
    }
    let _ = fs::remove_dir_all(into);
    for path in files_below(from, &|_| false)? {
        let (source, copy) = (from.join(&path), into.join(&path));
        let doing = format!("copying {}", source.display());
        fs::create_dir_all(copy.parent().unwrap_or(into)).context(&doing)?;
        match by_file.get(path.as_str()) {
            None => drop(fs::copy(source, copy).context(&doing)?),
            Some(documented) => {
                let text = without(corpus.text(&path).unwrap_or_default(), documented)?;
                fs::write(copy, text).context(&doing)?;
            }
        }
    }
    Ok(())
}

fn without(text: &str, documented: &[&Documented]) -> Outcome<String> {
    let mut copy = String::with_capacity(text.len());
    for (number, line) in (1u32..).zip(text.split_inclusive('\n')) {
        match documented.iter().find(|one| one.removed.contains(&number)) {
            None => copy.push_str(line),
            Some(one) if number == *one.removed.start() => copy.push_str(one.instead.as_deref().unwrap_or_default()),
            Some(_) => {}
        }
    }
    for one in documented {
        let (line, name) = (one.query.line.unwrap_or(0), one.query.name.as_deref().unwrap_or_default());
        if !copy.lines().nth((line as usize).wrapping_sub(1)).is_some_and(|line| line.contains(name)) {
            return Err(format!("In the copy, line {line} does not name {name}: {}.", one.query.query_id).into());
        }
    }
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Query;

    #[test]
    fn comments_go_and_lines_are_checked() {
        let one = |line| Documented {
            query: Query { line: Some(line), name: Some("beta".into()), ..Query::default() },
            removed: 2..=3,
            instead: Some("    pass\n".into()),
        };
        let text = "def alpha():\n    \"\"\"One\n    two.\"\"\"\ndef beta(): ...\n";
        assert_eq!(without(text, &[&one(3)]).unwrap(), "def alpha():\n    pass\ndef beta(): ...\n");
        assert!(without(text, &[&one(4)]).is_err());
    }
}
