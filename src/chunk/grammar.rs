//! The table of languages: everything chunking knows about a language is one row here and one query beside it.
//!
//! To add a language: add its grammar crate behind a feature, write `queries/<language>.scm`, add a row. The test at
//! the end of this file tells which names of a row the grammar does not have.

use std::ops::BitOr;

use tree_sitter::Query;

use super::symbol::SymbolKind;
use crate::source::Language;

/// What kinds of node are to chunking. A kind may have several roles.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Roles(u16);

impl Roles {
    /// No role: an expression, a statement, a clause. Cutting inside is dear.
    pub(crate) const NONE: Roles = Roles(0);
    /// A comment: it belongs to what stands directly below.
    pub(crate) const COMMENT: Roles = Roles(1);
    /// An attribute before a definition: belongs to it.
    pub(crate) const ATTRIBUTE: Roles = Roles(1 << 1);
    /// Like an attribute, and the signature shows it.
    pub(crate) const DECORATOR: Roles = Roles(1 << 2);
    /// A node around a definition that is part of it: an export, a decorated definition.
    pub(crate) const WRAPPER: Roles = Roles(1 << 3);
    /// A heading: must not be cut off from what it heads.
    pub(crate) const HEADING: Roles = Roles(1 << 4);
    /// A sequence whose elements are as good as elements of the sequence around it: the root, a `#if`.
    pub(crate) const TRANSPARENT: Roles = Roles(1 << 5);
    /// A sequence of members: the body of a class, a module, a list of constants.
    pub(crate) const MEMBERS: Roles = Roles(1 << 6);
    /// A sequence of statements.
    pub(crate) const STATEMENTS: Roles = Roles(1 << 7);
    /// A sequence of data: the elements of a literal, of a list, of a table.
    pub(crate) const ITEMS: Roles = Roles(1 << 8);
    /// The statements inside are the body of a function.
    pub(crate) const FUNCTION: Roles = Roles(1 << 9);
    /// The statements inside are members (a Python class, a namespace).
    pub(crate) const SCOPE: Roles = Roles(1 << 10);
    /// A leaf, whatever the grammar sees inside: a string, a comment, raw text.
    pub(crate) const OPAQUE: Roles = Roles(1 << 11);
    /// A passage of a text: it rather stays with what stands before it.
    pub(crate) const PARAGRAPH: Roles = Roles(1 << 12);
    /// A sequence whose first element labels the others: a case of a switch.
    pub(crate) const LABELLED: Roles = Roles(1 << 13);
    /// May hold definitions even when it is written on one line.
    pub(crate) const HOLDER: Roles = Roles(1 << 14);
    /// A pattern of the definition query starts here. Not for rows: it is read from the query.
    pub(crate) const ROOT: Roles = Roles(1 << 15);

    /// Whether the roles have one in common.
    pub(crate) fn any(self, other: Roles) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Roles {
    type Output = Roles;
    fn bitor(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }
}

/// Any kind of sequence.
pub(crate) const SEQUENCE: Roles =
    Roles(Roles::TRANSPARENT.0 | Roles::MEMBERS.0 | Roles::STATEMENTS.0 | Roles::ITEMS.0);

/// Where a language keeps a definition's documentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Docs {
    /// In the comments directly above.
    Above,
    /// In the first statement of the body, if that is a string; else in the comments above.
    FirstString,
}

/// One row of the table.
pub(crate) struct Grammar {
    pub(crate) language: Language,
    /// The parse tables.
    pub(crate) load: fn() -> tree_sitter::Language,
    /// The definition query, in parts that are joined. An earlier pattern wins over a later one on the same name.
    pub(crate) definitions: &'static [&'static str],
    /// What stands between the parts of a qualified name.
    pub(crate) separator: &'static str,
    pub(crate) docs: Docs,
    /// Whether the grammar's scanner can be trusted with a text: in absurd depths some write past their buffer.
    pub(crate) fits: fn(&str) -> bool,
    /// Which kinds of node play which roles.
    pub(crate) roles: &'static [(Roles, &'static [&'static str])],
}

/// The languages of this build.
pub(crate) static TABLE: &[Grammar] = &[
    #[cfg(feature = "lang-typescript")]
    Grammar {
        language: Language::TypeScript,
        load: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        definitions: &[
            include_str!("queries/script.scm"),
            include_str!("queries/typescript.scm"),
        ],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-typescript")]
    Grammar {
        language: Language::Tsx,
        load: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        definitions: &[
            include_str!("queries/script.scm"),
            include_str!("queries/typescript.scm"),
        ],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-javascript")]
    Grammar {
        language: Language::JavaScript,
        load: || tree_sitter_javascript::LANGUAGE.into(),
        definitions: &[
            include_str!("queries/script.scm"),
            include_str!("queries/javascript.scm"),
        ],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-python")]
    Grammar {
        language: Language::Python,
        load: || tree_sitter_python::LANGUAGE.into(),
        definitions: &[include_str!("queries/python.scm")],
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
    #[cfg(feature = "lang-rust")]
    Grammar {
        language: Language::Rust,
        load: || tree_sitter_rust::LANGUAGE.into(),
        definitions: &[include_str!("queries/rust.scm")],
        separator: "::",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "enum_item",
                    "trait_item",
                    "impl_item",
                    "mod_item",
                    "foreign_mod_item",
                ],
            ),
            (Roles::COMMENT, &["line_comment", "block_comment"]),
            (Roles::ATTRIBUTE, &["attribute_item"]),
            (Roles::TRANSPARENT, &["source_file"]),
            (
                Roles::MEMBERS,
                &[
                    "declaration_list",
                    "field_declaration_list",
                    "enum_variant_list",
                ],
            ),
            (Roles::STATEMENTS, &["block", "match_block"]),
            (
                Roles::ITEMS,
                &[
                    "array_expression",
                    "field_initializer_list",
                    "token_tree",
                    "use_list",
                ],
            ),
            (Roles::FUNCTION, &["function_item", "closure_expression"]),
            (Roles::OPAQUE, &["string_literal", "raw_string_literal"]),
        ],
    },
    #[cfg(feature = "lang-go")]
    Grammar {
        language: Language::Go,
        load: || tree_sitter_go::LANGUAGE.into(),
        definitions: &[include_str!("queries/go.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &["type_declaration", "const_declaration", "var_declaration"],
            ),
            (Roles::COMMENT, &["comment"]),
            (
                Roles::WRAPPER,
                &["type_declaration", "const_declaration", "var_declaration"],
            ),
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
                &[
                    "statement_list",
                    "expression_switch_statement",
                    "type_switch_statement",
                    "select_statement",
                ],
            ),
            (Roles::ITEMS, &["literal_value"]),
            (
                Roles::FUNCTION,
                &["function_declaration", "method_declaration", "func_literal"],
            ),
            (Roles::OPAQUE, &["raw_string_literal"]),
        ],
    },
    #[cfg(feature = "lang-java")]
    Grammar {
        language: Language::Java,
        load: || tree_sitter_java::LANGUAGE.into(),
        definitions: &[include_str!("queries/java.scm")],
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
            (
                Roles::MEMBERS,
                &[
                    "class_body",
                    "interface_body",
                    "enum_body",
                    "annotation_type_body",
                ],
            ),
            (
                Roles::STATEMENTS,
                &[
                    "block",
                    "constructor_body",
                    "switch_block",
                    "switch_block_statement_group",
                ],
            ),
            (
                Roles::ITEMS,
                &["array_initializer", "element_value_array_initializer"],
            ),
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
    #[cfg(feature = "lang-c")]
    Grammar {
        language: Language::C,
        load: || tree_sitter_c::LANGUAGE.into(),
        definitions: &[include_str!("queries/c.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &["type_definition", "enum_specifier", "declaration_list"],
            ),
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
            (
                Roles::MEMBERS,
                &["field_declaration_list", "enumerator_list"],
            ),
            (Roles::STATEMENTS, &["compound_statement", "case_statement"]),
            (Roles::LABELLED, &["case_statement"]),
            (Roles::ITEMS, &["initializer_list"]),
            (Roles::FUNCTION, &["function_definition"]),
            (Roles::OPAQUE, &["string_literal"]),
        ],
    },
    #[cfg(feature = "lang-css")]
    Grammar {
        language: Language::Css,
        load: || tree_sitter_css::LANGUAGE.into(),
        definitions: &[include_str!("queries/css.scm")],
        separator: " ",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HOLDER, &["rule_set"]),
            (Roles::COMMENT, &["comment", "js_comment"]),
            (Roles::TRANSPARENT, &["stylesheet"]),
            (Roles::STATEMENTS, &["block"]),
            (Roles::MEMBERS, &["keyframe_block_list"]),
            (
                Roles::SCOPE,
                &[
                    "media_statement",
                    "supports_statement",
                    "scope_statement",
                    "at_rule",
                ],
            ),
        ],
    },
    #[cfg(feature = "lang-html")]
    Grammar {
        language: Language::Html,
        load: || tree_sitter_html::LANGUAGE.into(),
        definitions: &[include_str!("queries/html.scm")],
        separator: " ",
        docs: Docs::Above,
        fits: few_open_tags,
        roles: &[
            (Roles::HOLDER, &["element"]),
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["document"]),
            (
                Roles::ITEMS,
                &["element", "script_element", "style_element"],
            ),
            (Roles::OPAQUE, &["raw_text", "text"]),
        ],
    },
    #[cfg(feature = "lang-json")]
    Grammar {
        language: Language::Json,
        load: || tree_sitter_json::LANGUAGE.into(),
        definitions: &[include_str!("queries/json.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["document"]),
            (Roles::ITEMS, &["object", "array"]),
        ],
    },
    #[cfg(feature = "lang-yaml")]
    Grammar {
        language: Language::Yaml,
        load: || tree_sitter_yaml::LANGUAGE.into(),
        definitions: &[include_str!("queries/yaml.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: shallow_mappings,
        roles: &[
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["stream", "document"]),
            (
                Roles::ITEMS,
                &[
                    "block_mapping",
                    "block_sequence",
                    "flow_mapping",
                    "flow_sequence",
                ],
            ),
            (
                Roles::OPAQUE,
                &["block_scalar", "double_quote_scalar", "single_quote_scalar"],
            ),
        ],
    },
    #[cfg(feature = "lang-toml")]
    Grammar {
        language: Language::Toml,
        load: || tree_sitter_toml_ng::LANGUAGE.into(),
        definitions: &[include_str!("queries/toml.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["document"]),
            (Roles::MEMBERS, &["table", "table_array_element"]),
            (Roles::ITEMS, &["array", "inline_table"]),
            (Roles::OPAQUE, &["string"]),
        ],
    },
    #[cfg(feature = "lang-markdown")]
    Grammar {
        language: Language::Markdown,
        load: || tree_sitter_md::LANGUAGE.into(),
        definitions: &[include_str!("queries/markdown.scm")],
        separator: " > ",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (Roles::HEADING, &["atx_heading", "setext_heading"]),
            (Roles::TRANSPARENT, &["document"]),
            (Roles::MEMBERS, &["section"]),
            (Roles::ITEMS, &["list", "pipe_table"]),
            (
                Roles::PARAGRAPH,
                &[
                    "paragraph",
                    "list",
                    "pipe_table",
                    "fenced_code_block",
                    "indented_code_block",
                    "block_quote",
                ],
            ),
            (
                Roles::OPAQUE,
                &[
                    "paragraph",
                    "fenced_code_block",
                    "indented_code_block",
                    "html_block",
                    "minus_metadata",
                    "plus_metadata",
                ],
            ),
        ],
    },
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
    (
        Roles::MEMBERS,
        &["class_body", "interface_body", "enum_body", "object_type"],
    ),
    (
        Roles::STATEMENTS,
        &[
            "statement_block",
            "switch_body",
            "switch_case",
            "switch_default",
        ],
    ),
    (
        Roles::ITEMS,
        &["object", "array", "jsx_element", "jsx_fragment"],
    ),
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

/// The row of a language, if this build has it.
pub(crate) fn row(language: Language) -> Option<&'static Grammar> {
    TABLE.iter().find(|row| row.language == language)
}

/// What a capture of a definition query stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Capture {
    /// The whole definition.
    Definition(SymbolKind),
    /// Its name.
    Name,
    /// What can be folded: signatures end before it.
    Body,
    /// The last part of the header, where a body does not tell.
    Head,
    /// A name that qualifies this one although it does not enclose it: a receiver, a prototype.
    Scope,
    /// Only there for a predicate.
    Other,
}

/// A row made ready for use.
pub(crate) struct Compiled {
    pub(crate) grammar: &'static Grammar,
    pub(crate) language: tree_sitter::Language,
    pub(crate) query: Query,
    captures: Vec<Capture>,
    roles: Vec<Roles>,
}

impl Compiled {
    /// Loads the grammar and compiles its query; the error is the query's.
    pub(crate) fn new(grammar: &'static Grammar) -> Result<Self, String> {
        let language = (grammar.load)();
        let query = Query::new(&language, &grammar.definitions.join("\n"))
            .map_err(|error| error.to_string())?;
        let captures = query
            .capture_names()
            .iter()
            .map(|name| match *name {
                "name" => Capture::Name,
                "body" => Capture::Body,
                "head" => Capture::Head,
                "scope" => Capture::Scope,
                name => name
                    .strip_prefix("definition.")
                    .and_then(SymbolKind::of_capture)
                    .map_or(Capture::Other, Capture::Definition),
            })
            .collect();
        let mut roles = vec![Roles::NONE; language.node_kind_count()];
        let mut give = |kind: &str, role: Roles| {
            let id = usize::from(language.id_for_node_kind(kind, true));
            if let Some(slot) = roles.get_mut(id).filter(|_| id != 0) {
                *slot = *slot | role;
            }
        };
        for (role, kinds) in grammar.roles {
            kinds.iter().for_each(|kind| give(kind, *role));
        }
        for part in grammar.definitions {
            roots(part).for_each(|kind| give(kind, Roles::ROOT));
        }
        Ok(Compiled {
            grammar,
            language,
            query,
            captures,
            roles,
        })
    }

    /// The roles of a kind of node.
    pub(crate) fn roles(&self, kind: u16) -> Roles {
        self.roles
            .get(usize::from(kind))
            .copied()
            .unwrap_or_default()
    }

    /// What the capture of this index stands for.
    pub(crate) fn capture(&self, index: u32) -> Capture {
        self.captures
            .get(index as usize)
            .copied()
            .unwrap_or(Capture::Other)
    }
}

/// Python's scanner keeps one entry per indent in 1,024 bytes.
#[cfg(feature = "lang-python")]
fn shallow_indents(text: &str) -> bool {
    text.lines().all(|line| blanks(line) <= 360)
}

/// YAML's scanner keeps two entries per mapping or sequence that is open, in 1,024 bytes. Each stands further to the
/// right than the one around it, or on the same line.
#[cfg(feature = "lang-yaml")]
fn shallow_mappings(text: &str) -> bool {
    text.lines().all(|line| {
        let bytes = line.as_bytes();
        let marks = bytes
            .windows(2)
            .filter(|pair| b":-?".contains(&pair[0]) && pair[1].is_ascii_whitespace());
        blanks(line) + marks.count() <= 110
    })
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

#[cfg(any(feature = "lang-python", feature = "lang-yaml"))]
fn blanks(line: &str) -> usize {
    line.bytes()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count()
}

/// The kinds of node at which the patterns of a query start: each pattern begins a line.
fn roots(query: &str) -> impl Iterator<Item = &str> {
    query.lines().filter_map(|line| {
        let rest = line.strip_prefix('(')?;
        rest.split([' ', ')']).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_compiles_and_names_what_its_grammar_has() {
        for row in TABLE {
            let compiled =
                Compiled::new(row).unwrap_or_else(|error| panic!("{:?}: {error}", row.language));
            for name in compiled.query.capture_names() {
                let known =
                    matches!(*name, "name" | "body" | "head" | "scope") || name.starts_with('_');
                let kind = name
                    .strip_prefix("definition.")
                    .and_then(SymbolKind::of_capture);
                assert!(known || kind.is_some(), "{:?}: @{name}", row.language);
            }
            let shared = row.separator == "." && row.definitions.len() > 1
                || row.language == Language::JavaScript;
            let starts: usize = row.definitions.iter().map(|part| roots(part).count()).sum();
            assert_eq!(
                starts,
                compiled.query.pattern_count(),
                "{:?}: one pattern, one line",
                row.language
            );
            for (_, kinds) in row.roles {
                for kind in *kinds {
                    let found = compiled.language.id_for_node_kind(kind, true) != 0;
                    assert!(found || shared, "{:?} has no node `{kind}`", row.language);
                }
            }
        }
    }
}
