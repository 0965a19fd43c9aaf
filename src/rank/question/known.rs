//! What an index has of what a question may name: a common word is a name only where something is called so.

use crate::chunk::SymbolKind;
use crate::index::{Index, Name};
use crate::lexical::{composed, folded};

/// Tells what exists.
pub trait Known {
    /// Whether a definition in code is spelled exactly so.
    fn defines(&self, name: &str) -> bool;
    /// Whether one is but for the case of its letters.
    fn defines_alike(&self, name: &str) -> bool;
    /// Whether a file is meant by this path, as it is or from somewhere else.
    fn holds(&self, path: &str) -> bool;
}

impl Known for Index {
    fn defines(&self, name: &str) -> bool {
        in_code(self, name).is_some_and(|known| known.is_spelled(name))
    }

    fn defines_alike(&self, name: &str) -> bool {
        in_code(self, name).is_some()
    }

    fn holds(&self, path: &str) -> bool {
        self.catalog().names().called_like(path).any(|(_, known)| is_meant(path, known))
    }
}

/// The name, if anything but a heading or a key is called so.
fn in_code<'a>(index: &'a Index, name: &str) -> Option<&'a Name> {
    use SymbolKind as K;
    let known = index.definitions().find(&folded(name))?;
    let is_code = |kind| !matches!(kind, K::Section | K::Key | K::Rule | K::Element);
    known.holders.iter().any(|holder| is_code(holder.kind)).then_some(known)
}

/// Whether a path means a file's: one ends with the other, as a trace gives the path from somewhere else.
pub fn is_meant(mentioned: &str, path: &str) -> bool {
    let ends =
        |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    let path = &*composed(path);
    ends(path, mentioned) || (path.contains('/') && ends(mentioned, path))
}

/// Nothing is known.
#[cfg(test)]
impl Known for () {
    fn defines(&self, _: &str) -> bool {
        false
    }

    fn defines_alike(&self, _: &str) -> bool {
        false
    }

    fn holds(&self, _: &str) -> bool {
        false
    }
}
