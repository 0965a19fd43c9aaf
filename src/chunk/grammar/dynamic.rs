//! Languages that are run as they stand.

use super::{Docs, Grammar, Roles, blanks};
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
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["class", "module", "singleton_class"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["program"]),
            (
                Roles::STATEMENTS,
                &["body_statement", "block_body", "then", "else", "ensure", "begin", "case", "case_match", "when", "do"],
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
                &["compound_statement", "colon_block", "switch_block", "match_block", "case_statement",
                    "default_statement"],
            ),
            (Roles::LABELLED, &["case_statement"]),
            (Roles::ITEMS, &["array_creation_expression"]),
            (
                Roles::FUNCTION,
                &["function_definition", "method_declaration", "anonymous_function", "property_hook"],
            ),
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
        fits: |_| true,
        roles: &[
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["program"]),
            (
                Roles::STATEMENTS,
                &["compound_statement", "subshell", "do_group", "if_statement", "elif_clause", "else_clause",
                    "case_statement", "case_item"],
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
