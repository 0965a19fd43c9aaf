//! The places in a question: paths, perhaps with a line, as compilers, traces, browsers, editors and people write them.

use super::MOST;
use super::known::Known;
use crate::lexical::joins;
use crate::source::lines::head;

/// A place in a file that a question names.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The path as written, with forward slashes.
    pub path: String,
    /// The line, from 1.
    pub line: Option<u32>,
}

/// How many runs of characters are looked for among the files.
const MOST_ASKED: usize = MOST;

/// A run of characters that paths are written with.
#[derive(Clone, Copy)]
struct Run<'a> {
    text: &'a str,
    /// The character after it.
    after: Option<char>,
    /// Whether it stood between quotation marks with blanks in it.
    spaced: bool,
}

/// The places in a text. The line may be said beside its path: `File "a.py", line 3`, "line 3 of a.py".
pub fn mentions(text: &str, known: &dyn Known) -> Vec<Mention> {
    let mut asked = 0;
    let mut holds = |path: &str| {
        asked += 1;
        asked <= MOST_ASKED && known.holds(path)
    };
    let runs = runs(text, &mut holds);
    let read: Vec<Option<Mention>> = runs.iter().map(|run| mention(run, &mut holds)).collect();
    let mut found = Vec::new();
    for (at, mention) in read.iter().enumerate() {
        let Some(mut mention) = mention.clone() else { continue };
        if mention.line.is_none() {
            mention.line = line_after(&runs, &read, at).or_else(|| line_before(&runs[..at]));
        }
        found.push(mention);
    }
    found
}

fn is_path(c: char) -> bool {
    joins(c) || "/\\._-@+[]$~:#%*?".contains(c)
}

fn runs<'a>(text: &'a str, holds: &mut dyn FnMut(&str) -> bool) -> Vec<Run<'a>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if let Some(inner) = quoted(&text[at..]).filter(|inner| inner.contains(' ') && holds(&path_of(inner).0)) {
            at += c.len_utf8() + inner.len();
            found.push(Run { text: inner, after: text[at..].chars().next(), spaced: true });
            continue;
        }
        if !is_path(c) {
            at += c.len_utf8();
            continue;
        }
        // What is asked of a server belongs to the address.
        let mut is_query = false;
        let ends = |c: char| {
            is_query |= c == '?';
            !(is_path(c) || (is_query && matches!(c, '=' | '&')))
        };
        let rest = &text[at..];
        let end = rest.find(ends).unwrap_or(rest.len());
        at += end;
        found.push(Run { text: &rest[..end], after: text[at..].chars().next(), spaced: false });
    }
    found
}

/// What stands between the quotation mark that a text begins with and its partner on the same line.
fn quoted(text: &str) -> Option<&str> {
    /// A longer quotation is no path.
    const LONGEST: usize = 256;
    let mark = text.chars().next()?;
    let partner = match mark {
        '"' | '\'' | '`' => mark,
        '\u{201c}' => '\u{201d}',
        '\u{2018}' => '\u{2019}',
        _ => return None,
    };
    let inner = head(&text[mark.len_utf8()..], LONGEST + partner.len_utf8());
    let end = inner.find([partner, '\n'])?;
    inner[end..].starts_with(partner).then(|| &inner[..end])
}

/// Where a run says that a file is: the path and what stands behind it.
fn path_of(run: &str) -> (String, String) {
    let word = decoded(&run.replace('\\', "/"));
    // `file:///`, `webpack:///./`, `C:/`: where it was, not what it is.
    let mut rest = word.split_once("://").map_or(&*word, |(_, rest)| rest);
    if rest.len() < word.len() {
        for folder in ["/blob/", "/blame/", "/raw/"] {
            // And the branch.
            rest = rest.split_once(folder).and_then(|(_, path)| Some(path.split_once('/')?.1)).unwrap_or(rest);
        }
    }
    if let [drive, b':', b'/', ..] = rest.as_bytes()
        && drive.is_ascii_alphabetic()
    {
        rest = &rest[2..];
    }
    let end = rest.find([':', '#', '?']).unwrap_or(rest.len());
    let (path, after) = rest.split_at(end);
    let path = path.trim_end_matches('.');
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "." | ".."));
    (parts.collect::<Vec<_>>().join("/"), after.to_owned())
}

/// With `%20` and the like as the characters that they stand for.
fn decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| byte == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(meant) => {
                out.push(meant);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The place that a run is: what looks like a path, or is one here.
fn mention(run: &Run, holds: &mut dyn FnMut(&str) -> bool) -> Option<Mention> {
    if run.spaced {
        let (path, after) = path_of(run.text);
        return Some(Mention { path, line: line_in(&after) });
    }
    // Markdown's and other brackets; what a folder is called by may begin with one, too.
    let mut text = run.text.trim_matches(['*', ':']);
    if text.starts_with('.') && run.text.starts_with('*') {
        // `*.test.js` is a pattern.
        return None;
    }
    if text.starts_with('[') && text.ends_with(']') {
        text = &text[1..text.len() - 1];
    } else if text.matches('[').count() != text.matches(']').count() {
        text = text.trim_matches(['[', ']']);
    }
    let (mut path, after) = path_of(text);
    // A conversation's `@lib/a.js`; a package's folder begins so, too.
    if let Some(rest) = path.strip_prefix('@')
        && holds(rest)
    {
        path = rest.to_owned();
    }
    let line = line_in(&after);
    (looks_like_path(&path) || (may_be_path(&path, line) && holds(&path))).then_some(Mention { path, line })
}

/// A name with an extension, in folders or not.
fn looks_like_path(path: &str) -> bool {
    let Some((stem, extension)) = path.rsplit_once('.') else { return false };
    (1..=5).contains(&extension.len())
        && extension.chars().all(char::is_alphanumeric)
        && extension.chars().any(char::is_alphabetic)
        && (stem.contains('/') || stem.len() > 1)
        && stem.chars().any(char::is_alphanumeric)
        && path.chars().all(|c| c.is_alphanumeric() || "/._-@+[]$~".contains(c))
}

/// Whether it is a path if such a file exists: it has folders, a line or a dot, or is written large as `Makefile` is.
/// A small word is a word.
fn may_be_path(path: &str, line: Option<u32>) -> bool {
    path.len() > 1
        && (line.is_some()
            || path.contains(['/', '.', '%', ' '])
            || path.chars().next().is_some_and(char::is_uppercase))
}

/// The line behind a path: `:3:1`, `#L3`, `:line:3`, `?hash:3:1`, `?plain=1#L3`.
fn line_in(after: &str) -> Option<u32> {
    let after = match after.strip_prefix('?') {
        Some(query) => query.find("#L").or_else(|| query.find(':')).map_or("", |at| &query[at..]),
        None => after,
    };
    let after = after.trim_start_matches([':', '#', 'L']);
    number(after.strip_prefix("line").map_or(after, |rest| rest.trim_start_matches([':', '-', '='])))
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u32> {
    text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())].parse().ok()
}

/// A run that says "line".
fn says_line(run: &str) -> bool {
    ["line", "lines", "line:", "l.", "ln", "line#"].iter().any(|word| run.eq_ignore_ascii_case(word))
}

/// A run that gives a line by itself: `+400`, `L400`.
fn own_line(run: &str) -> Option<u32> {
    let digits = run.strip_prefix(['+', 'L'])?.trim_end_matches([',', ':', '.']);
    digits.parse().ok()
}

/// The line that is said after a path: `(3,5)`, `, line 3`, "at line 3", `:line 3`, `+3`; not that of the next path.
fn line_after(runs: &[Run], read: &[Option<Mention>], at: usize) -> Option<u32> {
    let text = |at: usize| runs.get(at).map_or("", |run| run.text);
    let is_digits = |run: &str| run.bytes().all(|b| b.is_ascii_digit());
    if runs[at].after == Some('(') && is_digits(text(at + 1)) {
        return number(text(at + 1));
    }
    if text(at).ends_with(":line") {
        return number(text(at + 1));
    }
    let mut next = at + 1;
    while ["at", "on", "in", "near", "around"].contains(&text(next)) && next < at + 3 {
        next += 1;
    }
    let (line, last) =
        if says_line(text(next)) { (number(text(next + 1)), next + 1) } else { (own_line(text(next)), next) };
    let is_of_next = matches!(text(last + 1), "of" | "in") && read.get(last + 2).is_some_and(Option::is_some);
    line.filter(|_| !is_of_next)
}

/// The line that is said before a path: "line 3 of", `+3`.
fn line_before(before: &[Run]) -> Option<u32> {
    let mut words =
        before.iter().rev().map(|run| run.text).skip_while(|word| matches!(*word, "the" | "file")).peekable();
    if let Some(line) = words.peek().and_then(|word| own_line(word)) {
        return Some(line);
    }
    words.next_if(|word| matches!(*word, "of" | "in" | "at" | "from" | "on"))?;
    let line = words.next()?;
    own_line(line).or_else(|| words.next().filter(|word| says_line(word)).and_then(|_| number(line)))
}
