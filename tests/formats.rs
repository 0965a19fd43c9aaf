//! Every format holds the same answer, is well formed whatever the files hold, and keeps to the budget of any counter.

use nearfield::assemble::{Context, Fit, Format, SearchOptions, Tier};
use nearfield::engine::{Engine, EngineOptions};
use proptest::prelude::*;

const FORMATS: [Format; 4] = [Format::Markdown, Format::Json, Format::Xml, Format::Plain];

/// Files that would break out of a fence, a string, an element.
fn engine() -> Engine {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
    let files = [
        (
            "src/a&b<c>\"d'.rs",
            "/// Parses ```fences``` and ]]> ends.\npub fn parse_fence(text: &str) -> bool {\n    text.contains(\"]]>\") && text.contains(\"```\\n<|endoftext|>\")\n}\n",
        ),
        (
            "src/control.py",
            "def parse_control(text):\n    \"\"\"Bell \u{7} and escape \u{1b} in a fence.\"\"\"\n    return text.replace('\\r\\n', '\\n')\n",
        ),
        ("src/crlf.ts", "export function parseLines(text: string) {\r\n  return text.split('\\n');\r\n}\r\n"),
        (
            "src/wide.go",
            "package wide\n\n// ParseWide parses 日本語 fences. 🚀\nfunc ParseWide(s string) string { return s }\n",
        ),
    ];
    for (path, text) in files {
        assert!(engine.add(path, text.as_bytes()).unwrap().indexed, "{path}");
    }
    for name in ["plan", "answer", "candidate", "knapsack", "tobler", "skeleton", "context"] {
        let path = format!("src/assemble/{name}.rs");
        let bytes = std::fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        engine.add(&path, &bytes).unwrap();
    }
    engine
}

fn options(format: Format, budget: u32) -> SearchOptions {
    SearchOptions { budget: Some(f64::from(budget)), format, ..SearchOptions::default() }
}

fn parsed(context: &Context) -> Vec<(String, String, String)> {
    match context.format {
        Format::Json => {
            let value: serde_json::Value = serde_json::from_str(&context.text).expect("it is JSON");
            let ranges = value["files"].as_array().unwrap().iter().flat_map(|file| {
                file["ranges"].as_array().unwrap().iter().map(|range| {
                    let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
                    (text(&file["path"]), text(&range["tier"]), text(&range["text"]))
                })
            });
            ranges.collect()
        }
        Format::Xml => {
            let document = roxmltree::Document::parse(&context.text).expect("it is XML");
            let ranges = document.descendants().filter(|node| node.has_tag_name("range")).map(|node| {
                let file = node.parent().unwrap().attribute("path").unwrap().to_owned();
                let text: String = node.children().filter_map(|child| child.text()).collect();
                (file, node.attribute("tier").unwrap().to_owned(), text.trim_matches('\n').to_owned())
            });
            ranges.collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn programs_can_read_what_is_written_for_them() {
    let mut engine = engine();
    for format in [Format::Json, Format::Xml] {
        let context = engine.search("parse fences, lines and control", &options(format, 3000), None).unwrap();
        let ranges = parsed(&context);
        assert!(ranges.iter().any(|(path, ..)| path == "src/a&b<c>\"d'.rs"), "{}", context.text);
        for block in context.blocks.iter().filter(|block| block.tier != Tier::Stub) {
            // XML has no control characters, and its readers turn CRLF into LF.
            let plain = |text: &str| text.replace("\r\n", "\n").replace(['\u{7}', '\u{1b}'], "\u{fffd}");
            let shown = |(path, _, text): &(String, String, String)| {
                *path == block.path && plain(text).contains(plain(&block.text).trim_matches('\n'))
            };
            assert!(ranges.iter().any(shown), "{format:?} {}: {:?}", block.path, block.text);
        }
    }
}

#[test]
fn many_copies_do_not_push_the_answer_out() {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
    let body = "export function parseBudget(input: string): number {\n  const value = Number(input);\n  if (Number.isNaN(value)) throw new Error('no number');\n  return value;\n}\n";
    for i in 0..100 {
        engine.add(&format!("packages/service-number-{i}/src/lib/budget.ts"), body.as_bytes()).unwrap();
    }
    for format in FORMATS {
        let context = engine.search("where is parseBudget defined", &options(format, 600), None).unwrap();
        assert!(context.text.contains("Number.isNaN(value)") && context.text.contains("96 more"), "{}", context.text);
    }
}

#[test]
fn a_budget_above_all_there_is_costs_no_more_than_showing_it() {
    let mut engine = engine();
    let all = engine.search("how is the budget spent", &options(Format::Markdown, 200_000), None).unwrap();
    let more = engine.search("how is the budget spent", &options(Format::Markdown, u32::MAX), None).unwrap();
    assert_eq!(all.text.len(), more.text.len() + all.header.len() - more.header.len());
}

#[test]
fn a_counter_cheaper_than_the_estimate_gets_its_piece() {
    let mut engine = engine();
    let lines: fn(&str) -> f64 = |text| text.lines().count() as f64;
    let (context, counts) = counted(&mut engine, &options(Format::Markdown, 12), "parse_fence", lines);
    assert!(!context.blocks.is_empty() && counts <= 6, "{:?}", context.notes);
    assert!(lines(&context.text) <= 12.0);
}

#[test]
fn explained_blocks_tell_their_reasons() {
    let mut engine = engine();
    let explained = SearchOptions { explain: true, ..options(Format::Markdown, 1000) };
    let context = engine.search("parse_fence", &explained, None).unwrap();
    assert!(context.blocks[0].reasons.iter().any(|reason| reason.name == "defines"));
    let context = engine.search("parse_fence", &options(Format::Markdown, 1000), None).unwrap();
    assert!(context.blocks[0].reasons.is_empty());
}

/// Counters as unlike the estimate as they come.
const COUNTERS: [fn(&str) -> f64; 6] = [
    |text| text.len() as f64,
    |text| text.split_whitespace().count() as f64,
    |text| text.chars().count() as f64 / 4.0,
    |text| text.lines().count() as f64,
    |text| 60.0 + text.len() as f64 / 3.0,
    |text| if text.is_empty() { 0.0 } else { 1e9 },
];

fn counted(engine: &mut Engine, options: &SearchOptions, query: &str, counter: fn(&str) -> f64) -> (Context, usize) {
    let mut fit = Fit::new(engine.plan(query, options, None).unwrap());
    let mut counts = 0;
    while let Some(text) = fit.text() {
        let tokens = counter(text);
        fit.counted(tokens).unwrap();
        counts += 1;
    }
    (fit.finish().0, counts)
}

thread_local! {
    static ENGINE: std::cell::RefCell<Engine> = std::cell::RefCell::new(engine());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Whatever counts, the text is within the budget after six counts at most, and what is said of it is true.
    #[test]
    fn no_counter_is_exceeded(budget in 0u32..5000, format in 0usize..4, counter in 0usize..6, which in 0usize..3) {
        let query = ["parse fences", "how is the budget spent", "knapsack"][which];
        let count = COUNTERS[counter];
        let (context, counts) =
            ENGINE.with_borrow_mut(|engine| counted(engine, &options(FORMATS[format], budget), query, count));
        prop_assert!(counts <= 6);
        let tokens = count(&context.text);
        // No text at all is always allowed, whatever it counts as.
        prop_assert!(context.text.is_empty() || tokens <= f64::from(budget), "{tokens} of {budget}");
        prop_assert!(context.text.is_empty() || context.tokens == tokens.ceil() as u64);
        prop_assert!(context.text.is_empty() == context.blocks.is_empty());
        parsed(&if context.text.is_empty() { Context { format: Format::Plain, ..context } } else { context });
    }

    /// With a counter in some proportion to the estimate, the budget is used: at least nine tenths, or all there is.
    #[test]
    fn a_counter_fills_its_budget(budget in 300u32..3000, format in 0usize..4) {
        let count = COUNTERS[2];
        let (context, _) = ENGINE
            .with_borrow_mut(|engine| counted(engine, &options(FORMATS[format], budget), "how is the budget spent", count));
        let used = count(&context.text) >= 0.9 * f64::from(budget);
        prop_assert!(used || context.masses.full >= 0.9, "{} of {budget}", count(&context.text));
    }
}

#[test]
fn a_counter_that_gives_no_number_is_an_error() {
    let mut engine = engine();
    for wrong in [f64::NAN, -1.0, f64::INFINITY] {
        let mut fit = Fit::new(engine.plan("parse fences", &options(Format::Markdown, 1000), None).unwrap());
        assert!(fit.counted(wrong).is_err());
    }
}
