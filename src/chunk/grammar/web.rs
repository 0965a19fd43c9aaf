//! The languages of pages.

use super::{Docs, Grammar, Roles};
use crate::source::Language;

pub(super) static ROWS: &[Grammar] = &[
    #[cfg(feature = "lang-typescript")]
    Grammar {
        language: Language::TypeScript,
        load: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        definitions: &[include_str!("../queries/script.scm"), include_str!("../queries/typescript.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-typescript")]
    Grammar {
        language: Language::Tsx,
        load: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        definitions: &[include_str!("../queries/script.scm"), include_str!("../queries/typescript.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-javascript")]
    Grammar {
        language: Language::JavaScript,
        load: || tree_sitter_javascript::LANGUAGE.into(),
        definitions: &[include_str!("../queries/script.scm"), include_str!("../queries/javascript.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-css")]
    Grammar {
        language: Language::Css,
        load: || tree_sitter_css::LANGUAGE.into(),
        definitions: &[include_str!("../queries/css.scm")],
        separator: " ",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["rule_set"]),
            (Roles::COMMENT, &["comment", "js_comment"]),
            (Roles::TRANSPARENT, &["stylesheet"]),
            (Roles::STATEMENTS, &["block"]),
            (Roles::MEMBERS, &["keyframe_block_list"]),
            (Roles::SCOPE, &["media_statement", "supports_statement", "scope_statement", "at_rule"]),
        ],
    },
    #[cfg(feature = "lang-html")]
    page(Language::Html),
    #[cfg(feature = "lang-html")]
    page(Language::Vue),
    #[cfg(feature = "lang-html")]
    page(Language::Svelte),
    #[cfg(feature = "lang-html")]
    page(Language::Astro),
];

/// The roles that JavaScript, TypeScript and their JSX forms share. A name that a grammar lacks is passed over.
#[cfg(any(feature = "lang-typescript", feature = "lang-javascript"))]
const SCRIPT: &[(Roles, &[&str])] = &[
    (
        Roles::HOLDER,
        &[
            "export_statement",
            "ambient_declaration",
            "class_declaration",
            "abstract_class_declaration",
            "interface_declaration",
            "enum_declaration",
            "internal_module",
            "module",
        ],
    ),
    (Roles::COMMENT, &["comment", "html_comment"]),
    (Roles::DECORATOR, &["decorator"]),
    (
        Roles::WRAPPER,
        &[
            "export_statement",
            "ambient_declaration",
            "lexical_declaration",
            "variable_declaration",
            "expression_statement",
        ],
    ),
    (Roles::TRANSPARENT, &["program"]),
    (Roles::MEMBERS, &["class_body", "interface_body", "enum_body", "object_type"]),
    (Roles::STATEMENTS, &["statement_block", "switch_body", "switch_case", "switch_default"]),
    (Roles::ITEMS, &["object", "array", "jsx_element", "jsx_fragment"]),
    (
        Roles::FUNCTION,
        &[
            "function_declaration",
            "function_expression",
            "generator_function_declaration",
            "generator_function",
            "arrow_function",
            "method_definition",
        ],
    ),
    (Roles::SCOPE, &["internal_module", "module"]),
    (Roles::OPAQUE, &["template_string", "string", "jsx_text"]),
];

/// A page in one of the dialects that the grammar of HTML reads. What stands in its scripts is told by their own grammars.
#[cfg(feature = "lang-html")]
const fn page(language: Language) -> Grammar {
    Grammar {
        language,
        load: || tree_sitter_html::LANGUAGE.into(),
        definitions: &[include_str!("../queries/html.scm")],
        separator: " > ",
        docs: Docs::Above,
        fits: few_open_tags,
        roles: &[
            (Roles::HOLDER, &["element"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["document"]),
            (Roles::ITEMS, &["element", "script_element", "style_element"]),
            (Roles::OPAQUE, &["raw_text", "text"]),
        ],
    }
}

/// HTML's scanner copies the names of all open elements at every token.
#[cfg(feature = "lang-html")]
fn few_open_tags(text: &str) -> bool {
    let pairs = text.as_bytes().windows(2).filter(|pair| pair[0] == b'<');
    let open = pairs.fold(0, |open: i64, pair| match pair[1] {
        b'/' => open - 1,
        byte if byte.is_ascii_alphabetic() => open + 1,
        _ => open,
    });
    open <= 4_000
}
