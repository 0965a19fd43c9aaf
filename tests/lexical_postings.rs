//! Edits leave no trace, and the `bm25` crate agrees.
use nearfield::lexical::reference::reference_scores;
use nearfield::lexical::{Field, Postings};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Few words, so that documents share them; names, so that terms come in families.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "alpha",
        "beta",
        "getUser",
        "user_id",
        "HTTPServer",
        "utf8",
        "全文検索",
        "привет",
        "x",
        "...",
    ]);
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

#[derive(Clone, Debug)]
enum Edit {
    Insert(u32, String, String, u32),
    Remove(u32),
    Settle,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        6 => (0..24_u32, text(), text(), 0..4_u32).prop_map(|(s, a, b, n)| Edit::Insert(s, a, b, n)),
        3 => (0..24_u32).prop_map(Edit::Remove),
        1 => Just(Edit::Settle),
    ]
}

type Documents = BTreeMap<u32, (String, String, u32)>;

fn fields(document: &(String, String, u32)) -> [Field<'_>; 2] {
    [(&document.0, 1), (&document.1, document.2)]
}

fn run(edits: &[Edit]) -> (Postings, Documents) {
    let mut postings = Postings::new(1.5, 0.75);
    let mut documents = Documents::new();
    for edit in edits {
        match edit {
            Edit::Insert(slot, a, b, n) => {
                let document = (a.clone(), b.clone(), *n);
                postings.insert(*slot, &fields(&document));
                documents.insert(*slot, document);
            }
            Edit::Remove(slot) => {
                postings.remove(*slot);
                documents.remove(slot);
            }
            Edit::Settle => postings.settle(),
        }
    }
    (postings, documents)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_run_of_edits_scores_like_a_fresh_index(
        edits in prop::collection::vec(edit(), 0..60),
        query in text(),
    ) {
        let (edited, documents) = run(&edits);
        // The same documents, in other slots and the opposite order.
        let mut fresh = Postings::new(1.5, 0.75);
        for (slot, document) in documents.iter().rev() {
            fresh.insert(40 - slot, &fields(document));
        }
        prop_assert_eq!(edited.documents(), documents.len() as u32);
        let (mut a, mut b) = (vec![0.0; 24], vec![0.0; 41]);
        edited.score(&query, &mut a);
        fresh.score(&query, &mut b);
        for slot in 0..24_u32 {
            prop_assert_eq!(a[slot as usize].to_bits(), b[40 - slot as usize].to_bits(), "slot {}", slot);
        }
        fresh.settle();
        let mut c = vec![1.0; 41];
        fresh.score(&query, &mut c);
        prop_assert_eq!(b, c);
    }

    #[test]
    fn the_bm25_crate_agrees(
        edits in prop::collection::vec(edit(), 0..60),
        query in text(),
        k1 in 0.2..2.5_f64,
        b in 0.0..1.0_f64,
    ) {
        let (_, documents) = run(&edits);
        let mut postings = Postings::new(k1, b);
        let docs: Vec<_> = documents.iter().map(|(slot, d)| (*slot, fields(d).to_vec())).collect();
        for (slot, fields) in &docs {
            postings.insert(*slot, fields);
        }
        let (mut ours, mut theirs) = (vec![0.0; 24], vec![0.0; 24]);
        postings.score(&query, &mut ours);
        reference_scores(&docs, &query, k1, b, &mut theirs);
        for (ours, theirs) in ours.iter().zip(&theirs) {
            prop_assert!((ours - theirs).abs() <= 1e-5 * ours.abs().max(0.1), "{} {}", ours, theirs);
        }
    }
}

#[test]
fn thousands_of_edits_across_merges() {
    // Long enough texts that the layers are merged by themselves.
    let text = |seed: u32| -> String {
        (0..200).map(|i| format!("w{} ", (seed.wrapping_mul(2_654_435_761) >> 7).wrapping_add(i * i) % 3000)).collect()
    };
    let mut edited = Postings::new(1.5, 0.75);
    let mut alive = BTreeMap::new();
    for step in 0..3000_u32 {
        let slot = step.wrapping_mul(40_503) % 700;
        if step % 3 == 2 {
            edited.remove(slot);
            alive.remove(&slot);
        } else {
            let text = text(step);
            edited.insert(slot, &[(&text, 1)]);
            alive.insert(slot, text);
        }
    }
    let mut fresh = Postings::new(1.5, 0.75);
    for (slot, text) in &alive {
        fresh.insert(*slot, &[(text, 1)]);
    }
    for query in ["w1 w4 w9", "w250 W250 w17", "nothing"] {
        let (mut a, mut b) = (vec![0.0; 700], vec![0.0; 700]);
        edited.score(query, &mut a);
        fresh.score(query, &mut b);
        assert_eq!(a, b, "{query}");
    }
}
