//! What the engine says of its own answers, and when it gives none.

use nearfield::assemble::{Context, SearchOptions, SuggestionKind, Word};
use nearfield::engine::{Engine, EngineOptions};
use nearfield::rank::options::Mode;
use nearfield::rank::{Profile, Ranking};
use nearfield::semantic::Model;

fn model() -> Model {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/model/");
    let read = |name: &str| std::fs::read(format!("{folder}{name}")).expect("the committed model");
    Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).expect("it loads")
}

/// The engine's own sources: a code base of some size that is always there.
fn own(model: Option<Model>) -> Engine {
    let mut engine = Engine::new(&EngineOptions::default(), model, None).expect("default options");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).expect("it lies below").to_string_lossy().replace('\\', "/");
                engine.add(&name, &std::fs::read(&path).expect("a source")).expect("it is indexed");
            }
        }
    }
    engine
}

fn ask(engine: &mut Engine, query: &str, options: SearchOptions) -> Context {
    engine.search(query, &options, None).expect("valid options")
}

const NOISE: [&str; 12] = [
    "",
    "  \n",
    "!!!",
    "???",
    "zzqqxy",
    "asdfghjkl",
    "🦀",
    "🎉🎉",
    "the",
    "how does it work",
    "what is this",
    "qwxzv plmokn",
];

const REAL: [&str; 10] = [
    "where is likeness defined",
    "softmax",
    "how is the budget spent on chunks",
    "SearchOptions",
    "src/rank/score.rs",
    "byte-order mark of a decoded file",
    "ignore rules of a folder",
    "tree-sitter grammar table of languages",
    "reciprocal rank fusion",
    "what happens to a secret file",
];

#[test]
fn noise_gets_no_answer_but_a_reason() {
    for model in [Some(model()), None] {
        let mut engine = own(model);
        for query in NOISE {
            let context = ask(&mut engine, query, SearchOptions::default());
            assert!(context.abstained && context.blocks.is_empty(), "{query:?}: {:?}", context.relevance);
            assert_eq!(context.notes.len(), 1, "{query:?}");
            assert_eq!(context.confidence.map(|c| (c.probability, c.word)), Some((0.0, Word::Low)));
            assert!(context.tokens <= context.budget);
        }
    }
}

#[test]
fn questions_about_the_code_are_answered() {
    for model in [Some(model()), None] {
        let mut engine = own(model);
        for query in REAL {
            let context = ask(&mut engine, query, SearchOptions::default());
            assert!(!context.abstained && !context.blocks.is_empty(), "{query:?}: {:?}", context.relevance);
            assert!(context.suggestions.is_empty());
            let confidence = context.confidence.expect("nearfield's profile has one").probability;
            assert!(confidence > 0.0 && confidence < 1.0, "{query:?}: {confidence}");
        }
        let sure = ask(&mut engine, "SearchOptions", SearchOptions::default()).confidence.expect("it has one");
        assert_eq!(sure.word, Word::High, "{sure:?}");
    }
}

#[test]
fn narrowing_to_where_the_answer_is_refuses_nothing() {
    let mut engine = own(Some(model()));
    for query in REAL {
        let whole = ask(&mut engine, query, SearchOptions::default());
        for block in &whole.blocks {
            let ranking = Ranking { paths: Some(vec![block.path.clone()]), ..Ranking::default() };
            let narrow = ask(&mut engine, query, SearchOptions { ranking, ..SearchOptions::default() });
            assert!(!narrow.abstained && !narrow.blocks.is_empty(), "{query} in {}: {:?}", block.path, narrow.notes);
        }
    }
    // And what is not here is not there, either.
    let ranking = Ranking { paths: Some(vec!["src/rank/".to_owned()]), ..Ranking::default() };
    let foreign =
        ask(&mut engine, "how are kubernetes pods evicted", SearchOptions { ranking, ..SearchOptions::default() });
    assert!(foreign.abstained);
}

#[test]
fn what_another_code_base_would_answer_is_told() {
    let mut engine = own(Some(model()));
    for query in ["OAuth login with a refresh cookie", "how are kubernetes pods evicted", "websocket handshake upgrade"]
    {
        let context = ask(&mut engine, query, SearchOptions::default());
        assert!(context.abstained, "{query}: {:?}", context.relevance);
        assert!(context.notes[0].contains("relevance"), "{:?}", context.notes);
    }
}

#[test]
fn a_question_in_another_language_is_told_so() {
    let mut engine = own(Some(model()));
    // Its own tests ask in these languages.
    assert!(engine.remove("src/assemble/abstain.rs"));
    let put = |context: &Context| context.notes.iter().any(|note| note.contains("not put in English"));
    for query in ["Wie wird die Müdigkeit der Katzen gemessen?", "¿Dónde se guarda la receta de la abuela?"] {
        let context = ask(&mut engine, query, SearchOptions::default());
        assert!(context.abstained && put(&context), "{query}: {:?}", context.notes);
        assert!(!context.notes[0].contains(" die,") && !context.notes[0].contains(" la,"), "{:?}", context.notes);
    }
    assert!(!put(&ask(&mut engine, "how are kubernetes pods evicted", SearchOptions::default())));
}

#[test]
fn what_only_the_documents_say_is_told() {
    let mut engine = own(Some(model()));
    engine
        .add("LICENSE.md", b"# Licence\n\nPermission is hereby granted, without warranty of merchantability.\n")
        .unwrap();
    let context = ask(&mut engine, "merchantability warranty", SearchOptions::default());
    assert!(context.abstained);
    let note = &context.notes[0];
    assert!(note.contains("only what was not searched says merchantability, warranty"), "{note}");
    assert!(note.contains("search with content \"all\""), "{note}");
}

#[test]
fn a_slip_is_met_with_the_name_that_exists() {
    let mut engine = own(Some(model()));
    let options = SearchOptions { threshold: Some(1.0), ..SearchOptions::default() };
    let context = ask(&mut engine, "standardyse kubernetes", options);
    assert!(context.abstained);
    let name = context.suggestions.iter().find(|s| s.text == "standardize").expect("the name nearest to the slip");
    assert_eq!((name.kind, name.path.as_deref()), (SuggestionKind::Name, Some("src/rank/blend.rs")));
    let line = name.line.expect("a name has a line") as usize;
    let text = engine.text("src/rank/blend.rs").expect("it is indexed");
    assert!(text.lines().nth(line - 1).is_some_and(|line| line.contains("fn standardize")));
    assert!(context.text.contains("`standardize` src/rank/blend.rs:"), "{}", context.text);
}

#[test]
fn a_pattern_of_the_rarest_words_is_offered() {
    let mut engine = own(Some(model()));
    let options = SearchOptions { threshold: Some(1.0), ..SearchOptions::default() };
    let context = ask(&mut engine, "softmax of the weather", options);
    let pattern = context.suggestions.iter().find(|s| s.kind == SuggestionKind::Pattern).expect("softmax occurs");
    assert_eq!((pattern.text.as_str(), &pattern.path), ("softmax", &None));
}

#[test]
fn a_caller_may_want_an_answer_all_the_same() {
    let mut engine = own(Some(model()));
    let query = "how are kubernetes pods evicted";
    for options in [
        SearchOptions { abstain: false, ..SearchOptions::default() },
        SearchOptions { threshold: Some(0.0), ..SearchOptions::default() },
        SearchOptions {
            ranking: Ranking { profile: Profile::Tobler, ..Ranking::default() },
            ..SearchOptions::default()
        },
    ] {
        let context = ask(&mut engine, query, options);
        assert!(!context.abstained && !context.blocks.is_empty());
    }
}

#[test]
fn the_strictest_threshold_lets_through_what_is_named() {
    let mut engine = own(Some(model()));
    let strict = || SearchOptions { threshold: Some(1.0), ..SearchOptions::default() };
    assert!(ask(&mut engine, "how is the budget spent on chunks", strict()).abstained);
    for query in ["SearchOptions", "softmax", "src/rank/score.rs", "where is by_file defined"] {
        assert!(!ask(&mut engine, query, strict()).abstained, "{query}");
    }
}

#[test]
fn the_confidence_is_in_what_is_shown() {
    let mut engine = own(Some(model()));
    let mut at = |budget: f64| {
        let options = SearchOptions { budget: Some(budget), ..SearchOptions::default() };
        ask(&mut engine, "how is the budget spent on chunks", options).confidence.expect("it has one").probability
    };
    assert_eq!(at(0.0), 0.0);
    assert!(at(300.0) < at(4000.0));
}

#[test]
fn every_mode_has_its_say_and_the_published_profile_has_none() {
    let mut engine = own(Some(model()));
    for mode in [Mode::Hybrid, Mode::Lexical, Mode::Semantic] {
        let ranking = Ranking { mode, ..Ranking::default() };
        let context = ask(&mut engine, "SearchOptions", SearchOptions { ranking, ..SearchOptions::default() });
        assert_eq!(context.relevance, Some(1.0));
        assert!(context.confidence.is_some_and(|c| c.word != Word::Low), "{mode:?}: {:?}", context.confidence);
    }
    let ranking = Ranking { profile: Profile::Tobler, ..Ranking::default() };
    let context = ask(&mut engine, "SearchOptions", SearchOptions { ranking, ..SearchOptions::default() });
    assert!(context.confidence.is_none() && context.relevance.is_none());
}

#[test]
fn a_handful_of_files_is_not_judged_by_its_size() {
    let mut engine = Engine::new(&EngineOptions::default(), Some(model()), None).expect("default options");
    engine
        .add("src/walk.rs", b"/// Walks a folder.\npub fn walk(root: &Path) -> Vec<Entry> { visit(root) }\n")
        .unwrap();
    assert!(!ask(&mut engine, "how do I walk through something", SearchOptions::default()).abstained);
    assert!(ask(&mut engine, "a recipe for bread", SearchOptions::default()).abstained);
}

#[test]
fn the_whole_and_names_among_other_scripts_are_answered() {
    let mut engine = own(Some(model()));
    for query in [
        "overview",
        "give me an overview of the code base",
        "how is this project structured",
        "standardize做什么",
        "weight_saturationはどこで定義されていますか",
    ] {
        let context = engine.search(query, &SearchOptions::default(), None).unwrap();
        assert!(!context.abstained, "{query}: {:?}", context.notes);
    }
}
