//! Languages that compile to machine code.

use super::{Docs, Grammar, Roles};
use crate::source::Language;

pub(super) static ROWS: &[Grammar] = &[
    #[cfg(feature = "lang-rust")]
    Grammar {
        language: Language::Rust,
        load: || tree_sitter_rust::LANGUAGE.into(),
        definitions: &[include_str!("../queries/rust.scm")],
        separator: "::",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["enum_item", "trait_item", "impl_item", "mod_item", "foreign_mod_item"]),
            (Roles::COMMENT, &["line_comment", "block_comment"]),
            (Roles::ATTRIBUTE, &["attribute_item"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (Roles::MEMBERS, &["declaration_list", "field_declaration_list", "enum_variant_list"]),
            (Roles::STATEMENTS, &["block", "match_block"]),
            (Roles::ITEMS, &["array_expression", "field_initializer_list", "token_tree", "use_list"]),
            (Roles::FUNCTION, &["function_item", "closure_expression"]),
            (Roles::OPAQUE, &["string_literal", "raw_string_literal"]),
        ],
    },
    #[cfg(feature = "lang-go")]
    Grammar {
        language: Language::Go,
        load: || tree_sitter_go::LANGUAGE.into(),
        definitions: &[include_str!("../queries/go.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["type_declaration", "const_declaration", "var_declaration"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::WRAPPER, &["type_declaration", "const_declaration", "var_declaration"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (
                Roles::MEMBERS,
                &[
                    "field_declaration_list",
                    "interface_type",
                    "type_declaration",
                    "const_declaration",
                    "var_declaration",
                    "var_spec_list",
                    "import_spec_list",
                ],
            ),
            (
                Roles::STATEMENTS,
                &["statement_list", "expression_switch_statement", "type_switch_statement", "select_statement"],
            ),
            (Roles::ITEMS, &["literal_value"]),
            (Roles::FUNCTION, &["function_declaration", "method_declaration", "func_literal"]),
            (Roles::OPAQUE, &["raw_string_literal"]),
        ],
    },
    #[cfg(feature = "lang-c")]
    Grammar {
        language: Language::C,
        load: || tree_sitter_c::LANGUAGE.into(),
        definitions: &[include_str!("../queries/c.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["type_definition", "enum_specifier", "declaration_list"]),
            (Roles::COMMENT, &["comment"]),
            (
                Roles::TRANSPARENT,
                &[
                    "translation_unit",
                    "declaration_list",
                    "preproc_if",
                    "preproc_ifdef",
                    "preproc_elif",
                    "preproc_elifdef",
                    "preproc_else",
                ],
            ),
            (Roles::MEMBERS, &["field_declaration_list", "enumerator_list"]),
            (Roles::STATEMENTS, &["compound_statement", "case_statement"]),
            (Roles::LABELLED, &["case_statement"]),
            (Roles::ITEMS, &["initializer_list"]),
            (Roles::FUNCTION, &["function_definition"]),
            (Roles::OUTSIDE, &["declaration"]),
            (Roles::OPAQUE, &["string_literal"]),
        ],
    },
    #[cfg(feature = "lang-cpp")]
    Grammar {
        language: Language::Cpp,
        load: || tree_sitter_cpp::LANGUAGE.into(),
        definitions: &[include_str!("../queries/cpp.scm"), include_str!("../queries/c.scm")],
        separator: "::",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "class_specifier",
                    "field_declaration",
                    "struct_specifier",
                    "union_specifier",
                    "enum_specifier",
                    "type_definition",
                    "namespace_definition",
                    "declaration_list",
                    "template_declaration",
                    "linkage_specification",
                ],
            ),
            (Roles::COMMENT, &["comment"]),
            (Roles::ATTRIBUTE, &["attribute_declaration"]),
            (Roles::WRAPPER, &["template_declaration", "linkage_specification"]),
            (
                Roles::TRANSPARENT,
                &[
                    "translation_unit",
                    "declaration_list",
                    "preproc_if",
                    "preproc_ifdef",
                    "preproc_elif",
                    "preproc_elifdef",
                    "preproc_else",
                ],
            ),
            (Roles::MEMBERS, &["field_declaration_list", "enumerator_list"]),
            (Roles::STATEMENTS, &["compound_statement", "case_statement"]),
            (Roles::LABELLED, &["case_statement"]),
            (Roles::ITEMS, &["initializer_list"]),
            (Roles::FUNCTION, &["function_definition", "lambda_expression"]),
            // A macro before a class's name makes the class look like a function.
            (Roles::SCOPE, &["function_definition class "]),
            (Roles::OUTSIDE, &["declaration"]),
            (Roles::OPAQUE, &["string_literal", "raw_string_literal"]),
        ],
    },
    #[cfg(feature = "lang-zig")]
    Grammar {
        language: Language::Zig,
        load: || tree_sitter_zig::LANGUAGE.into(),
        definitions: &[include_str!("../queries/zig.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "variable_declaration",
                    "struct_declaration",
                    "enum_declaration",
                    "union_declaration",
                    "opaque_declaration",
                    "error_set_declaration",
                ],
            ),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (
                Roles::MEMBERS,
                &[
                    "struct_declaration",
                    "enum_declaration",
                    "union_declaration",
                    "opaque_declaration",
                    "error_set_declaration",
                ],
            ),
            (Roles::STATEMENTS, &["block", "switch_expression"]),
            (Roles::ITEMS, &["initializer_list"]),
            (Roles::FUNCTION, &["function_declaration", "test_declaration", "comptime_declaration"]),
            (Roles::OPAQUE, &["multiline_string"]),
        ],
    },
];
