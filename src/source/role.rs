//! What a file is for: told from its path by the customs of its language, and from the notes that generators leave.

use serde::{Deserialize, Serialize};

use super::language::{Content, Language};
use super::path::{ends_with_ignore_case, file_name, find_ignore_case, starts_with_ignore_case};

/// What a file is for. Ranking and selectors may treat roles differently; none is refused for its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The program itself.
    Code,
    /// Tests, their fixtures and snapshots.
    Test,
    /// Prose, and the code that builds or illustrates it.
    Docs,
    /// Settings, build files and data.
    Config,
    /// Written by a program; lock files too.
    Generated,
    /// Somebody else's code, kept as a copy.
    Vendor,
}

impl Role {
    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Code => "code",
            Role::Test => "test",
            Role::Docs => "docs",
            Role::Config => "config",
            Role::Generated => "generated",
            Role::Vendor => "vendor",
        }
    }
}

/// The role of a file. `path` is canonical; of `text` at most the first 2 KiB are read.
///
/// Where several apply, the first of this order does: vendor, generated, test, docs, config, code.
pub fn role(path: &str, language: Language, text: &str) -> Role {
    let name = file_name(path);
    let folders = &path[..path.len() - name.len()];
    let content = language.content();
    if is_vendor(folders, language) {
        Role::Vendor
    } else if is_generated_name(folders, name) || has_generated_mark(text) {
        Role::Generated
    } else if is_test(folders, name, language, content) {
        Role::Test
    } else if content == Content::Docs || is_docs(folders) {
        Role::Docs
    } else if content == Content::Config || is_config_program(name) {
        Role::Config
    } else {
        Role::Code
    }
}

/// Whether one of the folders of a path (each followed by a slash) is among `names`, whatever its case.
fn inside(folders: &str, names: &[&str]) -> bool {
    folders
        .split('/')
        .any(|folder| names.iter().any(|name| name.eq_ignore_ascii_case(folder)))
}

fn ends_with_any(name: &str, suffixes: &[&str]) -> bool {
    suffixes
        .iter()
        .any(|suffix| ends_with_ignore_case(name, suffix))
}

fn is_vendor(folders: &str, language: Language) -> bool {
    const ALWAYS: &[&str] = &[
        "third_party",
        "third-party",
        "thirdparty",
        "3rdparty",
        "3rd-party",
        "node_modules",
        "bower_components",
        "jspm_packages",
        "site-packages",
        "dist-packages",
        "_vendor",
        "vendored",
        "externals",
        "pods",
        "carthage",
        "godeps",
        "elm-stuff",
    ];
    // In a Java package or a C# namespace `vendor` is a seller.
    let is_namespace = matches!(
        language,
        Language::Java | Language::Kotlin | Language::Scala | Language::CSharp
    );
    inside(folders, ALWAYS) || (!is_namespace && inside(folders, &["vendor", "vendors"]))
}

fn is_generated_name(folders: &str, name: &str) -> bool {
    const LOCKS: &[&str] = &[
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "bun.lock",
        "deno.lock",
        "cargo.lock",
        "poetry.lock",
        "pipfile.lock",
        "uv.lock",
        "pdm.lock",
        "gemfile.lock",
        "composer.lock",
        "go.sum",
        "go.work.sum",
        "mix.lock",
        "pubspec.lock",
        "podfile.lock",
        "package.resolved",
        "flake.lock",
        "packages.lock.json",
        "gradle.lockfile",
        ".terraform.lock.hcl",
        "conan.lock",
        "gopkg.lock",
        "cartfile.resolved",
    ];
    const SUFFIXES: &[&str] = &[
        ".min.js",
        ".min.mjs",
        ".min.cjs",
        ".min.css",
        ".bundle.js",
        ".js.map",
        ".mjs.map",
        ".cjs.map",
        ".css.map",
        ".ts.map",
        ".pb.go",
        ".pb.gw.go",
        ".pb.cc",
        ".pb.h",
        ".pb.c",
        ".pb.swift",
        ".pb.rs",
        "_pb2.py",
        "_pb2.pyi",
        "_pb2_grpc.py",
        "_pb.js",
        "_pb.ts",
        "_pb.d.ts",
        "_pb.rb",
        ".pbobjc.h",
        ".pbobjc.m",
        ".grpc.swift",
        ".g.dart",
        ".freezed.dart",
        ".gr.dart",
        ".g.cs",
        ".g.i.cs",
        ".designer.cs",
        ".designer.vb",
        "_generated.go",
        "_generated.rs",
        "_generated.ts",
        "_generated.h",
        "_gen.go",
        ".gen.go",
        ".gen.ts",
        ".gen.tsx",
        ".gen.rs",
        ".tfstate",
        ".tfstate.backup",
    ];
    LOCKS.iter().any(|lock| lock.eq_ignore_ascii_case(name))
        || ends_with_any(name, SUFFIXES)
        || find_ignore_case(name, ".generated.").is_some()
        || starts_with_ignore_case(name, "zz_generated.")
        || (starts_with_ignore_case(name, "moc_") && ends_with_ignore_case(name, ".cpp"))
        || inside(
            folders,
            &[
                "__generated__",
                "generated",
                "generated-sources",
                "generated-src",
            ],
        )
}

/// A generator's note in the comment at a file's top.
fn has_generated_mark(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(2048)];
    let mut generated = false;
    let mut hands_off = false;
    for line in head.lines().take(30) {
        let Some(comment) = comment_text(line) else {
            continue;
        };
        if says_generated_by_tool(comment) {
            return true;
        }
        generated |= find_ignore_case(comment, "generated").is_some();
        hands_off |= [
            "do not edit",
            "do not modify",
            "don't edit",
            "do not change",
            "not edit this file",
        ]
        .iter()
        .any(|phrase| find_ignore_case(comment, phrase).is_some());
        if generated && hands_off {
            return true;
        }
    }
    false
}

/// What follows a comment's opening, or the line's continuation in a block comment; `None` for a line of code.
fn comment_text(line: &str) -> Option<&str> {
    const OPENINGS: &[&str] = &[
        "//", "/*", "*", "#", "--", ";", "<!--", "%", "{-", "\"\"\"", "'''", "'", "(*", "!",
        "rem ", "dnl ",
    ];
    let line = line.trim_start();
    let opening = OPENINGS
        .iter()
        .find(|opening| starts_with_ignore_case(line, opening))?;
    Some(
        line[opening.len()..]
            .trim_start_matches(['/', '*', '#', '-', ';', '!', '%', ' ', '\t', '=']),
    )
}

fn says_generated_by_tool(comment: &str) -> bool {
    // `@generated` as its own word: Meta's mark, which many tools took over.
    if let Some(at) = find_ignore_case(comment, "@generated") {
        let after = comment[at + "@generated".len()..].chars().next();
        let before = comment[..at].chars().next_back();
        if !after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '`' | '-'))
            && !matches!(before, Some('`' | '"' | '\''))
        {
            return true;
        }
    }
    const STARTS: &[&str] = &[
        "generated by ",
        "generated from ",
        "generated with ",
        "auto-generated",
        "autogenerated",
        "auto generated",
        "automatically generated",
        "automatically-generated",
        "<auto-generated",
        "<autogenerated",
        "machine generated",
        "this file is generated",
        "this file was generated",
        "this file is auto",
        "this file was auto",
        "this file has been generated",
        "this file has been auto",
        "this code is generated",
        "this code was generated",
        "this is generated",
        "this is an auto",
        "this is an autogenerated",
        "file generated by",
        "file automatically generated",
        "code generated by",
        "this header was generated",
        "this source code is generated",
        "this class is generated",
    ];
    STARTS
        .iter()
        .any(|start| starts_with_ignore_case(comment, start))
}

fn is_test(folders: &str, name: &str, language: Language, content: Content) -> bool {
    const FIXTURES: &[&str] = &[
        "testdata",
        "test-data",
        "test_data",
        "fixtures",
        "__fixtures__",
        "__snapshots__",
        "snapshots",
        "testfixtures",
    ];
    const FOLDERS: &[&str] = &[
        "test",
        "tests",
        "__tests__",
        "__test__",
        "__mocks__",
        "e2e",
        "cypress",
        "androidtest",
        "integrationtest",
        "integration-tests",
        "integration_tests",
        "unittest",
        "unittests",
        "unit_tests",
        "functional_tests",
        "spec",
        "specs",
        "testsuite",
        "test-suite",
    ];
    if inside(folders, FIXTURES) {
        return true;
    }
    // A README among tests is still a README, and a page under `spec/` is the specification.
    if content == Content::Docs {
        return false;
    }
    inside(folders, FOLDERS)
        || folders.split('/').any(is_test_folder)
        || is_test_name(name, language)
}

/// `Foo.Tests` of C# solutions, `foo_test` of Go and Bazel.
fn is_test_folder(folder: &str) -> bool {
    ends_with_any(
        folder,
        &[
            ".tests",
            ".test",
            "-tests",
            "_tests",
            ".unittests",
            ".integrationtests",
        ],
    )
}

fn is_test_name(name: &str, language: Language) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let word = |suffixes: &[&str]| {
        suffixes
            .iter()
            .any(|suffix| stem.len() > suffix.len() && stem.ends_with(suffix))
    };
    match language {
        Language::Go => stem.ends_with("_test"),
        Language::Python | Language::Cython => {
            stem.starts_with("test_")
                || stem.ends_with("_test")
                || matches!(stem, "conftest" | "tests")
        }
        Language::Java
        | Language::Kotlin
        | Language::Scala
        | Language::Groovy
        | Language::CSharp
        | Language::FSharp
        | Language::Swift
        | Language::Php
        | Language::Apex
        | Language::ObjectiveC => {
            word(&["Test", "Tests", "TestCase", "Spec", "Specs"])
                || (language == Language::Java && word(&["IT"]))
        }
        Language::Rust => matches!(stem, "tests" | "test") || word(&["_test", "_tests"]),
        Language::Ruby => word(&["_spec", "_test"]) || stem.starts_with("test_"),
        Language::Haskell | Language::PureScript | Language::Elm => {
            word(&["Spec", "Test", "Tests"])
        }
        Language::Perl => ends_with_ignore_case(name, ".t"),
        _ => {
            const MIDDLES: &[&str] = &[
                ".test.",
                ".tests.",
                ".spec.",
                ".specs.",
                ".cy.",
                ".e2e.",
                ".e2e-spec.",
                ".test-d.",
                ".unit.",
            ];
            MIDDLES
                .iter()
                .any(|middle| find_ignore_case(name, middle).is_some())
                || word(&["_test", "_tests", "_unittest", "_spec", "-test", "-spec"])
                || stem.starts_with("test_")
                || ends_with_ignore_case(name, ".bats")
        }
    }
}

fn is_docs(folders: &str) -> bool {
    // `doc` deeper in a tree is as often a program about documents.
    inside(folders, &["docs", "documentation"]) || starts_with_ignore_case(folders, "doc/")
}

/// Programs that only set up a tool.
fn is_config_program(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "setup.py",
        "noxfile.py",
        "fabfile.py",
        "gulpfile.js",
        "gulpfile.ts",
        "gruntfile.js",
        "jakefile.js",
        "build.gradle",
        "build.gradle.kts",
        "settings.gradle",
        "settings.gradle.kts",
        "build.sbt",
        "mix.exs",
        "package.swift",
        "rakefile",
        "gemfile",
        "podfile",
        "vagrantfile",
        "brewfile",
        "jenkinsfile",
        "sconstruct",
        "sconscript",
        "rebar.config",
    ];
    const MIDDLES: &[&str] = &[".config.", ".conf.", ".workspace."];
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
        || MIDDLES
            .iter()
            .any(|middle| find_ignore_case(name, middle).is_some())
        || (name.starts_with('.') && name.contains("rc."))
        || ends_with_ignore_case(name, ".gemspec")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str) -> Role {
        role(path, Language::of_path(path, ""), "")
    }

    #[test]
    fn tests_by_custom() {
        for path in [
            "pkg/server_test.go",
            "tests/test_core.py",
            "numpy/linalg/tests/test_linalg.py",
            "test_x.py",
            "conftest.py",
            "src/a.test.ts",
            "src/a.spec.tsx",
            "src/__tests__/a.js",
            "src/test/java/a/FooTest.java",
            "a/FooTests.cs",
            "Foo.Tests/Bar.cs",
            "spec/a_spec.rb",
            "crates/core/tests/cli.rs",
            "src/tests.rs",
            "test/a_test.exs",
            "lib/a_unittest.cc",
            "t/basic.t",
            "tests/fixtures/a.json",
            "testdata/in.md",
            "src/__snapshots__/a.snap",
            "app/src/androidTest/java/A.kt",
            "AppTests/LoginTests.swift",
        ] {
            assert_eq!(of(path), Role::Test, "{path}");
        }
    }

    #[test]
    fn names_that_only_resemble_tests() {
        for path in [
            "src/contest.py",
            "src/latest.rs",
            "src/attest.go",
            "src/Inspector.java",
            "numpy/testing/__init__.py",
            "src/protest.ts",
            "src/test-utils.ts",
            "src/Test.java",
            "lib/spectrum.rb",
            "src/testing.rs",
            "src/Audit.java",
        ] {
            assert_eq!(of(path), Role::Code, "{path}");
        }
    }

    #[test]
    fn vendored_and_generated() {
        for path in [
            "vendor/a/b.go",
            "third_party/zlib/inflate.c",
            "web/node_modules/x/index.js",
            "pip/_vendor/rich/a.py",
        ] {
            assert_eq!(of(path), Role::Vendor, "{path}");
        }
        assert_eq!(of("src/main/java/shop/vendor/Vendor.java"), Role::Code);
        for path in [
            "api/a.pb.go",
            "a_pb2.py",
            "dist/app.min.js",
            "app.js.map",
            "Cargo.lock",
            "web/package-lock.json",
            "go.sum",
            "lib/a.g.dart",
            "Form.Designer.cs",
            "src/__generated__/q.ts",
            "apis/zz_generated.deepcopy.go",
            "schema.generated.ts",
        ] {
            assert_eq!(of(path), Role::Generated, "{path}");
        }
    }

    #[test]
    fn docs_config_code() {
        for path in [
            "README.md",
            "docs/conf.py",
            "doc/source/index.rst",
            "LICENSE",
            "tests/README.md",
            "spec/grammar.md",
        ] {
            assert_eq!(of(path), Role::Docs, "{path}");
        }
        for path in [
            "package.json",
            "tsconfig.json",
            "vite.config.ts",
            ".eslintrc.js",
            "setup.py",
            "Makefile",
            "Dockerfile",
            "build.gradle.kts",
            ".github/workflows/ci.yml",
            ".gitignore",
            "pyproject.toml",
            "CMakeLists.txt",
        ] {
            assert_eq!(of(path), Role::Config, "{path}");
        }
        for path in [
            "src/lib.rs",
            "index.html",
            "a/doc/parse.c",
            "examples/a.py",
            "src/config.ts",
            "unknown.zzz",
        ] {
            assert_eq!(of(path), Role::Code, "{path}");
        }
    }

    fn marked(text: &str) -> bool {
        role("src/a.rs", Language::Rust, text) == Role::Generated
    }

    #[test]
    fn notes_of_generators() {
        for text in [
            "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n",
            "/* Automatically @generated by tree-sitter v0.24 */\n",
            "/**\n * @generated SignedSource<<abc>>\n */\n",
            "#!/usr/bin/env python\n# This file was automatically generated by SWIG.\n# Do not make changes\n",
            "// <auto-generated>\n//     This code was generated by a tool.\n",
            "/* automatically generated by rust-bindgen 0.69 */\n",
            "// Copyright 2020\n//\n// THIS FILE IS GENERATED FROM x.json.\n// DO NOT EDIT IT.\n",
            "# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n",
            "/* Generated by Cython 3.0.10 */\n",
        ] {
            assert!(marked(text), "{text}");
        }
    }

    #[test]
    fn talking_about_generated_code_is_not_being_it() {
        for text in [
            "//! Finds the `@generated` mark in files.\n",
            "// Handles ids that the database generated.\n",
            "let s = \"// @generated\";\n",
            "// Do not edit the list below without asking.\n",
            "//! Writes code for @generated_types only.\n",
            &format!("{}// @generated\n", "// line\n".repeat(400)),
        ] {
            assert!(!marked(text), "{text}");
        }
    }
}
