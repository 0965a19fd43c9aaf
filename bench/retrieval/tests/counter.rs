//! What is promised of the count of complete answers, on a small sample: this project's own sources.

use std::path::Path;

use nearfield_eval::corpus::Corpus;
use nearfield_eval::count::{Asked, Spread, ask};
use nearfield_eval::engine::ModelFiles;

const QUESTIONS: [&str; 8] = [
    "where is Pieces defined",
    "implementation of Plan::spend",
    "how is a file cut into chunks",
    "the cheapest partition of lines",
    "what does the ignore file keep out",
    "a score is the sum of its reasons",
    "embedding of a text",
    "which files use a definition",
];

#[test]
fn answers_keep_their_budget() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let model = ModelFiles::read(&root.join("model")).unwrap();
    let mut corpus = Corpus::open(&root.join("src"), &model).unwrap();
    let mut asked: Vec<Asked> = Vec::new();
    for budget in [100, 200, 300, 500, 1000, 2000, 4000] {
        asked.extend(QUESTIONS.iter().map(|question| ask(&mut corpus, "nearfield", question, budget).unwrap()));
    }
    // One in a hundred may be over; of so few, none.
    for one in &asked {
        assert!(one.exact > 0 && one.overrun() <= 0.0, "{one:?}");
    }
    let mean = Spread::of(asked.iter().map(|one| (one.claimed, one.exact))).mean();
    assert!((1.0..1.08).contains(&mean), "{mean}");
}
