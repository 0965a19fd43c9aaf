//! How questions are read, as a caller sees it: what comes first, and what is answered at all.

use nearfield::assemble::SearchOptions;
use nearfield::engine::{Engine, EngineOptions, RankOptions};
use nearfield::rank::{Ranking, Selector};

/// An index without a model: words and names alone speak.
fn engine(files: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).expect("default options");
    for (path, text) in files {
        assert!(engine.add(path, text.as_bytes()).expect("it is indexed").indexed, "{path}");
    }
    engine
}

/// The first hit's path, and whether a search answers.
fn first(engine: &mut Engine, query: &str) -> (String, bool) {
    let ranking = || Ranking { content: Selector::One("all".into()), ..Ranking::default() };
    let options = RankOptions { ranking: ranking(), ..RankOptions::default() };
    let hits = engine.rank(query, &options).expect("valid options");
    let options = SearchOptions { ranking: ranking(), ..SearchOptions::default() };
    let context = engine.search(query, &options, None).expect("valid options");
    (hits.into_iter().next().map_or_else(String::new, |hit| hit.path), !context.abstained)
}

fn finds(engine: &mut Engine, path: &str, queries: &[&str]) {
    for query in queries {
        assert_eq!(first(engine, query), (path.to_owned(), true), "{query}");
    }
}

/// The names of the reasons of the first hit, and its lines.
fn reasons(engine: &mut Engine, query: &str) -> (String, Vec<&'static str>, u32) {
    let ranking = Ranking { content: Selector::One("all".into()), ..Ranking::default() };
    let hits = engine.rank(query, &RankOptions { ranking, ..RankOptions::default() }).expect("valid options");
    let hit = hits.into_iter().next().expect("a hit");
    (hit.path, hit.reasons.iter().map(|reason| reason.name).collect(), hit.start_line)
}

const OTHER: (&str, &str) = (
    "other.js",
    "export function walk(tree) { return tree.children.map(walk) }\n// where a thing is defined, in a class\n",
);

#[test]
fn a_common_word_that_is_a_name_here_can_be_asked_for() {
    let mut engine = engine(&[
        ("a.js", "export function find(v) { return v }\n"),
        ("b.js", "export class File { open() { return 1 } }\n"),
        ("c.js", "export function get(key) { return key }\n"),
        ("d.js", "export const app = { use(path, fn) { return fn } }\n"),
        OTHER,
    ]);
    finds(
        &mut engine,
        "a.js",
        &["where is `find` defined", "where is find() defined", "find", "`find`", "find()", "the function find"],
    );
    finds(
        &mut engine,
        "b.js",
        &["class File", "where is File defined", "File class", "`File`", "how does a File work"],
    );
    finds(&mut engine, "c.js", &["where is get defined", "function get", "explain get", "what does get(key) do"]);
    finds(&mut engine, "d.js", &["what does app.use(path, fn) do", "app.use"]);
    // Where nothing is called so, such words are what they were.
    for query in ["where is it defined", "what is this", "how does it work", "where is that used"] {
        assert!(!first(&mut engine, query).1, "{query}");
    }
}

#[test]
fn a_name_of_signs_can_be_asked_for() {
    let mut engine = engine(&[
        ("dollar.js", "export function $(selector) { return document.querySelector(selector) }\n"),
        ("low.js", "export const _ = { each(list) { return list } }\n"),
        OTHER,
    ]);
    finds(&mut engine, "dollar.js", &["$", "where is $ defined", "the function `$`"]);
    finds(&mut engine, "low.js", &["_", "where is `_` defined"]);
}

#[cfg(feature = "full")]
#[test]
fn a_name_may_end_in_a_mark() {
    let mut engine = engine(&[
        ("model.rb", "class Model\n  def valid?\n    true\n  end\n\n  def save!\n    write\n  end\nend\n"),
        ("plain.rb", "class Other\n  def save\n    write\n  end\nend\n"),
        OTHER,
    ]);
    let queries = ["valid?", "where is valid? defined", "where is `save!` defined", "save!"];
    finds(&mut engine, "model.rb", &queries);
    finds(&mut engine, "plain.rb", &["where is `save` defined"]);
}

#[test]
fn what_opens_and_ends_a_question_is_not_asked_for() {
    let mut engine = engine(&[
        ("scope.js", "export class Scope { enter() { return this.parent } }\n"),
        ("explain.js", "export function explain(plan) { return plan.cost }\n"),
        OTHER,
    ]);
    let relevance = |engine: &mut Engine, query: &str| {
        engine.search(query, &SearchOptions::default(), None).expect("valid options").relevance
    };
    let plain = relevance(&mut engine, "what is scope");
    for query in [
        "explain scope",
        "describe scope",
        "tell me about scope",
        "please explain scope, thanks",
        "help me understand scope",
        "walk me through scope",
        "I need to know what scope is",
        "I'd like to know what scope is",
        "locate scope",
        "hi, what is scope in this codebase?",
    ] {
        finds(&mut engine, "scope.js", &[query]);
        assert_eq!(relevance(&mut engine, query), plain, "{query}");
    }
    finds(&mut engine, "explain.js", &["explain", "where is `explain` defined", "explain()", "explain explain"]);
    assert!(!first(&mut engine, "please help").1);
}

#[test]
fn contractions_are_no_names() {
    let mut engine = engine(&[
        ("types.js", "export function match(types) { return types.every(same) }\n"),
        ("t.js", "export function t(key) { return key }\nexport function doesn() {}\nexport function s() {}\n"),
    ]);
    let queries = [
        "why don't the types match",
        "why doesn\u{2019}t it match types",
        "it's where types match",
        "why dont types match",
    ];
    finds(&mut engine, "types.js", &queries);
    for query in queries {
        assert!(!reasons(&mut engine, query).1.contains(&"similarName"), "{query}");
    }
}

#[test]
fn colours_of_a_terminal_are_not_read() {
    let mut engine = engine(&[("config.js", "export function parseConfig(text) { return JSON.parse(text) }\n"), OTHER]);
    let query = "\u{1b}[31mTypeError\u{1b}[0m at \u{1b}[1mparseConfig\u{1b}[22m";
    finds(&mut engine, "config.js", &[query]);
    assert!(reasons(&mut engine, query).1.contains(&"defines"));
}

#[test]
fn a_call_is_what_is_called() {
    let mut engine = engine(&[
        ("editor.js", "export function Editor(path) { return path }\n"),
        ("path.js", "export function path(fn) { return fn }\nexport function field(a) { return a }\n"),
        ("gin.go", "package gin\n\ntype Context struct{}\n\nfunc (c *Context) Next() {\n\tc.index++\n}\n"),
        ("engine.go", "package gin\n\ntype Engine struct{}\n\nfunc (e *Engine) Next() {\n\te.run()\n}\n"),
        ("StringUtils.java", "class StringUtils {\n  static boolean isBlank(String s) { return s.isEmpty(); }\n}\n"),
        ("queue.ts", "export class Queue<T> { push(item: T) {} }\n"),
        ("json.rs", "pub struct Json<T>(pub T);\n"),
        ("conn.ex", "defmodule Conn do\n  def put_resp_header(conn, key, value) do\n    conn\n  end\nend\n"),
    ]);
    finds(&mut engine, "editor.js", &["what does Editor(path) do"]);
    finds(&mut engine, "gin.go", &["github.com/gin-gonic/gin.(*Context).Next(0xc0001a2000)"]);
    finds(&mut engine, "StringUtils.java", &["at StringUtils.isBlank(StringUtils.java:2)"]);
    finds(&mut engine, "queue.ts", &["how is List<Queue> filled"]);
    finds(&mut engine, "json.rs", &["Json<T>", "where is Json<T> defined"]);
    finds(&mut engine, "conn.ex", &["put_resp_header/3", "what does Conn.put_resp_header/3 do"]);
    let (_, reasons, _) = reasons(&mut engine, "at StringUtils.isBlank(StringUtils.java:2)");
    assert!(reasons.contains(&"definesQualified") && reasons.contains(&"lineMentioned"), "{reasons:?}");
}

#[test]
fn the_exact_case_comes_first() {
    let mut engine = engine(&[
        ("a.js", "export class Group {\n  add(item) { this.items.push(item) }\n}\n"),
        ("b.js", "export function group(items) {\n  return items.reduce(collect, {})\n}\n"),
        ("c.js", "export const GROUP = 'group'\nexport const POST = 'post'\n"),
        ("d.js", "export function post(url) { return send(url) }\n"),
        OTHER,
    ]);
    finds(
        &mut engine,
        "a.js",
        &["where is Group defined", "class Group", "Group class", "Group", "what does Group do"],
    );
    finds(
        &mut engine,
        "c.js",
        &["where is GROUP defined", "GROUP", "what uses the GROUP constant", "where is POST defined"],
    );
    finds(&mut engine, "b.js", &["function group"]);
}

#[test]
fn a_filter_that_says_nothing_is_refused() {
    let mut engine =
        engine(&[OTHER, ("src/a.js", "export function walk() {}\n"), ("lib/b.js", "function walk() {}\n")]);
    let mut with = |patterns: &[&str]| {
        let paths = Some(patterns.iter().map(|pattern| (*pattern).to_owned()).collect());
        let ranking = Ranking { paths, ..Ranking::default() };
        engine.rank("walk", &RankOptions { ranking, ..RankOptions::default() })
    };
    for pattern in ["#src/", "", "!", "[", "lib/["] {
        let error = with(&[pattern]).expect_err("it says nothing").to_string();
        assert!(error.contains(&format!("`paths` is {pattern:?}")) && error.contains("ignore file"), "{error}");
    }
    assert_eq!(with(&["{src,lib}/**"]).expect("braces are known").len(), 2);
    assert_eq!(with(&[]).expect("an empty list asks for nothing").len(), 3);
}

#[test]
fn the_advice_is_what_can_be_done() {
    let mut engine = engine(&[OTHER]);
    let mut note = |content: &str| {
        let ranking = Ranking {
            content: Selector::One(content.into()),
            paths: Some(vec!["no/".to_owned()]),
            ..Ranking::default()
        };
        let options = SearchOptions { ranking, ..SearchOptions::default() };
        engine.search("walk", &options, None).expect("valid options").notes.swap_remove(0)
    };
    let (all, code) = (note("all"), note("code"));
    assert!(all.ends_with("among what was asked for: widen `paths`."), "{all}");
    assert!(code.ends_with("search with content \"all\", or widen `paths`."), "{code}");
}

#[test]
fn the_names_of_signals_are_listed() {
    let mut engine = engine(&[OTHER]);
    let ranking = Ranking { without: vec!["x".repeat(99)], ..Ranking::default() };
    let error =
        engine.rank("walk", &RankOptions { ranking, ..RankOptions::default() }).expect_err("unknown").to_string();
    assert!(
        error.contains("placedCosine, ") && error.contains("oldVersion") && !error.contains(&"x".repeat(50)),
        "{error}"
    );
}

/// A file of many lines, each function of which stands in a chunk of its own.
fn long(name: &str) -> String {
    (0..200).map(|i| format!("export function {name}{i}(a, b) {{\n  return a + b + {i}\n}}\n\n")).collect()
}

#[test]
fn places_are_read_as_people_write_them() {
    let text = long("part");
    let mut engine = engine(&[
        ("lib/response.js", &text),
        ("lib/request.js", &long("piece")),
        ("src/config.ts", &long("option")),
        ("my dir/a file.js", &long("blank")),
        ("Makefile", "all:\n\tcc a.c\n"),
        ("re\u{301}sume\u{301}.js", &long("life")),
    ]);
    let at = |query: &str, engine: &mut Engine| {
        let (path, reasons, start) = reasons(engine, query);
        (path, reasons.contains(&"fileMentioned"), reasons.contains(&"lineMentioned"), start)
    };
    for query in [
        "line 400 of lib/response.js",
        "what is on line 400 in lib/response.js",
        "lib/response.js at line 400",
        "lib/response.js on line 400",
        "lib/response.js, l. 400",
        "lib/response.js +400",
        "vim +400 lib/response.js",
        "lib/response.js:line:400",
        "@lib/response.js:400",
        "@lib/response.js#L400",
        "https://github.com/o/r/blob/main/lib/response.js?plain=1#L400",
        "[here](lib/response.js#L400)",
        "[lib/response.js:400](x)",
        "**lib/response.js:400**",
        "\u{201c}lib/response.js:400\u{201d}",
        "lib/response.js:400!",
        "lib/response.js:400\u{2026}",
        "lib//response.js:400",
        "lib/./response.js:400",
        "lib/response.js:400;",
        "Lib/Response.js:400",
    ] {
        let (path, file, line, start) = at(query, &mut engine);
        assert!(path == "lib/response.js" && file && line && start > 350, "{query}: {path} {file} {line} {start}");
    }
    for (query, wanted) in [
        ("[x](lib/response.js)", "lib/response.js"),
        ("lib/response.js/", "lib/response.js"),
        ("lib/response.js!", "lib/response.js"),
        ("Src/Config.ts:2", "src/config.ts"),
        ("\"my dir/a file.js\" line 3", "my dir/a file.js"),
        ("my%20dir/a%20file.js:3", "my dir/a file.js"),
        ("Makefile:1", "Makefile"),
        ("what does the Makefile do", "Makefile"),
        ("r\u{e9}sum\u{e9}.js", "re\u{301}sume\u{301}.js"),
        ("re\u{301}sume\u{301}.js:3", "re\u{301}sume\u{301}.js"),
    ] {
        let (path, file, ..) = at(query, &mut engine);
        assert!(path == wanted && file, "{query}: {path} {file}");
    }
    // Two at once.
    for query in ["lib/response.js,lib/request.js", "lib/response.js:4;lib/request.js:4"] {
        let options = RankOptions { spread: Some(100.0), ..RankOptions::default() };
        let hits = engine.rank(query, &options).expect("valid options");
        let two: Vec<&str> = hits.iter().take(2).map(|hit| hit.path.as_str()).collect();
        assert!(two.contains(&"lib/response.js") && two.contains(&"lib/request.js"), "{query}: {two:?}");
    }
}
