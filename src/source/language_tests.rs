use super::*;

fn of(path: &str) -> Language {
    Language::of_path(path, "")
}

#[test]
fn the_table_is_sound() {
    for (i, row) in ROWS.iter().enumerate() {
        assert_eq!(row.language as usize, i);
        assert_eq!(Language::from_name(row.name), Some(row.language), "{} stands twice", row.name);
        for word in [row.endings, row.names, row.interpreters].iter().flat_map(|list| list.iter()) {
            assert_eq!(**word, word.to_ascii_lowercase(), "{word}");
        }
    }
    let mut endings: Vec<_> = ROWS.iter().flat_map(|row| row.endings).collect();
    endings.sort_unstable();
    let twice: Vec<_> = endings.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn names_are_the_serialized_form() {
    for language in Language::all() {
        assert_eq!(serde_json::to_string(&language).unwrap(), format!("\"{}\"", language.name()));
    }
}

#[test]
fn by_extension_whatever_its_case() {
    for (path, language) in [
        ("src/a.ts", Language::TypeScript),
        ("src/a.d.mts", Language::TypeScript),
        ("src/A.TSX", Language::Tsx),
        ("a.jsx", Language::JavaScript),
        ("a.PY", Language::Python),
        ("a.pyi", Language::Python),
        ("a.pyx", Language::Cython),
        ("lib.rs", Language::Rust),
        ("a.go", Language::Go),
        ("a.java", Language::Java),
        ("a.c", Language::C),
        ("a.hpp", Language::Cpp),
        ("a.cs", Language::CSharp),
        ("a.css", Language::Css),
        ("a.vue", Language::Vue),
        ("a.yml", Language::Yaml),
        ("a.svg", Language::Xml),
        ("notebook.ipynb", Language::Notebook),
        ("README.md", Language::Markdown),
        ("doc/index.rst", Language::Rst),
        ("a.f90", Language::Fortran),
        ("nothing.xyzzy", Language::Unknown),
    ] {
        assert_eq!(of(path), language, "{path}");
    }
}

#[test]
fn by_file_name() {
    for (path, language) in [
        ("Dockerfile", Language::Dockerfile),
        ("docker/Dockerfile.dev", Language::Dockerfile),
        ("web.dockerfile", Language::Dockerfile),
        ("Makefile", Language::Makefile),
        ("GNUmakefile", Language::Makefile),
        ("src/Makefile.am", Language::Makefile),
        ("CMakeLists.txt", Language::CMake),
        ("Gemfile", Language::Ruby),
        ("Rakefile", Language::Ruby),
        ("BUILD", Language::Starlark),
        ("pkg/BUILD.bazel", Language::Starlark),
        ("Cargo.lock", Language::Toml),
        ("yarn.lock", Language::Data),
        ("go.mod", Language::GoMod),
        (".bashrc", Language::Bash),
        (".gitignore", Language::Ignore),
        (".editorconfig", Language::Ini),
        (".env.example", Language::Ini),
        (".eslintrc", Language::Json),
        (".eslintrc.js", Language::JavaScript),
        ("LICENSE", Language::Text),
        ("LICENSE-MIT", Language::Text),
        ("requirements-dev.txt", Language::Requirements),
        ("Jenkinsfile", Language::Groovy),
    ] {
        assert_eq!(of(path), language, "{path}");
    }
}

#[test]
fn a_template_is_what_it_makes() {
    for (path, language) in [
        ("config.h.in", Language::C),
        ("numpy/loops.c.src", Language::C),
        ("values.yaml.tmpl", Language::Yaml),
        ("settings.py.example", Language::Python),
        ("nginx.conf.j2", Language::Ini),
        ("index.html.erb", Language::Html),
        ("partial.liquid", Language::Html),
        ("Dockerfile.tmpl", Language::Dockerfile),
        ("types.h.in", Language::C),
    ] {
        assert_eq!(of(path), language, "{path}");
    }
}

#[test]
fn by_shebang() {
    for (line, language) in [
        ("#!/bin/sh", Language::Bash),
        ("#!/usr/bin/env python3", Language::Python),
        ("#!/usr/bin/python3.11 -u", Language::Python),
        ("#! /usr/bin/env -S NODE_OPTIONS=x node --flag", Language::JavaScript),
        ("#!/usr/bin/env -S deno run", Language::TypeScript),
        ("#!/usr/bin/perl -w\r", Language::Perl),
        ("#!/usr/bin/env", Language::Unknown),
        ("#!", Language::Unknown),
        ("#!/opt/strange", Language::Unknown),
        ("<?php", Language::Php),
        ("{", Language::Json),
    ] {
        assert_eq!(Language::of_path("bin/run", line), language, "{line}");
    }
    assert_eq!(Language::of_path("run.rb", "#!/bin/sh\nexec ruby"), Language::Ruby, "the ending is stronger");
}

#[test]
fn a_header_is_c_unless_it_cannot_be() {
    let c = [
        "",
        "#include <stdio.h>\nint f(void);\n",
        "#ifndef A_H\n#define A_H\n#ifdef __cplusplus\nextern \"C\" {\nclass X;\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n#endif\n",
        "/* A class of\nclass objects;\n */\nstruct class { int x; };\n",
        "// std::string in a comment\nint namespace_count;\n",
    ];
    for text in c {
        assert_eq!(Language::of_path("a.h", text), Language::C, "{text}");
    }
    let cpp = [
        "// -*- C++ -*-\n",
        "#include <vector>\n",
        "#include <stdint.h>\nnamespace a {\n",
        "class Foo : public Bar {\n",
        "template <typename T>\nstruct X;\n",
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n  std::string s;\n#ifdef __cplusplus\n}\n#endif\nstd::string t;\n",
    ];
    for text in cpp {
        assert_eq!(Language::of_path("a.h", text), Language::Cpp, "{text}");
    }
    assert_eq!(Language::of_path("a.h", "#import <X/X.h>\n@interface A : NSObject\n@end\n"), Language::ObjectiveC);
    assert_eq!(Language::of_path("a.c", "class Foo {\n"), Language::C, "a `.c` file stays C");
}

#[test]
fn shared_endings() {
    assert_eq!(Language::of_path("de.ts", "<?xml version=\"1.0\"?>\n<TS>"), Language::Xml);
    assert_eq!(Language::of_path("a.m", "% solves\nfunction y = f(x)\n"), Language::Matlab);
    assert_eq!(Language::of_path("a.m", "#import \"a.h\"\n@implementation A\n"), Language::ObjectiveC);
    assert_eq!(Language::of_path("a.pl", ":- module(a, []).\n"), Language::Prolog);
    assert_eq!(Language::of_path("a.inc", "<?php\n"), Language::Php);
    assert_eq!(Language::of_path("git.1", ".TH GIT 1\n.SH NAME\n"), Language::Roff);
    assert_eq!(Language::of_path("notes.1", "first\n"), Language::Text);
}

#[test]
fn content_classes() {
    assert_eq!(Language::Python.content(), Content::Code);
    assert_eq!(Language::Markdown.content(), Content::Docs);
    assert_eq!(Language::Json.content(), Content::Config);
    assert_eq!(Language::Unknown.content(), Content::Code);
    assert_eq!(serde_json::to_string(&Content::Docs).unwrap(), "\"docs\"");
}

#[test]
fn a_long_text_of_wide_characters_is_cut_at_a_character() {
    let text = "é".repeat(LOOK);
    assert_eq!(Language::of_path("a.h", &text), Language::C);
    assert_eq!(Language::of_path("a", &text), Language::Unknown);
}
