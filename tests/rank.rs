//! What ranking does for a question, as a caller sees it.

use nearfield::engine::{Engine, EngineOptions, RankOptions};
use nearfield::rank::Ranking;
use nearfield::rank::options::{Fusion, Mode};
use nearfield::semantic::Model;

const SESSION: &str = "//! Sessions of users.\n\npub struct Session {\n    pub user: String,\n}\n\nimpl Session {\n    /// Ends the session and forgets its tokens.\n    pub fn close(&mut self) {\n        self.user.clear();\n    }\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn close_forgets_the_user() {\n        let mut session = super::Session { user: \"me\".into() };\n        session.close();\n        assert!(session.user.is_empty());\n    }\n}\n";
const SOCKET: &str = "pub struct Socket;\n\nimpl Socket {\n    pub fn close(&mut self) {\n        shutdown(self);\n    }\n}\n\nfn shutdown(_socket: &mut Socket) {\n    panic!(\"no such socket\");\n}\n";
const HEADER: &str = "int parse_header(const char *text);\nint parse_body(const char *text);\n";
const SOURCE: &str = "#include \"parse.h\"\n\nint parse_header(const char *text) {\n    return text[0] == 'H';\n}\n\nint parse_body(const char *text) {\n    return text[0] == 'B';\n}\n";
const CALLER: &str = "#include \"parse.h\"\n\nint serve(const char *request) {\n    if (parse_header(request)) {\n        return parse_body(request);\n    }\n    return 0;\n}\n";
const INDEX: &str = "export { Router } from './router';\nexport { Session } from './session';\n";
const ROUTER: &str = "export class Router {\n  match(path: string) {\n    return this.routes.find((route) => route.path === path);\n  }\n}\n";
const ROUTER_TEST: &str = "import { Router } from './router';\n\ntest('router matches a path', () => {\n  const router = new Router();\n  expect(router.match('/')).toBeUndefined();\n});\n";
const GUIDE: &str = "# Guide\n\nHow the router matches a path: it takes the first route.\n";

fn engine() -> Engine {
    let read = |name: &str| std::fs::read(format!("{}/model/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let model = Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors")).unwrap();
    let mut engine = Engine::new(&EngineOptions::default(), Some(model), None).unwrap();
    for (path, text) in [
        ("src/session.rs", SESSION),
        ("src/socket.rs", SOCKET),
        ("c/parse.h", HEADER),
        ("c/parse.c", SOURCE),
        ("c/serve.c", CALLER),
        ("web/index.ts", INDEX),
        ("web/router.ts", ROUTER),
        ("web/router.test.ts", ROUTER_TEST),
        ("docs/guide.md", GUIDE),
    ] {
        assert!(engine.add(path, text.as_bytes()).unwrap().indexed, "{path}");
    }
    engine
}

fn paths(engine: &mut Engine, query: &str, ranking: Ranking) -> Vec<String> {
    let options = RankOptions { ranking, ..RankOptions::default() };
    engine.rank(query, &options).unwrap().into_iter().map(|hit| hit.path).collect()
}

fn first(engine: &mut Engine, query: &str) -> String {
    paths(engine, query, Ranking::default()).swap_remove(0)
}

#[test]
fn the_definition_comes_before_declaration_and_use() {
    let mut engine = engine();
    for query in ["parse_header", "where is parse_header defined", "what happens in `parse_body`"] {
        assert_eq!(first(&mut engine, query), "c/parse.c", "{query}");
    }
}

#[test]
fn a_qualified_name_finds_the_method_of_its_type() {
    let mut engine = engine();
    assert_eq!(first(&mut engine, "Session::close"), "src/session.rs");
    assert_eq!(first(&mut engine, "Socket.close()"), "src/socket.rs");
}

#[test]
fn a_slip_or_a_part_of_a_name_is_forgiven() {
    let mut engine = engine();
    for query in ["parse_haeder", "where is parseheadr", "parsehead"] {
        assert_eq!(first(&mut engine, query), "c/parse.c", "{query}");
    }
}

#[test]
fn who_uses_it_is_not_where_it_is_defined() {
    let mut engine = engine();
    assert_eq!(first(&mut engine, "who calls parse_header"), "c/serve.c");
}

#[test]
fn tests_answer_questions_about_tests_and_no_others() {
    let mut engine = engine();
    assert_eq!(first(&mut engine, "how does the router match a path"), "web/router.ts");
    assert_eq!(first(&mut engine, "tests of router match"), "web/router.test.ts");
}

#[test]
fn what_is_tested_comes_before_the_tests_beside_it() {
    let text = "/// Spends a budget on tiers.\npub fn spend(budget: u32) -> u32 {\n    budget / 2\n}\n\n#[cfg(test)]\nmod tests {\n    use \
                super::*;\n\n    #[test]\n    fn the_budget_gets_spent_on_tiers() {\n        // how does the budget get spent on tiers\n        \
                assert_eq!(spend(4), 2);\n    }\n}\n";
    let mut engine = engine();
    engine.add("src/spend.rs", text.as_bytes()).unwrap();
    let hits = engine.rank("how does the budget get spent on tiers", &RankOptions::default()).unwrap();
    assert!(hits[0].symbols.iter().any(|symbol| symbol.name == "spend"), "{hits:?}");
    assert_eq!(
        engine.rank("tests of the budget spent on tiers", &RankOptions::default()).unwrap()[0].path,
        "src/spend.rs"
    );
}

#[test]
fn a_stack_trace_leads_to_its_lines() {
    let mut engine = engine();
    let trace = "thread 'main' panicked at src/socket.rs:10:5:\nno such socket\n  at main (app/start.rs:3)";
    let hits = engine.rank(trace, &RankOptions::default()).unwrap();
    assert_eq!(hits[0].path, "src/socket.rs");
    assert!((hits[0].start_line..=hits[0].end_line).contains(&10));
    assert!(hits[0].reasons.iter().any(|r| r.name == "lineMentioned"));
}

#[test]
fn a_quotation_is_looked_for_as_it_stands() {
    let mut engine = engine();
    let hits = engine.rank("where is \"no such socket\" raised", &RankOptions::default()).unwrap();
    assert_eq!(hits[0].path, "src/socket.rs");
    assert!(hits[0].reasons.iter().any(|r| r.name == "quoted" && r.value > 0.0));
}

#[test]
fn filters_say_what_takes_part() {
    let mut engine = engine();
    let all = |ranking: Ranking| Ranking { content: nearfield::rank::Selector::One("all".into()), ..ranking };
    let strings = |names: &[&str]| Some(names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
    let query = "router match path session";
    let only = paths(&mut engine, query, all(Ranking { languages: strings(&["markdown"]), ..Ranking::default() }));
    assert_eq!(only, ["docs/guide.md"]);
    let only = paths(&mut engine, query, Ranking { roles: strings(&["test"]), ..Ranking::default() });
    assert_eq!(only, ["web/router.test.ts"]);
    let only = paths(&mut engine, query, Ranking { paths: strings(&["web/", "!*.test.ts"]), ..Ranking::default() });
    assert!(only.contains(&"web/router.ts".to_owned()));
    assert!(only.iter().all(|p| p.starts_with("web/") && !p.ends_with(".test.ts")), "{only:?}");
}

#[test]
fn letters_with_marks_are_one_letter_in_files_and_questions() {
    let mut engine = engine();
    engine.add("src/menu.py", "def cafe\u{301}_menu():\n    return 1\n".as_bytes()).unwrap();
    for query in ["caf\u{e9}_menu", "cafe\u{301}_menu"] {
        let hits = engine.rank(query, &RankOptions::default()).unwrap();
        assert_eq!(hits[0].path, "src/menu.py");
        assert!(hits[0].reasons.iter().any(|r| r.name == "defines"), "{query}: {:?}", hits[0].reasons);
    }
}

#[test]
fn modes_silence_a_channel_and_fusion_takes_ranks() {
    let mut engine = engine();
    let ask = |engine: &mut Engine, ranking: Ranking| {
        engine.rank("closing sessions", &RankOptions { ranking, ..RankOptions::default() }).unwrap()
    };
    let lexical = ask(&mut engine, Ranking { mode: Mode::Lexical, ..Ranking::default() });
    assert!(lexical.iter().all(|hit| hit.semantic == 0.0 && hit.reasons.iter().all(|r| !r.name.ends_with("Cosine"))));
    let semantic = ask(&mut engine, Ranking { mode: Mode::Semantic, ..Ranking::default() });
    assert!(semantic.iter().all(|hit| hit.reasons.iter().all(|r| r.name != "words" && r.name != "nameCoverage")));
    let fused = ask(&mut engine, Ranking { fusion: Fusion::Rrf, ..Ranking::default() });
    assert!(fused.iter().all(|hit| (0.0..=2.0).contains(&hit.score) && hit.reasons.len() == 2), "{fused:?}");
    assert_eq!(fused[0].path, "src/session.rs");
    let weight = |share| Ranking { semantic_weight: Some(share), ..Ranking::default() };
    let words_alone = ask(&mut engine, weight(0.0));
    assert!(words_alone.iter().all(|hit| hit.reasons.iter().all(|r| !r.name.ends_with("Cosine"))));
    let without = Ranking { without: vec!["words".into()], ..Ranking::default() };
    assert!(ask(&mut engine, without).iter().all(|hit| hit.reasons.iter().all(|r| r.name != "words")));
}

#[test]
fn pages_are_cut_from_one_order() {
    let mut engine = engine();
    let page = |engine: &mut Engine, offset: f64, limit: f64| {
        engine.rank("parse session router", &RankOptions { offset, limit, ..RankOptions::default() }).unwrap()
    };
    let places = |hits: Vec<nearfield::rank::Hit>| hits.into_iter().map(|h| (h.path, h.start_line)).collect::<Vec<_>>();
    let whole = places(page(&mut engine, 0.0, 6.0));
    assert_eq!([places(page(&mut engine, 0.0, 3.0)), places(page(&mut engine, 3.0, 3.0))].concat(), whole);
    assert!(page(&mut engine, 1000.0, 3.0).is_empty());
}

#[test]
fn a_large_spread_gives_every_file_one_hit_first() {
    let mut engine = engine();
    let options = RankOptions { spread: Some(1000.0), limit: 100.0, ..RankOptions::default() };
    let hits = engine.rank("parse close session router", &options).unwrap();
    let files: std::collections::BTreeSet<&str> = hits.iter().map(|h| h.path.as_str()).collect();
    let firsts: std::collections::BTreeSet<&str> = hits.iter().take(files.len()).map(|h| h.path.as_str()).collect();
    assert_eq!(firsts, files);
}

#[test]
fn related_places_are_alike_and_leave_the_place_itself_out() {
    let mut engine = engine();
    let hits = engine.related("web/router.ts", 2, &RankOptions::default()).unwrap();
    assert!(hits.iter().all(|hit| hit.path != "web/router.ts" || !(hit.start_line..=hit.end_line).contains(&2)));
    assert!(hits[0].path.starts_with("web/"), "{:?}", hits[0].path);
    assert!(engine.related("none.ts", 1, &RankOptions::default()).unwrap_err().to_string().contains("`path`"));
    assert!(engine.related("web/router.ts", 999, &RankOptions::default()).unwrap_err().to_string().contains("`line`"));
}

#[test]
fn absurd_questions_are_answered_in_time() {
    let mut engine = engine();
    let long = "Session close parse_header ".repeat(20_000);
    for query in [long.as_str(), "\"", "`", "::", "a/b.c:99999999999999999999", "().()", "\u{0}", "🙂 🙂", "_ _ _", "-"]
    {
        engine.rank(query, &RankOptions::default()).unwrap();
    }
}
