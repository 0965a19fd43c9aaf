//! Conversations: follow-ups are led by what was said before, pivots are not, and nothing is told twice unasked.

use nearfield::assemble::{Context, SearchOptions, Session, Tier};
use nearfield::engine::{Engine, EngineOptions};
use nearfield::semantic::Model;

fn model() -> Model {
    let read = |name: &str| std::fs::read(format!("{}/model/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).unwrap()
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
    assert_eq!(block.seen, [(block.start_line, block.end_line)]);
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

#[test]
fn the_rest_of_what_was_partly_shown_can_be_had() {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
    let body: String = (0..60).map(|i| format!("    let step_{i} = advance(cursor, {i});\n")).collect();
    engine.add("src/frame.rs", format!("pub fn decode_frame(cursor: &mut Cursor) {{\n{body}}}\n").as_bytes()).unwrap();
    let options = SearchOptions { budget: Some(400.0), ..SearchOptions::default() };
    let mut session = Session::new();
    let mut shown = String::new();
    for _ in 0..4 {
        let context = engine.search("decode_frame", &options, Some(&mut session)).unwrap();
        for step in (0..60).filter(|i| context.text.contains(&format!("advance(cursor, {i});"))) {
            shown.push_str(&format!("<{step}>"));
        }
    }
    for step in 0..60 {
        assert_eq!(shown.matches(&format!("<{step}>")).count(), 1, "step {step} once: {shown}");
    }
}

#[test]
fn an_edit_does_not_lose_the_thread() {
    let mut engine = engine();
    let mut session = Session::new();
    ask(&mut engine, "where is weight_saturation defined", &mut session);
    let text = engine.text("src/rank/order.rs").unwrap().replace("0.4", "0.5");
    engine.add("src/rank/order.rs", text.as_bytes()).unwrap();
    let context = ask(&mut engine, "what does it return", &mut session);
    assert_eq!((context.memory, best(&context)), (1.0, "src/rank/order.rs"));
}

#[test]
fn what_leans_on_nothing_is_not_led() {
    let mut engine = engine();
    let mut session = Session::new();
    ask(&mut engine, "where is weight_saturation defined", &mut session);
    let nowhere = SearchOptions {
        ranking: nearfield::rank::Ranking { paths: Some(vec!["nothing/".into()]), ..Default::default() },
        ..SearchOptions::default()
    };
    let context = engine.search("what does it return", &nowhere, Some(&mut session)).unwrap();
    assert!(context.abstained && context.memory == 0.0 && !context.notes.is_empty());
    // And the thread is still there.
    assert_eq!(ask(&mut engine, "what does it return", &mut session).memory, 1.0);
    // In any language, a short remark that says nothing to the index leads back.
    for remark in ["was gibt das zurück?", "它返回什么", "why?"] {
        assert_eq!(ask(&mut engine, remark, &mut session).memory, 1.0, "{remark}");
    }
    let alone = engine.search("what does it return", &SearchOptions::default(), Some(&mut Session::new())).unwrap();
    assert!(alone.notes.iter().any(|note| note.contains("name it")), "{:?}", alone.notes);
}
