//! Configuration and data.

#[cfg(feature = "lang-yaml")]
use super::blanks;
use super::{Docs, Grammar, Roles};
use crate::source::Language;

pub(super) static ROWS: &[Grammar] = &[
    #[cfg(feature = "lang-json")]
    Grammar {
        language: Language::Json,
        load: || tree_sitter_json::LANGUAGE.into(),
        definitions: &[include_str!("../queries/json.scm")],
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
        definitions: &[include_str!("../queries/yaml.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: shallow_mappings,
        roles: &[
            (Roles::COMMENT, &["comment"]),
            (Roles::TRANSPARENT, &["stream", "document"]),
            (Roles::ITEMS, &["block_mapping", "block_sequence", "flow_mapping", "flow_sequence"]),
            (Roles::OPAQUE, &["block_scalar", "double_quote_scalar", "single_quote_scalar"]),
        ],
    },
    #[cfg(feature = "lang-toml")]
    Grammar {
        language: Language::Toml,
        load: || tree_sitter_toml_ng::LANGUAGE.into(),
        definitions: &[include_str!("../queries/toml.scm")],
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
];

/// YAML's scanner keeps two entries per mapping or sequence that is open, in 1,024 bytes. Each stands further to the
/// right than the one around it, or on the same line.
#[cfg(feature = "lang-yaml")]
fn shallow_mappings(text: &str) -> bool {
    text.lines().all(|line| {
        let bytes = line.as_bytes();
        let marks = bytes.windows(2).filter(|pair| b":-?".contains(&pair[0]) && pair[1].is_ascii_whitespace());
        blanks(line) + marks.count() <= 110
    })
}
