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
    /// Which kinds of node play which roles.
    pub(crate) roles: &'static [(Roles, &'static [&'static str])],
}

/// The languages of this build.
pub(crate) static TABLE: &[Grammar] = &[
    #[cfg(feature = "lang-rust")]
    Grammar {
        language: Language::Rust,
        load: || tree_sitter_rust::LANGUAGE.into(),
        definitions: &[include_str!("queries/rust.scm")],
        separator: "::",
        docs: Docs::Above,
        roles: &[
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
    #[cfg(feature = "lang-typescript")]
    Grammar {
        language: Language::TypeScript,
        load: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        definitions: &[
            include_str!("queries/javascript.scm"),
            include_str!("queries/typescript.scm"),
        ],
        separator: ".",
        docs: Docs::Above,
        roles: SCRIPT,
    },
    #[cfg(feature = "lang-python")]
    Grammar {
        language: Language::Python,
        load: || tree_sitter_python::LANGUAGE.into(),
        definitions: &[include_str!("queries/python.scm")],
        separator: ".",
        docs: Docs::FirstString,
        roles: &[
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
];

/// The roles that JavaScript, TypeScript and their JSX forms share. A name that a grammar lacks is passed over.
#[cfg(any(feature = "lang-typescript", feature = "lang-javascript"))]
const SCRIPT: &[(Roles, &[&str])] = &[
    (Roles::COMMENT, &["comment", "html_comment"]),
    (Roles::DECORATOR, &["decorator"]),
    (Roles::WRAPPER, &["export_statement", "ambient_declaration"]),
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
                "scope" => Capture::Scope,
                name => name
                    .strip_prefix("definition.")
                    .and_then(SymbolKind::of_capture)
                    .map_or(Capture::Other, Capture::Definition),
            })
            .collect();
        let mut roles = vec![Roles::NONE; language.node_kind_count()];
        for (role, kinds) in grammar.roles {
            for kind in *kinds {
                let id = usize::from(language.id_for_node_kind(kind, true));
                if let Some(slot) = roles.get_mut(id).filter(|_| id != 0) {
                    *slot = *slot | *role;
                }
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_compiles_and_names_what_its_grammar_has() {
        for row in TABLE {
            let compiled =
                Compiled::new(row).unwrap_or_else(|error| panic!("{:?}: {error}", row.language));
            for name in compiled.query.capture_names() {
                let known = matches!(*name, "name" | "body" | "scope") || name.starts_with('_');
                let kind = name
                    .strip_prefix("definition.")
                    .and_then(SymbolKind::of_capture);
                assert!(known || kind.is_some(), "{:?}: @{name}", row.language);
            }
            let shared = row.separator == "." && row.definitions.len() > 1
                || row.language == Language::JavaScript;
            for (_, kinds) in row.roles {
                for kind in *kinds {
                    let found = compiled.language.id_for_node_kind(kind, true) != 0;
                    assert!(found || shared, "{:?} has no node `{kind}`", row.language);
                }
            }
        }
    }
}
