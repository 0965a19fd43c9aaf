//! Files that come, change, move and go: the index is what a fresh one of the same files would be, and does no work twice.

use nearfield::assemble::SearchOptions;
use nearfield::engine::{Engine, EngineOptions};
use nearfield::semantic::Model;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn engine() -> Engine {
    let read = |name: &str| std::fs::read(Path::new(ROOT).join("model").join(name)).expect("the committed model");
    let model = Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors"));
    Engine::new(&EngineOptions::default(), Some(model.expect("it loads")), None).expect("default options")
}

/// The files below a folder of this repository, sorted.
fn files_of(folder: &str) -> BTreeMap<String, Vec<u8>> {
    fn read(folder: &Path, into: &mut BTreeMap<String, Vec<u8>>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                read(&path, into);
            } else {
                let name = path.strip_prefix(ROOT).unwrap().to_string_lossy().replace('\\', "/");
                into.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    let mut files = BTreeMap::new();
    read(&Path::new(ROOT).join(folder), &mut files);
    files
}

fn fed(files: &BTreeMap<String, Vec<u8>>) -> Engine {
    let mut engine = engine();
    for (path, bytes) in files {
        engine.add(path, bytes).unwrap();
    }
    engine
}

/// What is on record besides, of files that were never read.
fn recorded(engine: &Engine) -> BTreeMap<String, &'static str> {
    engine.stats().skipped.into_iter().map(|skipped| (skipped.path, skipped.reason.code)).collect()
}

/// The two hold the same, bit by bit.
fn assert_same(edited: &mut Engine, fresh: &mut Engine) {
    assert_eq!(recorded(edited), recorded(fresh));
    assert!(edited.save() == fresh.save(), "the snapshots differ");
}

fn search(engine: &mut Engine, query: &str) -> nearfield::assemble::Context {
    engine.search(query, &SearchOptions { budget: Some(1500.0), ..SearchOptions::default() }, None).unwrap()
}

/// One edit: which file, what is done, and how much.
type Edit = (usize, u8, usize);

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever the history of edits, the index answers like one built from the final files.
    #[test]
    fn edits_leave_no_trace(edits in proptest::collection::vec((0usize..12, 0u8..6, 0usize..2000), 1..40)) {
        let sources: Vec<_> = files_of("src").into_iter().take(12).collect();
        let mut edited = engine();
        let mut now: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for edit in edits {
            if edit.2 % 3 == 0 {
                // What is worked out of all files is kept up from here on.
                search(&mut edited, "where is Postings defined");
            }
            apply(edit, &sources, &mut edited, &mut now);
        }
        let mut fresh = engine();
        for (path, bytes) in now.iter().rev() {
            fresh.add(path, bytes).unwrap();
        }
        for query in ["where is Postings defined", "how are ignore files matched", "error"] {
            let (a, b) = (search(&mut edited, query), search(&mut fresh, query));
            prop_assert_eq!(a.text, b.text);
            prop_assert_eq!(a.weights, b.weights);
        }
        for file in fresh.index().catalog().files() {
            let of = |engine: &Engine| -> BTreeSet<String> {
                let index = engine.index();
                let users: Vec<u32> = index.users(index.catalog().file(&file.source.path).unwrap()).collect();
                let is_user = |other: &&nearfield::index::File| users.contains(&other.id);
                index.catalog().files().filter(is_user).map(|other| other.source.path.clone()).collect()
            };
            prop_assert_eq!(of(&edited), of(&fresh), "users of {}", file.source.path);
        }
        assert_same(&mut edited, &mut fresh);
    }
}

fn apply(
    (which, what, cut): Edit,
    sources: &[(String, Vec<u8>)],
    edited: &mut Engine,
    now: &mut BTreeMap<String, Vec<u8>>,
) {
    let (path, bytes) = &sources[which % sources.len()];
    let change = |edited: &mut Engine, now: &mut BTreeMap<String, Vec<u8>>, text: String| {
        edited.add(path, text.as_bytes()).unwrap();
        now.insert(path.clone(), text.into_bytes());
    };
    let text = String::from_utf8_lossy(bytes);
    let at = text.char_indices().map(|c| c.0).nth(cut).unwrap_or(text.len());
    match what {
        0 => {
            edited.remove(path);
            now.remove(path);
        }
        1 => change(edited, now, format!("// edited\n{}", &text[at..])),
        2 => change(edited, now, format!("{}\nfn inserted_{cut}() {{}}\n{}", &text[..at], &text[at..])),
        // Moved onto another file, into a folder, or to another language.
        3 if now.contains_key(path) => {
            let to = match cut % 3 {
                0 => sources[cut % sources.len()].0.clone(),
                1 => format!("moved/{path}"),
                _ => format!("{path}.py"),
            };
            edited.rename(path, &to).unwrap();
            let moved = now.remove(path).unwrap();
            now.insert(to, moved);
        }
        _ => change(edited, now, text.into_owned()),
    }
}

#[test]
fn an_edit_embeds_only_the_chunks_that_it_changes() {
    let files = files_of("src/rank");
    let mut engine = fed(&files);
    let before = engine.stats();
    assert_eq!(before.embedded, before.chunks as u64);
    let path = "src/rank/lean.rs";
    let edited = [files[path].as_slice(), b"\n// One more line.\n"].concat();
    let chunks = engine.add(path, &edited).unwrap().chunks;
    let embedded = engine.stats().embedded - before.embedded;
    assert!(chunks > 5 && embedded <= 2, "{embedded} of {chunks}");
    let mut files = files;
    files.insert(path.to_owned(), edited);
    assert_same(&mut engine, &mut fed(&files));
}

#[test]
fn a_rename_embeds_nothing_and_is_as_if_fed_anew() {
    let mut files = files_of("src/rank");
    let mut engine = fed(&files);
    let before = engine.stats().embedded;
    let report = engine.rename("src/rank/hit.rs", "lib/ranking/found.rs").unwrap();
    assert_eq!((report.len(), report[0].path.as_str(), report[0].indexed), (1, "lib/ranking/found.rs", true));
    // A folder with all below it, a level up: `signals/mod.rs` goes where nothing is left by then.
    let moved = engine.rename("src/rank", "src").unwrap().len();
    assert_eq!(engine.stats().embedded, before);
    assert_eq!(moved, files.len() - 1);
    let bytes = files.remove("src/rank/hit.rs").unwrap();
    let mut now: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(path, bytes)| (path.replacen("src/rank/", "src/", 1), bytes)).collect();
    now.insert("lib/ranking/found.rs".to_owned(), bytes);
    assert_same(&mut engine, &mut fed(&now));
}

#[test]
fn a_folder_that_moves_up_does_not_run_over_itself() {
    let text = |name: &str| format!("fn {name}() {{}}\n").into_bytes();
    let files = |a: &str, b: &str| BTreeMap::from([(a.to_owned(), text("outer")), (b.to_owned(), text("inner"))]);
    let mut engine = fed(&files("a/b/y.rs", "a/b/b/y.rs"));
    engine.rename("a/b", "a").unwrap();
    assert_same(&mut engine, &mut fed(&files("a/y.rs", "a/b/y.rs")));
}

#[test]
fn what_a_new_path_keeps_out_is_refused_and_rules_move_along() {
    let mut engine = engine();
    for (path, text) in
        [(".gitignore", "/kept\n"), ("sub/.gitignore", "*.log\n"), ("a.rs", "fn a() {}\n"), ("sub/x.log", "line\n")]
    {
        engine.add(path, text.as_bytes()).unwrap();
    }
    let report = engine.rename("a.rs", "kept/a.rs").unwrap();
    assert_eq!(report[0].reason.as_ref().unwrap().code, "ignored");
    assert_eq!(engine.text("a.rs").or(engine.text("kept/a.rs")), None);
    engine.add("b.rs", b"fn b() {}\n").unwrap();
    let report = engine.rename("b.rs", "id_rsa").unwrap();
    assert_eq!(report[0].reason.as_ref().unwrap().code, "secret-file");

    // The rules of a folder go with it; what they kept out has no text here, and stays out.
    engine.rename("sub", "other").unwrap();
    assert_eq!(recorded(&engine).get("other/x.log"), Some(&"ignored"));
    assert_eq!(engine.is_ignored("sub/y.log", false), None);
    assert!(engine.is_ignored("other/y.log", false).is_some());
    // Without them it is to be fed.
    let report = engine.rename("other/x.log", "x.log").unwrap();
    assert_eq!(report[0].reason.as_ref().unwrap().code, "refeed");
}

#[test]
fn rules_hold_when_all_has_moved() {
    // A rule that would keep out, on the way, what is still to move.
    let text = |name: &str| format!("fn {name}() {{}}\n").into_bytes();
    let mut engine = fed(&BTreeMap::from([
        ("a/b/.gitignore".to_owned(), b"b/\n".to_vec()),
        ("a/b/x.rs".to_owned(), text("x")),
        ("a/b/c/y.rs".to_owned(), text("y")),
    ]));
    engine.rename("a/b", "a").unwrap();
    let now = [("a/.gitignore", b"b/\n".to_vec()), ("a/x.rs", text("x")), ("a/c/y.rs", text("y"))];
    assert_same(&mut engine, &mut fed(&now.map(|(path, bytes)| (path.to_owned(), bytes)).into()));

    // One that keeps out itself.
    let mut engine = self::engine();
    engine.add("made/.gitignore", b"*\n").unwrap();
    engine.add("made/lib.py", b"x = 1\n").unwrap();
    let reports = engine.rename("made", "put").unwrap();
    assert!(reports.iter().all(|report| report.reason.as_ref().unwrap().code == "ignored"), "{reports:?}");
    assert!(engine.is_ignored("put/other.py", false).is_some() && engine.is_ignored("made/other.py", false).is_none());
}

#[test]
fn a_rename_does_not_judge_the_size_anew() {
    let options = EngineOptions { max_file_bytes: Some(10_000.0), ..EngineOptions::default() };
    let mut engine = Engine::new(&options, None, None).unwrap();
    let utf16: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain("字 ".repeat(2_400).encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert!(utf16.len() < 10_000 && engine.add("a.md", &utf16).unwrap().indexed);
    let long: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain("字符".repeat(2_400).encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert!(long.len() < 10_000 && engine.add("b.md", &long).unwrap().indexed);
    assert!(engine.text("b.md").unwrap().len() > 10_000);
    assert!(engine.rename("b.md", "c.md").unwrap()[0].indexed);
}

#[test]
fn a_rename_of_nothing_or_into_itself_is_an_error() {
    let mut engine = engine();
    engine.add("src/a.rs", b"fn a() {}\n").unwrap();
    for (from, to) in [("b.rs", "c.rs"), ("src", "src/inner"), ("src/a.rs", ""), ("src/a.rs", "../a.rs"), ("", "x")] {
        let error = engine.rename(from, to).unwrap_err();
        assert!(error.to_string().ends_with('.'), "{error}");
    }
    let revision = engine.revision();
    let same = engine.rename("src/a.rs", "src/a.rs").unwrap();
    assert!(same[0].indexed && engine.revision() == revision);
}
