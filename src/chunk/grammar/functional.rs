//! Functional languages.

use super::{Docs, Grammar, Roles};
use crate::source::Language;

pub(super) static ROWS: &[Grammar] = &[
    #[cfg(feature = "lang-elixir")]
    Grammar {
        language: Language::Elixir,
        load: || tree_sitter_elixir::LANGUAGE.into(),
        definitions: &[include_str!("../queries/elixir.scm")],
        separator: ".",
        docs: Docs::FirstAttribute("@moduledoc"),
        fits: |_| true,
        roles: &[
            (
                Roles::COMMENT,
                &[
                    "comment",
                    "unary_operator @doc \"",
                    "unary_operator @doc ~",
                    "unary_operator @typedoc \"",
                    "unary_operator @typedoc ~",
                ],
            ),
            (Roles::DECORATOR, &["unary_operator @spec "]),
            (
                Roles::ATTRIBUTE,
                &[
                    "unary_operator @doc ",
                    "unary_operator @typedoc ",
                    "unary_operator @impl ",
                    "unary_operator @deprecated ",
                    "unary_operator @since ",
                    "unary_operator @tag ",
                ],
            ),
            (Roles::TRANSPARENT, &["source"]),
            (
                Roles::STATEMENTS,
                &["do_block", "stab_clause", "body", "block", "else_block", "rescue_block", "after_block"],
            ),
            (Roles::SCOPE, &["call defmodule ", "call defprotocol ", "call defimpl ", "call describe "]),
            (Roles::FUNCTION, &["call def ", "call defp ", "call defmacro ", "call defmacrop ", "call test "]),
            (Roles::LABELLED, &["stab_clause"]),
            (Roles::ITEMS, &["list", "map_content", "keywords", "tuple"]),
            (Roles::CLAUSE, &["call"]),
            (Roles::OPAQUE, &["string", "charlist", "sigil"]),
        ],
    },
    #[cfg(feature = "lang-haskell")]
    Grammar {
        language: Language::Haskell,
        load: || tree_sitter_haskell::LANGUAGE.into(),
        definitions: &[include_str!("../queries/haskell.scm")],
        separator: ".",
        docs: Docs::Above,
        fits: |_| true,
        roles: &[
            (
                Roles::HOLDER,
                &[
                    "data_type",
                    "newtype",
                    "class",
                    "instance",
                    "newtype_constructor",
                    "record",
                    "fields",
                    "data_instance",
                ],
            ),
            (Roles::COMMENT, &["comment", "haddock"]),
            (Roles::TRANSPARENT, &["haskell", "declarations"]),
            (
                Roles::MEMBERS,
                &[
                    "class_declarations",
                    "instance_declarations",
                    "data_constructors",
                    "gadt_constructors",
                    "fields",
                    "imports",
                ],
            ),
            (Roles::STATEMENTS, &["do", "local_binds", "alternatives"]),
            (Roles::ITEMS, &["list", "tuple", "record", "exports"]),
            (Roles::FUNCTION, &["function", "bind"]),
            (Roles::CLAUSE, &["signature", "function", "bind"]),
            (Roles::OPAQUE, &["literal", "quasiquote"]),
        ],
    },
];
