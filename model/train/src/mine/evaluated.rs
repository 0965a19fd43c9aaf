//! What is never trained on: the projects that retrieval is measured on.

/// Their packages, by the names that they have in registries, `@` left out and `/` written as `-`.
#[rustfmt::skip]
const PACKAGES: &[&str] = &[
    // Suites handed over.
    "axios", "axum", "axum-core", "axum-extra", "axum-macros", "bash-it", "circe", "click", "cobra", "commons-lang",
    "dapper", "exposed", "express", "flask", "fmt", "fmtlib", "gin", "gson", "ktor", "libuv", "libuv-sys2", "model2vec",
    "model2vec-rs", "monolog", "nlohmann-json", "numpy", "nvm", "phoenix", "phoenix_live_view", "plug", "pydantic",
    "pydantic-core", "pydantic_core", "pydantic-settings", "pydantic_settings", "rack", "requests", "serde",
    "serde_core", "serde_derive", "sinatra", "vapor", "xmonad", "zls", "zod",
    // ripgrep and the libraries of its repository.
    "globset", "grep", "grep-cli", "grep-matcher", "grep-pcre2", "grep-printer", "grep-regex", "grep-searcher",
    "ignore", "ripgrep",
    // The project's own suites.
    "capacitor-android", "capacitor-core", "capacitor-ios", "effect", "expo", "expo-modules-core", "immer", "lodash",
    "lodash-es", "mobx", "pybind11", "reduxjs-toolkit", "rxjs", "tanstack-query-core", "three-mesh-bvh", "zstd",
    "zstd-safe", "zstd-sys",
];

/// Scopes whose packages all belong to such a project.
const SCOPES: &[&str] = &["capacitor-", "effect-", "expo-", "tanstack-", "trpc-"];

/// Names of folders in which others keep copies of them.
const COPIES: &[&str] = &[
    "dapper",
    "fmt",
    "gson",
    "libuv",
    "lodash",
    "nlohmann",
    "nlohmann_json",
    "numpy",
    "pybind11",
    "pydantic",
    "requests",
    "rxjs",
    "zod",
    "zstd",
];

/// Whether a package, by its folder, is one of them.
pub fn is_package(folder: &str) -> bool {
    PACKAGES.contains(&folder) || SCOPES.iter().any(|scope| folder.starts_with(scope))
}

/// Whether a path leads through a copy.
pub fn is_copy(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    folders.any(|folder| COPIES.iter().any(|copy| folder.eq_ignore_ascii_case(copy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_and_copies_are_known() {
        assert!(is_package("zod") && is_package("trpc-server") && !is_package("regex-automata"));
        assert!(is_copy("external/fmt/include/core.h") && !is_copy("src/fmt.rs"));
    }
}
