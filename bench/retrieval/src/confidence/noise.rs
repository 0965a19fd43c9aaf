//! Questions that mean nothing anywhere.

use crate::random::Random;

/// Written by hand: nothing, marks, pictures, words that only put a question, keys hit at random.
const WRITTEN: [&str; 30] = [
    "",
    " ",
    "\n\t",
    "!!!",
    "???",
    "...",
    "()",
    "{}[]",
    "#",
    "-- //",
    "zzqqxy",
    "asdfghjkl",
    "qwxzv",
    "xkcdqq zzrt",
    "lkjhgfdsa poiuytrewq",
    "🦀",
    "🎉🎉🎉",
    "👩‍💻 🚀",
    "the",
    "and of the",
    "how does it work",
    "what is this",
    "where is it",
    "why",
    "is it that",
    "do you have any",
    "¿?",
    "…",
    "%%% $$$ ^^^",
    "qqqqqqqqqqqqqqqqqqqq",
];

/// How many words are made up for a root.
const MADE_UP: usize = 10;

/// The list, and words of random letters.
pub fn questions(root: &str) -> Vec<String> {
    let mut random = Random::named(&format!("noise {root}"));
    let mut found: Vec<String> = WRITTEN.iter().map(|&text| text.to_owned()).collect();
    for _ in 0..MADE_UP {
        let mut word =
            || -> String { (0..5 + random.below(6)).map(|_| (b'a' + random.below(26) as u8) as char).collect() };
        found.push(format!("{} {}", word(), word()));
    }
    found
}
