//! What a file is written in: by the end of its name, by its whole name, by its first line, and for the few suffixes
//! that two languages share, by a look at its text.

use serde::{Deserialize, Serialize};

use super::lines::head;
use super::path::{ends_with_ignore_case, extension, file_name, find_ignore_case, starts_with_ignore_case};

/// The kinds of file that a search may be limited to (`content: "code" | "docs" | "config"`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Programs, style sheets, markup and queries: what people write to be run or shown.
    Code,
    /// Prose.
    Docs,
    /// Settings, build files and data.
    Config,
}

impl Content {
    /// The name in options and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Content::Code => "code",
            Content::Docs => "docs",
            Content::Config => "config",
        }
    }
}

/// One language's row.
struct Row {
    language: Language,
    name: &'static str,
    content: Content,
    /// Endings without the dot, lower case.
    endings: &'static [&'static str],
    /// Whole file names, lower case.
    names: &'static [&'static str],
    /// Programs named by a `#!` line, without version digits.
    interpreters: &'static [&'static str],
}

macro_rules! languages {
    ($(
        $variant:ident $name:literal $content:ident
        [$($ending:literal)*] [$($file:literal)*] [$($interpreter:literal)*]
    )*) => {
        /// A language or file format. A new one is a new row in the table of this module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Language {
            $(#[doc = concat!("`", $name, "`")] #[serde(rename = $name)] $variant,)*
        }

        const ROWS: &[Row] = &[
            $(Row {
                language: Language::$variant,
                name: $name,
                content: Content::$content,
                endings: &[$($ending),*],
                names: &[$($file),*],
                interpreters: &[$($interpreter),*],
            },)*
        ];
    };
}

// variant, name (also the tag of a Markdown fence), content, endings, file names, interpreters
languages! {
    TypeScript "typescript" Code ["ts" "mts" "cts"] [] ["deno" "bun" "ts-node" "tsx"]
    Tsx "tsx" Code ["tsx"] [] []
    JavaScript "javascript" Code ["js" "mjs" "cjs" "jsx" "es6" "jsm" "flow" "gs"] ["jakefile"] ["node" "nodejs" "qjs"]
    Python "python" Code ["py" "pyi" "pyw" "py3" "gyp" "gypi" "wsgi"] ["sconstruct" "sconscript" "wscript"
        "snakefile"] ["python" "pypy" "ipython" "uv"]
    Rust "rust" Code ["rs"] [] ["rust-script"]
    Go "go" Code ["go"] [] []
    Java "java" Code ["java" "jav" "jsh"] [] ["java" "jbang"]
    C "c" Code ["c" "h" "inc" "cl" "idc"] [] ["tcc"]
    Cpp "cpp" Code ["cpp" "cc" "cxx" "c++" "hpp" "hh" "hxx" "h++" "ipp" "tpp" "txx" "tcc" "inl" "ino" "cppm" "ixx"]
        [] []
    CSharp "csharp" Code ["cs" "csx" "cake"] [] ["dotnet-script"]
    Ruby "ruby" Code ["rb" "rbi" "rake" "gemspec" "ru" "podspec" "thor" "jbuilder" "rbw"] ["gemfile" "rakefile"
        "guardfile" "podfile" "vagrantfile" "brewfile" "fastfile" "appfile" "capfile" "dangerfile" "thorfile"
        "berksfile" ".irbrc" ".pryrc"] ["ruby" "jruby" "rake"]
    Php "php" Code ["php" "phtml" "php3" "php4" "php5" "php7" "phps"] [".php_cs" "artisan"] ["php"]
    Kotlin "kotlin" Code ["kt" "kts" "ktm"] [] ["kotlin" "kotlinc"]
    Swift "swift" Code ["swift"] [] ["swift"]
    Scala "scala" Code ["scala" "sbt" "sc" "mill"] [] ["scala" "scala-cli" "amm"]
    Bash "bash" Code ["sh" "bash" "zsh" "ksh" "bats" "ebuild" "eclass" "zsh-theme" "command"] [".bashrc"
        ".bash_profile" ".bash_aliases" ".bash_login" ".bash_logout" ".profile" ".zshrc" ".zshenv" ".zprofile"
        ".zlogin" ".kshrc" ".xinitrc" "pkgbuild" "apkbuild" "gradlew" "mvnw"] ["sh" "bash" "zsh" "dash" "ksh" "ash"
        "rbash" "bats" "busybox"]
    Lua "lua" Code ["lua" "rockspec" "luau" "nse" "wlua"] [".luacheckrc"] ["lua" "luajit" "luau" "texlua"]
    Elixir "elixir" Code ["ex" "exs"] [] ["elixir"]
    Haskell "haskell" Code ["hs" "hsc" "lhs" "hs-boot"] [] ["runhaskell" "runghc" "stack"]
    Zig "zig" Code ["zig" "zon"] [] []
    Dart "dart" Code ["dart"] [] ["dart"]
    Css "css" Code ["css" "pcss" "postcss"] [] []
    Html "html" Code ["html" "htm" "xhtml" "shtml" "erb" "eex" "heex" "leex" "ejs" "hbs" "handlebars" "mustache"
        "liquid" "njk" "jinja" "jinja2" "j2" "twig" "cshtml" "razor" "jsp" "aspx" "ascx" "haml" "pug" "jade"] [] []
    Vue "vue" Code ["vue"] [] []
    Svelte "svelte" Code ["svelte"] [] []
    Notebook "notebook" Code ["ipynb"] [] []
    Astro "astro" Code ["astro"] [] []
    Sql "sql" Code ["sql" "ddl" "psql" "pgsql" "plsql" "pks" "pkb" "hql"] [".psqlrc"] ["psql" "sqlite"]
    Scss "scss" Code ["scss" "sass"] [] []
    Less "less" Code ["less"] [] []
    Stylus "stylus" Code ["styl"] [] []
    ObjectiveC "objectivec" Code ["m" "mm"] [] []
    Cuda "cuda" Code ["cu" "cuh"] [] []
    Perl "perl" Code ["pl" "pm" "t" "psgi"] ["cpanfile" "makefile.pl"] ["perl"]
    Raku "raku" Code ["raku" "rakumod" "p6" "pm6"] [] ["raku" "perl6"]
    R "r" Code ["r"] [".rprofile"] ["rscript"]
    Julia "julia" Code ["jl"] [] ["julia"]
    Matlab "matlab" Code ["matlab"] [] ["octave"]
    Clojure "clojure" Code ["clj" "cljs" "cljc" "edn" "bb"] [] ["clojure" "bb"]
    Erlang "erlang" Code ["erl" "hrl" "xrl" "yrl" "escript"] ["rebar.config"] ["escript"]
    FSharp "fsharp" Code ["fs" "fsi" "fsx"] [] []
    VisualBasic "vb" Code ["vb" "vbs" "bas" "frm"] [] []
    OCaml "ocaml" Code ["ml" "mli" "mll" "mly" "re" "rei"] [] ["ocaml"]
    ReScript "rescript" Code ["res" "resi"] [] []
    Elm "elm" Code ["elm"] [] []
    PureScript "purescript" Code ["purs"] [] []
    Nim "nim" Code ["nim" "nims" "nimble"] [] []
    Crystal "crystal" Code ["cr"] [] ["crystal"]
    D "d" Code ["d" "di"] [] ["rdmd"]
    Groovy "groovy" Code ["groovy" "gradle" "gvy" "nf"] ["jenkinsfile"] ["groovy" "nextflow"]
    PowerShell "powershell" Code ["ps1" "psm1" "psd1"] [] ["pwsh" "powershell"]
    Batch "batch" Code ["bat" "cmd"] [] []
    Fish "fish" Code ["fish"] [] ["fish"]
    Nushell "nu" Code ["nu"] [] ["nu"]
    Tcl "tcl" Code ["tcl" "tk" "exp"] [] ["tclsh" "wish" "expect"]
    Awk "awk" Code ["awk" "gawk"] [] ["awk" "gawk" "mawk"]
    Sed "sed" Code ["sed"] [] ["sed"]
    VimScript "vim" Code ["vim"] [".vimrc" ".gvimrc" "_vimrc"] []
    EmacsLisp "elisp" Code ["el"] [".emacs" ".spacemacs" "cask"] ["emacs"]
    CommonLisp "lisp" Code ["lisp" "lsp" "asd"] [] ["sbcl"]
    Scheme "scheme" Code ["scm" "ss" "sld" "sls"] [] ["guile" "scheme" "chicken" "csi"]
    Racket "racket" Code ["rkt" "rktd"] [] ["racket"]
    Fortran "fortran" Code ["f" "f90" "f95" "f03" "f08" "f77" "for" "ftn" "fpp" "pyf"] [] []
    Cython "cython" Code ["pyx" "pxd" "pxi"] [] []
    Mojo "mojo" Code ["mojo"] [] ["mojo"]
    Pascal "pascal" Code ["pas" "pp" "dpr" "lpr"] [] ["instantfpc"]
    Ada "ada" Code ["adb" "ads"] [] []
    Cobol "cobol" Code ["cob" "cbl" "cpy"] [] []
    Assembly "asm" Code ["s" "asm" "nasm"] [] []
    Verilog "verilog" Code ["v" "sv" "svh" "vh"] [] []
    Vhdl "vhdl" Code ["vhd" "vhdl"] [] []
    Glsl "glsl" Code ["glsl" "vert" "frag" "comp" "geom" "tesc" "tese"] [] []
    Hlsl "hlsl" Code ["hlsl" "fx" "fxh"] [] []
    Wgsl "wgsl" Code ["wgsl"] [] []
    Metal "metal" Code ["metal"] [] []
    Solidity "solidity" Code ["sol"] [] []
    Move "move" Code ["move"] [] []
    Gdscript "gdscript" Code ["gd"] [] []
    Haxe "haxe" Code ["hx"] [] []
    Apex "apex" Code ["apex" "trigger"] [] []
    Prolog "prolog" Code ["plg" "prolog"] [] ["swipl"]
    Lean "lean" Code ["lean"] [] []
    Coq "coq" Code ["coq"] [] []
    Agda "agda" Code ["agda" "lagda"] [] []
    Idris "idris" Code ["idr"] [] []
    Sml "sml" Code ["sml"] [] []
    Gleam "gleam" Code ["gleam"] [] []
    Roc "roc" Code ["roc"] [] []
    Odin "odin" Code ["odin"] [] []
    Wat "wat" Code ["wat" "wast"] [] []
    Llvm "llvm" Code ["ll"] [] []
    Yacc "yacc" Code ["y" "yy" "lex" "l"] [] []
    Antlr "antlr" Code ["g4" "g"] [] []
    Protobuf "protobuf" Code ["proto"] [] []
    Thrift "thrift" Code ["thrift"] [] []
    GraphQl "graphql" Code ["graphql" "gql" "graphqls"] [] []
    Prisma "prisma" Code ["prisma"] [] []
    Cue "cue" Code ["cue"] [] []
    Jsonnet "jsonnet" Code ["jsonnet" "libsonnet"] [] []
    Nix "nix" Code ["nix"] [] ["nix-shell"]
    Markdown "markdown" Docs ["md" "markdown" "mdx" "mdc" "mkd" "mdwn" "mkdn" "rmd" "qmd"] ["contents.lr"] []
    Rst "rst" Docs ["rst" "rest"] [] []
    AsciiDoc "asciidoc" Docs ["adoc" "asciidoc" "asc"] [] []
    Org "org" Docs ["org"] [] []
    Tex "latex" Docs ["tex" "sty" "bib" "ltx" "texi" "texinfo"] [] []
    Roff "roff" Docs ["man" "mdoc" "1" "2" "3" "4" "5" "6" "7" "8"] [] []
    Typst "typst" Docs ["typ"] [] []
    Swig "swig" Code ["i" "swg"] [] []
    Wit "wit" Code ["wit"] [] []
    Text "text" Docs ["txt" "text" "rdoc" "pod" "textile" "wiki" "mediawiki" "creole"] ["readme" "license" "licence"
        "copying" "copyright" "authors" "contributors" "changelog" "changes" "history" "news" "notice" "install"
        "todo" "thanks" "maintainers" "credits" "codeowners" ".mailmap" "patents" "version" "unlicense" "dco"
        "hacking"] []
    Json "json" Config ["json" "jsonc" "json5" "jsonl" "ndjson" "geojson" "topojson" "webmanifest" "code-workspace"
        "avsc" "har" "importmap" "gltf" "tfstate"] [".babelrc" ".eslintrc" ".prettierrc" ".swcrc"
        ".jshintrc" ".jscsrc" ".bowerrc" ".stylelintrc" ".htmlhintrc" ".watchmanconfig" ".nycrc" ".mocharc"
        "pipfile.lock" "composer.lock" "flake.lock" "deno.lock" "bun.lock" "package.resolved"] []
    Yaml "yaml" Config ["yml" "yaml" "cff" "clang-format" "clang-tidy" "clangd"] [".clang-format" ".clang-tidy"
        ".clangd" ".yamllint" ".gemrc" "podfile.lock" "pubspec.lock"] []
    Toml "toml" Config ["toml"] ["cargo.lock" "poetry.lock" "uv.lock" "pdm.lock" "pipfile" "gopkg.lock"] []
    Xml "xml" Config ["xml" "svg" "xsd" "xsl" "xslt" "wsdl" "plist" "csproj" "vbproj" "fsproj" "props" "targets"
        "vcxproj" "resx" "xaml" "pom" "storyboard" "xib" "rss" "atom" "kml" "gpx" "qrc" "nuspec" "xlf" "xliff" "iml"
        "fxml" "rng" "ui" "dtd" "axml" "wxs" "wxl" "entitlements"] [] []
    Ini "ini" Config ["ini" "cfg" "conf" "cnf" "properties" "desktop" "service" "timer" "socket" "env" "inf" "reg"
        "prefs" "editorconfig" "url" "pylintrc" "pc" "cross" "native" "doxyfile"] ["doxyfile" ".editorconfig"
        ".gitconfig" ".gitmodules" ".npmrc" ".pylintrc" ".flake8" ".coveragerc" ".condarc" ".wgetrc" ".curlrc"
        ".inputrc" "pylintrc" ".flaskenv" "gradle.lockfile"] []
    Ignore "gitignore" Config ["gitignore" "dockerignore"] [".gitignore" ".ignore" ".nearfieldignore"
        ".dockerignore" ".npmignore" ".eslintignore" ".prettierignore" ".stylelintignore" ".gitattributes"
        ".hgignore" ".rgignore" ".helmignore" ".gcloudignore" ".vscodeignore" ".cursorignore"
        ".git-blame-ignore-revs" ".nvmrc" ".node-version" ".python-version" ".ruby-version" ".tool-versions"] []
    Dockerfile "dockerfile" Config ["dockerfile" "containerfile"] ["dockerfile" "containerfile"] []
    Makefile "makefile" Config ["mk" "mak" "make" "am"] ["makefile" "gnumakefile" "bsdmakefile" "kbuild"] ["make"
        "gmake"]
    CMake "cmake" Config ["cmake"] ["cmakelists.txt"] []
    Meson "meson" Config ["meson"] ["meson.build" "meson_options.txt" "meson.options"] []
    Starlark "starlark" Config ["bzl" "bazel" "star" "sky"] ["build" "workspace" "buck" "tiltfile"] []
    Just "just" Config ["just"] ["justfile" ".justfile"] ["just"]
    Ninja "ninja" Config ["ninja"] [] []
    Gn "gn" Config ["gn" "gni"] [] []
    Autoconf "m4" Config ["m4" "ac"] ["configure.ac" "configure.in"] []
    Hcl "hcl" Config ["tf" "tfvars" "hcl" "nomad"] [] []
    Kconfig "kconfig" Config [] ["kconfig"] []
    Bicep "bicep" Config ["bicep"] [] []
    GoMod "gomod" Config [] ["go.mod" "go.work"] []
    Requirements "requirements" Config [] ["requirements.txt" "constraints.txt"] []
    Csv "csv" Config ["csv" "tsv" "psv"] [] []
    Diff "diff" Config ["diff" "patch" "rej"] [] []
    Po "po" Config ["po" "pot"] [] []
    Data "data" Config ["snap" "log" "sum" "lock" "map" "lst" "dat" "cert" "crt" "pub" "vtt" "srt" "ics" "vcf" "tap"
        "out" "golden" "stdout" "stderr"] ["yarn.lock" "go.sum" "go.work.sum" "gemfile.lock" "mix.lock"] []
    Unknown "unknown" Code [] [] []
}

/// Suffixes that wrap another name: `config.h.in` is C, `loops.c.src` is C, `values.yaml.tmpl` is YAML.
const WRAPPERS: &[&str] = &[
    "in", "src", "tmpl", "template", "tpl", "example", "sample", "dist", "orig", "bak", "old", "j2", "jinja", "jinja2",
    "erb", "eex", "heex", "leex", "ejs", "mustache", "hbs", "liquid", "tempita", "fypp",
];

/// How much of a text is looked at where a suffix leaves two languages open.
const LOOK: usize = 32 * 1024;

impl Language {
    /// Every language, in the table's order.
    pub fn all() -> impl Iterator<Item = Language> {
        ROWS.iter().map(|row| row.language)
    }

    /// The language that is `number` when it is cast to a number.
    pub(crate) fn of_number(number: u8) -> Option<Self> {
        ROWS.get(usize::from(number)).map(|row| row.language)
    }

    /// The name in reports and options, and the tag of a Markdown fence.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The language of that name, as [`Language::name`] spells it.
    pub fn from_name(name: &str) -> Option<Language> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.language)
    }

    /// The language that people mean by a word: a name, an ending or a program of the table, or another name that is in use.
    /// So fences and the attributes of scripts say what is in them.
    pub fn of_tag(word: &str) -> Option<Language> {
        const OTHERS: &[(&str, Language)] = &[
            ("shell", Language::Bash),
            ("golang", Language::Go),
            ("objective-c", Language::ObjectiveC),
            ("c#", Language::CSharp),
            ("f#", Language::FSharp),
            ("visualbasic", Language::VisualBasic),
            ("postgresql", Language::Sql),
            ("mysql", Language::Sql),
        ];
        let word = word.trim();
        let is_named = |row: &&Row| row.name.eq_ignore_ascii_case(word);
        let row = ROWS.iter().find(is_named).or_else(|| ROWS.iter().find(|row| listed(row.endings, word)));
        let row = row.or_else(|| ROWS.iter().find(|row| listed(row.interpreters, word)));
        let other = || OTHERS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word)).map(|(_, language)| *language);
        row.map(|row| row.language).or_else(other)
    }

    /// Code, docs or config. A text of unknown kind counts as code, so that a search for code cannot miss it.
    pub fn content(self) -> Content {
        self.row().content
    }

    fn row(self) -> &'static Row {
        // The macro writes enum and table in one go, so a discriminant is its row's index.
        &ROWS[self as usize]
    }

    /// The language of a file from its path and the beginning of its text.
    ///
    /// The first line suffices for `#!`; with more of the text `.h` tells C from C++ and `.m` Objective-C from MATLAB.
    /// At most 32 KiB are read.
    pub fn of_path(path: &str, text: &str) -> Language {
        let name = file_name(path);
        let found = by_name(name).map(|language| (name, language));
        let found = found.or_else(|| wrapped(name)).or_else(|| by_ending(name).map(|language| (name, language)));
        let text = head(text, LOOK);
        match found {
            Some((name, language)) => settle(name, language, text),
            None => by_first_line(text).unwrap_or(Language::Unknown),
        }
    }
}

fn listed(list: &[&str], word: &str) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}

fn by_name(name: &str) -> Option<Language> {
    if let Some(row) = ROWS.iter().find(|row| listed(row.names, name)) {
        return Some(row.language);
    }
    // `Dockerfile.dev`, `Makefile.am`, `LICENSE-MIT`, `README.ja`, `requirements-dev.txt`, `.env.example`.
    const FAMILIES: &[(&str, Language)] = &[
        ("dockerfile.", Language::Dockerfile),
        ("makefile.", Language::Makefile),
        ("jenkinsfile.", Language::Groovy),
        ("kconfig.", Language::Kconfig),
        ("license-", Language::Text),
        ("license.", Language::Text),
        ("copying.", Language::Text),
        ("readme.", Language::Text),
        (".env", Language::Ini),
        (".eslintrc.y", Language::Yaml),
    ];
    for (family, language) in FAMILIES {
        if starts_with_ignore_case(name, family) && by_ending(name).is_none_or(|l| l == Language::Perl) {
            return Some(*language);
        }
    }
    let pip = starts_with_ignore_case(name, "requirements") && matches!(extension(name), Some("txt" | "in"));
    pip.then_some(Language::Requirements)
}

/// The name inside a wrapping suffix, and its language.
fn wrapped(name: &str) -> Option<(&str, Language)> {
    let (stem, wrapper) = name.rsplit_once('.')?;
    if !WRAPPERS.iter().any(|w| w.eq_ignore_ascii_case(wrapper)) {
        return None;
    }
    by_name(stem).or_else(|| by_ending(stem)).map(|language| (stem, language))
}

fn by_ending(name: &str) -> Option<Language> {
    let ending = extension(name)?;
    ROWS.iter().find(|row| listed(row.endings, ending)).map(|row| row.language)
}

/// Decides between the languages that share an ending.
fn settle(name: &str, language: Language, text: &str) -> Language {
    let starts = |prefix: &str| starts_with_ignore_case(text.trim_start(), prefix);
    match language {
        Language::C if starts("<?php") => Language::Php,
        Language::C if !ends_with_ignore_case(name, ".c") || name.ends_with(".C") => {
            if has_line(text, |line| line.starts_with("@interface") || line.starts_with("@protocol")) {
                Language::ObjectiveC
            } else if is_cpp(text) {
                Language::Cpp
            } else {
                Language::C
            }
        }
        // Qt keeps translations in `.ts`.
        Language::TypeScript if starts("<?xml") || starts("<!doctype ts") => Language::Xml,
        Language::ObjectiveC if ends_with_ignore_case(name, ".m") && is_matlab(text) => Language::Matlab,
        Language::Perl if ends_with_ignore_case(name, ".pl") && has_line(text, |line| line.starts_with(":-")) => {
            Language::Prolog
        }
        Language::Verilog if has_line(text, |line| line.starts_with("Require ") || line.starts_with("Lemma ")) => {
            Language::Coq
        }
        // A man page has a macro in its first lines; a log or a library's version number does not.
        Language::Roff if !has_line(head(text, 2048), |line| line.starts_with('.')) => Language::Text,
        Language::Data if starts("<?xml") => Language::Xml,
        Language::Text if starts("<?xml") => Language::Xml,
        other => other,
    }
}

fn has_line(text: &str, test: impl Fn(&str) -> bool) -> bool {
    text.lines().any(|line| test(line.trim_start()))
}

fn is_matlab(text: &str) -> bool {
    let objective = |line: &str| {
        line.starts_with("#import") || line.starts_with("#include") || line.starts_with('@') || line.starts_with("//")
    };
    !has_line(text, objective)
        && has_line(text, |line| line.starts_with('%') || line.starts_with("function") || line.ends_with("..."))
}

/// A header is C++ when it says something that C cannot, outside of `#ifdef __cplusplus`.
fn is_cpp(text: &str) -> bool {
    if text.lines().next().is_some_and(|line| {
        find_ignore_case(line, "-*- c++").is_some() || find_ignore_case(line, "mode: c++").is_some()
    }) {
        return true;
    }
    let mut guarded = 0u32;
    let mut comment = false;
    for line in text.lines() {
        let line = line.trim();
        if comment {
            comment = !line.contains("*/");
            continue;
        }
        if line.starts_with("/*") {
            comment = !line.contains("*/");
            continue;
        }
        if let Some(directive) = line.strip_prefix('#').map(str::trim_start) {
            let includes = directive.strip_prefix("include").map(str::trim_start);
            if guarded > 0 {
                match directive {
                    d if d.starts_with("if") => guarded += 1,
                    d if d.starts_with("endif") => guarded -= 1,
                    d if d.starts_with("el") && guarded == 1 => guarded = 0,
                    _ => {}
                }
            } else if directive.starts_with("if") && directive.contains("__cplusplus") {
                guarded = 1;
            } else if includes.is_some_and(|what| what.starts_with('<') && !what.contains('.') && what.ends_with('>')) {
                return true; // <vector>, <memory>: C's headers all have a suffix
            }
            continue;
        }
        if guarded == 0 && cpp_only(line) {
            return true;
        }
    }
    false
}

/// A line of code that no C compiler takes.
fn cpp_only(line: &str) -> bool {
    let named = |keyword: &str| line.strip_prefix(keyword).is_some_and(|rest| rest.starts_with(' '));
    let closes = line.ends_with(['{', ';', ':']) || line.contains(" : ");
    line.starts_with("template<")
        || line.starts_with("template <")
        || line.starts_with("using namespace ")
        || matches!(line, "public:" | "private:" | "protected:" | "namespace {")
        || (named("class") && closes)
        || (named("namespace") && (line.ends_with('{') || line.split(' ').count() == 2))
        || line.contains("std::") && !line.starts_with("//")
        || line.starts_with("enum class ")
        || line.starts_with("virtual ")
}

fn by_first_line(text: &str) -> Option<Language> {
    let first = text.lines().next()?.trim();
    if let Some(command) = first.strip_prefix("#!") {
        return by_interpreter(command);
    }
    const OPENINGS: &[(&str, Language)] = &[
        ("<?php", Language::Php),
        ("<!doctype html", Language::Html),
        ("<html", Language::Html),
        ("<?xml", Language::Xml),
        ("<svg", Language::Xml),
        ("---", Language::Yaml),
        ("diff --git ", Language::Diff),
        ("#compdef", Language::Bash),
        ("version https://git-lfs", Language::Data),
    ];
    if first == "{" || first == "[" {
        return Some(Language::Json);
    }
    OPENINGS.iter().find(|(opening, _)| starts_with_ignore_case(first, opening)).map(|(_, language)| *language)
}

/// `/usr/bin/env -S FOO=1 python3.11 -u` → Python.
fn by_interpreter(command: &str) -> Option<Language> {
    let mut words = command.split_ascii_whitespace();
    let mut program = words.next().map(file_name)?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('=')).map(file_name)?;
    }
    let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    ROWS.iter().find(|row| listed(row.interpreters, program)).map(|row| row.language)
}

#[cfg(test)]
#[path = "language_tests.rs"]
mod tests;
