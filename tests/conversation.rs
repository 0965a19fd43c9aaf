//! Conversations: follow-ups are led by what was said before, pivots are not, and nothing is told twice unasked.

use nearfield::assemble::{Context, SearchOptions, Session, Tier};
use nearfield::engine::{Engine, EngineOptions};
use nearfield::semantic::Model;

fn model() -> Model {
    let read = |name: &str| std::fs::read(format!("{}/model/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    Model::from_bytes(&read("config.json"), &read("tokenizer.json"), &read("model.safetensors")).unwrap()
}

/// The project's own ranking and assembly.
fn engine() -> Engine {
    let mut engine = Engine::new(&EngineOptions::default(), Some(model()), None).unwrap();
    for folder in ["src/rank", "src/rank/signals", "src/assemble", "src/source"] {
        let root = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut names: Vec<String> =
            std::fs::read_dir(root).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        for name in names.iter().filter(|name| name.ends_with(".rs")) {
            let path = format!("{folder}/{name}");
            let bytes = std::fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            engine.add(&path, &bytes).unwrap();
        }
    }
    engine
}

fn ask(engine: &mut Engine, query: &str, session: &mut Session) -> Context {
    let options = SearchOptions { budget: Some(1500.0), ..SearchOptions::default() };
    engine.search(query, &options, Some(session)).unwrap()
}

fn best(context: &Context) -> &str {
    context.blocks.first().map_or("", |block| &block.path)
}

#[test]
fn a_follow_up_is_led_and_a_pivot_is_not() {
    let mut engine = engine();
    for follow_up in
        ["what does it give back", "who calls this", "explain that in more detail", "which errors can it raise?"]
    {
        let mut session = Session::new();
        let first = ask(&mut engine, "where is knapsack solve defined", &mut session);
        assert_eq!(best(&first), "src/assemble/knapsack.rs");
        let second = ask(&mut engine, follow_up, &mut session);
        assert_eq!(best(&second), "src/assemble/knapsack.rs", "{follow_up}");
        assert!(second.memory > 0.5 && second.header.contains(" mem="), "{follow_up}");
    }
    let mut session = Session::new();
    ask(&mut engine, "where is knapsack solve defined", &mut session);
    let mut alone = Session::new();
    let pivot = "how are ignore patterns compiled";
    let (with, without) = (ask(&mut engine, pivot, &mut session), ask(&mut engine, pivot, &mut alone));
    assert_eq!(with.memory, 0.0);
    assert_eq!(best(&with), best(&without));
}

#[test]
fn what_was_shown_is_one_line_until_it_changes_or_is_asked_for() {
    let mut engine = engine();
    let mut session = Session::new();
    let query = "similarName likeness of a slip";
    let first = ask(&mut engine, query, &mut session);
    let shown = first.blocks.iter().find(|b| b.tier == Tier::Full).expect("something is shown whole").clone();
    let same = |context: &Context| {
        context.blocks.iter().find(|b| b.path == shown.path && b.start_line == shown.start_line).cloned().unwrap()
    };
    let second = ask(&mut engine, query, &mut session);
    let block = same(&second);
    assert!(block.delivered && block.tier == Tier::Stub && block.text.is_empty());
    assert!(second.text.contains(", shown before"), "{}", second.text);
    assert!(second.tokens < first.tokens || second.blocks.iter().any(|b| !b.delivered && b.tier > Tier::Stub));

    let again = SearchOptions { budget: Some(1500.0), repeat: true, ..SearchOptions::default() };
    assert_eq!(same(&engine.search(query, &again, Some(&mut session)).unwrap()).text, shown.text);

    let mut cut = session.clone();
    cut.forget();
    assert!(!same(&ask(&mut engine, query, &mut cut)).delivered);

    // A saved session is the same session.
    let mut saved = Session::load(&session.save()).unwrap();
    assert!(same(&ask(&mut engine, query, &mut saved)).delivered);

    // An edit elsewhere in the file moves the chunk and leaves it known; an edit inside makes it new.
    let text = engine.text(&shown.path).unwrap().to_owned();
    engine.add(&shown.path, format!("// One line more.\n{text}").as_bytes()).unwrap();
    let moved = ask(&mut engine, query, &mut session);
    assert!(moved.blocks.iter().any(|b| b.path == shown.path && b.delivered));
    engine.add(&shown.path, text.replace("    ", "  ").as_bytes()).unwrap();
    let changed = ask(&mut engine, query, &mut session);
    assert!(changed.blocks.iter().filter(|b| b.path == shown.path).all(|b| !b.delivered));
}

#[test]
fn again_shows_again() {
    let mut engine = engine();
    let mut session = Session::new();
    let first = ask(&mut engine, "where is weight_saturation defined", &mut session);
    let second = ask(&mut engine, "show me that again", &mut session);
    assert!(!second.blocks[0].delivered);
    assert_eq!(second.blocks[0].path, first.blocks[0].path);
    assert!(!second.blocks[0].text.is_empty());
}
