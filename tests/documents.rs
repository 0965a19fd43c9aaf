//! Documents: their sections with the path to each, what is kept whole, and texts that no one would write by hand.

use std::time::{Duration, Instant};

use nearfield::chunk::{Chunked, Chunker, Symbol, SymbolKind};
use nearfield::source::{Language, Source};
use proptest::prelude::*;

const FORMATS: [(&str, Language); 4] =
    [("a.md", Language::Markdown), ("a.rst", Language::Rst), ("a.adoc", Language::AsciiDoc), ("a.txt", Language::Text)];

fn read(path: &str, text: &str) -> (Source, Chunked) {
    let source = Source::new(path, text);
    let chunked = Chunker::new().chunk(&source);
    (source, chunked)
}

/// Each section's path with its first and last line.
fn sections(path: &str, text: &str) -> Vec<String> {
    let (source, chunked) = read(path, text);
    let lines = |symbol: &Symbol| {
        let last = source.lines.line_of(symbol.range.end - 1);
        format!("{} {}-{last}", symbol.qualified, source.lines.line_of(symbol.range.start))
    };
    chunked.symbols.iter().map(lines).collect()
}

/// Whether the lines `first` to `last`, from 1, lie in one chunk.
fn is_whole(chunked: &Chunked, first: u32, last: u32) -> bool {
    chunked.chunks.iter().any(|chunk| chunk.start_line <= first && last <= chunk.end_line)
}

#[test]
fn line_ends_and_the_byte_order_mark_do_not_move_sections() {
    for (path, text, wanted) in [
        ("a.md", "# A\n\ntext\n\nB\n---\ntext\n# C\n", ["A 1-7", "A > B 5-7", "C 8-8"]),
        ("a.rst", "A\n==\n\ntext\n\nB\n--\ntext\n\nC\n==\n", ["A 1-9", "A > B 6-9", "C 10-11"]),
        ("a.adoc", "= A\n\ntext\n\n== B\ntext\n\n= C\n", ["A 1-7", "A > B 5-7", "C 8-8"]),
        ("a.txt", "A\n===\n\ntext\n\nB\n---\n\nC\n===\n", ["A 1-8", "A > B 6-8", "C 9-10"]),
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
            assert_eq!(sections(path, &text), wanted, "{path}: {text:?}");
        }
        let mut engine = nearfield::Engine::new(&nearfield::EngineOptions::default(), None, None).unwrap();
        engine.add(path, format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()).unwrap();
        let symbols = &engine.index().catalog().file(path).unwrap().symbols;
        let first = (symbols[0].line, symbols[0].name.as_str(), symbols[0].range.start);
        assert_eq!((symbols.len(), first), (3, (1, "A", 0)), "{path}");
    }
}

#[test]
fn a_document_is_called_as_its_front_matter_says() {
    let text =
        "---\ntags: [a]\ntitle: 'The guide'\ndescription: >\n  All about\n  it.\n---\n# The guide\n\n## Install\n";
    let (source, chunked) = read("a.md", text);
    let names: Vec<&str> = chunked.symbols.iter().map(|symbol| symbol.qualified.as_str()).collect();
    assert_eq!(names, ["The guide", "The guide", "The guide > Install"]);
    let doc = chunked.symbols[0].doc.clone().unwrap();
    assert_eq!(&source.text[doc.start as usize..doc.end as usize], "All about\n  it.");
    assert_eq!(
        sections("a.md", "---\nno end\n\ntitle: a\n# B\n"),
        ["B 5-5"],
        "what is never closed is no front matter"
    );
}

#[test]
#[cfg(feature = "lang-html")]
fn pages_have_sections_by_their_headings() {
    let text = "<body>\n<h1>Guide</h1>\n<p>Text.</p>\n<h2 id=\"in\">Install <code>it</code><a href=\"#in\">¶</a></h2>\n<p>Text.</p>\n\
        <h3><a name=\"w\">Windows</a></h3>\n<p>Text.</p>\n<div id=\"box\">\n<h4>Note</h4>\n<h1>Inside</h1>\n</div>\n\
        <h2>Use</h2>\n<p>Text.</p>\n</body>\n";
    assert_eq!(
        sections("a.html", text),
        [
            "Guide 2-14",
            "Guide > in 4-4",
            "Guide > Install it 4-11",
            "Guide > Install it > Windows 6-11",
            "Guide > Install it > Windows > box 8-11",
            "Guide > Install it > Windows > box > Note 9-9",
            "Guide > Install it > Windows > box > Inside 10-11",
            "Guide > Use 12-14",
        ]
    );
}

#[test]
fn long_paths_keep_their_ends() {
    let text: String =
        (1..=6).map(|level| format!("{} {}\n\n", "#".repeat(level), format!("w{level}").repeat(40))).collect();
    let (_, chunked) = read("a.md", &text);
    let last = &chunked.symbols[5];
    assert!(last.qualified.len() <= 260 && last.qualified.ends_with(&last.name), "{}", last.qualified);
    assert!(last.qualified.starts_with("w1") && last.qualified.contains(" > … > "), "{}", last.qualified);
}

/// Sentences of about so many tokens.
fn words(tokens: usize) -> String {
    "The boat goes where the wind is. ".repeat(tokens / 8)
}

#[test]
fn what_fits_into_a_chunk_is_not_cut() {
    let rows = |row: &str, count: usize| row.repeat(count);
    let table = |count| format!("| a | b |\n|---|---|\n{}", rows("| some words | and more |\n", count));
    let fence = |count| format!("```js\n{}```\n", rows("call(me, now);\n\n", count));
    let list = |count| rows("- an item of some length, to be kept\n", count);
    let grid = |count| format!("+----+----+\n{}", rows("| some | words |\n+----+----+\n", count));
    let directive = |count| format!(".. note::\n\n{}", rows("   Some words of a note.\n\n", count));
    let listing = |count| format!("[source,c]\n----\n{}----\n", rows("call(me, now);\n\n", count));
    type Maker<'a> = &'a dyn Fn(usize) -> String;
    let things: [(&str, Maker, usize); 6] = [
        ("a.md", &table, 40),
        ("a.md", &fence, 50),
        ("a.md", &list, 40),
        ("a.rst", &grid, 30),
        ("a.rst", &directive, 50),
        ("a.adoc", &listing, 50),
    ];
    for (path, make, most) in things {
        for before in [0, 40, 120, 250, 330, 500] {
            for count in [2, most / 3, most] {
                let lead = format!("{}\n\n", words(before)).trim_start().to_owned();
                let thing = make(count);
                let (source, chunked) = read(path, &format!("{lead}{thing}\n{}\n", words(200)));
                let first = lead.lines().count() as u32 + 1;
                let last = first + thing.trim_end().lines().count() as u32 - 1;
                assert!(is_whole(&chunked, first, last), "{path} {before} {count}: {}", source.text);
            }
        }
    }
}

#[test]
fn a_long_list_is_cut_between_its_items() {
    let item = format!("- {}\n  {}\n\n  {}\n", words(16), words(16), words(16));
    let (source, chunked) = read("a.md", &item.repeat(40));
    assert!(chunked.chunks.len() > 3);
    for chunk in &chunked.chunks {
        assert!(source.text[chunk.start as usize..].starts_with("- "), "line {}", chunk.start_line);
    }
}

#[test]
fn a_heading_stays_with_what_it_heads() {
    let text: String = (0..60).map(|i| format!("## Part {i}\n\n{}\n\n", words(10 + 37 * i % 200))).collect();
    for chunk in read("a.md", &text).1.chunks {
        assert!(text[chunk.start as usize..].starts_with("## "), "line {}", chunk.start_line);
    }
}

fn line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "# A",
        "## B",
        "###### C ##",
        "Title",
        "=====",
        "-----",
        "~~~~~",
        "***",
        "---",
        "+++",
        "title: x",
        "```",
        "```js",
        "~~~",
        "    code",
        "> quote",
        "- item",
        "  - item",
        "1. item",
        "* item",
        "** item",
        "| a | b |",
        "|---|---|",
        "<!-- c",
        "-->",
        "<h1>T</h1>",
        ".. note::",
        ".. _label:",
        "   body",
        "text::",
        "====  ====",
        "+---+",
        "= A",
        "== B",
        "----",
        "....",
        "|===",
        "+",
        "[source]",
        ".Title",
        "term::",
        "OPTIONS",
        "1.2 Part",
        "== Wiki ==",
        "",
        "",
        "words",
        "\t",
        "é",
        "[a](b)",
        "--",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "\\PC{0,30}", 1 => (1_usize..200).prop_map(|n| "word ".repeat(n))]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sections_nest_and_chunks_partition(
        lines in prop::collection::vec((line(), prop::sample::select(vec!["\n", "\r\n", "\n\n"])), 0..80),
    ) {
        let text: String = lines.into_iter().map(|(line, end)| line + end).collect();
        for (path, language) in FORMATS {
            let (source, chunked) = read(path, &text);
            prop_assert_eq!(source.language, language);
            let parts: String =
                chunked.chunks.iter().map(|chunk| &source.text[chunk.start as usize..chunk.end as usize]).collect();
            prop_assert_eq!(&parts, &source.text);
            let mut open: Vec<&Symbol> = Vec::new();
            for symbol in &chunked.symbols {
                prop_assert_eq!(symbol.kind, SymbolKind::Section);
                prop_assert!(symbol.range.end as usize <= source.text.len() && symbol.range.contains(&symbol.name_byte));
                prop_assert_eq!(source.lines.start(source.lines.line_of(symbol.range.start)), symbol.range.start);
                while open.last().is_some_and(|outer| outer.range.end <= symbol.range.start) {
                    open.pop();
                }
                // Sections lie inside of each other or beside each other.
                let outer = open.last().copied();
                prop_assert!(outer.is_none_or(|outer| symbol.range.end <= outer.range.end), "{:?}", symbol);
                let parent = symbol.parent.map(|parent| &chunked.symbols[parent as usize]);
                prop_assert_eq!(parent, outer, "{:?}", symbol);
                prop_assert!(symbol.qualified.ends_with(&symbol.name));
                prop_assert!(parent.is_none_or(|parent| symbol.qualified.starts_with(&parent.qualified)
                    || symbol.qualified.contains(" > … > ")));
                open.push(symbol);
            }
        }
    }
}

#[test]
fn hostile_documents_take_linear_time() {
    let repeated = |line: &'static str| move |count: usize| line.repeat(count);
    type Maker<'a> = &'a dyn Fn(usize) -> String;
    let headings = |count: usize| (0..count).map(|i| format!("{} h{i}\n", "#".repeat(i % 6 + 1))).collect::<String>();
    let titles =
        |count: usize| (0..count / 2).map(|i| format!("t{i}\n{}\n", ["====", "----", "~~~~"][i % 3])).collect();
    let deep = |count: usize| {
        // As deep as so many bytes allow: each line is indented further.
        let depth = (count as f64 * 8.0).sqrt() as usize;
        (0..depth).map(|i| format!("{}- x\n", "  ".repeat(i))).collect::<String>()
    };
    let quotes = |count: usize| format!("{}\n", "> ".repeat(count));
    let markers = |count: usize| format!("{}x\n", "- ".repeat(count));
    let brackets = |count: usize| format!("# {}\n", "[".repeat(count * 4));
    let fronts = |count: usize| format!("---\n{}", "title:\n  x\n".repeat(count / 2));
    let equals = repeated("=\n");
    let rules = repeated("==========\n");
    let borders = repeated("===  ===\na  b\n");
    let fences = repeated("```\n\n");
    let tables = repeated("|a\n|-\n");
    let items = repeated("- \n");
    let comments = repeated("<!--\n-->\n");
    let literal = repeated("a::\n\n b\n");
    let listings = repeated("----\n\n");
    let labels = repeated(".. _a:\n\n");
    let list_and_blank = repeated("- a\n\n");
    let fences_in_items = repeated("- ```js\n  a\n");
    let fences_in_quotations = repeated("> > ```js\n> > let a = 1;\n> ```\n");
    let makers: [Maker; 20] = [
        &headings,
        &titles,
        &deep,
        &quotes,
        &markers,
        &brackets,
        &fronts,
        &equals,
        &rules,
        &borders,
        &fences,
        &tables,
        &items,
        &comments,
        &literal,
        &listings,
        &labels,
        &list_and_blank,
        &fences_in_items,
        &fences_in_quotations,
    ];
    for (path, _) in FORMATS {
        for (at, make) in makers.iter().enumerate() {
            // A tenth of a second each; quadratic work over so many lines takes far more than this.
            let (text, start) = (make(100_000), Instant::now());
            read(path, &text);
            assert!(start.elapsed() < Duration::from_secs(60), "{path}: maker {at} takes {:?}", start.elapsed());
        }
    }
}

#[test]
fn a_megabyte_of_rules_and_a_hundred_thousand_headings_end() {
    for (path, _) in FORMATS {
        let start = Instant::now();
        read(path, &"=".repeat(1_000_000));
        read(path, &"====\n".repeat(200_000));
        let (_, chunked) = read(path, &(0..100_000).map(|i| format!("\n== H{i}\n\nx\n")).collect::<String>());
        assert!(
            path == "a.rst" || path == "a.md" || chunked.symbols.len() == 100_000,
            "{path}: {}",
            chunked.symbols.len()
        );
        assert!(start.elapsed() < Duration::from_secs(60), "{path}: {:?}", start.elapsed());
    }
}
