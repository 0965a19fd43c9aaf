//! Languages that a caller brings: chunks of its own become chunks of the index.

use nearfield::assemble::SearchOptions;
use nearfield::chunk::{Brought, BroughtChunk, SymbolKind};
use nearfield::engine::{Engine, EngineOptions, FileReport, Loader, RankOptions};
use nearfield::semantic::Model;
use proptest::prelude::*;

fn model() -> Model {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/model/");
    let read = |name: &str| std::fs::read(format!("{folder}{name}")).expect("the committed model");
    Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).expect("it loads")
}

fn engine() -> Engine {
    Engine::new(&EngineOptions::default(), Some(model()), None).unwrap()
}

const RULES: &str = "\
ruleset Parking version 3

# How long a car may stay.
rule StayLimit
  when hours > 4
  and zone is \"inner\"
  then fine 20
end

note to the reader

rule NightFree
  when hour > 22
  then nothing
end
";

fn chunk(start_line: u32, end_line: u32, name: &str) -> BroughtChunk {
    BroughtChunk { start_line, end_line, name: Some(name.to_owned()), ..BroughtChunk::default() }
}

fn rules() -> Vec<BroughtChunk> {
    let stay = BroughtChunk {
        doc: Some((3, 3)),
        kind: Some(SymbolKind::Method),
        qualified: Some("Parking.StayLimit".to_owned()),
        ..chunk(3, 8, "StayLimit")
    };
    vec![chunk(12, 15, "NightFree"), stay]
}

fn lines(engine: &Engine, path: &str) -> Vec<(u32, u32)> {
    let file = engine.index().catalog().file(path).unwrap();
    let text: String = file.entries.iter().map(|entry| file.text(&entry.chunk)).collect();
    assert_eq!(text, file.source.text, "the chunks partition the text");
    file.entries.iter().map(|entry| (entry.chunk.start_line, entry.chunk.end_line)).collect()
}

fn add(engine: &mut Engine, path: &str, text: &str, chunks: Vec<BroughtChunk>) -> FileReport {
    engine.add_brought(path, text.as_bytes(), Brought::Chunks(chunks)).unwrap()
}

#[test]
fn what_is_brought_is_found_by_its_name_and_shown_by_its_tiers() {
    let mut engine = engine();
    let report = add(&mut engine, "city.rules", RULES, rules());
    assert_eq!((report.degraded, report.chunks), (None, 4));
    // What lies between is filled; blank lines alone go with what is above.
    assert_eq!(lines(&engine, "city.rules"), [(1, 2), (3, 8), (9, 11), (12, 15)]);
    let hit = &engine.rank("where is StayLimit defined", &RankOptions::default()).unwrap()[0];
    assert_eq!(
        (hit.start_line, hit.symbols[0].qualified.as_str(), hit.symbols[0].kind),
        (3, "Parking.StayLimit", "method")
    );
    assert_eq!(hit.symbols[0].line, 4);
    let options = SearchOptions { budget: Some(90.0), ..SearchOptions::default() };
    let context = engine.search("StayLimit", &options, None).unwrap();
    assert!(context.text.contains("rule StayLimit"), "{}", context.text);
    let file = engine.index().catalog().file("city.rules").unwrap();
    assert_eq!(file.entries[1].signature, [(3, 4)]);
    assert_eq!(file.entries[1].chunk.folds, std::slice::from_ref(&(5..8)));
}

#[test]
fn lines_are_those_of_the_decoded_text() {
    let mut engine = engine();
    let text = format!("\u{feff}{}", RULES.replace('\n', "\r\n"));
    assert!(engine.read("city.rules", text.as_bytes()).unwrap().starts_with("ruleset Parking version 3\r\n"));
    add(&mut engine, "city.rules", &text, rules());
    assert_eq!(lines(&engine, "city.rules"), [(1, 2), (3, 8), (9, 11), (12, 15)]);
    let file = engine.index().catalog().file("city.rules").unwrap();
    let symbol = &file.symbols[0];
    assert_eq!(&file.source.text[symbol.name_byte as usize..][..9], "StayLimit");
    assert!(file.source.text[..symbol.range.end as usize].ends_with("then fine 20\r\nend"));
}

#[test]
fn a_chunk_that_is_too_large_is_cut_and_keeps_its_name() {
    let mut engine = engine();
    let body = "  set the value of the meter to something else\n".repeat(300);
    let text = format!("rule Long\n{body}end\n");
    let report = add(&mut engine, "long.rules", &text, vec![chunk(1, 302, "Long")]);
    assert!(report.degraded.is_none() && report.chunks > 2, "{report:?}");
    lines(&engine, "long.rules");
    let file = engine.index().catalog().file("long.rules").unwrap();
    assert!(
        file.entries[1..].iter().all(|entry| file.scope_of(&entry.chunk).is_some_and(|scope| scope.name == "Long"))
    );
}

#[test]
fn what_cannot_be_used_is_told_and_the_file_is_cut_without_it() {
    for (chunks, why) in [
        (vec![chunk(1, 5, "a"), chunk(5, 6, "b")], "chunk 2, lines 5 to 6, shares lines with chunk 1, lines 1 to 5"),
        (vec![chunk(0, 2, "a")], "is no range of lines"),
        (vec![chunk(4, 3, "a")], "is no range of lines"),
        (vec![chunk(14, 16, "a")], "ends behind the file"),
        (vec![chunk(1, 2, " ")], "has an empty name"),
        (vec![BroughtChunk { doc: Some((2, 3)), ..chunk(1, 2, "a") }], "has documentation that is not inside of it"),
        (
            vec![BroughtChunk { signature: Some((2, 1)), ..chunk(1, 2, "a") }],
            "has a signature that is not inside of it",
        ),
    ] {
        let mut engine = engine();
        let report = add(&mut engine, "city.rules", RULES, chunks);
        let degraded = report.degraded.unwrap();
        assert!(report.indexed && degraded.contains(why), "{degraded}");
        assert_eq!(engine.stats().degraded.len(), 1);
        lines(&engine, "city.rules");
        // As without: a grammar's language keeps its grammar.
        let report = add(&mut engine, "a.py", "def one():\n    pass\n", vec![chunk(9, 9, "x")]);
        assert!(report.degraded.is_some());
        assert_eq!(engine.index().catalog().file("a.py").unwrap().symbols[0].name, "one");
    }
    let mut engine = engine();
    let report = engine.add_brought("x.rules", RULES.as_bytes(), Brought::Failed("It threw.".into())).unwrap();
    assert_eq!(report.degraded.as_deref(), Some("It threw."));
}

#[test]
fn nothing_brought_is_all_gaps() {
    let mut engine = engine();
    let report = add(&mut engine, "city.rules", RULES, Vec::new());
    assert!(report.degraded.is_none() && report.chunks > 0);
    lines(&engine, "city.rules");
}

#[test]
fn edits_renames_and_snapshots_keep_what_was_brought() {
    let mut engine = engine();
    engine.add("city.rules", RULES.as_bytes()).unwrap();
    let plain = lines(&engine, "city.rules");
    // The same text with other chunks is a change, with the same ones none.
    add(&mut engine, "city.rules", RULES, rules());
    assert_ne!(lines(&engine, "city.rules"), plain);
    let revision = engine.revision();
    add(&mut engine, "city.rules", RULES, rules());
    assert_eq!(engine.revision(), revision);
    engine.rename("city.rules", "moved/town.rules").unwrap();
    let mut fresh = self::engine();
    add(&mut fresh, "moved/town.rules", RULES, rules());
    assert_eq!(engine.save(), fresh.save());
    // Loaded, it is the same; and it can be indexed anew by what was brought.
    let bytes = engine.save();
    let mut loaded = Engine::load(&bytes, &EngineOptions::default(), Some(model()), None).unwrap();
    assert_eq!(loaded.save(), bytes);
    add(&mut loaded, "moved/town.rules", RULES, rules());
    assert_eq!(loaded.revision(), 0);
    let mut lexical = Engine::new(&EngineOptions::default(), None, None).unwrap();
    let mut loader = Loader::new(true);
    loader.push(&mut lexical, &bytes).unwrap();
    loader.finish(&mut lexical).unwrap();
    assert_eq!(lines(&lexical, "moved/town.rules"), lines(&engine, "moved/town.rules"));
    // Handed over to another engine, too.
    let mut part = Vec::new();
    engine.hand_over(&mut |bytes| part.extend_from_slice(bytes));
    let mut host = self::engine();
    host.absorb(&part).unwrap();
    assert_eq!(host.save(), bytes);
    // And gone when it is added without.
    host.add("moved/town.rules", RULES.as_bytes()).unwrap();
    assert_eq!(lines(&host, "moved/town.rules"), plain);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_brought_the_file_is_whole(
        text in "(a b\n|\n| \r\n|é全 x\n|  end\n|long line of words here \n){1,40}x?",
        chunks in prop::collection::vec((0..45_u32, 0..12_u32, prop::option::of("[a-zé ]{0,4}"), prop::option::of((0..45_u32, 0..45_u32))), 0..6),
    ) {
        let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
        let chunks = chunks.into_iter().map(|(start_line, more, name, doc)| BroughtChunk {
            start_line, end_line: start_line + more, name, doc, ..BroughtChunk::default()
        });
        let report = add(&mut engine, "x.rules", &text, chunks.collect());
        if report.indexed {
            lines(&engine, "x.rules");
            for entry in &engine.index().catalog().file("x.rules").unwrap().entries {
                prop_assert!(entry.chunk.start < entry.chunk.end);
            }
            engine.search("a end x", &SearchOptions::default(), None).unwrap();
            let bytes = engine.save();
            let mut loaded = Engine::load(&bytes, &EngineOptions::default(), None, None).unwrap();
            prop_assert!(loaded.save() == bytes);
        }
    }
}

#[test]
fn a_million_lines_of_chunks_take_no_square() {
    let mut engine =
        Engine::new(&EngineOptions { max_file_bytes: Some(1e8), ..EngineOptions::default() }, None, None).unwrap();
    let text = "x y\n".repeat(200_000);
    let chunks = (1..=100_000).map(|n| chunk(2 * n, 2 * n, "x")).collect();
    let report = add(&mut engine, "many.rules", &text, chunks);
    assert_eq!(report.chunks, 200_000);
}
