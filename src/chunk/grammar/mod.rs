//! The table of languages: everything chunking knows about a language is one row here and one query beside it. The
//! rows stand in one file per family.
//!
//! To add a language: add its grammar crate behind a feature, write `queries/<language>.scm` (in what `pattern::parse`
//! knows of tree-sitter's syntax), add a row. The test at the end of this file tells which names of a row the grammar
//! does not have.

// A build may have none of a family's languages.
#[allow(unused_imports)]
mod data;
#[allow(unused_imports)]
mod dynamic;
#[allow(unused_imports)]
mod functional;
#[allow(unused_imports)]
mod objects;
#[allow(unused_imports)]
mod systems;
#[allow(unused_imports)]
mod web;

use std::ops::BitOr;

use tree_sitter::{Node, Parser};

use super::pattern::Query;
use crate::source::Language;

/// What kinds of node are to chunking. A kind may have several roles.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Roles(u32);

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
    /// A sequence whose first element labels the others: a case of a switch.
    pub(crate) const LABELLED: Roles = Roles(1 << 13);
    /// May hold definitions even when it is written on one line.
    pub(crate) const HOLDER: Roles = Roles(1 << 14);
    /// A definition of this kind that follows one of the same name goes on with it: an equation of a function.
    pub(crate) const CLAUSE: Roles = Roles(1 << 16);
    /// What follows in the same sequence lies inside: a namespace that holds for the rest of the file.
    pub(crate) const REST: Roles = Roles(1 << 17);
    /// Defines something only outside of statements: what a function declares is nobody else's business.
    pub(crate) const OUTSIDE: Roles = Roles(1 << 18);
    /// A pattern of the definition query starts here. Not for rows: it is read from the query.
    pub(crate) const ROOT: Roles = Roles(1 << 15);
    /// The same for the patterns of what stands in the outermost sequence.
    pub(crate) const TOP: Roles = Roles(1 << 19);

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
#[cfg_attr(not(feature = "full"), allow(dead_code, reason = "a build of few languages may not use them all"))]
pub(crate) enum Docs {
    /// In the comments directly above.
    Above,
    /// In the first statement of the body, if that is a string; else in the comments above.
    FirstString,
    /// In the first statement of the body, if it begins like this; else above.
    FirstAttribute(&'static str),
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
    /// Which kinds of node play which roles. `kind text`: only nodes that begin with the text; the first that fits
    /// tells the role.
    pub(crate) roles: &'static [(Roles, &'static [&'static str])],
}

/// The languages of this build, by family.
static TABLE: &[&[Grammar]] = &[web::ROWS, systems::ROWS, objects::ROWS, dynamic::ROWS, functional::ROWS, data::ROWS];

/// The row of a language, if this build has it.
pub(crate) fn row(language: Language) -> Option<&'static Grammar> {
    rows().find(|row| row.language == language)
}

/// The languages that this build parses, in the order of its table.
pub fn languages() -> impl Iterator<Item = Language> {
    rows().map(|row| row.language)
}

pub(super) fn rows() -> impl Iterator<Item = &'static Grammar> {
    TABLE.iter().copied().flatten()
}

/// A row made ready for use.
pub(crate) struct Compiled {
    pub(crate) grammar: &'static Grammar,
    pub(crate) language: tree_sitter::Language,
    pub(crate) query: Query,
    /// The kind of the root.
    pub(crate) root: u16,
    roles: Vec<Roles>,
    /// Roles of nodes that begin with a text.
    openings: Vec<(u16, &'static str, Roles)>,
}

impl Compiled {
    /// Loads the grammar and reads its query; the error is the query's.
    pub(crate) fn new(grammar: &'static Grammar) -> Result<Self, String> {
        let language = (grammar.load)();
        let root = root_of(&language);
        let query = Query::new(grammar.definitions, &language, root)?;
        let mut roles = vec![Roles::NONE; language.node_kind_count()];
        let mut openings = Vec::new();
        for (role, kinds) in grammar.roles {
            for kind in *kinds {
                let (kind, opening) = kind.split_once(' ').map_or((*kind, None), |(kind, text)| (kind, Some(text)));
                let id = language.id_for_node_kind(kind, true);
                match (roles.get_mut(usize::from(id)).filter(|_| id != 0), opening) {
                    (Some(_), Some(text)) => openings.push((id, text, *role)),
                    (Some(slot), None) => *slot = *slot | *role,
                    (None, _) => {}
                }
            }
        }
        for (patterns, role) in [(&query.anywhere, Roles::ROOT), (&query.top, Roles::TOP)] {
            for kind in patterns.starts() {
                if let Some(slot) = roles.get_mut(usize::from(kind)) {
                    *slot = *slot | role;
                }
            }
        }
        Ok(Compiled { grammar, language, query, root, roles, openings })
    }

    /// The roles of a kind of node.
    pub(crate) fn roles(&self, kind: u16) -> Roles {
        self.roles.get(usize::from(kind)).copied().unwrap_or_default()
    }

    /// The roles of a node, which its text may widen.
    pub(crate) fn roles_of(&self, node: Node, text: &str) -> Roles {
        let kind = node.kind_id();
        let roles = self.roles(kind);
        let rest = || text.get(node.start_byte()..).unwrap_or_default();
        let opening = self.openings.iter().find(|(id, opening, _)| *id == kind && rest().starts_with(opening));
        opening.map_or(roles, |(_, _, more)| roles | *more)
    }
}

#[cfg(any(feature = "lang-python", feature = "lang-yaml"))]
fn blanks(line: &str) -> usize {
    line.bytes().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The kind of the root of every tree; 0 if the grammar makes none.
fn root_of(language: &tree_sitter::Language) -> u16 {
    let mut parser = Parser::new();
    let set = parser.set_language(language);
    let tree = set.ok().and_then(|()| parser.parse("", None));
    tree.map_or(0, |tree| tree.root_node().kind_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_is_read_and_a_row_names_what_its_grammar_has() {
        for row in rows() {
            let compiled = Compiled::new(row).unwrap_or_else(|error| panic!("{:?}: {error}", row.language));
            let shared = row.separator == "." && row.definitions.len() > 1 || row.language == Language::JavaScript;
            for (_, kinds) in row.roles {
                for kind in *kinds {
                    let kind = kind.split(' ').next().unwrap_or_default();
                    let found = compiled.language.id_for_node_kind(kind, true) != 0;
                    assert!(found || shared, "{:?} has no node `{kind}`", row.language);
                }
            }
        }
    }
}
