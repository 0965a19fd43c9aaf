//! A question as ranking reads it: terms, names, quotations, places, and what kind of answer it wants.

use super::intent::{self, Intent};
use crate::lexical::{composed, stem, words};
use std::borrow::Cow;

/// The question, read. It knows nothing of an index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// What kind of answer it wants.
    pub intent: Intent,
    /// The distinct stems of its terms, in the order of their first occurrence, without words that only put the
    /// question.
    pub stems: Vec<String>,
    /// Two neighbouring words written as one, as names are: `http exception`, `httpexception`.
    pub joined: Vec<String>,
    /// Words that look like the name of a definition; the whole question, if it is one word.
    pub names: Vec<NamedThing>,
    /// Its words in lower case, without those that only put the question.
    pub plain: Vec<String>,
    /// What stands in quotation marks or backticks, in lower case.
    pub quoted: Vec<String>,
    /// Files that it names, with a line if it gives one.
    pub mentions: Vec<Mention>,
    /// Whether it is so long that some of it was not read.
    pub is_cut: bool,
    /// Its first word in lower case.
    pub first: String,
    /// Whether it is made of nothing but words that put a question.
    pub is_stop: bool,
    /// Whether it asks about tests.
    pub about_tests: bool,
    /// Whether it asks about examples, documentation or benchmarks.
    pub about_docs: bool,
}

/// A name in a question.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedThing {
    /// The bare name as written.
    pub name: String,
    /// What stands before it, as in `Session.close` or `ignore::Walk`: the last part of that, in lower case.
    pub qualifier: Option<String>,
}

/// A place in a file that a question names.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The path as written, with forward slashes.
    pub path: String,
    /// The line, from 1.
    pub line: Option<u32>,
}

/// Words that put a question and are not what it is about.
const STOP: [&str; 102] = [
    "a",
    "about",
    "all",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "being",
    "between",
    "but",
    "by",
    "can",
    "code",
    "could",
    "defined",
    "definition",
    "did",
    "do",
    "does",
    "doing",
    "done",
    "during",
    "each",
    "file",
    "find",
    "for",
    "from",
    "get",
    "gets",
    "give",
    "given",
    "happens",
    "has",
    "have",
    "how",
    "i",
    "if",
    "implementation",
    "implemented",
    "in",
    "inside",
    "into",
    "is",
    "it",
    "its",
    "let",
    "like",
    "look",
    "made",
    "make",
    "me",
    "my",
    "no",
    "not",
    "of",
    "on",
    "one",
    "or",
    "our",
    "out",
    "over",
    "should",
    "show",
    "so",
    "some",
    "such",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "up",
    "use",
    "used",
    "uses",
    "using",
    "via",
    "was",
    "we",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "why",
    "will",
    "with",
    "work",
    "works",
    "would",
];

/// Whether the word only puts a question.
pub fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word.to_lowercase().as_str()).is_ok()
}

/// More terms, names, quotations or places than this are not read: a question is not a file. What is pasted is long in
/// the middle; what is asked stands before or after it.
const MOST: usize = 64;

/// The distinct items in their order; of too many, as many of the first as of the last. Whether some were left out.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> (Vec<T>, bool) {
    let mut seen: Vec<T> = Vec::new();
    let mut cut = false;
    for item in items {
        if seen.contains(&item) {
            continue;
        }
        if seen.len() == MOST {
            seen.remove(MOST / 2);
            cut = true;
        }
        seen.push(item);
    }
    (seen, cut)
}

impl Question {
    /// Reads a question.
    pub fn read(text: &str) -> Self {
        let text = composed(text);
        let text = &*spaced(&text);
        let mut question = Question { intent: intent::of(text), ..Question::default() };
        let tokens: Vec<&str> =
            text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|w| !w.is_empty()).collect();
        let mut kept: Vec<&str> = tokens.iter().copied().filter(|w| !is_stop(w)).collect();
        question.first = text.split_whitespace().next().unwrap_or("").to_lowercase();
        question.is_stop = kept.is_empty();
        if question.is_stop {
            kept.clone_from(&tokens);
        }
        let mut stems: Vec<String> = Vec::new();
        for word in &kept {
            words(word, &mut |term| stems.push(stem(term).to_owned()));
        }
        let named = match whole_name(text) {
            Some(name) => vec![name],
            None => text.split_whitespace().filter_map(|word| name_in(word, text, kept.len())).collect(),
        };
        let mut cut = [false; 5];
        (question.stems, cut[0]) = distinct(stems.into_iter());
        (question.names, cut[1]) = distinct(named.into_iter());
        (question.plain, cut[2]) = distinct(kept.iter().map(|w| w.to_lowercase()));
        (question.mentions, cut[3]) = distinct(mentions(text).into_iter());
        (question.quoted, cut[4]) = distinct(quotations(text).into_iter());
        question.is_cut = cut.contains(&true);
        question.joined = question.plain.windows(2).map(|pair| pair.concat()).collect();
        let has = |words: &[&str]| question.plain.iter().any(|w| words.contains(&w.as_str()));
        question.about_tests = has(&["test", "tests", "testing", "tested", "spec", "specs", "fixture", "fixtures"]);
        question.about_docs = has(&[
            "example",
            "examples",
            "doc",
            "docs",
            "documentation",
            "tutorial",
            "demo",
            "benchmark",
            "benchmarks",
        ]);
        question
    }
}

/// With a blank between letters of scripts that write without blanks and the names that stand among them:
/// `parseConfig做什么`.
fn spaced(text: &str) -> Cow<'_, str> {
    let unspaced = |c: char| matches!(c as u32, 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff);
    if !text.chars().any(unspaced) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut last = ' ';
    for c in text.chars() {
        let (before, here) = (unspaced(last), unspaced(c));
        if (before && (c.is_ascii_alphanumeric() || c == '_'))
            || (here && (last.is_ascii_alphanumeric() || last == '_'))
        {
            out.push(' ');
        }
        out.push(c);
        last = c;
    }
    out.into()
}

/// The name that the whole question is, qualified or not.
fn whole_name(text: &str) -> Option<NamedThing> {
    let text = text.trim().trim_end_matches("()");
    let plain = text.chars().all(|c| c.is_alphanumeric() || "_$.:#\\->".contains(c));
    (plain && !text.is_empty()).then(|| split_name(text)).flatten()
}

/// `a::b.c` as the name `c` with the qualifier `b`.
fn split_name(text: &str) -> Option<NamedThing> {
    let mut parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|p| !p.is_empty());
    let name = parts.next_back()?;
    name.chars()
        .any(char::is_alphabetic)
        .then(|| NamedThing { name: name.to_owned(), qualifier: parts.next_back().map(str::to_lowercase) })
}

/// The name that a word inside a sentence is, if it looks like one: parts joined by humps or underscores, a
/// qualified name, a call, a capital where no sentence begins.
fn name_in(word: &str, text: &str, kept: usize) -> Option<NamedThing> {
    let quoted = word.starts_with(['`', '"', '\'']);
    let word = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '(' || c == ')'));
    let call = word.ends_with("()");
    let word = word.trim_matches(['(', ')']);
    let named = split_name(word).filter(|named| named.qualifier.is_some() || !is_stop(&named.name))?;
    let first = text.trim_start().starts_with(word);
    let name = named.name.as_str();
    let small = name.chars().any(char::is_lowercase);
    let inner = name.chars().skip(1).any(char::is_uppercase) && small;
    let joined = name.trim_matches('_').contains('_') || name.starts_with('_');
    let capital = name.chars().next().is_some_and(char::is_uppercase) && small && !first;
    let qualified =
        named.qualifier.is_some() && !word.ends_with('.') && word.split(['.', ':', '#']).all(|p| p.len() != 1);
    (kept == 1 || call || quoted || inner || joined || capital || qualified).then_some(named)
}

/// What stands between quotation marks or backticks.
fn quotations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for mark in ['"', '`'] {
        let parts: Vec<&str> = text.split(mark).collect();
        // Every other part stands between two marks; a mark without its partner quotes nothing.
        let closed = parts.iter().take(parts.len().saturating_sub(1)).skip(1).step_by(2);
        found.extend(closed.filter(|part| part.trim().len() > 2).map(|part| part.to_lowercase()));
    }
    found
}

/// The places in a text; a line may follow its path as a word of its own: `File "a.py", line 3`.
fn mentions(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let Some(mut mention) = mention(word) else { continue };
        // .NET writes `a.cs:line 3`.
        if mention.line.is_none() && (word.ends_with(":line") || words.next_if_eq(&"line").is_some()) {
            let number = words.peek().map(|next| next.trim_end_matches([',', ':', '.', ')']));
            mention.line = number.and_then(|number| number.parse().ok());
        }
        found.push(mention);
    }
    found
}

/// A path with an extension, perhaps with a line, as compilers, stack traces and browsers write it.
fn mention(word: &str) -> Option<Mention> {
    let word = word.trim_matches(|c: char| "()[]{}<>\"'`,;".contains(c)).replace('\\', "/");
    // `file:///`, `webpack:///./`, `C:/`: where it was, not what it is.
    let mut rest = word.split_once("://").map_or(&*word, |(_, rest)| rest);
    if let [drive, b':', b'/', ..] = rest.as_bytes()
        && drive.is_ascii_alphabetic()
    {
        rest = &rest[2..];
    }
    rest = rest.trim_start_matches(['.', '/']).trim_end_matches(['.', ':']);
    let hidden = word.starts_with('.') && !word.starts_with("./") && !word.starts_with("../");
    let end = rest.find([':', '(', '#', '?']).unwrap_or(rest.len());
    let path = if hidden { format!(".{}", &rest[..end]) } else { rest[..end].to_owned() };
    let (stem, extension) = path.rsplit_once('.')?;
    let plausible = (1..=5).contains(&extension.len())
        && extension.chars().all(char::is_alphanumeric)
        && extension.chars().any(char::is_alphabetic)
        && (stem.contains('/') || stem.len() > 1)
        && stem.chars().any(char::is_alphanumeric)
        && path.chars().all(|c| c.is_alphanumeric() || "/._-@+[]$~".contains(c));
    // `:3:1`, `(3,1)`, `#L3`, `?hash:3:1`.
    let after =
        rest[end..].strip_prefix('?').map_or(&rest[end..], |query| query.split_once(':').map_or("", |(_, l)| l));
    let digits = after.trim_start_matches([':', '(', '#', 'L']);
    let line = digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())].parse().ok();
    plausible.then_some(Mention { path, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        Question::read(text)
            .names
            .into_iter()
            .map(|n| n.qualifier.map_or(String::new(), |q| q + "/") + &n.name)
            .collect()
    }

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP.is_sorted());
    }

    #[test]
    fn what_puts_the_question_is_not_what_it_is_about() {
        let question = Question::read("How are the routes matched?");
        assert_eq!(question.plain, ["routes", "matched"]);
        assert_eq!(question.joined, ["routesmatched"]);
        assert_eq!(Question::read("what is it").plain, ["what", "is", "it"]);
    }

    #[test]
    fn names_are_found_alone_and_inside_sentences() {
        assert_eq!(names("ZodObject"), ["ZodObject"]);
        assert_eq!(names("session"), ["session"]);
        assert_eq!(names("std::fs::read_dir"), ["fs/read_dir"]);
        assert_eq!(names("Why does parse_args fail?"), ["parse_args"]);
        assert_eq!(names("What calls Session.close() in teardown"), ["session/close"]);
        assert_eq!(names("where is the HTTPServer started"), ["HTTPServer"]);
        assert_eq!(names("where do sessions end. And then"), [] as [&str; 0]);
    }

    #[test]
    fn places_are_read_from_traces() {
        let question = Question::read("  at run (src/cli/main.ts:42:7)\nFile \"pkg\\io.py\", line 3");
        assert_eq!(question.mentions[0], Mention { path: "src/cli/main.ts".into(), line: Some(42) });
        assert_eq!(question.mentions[1], Mention { path: "pkg/io.py".into(), line: Some(3) });
        assert_eq!(mentions("in /b/a.cs:line 42")[0].line, Some(42));
        assert_eq!(Question::read("e.g. version 1.2 of it").mentions, []);
        let place = |word| mention(word).map(|m| (m.path, m.line)).unwrap();
        for (word, path) in [
            ("file:///app/src/retry.ts:3", "app/src/retry.ts"),
            ("(C:\\proj\\src\\retry.ts:3:5)", "proj/src/retry.ts"),
            ("webpack:///./src/retry.ts?a1b2:3:1", "src/retry.ts"),
            ("src/retry.ts(3,5):", "src/retry.ts"),
            ("app/[id]/page.tsx:3", "app/[id]/page.tsx"),
            ("../src/retry.ts#L3", "src/retry.ts"),
            (".github/x.yml:3", ".github/x.yml"),
        ] {
            assert_eq!(place(word), (path.to_owned(), Some(3)), "{word}");
        }
    }

    #[test]
    fn what_is_asked_below_a_long_paste_is_read() {
        let frames: String = (0..300).map(|i| format!("    at Some{i}.frame{i} (src/some{i}.js:{i}:1)\n")).collect();
        let question = Question::read(&format!("{frames}where is `parseConfig` defined?"));
        assert!(question.is_cut && question.names.iter().any(|n| n.name == "parseConfig"));
        assert!(question.stems.contains(&"config".to_owned()), "{:?}", question.stems);
        let equal = "    at run (src/a.js:1:1)\n".repeat(100);
        let question = Question::read(&format!("{equal}where is `parseConfig` defined?"));
        assert!(!question.is_cut && question.names.len() < 4, "{:?}", question.names);
    }

    #[test]
    fn decomposed_letters_are_composed() {
        assert_eq!(names("cafe\u{301}Open"), ["caf\u{e9}Open"]);
    }

    #[test]
    fn quotations_need_both_marks() {
        assert_eq!(Question::read("where is \"no such file\" raised").quoted, ["no such file"]);
        assert_eq!(Question::read("a 5\" pipe").quoted, [] as [&str; 0]);
    }
}
