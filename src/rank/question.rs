//! A question as ranking reads it: terms, names, quotations, places, and what kind of answer it wants.
//!
//! Most words that put a question are never what it is about, and some may be: those are settled by what is
//! [known](known::Known) to exist.

pub mod known;
mod names;
mod places;
mod signs;
mod stop;
mod wording;

pub use names::NamedThing;
pub use places::Mention;
pub use stop::is_stop;
pub use wording::{asked, written_out};

use super::intent::{self, Intent, Wanted};
use crate::lexical::{composed, folded, joins, stem, words};
use known::Known;
use signs::{Signed, signed};
use std::collections::BTreeSet;
use stop::is_kind;
use wording::{spaced, without_escapes, without_openers};

/// The question, read.
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
    /// What it would rather be answered by.
    pub wanted: Wanted,
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
    pub fn read(text: &str, known: &dyn Known) -> Self {
        let text = composed(text);
        let text = &*without_escapes(&text);
        let text = &*spaced(text);
        let long = written_out(text);
        let asked = &*without_openers(&long);
        let signs = signed(asked, known);
        let tokens = tokens(asked, &signs);
        let mut cut = [false; 5];
        let mut question = Question { intent: intent::of(&long), ..Question::default() };
        (question.mentions, cut[3]) = distinct(places::mentions(text, known).into_iter());
        let (kept, named) = question.settle(asked, &tokens, &signs, known);
        question.first = text.split_whitespace().next().unwrap_or("").to_lowercase().replace('\u{2019}', "'");
        let mut stems: Vec<String> = Vec::new();
        for word in &kept {
            words(word, &mut |term| stems.push(stem(term).to_owned()));
        }
        (question.stems, cut[0]) = distinct(stems.into_iter());
        (question.names, cut[1]) = distinct(named.into_iter());
        (question.plain, cut[2]) = distinct(kept.iter().map(|w| folded(w)));
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
        question.wanted = Wanted::of(&long, question.intent, question.names.iter().any(|name| name.is_sure));
        question
    }

    /// Which words it is about, and which of them are names. A word that only puts a question is one by its form, or where nothing
    /// else is asked for.
    fn settle<'a>(
        &mut self,
        asked: &str,
        tokens: &[&'a str],
        signs: &[Signed],
        known: &dyn Known,
    ) -> (Vec<&'a str>, Vec<NamedThing>) {
        let paths: Vec<String> =
            self.mentions.iter().map(|mention| mention.path.clone()).filter(|path| known.holds(path)).collect();
        let mut kept: Vec<&str> = tokens.iter().copied().filter(|word| !is_stop(word)).collect();
        if let Some(name) = names::whole(asked, known) {
            self.is_stop = kept.is_empty();
            if name.is_sure && !name.name.chars().all(char::is_alphanumeric) {
                self.intent = Intent::Symbol;
            }
            return (if kept.is_empty() { tokens.to_vec() } else { kept }, vec![name]);
        }
        let mut named = names::inside(asked, signs, &paths, kept.len(), known);
        let common: BTreeSet<String> = named.iter().map(|n| n.name.clone()).filter(|name| is_stop(name)).collect();
        if !common.is_empty() {
            kept = tokens.iter().copied().filter(|word| !is_stop(word) || common.contains(*word)).collect();
            named = names::inside(asked, signs, &paths, kept.len(), known);
        } else if kept.iter().all(|word| is_kind(word)) {
            let mut seen = BTreeSet::new();
            let mut common = names::among_common(tokens, known);
            common.retain(|word| seen.insert(*word));
            if !common.is_empty() {
                kept = tokens.iter().copied().filter(|word| is_kind(word) || seen.contains(word)).collect();
                let name = |word: &&str| NamedThing { name: (*word).to_owned(), qualifier: None, is_sure: true };
                named = common.iter().map(name).collect();
            }
        }
        if let Some(word) = names::of_kind(&kept, known) {
            named.push(NamedThing { name: word.to_owned(), qualifier: None, is_sure: false });
        }
        self.is_stop = kept.is_empty() && named.is_empty();
        if kept.is_empty() {
            kept = tokens.to_vec();
        }
        (kept, named)
    }
}

/// The words of a text; a name with signs is one.
fn tokens<'a>(text: &'a str, signs: &[Signed<'a>]) -> Vec<&'a str> {
    let words = |text: &'a str| {
        let pieces = text.split(|c: char| !(joins(c) || c == '$'));
        pieces.filter(|word| word.contains(|c: char| c.is_alphanumeric() || c == '_' || c == '$'))
    };
    let mut found = Vec::new();
    let mut at = 0;
    for Signed { name, range, .. } in signs {
        found.extend(words(&text[at..range.start]));
        found.push(name);
        at = range.end;
    }
    found.extend(words(&text[at..]));
    found
}

/// What stands between quotation marks or backticks.
fn quotations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for mark in ['"', '`'] {
        let parts: Vec<&str> = text.split(mark).collect();
        // Every other part stands between two marks; a mark without its partner quotes nothing.
        let closed = parts.iter().take(parts.len().saturating_sub(1)).skip(1).step_by(2);
        found.extend(closed.filter(|part| part.trim().len() > 2).map(|part| folded(part)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        Question::read(text, &())
            .names
            .into_iter()
            .map(|n| n.qualifier.map_or(String::new(), |q| q + "/") + &n.name)
            .collect()
    }

    /// An index that defines these names and nothing else.
    struct Defined(&'static [&'static str]);

    impl Known for Defined {
        fn defines(&self, name: &str) -> bool {
            self.0.contains(&name)
        }

        fn defines_alike(&self, name: &str) -> bool {
            self.0.iter().any(|known| known.eq_ignore_ascii_case(name))
        }

        fn holds(&self, _: &str) -> bool {
            false
        }
    }

    #[test]
    fn what_is_defined_may_be_a_name() {
        let known = Defined(&["get", "Use", "valid?", "save", "save!", "_", "POST", "Group", "is", "my-rule"]);
        for (text, wanted) in [
            ("where is get defined", &["get"][..]),
            ("what does `get` return here", &["get"]),
            ("what does get() return here", &["get"]),
            ("how do I get the first item", &[]),
            ("how does it Use the items", &["Use"]),
            ("It ends. Use the items of it", &[]),
            ("where is valid? called", &["valid?"]),
            ("who may call `save!` here", &["save!"]),
            ("what should one save!", &["save"]),
            ("save!", &["save!"]),
            ("my-rule", &["my-rule"]),
            ("what does _ hold", &["_"]),
            ("routes of POST and HTTP", &["POST"]),
            ("Group class of items", &["Group"]),
            ("function group", &["group"]),
            ("what is it", &[]),
        ] {
            let names: Vec<String> = Question::read(text, &known).names.into_iter().map(|n| n.name).collect();
            assert_eq!(names, wanted, "{text}");
        }
    }

    #[test]
    fn what_puts_the_question_is_not_what_it_is_about() {
        let question = Question::read("How are the routes matched?", &());
        assert_eq!(question.plain, ["routes", "matched"]);
        assert_eq!(question.joined, ["routesmatched"]);
        assert_eq!(Question::read("what is it", &()).plain, ["what", "is", "it"]);
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
        let question = Question::read("  at run (src/cli/main.ts:42:7)\nFile \"pkg\\io.py\", line 3", &());
        assert_eq!(question.mentions[0], Mention { path: "src/cli/main.ts".into(), line: Some(42) });
        assert_eq!(question.mentions[1], Mention { path: "pkg/io.py".into(), line: Some(3) });
        assert_eq!(places::mentions("in /b/a.cs:line 42", &())[0].line, Some(42));
        assert_eq!(Question::read("e.g. version 1.2 of it", &()).mentions, []);
        let place = |word| places::mentions(word, &()).into_iter().next().map(|m| (m.path, m.line)).unwrap();
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
    fn calls_are_named_without_their_arguments() {
        assert_eq!(names("what does f(a, b) do"), ["f"]);
        assert_eq!(names("what does f(a) do"), ["f"]);
        assert_eq!(names("what of res.get(field) here"), ["res/get"]);
        assert_eq!(names("what does Editor(path) do"), ["Editor"]);
        assert_eq!(names("github.com/gin-gonic/gin.(*Context).Next(0xc0001a2000)"), ["context/Next"]);
        assert_eq!(names("at StringUtils.isBlank(StringUtils.java:3500)")[0], "stringutils/isBlank");
        assert_eq!(names("how is List<Queue> filled"), ["List", "Queue"]);
        assert_eq!(names("where is put_resp_header/3"), ["put_resp_header"]);
        assert_eq!(names("which route(s) match the path(s)"), [] as [&str; 0]);
        assert_eq!(names("why doesn't p->next of the list end"), ["p/next"]);
    }

    #[test]
    fn contractions_are_words_that_put_a_question() {
        assert_eq!(Question::read("why don't the types match", &()).plain, ["types", "match"]);
        assert_eq!(Question::read("why dont the types match", &()).plain, ["types", "match"]);
        assert_eq!(Question::read("where is \"can't read it\" raised", &()).quoted, ["can't read it"]);
        assert_eq!(Question::read("Don\u{2019}t panic", &()).first, "don't");
    }

    #[test]
    fn lines_are_said_in_many_ways() {
        let all = |text| places::mentions(text, &()).into_iter().map(|m| (m.path, m.line)).collect::<Vec<_>>();
        let (a, b) = ("src/a.js".to_owned(), "src/b.js".to_owned());
        assert_eq!(all("src/a.js, line 3 of src/b.js"), [(a.clone(), None), (b.clone(), Some(3))]);
        assert_eq!(all("line 3 of the file src/a.js and src/b.js"), [(a.clone(), Some(3)), (b.clone(), None)]);
        assert_eq!(all("src/a.js:4;src/b.js:5"), [(a.clone(), Some(4)), (b, Some(5))]);
        assert_eq!(all("\"src/a.js\", line 3, in run"), [(a.clone(), Some(3))]);
        assert_eq!(all("src/a.js 3 times"), [(a, None)]);
        assert_eq!(all("*.test.js in src/** or 100%zz"), []);
    }

    #[test]
    fn what_is_asked_below_a_long_paste_is_read() {
        let frames: String = (0..300).map(|i| format!("    at Some{i}.frame{i} (src/some{i}.js:{i}:1)\n")).collect();
        let question = Question::read(&format!("{frames}where is `parseConfig` defined?"), &());
        assert!(question.is_cut && question.names.iter().any(|n| n.name == "parseConfig"));
        assert!(question.stems.contains(&"config".to_owned()), "{:?}", question.stems);
        let equal = "    at run (src/a.js:1:1)\n".repeat(100);
        let question = Question::read(&format!("{equal}where is `parseConfig` defined?"), &());
        assert!(!question.is_cut && question.names.len() < 4, "{:?}", question.names);
    }

    #[test]
    fn decomposed_letters_are_composed() {
        assert_eq!(names("cafe\u{301}Open"), ["caf\u{e9}Open"]);
    }

    #[test]
    fn quotations_need_both_marks() {
        assert_eq!(Question::read("where is \"no such file\" raised", &()).quoted, ["no such file"]);
        assert_eq!(Question::read("a 5\" pipe", &()).quoted, [] as [&str; 0]);
    }
}
