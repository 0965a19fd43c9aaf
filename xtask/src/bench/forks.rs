//! A large code base out of small ones: copies that differ as forks do. bench/speed/README.md tells the recipe.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use crate::bench::pack::{self, Packing};
use crate::digest::Sum;
use crate::outcome::{Context, Outcome};
use crate::progress::say;

/// The code bases that every fork holds.
const FOLDERS: [&str; 3] = ["numpy", "ripgrep", "zod"];

/// What of a thousand is changed in a fork.
#[derive(Clone, Copy)]
struct Rates {
    files_dropped: u64,
    lines_dropped: u64,
    lines_doubled: u64,
    names_renamed: u64,
}

/// Forks of three kinds by turns; the first of all is the original.
const KINDS: [Rates; 3] = [
    Rates { files_dropped: 20, lines_dropped: 5, lines_doubled: 3, names_renamed: 40 },
    Rates { files_dropped: 60, lines_dropped: 30, lines_doubled: 10, names_renamed: 200 },
    Rates { files_dropped: 150, lines_dropped: 80, lines_doubled: 20, names_renamed: 600 },
];

/// Makes the first `count` forks below `home`, as packs `fork-00`, `fork-01` and so on; those that are there stay.
pub fn ensure(sources: &Path, home: &Path, count: usize) -> Outcome {
    fs::create_dir_all(home).context(format!("making {}", home.display()))?;
    let paths = pack::paths(sources, &FOLDERS)?;
    let mut sum = Sum::default();
    sum.add(include_str!("forks.rs"));
    paths.iter().try_for_each(|path| sum.add_files(sources, Path::new(path)))?;
    let stamp = sum.finish();
    let missing = |number: &usize| {
        let base = base(home, *number);
        let noted = fs::read_to_string(base.with_extension("made-from")).is_ok_and(|known| known == stamp);
        !noted || !base.with_extension("json").exists()
    };
    let missing: Vec<usize> = (0..count).filter(missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut files = Vec::new();
    for path in paths {
        let bytes = fs::read(sources.join(&path)).context(format!("reading {path}"))?;
        files.push((path, bytes));
    }
    let words = words(files.iter().filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok()));
    for number in missing {
        let base = base(home, number);
        let mut fork = Fork::new(number, &words);
        let mut order: Vec<&(String, Vec<u8>)> = files.iter().filter(|(path, _)| fork.keeps(path)).collect();
        // Ignore files first; the rest in no order, so that each point of the curve is the same mixture.
        order.sort_by_cached_key(|(path, _)| (!path.ends_with("ignore"), hash(fork.seed, &[path.as_bytes()])));
        let mut packing = Packing::begin(&base)?;
        for (path, bytes) in order {
            let edited = std::str::from_utf8(bytes).ok().map(|text| fork.edited(path, text));
            packing.add(format!("team-{number:02}/{path}"), edited.as_deref().map_or(bytes, str::as_bytes))?;
        }
        packing.finish()?;
        fs::write(base.with_extension("made-from"), &stamp).context("noting what a fork was made from")?;
        say(format!("fork {number}"));
    }
    Ok(())
}

fn base(home: &Path, number: usize) -> PathBuf {
    home.join(format!("fork-{number:02}"))
}

/// One copy with its own edits.
struct Fork<'a> {
    seed: u64,
    rates: Option<Rates>,
    words: &'a [String],
    /// What became of the identifiers so far.
    renamed: HashMap<String, Option<String>>,
}

impl<'a> Fork<'a> {
    fn new(number: usize, words: &'a [String]) -> Self {
        let rates = number.checked_sub(1).map(|number| KINDS[number % KINDS.len()]);
        Fork { seed: mixed(number as u64), rates, words, renamed: HashMap::new() }
    }

    /// Whether the fork still has this file.
    fn keeps(&self, path: &str) -> bool {
        self.rates.is_none_or(|rates| hash(self.seed, &[b"file", path.as_bytes()]) % 1000 >= rates.files_dropped)
    }

    fn edited(&mut self, path: &str, text: &str) -> String {
        let Some(rates) = self.rates else { return text.to_owned() };
        let mut out = String::with_capacity(text.len() + text.len() / 8);
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let draw = hash(self.seed, &[path.as_bytes(), &number.to_le_bytes()]) % 1000;
            let edited = draw < rates.lines_dropped + rates.lines_doubled && stands_alone(line);
            if edited && draw < rates.lines_dropped {
                continue;
            }
            for _ in 0..=usize::from(edited) {
                self.rename(line, rates, &mut out);
            }
        }
        out
    }

    /// The line with the names of this fork.
    fn rename(&mut self, line: &str, rates: Rates, out: &mut String) {
        for piece in identifiers(line) {
            if !is_compound(piece) {
                out.push_str(piece);
                continue;
            }
            if !self.renamed.contains_key(piece) {
                let renamed = hash(self.seed, &[b"name", piece.as_bytes()]) % 1000 < rates.names_renamed;
                let name = renamed.then(|| self.another_name(piece));
                self.renamed.insert(piece.to_owned(), name);
            }
            out.push_str(self.renamed.get(piece).and_then(Option::as_deref).unwrap_or(piece));
        }
    }

    /// The identifier with one of its words replaced.
    fn another_name(&self, identifier: &str) -> String {
        let parts = parts(identifier);
        let words: Vec<usize> = (0..parts.len()).filter(|&at| is_word(parts[at])).collect();
        let Some(&chosen) = words.get(hash(self.seed, &[b"part", identifier.as_bytes()]) as usize % words.len().max(1))
        else {
            return identifier.to_owned();
        };
        let new = in_case_of(parts[chosen], &self.another_word(&parts[chosen].to_lowercase()));
        parts.iter().enumerate().map(|(at, part)| if at == chosen { new.as_str() } else { part }).collect()
    }

    /// What this fork calls something: the same wherever the word is replaced. Mostly a word that the code bases know, for
    /// one in eight a new one, since a vocabulary grows with the code.
    fn another_word(&self, word: &str) -> String {
        let draw = hash(self.seed, &[b"word", word.as_bytes()]);
        if draw.is_multiple_of(8) || self.words.is_empty() {
            return made_up(draw / 8);
        }
        self.words[(draw / 8) as usize % self.words.len()].clone()
    }
}

/// A line without which, or with which twice, a file still parses, mostly: it opens and closes nothing.
fn stands_alone(line: &str) -> bool {
    let line = line.trim();
    let count = |wanted: char| line.chars().filter(|&c| c == wanted).count();
    let balanced = [('(', ')'), ('[', ']'), ('{', '}')].into_iter().all(|(open, close)| count(open) == count(close));
    let quoted = ['"', '\'', '`'].into_iter().all(|quote| count(quote).is_multiple_of(2));
    let directive = ["#if", "#el", "#end", "#define"].into_iter().any(|start| line.starts_with(start));
    let closes = line.starts_with([')', ']', '}']);
    balanced && quoted && !directive && !closes && !line.contains("*/") && !line.ends_with([':', '\\', '{', '='])
}

/// The line in pieces: identifiers, and what is between them.
fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| is_part(c) != is_part(first)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// Of two words or more: no keyword is, and nearly no name that a language brings along.
fn is_compound(identifier: &str) -> bool {
    let long_name = identifier.len() >= 6 && identifier.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    long_name && !identifier.starts_with("__") && parts(identifier).iter().filter(|part| is_word(part)).count() >= 2
}

/// An identifier in words and what joins them: at underscores, digits, and where a capital follows a small letter.
fn parts(identifier: &str) -> Vec<&str> {
    let bytes = identifier.as_bytes();
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 1..=bytes.len() {
        let ends = at == bytes.len() || {
            let (before, here) = (bytes[at - 1], bytes[at]);
            before.is_ascii_alphabetic() != here.is_ascii_alphabetic()
                || (before.is_ascii_lowercase() && here.is_ascii_uppercase())
        };
        if ends {
            parts.push(&identifier[start..at]);
            start = at;
        }
    }
    parts
}

fn is_word(part: &str) -> bool {
    part.len() >= 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// `GRID` for `SIZE`, `Grid` for `Size`, `grid` for `size`.
fn in_case_of(old: &str, new: &str) -> String {
    let capital = old.starts_with(|c: char| c.is_ascii_uppercase());
    if capital && old.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return new.to_uppercase();
    }
    let mut chars = new.chars();
    let first = chars.next().map(|c| if capital { c.to_ascii_uppercase() } else { c });
    first.into_iter().chain(chars).collect()
}

/// All words of the texts' compound identifiers, sorted.
fn words<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for text in texts {
        for identifier in identifiers(text).filter(|piece| is_compound(piece)) {
            seen.extend(parts(identifier).into_iter().filter(|part| (3..=12).contains(&part.len()) && is_word(part)));
        }
    }
    seen.into_iter().map(str::to_lowercase).collect::<BTreeSet<String>>().into_iter().collect()
}

/// Two to four syllables that no code base has, most likely.
fn made_up(mut draw: u64) -> String {
    const CONSONANTS: &[u8] = b"bdfgjklmnprstvz";
    const VOWELS: &[u8] = b"aeiou";
    let syllables = 2 + draw % 3;
    draw /= 3;
    let mut word = String::new();
    for _ in 0..syllables {
        for letters in [CONSONANTS, VOWELS] {
            word.push(char::from(letters[(draw % letters.len() as u64) as usize]));
            draw /= letters.len() as u64;
        }
    }
    word
}

/// The same numbers on every machine.
fn hash(seed: u64, pieces: &[&[u8]]) -> u64 {
    let mut state = seed;
    for piece in pieces {
        for bytes in piece.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            state = mixed(state ^ u64::from_le_bytes(word));
        }
        state = mixed(state ^ piece.len() as u64);
    }
    state
}

/// Spreads the bits: two odd multipliers, three shifts.
fn mixed(value: u64) -> u64 {
    let mut value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_fall_into_words() {
        assert_eq!(parts("parse_flagsNow2x"), ["parse", "_", "flags", "Now", "2", "x"]);
        assert_eq!(parts("MAX_SIZE"), ["MAX", "_", "SIZE"]);
        let pieces: Vec<&str> = identifiers("let a_b = fünf(x1);").collect();
        assert_eq!(pieces.concat(), "let a_b = fünf(x1);");
        assert!(pieces.contains(&"a_b") && pieces.contains(&"x1"));
        assert!(is_compound("parse_flags") && is_compound("safeParse") && is_compound("_private_thing"));
        assert!(["return", "a_b", "__init_subclass__", "x", "12_34_56", "unsigned"].iter().all(|n| !is_compound(n)));
    }

    #[test]
    fn a_fork_is_consistent_and_the_original_is_left_alone() {
        let text = "fn parse_flags() {\n    parse_flags();\n    let lineBuffer = MAX_BUFFER_SIZE;\n}\n".repeat(20);
        let words = words([text.as_str()].into_iter());
        assert_eq!(words, ["buffer", "flags", "line", "max", "parse", "size"]);
        assert_eq!(Fork::new(0, &words).edited("a.rs", &text), text);
        let edited = |number| Fork::new(number, &words).edited("a.rs", &text);
        assert_eq!(edited(3), edited(3));
        assert_ne!(edited(3), edited(6));
        // Blocks stay whole.
        let count = |text: &str, c| text.matches(c).count();
        assert_eq!(count(&edited(3), '{'), count(&edited(3), '}'));
        // One name becomes one name.
        let mut fork = Fork::new(3, &words);
        let rates = Rates { names_renamed: 1000, ..KINDS[0] };
        let mut out = String::new();
        fork.rename("parse_flags parse_flags", rates, &mut out);
        let names: Vec<&str> = out.split(' ').collect();
        assert!(names[0] == names[1] && names[0] != "parse_flags", "{out}");
    }

    #[test]
    fn a_word_takes_the_case_of_the_old() {
        assert_eq!(["SIZE", "Size", "size"].map(|old| in_case_of(old, "grid")), ["GRID", "Grid", "grid"]);
        assert!((0..1000).all(|draw| is_word(&made_up(mixed(draw)))));
    }

    #[test]
    fn lines_that_open_or_close_stay() {
        assert!(["    let x = f(1);", "# a remark", "", "'a', \"b\","].iter().all(|line| stands_alone(line)));
        let kept = ["if x {", "}", "else:", "\"\"\"Doc", "#ifdef A", "f(a,", "a */", "x = \\"];
        assert!(kept.iter().all(|line| !stands_alone(line)));
    }
}
