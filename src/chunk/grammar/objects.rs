//! Languages of classes.

use super::{Docs, Grammar, Roles};
use crate::source::Language;

pub(super) static ROWS: &[Grammar] = &[
    #[cfg(feature = "lang-java")]
    Grammar {
        language: Language::Java,
        load: || tree_sitter_java::LANGUAGE.into(),
        definitions: &[include_str!("../queries/java.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "class_declaration",
                    "record_declaration",
                    "enum_declaration",
                    "interface_declaration",
                    "annotation_type_declaration",
                ],
            ),
            (Roles::COMMENT, &["line_comment", "block_comment"]),
            (Roles::TRANSPARENT, &["program", "enum_body_declarations"]),
            (Roles::MEMBERS, &["class_body", "interface_body", "enum_body", "annotation_type_body"]),
            (Roles::STATEMENTS, &["block", "constructor_body", "switch_block", "switch_block_statement_group"]),
            (Roles::ITEMS, &["array_initializer", "element_value_array_initializer"]),
            (
                Roles::FUNCTION,
                &[
                    "method_declaration",
                    "constructor_declaration",
                    "compact_constructor_declaration",
                    "lambda_expression",
                    "static_initializer",
                ],
            ),
            (Roles::OPAQUE, &["string_literal"]),
        ],
    },
    #[cfg(feature = "lang-dart")]
    Grammar {
        language: Language::Dart,
        load: || tree_sitter_dart::LANGUAGE.into(),
        definitions: &[include_str!("../queries/dart.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "class_declaration",
                    "mixin_declaration",
                    "enum_declaration",
                    "extension_declaration",
                    "extension_type_declaration",
                    "member_declaration",
                ],
            ),
            (Roles::COMMENT, &["comment", "documentation_comment"]),
            (Roles::DECORATOR, &["annotation"]),
            (Roles::WRAPPER, &["member_declaration"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (Roles::MEMBERS, &["class_body", "enum_body", "extension_body"]),
            (Roles::STATEMENTS, &["block", "switch_block"]),
            (Roles::ITEMS, &["list_literal", "set_or_map_literal", "arguments"]),
            (
                Roles::FUNCTION,
                &[
                    "function_declaration",
                    "getter_declaration",
                    "setter_declaration",
                    "method_declaration",
                    "local_function_declaration",
                    "function_expression",
                ],
            ),
            (Roles::OPAQUE, &["string_literal"]),
        ],
    },
    #[cfg(feature = "lang-csharp")]
    Grammar {
        language: Language::CSharp,
        load: || tree_sitter_c_sharp::LANGUAGE.into(),
        definitions: &[include_str!("../queries/csharp.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: few_open_generics,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "namespace_declaration",
                    "class_declaration",
                    "struct_declaration",
                    "record_declaration",
                    "interface_declaration",
                    "enum_declaration",
                ],
            ),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["compilation_unit", "preproc_if", "preproc_elif", "preproc_else"]),
            (Roles::MEMBERS, &["declaration_list", "enum_member_declaration_list"]),
            (Roles::STATEMENTS, &["block", "switch_body", "switch_section", "accessor_list"]),
            (Roles::LABELLED, &["switch_section"]),
            (Roles::ITEMS, &["initializer_expression", "switch_expression"]),
            (
                Roles::FUNCTION,
                &[
                    "method_declaration",
                    "constructor_declaration",
                    "destructor_declaration",
                    "operator_declaration",
                    "conversion_operator_declaration",
                    "accessor_declaration",
                    "local_function_statement",
                    "lambda_expression",
                    "anonymous_method_expression",
                ],
            ),
            (Roles::REST, &["file_scoped_namespace_declaration"]),
            (
                Roles::OPAQUE,
                &["string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression"],
            ),
        ],
    },
    #[cfg(feature = "lang-kotlin")]
    Grammar {
        language: Language::Kotlin,
        load: || tree_sitter_kotlin_ng::LANGUAGE.into(),
        definitions: &[include_str!("../queries/kotlin.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "class_declaration",
                    "object_declaration",
                    "companion_object",
                    "primary_constructor",
                    "enum_entry",
                    "class_parameters",
                ],
            ),
            (Roles::COMMENT, &["line_comment", "block_comment"]),
            (Roles::WRAPPER, &["annotated_expression"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (Roles::MEMBERS, &["class_body", "enum_class_body"]),
            (Roles::ITEMS, &["class_parameters"]),
            (Roles::STATEMENTS, &["block", "lambda_literal", "when_expression"]),
            (Roles::LABELLED, &["when_expression"]),
            (
                Roles::FUNCTION,
                &[
                    "function_declaration",
                    "secondary_constructor",
                    "anonymous_initializer",
                    "anonymous_function",
                    "getter",
                    "setter",
                ],
            ),
            (Roles::OPAQUE, &["string_literal", "multiline_string_literal"]),
        ],
    },
    #[cfg(feature = "lang-scala")]
    Grammar {
        language: Language::Scala,
        load: || tree_sitter_scala::LANGUAGE.into(),
        definitions: &[include_str!("../queries/scala.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "class_definition",
                    "class_parameters",
                    "object_definition",
                    "package_object",
                    "trait_definition",
                    "enum_definition",
                    "enum_case_definitions",
                    "given_definition",
                    "extension_definition",
                ],
            ),
            (Roles::COMMENT, &["comment", "block_comment"]),
            (Roles::TRANSPARENT, &["compilation_unit"]),
            (Roles::MEMBERS, &["template_body", "with_template_body", "enum_body", "extension_definition"]),
            (Roles::STATEMENTS, &["block", "indented_block", "case_block", "indented_cases", "case_clause"]),
            (Roles::LABELLED, &["case_clause"]),
            (Roles::ITEMS, &["class_parameters"]),
            (Roles::FUNCTION, &["function_definition", "lambda_expression"]),
            (Roles::OPAQUE, &["string"]),
        ],
    },
    #[cfg(feature = "lang-swift")]
    Grammar {
        language: Language::Swift,
        load: || tree_sitter_swift::LANGUAGE.into(),
        definitions: &[include_str!("../queries/swift.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["class_declaration", "protocol_declaration"]),
            (Roles::COMMENT, &["comment", "multiline_comment"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (Roles::MEMBERS, &["class_body", "enum_class_body", "protocol_body"]),
            (Roles::STATEMENTS, &["statements", "switch_statement"]),
            (Roles::ITEMS, &["array_literal", "dictionary_literal"]),
            (
                Roles::FUNCTION,
                &[
                    "function_declaration",
                    "init_declaration",
                    "deinit_declaration",
                    "subscript_declaration",
                    "computed_property",
                ],
            ),
            (Roles::OPAQUE, &["multi_line_string_literal", "raw_string_literal", "line_string_literal"]),
        ],
    },
];

/// Each `<` of C# may open a list of types: the parser keeps both readings of all that are open.
#[cfg(feature = "lang-csharp")]
fn few_open_generics(text: &str) -> bool {
    let mut open = 0_u32;
    text.bytes().all(|byte| {
        match byte {
            b'<' => open += 1,
            b'>' => open = open.saturating_sub(1),
            b';' | b'{' | b'}' => open = 0,
            _ => {}
        }
        open <= 300
    })
}
