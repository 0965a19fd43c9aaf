//! Programs inside of pages and documents, as a caller meets them.

use nearfield::engine::{Engine, EngineOptions, RankOptions};
use nearfield::rank::Ranking;

const FIXTURES: [&str; 5] = ["embedded.html", "embedded.md", "sample.vue", "sample.svelte", "sample.astro"];

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/chunk/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the fixture is there")
}

fn engine(files: &[(&str, &[u8])]) -> Engine {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).expect("default options");
    for (path, bytes) in files {
        assert!(engine.add(path, bytes).expect("a file").indexed, "{path}");
    }
    engine
}

/// The definitions of a file, with line and signature.
fn definitions(engine: &Engine, path: &str) -> Vec<(String, u32, Vec<String>)> {
    let file = engine.index().catalog().file(path).expect("it is indexed");
    let text =
        |range: &std::ops::Range<u32>| file.source.text[range.start as usize..range.end as usize].replace('\r', "");
    let symbol = |symbol: &nearfield::chunk::Symbol| {
        let line = file.source.text[..symbol.name_byte as usize].matches('\n').count() as u32 + 1;
        assert_eq!(symbol.line, line, "{path} {}", symbol.qualified);
        (symbol.qualified.clone(), symbol.line, symbol.signature.iter().map(text).collect())
    };
    file.symbols.iter().map(symbol).collect()
}

#[test]
fn lines_are_the_files_whatever_ends_them_and_whatever_comes_first() {
    for name in FIXTURES {
        let text = fixture(name);
        let crlf = text.replace('\n', "\r\n");
        let marked = format!("\u{feff}{crlf}");
        let wide: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let expected = definitions(&engine(&[(name, text.as_bytes())]), name);
        assert!(expected.len() >= 3, "{name}");
        for bytes in [crlf.as_bytes(), marked.as_bytes(), &wide] {
            assert_eq!(definitions(&engine(&[(name, bytes)]), name), expected, "{name}");
        }
    }
}

#[test]
fn a_script_is_found_by_what_it_defines() {
    let vue = fixture("sample.vue");
    let mut engine = engine(&[("Deck.vue", vue.as_bytes()), ("a.ts", b"export const other = 1;\n")]);
    let hits = engine.rank("reef", &RankOptions::default()).expect("valid options");
    assert_eq!(hits[0].path, "Deck.vue");
    assert!(hits[0].symbols.iter().any(|symbol| symbol.qualified == "reef" && symbol.line == 12));
}

/// Where Markdown lets fences begin and end, and where it does not.
#[test]
fn fences_are_found_in_lists_and_quotations() {
    let guide = [
        "# Guide",
        "```yaml",
        "---",
        "# key: value",
        "```",
        "- ```py",
        "  def first(): pass",
        "  ```",
        "- item",
        "  > ```py",
        "  > def second(): pass",
        "",
        "def none(): pass",
        "",
        "> > ~~~py",
        "> > def third():",
        "> >     # ```",
        "> >     return 3",
        "> def none(): pass",
        "",
        "1. Then:",
        "",
        "\t```py",
        "\tclass Fourth:",
        "",
        "\t    def method(self): pass",
        "",
        "Not indented: the list has ended.",
        "",
        "def none(): pass",
        "",
        "    ```py",
        "    def none(): pass",
        "    ```",
        "",
        "Words ```py inline``` and more.",
        "",
        "## Last",
        "",
        "````py",
        "def fifth(): return [",
        "```",
        "]",
    ]
    .join("\n");
    let found: Vec<(String, u32)> = definitions(&engine(&[("guide.md", guide.as_bytes())]), "guide.md")
        .into_iter()
        .map(|(name, line, _)| (name, line))
        .collect();
    let expected = [
        ("Guide", 1),
        ("first", 7),
        ("second", 11),
        ("third", 16),
        ("Fourth", 24),
        ("Fourth.method", 26),
        ("Guide > Last", 38),
        ("fifth", 41),
    ];
    assert_eq!(found, expected.map(|(name, line)| (name.to_owned(), line)));
}

/// What a page in a document is about ends with the page, and is no section of the document.
#[test]
fn a_page_in_a_document_has_headings_of_its_own() {
    let guide = "# Guide\n\n```html\n<h1>Harbour</h1>\n<p>Quiet.</p>\n```\n\n```ts\nlet berth = 1;\n```\n";
    let engine = engine(&[("guide.md", guide.as_bytes())]);
    let symbols = &engine.index().catalog().file("guide.md").expect("it is indexed").symbols;
    let found: Vec<_> = symbols.iter().map(|symbol| (symbol.name.as_str(), symbol.parent)).collect();
    assert_eq!(found, [("Guide", None), ("Harbour", Some(0)), ("berth", Some(0))]);
    let is_defined = |name| engine.index().definitions().find(name).is_some();
    assert_eq!(["guide", "harbour", "berth"].map(is_defined), [true, false, false]);
}

/// What an example shows is defined elsewhere, however often the document says so.
#[test]
fn a_document_does_not_define_what_its_examples_do() {
    let example =
        "# Taking in sail\n\n```ts\nexport function reefSails(knots: number) {\n  return knots > 20;\n}\n```\n\n";
    let code = "// Boats.\nexport function reefSails(knots: number): boolean {\n  return knots > 20;\n}\n";
    let guide = example.repeat(3);
    let mut engine = engine(&[("docs/guide.md", guide.as_bytes()), ("src/boats.ts", code.as_bytes())]);
    let ranking = Ranking { content: nearfield::rank::Selector::One("all".into()), ..Ranking::default() };
    let options = RankOptions { ranking, ..RankOptions::default() };
    for query in ["reefSails", "where is reefSails defined", "function reefSails"] {
        let hits = engine.rank(query, &options).expect("valid options");
        assert_eq!(hits[0].path, "src/boats.ts", "{query}");
        assert!(hits.iter().any(|hit| hit.path == "docs/guide.md"));
    }
    let holders = &engine.index().definitions().find("reefsails").expect("it is defined").holders;
    assert_eq!(holders.len(), 1);
    // Gone as it came.
    engine.remove("src/boats.ts");
    engine.remove("docs/guide.md");
    assert!(engine.index().definitions().find("reefsails").is_none());
}
