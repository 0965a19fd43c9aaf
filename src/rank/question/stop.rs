//! Words by what they do in a question: most only put it.

/// Words that put a question and are not what it is about; contractions as people write them who leave the apostrophe
/// out.
const STOP: [&str; 120] = [
    "a",
    "about",
    "all",
    "am",
    "an",
    "and",
    "any",
    "are",
    "arent",
    "as",
    "at",
    "be",
    "been",
    "being",
    "between",
    "but",
    "by",
    "can",
    "cant",
    "code",
    "could",
    "couldnt",
    "defined",
    "definition",
    "did",
    "didnt",
    "do",
    "does",
    "doesnt",
    "doing",
    "done",
    "dont",
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
    "hadnt",
    "happens",
    "has",
    "hasnt",
    "have",
    "havent",
    "how",
    "i",
    "if",
    "implementation",
    "implemented",
    "in",
    "inside",
    "into",
    "is",
    "isnt",
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
    "shouldnt",
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
    "wasnt",
    "we",
    "werent",
    "what",
    "whats",
    "when",
    "where",
    "wheres",
    "which",
    "while",
    "who",
    "why",
    "will",
    "with",
    "wont",
    "work",
    "works",
    "would",
    "wouldnt",
];

/// Of the words that only put a question those that do so wherever they stand: the others may be what is asked for,
/// where nothing else is.
const FRAME: [&str; 32] = [
    "a",
    "about",
    "an",
    "and",
    "are",
    "can",
    "code",
    "defined",
    "definition",
    "did",
    "do",
    "does",
    "happens",
    "how",
    "i",
    "implementation",
    "implemented",
    "in",
    "is",
    "me",
    "my",
    "the",
    "used",
    "was",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "work",
    "works",
];

/// Kinds of definitions: beside a name they say what it is the name of.
const KINDS: [&str; 12] =
    ["class", "const", "def", "enum", "fn", "func", "function", "interface", "macro", "method", "struct", "trait"];

/// Whether the word only puts a question.
pub fn is_stop(word: &str) -> bool {
    holds(&STOP, word)
}

/// Whether the word puts a question and is never what it is about.
pub fn is_frame(word: &str) -> bool {
    holds(&FRAME, word)
}

/// Whether the word is a kind of definition.
pub fn is_kind(word: &str) -> bool {
    holds(&KINDS, word)
}

fn holds(sorted: &[&str], word: &str) -> bool {
    sorted.binary_search(&word.to_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(STOP.is_sorted() && FRAME.is_sorted() && KINDS.is_sorted());
        assert!(FRAME.iter().all(|word| is_stop(word)));
    }
}
