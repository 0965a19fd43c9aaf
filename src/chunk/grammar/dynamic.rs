//! Languages that are run as they stand.

#[cfg(feature = "lang-python")]
use super::blanks;
use super::{Docs, Grammar, Roles};
use crate::source::Language;

pub(super) static ROWS: &[Grammar] = &[
    #[cfg(feature = "lang-python")]
    Grammar {
        language: Language::Python,
        load: || tree_sitter_python::LANGUAGE.into(),
        definitions: &[include_str!("../queries/python.scm")],
        docs: Docs::FirstString,
        fits: shallow_indents,
        separator: ".",
        roles: &[
            (Roles::HOLDER, &["class_definition", "block"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::DECORATOR, &["decorator"]),
            (Roles::WRAPPER, &["decorated_definition"]),
            (Roles::TRANSPARENT, &["module"]),
            (Roles::STATEMENTS, &["block"]),
            (Roles::ITEMS, &["list", "dictionary", "set", "tuple"]),
            (Roles::FUNCTION, &["function_definition"]),
            (Roles::SCOPE, &["class_definition"]),
            (Roles::OPAQUE, &["string"]),
        ],
    },
    #[cfg(feature = "lang-ruby")]
    Grammar {
        language: Language::Ruby,
        load: || tree_sitter_ruby::LANGUAGE.into(),
        definitions: &[include_str!("../queries/ruby.scm")],
        separator: "::",
        docs: Docs::Above,
        fits: few_open_literals,
        roles: &[
            (Roles::HOLDER, &["class", "module", "singleton_class", "body_statement", "block_body"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["program"]),
            (
                Roles::STATEMENTS,
                &[
                    "body_statement",
                    "block_body",
                    "then",
                    "else",
                    "ensure",
                    "begin",
                    "case",
                    "case_match",
                    "when",
                    "do",
                ],
            ),
            (Roles::LABELLED, &["when"]),
            (Roles::ITEMS, &["array", "hash", "string_array", "symbol_array"]),
            (Roles::FUNCTION, &["method", "singleton_method", "lambda"]),
            (Roles::SCOPE, &["class", "module", "singleton_class"]),
            (Roles::OPAQUE, &["string", "heredoc_body", "regex"]),
        ],
    },
    #[cfg(feature = "lang-php")]
    Grammar {
        language: Language::Php,
        load: || tree_sitter_php::LANGUAGE_PHP.into(),
        definitions: &[include_str!("../queries/php.scm")],
        separator: "::",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "class_declaration",
                    "interface_declaration",
                    "trait_declaration",
                    "enum_declaration",
                    "namespace_definition",
                ],
            ),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["program"]),
            (Roles::MEMBERS, &["declaration_list", "enum_declaration_list"]),
            (
                Roles::STATEMENTS,
                &[
                    "compound_statement",
                    "colon_block",
                    "switch_block",
                    "match_block",
                    "case_statement",
                    "default_statement",
                ],
            ),
            (Roles::LABELLED, &["case_statement"]),
            (Roles::ITEMS, &["array_creation_expression"]),
            (Roles::FUNCTION, &["function_definition", "method_declaration", "anonymous_function", "property_hook"]),
            (Roles::SCOPE, &["namespace_definition"]),
            (Roles::OPAQUE, &["string", "encapsed_string", "heredoc", "nowdoc", "text"]),
        ],
    },
    #[cfg(feature = "lang-bash")]
    Grammar {
        language: Language::Bash,
        load: || tree_sitter_bash::LANGUAGE.into(),
        definitions: &[include_str!("../queries/bash.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: plain_braces,
        roles: &[
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["program"]),
            (
                Roles::STATEMENTS,
                &[
                    "compound_statement",
                    "subshell",
                    "do_group",
                    "if_statement",
                    "elif_clause",
                    "else_clause",
                    "case_statement",
                    "case_item",
                ],
            ),
            (Roles::LABELLED, &["if_statement", "elif_clause", "case_item"]),
            (Roles::ITEMS, &["array"]),
            (Roles::FUNCTION, &["function_definition"]),
            (Roles::OPAQUE, &["string", "raw_string", "heredoc_body"]),
        ],
    },
    #[cfg(feature = "lang-lua")]
    Grammar {
        language: Language::Lua,
        load: || tree_sitter_lua::LANGUAGE.into(),
        definitions: &[include_str!("../queries/lua.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["block"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["chunk"]),
            (Roles::STATEMENTS, &["block"]),
            (Roles::ITEMS, &["table_constructor"]),
            (Roles::FUNCTION, &["function_declaration", "function_definition"]),
            (Roles::OPAQUE, &["string"]),
        ],
    },
];

/// Python's scanner keeps one entry per indent in 1,024 bytes.
#[cfg(feature = "lang-python")]
fn shallow_indents(text: &str) -> bool {
    text.lines().all(|line| blanks(line) <= 360)
}

/// Bash's scanner looks up what stands in `{1..2}` in a table of 256 characters.
#[cfg(feature = "lang-bash")]
fn plain_braces(text: &str) -> bool {
    text.split('{').skip(1).all(|rest| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix("..").unwrap_or(rest).trim_start_matches(|c: char| c.is_ascii_digit());
        rest.chars().next().is_none_or(|c| u32::from(c) < 256)
    })
}

/// Ruby's scanner keeps five bytes per literal that is open, and the words that end the open heredocs, in 1,024 bytes.
#[cfg(feature = "lang-ruby")]
fn few_open_literals(text: &str) -> bool {
    let heredocs = |line: &str| -> usize {
        let word = |rest: &str| {
            let rest = rest.trim_start_matches(['~', '-', '"', '\'', '`']);
            rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len()) + 4
        };
        line.split("<<").skip(1).map(word).sum()
    };
    let mut open = 0;
    let mut deepest = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' if open > 0 => open -= 1,
            b'#' if text[at + 1..].starts_with('{') => deepest = deepest.max(open + 1),
            _ => {}
        }
    }
    deepest <= 100 && text.lines().all(|line| line.len() < 300 || heredocs(line) < 300)
}
