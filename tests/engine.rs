//! The engine as a host sees it: defined results for every input, an honest account of what is left out.

use nearfield::assemble::{Block, Context, SearchOptions, Tier};
use nearfield::chunk::ceiling_tokens;
use nearfield::engine::{Engine, EngineOptions, RankOptions};
use nearfield::index::LexicalScorer;
use nearfield::rank::{Profile, Ranking, Selector};
use nearfield::semantic::Model;
use proptest::prelude::*;

fn model() -> Model {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/model/");
    let read = |name: &str| std::fs::read(format!("{folder}{name}")).expect("the committed model");
    Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).expect("it loads")
}

fn engine() -> Engine {
    Engine::new(&EngineOptions::default(), Some(model()), None).expect("default options")
}

fn lexical_engine() -> Engine {
    Engine::new(&EngineOptions::default(), None, None).expect("default options")
}

fn content(kind: &str) -> Ranking {
    Ranking { content: Selector::One(kind.into()), ..Ranking::default() }
}

fn ask(engine: &mut Engine, query: &str, budget: f64) -> Context {
    engine
        .search(query, &SearchOptions { budget: Some(budget), ..SearchOptions::default() }, None)
        .expect("valid options")
}

const WALK: &str = "/// Walks a folder.\npub fn walk(\n    root: &Path,\n    depth: usize,\n) -> Vec<Entry> {\n    let mut found = Vec::new();\n    visit(root, depth, &mut found);\n    found\n}\n";
const CONFIG: &str = "export interface Config { path: string }\n\n/** Parses the settings file. */\nexport function parseConfig(text: string): Config {\n  return JSON.parse(text);\n}\n";

fn small() -> Engine {
    let mut engine = engine();
    engine.add("src/walk.rs", WALK.as_bytes()).unwrap();
    engine.add("src/config.ts", CONFIG.as_bytes()).unwrap();
    engine
}

#[test]
fn a_question_finds_the_definition_and_says_what_it_shows() {
    let mut engine = small();
    let context = ask(&mut engine, "where is parseConfig defined", 2000.0);
    let first = &context.blocks[0];
    assert_eq!((first.path.as_str(), first.tier), ("src/config.ts", Tier::Full));
    assert!(first.symbols.iter().any(|s| s.qualified == "parseConfig" && s.kind == "function"));
    assert!(context.text.starts_with(&context.header));
    assert!(context.text.contains("```typescript\n"));
    assert_eq!(context.k, context.blocks.len());
}

#[test]
fn an_empty_index_an_empty_question_and_nonsense_are_answered_in_words() {
    let mut empty = engine();
    let context = ask(&mut empty, "anything", 2000.0);
    assert!(context.blocks.is_empty() && context.notes[0].contains("add files"), "{:?}", context.notes);
    assert_eq!((context.epsilon, context.hidden), (1.0, 1.0));
    assert_eq!(context.tokens, ceiling_tokens(&context.text));

    let mut engine = small();
    for (query, note) in [("", "empty"), ("  \n", "empty"), ("!!!", "No word"), ("🦀", "No word")] {
        let context = ask(&mut engine, query, 2000.0);
        assert!(context.blocks.is_empty() && context.notes[0].contains(note), "{query:?}: {:?}", context.notes);
    }
    let docs = SearchOptions { ranking: content("docs"), ..SearchOptions::default() };
    let context = engine.search("walk", &docs, None).unwrap();
    assert!(context.notes[0].contains("content \"all\""), "{:?}", context.notes);
}

#[test]
fn no_budget_shows_nothing_and_hides_everything() {
    let mut engine = small();
    let context = ask(&mut engine, "walk", 0.0);
    assert_eq!((context.k, context.tokens, context.hidden), (0, 0, 1.0));
    assert!(context.nucleus > 0);
}

#[test]
fn one_chunk_has_all_the_weight_and_two_share_it() {
    let mut engine = lexical_engine();
    engine.add("src/walk.rs", WALK.as_bytes()).unwrap();
    let ranking = Ranking { profile: Profile::Tobler, ..Ranking::default() };
    let options = SearchOptions { ranking, ..SearchOptions::default() };
    let one = engine.search("walk", &options, None).unwrap();
    assert_eq!((one.n_eff, one.nucleus, one.epsilon), (1.0, 1, 0.0));
    engine.add("src/config.ts", CONFIG.as_bytes()).unwrap();
    let two = engine.search("walk", &options, None).unwrap();
    assert_eq!(two.nucleus, 2);
    assert!((two.blocks[0].weight - 0.8267).abs() < 1e-3, "{}", two.blocks[0].weight);
}

#[test]
fn a_file_stands_once_and_a_text_that_stands_twice_is_shown_once() {
    let mut engine = small();
    engine.add("lib/copy.ts", CONFIG.replace('\n', "\r\n").as_bytes()).unwrap();
    let context = ask(&mut engine, "where is parseConfig defined", 2000.0);
    let first = &context.blocks[0];
    assert_eq!(first.also_at.len(), 1, "{:?}", context.blocks);
    assert_eq!(context.text.matches("export function parseConfig").count(), 1);
    assert!(context.text.contains(&format!("also at {}:1-6", first.also_at[0].at.path)), "{}", context.text);
    let files: Vec<&str> = context.text.lines().filter(|line| line.starts_with("## ")).collect();
    let distinct: std::collections::BTreeSet<&&str> = files.iter().collect();
    assert_eq!(files.len(), distinct.len(), "{files:?}");
}

#[test]
fn what_nearly_stands_twice_is_shown_once_and_said_to_be_nearly_the_same() {
    let mut engine = engine();
    let body: String = (0..20).map(|i| format!("  const step{i} = advance(cursor, {i});\n")).collect();
    let text = |version: &str| {
        format!("export function decodeFrame(cursor: Cursor) {{\n{body}  return done(cursor, {version});\n}}\n")
    };
    engine.add("v1/frame.ts", text("1").as_bytes()).unwrap();
    engine.add("v2/frame.ts", text("2").as_bytes()).unwrap();
    engine.add("src/other.ts", text("3").replace("advance", "retreat").as_bytes()).unwrap();
    let context = ask(&mut engine, "where is decodeFrame defined", 3000.0);
    let [copy] = &context.blocks[0].also_at[..] else { panic!("{}", context.text) };
    assert!(!copy.exact && context.text.contains(&format!("also at nearly {}:", copy.at.path)), "{}", context.text);
    assert_eq!(context.text.matches("advance(cursor, 7)").count(), 1);
    assert!(context.text.contains("retreat(cursor, 7)"));
}

#[test]
fn a_long_definition_asked_for_by_its_name_is_shown_to_its_end() {
    let mut engine = engine();
    let step = |n: usize| {
        format!("  const part{n} = takePart(node, {n});\n  if (part{n} === null) {{\n    return {n};\n  }}\n")
    };
    let body: String = (0..45).map(step).collect();
    let long = format!("export function insertRoute(node: Node): number {{\n{body}  return -1;\n}}\n");
    engine.add("src/tree.ts", long.as_bytes()).unwrap();
    for n in 0..30 {
        let other = format!("export function route{n}(path: string): void {{\n  register(path, {n}, \"route\");\n}}\n");
        engine.add(&format!("src/route{n}.ts"), other.as_bytes()).unwrap();
    }
    let chunks =
        engine.rank("part", &RankOptions::default()).unwrap().iter().filter(|h| h.path == "src/tree.ts").count();
    assert!(chunks > 1, "it is longer than a chunk");
    let context = ask(&mut engine, "insertRoute", 2500.0);
    assert!(context.text.contains("return -1;") && context.text.contains("part30 ==="), "{}", context.text);
}

#[test]
fn a_small_budget_folds_what_the_question_does_not_name() {
    let mut engine = lexical_engine();
    let steps: String =
        (0..12).map(|i| format!("        const step{i} = prepare({i});\n        run(step{i});\n")).collect();
    let text = format!(
        "export function assembleReport(rows: Row[]) {{\n    if (rows.length > 0) {{\n{steps}        flushPrinter(rows);\n{steps}    }}\n    return rows;\n}}\n"
    );
    engine.add("src/report.ts", text.as_bytes()).unwrap();
    let context = ask(&mut engine, "assembleReport flushPrinter", 400.0);
    let block = &context.blocks[0];
    assert_eq!(block.tier, Tier::Skeleton, "{}", context.text);
    assert!(block.text.contains("flushPrinter(rows)") && block.text.contains("… "), "{}", block.text);
    // An empty last line, and any rest of the budget.
    engine.add("src/report.ts", format!("{text}\n").as_bytes()).unwrap();
    for budget in 20..700 {
        ask(&mut engine, "assembleReport flushPrinter", f64::from(budget));
    }
}

#[test]
fn refusals_are_records_and_a_refused_file_leaves_the_index() {
    let mut engine = small();
    for (path, bytes, code) in [
        (".env", &b"KEY=1"[..], "secret-file"),
        ("a.bin", b"\x00\x01\x02\x03", "binary"),
        ("src/empty.rs", b"", "empty"),
        ("../up.rs", b"fn f() {}", "bad-path"),
        ("src/walk.rs", b"\x00\x00", "binary"),
    ] {
        let report = engine.add(path, bytes).unwrap();
        assert!(!report.indexed, "{path}");
        assert_eq!(report.reason.as_ref().map(|r| r.code), Some(code), "{path}");
    }
    let stats = engine.stats();
    assert_eq!((stats.files, stats.skipped.len()), (1, 5));
    assert!(engine.text("src/walk.rs").is_none());
}

#[test]
fn a_text_in_an_old_encoding_is_indexed_and_says_so() {
    let mut engine = engine();
    let report = engine.add("src/cafe.c", b"/* caf\xe9 */\nint cafe(void) { return 1; }\n").unwrap();
    assert!(report.indexed && report.degraded.is_some(), "{report:?}");
    assert_eq!(engine.stats().degraded[0].path, "src/cafe.c");
    assert!(engine.text("src/cafe.c").unwrap().contains("café"));
}

#[test]
fn an_ignore_file_that_is_too_large_is_refused_with_its_rules() {
    let mut engine = small();
    let report = engine.add(".gitignore", "*.ts\n".repeat(40_000).as_bytes()).unwrap();
    assert_eq!(report.reason.unwrap().code, "too-large");
    assert!(report.removed.is_empty() && engine.is_ignored("a.ts", false).is_none());
}

#[test]
fn what_a_removed_ignore_file_kept_out_stays_on_record() {
    let mut engine = engine();
    engine.add(".gitignore", b"*.ts\n").unwrap();
    engine.add("src/config.ts", CONFIG.as_bytes()).unwrap();
    assert!(engine.remove(".gitignore"));
    let skipped = engine.stats().skipped;
    assert_eq!((skipped[0].path.as_str(), skipped[0].reason.code), ("src/config.ts", "refeed"));
    assert!(engine.add("src/config.ts", CONFIG.as_bytes()).unwrap().indexed);
    assert!(engine.stats().skipped.is_empty());
}

#[test]
fn many_updates_of_one_file_hold_no_more_memory() {
    let mut engine = lexical_engine();
    let text = |i: usize| format!("{CONFIG}// edit {i}\n");
    engine.add("src/config.ts", text(0).as_bytes()).unwrap();
    for i in 0..5_000 {
        engine.add("src/config.ts", text(i).as_bytes()).unwrap();
    }
    let memory = engine.stats().memory;
    assert!(memory.postings < 4_000_000, "{memory:?}");
}

#[test]
fn a_line_that_is_cut_shows_only_its_part() {
    let mut engine = lexical_engine();
    let words: String = (0..4_000).map(|i| format!("word{i} ")).collect();
    let plain: String = (0..400).map(|i| format!("Sentence {i} stands on a line of its own.\n")).collect();
    let report = engine.add("notes.txt", format!("{plain}{words}\n{plain}").as_bytes()).unwrap();
    assert!(report.indexed, "{report:?}");
    let options = SearchOptions { ranking: content("all"), budget: Some(4000.0), ..SearchOptions::default() };
    let context = engine.search("word2000", &options, None).unwrap();
    assert!(context.blocks.iter().all(|b| b.text.len() < 10_000), "a block shows a whole line");
    assert!(context.blocks[0].text.contains("word2000 "));
}

#[test]
fn the_ceiling_of_memory_holds_and_what_it_kept_out_is_on_record() {
    let sources: Vec<_> = own_sources().into_iter().filter(|(path, _)| path.ends_with(".rs")).collect();
    let mut free = lexical_engine();
    sources.iter().for_each(|(path, bytes)| assert!(free.add(path, bytes).unwrap().indexed, "{path}"));
    let limit = free.stats().memory.total() / 2;
    let options = EngineOptions { max_memory_bytes: Some(limit as f64), ..EngineOptions::default() };
    let mut full = Engine::new(&options, None, None).unwrap();
    let mut out = Vec::new();
    for (path, bytes) in &sources {
        let report = full.add(path, bytes).unwrap();
        if let Some(reason) = report.reason {
            assert_eq!(reason.code, "memory-limit");
            assert!(reason.message.contains(&limit.to_string()), "{}", reason.message);
            out.push(path);
        }
    }
    let stats = full.stats();
    assert!(!out.is_empty() && stats.memory.total() <= limit + limit / 8, "{} of {limit}", stats.memory.total());
    assert!(stats.memory.total() > limit / 2, "half of it is used: {} of {limit}", stats.memory.total());
    assert_eq!(stats.skipped.len(), out.len());
    assert!(!ask(&mut full, "error", 500.0).blocks.is_empty());
    // A small edit of what is there needs little room, and what is loaded counts.
    let (edited, bytes) = sources.iter().find(|(path, _)| !out.contains(&path)).unwrap();
    assert!(full.add(edited, &[bytes, &b"\n// one line more\n"[..]].concat()).unwrap().indexed);
    assert!(full.add(edited, bytes).unwrap().indexed);
    let mut loaded = Engine::load(&full.save(), &options, None, None).unwrap();
    let kept = loaded.stats().memory.total();
    sources.iter().for_each(|(path, bytes)| drop(loaded.add(path, bytes).unwrap()));
    assert!(
        loaded.stats().memory.total() <= (limit + limit / 8).max(kept),
        "{} of {limit}",
        loaded.stats().memory.total()
    );
    // By others, too.
    let mut helped = Engine::new(&options, None, None).unwrap();
    let mut helper = lexical_engine();
    for (path, bytes) in &sources {
        let report = helped.admit(path, bytes).unwrap();
        if report.reason.is_none() {
            helper.add(path, bytes).unwrap();
        }
    }
    let mut part = Vec::new();
    helper.hand_over(&mut |bytes| part.extend_from_slice(bytes));
    helped.absorb(&part).unwrap();
    let total = helped.stats().memory.total();
    assert!(
        total <= limit + limit / 8 && total > limit / 2 && !helped.stats().skipped.is_empty(),
        "{total} of {limit}"
    );
    // What is there stays and may come again; what leaves makes room.
    let (kept, bytes) = sources.iter().find(|(path, _)| !out.contains(&path)).unwrap();
    assert!(full.add(kept, bytes).unwrap().indexed);
    for (path, _) in sources.iter().filter(|(path, _)| !out.contains(&path)) {
        full.remove(path);
    }
    let (late, bytes) = sources.iter().find(|(path, _)| out.contains(&path)).unwrap();
    assert!(full.add(late, bytes).unwrap().indexed);
    assert_eq!(full.stats().skipped.len(), out.len() - 1);
}

#[test]
fn the_ceiling_of_memory_holds_for_many_tiny_files() {
    let limit = 12_000_000.0;
    let options = EngineOptions { max_memory_bytes: Some(limit), ..EngineOptions::default() };
    let mut engine = Engine::new(&options, Some(model()), None).unwrap();
    for i in 0..20_000 {
        engine.add(&format!("p{i}/__init__.py"), format!("x{i} = {i}\n").as_bytes()).unwrap();
    }
    let stats = engine.stats();
    assert!(!stats.skipped.is_empty());
    let total = stats.memory.total() as f64;
    assert!(total <= limit * 1.125 && total > limit / 2.0, "{total} of {limit}");
}

#[test]
fn an_ignore_file_takes_files_out_and_its_removal_asks_for_them_again() {
    let mut engine = small();
    let report = engine.add("src/.gitignore", b"*.ts\n").unwrap();
    assert_eq!(report.removed[0].path, "src/config.ts");
    assert_eq!(engine.stats().files, 2, "walk.rs and the ignore file itself");
    assert_eq!(engine.add("src/config.ts", CONFIG.as_bytes()).unwrap().reason.unwrap().code, "ignored");
    let report = engine.add("src/.gitignore", b"*.js\n").unwrap();
    assert_eq!(report.refeed, ["src/config.ts"]);
    assert!(engine.add("src/config.ts", CONFIG.as_bytes()).unwrap().indexed);
}

#[test]
fn rank_gives_reasons_that_sum_to_the_score() {
    let mut engine = small();
    let hits = engine.rank("parse the settings file", &RankOptions::default()).unwrap();
    assert_eq!(hits[0].path, "src/config.ts");
    for hit in &hits {
        let sum: f64 = hit.reasons.iter().map(|r| r.value).sum();
        assert!((sum - hit.score).abs() < 1e-12);
    }
    assert!(engine.rank("!!!", &RankOptions::default()).unwrap().is_empty());
}

#[test]
fn the_reference_scorer_ranks_like_the_fast_one() {
    let mut engine = small();
    let ranked = |engine: &mut Engine, lexical| {
        let ranking = Ranking { profile: Profile::Tobler, lexical, ..Ranking::default() };
        let options = RankOptions { ranking, ..RankOptions::default() };
        engine.rank("walk root depth config", &options).unwrap()
    };
    let (fast, reference) = (ranked(&mut engine, LexicalScorer::Fast), ranked(&mut engine, LexicalScorer::Reference));
    assert_eq!(fast.len(), reference.len());
    for (f, r) in fast.iter().zip(&reference) {
        assert_eq!((&f.path, f.start_line), (&r.path, r.start_line));
        assert!((f.lexical - r.lexical).abs() <= 1e-4 * f.lexical.abs().max(1.0), "{} {}", f.lexical, r.lexical);
    }
}

/// Rust's sources of this crate, as files to edit.
fn own_sources() -> Vec<(String, Vec<u8>)> {
    fn read(folder: &std::path::Path, into: &mut Vec<(String, Vec<u8>)>) {
        let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                read(&path, into);
            } else {
                let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_string_lossy().replace('\\', "/");
                into.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    let mut files = Vec::new();
    read(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    files
}

/// A block's weight with those of its copies.
fn mass(block: &Block) -> f64 {
    block.weight + block.also_at.iter().map(|copy| copy.at.weight).sum::<f64>()
}

thread_local! {
    /// The crate's own sources, indexed once.
    static OWN: std::cell::RefCell<Engine> = std::cell::RefCell::new({
        let mut engine = engine();
        for (path, bytes) in own_sources() {
            engine.add(&path, &bytes).unwrap();
        }
        engine
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// The budget is a ceiling for the complete text, and it is used: at least nine tenths from 300 tokens on, unless
    /// the whole nucleus is shown in full.
    #[test]
    fn the_budget_bounds_the_whole_text_and_is_used(budget in 0u32..6000, which in 0usize..6) {
        let query = [
            "how are ignore files matched", "where is Postings defined", "decode", "what happens to a file that is too large",
            "softmax nucleus budget tiers", "the golden file of a grammar",
        ][which];
        let context = OWN.with_borrow_mut(|engine| ask(engine, query, f64::from(budget)));
        prop_assert_eq!(context.tokens, ceiling_tokens(&context.text));
        prop_assert!(context.tokens <= u64::from(budget));
        let full: f64 = context.blocks.iter().filter(|b| b.tier == Tier::Full).map(mass).sum();
        prop_assert!((context.masses.full - full).abs() < 1e-12);
        let masses = context.masses;
        let all = masses.full + masses.skeleton + masses.signature + masses.stub + context.hidden;
        prop_assert!((all - 1.0).abs() < 1e-9);
        let used = context.tokens as f64 >= 0.9 * f64::from(budget);
        prop_assert!(budget < 300 || used || masses.full >= 0.9, "{} of {}", context.tokens, budget);
        prop_assert!(context.blocks.is_empty() == context.text.is_empty());
        for block in &context.blocks {
            let lines: Vec<String> =
                OWN.with_borrow(|engine| engine.text(&block.path).unwrap().lines().map(str::to_owned).collect());
            for &(first, last) in &block.shown {
                prop_assert!(block.start_line <= first && first <= last && last <= block.end_line);
                for line in &lines[first as usize - 1..last as usize] {
                    prop_assert!(context.text.contains(line.as_str()), "{}: {line:?}", block.path);
                }
            }
        }
    }

    /// What is shown and what is hidden is everything, and the blocks cost what the context says.
    #[test]
    fn the_mass_is_accounted_for(budget in 0u32..6000, words in "[a-z ]{1,30}") {
        let mut engine = small();
        let context = ask(&mut engine, &words, f64::from(budget));
        let shown: f64 = context.blocks.iter().map(mass).sum();
        prop_assert!((shown + context.hidden - 1.0).abs() < 1e-9);
        prop_assert!(context.tokens <= u64::from(budget));
        for block in &context.blocks {
            let text: Vec<u16> = engine.text(&block.path).unwrap().encode_utf16().collect();
            let chunk = String::from_utf16(&text[block.start as usize..block.end as usize]).unwrap();
            if block.tier == Tier::Full {
                prop_assert_eq!(chunk.trim_end_matches(['\n', '\r']), block.text.trim_end_matches(['\n', '\r']));
            }
        }
    }
}
