//! How much a question leans on what was said before it: "what are the arguments to that".

use super::question::{Question, is_stop, written_out};
use crate::lexical::joins;

/// Words that point at something said before.
const POINTING: &[&str] = &[
    "above", "again", "here", "it", "its", "itself", "latter", "one", "ones", "previous", "same", "that", "their",
    "them", "there", "these", "they", "this", "those", "too", "former",
];

/// Those that do so wherever they stand; the others may as well begin a clause: "the function that parses".
const STRONG: &[&str] = &["it", "its", "itself", "them", "their", "they", "these", "this", "those"];

/// Words that can be said of any piece of code, and so do not say which.
const GENERIC: &[&str] = &[
    "accept",
    "accepts",
    "actual",
    "actually",
    "args",
    "argument",
    "arguments",
    "attribute",
    "attributes",
    "back",
    "behave",
    "behaves",
    "behavior",
    "behaviour",
    "behind",
    "bit",
    "body",
    "call",
    "called",
    "callee",
    "callees",
    "caller",
    "callers",
    "calls",
    "case",
    "cases",
    "change",
    "changed",
    "changes",
    "class",
    "classes",
    "code",
    "come",
    "comes",
    "comment",
    "comments",
    "complain",
    "complete",
    "continue",
    "cost",
    "crash",
    "deal",
    "declaration",
    "declare",
    "declared",
    "default",
    "defaults",
    "define",
    "defines",
    "defining",
    "depend",
    "dependencies",
    "depends",
    "deprecated",
    "describe",
    "describes",
    "detail",
    "details",
    "differ",
    "display",
    "doc",
    "docs",
    "docstring",
    "documentation",
    "does",
    "done",
    "edge",
    "effects",
    "else",
    "elsewhere",
    "end",
    "ends",
    "entire",
    "error",
    "errors",
    "ever",
    "every",
    "everything",
    "exactly",
    "example",
    "examples",
    "exception",
    "exceptions",
    "exist",
    "expand",
    "expect",
    "expects",
    "explain",
    "fail",
    "failed",
    "failing",
    "fails",
    "failure",
    "field",
    "fields",
    "files",
    "find",
    "finish",
    "finished",
    "follow",
    "following",
    "full",
    "fully",
    "function",
    "functions",
    "gets",
    "gives",
    "go",
    "goes",
    "got",
    "guarantee",
    "guarantees",
    "handle",
    "handled",
    "handles",
    "handling",
    "happen",
    "happening",
    "hold",
    "holds",
    "idea",
    "implement",
    "implements",
    "import",
    "important",
    "imported",
    "imports",
    "inner",
    "input",
    "inputs",
    "inside",
    "internal",
    "internally",
    "internals",
    "invoke",
    "invoked",
    "involved",
    "job",
    "keep",
    "keeps",
    "kept",
    "kind",
    "know",
    "lead",
    "leads",
    "left",
    "line",
    "lines",
    "listed",
    "live",
    "located",
    "location",
    "long",
    "longer",
    "look",
    "looks",
    "lot",
    "made",
    "main",
    "maybe",
    "mean",
    "meaning",
    "means",
    "member",
    "members",
    "merely",
    "method",
    "methods",
    "modify",
    "module",
    "more",
    "must",
    "name",
    "named",
    "names",
    "need",
    "needs",
    "never",
    "none",
    "nothing",
    "now",
    "often",
    "ok",
    "okay",
    "once",
    "only",
    "open",
    "option",
    "optional",
    "options",
    "ordinarily",
    "original",
    "other",
    "others",
    "otherwise",
    "outcome",
    "output",
    "outputs",
    "outside",
    "overridden",
    "overrides",
    "own",
    "parameter",
    "parameters",
    "params",
    "part",
    "particular",
    "pass",
    "passed",
    "passes",
    "passing",
    "place",
    "places",
    "please",
    "point",
    "points",
    "possible",
    "precisely",
    "prevent",
    "print",
    "produce",
    "produces",
    "proper",
    "properties",
    "property",
    "provide",
    "provided",
    "provides",
    "purpose",
    "quick",
    "quickly",
    "quite",
    "raise",
    "raises",
    "rather",
    "reach",
    "reached",
    "read",
    "really",
    "reason",
    "reasons",
    "receive",
    "receives",
    "refer",
    "refers",
    "related",
    "relevant",
    "remaining",
    "repeat",
    "require",
    "required",
    "requires",
    "respond",
    "responsible",
    "rest",
    "result",
    "results",
    "return",
    "returned",
    "returning",
    "returns",
    "role",
    "same",
    "see",
    "sends",
    "several",
    "short",
    "shown",
    "shows",
    "side",
    "signature",
    "similar",
    "simple",
    "simply",
    "since",
    "site",
    "sites",
    "somewhere",
    "source",
    "specific",
    "spot",
    "starts",
    "start",
    "stay",
    "step",
    "steps",
    "still",
    "story",
    "struct",
    "summarise",
    "summarize",
    "summary",
    "sure",
    "take",
    "takes",
    "tell",
    "terms",
    "test",
    "tested",
    "testing",
    "tests",
    "thanks",
    "thing",
    "things",
    "think",
    "through",
    "throw",
    "throws",
    "touch",
    "touches",
    "tried",
    "try",
    "turn",
    "type",
    "types",
    "understand",
    "unit",
    "until",
    "usage",
    "usages",
    "usually",
    "value",
    "values",
    "walk",
    "want",
    "wants",
    "way",
    "ways",
    "well",
    "went",
    "whole",
    "working",
    "write",
    "written",
    "wrong",
    "yes",
];

/// Without a word that points anywhere, a question of generic words may be new: "error handling".
const VAGUE: f64 = 0.6;
/// A question that points back and has a few words of its own, or more: "how does it handle retries".
const FEW: usize = 2;
const PARTLY: f64 = 0.8;
const HALF: f64 = 0.65;
/// A question that points back and names something: "does it call parse_header".
const BARELY: f64 = 0.25;

/// 0 for a question that stands by itself, 1 for one that says nothing without what was before it.
pub fn lean(text: &str, question: &Question) -> f64 {
    // A name with signs can be nothing else.
    let has_signs = question.names.iter().any(|named| named.is_sure && !named.name.chars().all(joins));
    if !question.mentions.is_empty() || !question.quoted.is_empty() || has_signs {
        return 0.0;
    }
    let text = written_out(text);
    let written: Vec<&str> = text.split(|c: char| !joins(c)).filter(|word| !word.is_empty()).collect();
    let words: Vec<String> = written.iter().map(|word| word.to_lowercase()).collect();
    let is = |list: &[&str], at: usize| words.get(at).is_some_and(|word| list.contains(&word.as_str()));
    // `Walk` and `walk_dir` are names, whatever they mean; the first word is written large anyway.
    let is_name = |at: usize| (at > 0 && written[at] != words[at] && words[at] != "i") || written[at].contains('_');
    let is_own = |&at: &usize| is_name(at) || !(is_stop(&words[at]) || is(POINTING, at) || is(GENERIC, at));
    // At the end, or before a word that could be said of anything, "that" points; before a verb it begins a clause.
    let points = |at: usize| {
        is(STRONG, at) || is(POINTING, at) && (at + 1 == words.len() || is(&["one", "ones"], at) || is(GENERIC, at + 1))
    };
    let pointing = (0..words.len()).any(points);
    match (0..words.len()).filter(is_own).count() {
        0 if (0..words.len()).any(|at| is(POINTING, at)) => 1.0,
        // A single word is a name that is looked for.
        0 if words.len() > 1 => VAGUE,
        0 => 0.0,
        _ if !pointing => 0.0,
        _ if (0..words.len()).any(is_name) => BARELY,
        1..=FEW => PARTLY,
        _ => HALF,
    }
}

/// Whether the word, in lower case, can be said of any piece of code.
pub fn is_generic(word: &str) -> bool {
    GENERIC.contains(&word) || POINTING.contains(&word)
}

/// Whether the word, in lower case, points at something said before.
pub fn is_pointing(word: &str) -> bool {
    POINTING.contains(&word)
}

/// Whether a question that leans wants to see once more what it leans on.
pub fn asks_again(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "again" | "repeat" | "resend"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> f64 {
        lean(text, &Question::read(text, &()))
    }

    #[test]
    fn what_says_nothing_of_its_own_leans() {
        for text in
            ["what are the arguments to that", "does it throw?", "who calls this", "and its tests", "show that again"]
        {
            assert_eq!(of(text), 1.0, "{text}");
        }
        assert_eq!(of("explain the details"), VAGUE);
        assert_eq!(of("how does it handle retries"), PARTLY);
        assert_eq!(of("does it call parse_header"), BARELY);
    }

    #[test]
    fn again_is_asked_for_by_its_word() {
        assert!(asks_again("Show that again."));
        assert!(!asks_again("what is raised against it"));
    }

    #[test]
    fn what_names_something_stands_by_itself() {
        for text in [
            "where is parse_header defined",
            "implementation of Walk",
            "the function that compiles glob patterns",
            "error",
            "src/main.rs",
            "",
        ] {
            assert_eq!(of(text), 0.0, "{text}");
        }
    }
}
