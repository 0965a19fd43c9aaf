//! What chunking finds in one small file per language, beside what it should find.
//!
//! `NEARFIELD_BLESS=1 cargo test --test chunk_golden` writes the expectations anew: read the difference before you
//! commit it.

use std::fmt::Write as _;
use std::path::Path;

use nearfield::chunk::{Chunked, Chunker};
use nearfield::source::Source;

fn source(path: &str, text: &str) -> Source {
    Source::new(path, text)
}

/// Symbols with all their ranges as text, then the chunks.
fn describe(source: &Source, chunked: &Chunked) -> String {
    let text = |range: &std::ops::Range<u32>| source.text[range.start as usize..range.end as usize].replace('\n', "⏎");
    let mut out = String::new();
    for symbol in &chunked.symbols {
        let _ = write!(out, "{} {} line {}", symbol.kind.as_str(), symbol.qualified, symbol.line);
        if let Some(parent) = symbol.parent {
            let _ = write!(out, " in {}", chunked.symbols[parent as usize].qualified);
        }
        let (first, last) =
            (source.lines.line_of(symbol.range.start), source.lines.line_of(symbol.range.end.max(1) - 1));
        let _ = writeln!(out, " ({first}-{last})");
        for part in &symbol.signature {
            let _ = writeln!(out, "    sig  {}", text(part));
        }
        if let Some(doc) = &symbol.doc {
            let _ = writeln!(out, "    doc  {}", text(doc));
        }
        if let Some(body) = &symbol.body {
            let _ =
                writeln!(out, "    body {}-{}", source.lines.line_of(body.start), source.lines.line_of(body.end - 1));
        }
    }
    for chunk in &chunked.chunks {
        let scope = chunk.scope.map_or("-", |scope| chunked.symbols[scope as usize].qualified.as_str());
        let folds: Vec<String> = chunk.folds.iter().map(|fold| format!("{}-{}", fold.start, fold.end - 1)).collect();
        let _ = writeln!(
            out,
            "chunk {}-{} tokens {} scope {scope} symbols {:?} folds {}",
            chunk.start_line,
            chunk.end_line,
            chunk.tokens,
            chunk.symbols,
            folds.join(" ")
        );
    }
    if let Some(why) = &chunked.degraded {
        let _ = writeln!(out, "degraded: {why}");
    }
    out
}

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/chunk");
    let text = std::fs::read_to_string(folder.join(name)).expect("the fixture is there");
    let source = source(name, &text);
    let found = describe(&source, &Chunker::new().chunk(&source));
    let expected = folder.join(format!("{name}.expected"));
    if std::env::var_os("NEARFIELD_BLESS").is_some() {
        std::fs::write(&expected, &found).expect("the expectation can be written");
        return;
    }
    let expected = std::fs::read_to_string(expected).expect("the expectation is there");
    assert_eq!(found, expected, "{name}");
}

macro_rules! golden {
    ($($test:ident: $feature:literal, $file:literal;)*) => {$(
        #[test]
        #[cfg(feature = $feature)]
        fn $test() {
            check($file);
        }
    )*};
}

golden! {
    rust: "lang-rust", "sample.rs";
    typescript: "lang-typescript", "sample.ts";
    tsx: "lang-typescript", "sample.tsx";
    javascript: "lang-javascript", "sample.js";
    python: "lang-python", "sample.py";
    go: "lang-go", "sample.go";
    java: "lang-java", "Sample.java";
    c: "lang-c", "sample.c";
    css: "lang-css", "sample.css";
    html: "lang-html", "sample.html";
    html_with_scripts: "core", "embedded.html";
    vue: "core", "sample.vue";
    svelte: "core", "sample.svelte";
    astro: "core", "sample.astro";
    json: "lang-json", "sample.json";
    yaml: "lang-yaml", "sample.yaml";
    toml: "lang-toml", "sample.toml";
    markdown: "lang-c", "sample.md";
    markdown_with_fences: "core", "embedded.md";
    cpp: "lang-cpp", "sample.cpp";
    csharp: "lang-csharp", "sample.cs";
    csharp_in_one_namespace: "lang-csharp", "sample_file.cs";
    dart: "lang-dart", "sample.dart";
    ruby: "lang-ruby", "sample.rb";
    php: "lang-php", "sample.php";
    kotlin: "lang-kotlin", "sample.kt";
    swift: "lang-swift", "sample.swift";
    scala: "lang-scala", "sample.scala";
    scala_by_indents: "lang-scala", "sample3.scala";
    bash: "lang-bash", "sample.sh";
    lua: "lang-lua", "sample.lua";
    elixir: "lang-elixir", "sample.ex";
    haskell: "lang-haskell", "sample.hs";
    zig: "lang-zig", "sample.zig";
    javascript_functions_that_are_handed_over: "lang-javascript", "named.js";
    conversions_of_cpp: "lang-cpp", "conversion.cpp";
    ruby_on_one_line: "lang-ruby", "one_line.rb";
    kotlin_on_one_line: "lang-kotlin", "one_line.kt";
    lua_on_one_line: "lang-lua", "one_line.lua";
    haskell_types_by_operator_and_family: "lang-haskell", "types.hs";
}

#[test]
fn documents() {
    for name in ["front.md", "sample.rst", "sample.adoc", "sample.txt"] {
        check(name);
    }
}

#[test]
fn languages_without_a_grammar() {
    check("sample.jl");
}
