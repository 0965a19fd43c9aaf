//! One line of an ignore file, from git's pattern language into that of the `ignore` crate.
//!
//! The two differ at the edges: globset knows braces, git does not; git knows backslashes inside `[…]`, globset does
//! not; a broken class matches nothing in git and itself in globset; `**` after literal text has a meaning in git that
//! its manual denies. Every pattern is therefore read as git reads it and written anew in the part of the language on
//! which both agree. `tests/source_ignore.rs` holds the result to `git check-ignore`.

/// The lines that the `ignore` crate must be given for one line of an ignore file: none when git would match nothing by
/// it, two where git's reading is an alternative. `line` comes without its line end.
pub fn translate(line: &str) -> Vec<String> {
    if line.len() > MAX_PATTERN_BYTES {
        return Vec::new();
    }
    read(line).map_or_else(Vec::new, |pattern| pattern.write())
}

/// Longer patterns match nothing: they are no one's, and the time to compile them is.
const MAX_PATTERN_BYTES: usize = 4096;

/// How often a pattern may start afresh at `**`: see [`Part::Crossing`].
const MAX_CROSSINGS: usize = 8;

/// The lines of an ignore file that hold a pattern, with their 1-based numbers and without comments, line ends and
/// trailing blanks.
pub fn patterns(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.split('\n')).filter_map(|(number, line)| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        // git's lines are C strings.
        let line = line.split('\0').next().unwrap_or(line);
        if line.starts_with('#') {
            return None;
        }
        let line = trim_blanks(line);
        (!line.is_empty()).then_some((number, line))
    })
}

/// Trailing spaces go, except one after a backslash. Tabs stay.
fn trim_blanks(line: &str) -> &str {
    let mut end = 0;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        if escaped || c != ' ' {
            end = at + c.len_utf8();
        }
        escaped = !escaped && c == '\\';
    }
    &line[..end]
}

/// A pattern as git understands it.
#[derive(Debug, PartialEq)]
struct Pattern {
    negated: bool,
    only_folders: bool,
    /// With a slash inside it is matched against the whole path from the file's folder, else against names alone.
    whole_path: bool,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Literal(char),
    Slash,
    /// `?`: one byte, not a slash.
    Any,
    /// `*`: any bytes but slashes.
    Star,
    /// `**` as a whole component.
    Folders,
    /// `**` straight after the literal text that git compares first: it may cross slashes.
    Crossing,
    Class(Class),
}

fn read(line: &str) -> Option<Pattern> {
    let (negated, line) = match line.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (only_folders, line) = match line.strip_suffix('/') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let whole_path = line.contains('/');
    let line = line.strip_prefix('/').unwrap_or(line);
    if line.is_empty() {
        return None;
    }
    let chars: Vec<char> = line.chars().collect();
    // git compares the text before the first special character by itself and starts matching patterns after it.
    let literal = chars.iter().take_while(|c| !matches!(c, '*' | '?' | '[' | '\\')).count();
    let mut parts = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            '/' => parts.push(Part::Slash),
            '?' => parts.push(Part::Any),
            '\\' => {
                at += 1;
                match chars.get(at)? {
                    '/' => parts.push(Part::Slash),
                    // Paths are spelled with `/` here, so a literal backslash occurs in none.
                    '\\' => return None,
                    other => parts.push(Part::Literal(*other)),
                }
            }
            '*' => {
                let run = chars[at..].iter().take_while(|c| **c == '*').count();
                let before = at.checked_sub(1).map(|i| chars[i]);
                let after = chars.get(at + run);
                let stands_alone = run > 1 && whole_path && matches!(after, None | Some('/'));
                parts.push(match before {
                    None | Some('/') if stands_alone => Part::Folders,
                    Some(_) if stands_alone && at == literal => Part::Crossing,
                    _ => Part::Star,
                });
                at += run - 1;
            }
            '[' => {
                let (class, end) = Class::read(&chars, at + 1)?;
                parts.push(Part::Class(class));
                at = end;
            }
            other => parts.push(Part::Literal(other)),
        }
        at += 1;
    }
    Some(Pattern { negated, only_folders, whole_path, parts })
}

impl Pattern {
    fn write(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut parts = self.parts.clone();
        // `foo**/bar` in git: `foobar`, or `bar` in or below a folder whose name starts with `foo`.
        // `x/foo**`: whatever starts with `x/foo`, and all that is below it.
        for _ in 0..MAX_CROSSINGS {
            let Some(crossing) = parts.iter().position(|part| *part == Part::Crossing) else {
                break;
            };
            let after = parts.split_off(crossing + 1);
            parts.pop();
            let below = [Part::Star, Part::Slash, Part::Folders];
            lines.extend(self.write_parts(&[&parts, below.as_slice(), &after].concat()));
            match after.as_slice() {
                [] => parts.push(Part::Star),
                // git starts afresh behind the slash: a second `**` there crosses too.
                [_, Part::Folders, rest @ ..] => {
                    parts.push(Part::Crossing);
                    parts.extend_from_slice(rest);
                }
                [_, rest @ ..] => parts.extend_from_slice(rest),
            }
        }
        lines.extend(self.write_parts(&parts));
        lines
    }

    /// `None` when a class in it matches nothing.
    fn write_parts(&self, parts: &[Part]) -> Option<String> {
        let mut out = String::new();
        if self.negated {
            out.push('!');
        }
        if self.whole_path {
            out.push('/');
        }
        for (i, part) in parts.iter().enumerate() {
            match part {
                Part::Literal(c) => write_literal(*c, &mut out),
                Part::Slash => out.push('/'),
                Part::Any => out.push('?'),
                Part::Star | Part::Crossing => out.push('*'),
                // Alone, `**` would be the empty path to globset.
                Part::Folders if i == 0 && parts.len() == 1 => out.push_str("**/*"),
                Part::Folders => out.push_str("**"),
                Part::Class(class) => class.write(&mut out)?,
            }
        }
        if self.only_folders {
            out.push('/');
        }
        Some(out)
    }
}

fn write_literal(c: char, out: &mut String) {
    if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | '!' | '#' | ',' | ' ') {
        out.push('\\');
    }
    out.push(c);
}

/// `[…]`: a set of bytes. git matches bytes, and so does globset; what is beyond ASCII is passed on as written.
#[derive(Clone, Debug, PartialEq)]
struct Class {
    negated: bool,
    /// One bit for each ASCII character.
    ascii: u128,
    beyond: Vec<(char, char)>,
}

impl Class {
    /// Reads from the character after `[`; the answer's index is that of the closing `]`. `None` for a class that git
    /// finds broken: the whole pattern then matches nothing.
    fn read(chars: &[char], mut at: usize) -> Option<(Class, usize)> {
        let negated = matches!(chars.get(at), Some('!' | '^'));
        if negated {
            at += 1;
        }
        let mut class = Class { negated, ascii: 0, beyond: Vec::new() };
        // The start of a possible range: the character before a `-`, unless that ended a range or a named class.
        let mut from: Option<char> = None;
        let mut first = true;
        loop {
            let c = *chars.get(at)?;
            if c == ']' && !first {
                return Some((class, at));
            }
            first = false;
            match (c, from) {
                ('\\', _) => {
                    at += 1;
                    let escaped = *chars.get(at)?;
                    class.add(escaped, escaped);
                    from = Some(escaped);
                }
                ('-', Some(low)) if !matches!(chars.get(at + 1), None | Some(']')) => {
                    at += 1;
                    if chars[at] == '\\' {
                        at += 1;
                    }
                    class.add(low, *chars.get(at)?);
                    from = None;
                }
                ('[', _) if chars.get(at + 1) == Some(&':') => {
                    let close = at + 2 + chars.get(at + 2..)?.iter().position(|c| *c == ']')?;
                    // `[[:]` and the like are no named class but its characters.
                    if close > at + 2 && chars[close - 1] == ':' {
                        let name: String = chars[at + 2..close - 1].iter().collect();
                        class.add_named(&name)?;
                        at = close;
                        from = None;
                    } else {
                        class.add('[', '[');
                        from = Some('[');
                    }
                }
                (other, _) => {
                    class.add(other, other);
                    from = Some(other);
                }
            }
            at += 1;
        }
    }

    fn add(&mut self, low: char, high: char) {
        if low.is_ascii() && high.is_ascii() {
            for c in low..=high {
                self.ascii |= 1 << u32::from(c);
            }
        } else if low <= high {
            self.beyond.push((low, high));
        }
    }

    fn add_named(&mut self, name: &str) -> Option<()> {
        let test: fn(&char) -> bool = match name {
            "alnum" => char::is_ascii_alphanumeric,
            "alpha" => char::is_ascii_alphabetic,
            "blank" => |c| matches!(c, ' ' | '\t'),
            "cntrl" => char::is_ascii_control,
            "digit" => char::is_ascii_digit,
            "graph" => char::is_ascii_graphic,
            "lower" => char::is_ascii_lowercase,
            "print" => |c| matches!(c, ' '..='~'),
            "punct" => char::is_ascii_punctuation,
            "space" => |c| matches!(c, '\t'..='\r' | ' '),
            "upper" => char::is_ascii_uppercase,
            "xdigit" => char::is_ascii_hexdigit,
            _ => return None,
        };
        for c in ('\0'..='\x7f').filter(test) {
            self.ascii |= 1 << u32::from(c);
        }
        Some(())
    }

    /// `None` when nothing can match.
    fn write(&self, out: &mut String) -> Option<()> {
        let has = |c: char| self.ascii & (1 << u32::from(c)) != 0;
        // No class matches a slash, and a backslash occurs in no path.
        let plain = |c: &char| has(*c) && !matches!(c, '/' | '\\' | ']' | '-' | '!' | '^');
        let mut members = String::new();
        if has(']') {
            members.push(']');
        }
        members.extend(('\0'..='\x7f').filter(plain));
        for (low, high) in &self.beyond {
            members.push(*low);
            if low != high {
                members.push('-');
                members.push(*high);
            }
        }
        // `-` is literal at either end; `!` and `^` anywhere but at the start.
        let tail: String = ['^', '!'].into_iter().filter(|c| has(*c)).collect();
        if members.is_empty() && has('-') {
            members.push('-');
        }
        match (members.is_empty() && tail.is_empty(), self.negated) {
            (true, true) => out.push('?'),
            (true, false) => return None,
            (false, false) if members.is_empty() => match tail.len() {
                1 => write_literal(tail.chars().next()?, out),
                _ => out.push_str("{\\^,\\!}"),
            },
            (false, negated) => {
                out.push('[');
                if negated {
                    out.push('!');
                }
                let dash = if has('-') && members != "-" { "-" } else { "" };
                out.extend([members.as_str(), &tail, dash, "]"]);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> String {
        translate(line).join(" | ")
    }

    #[test]
    fn plain_patterns_stay() {
        for line in ["*.log", "!*.log", "/build", "build/", "a/**/b", "a/**", "**/a/b"] {
            let wanted = if line.contains('/') && !line.ends_with('/') && !line.starts_with('/') {
                format!("/{line}")
            } else {
                line.into()
            };
            assert_eq!(one(line), wanted);
        }
    }

    #[test]
    fn what_git_does_not_know_is_escaped() {
        assert_eq!(one("{a,b}"), "\\{a\\,b\\}");
        assert_eq!(one("\\#a"), "\\#a");
        assert_eq!(one("\\!a"), "\\!a");
        assert_eq!(one("a\\ "), "a\\ ");
        assert_eq!(one("[\\]a]"), "[]a]");
        assert_eq!(one("[!a]"), "[!a]");
        assert_eq!(one("[!]"), "");
        assert_eq!(one("[]-]"), "[]-]");
        assert_eq!(one("[\\!\\^]"), "{\\^,\\!}");
        assert_eq!(one("[[:digit:]_]"), "[0123456789_]");
    }

    #[test]
    fn what_matches_nothing_is_dropped() {
        for line in ["", "!", "/", "!/", "//", "[a", "a\\", "a\\\\b", "[z-a", "[[:nope:]]", "x[/]y"] {
            assert_eq!(one(line), "", "{line}");
        }
    }

    #[test]
    fn stars() {
        assert_eq!(one("**"), "*");
        assert_eq!(one("a**b"), "a*b");
        assert_eq!(one("a/**b"), "/a/*b");
        assert_eq!(one("/**"), "/**/*");
        assert_eq!(one("foo**/bar"), "/foo*/**/bar | /foobar");
        assert_eq!(one("x/foo**"), "/x/foo*/** | /x/foo*");
    }

    #[test]
    fn lines_of_a_file() {
        let text = "\u{feff}# note\r\na\r\n\nb  \n  \nc\\ \n\\#d\ne\\\\  \nlast";
        let found: Vec<_> = patterns(text).collect();
        assert_eq!(found, [(2, "a"), (4, "b"), (6, "c\\ "), (7, "\\#d"), (8, "e\\\\"), (9, "last")]);
    }
}
