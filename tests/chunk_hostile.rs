//! Texts that no one would write by hand: chunking ends, soon, and keeps its promises.

use std::cell::RefCell;

use nearfield::chunk::{Chunked, Chunker, estimate_tokens};
use nearfield::source::{Language, Source};
use proptest::prelude::*;

const LANGUAGES: [Language; 34] = [
    Language::TypeScript,
    Language::Tsx,
    Language::JavaScript,
    Language::Python,
    Language::Rust,
    Language::Go,
    Language::Java,
    Language::C,
    Language::Css,
    Language::Html,
    Language::Vue,
    Language::Svelte,
    Language::Astro,
    Language::Json,
    Language::Yaml,
    Language::Toml,
    Language::Markdown,
    Language::Cpp,
    Language::CSharp,
    Language::Ruby,
    Language::Php,
    Language::Kotlin,
    Language::Swift,
    Language::Scala,
    Language::Bash,
    Language::Lua,
    Language::Elixir,
    Language::Haskell,
    Language::Zig,
    Language::Dart,
    Language::Text,
    Language::Rst,
    Language::AsciiDoc,
    Language::Unknown,
];

/// The hard cap of a chunk, in estimated tokens.
const CAP: u32 = 600;

fn source(language: Language, text: &str) -> Source {
    let mut source = Source::new("file", text);
    source.language = language;
    source
}

/// Every promise that holds for any text.
fn check(source: &Source, chunked: &Chunked) {
    let text = source.text.as_str();
    let what = source.language.name();
    let mut at = 0;
    let mut named = 0;
    for chunk in &chunked.chunks {
        assert_eq!(chunk.start, at, "{what}: chunks follow each other");
        assert!(chunk.end > chunk.start, "{what}: no chunk is empty");
        let part = text.get(chunk.start as usize..chunk.end as usize).expect("chunks end between characters");
        assert!(chunk.tokens <= CAP, "{what}: {} tokens", chunk.tokens);
        assert_eq!(chunk.start_line, source.lines.line_of(chunk.start), "{what}");
        assert_eq!(chunk.end_line, source.lines.line_of(chunk.end - 1), "{what}");
        let whole_lines = source.lines.start(chunk.start_line) == chunk.start
            && (chunk.end as usize == text.len() || text[..chunk.end as usize].ends_with('\n'));
        if whole_lines {
            assert_eq!(chunk.tokens, estimate_tokens(part), "{what}: the estimate adds up");
        }
        assert_eq!(chunk.symbols.start, named, "{what}: symbols follow each other");
        named = chunk.symbols.end;
        for symbol in &chunked.symbols[chunk.symbols.start as usize..chunk.symbols.end as usize] {
            assert!((chunk.start..chunk.end).contains(&symbol.name_byte), "{what}: a symbol lies in its chunk");
        }
        if let Some(scope) = chunk.scope {
            let scope = &chunked.symbols[scope as usize];
            assert!(scope.name_byte < chunk.start && scope.range.end > chunk.start, "{what}: a scope encloses");
        }
        let mut last = 0;
        for fold in &chunk.folds {
            assert!(fold.start > chunk.start_line && fold.end <= chunk.end_line + 1 && fold.start < fold.end, "{what}");
            assert!(fold.start >= last, "{what}: folds are in order");
            last = fold.start;
        }
        at = chunk.end;
    }
    assert_eq!(at as usize, text.len(), "{what}: chunks cover the text");
    assert_eq!(named as usize, chunked.symbols.len(), "{what}: every symbol is in a chunk");
    let mut before = 0;
    for (index, symbol) in chunked.symbols.iter().enumerate() {
        assert!(symbol.name_byte >= before, "{what}: symbols are sorted");
        before = symbol.name_byte;
        if let Some(parent) = symbol.parent {
            assert!((parent as usize) < index, "{what}: parents come first");
            let parent = &chunked.symbols[parent as usize];
            assert!(parent.range.start <= symbol.name_byte && symbol.name_byte < parent.range.end, "{what}");
        }
        assert!(!symbol.name.is_empty() && symbol.qualified.ends_with(&symbol.name), "{what}");
        assert_eq!(symbol.line, source.lines.line_of(symbol.name_byte), "{what}");
        assert!(symbol.range.contains(&symbol.name_byte), "{what}: {symbol:?}");
        let ranges = [Some(&symbol.range), symbol.doc.as_ref(), symbol.body.as_ref()];
        for range in ranges.into_iter().flatten().chain(&symbol.signature) {
            assert!(text.get(range.start as usize..range.end as usize).is_some(), "{what}: {range:?}");
            assert!(range.start < range.end, "{what}: {range:?}");
        }
    }
}

fn run(language: Language, text: &str) -> Chunked {
    // One for all texts, as a host has it.
    thread_local!(static CHUNKER: RefCell<Chunker> = RefCell::default());
    let source = source(language, text);
    let chunked = CHUNKER.with_borrow_mut(|chunker| chunker.chunk(&source));
    check(&source, &chunked);
    chunked
}

#[test]
fn an_empty_text_has_no_chunks() {
    for language in LANGUAGES {
        let chunked = run(language, "");
        assert!(chunked.chunks.is_empty() && chunked.symbols.is_empty());
    }
}

#[test]
fn deep_nesting() {
    let numbered = |open: &str, close: &str, n: usize| {
        let opened: String = (0..n).map(|i| open.replace('%', &i.to_string())).collect();
        opened + &close.repeat(n)
    };
    for language in LANGUAGES {
        run(language, &("[".repeat(100_000) + &"]".repeat(100_000)));
        run(language, &("(\n".repeat(100_000) + &")\n".repeat(100_000)));
        for open in ["f%(", "[%, [", "{%\n", "<a%>", "- ", "> ", "if x%:\n", "{\"a%\":\n", "%: "] {
            run(language, &numbered(open, "", 3_000));
        }
        run(language, &numbered("f%(\n", ")\n", 5_000));
        run(language, &numbered("{ \"k%\": [\n", "]}\n", 5_000));
    }
}

#[test]
fn deep_definitions() {
    let nested = |open: &str, n: usize| (0..n).map(|i| open.replace('%', &i.to_string())).collect::<String>();
    run(Language::JavaScript, &(nested("function f%() {\n", 3_000) + &"}\n".repeat(3_000)));
    run(Language::JavaScript, &(nested("function f%() {", 3_000) + &"}".repeat(3_000)));
    run(Language::Rust, &(nested("mod m% {\n", 3_000) + &"}\n".repeat(3_000)));
    run(Language::Html, &(nested("<div id=\"d%\">\n", 3_000) + &"</div>\n".repeat(3_000)));
    let mut python = String::new();
    let mut yaml = String::new();
    for depth in 0..700 {
        python += &format!("{}def f{depth}():\n", " ".repeat(depth));
        yaml += &format!("{}k{depth}:\n", " ".repeat(depth));
    }
    run(Language::Python, &python);
    run(Language::Yaml, &yaml);
    let names = (0..5_000).map(|i| format!("a{i}, ")).collect::<String>();
    run(Language::TypeScript, &format!("const {{ {names} }} = x;\nconst {names} b = () => {{\n  return 1;\n}};\n"));
}

/// What some scanners and grammars cannot take: their rows in the table keep it away from them.
#[test]
#[cfg(feature = "full")]
fn known_weak_spots() {
    assert!(run(Language::Bash, "echo {漢..語} {1..漢} {1\u{10ffff}\n").degraded.is_some());
    assert!(run(Language::Bash, "echo {1..3} 漢 ${x}\n").degraded.is_none());
    let nested = (0..400).map(|i| format!("a{i}.b<")).collect::<String>();
    assert!(run(Language::CSharp, &nested).degraded.is_some());
    let literals = (0..198).map(|i| format!("\"{i}#{{")).collect::<String>();
    for length in 1..40 {
        let text = format!("{literals}x <<{}\n", "E".repeat(length));
        assert!(run(Language::Ruby, &text).degraded.is_some());
    }
    let layouts = (0..400).map(|i| format!("a{i} <- do ")).collect::<String>();
    run(Language::Haskell, &format!("f = do {layouts}\n"));
}

#[test]
fn a_line_of_a_megabyte() {
    let literal = format!("x = [{}]\n", "1234, ".repeat(180_000));
    let string = format!("x = \"{}\"\n", "abcdefgh".repeat(130_000));
    let spaces = " ".repeat(1_000_000);
    let cjk = "漢字".repeat(160_000);
    let emoji = "🦀".repeat(250_000);
    for language in LANGUAGES {
        for text in [&literal, &string, &spaces, &cjk, &emoji] {
            run(language, text);
        }
    }
}

#[test]
fn many_lines() {
    for language in LANGUAGES {
        run(language, &"\n".repeat(50_000));
        run(language, &"\r\n".repeat(20_000));
        run(language, &"   \n".repeat(20_000));
        run(language, &"x\n".repeat(50_000));
        run(language, &"x = 1;\n".repeat(50_000));
        run(language, &"'\n".repeat(20_000));
        run(language, &"/*\n".repeat(20_000));
        run(language, &"INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', 3.5);\n".repeat(10_000));
        run(language, &"<<<<<<< HEAD\n=======\n>>>>>>> x\n".repeat(5_000));
        run(language, &"<|endoftext|>\n".repeat(2_000));
    }
}

#[test]
fn a_grammar_that_gives_up_says_so() {
    // A comment that is never closed is looked for to the end of the text, again and again.
    let text: String = (0..20_000).map(|i| format!("/* {i}\n")).collect::<String>().replace("/* ", "'/*` ");
    let repeated = "[*a\n".repeat(2_000);
    for (language, text) in [(Language::Css, &text), (Language::JavaScript, &repeated), (Language::Python, &repeated)] {
        let chunked = run(language, text);
        if let Some(why) = chunked.degraded {
            assert!(why.ends_with('.') && why.contains("grammar"), "{why}");
            assert!(chunked.symbols.is_empty());
        } else {
            assert_eq!(language, Language::Css);
        }
    }
}

#[test]
fn parts_in_other_languages_are_bounded() {
    let script = |i: usize| format!("<script>function f{i}() {{ return {i}; }}</script>\n");
    let pages: String = (0..10_000).map(script).collect();
    for language in [Language::Html, Language::Vue, Language::Svelte, Language::Astro] {
        let chunked = run(language, &pages);
        assert_eq!(chunked.symbols.len(), 4_000, "{}", language.name());
        let why = chunked.degraded.unwrap_or_default();
        assert!(why.contains("Of 10000 parts") && why.contains("6000") && why.contains("line 4001"), "{why}");
        let open = format!("<p>\n{}<script>\nfunction open() {{\n{}", script(1), "  call(1, 'two');\n".repeat(50_000));
        assert_eq!(run(language, &open).symbols[0].name, "f1", "{}", language.name());
    }
    let fence = |i: usize| format!("~~~js\nconst a{i} = {i};\n~~~\n\n");
    let fences: String = (0..3_000).map(fence).collect();
    let chunked = run(Language::Markdown, &fences);
    assert_eq!((chunked.symbols.len(), chunked.degraded), (3_000, None));
    assert!(run(Language::Markdown, &(0..100_000).map(fence).collect::<String>()).degraded.is_some());
    let long: String = (0..60_000).map(|i| format!("function f{i}(x) {{ return x * {i}; }}\n")).collect();
    let chunked = run(Language::Markdown, &format!("```js\n{long}```\n"));
    assert_eq!((chunked.symbols.len(), chunked.degraded), (60_000, None));
    // Something before every line.
    let quoted = |lines: usize| {
        let lines = long.lines().take(lines).map(|line| format!("> {line}\n")).collect::<String>();
        run(Language::Markdown, &format!("# A\n\n> ```js\n{lines}> ```\n\n```py\ndef g(): pass\n```\n"))
    };
    assert_eq!((quoted(200).symbols.len(), quoted(200).degraded), (202, None));
    let much = quoted(20_000);
    assert_eq!(much.symbols.len(), 2);
    assert!(much.degraded.unwrap_or_default().contains("at line 3: "), "the first line of the fence");
    let mut nested = String::new();
    for depth in (3..400).rev() {
        nested += &format!("{}html\n<script>\n", "`".repeat(depth));
    }
    run(Language::Markdown, &nested);
    run(Language::Markdown, &(0..2_000).map(|i| format!("{}- ```js\n", " ".repeat(i % 500))).collect::<String>());
    run(Language::Markdown, &format!("{}```js\nlet a = 1;\n", "> ".repeat(3_000)));
}

/// The rest of a page or of a document is as it would be without the part that is too much.
#[test]
fn a_part_that_is_too_much_is_text() {
    let (lists, words) =
        ("[*a\n".repeat(2_000), include_str!("chunk_hostile.rs").replace(|c: char| !c.is_alphabetic(), " "));
    let page =
        format!("<b id=\"x\">\n<script>\n{lists}</script>\n<script>\nfunction f() {{}}\n</script>\n</b>\n{words}\n");
    let document = format!("# A\n\n```js\n{lists}```\n\n```js\nfunction f() {{}}\n```\n\n{words}\n");
    for (language, text, line) in [(Language::Html, page, 3), (Language::Markdown, document, 4)] {
        let chunked = run(language, &text);
        let names: Vec<&str> = chunked.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
        assert_eq!(names, [if line == 3 { "x" } else { "A" }, "f"]);
        let why = chunked.degraded.unwrap_or_default();
        assert!(why.contains(&format!("at line {line}: The javascript grammar")) && why.ends_with('.'), "{why}");
    }
}

#[test]
fn reuse_changes_nothing() {
    let text = "export class A {\n  m() {\n    return 1;\n  }\n}\n".repeat(40);
    let mut chunker = Chunker::new();
    let fresh = Chunker::new().chunk(&source(Language::TypeScript, &text));
    for language in LANGUAGES {
        chunker.chunk(&source(language, "((("));
        assert_eq!(chunker.chunk(&source(Language::TypeScript, &text)), fresh);
    }
}

/// Lines of code, of several languages, that often belong together, and some that do not belong anywhere.
fn line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "class A {",
        "class B:",
        "def f(x):",
        "    return 1",
        "    \"\"\"Doc.\"\"\"",
        "function g(a, b) {",
        "export const h = async () => {",
        "impl<T> Foo for Bar<T> {",
        "defmodule A do",
        "  @doc \"\"\"",
        "  def f(x) when x > 0, do: x",
        "end",
        "namespace a::b {",
        "template <typename T>",
        "instance Show a => C (T a) where",
        "f :: Int -> Int",
        "extension A: B {",
        "given Show[Int] with",
        "cat <<EOF",
        "EOF",
        "if [[ $x ]]; then",
        "local function g()",
        "<?php",
        "#\"\"\"",
        "R\"x(",
        "x = <<~TEXT",
        "--[[",
        "{- |",
        "    pub fn m(&self) -> u32 {",
        "func (r *Ring) Len() int {",
        "int main(void) {",
        "#define X 1",
        "#ifdef Y",
        "#endif",
        "}",
        "});",
        "]",
        "{",
        "@dec",
        "#[attr]",
        "/// docs",
        "# Heading",
        "Title\n=====",
        "<div id=\"x\">",
        "</div>",
        "<script>",
        "<script lang=\"ts\">let a = `",
        "</script>",
        "<style>",
        "```js",
        "> ~~~python",
        "   ````html",
        "```",
        "---",
        "key:",
        "  - item",
        "[table]",
        "\"k\": {",
        "/* comment",
        "*/",
        "`${",
        "'''",
        "é = \"ü漢🦀\"",
        "",
        "\t",
        "x;",
    ]);
    prop_oneof![
        6 => known.prop_map(str::to_owned),
        1 => "\\PC{0,40}",
        1 => (1_usize..300).prop_map(|n| "word ".repeat(n)),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let ending = prop::sample::select(vec!["\n", "\r\n", "\r", "\n\n"]);
    prop_oneof![
        4 => prop::collection::vec((line(), ending), 0..120).prop_map(|lines| {
            lines.into_iter().map(|(line, ending)| line + ending).collect::<String>()
        }),
        1 => any::<String>(),
        1 => prop::collection::vec(any::<char>(), 0..2_000).prop_map(String::from_iter),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_in_any_language(text in text()) {
        for language in LANGUAGES {
            run(language, &text);
        }
    }

    #[test]
    fn estimates_add_up_over_lines(text in text()) {
        let whole = estimate_tokens(&text);
        let lines: u32 = text.split_inclusive('\n').map(estimate_tokens).sum();
        let count = text.split_inclusive('\n').count() as u32;
        // Each line is rounded up by less than one token.
        prop_assert!(whole <= lines && lines <= whole + count);
    }
}
