//! Stand-in: the languages.
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    TypeScript,
    Tsx,
    JavaScript,
    Python,
    Rust,
    Go,
    Java,
    C,
    Cpp,
    CSharp,
    Ruby,
    Php,
    Kotlin,
    Swift,
    Scala,
    Bash,
    Lua,
    Elixir,
    Haskell,
    Zig,
    Dart,
    Css,
    Html,
    Json,
    Yaml,
    Toml,
    Markdown,
    Xml,
    Sql,
    Vue,
    Svelte,
    Dockerfile,
    Makefile,
    Rst,
    AsciiDoc,
    Text,
    Unknown,
}

impl Language {
    pub fn name(self) -> &'static str {
        match self {
            Language::TypeScript => "typescript",
            Language::Tsx => "tsx",
            Language::JavaScript => "javascript",
            Language::Python => "python",
            Language::Rust => "rust",
            Language::Go => "go",
            Language::Java => "java",
            Language::C => "c",
            Language::Css => "css",
            Language::Html => "html",
            Language::Json => "json",
            Language::Yaml => "yaml",
            Language::Toml => "toml",
            Language::Markdown => "markdown",
            Language::Rst => "rst",
            Language::AsciiDoc => "asciidoc",
            Language::Text => "text",
            _ => "unknown",
        }
    }

    pub fn of_path(path: &str, _first_line: &str) -> Language {
        match path.rsplit('.').next().unwrap_or("") {
            "ts" | "mts" | "cts" => Language::TypeScript,
            "tsx" => Language::Tsx,
            "js" | "mjs" | "cjs" | "jsx" => Language::JavaScript,
            "py" => Language::Python,
            "rs" => Language::Rust,
            "go" => Language::Go,
            "java" => Language::Java,
            "c" | "h" => Language::C,
            "css" => Language::Css,
            "html" => Language::Html,
            "json" => Language::Json,
            "yml" | "yaml" => Language::Yaml,
            "toml" => Language::Toml,
            "md" => Language::Markdown,
            "rst" => Language::Rst,
            "txt" => Language::Text,
            _ => Language::Unknown,
        }
    }
}
