//! A file on its way in, in slices: the same bytes however it is sliced, and nothing of it where it is given up.

use nearfield::engine::{Engine, EngineOptions, FileReport, RankOptions};
use nearfield::pace::Pace;
use nearfield::semantic::Model;
use proptest::prelude::*;
use std::task::Poll;

fn engine() -> Engine {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/model/");
    let read = |name: &str| std::fs::read(format!("{folder}{name}")).expect("the committed model");
    let model =
        Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).expect("it loads");
    Engine::new(&EngineOptions::default(), Some(model), None).expect("default options")
}

fn lexical() -> Engine {
    Engine::new(&EngineOptions::default(), None, None).expect("default options")
}

/// Goes on until the pace has been asked so often.
fn go_on(engine: &mut Engine, asked: u32) -> Poll<Option<FileReport>> {
    let mut left = asked;
    let mut is_due = || {
        left = left.saturating_sub(1);
        left == 0
    };
    engine.advance(&mut Pace::new(&mut is_due))
}

/// Adds a file in slices, whose lengths repeat; gives the report and how many slices there were.
fn add_in_slices(engine: &mut Engine, path: &str, text: &[u8], slices: &[u32]) -> (FileReport, usize) {
    engine.begin(path, text);
    for (number, &asked) in slices.iter().cycle().enumerate() {
        let share = engine.share();
        assert!((0.0..=1.0).contains(&share), "{share}");
        if let Poll::Ready(report) = go_on(engine, asked) {
            return (report.expect("nobody gives it up"), number + 1);
        }
    }
    unreachable!("slices go on for ever")
}

fn hits(engine: &mut Engine, query: &str) -> Vec<String> {
    let hits = engine.rank(query, &RankOptions::default()).expect("valid options");
    hits.iter().map(|hit| format!("{}:{}", hit.path, hit.start_line)).collect()
}

/// Texts that take many slices, some of them absurd.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let rust = concat!(include_str!("../src/chunk/symbol.rs"), include_str!("../src/lexical/postings.rs"));
    let exports: String = (0..400).map(|i| format!("export const name{i} = {i};\n")).collect();
    let python: String = (0..120)
        .map(|i| format!("class C{i}:\n    \"\"\"Doc {i}.\"\"\"\n    def m{i}(self, x):\n        return x\n\n"))
        .collect();
    let broken = rust.replace('}', "").replace("fn", "f(n");
    let texts = [
        ("a.rs", rust.to_owned()),
        ("a.ts", exports.clone()),
        ("a.py", python.clone()),
        ("a.md", (0..200).map(|i| format!("# Part {i}\n\nText of `part{i}`.\n\n- one\n- two\n\n")).collect()),
        (
            "parts.md",
            (0..60).map(|i| format!("# Part {i}\n\n```ts\nfunction f{i}() {{}}\n```\n\n> ```html\n> <script>let a{i} = 1;</script>\n> ```\n\n")).collect(),
        ),
        ("parts.vue", format!("<template>\n{}</template>\n<script lang=\"ts\">\n{exports}</script>\n", "<p id=\"x\">text</p>\n".repeat(200))),
        ("a.json", format!("[{}0]", "{\"key\": [1, 2, \"three\"]},\n".repeat(900))),
        ("a.txt", "Some words, and some more of them.\n\n".repeat(800)),
        ("a.xyz", (0..700).map(|i| format!("{}line {i} {{\n", " ".repeat(i % 9))).collect()),
        ("broken.rs", broken.clone()),
        ("broken.c", broken),
        ("broken.ts", python),
        ("deep.json", "[".repeat(3_000) + &"]".repeat(3_000)),
        (
            "long.js",
            format!("// one line\n{}\nlet table = [{}];\n", "let a = 1;\n".repeat(300), "'text', ".repeat(9_000)),
        ),
        ("holder.js", format!("class A {{ {} }}\n", "m() { return 1 } ".repeat(200))),
        ("same.c", "[*a\n".repeat(3_000)),
    ];
    let latin = ("latin.py", b"x = 'caf\xe9'\n".repeat(50));
    texts.map(|(path, text)| (path, text.into_bytes())).into_iter().chain([latin]).collect()
}

#[test]
fn texts_that_take_many_slices() {
    for (path, text) in texts() {
        let mut whole = engine();
        let report = whole.add(path, &text).unwrap();
        let mut sliced = engine();
        let (other, slices) = add_in_slices(&mut sliced, path, &text, &[1]);
        assert_eq!(format!("{report:?}"), format!("{other:?}"), "{path}");
        assert_eq!(whole.save(), sliced.save(), "{path}");
        assert!(slices > 1 || text.len() < 3_000, "{path}: {slices} slices");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Files that come, come again and go, in slices of any length, with questions in between.
    #[test]
    fn pauses_change_nothing(
        steps in prop::collection::vec((0..15usize, 0..3u8, prop::collection::vec(1..40u32, 1..4)), 1..6),
    ) {
        let texts = texts();
        let (mut whole, mut sliced) = (lexical(), lexical());
        for (which, what, slices) in steps {
            let (path, text) = &texts[which];
            match what {
                0 => prop_assert_eq!(whole.remove(path), sliced.remove(path)),
                1 => {
                    let report = whole.add(path, text).unwrap();
                    let (other, _) = add_in_slices(&mut sliced, path, text, &slices);
                    prop_assert_eq!(format!("{report:?}"), format!("{other:?}"));
                }
                _ => {
                    // The first half, and a question that is answered from what is there.
                    let half = &text[..text.len() / 2];
                    let before = hits(&mut whole, "name7 postings");
                    whole.add(path, half).unwrap();
                    let after = hits(&mut whole, "name7 postings");
                    sliced.begin(path, half);
                    while go_on(&mut sliced, slices[0]).is_pending() {
                        let found = hits(&mut sliced, "name7 postings");
                        prop_assert!(found == before || found == after, "{path}: {found:?}");
                    }
                }
            }
            prop_assert_eq!(whole.revision(), sliced.revision());
        }
        prop_assert_eq!(hits(&mut whole, "name7 postings part3"), hits(&mut sliced, "name7 postings part3"));
        prop_assert_eq!(whole.save(), sliced.save());
    }
}

const OLD: &[u8] = b"export function before() {}\n";

fn long() -> Vec<u8> {
    (0..2_000).map(|i| format!("export function after{i}() {{}}\n")).collect::<String>().into_bytes()
}

/// An engine that holds an old version of a file, while the new one is under way.
fn suspended() -> Engine {
    let mut engine = lexical();
    engine.add("a.ts", OLD).unwrap();
    engine.add("b.ts", b"export function other() {}\n").unwrap();
    engine.begin("a.ts", &long());
    for _ in 0..5 {
        assert!(go_on(&mut engine, 1).is_pending());
    }
    engine
}

fn finish(engine: &mut Engine) -> Option<FileReport> {
    loop {
        if let Poll::Ready(report) = go_on(engine, 50) {
            return report;
        }
    }
}

#[test]
fn questions_are_answered_from_what_is_there() {
    let mut engine = suspended();
    assert_eq!(hits(&mut engine, "before")[0], "a.ts:1");
    assert!(hits(&mut engine, "after7").is_empty());
    assert_eq!(engine.text("a.ts").map(str::as_bytes), Some(OLD));
    let saved = engine.save();
    let report = finish(&mut engine).unwrap();
    assert!(report.indexed && report.chunks > 10);
    assert_ne!(engine.save(), saved);
    assert_eq!(hits(&mut engine, "after7")[0], "a.ts:1");
}

#[test]
fn a_question_never_sees_half_a_file() {
    let mut engine = suspended();
    while !engine.is_filing() {
        assert!(go_on(&mut engine, 1).is_pending());
    }
    // It is in the catalog now: the question completes the rest, and the report still comes.
    assert_eq!(engine.text("a.ts").map(str::len), Some(long().len()));
    assert!(!hits(&mut engine, "after1999").is_empty());
    assert!(!engine.is_filing());
    assert!(finish(&mut engine).unwrap().indexed);
    let mut whole = lexical();
    whole.add("a.ts", &long()).unwrap();
    whole.add("b.ts", b"export function other() {}\n").unwrap();
    assert_eq!(engine.save(), whole.save());
}

#[test]
fn what_is_given_up_leaves_nothing_behind() {
    let untouched = {
        let mut engine = lexical();
        engine.add("a.ts", OLD).unwrap();
        engine.add("b.ts", b"export function other() {}\n").unwrap();
        engine.save()
    };
    let mut engine = suspended();
    assert!(engine.give_up().is_none());
    assert!(finish(&mut engine).is_none());
    assert_eq!(engine.save(), untouched);
    // Another file takes its turn.
    let mut engine = suspended();
    engine.begin("b.ts", b"export function other() {}\n");
    assert_eq!(finish(&mut engine).unwrap().path, "b.ts");
    assert_eq!(engine.save(), untouched);
    // In the catalog it cannot be given up any more.
    let mut engine = suspended();
    while !engine.is_filing() {
        assert!(go_on(&mut engine, 1).is_pending());
    }
    assert!(engine.give_up().unwrap().indexed);
    engine.add("c.ts", OLD).unwrap();
    assert!(!hits(&mut engine, "after1999").is_empty());
}

#[test]
fn what_is_done_meanwhile_wins() {
    let mut engine = suspended();
    assert!(engine.remove("./a.ts"));
    assert!(finish(&mut engine).is_none());
    assert_eq!(engine.text("a.ts"), None);

    let mut engine = suspended();
    engine.clear();
    assert!(finish(&mut engine).is_none());
    assert_eq!(engine.save(), lexical().save());

    let mut engine = suspended();
    engine.refuse_oversized("a.ts", usize::MAX).unwrap();
    assert!(finish(&mut engine).is_none());
    assert_eq!(engine.text("a.ts"), None);

    let mut engine = suspended();
    engine.remove("b.ts");
    assert!(finish(&mut engine).unwrap().indexed);

    let mut helper = lexical();
    helper.add("a.ts", b"export function helped() {}\n").unwrap();
    let mut part = Vec::new();
    helper.hand_over(&mut |bytes| part.extend_from_slice(bytes));
    let mut engine = suspended();
    engine.absorb(&part).unwrap();
    assert!(finish(&mut engine).is_none());
    assert_eq!(hits(&mut engine, "helped")[0], "a.ts:1");
}

#[test]
fn removals_come_in_slices_too() {
    let mut engine = lexical();
    engine.add("a.ts", &long()).unwrap();
    assert!(!hits(&mut engine, "after7").is_empty());
    assert!(engine.begin_remove("a.ts"));
    assert_eq!(engine.text("a.ts"), None);
    let mut slices = 0;
    while go_on(&mut engine, 1).is_pending() {
        slices += 1;
    }
    assert!(slices > 3, "{slices}");
    assert!(!engine.is_filing() && hits(&mut engine, "after7").is_empty());
    assert_eq!(engine.save(), lexical().save());
}

/// A folder with an ignore file, and others beside it.
fn folders() -> Engine {
    let mut engine = lexical();
    engine.add("old/.gitignore", b"left-out/\n").unwrap();
    for number in 0..40 {
        let text = format!("def take_part_{number}(x):\n    return take_part_{}(x)\n", number + 1);
        engine.add(&format!("old/sub{}/f{number}.py", number % 3), text.as_bytes()).unwrap();
        engine.add(&format!("new/sub0/f{number}.py"), b"x = 1\n").unwrap();
    }
    engine.add("old/left-out/a.py", b"x = 2\n").unwrap();
    engine
}

#[test]
fn a_folder_that_is_renamed_in_slices() {
    for (from, to) in [("old", "new"), ("old/sub0", "sub0"), ("new", "new-and-longer"), ("old/sub1", "old/sub2")] {
        let (mut whole, mut sliced) = (folders(), folders());
        let expected = whole.rename(from, to).unwrap();
        let files = sliced.stats().files;
        let mut renaming = sliced.begin_rename(from, to).unwrap();
        let mut slices = 0;
        let reports = loop {
            slices += 1;
            if let Poll::Ready(reports) = sliced.rename_on(&mut renaming, &mut Pace::new(&mut || true)) {
                break reports.unwrap();
            }
            // Each file is where it was or where it goes, unless it takes another's place.
            assert!((files - 40..=files).contains(&sliced.stats().files));
            assert!(!hits(&mut sliced, "take_part_3").is_empty());
        };
        assert!(slices > 2, "{slices} slices");
        assert_eq!(format!("{reports:?}"), format!("{expected:?}"), "{from} to {to}");
        assert_eq!(sliced.save(), whole.save(), "{from} to {to}");
    }
}

#[test]
fn an_index_that_is_made_ready_in_slices() {
    let (mut whole, mut sliced) = (folders(), folders());
    let mut slices = 1;
    while sliced.make_ready(&mut Pace::new(&mut || true)).is_pending() {
        slices += 1;
    }
    assert!(slices > 1, "{slices} slices");
    assert_eq!(hits(&mut sliced, "take_part_3"), hits(&mut whole, "take_part_3"));
    assert_eq!(sliced.save(), whole.save());
}
