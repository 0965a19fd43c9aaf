//! What the texts of [`printed`](super::printed) take, without writing them: the sizes of their file's lines added up.

use super::catalog::Place;
use super::printed::{Part, folded_parts, full_text, picked_parts, written};
use crate::chunk::text_units;

/// What a text takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// With one more line break, in units.
    pub units: u64,
    /// Whether it is empty or ends with a line break, so that one more makes an empty line.
    pub is_closed: bool,
}

impl Taken {
    /// Counts a text.
    pub fn of(text: &str) -> Self {
        Taken { units: text_units(&format!("{text}\n")), is_closed: text.is_empty() || text.ends_with('\n') }
    }
}

impl Taken {
    /// With a line break at its end, unless it has one or is empty.
    pub fn closed(self) -> u64 {
        self.units.saturating_sub(if self.is_closed { text_units("\n") } else { 0 })
    }
}

/// A chunk whose texts are measured.
pub struct Measure<'a> {
    place: Place<'a>,
    text: &'a str,
    /// Whether its lines are those that were counted: whole, and ending with `\n` alone, as the printed ones do.
    is_counted: bool,
}

impl<'a> Measure<'a> {
    /// Of this chunk.
    pub fn new(place: Place<'a>) -> Self {
        let (file, chunk) = (place.file, &place.entry.chunk);
        let lines = &file.source.lines;
        let is_whole = lines.start(chunk.start_line) == chunk.start && lines.end(chunk.end_line) == chunk.end;
        let text = full_text(file, chunk);
        Measure { place, text, is_counted: is_whole && memchr::memchr(b'\r', text.as_bytes()).is_none() }
    }

    /// All of it.
    pub fn full(&self) -> Taken {
        let chunk = &self.place.entry.chunk;
        let all = [Part::Lines(chunk.start_line, chunk.end_line)];
        self.sum(&all).unwrap_or_else(|| Taken::of(self.text))
    }

    /// Its [`signature_text`](super::signature_text).
    pub fn signature(&self) -> Taken {
        self.parts(&picked_parts(&self.place.entry.signature))
    }

    /// It, [`folded`](super::folded).
    pub fn folded(&self, shown: &[(u32, u32)]) -> Taken {
        let chunk = &self.place.entry.chunk;
        self.parts(&folded_parts(|number| self.line(number), chunk.start_line, chunk.end_line, shown))
    }

    fn parts(&self, parts: &[Part]) -> Taken {
        let start = self.place.entry.chunk.start_line;
        self.sum(parts).unwrap_or_else(|| Taken::of(&written(self.text, start, parts)))
    }

    /// None where a line is not known.
    fn sum(&self, parts: &[Part]) -> Option<Taken> {
        if !self.is_counted {
            return None;
        }
        let mut units = 0;
        let mut is_closed = true;
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Mark(mark) => {
                    units += text_units(mark);
                    is_closed = false;
                }
                Part::Lines(first, last) if at + 1 < parts.len() => {
                    units += self.place.file.sizes.sum(*first, *last)?
                }
                Part::Lines(first, last) => {
                    let (line, sizes) = (self.line(*last), &self.place.file.sizes);
                    units += match self.has_break(*last) {
                        true => sizes.sum(*first, *last)?,
                        // The last line may have had none.
                        false => sizes.sum(*first, *last - 1)? + text_units(&format!("{line}\n")),
                    };
                    is_closed = line.is_empty();
                }
            }
        }
        Some(Taken { units, is_closed })
    }

    /// Whether a line ends with a break in its file.
    fn has_break(&self, number: u32) -> bool {
        let source = &self.place.file.source;
        let end = source.lines.end(number) as usize;
        end.checked_sub(1).and_then(|last| source.text.as_bytes().get(last)) == Some(&b'\n')
    }

    /// A line without its break.
    fn line(&self, number: u32) -> &'a str {
        let (chunk, lines) = (&self.place.entry.chunk, &self.place.file.source.lines);
        let of = |byte: u32| ((byte - chunk.start) as usize).min(self.text.len());
        let line = self.text.get(of(lines.start(number))..of(lines.end(number))).unwrap_or("");
        line.strip_suffix('\n').unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Index, folded, signature_text};
    use crate::source::Source;
    use proptest::prelude::*;

    /// Every text of every chunk takes what it takes when it is counted.
    fn check(path: &str, text: &str, picks: &[bool]) -> Result<(), TestCaseError> {
        let mut index = Index::new(None, None);
        let file = index.insert(Source::new(path, text), None);
        for entry in &file.entries {
            let place = Place { file, entry };
            let measure = Measure::new(place);
            let full = full_text(file, &entry.chunk);
            prop_assert_eq!(measure.full(), Taken::of(full), "{:?}", full);
            prop_assert_eq!(measure.signature(), Taken::of(&signature_text(file, entry)));
            let (start, end) = (entry.chunk.start_line, entry.chunk.end_line);
            let mut shown: Vec<(u32, u32)> = Vec::new();
            for line in (start..=end).zip(picks.iter().cycle()).filter(|(_, picked)| **picked).map(|(line, _)| line) {
                match shown.last_mut() {
                    Some(range) if line <= range.1 + 2 => range.1 = line,
                    _ => shown.push((line, line)),
                }
            }
            let text = folded(full, start, end, &shown);
            prop_assert_eq!(measure.folded(&shown), Taken::of(&text), "{:?}", text);
        }
        Ok(())
    }

    #[test]
    fn what_lines_take_is_what_their_text_takes() {
        for (path, text) in [
            ("src/index/taken.rs", include_str!("taken.rs")),
            ("src/rank/mod.rs", include_str!("../rank/mod.rs")),
            (
                "a.py",
                "class A:\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    def f(self):\n        return {\n        }\n\n\n",
            ),
        ] {
            for picks in [&[true][..], &[false, false, true, false], &[true, false, false, false, false]] {
                check(path, text, picks).unwrap();
                check(path, &text.replace('\n', "\r\n"), picks).unwrap();
            }
        }
    }

    proptest! {
        #[test]
        fn of_any_text(
            text in "(fn f\\(\\) \\{\n|\\}\n|    x = \"…\";\n|\n| \t\n|\r\n|\r|// é日本|```\n|end|;;;\n){0,40}",
            picks in prop::collection::vec(any::<bool>(), 1..9),
        ) {
            check("a.rs", &text, &picks)?;
            check("a.md", &text, &picks)?;
        }
    }
}
