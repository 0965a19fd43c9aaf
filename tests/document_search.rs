//! Code and documents in one ranking, and documents under edits, as a caller sees them.

use nearfield::engine::{Engine, EngineOptions, RankOptions};
use nearfield::rank::{Hit, Ranking, Selector};
use nearfield::semantic::Model;

const UPLOAD: &str = "/// Sends a file in parts, each again after a failure, with a growing pause.\npub fn upload_file(file: &File, retries: u32) -> Result<()> {\n    for attempt in 0..retries {\n        match send_parts(file) {\n            Ok(()) => return Ok(()),\n            Err(_) => pause(attempt),\n        }\n    }\n    Err(Error::GaveUp)\n}\n\nfn send_parts(file: &File) -> Result<()> {\n    file.parts().try_for_each(send)\n}\n";
const CACHE: &str = "/// Keeps answers for a while.\npub struct AnswerCache {\n    entries: Map<String, Answer>,\n}\n\nimpl AnswerCache {\n    pub fn evict_oldest(&mut self) {\n        self.entries.pop_first();\n    }\n}\n";
const GUIDE: &str = "# Guide\n\nWhat the tool does.\n\n## Uploading a file\n\nTo upload a file call `upload_file` with how many retries after a failure you allow. Each retry of the upload waits longer.\n\n## Cache\n\nAnswers are kept in the answer cache; the oldest is evicted first.\n";
const MANUAL: &str = "Operating\n=========\n\nStart the service.\n\nBackups\n-------\n\nCopy the folder every night.\n\nWindows\n~~~~~~~\n\nUse the scheduler for that.\n";

fn engine() -> Engine {
    let read = |name: &str| std::fs::read(format!("{}/model/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let model = Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).unwrap();
    let mut engine = Engine::new(&EngineOptions::default(), Some(model), None).unwrap();
    for (path, text) in [
        ("src/upload.rs", UPLOAD),
        ("src/cache.rs", CACHE),
        ("docs/guide.md", GUIDE),
        ("docs/admin/manual.rst", MANUAL),
        ("notes.txt", "Uploads are slow on Mondays.\n"),
    ] {
        assert!(engine.add(path, text.as_bytes()).unwrap().indexed, "{path}");
    }
    engine
}

fn hits(engine: &mut Engine, query: &str, content: &str, paths: &[&str]) -> Vec<Hit> {
    let paths = paths.iter().map(|&path| path.to_owned()).collect();
    let ranking = Ranking { content: Selector::One(content.into()), paths: Some(paths), ..Ranking::default() };
    engine.rank(query, &RankOptions { ranking, ..RankOptions::default() }).unwrap()
}

#[test]
fn in_one_ranking_the_question_decides_between_code_and_documents() {
    let mut engine = engine();
    for (query, first) in [
        ("how do I allow a retry of uploading", "docs/guide.md"),
        ("documentation of how long a retry waits", "docs/guide.md"),
        ("guide to how answers are kept and evicted", "docs/guide.md"),
        ("upload_file", "src/upload.rs"),
        ("where is a file uploaded with retries after a failure", "src/upload.rs"),
        ("function that evicts the oldest answer of the cache", "src/cache.rs"),
        ("what calls evict_oldest", "src/cache.rs"),
    ] {
        let all = hits(&mut engine, query, "all", &[]);
        assert_eq!(all[0].path, first, "{query}");
        assert!(all.iter().any(|hit| hit.path.starts_with("docs/")), "{query}: documents take part");
        let code = hits(&mut engine, query, "code", &[]);
        assert!(code.iter().all(|hit| hit.path.starts_with("src/")), "{query}");
        // Where nothing else takes part, nothing is held against a document.
        let docs = hits(&mut engine, query, "docs", &[]);
        assert!(docs.iter().all(|hit| hit.reasons.iter().all(|reason| reason.name != "otherContent")), "{query}");
    }
    let held = hits(&mut engine, "upload_file", "all", &[]);
    let guide = held.iter().find(|hit| hit.path == "docs/guide.md").unwrap();
    assert!(guide.reasons.iter().any(|reason| reason.name == "otherContent" && reason.value < 0.0), "{guide:?}");
}

#[test]
fn documents_are_weighed_by_themselves_and_their_sections_do_not_stand_back() {
    let mut engine = engine();
    let section = |title: &str, text: &str| format!("## {title}\n\n{}\n\n", text.repeat(40));
    let handbook = section("Keeping", "Answers are kept in a cache and the oldest evicted.\n")
        + &section("Sending", "Uploads are retried while answers are kept.\n");
    assert!(engine.add("docs/handbook.md", handbook.as_bytes()).unwrap().indexed);
    let query = "answers kept in a cache, the oldest evicted, uploads retried";
    let named =
        |hit: &Hit, name: &str| hit.reasons.iter().find(|reason| reason.name == name).map(|reason| reason.value);
    let docs = hits(&mut engine, query, "docs", &[]);
    assert!(docs.iter().filter(|hit| hit.path == "docs/handbook.md").count() > 1, "{docs:?}");
    assert!(docs.iter().all(|hit| named(hit, "sameFile").is_none() && named(hit, "document").is_none()), "{docs:?}");
    let all = hits(&mut engine, query, "all", &[]);
    for hit in docs.iter().chain(&all) {
        let sum: f64 = hit.reasons.iter().map(|reason| reason.value).sum();
        assert!((sum - hit.score).abs() < 1e-9, "{hit:?}");
        let is_document = !hit.path.starts_with("src/");
        // What only code goes by.
        assert!(!is_document || named(hit, "fileSum").is_none(), "{hit:?}");
    }
    assert!(all.iter().all(|hit| named(hit, "document").is_some() != hit.path.starts_with("src/")), "{all:?}");
    assert!(all.iter().any(|hit| named(hit, "fileSum").is_some()), "{all:?}");
}

#[test]
fn a_prefix_limits_a_search_to_some_documents() {
    let mut engine = engine();
    for (paths, wanted) in [
        (&["docs/admin/"][..], &["docs/admin/manual.rst"][..]),
        (&["docs/"], &["docs/admin/manual.rst", "docs/guide.md"]),
        (&["docs/", "!docs/admin/"], &["docs/guide.md"]),
        (&["*.txt"], &["notes.txt"]),
    ] {
        let mut found: Vec<String> =
            hits(&mut engine, "uploading a file, backups", "docs", paths).into_iter().map(|hit| hit.path).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, wanted, "{paths:?}");
    }
}

#[test]
fn a_section_is_found_by_its_path() {
    let mut engine = engine();
    let hits = hits(&mut engine, "how to make backups on windows", "docs", &[]);
    assert_eq!(hits[0].path, "docs/admin/manual.rst");
    let names: Vec<&str> = hits[0].symbols.iter().map(|symbol| symbol.qualified.as_str()).collect();
    assert_eq!(names, ["Operating", "Operating > Backups", "Operating > Backups > Windows"]);
}

/// Sections that are as large as chunks.
fn book(edited: usize) -> String {
    let body = "The boat goes where the wind is, and the wind goes where it will. ".repeat(16);
    (0..12).map(|i| format!("## Part {i}\n\n{}{body}\n\n", if i == edited { "Edited. " } else { "" })).collect()
}

#[test]
fn an_edit_of_a_document_embeds_only_what_it_changes() {
    let mut engine = engine();
    engine.add("docs/book.md", book(99).as_bytes()).unwrap();
    let before = engine.stats().embedded;
    let report = engine.add("docs/book.md", book(5).as_bytes()).unwrap();
    let embedded = engine.stats().embedded - before;
    assert!(report.chunks >= 12 && embedded == 1, "{embedded} of {}", report.chunks);
    let found = hits(&mut engine, "Edited", "docs", &[]);
    assert!(found[0].symbols.iter().any(|symbol| symbol.qualified == "Part 5"), "{:?}", found[0]);
    assert!(engine.remove("docs/book.md"));
    assert!(hits(&mut engine, "wind boat part", "docs", &[]).iter().all(|hit| hit.path != "docs/book.md"));
}

#[test]
fn documents_that_stay_out_are_on_record_with_the_reason() {
    let mut engine = engine();
    for (path, bytes, code) in [
        ("docs/huge.md", vec![b'a'; 4_000_001], "too-large"),
        ("docs/scan.pdf", b"%PDF-1.4\n\0\x01\x02\0\0".to_vec(), "binary"),
        ("docs/old.txt", b"\xD6\xD0\xCE\xC4\n".to_vec(), "encoding"),
        ("docs/empty.rst", b" \n".to_vec(), "empty"),
        ("docs/node_modules/a/README.md", b"# A\n".to_vec(), "ignored"),
    ] {
        let report = engine.add(path, &bytes).unwrap();
        assert!(!report.indexed, "{path}");
        assert_eq!(report.reason.unwrap().code, code, "{path}");
        let stats = engine.stats();
        let skipped = stats.skipped.iter().find(|skipped| skipped.path == path).unwrap();
        assert!(skipped.reason.code == code && skipped.reason.message.ends_with('.'), "{skipped:?}");
    }
}
