//! Saved and loaded: the same bytes for the same files, the same answers afterwards, and no trust in what is read.

use nearfield::assemble::SearchOptions;
use nearfield::engine::{Engine, EngineOptions, Loader, RankOptions};
use nearfield::error::Error;
use nearfield::semantic::Model;
use nearfield::snapshot::FORMAT;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn model() -> Model {
    let read = |name: &str| std::fs::read(Path::new(ROOT).join("model").join(name)).expect("the committed model");
    Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).expect("it loads")
}

fn engine() -> Engine {
    Engine::new(&EngineOptions::default(), Some(model()), None).expect("default options")
}

fn load(bytes: &[u8]) -> Engine {
    Engine::load(bytes, &EngineOptions::default(), Some(model()), None).expect("a good snapshot")
}

/// The files below a folder of this repository, sorted.
fn files_of(folder: &str) -> Vec<(String, Vec<u8>)> {
    fn read(folder: &Path, into: &mut Vec<(String, Vec<u8>)>) {
        let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                read(&path, into);
            } else {
                let name = path.strip_prefix(ROOT).unwrap().to_string_lossy().replace('\\', "/");
                into.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    let mut files = Vec::new();
    read(&Path::new(ROOT).join(folder), &mut files);
    files
}

fn feed(engine: &mut Engine, files: &[(String, Vec<u8>)]) {
    for (path, bytes) in files {
        engine.add(path, bytes).unwrap();
    }
}

const QUESTIONS: [&str; 8] = [
    "where is Postings defined",
    "how are ignore files matched",
    "error",
    "what uses signature_lines",
    "src/engine.rs:200",
    "class with a method named parse",
    "architecture of the index",
    "zzzz nothing",
];

/// Everything that a host can see of the answers.
fn answers(engine: &mut Engine, questions: &[&str]) -> String {
    let mut seen = String::new();
    for query in questions {
        let hits = engine.rank(query, &RankOptions { limit: 50.0, ..RankOptions::default() }).unwrap();
        let context = engine.search(query, &SearchOptions { explain: true, ..SearchOptions::default() }, None).unwrap();
        seen += &serde_json::to_string(&(hits, context)).unwrap();
    }
    let stats = engine.stats();
    let told = (stats.files, stats.chunks, stats.symbols, stats.bytes, stats.languages, stats.skipped, stats.degraded);
    seen + &serde_json::to_string(&told).unwrap()
}

#[test]
fn what_is_loaded_answers_like_what_was_saved() {
    let mut saved = engine();
    feed(&mut saved, &files_of("src"));
    feed(&mut saved, &files_of("tests/fixtures"));
    for (path, bytes) in [
        ("web/.gitignore", &b"*.min.js\n!keep.min.js\n"[..]),
        ("web/a.min.js", b"let a = 1;\n"),
        ("web/keep.min.js", b"let keep = 1;\n"),
        ("old/cafe.c", b"/* caf\xe9 */\nint cafe(void) { return 1; }\n"),
        ("bin/tool", b"\x00\x01\x02\x03"),
        ("../up.rs", b"fn f() {}"),
        ("empty.py", b""),
    ] {
        saved.add(path, bytes).unwrap();
    }
    let bytes = saved.save();
    let mut loaded = load(&bytes);
    assert_eq!(answers(&mut saved, &QUESTIONS), answers(&mut loaded, &QUESTIONS));
    assert!(loaded.save() == bytes, "saved again, the bytes are the same");
    assert_eq!((loaded.revision(), loaded.is_ignored("web/b.min.js", false).is_some()), (0, true));
    assert!(loaded.is_ignored("web/keep.min.js", false).is_none());
}

#[test]
fn an_empty_index_is_saved_too() {
    let bytes = engine().save();
    assert_eq!(load(&bytes).stats().files, 0);
}

#[test]
fn feeding_the_same_again_changes_nothing() {
    let mut engine = engine();
    let files = files_of("tests/fixtures");
    feed(&mut engine, &files);
    engine.add(".gitignore", b"*.log\n").unwrap();
    engine.add("x.log", b"x\n").unwrap();
    let mut loaded = load(&engine.save());
    feed(&mut loaded, &files);
    loaded.add(".gitignore", b"*.log\n").unwrap();
    loaded.add("x.log", b"x\n").unwrap();
    assert_eq!(loaded.revision(), 0);
    loaded.add("x.txt", b"x\n").unwrap();
    assert_eq!(loaded.revision(), 1);
}

#[test]
fn another_engine_is_refused_by_name_and_rebuilds_when_asked() {
    let files = files_of("src/index");
    let small = EngineOptions { max_file_bytes: Some(3000.0), ..EngineOptions::default() };
    let mut with_model = engine();
    feed(&mut with_model, &files);
    with_model.add("bin/tool", b"\x00\x01\x02\x03").unwrap();
    let bytes = with_model.save();
    let refused =
        |options: &EngineOptions, model| Engine::load(&bytes, options, model, None).err().map(|e| e.to_string());
    assert!(refused(&EngineOptions::default(), None).unwrap().contains("another model"));
    let why = refused(&small, Some(model())).unwrap();
    assert!(why.contains("another set of options") && why.contains("3000"), "{why}");

    let mut lexical = Engine::new(&EngineOptions::default(), None, None).unwrap();
    lexical.add("gone.rs", b"fn gone() {}\n").unwrap();
    let mut loader = Loader::new(true);
    for part in bytes.chunks(1000) {
        loader.push(&mut lexical, part).unwrap();
    }
    assert!(loader.rebuilds());
    loader.finish(&mut lexical).unwrap();
    let mut fresh = Engine::new(&EngineOptions::default(), None, None).unwrap();
    feed(&mut fresh, &files);
    fresh.add("bin/tool", b"\x00\x01\x02\x03").unwrap();
    assert!(lexical.save() == fresh.save());
    assert!(lexical.revision() > 0);
}

#[test]
fn what_cannot_be_loaded_leaves_the_engine_as_it_was() {
    let mut engine = engine();
    feed(&mut engine, &files_of("src/index"));
    let bytes = engine.save();
    let mut other = self::engine();
    other.add("src/kept.rs", b"fn kept() {}\n").unwrap();
    let before = other.save();
    let mut loader = Loader::new(false);
    loader.push(&mut other, &bytes[..bytes.len() / 2]).unwrap();
    assert!(matches!(loader.finish(&mut other), Err(Error::SnapshotDamaged { .. })));
    assert!(other.save() == before);
}

#[test]
fn bytes_of_another_kind_are_told_apart() {
    let loaded = |bytes: &[u8]| Engine::load(bytes, &EngineOptions::default(), None, None).err().unwrap();
    for bytes in [&b""[..], b"x", b"<!doctype html>", b"nearfld", b"nearfld\x1a\x01"] {
        let error = loaded(bytes);
        assert_eq!(error.code(), "snapshot-damaged", "{error}");
    }
    let error = loaded(b"nearfld\x1a\xff\x00\x00\x00");
    assert_eq!(error.code(), "snapshot-mismatch");
    assert!(error.to_string().contains("another format (255"), "{error}");
}

/// What is indexed of a file is part of the format: old snapshots must not be taken for new ones.
#[test]
fn the_format_number_follows_what_is_indexed() {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
    // The languages of every build.
    let core = ["java", "c", "css", "go", "html", "js", "json", "md", "py", "rs", "toml", "ts", "tsx", "txt", "yaml"];
    let mut files = files_of("tests/fixtures/chunk");
    files.retain(|(path, _)| path.rsplit_once('.').is_some_and(|(_, ending)| core.contains(&ending)));
    feed(&mut engine, &files);
    let bytes = engine.save();
    // The payloads, without that of the version.
    let (mut at, mut sum) = (12, 0xcbf2_9ce4_8422_2325_u64);
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at + 1..at + 5].try_into().unwrap()) as usize;
        let payload = &bytes[at + 13..at + 13 + length];
        if bytes[at] != 0 {
            payload.iter().for_each(|&byte| sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        }
        at += 13 + length;
    }
    assert_eq!(
        (FORMAT, format!("{sum:016x}").as_str()),
        (7, PINNED),
        "what a snapshot holds of these files has changed: if snapshots were published since FORMAT was last raised, \
         raise it; then pin the new sum here"
    );
}

const PINNED: &str = "2dd0b61f4d8a6464";

/// As a host does: what an ignore file lets in again is fed again.
fn refeed(engine: &mut Engine, now: &BTreeMap<String, Vec<u8>>) {
    for skipped in engine.stats().skipped.iter().filter(|skipped| skipped.reason.code == "refeed") {
        engine.add(&skipped.path, &now[&skipped.path]).unwrap();
    }
}

fn edited(text: &str, cut: usize) -> String {
    let cut = text.char_indices().map(|c| c.0).nth(cut).unwrap_or(text.len());
    format!("// edited\n{}", &text[cut..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// The same files give the same bytes, whatever was edited before, and wherever in between it was saved and loaded.
    #[test]
    fn the_history_of_edits_leaves_no_trace(
        edits in prop::collection::vec((0usize..18, 0u8..6, 0usize..2000), 1..30),
    ) {
        let mut sources: Vec<_> = files_of("src/index").into_iter().take(11).collect();
        sources.extend([
            ("src/case.rs".to_owned(), b"fn httpserver() {}\nfn slots() {}\nfn HTTP() {}\n".to_vec()),
            ("src/Case.rs".to_owned(), b"fn HttpServer() {}\nstruct Slots;\nfn http() {}\n".to_vec()),
            ("src/.gitignore".to_owned(), b"index/slots.rs\n*.bin\n".to_vec()),
            (".gitignore".to_owned(), b"!src\n/src/case.rs\n".to_vec()),
            ("src/x.bin".to_owned(), b"\x00\x01".to_vec()),
            ("src/y.txt".to_owned(), b"  \n".to_vec()),
            ("src/z.c".to_owned(), b"/* caf\xe9 */\nint cafe(void) { return 1; }\n".to_vec()),
        ]);
        let mut engine = Engine::new(&EngineOptions::default(), Some(model()), None).unwrap();
        let mut now: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for (which, what, cut) in edits {
            let (path, bytes) = &sources[which];
            let bytes = match what {
                0 => {
                    engine.remove(path);
                    now.remove(path);
                    None
                }
                1 => {
                    Some(edited(&String::from_utf8_lossy(bytes), cut).into_bytes())
                }
                2 => {
                    engine = load(&engine.save());
                    None
                }
                _ => Some(bytes.clone()),
            };
            if let Some(bytes) = bytes {
                engine.add(path, &bytes).unwrap();
                now.insert(path.clone(), bytes);
            }
            refeed(&mut engine, &now);
        }
        let mut fresh = Engine::new(&EngineOptions::default(), Some(model()), None).unwrap();
        for (path, bytes) in now.iter().rev() {
            fresh.add(path, bytes).unwrap();
        }
        refeed(&mut fresh, &now);
        prop_assert_eq!(answers(&mut engine, &QUESTIONS[..2]), answers(&mut fresh, &QUESTIONS[..2]));
        prop_assert!(engine.save() == fresh.save());
    }
}

thread_local! {
    static SMALL: Vec<u8> = {
        let mut engine = engine();
        feed(&mut engine, &files_of("src/index"));
        engine.save()
    };
}

proptest! {
    /// A flipped bit anywhere is noticed, and so is an end that is missing or does not belong there.
    #[test]
    fn damage_is_noticed(place in any::<prop::sample::Index>(), bit in 0u8..8, more in 0usize..3) {
        let whole = SMALL.with(Clone::clone);
        let mut lexical = Engine::new(&EngineOptions::default(), Some(model()), None).unwrap();
        let mut read = |bytes: &[u8]| {
            let mut loader = Loader::new(false);
            loader.push(&mut lexical, bytes)?;
            loader.finish(&mut lexical)
        };
        let at = place.index(whole.len());
        prop_assert!(read(&whole[..at]).is_err());
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << bit;
        let error = read(&flipped).unwrap_err();
        prop_assert!(error.code().starts_with("snapshot-"), "{}", error);
        let mut longer = whole.clone();
        longer.resize(whole.len() + more, 0);
        prop_assert_eq!(read(&longer).is_ok(), more == 0);
    }
}

/// Feeds files as a host with helpers does: the engine lets them in, helpers index them, it takes over their work.
fn feed_by_helpers(engine: &mut Engine, helpers: &mut [Engine], files: &[(String, Vec<u8>)], parts: &[usize]) {
    let absorb = |engine: &mut Engine, helper: &mut Engine| {
        let mut bytes = Vec::new();
        helper.hand_over(&mut |part| bytes.extend_from_slice(part));
        engine.absorb(&bytes).unwrap();
        assert_eq!(helper.stats().files, 0);
    };
    for ((path, bytes), &part) in files.iter().zip(parts.iter().cycle()) {
        let report = engine.admit(path, bytes).unwrap();
        let helper = &mut helpers[part % 2];
        if !report.indexed && report.reason.is_none() {
            assert!(helper.add(path, bytes).unwrap().indexed, "{path}");
        }
        // Some parts are large, some hold a file, some none.
        if part % 5 == 0 {
            absorb(engine, helper);
        }
    }
    for helper in helpers {
        absorb(engine, helper);
    }
}

#[test]
fn what_helpers_indexed_is_the_same_to_the_byte() {
    let mut files = files_of("src");
    files.extend(files_of("tests/fixtures"));
    files.extend([
        (".env".to_owned(), b"KEY=1".to_vec()),
        ("skip/.gitignore".to_owned(), b"*.log".to_vec()),
        ("skip/a.log".to_owned(), b"a".to_vec()),
        ("old.txt".to_owned(), b"na\xefve".to_vec()),
        ("deep.json".to_owned(), "[".repeat(5000).into_bytes()),
    ]);
    let mut alone = engine();
    feed(&mut alone, &files);
    let mut helped = engine();
    let mut helpers = [engine(), engine()];
    feed_by_helpers(&mut helped, &mut helpers, &files, &[1, 2, 3, 5, 4, 10, 7]);
    assert_eq!(alone.save(), helped.save());
    assert_eq!(answers(&mut alone, &QUESTIONS), answers(&mut helped, &QUESTIONS));

    // Nothing is asked of helpers again, and what changed replaces what was there; links follow, too.
    assert!(
        helped.admit("src/engine.rs", &files.iter().find(|file| file.0 == "src/engine.rs").unwrap().1).unwrap().indexed
    );
    let changed: Vec<(String, Vec<u8>)> = files
        .iter()
        .filter(|(path, _)| path.starts_with("src/r"))
        .map(|(path, bytes)| (path.clone(), [bytes, &b"\nfn moved_in_between() { Postings }\n"[..]].concat()))
        .collect();
    feed(&mut alone, &changed);
    feed_by_helpers(&mut helped, &mut helpers, &changed, &[5, 3, 4]);
    alone.remove("src/lib.rs");
    helped.remove("src/lib.rs");
    assert_eq!(answers(&mut alone, &QUESTIONS), answers(&mut helped, &QUESTIONS));
    assert_eq!(alone.save(), helped.save());
}

#[test]
fn work_of_another_kind_of_engine_is_refused() {
    let mut plain = Engine::new(&EngineOptions::default(), None, None).unwrap();
    plain.add("a.rs", b"fn a() {}").unwrap();
    let mut bytes = Vec::new();
    plain.hand_over(&mut |part| bytes.extend_from_slice(part));
    let mut own = engine();
    assert!(matches!(own.absorb(&bytes), Err(Error::SnapshotMismatch { .. })));
    assert!(matches!(own.absorb(&bytes[..bytes.len() - 1]), Err(Error::SnapshotMismatch { .. })));
    assert!(matches!(own.absorb(b"x"), Err(Error::SnapshotDamaged { .. })));
    assert_eq!((own.stats().files, own.revision()), (0, 0));
}
