//! Which files use which: who mentions a name that only one file defines.

use super::catalog::Catalog;
use super::definitions::Definitions;
use crate::chunk::SymbolKind;
use crate::lexical::Postings;

/// The users of each file, by row; rows are those of [`File::id`](super::File).
#[derive(Debug, Default)]
pub struct Uses {
    users: Vec<Vec<u32>>,
}

/// A name that so many chunks hold is a word of the language around it, not a link.
const MOST_HOLDERS: usize = 200;

impl Uses {
    /// Reads all links. A name is a link if it has several parts (`parse_args`, `ZodError`; a plain word is found in
    /// every text) and one file alone defines it.
    pub(super) fn read(
        catalog: &Catalog,
        definitions: &Definitions,
        contents: &Postings,
        slots: usize,
        files: usize,
    ) -> Self {
        let mut file_of = vec![u32::MAX; slots];
        for file in catalog.files() {
            file.entries.iter().for_each(|entry| file_of[entry.slot as usize] = file.id);
        }
        let mut users = vec![Vec::new(); files];
        for (row, name) in definitions.names().iter().enumerate() {
            let Some(first) = name.holders.first() else { continue };
            let definer = file_of[first.slot as usize];
            let alone = name.holders.iter().all(|holder| {
                file_of[holder.slot as usize] == definer
                    && !matches!(holder.kind, SymbolKind::Section | SymbolKind::Key)
            });
            if !alone || definitions.parts().length(row as u32) < 2 {
                continue;
            }
            let mut holders = Vec::new();
            contents.documents_with(&name.text, |slot| holders.push(file_of[slot as usize]));
            if holders.len() <= MOST_HOLDERS {
                users[definer as usize].extend(holders.into_iter().filter(|&user| user != definer));
            }
        }
        for users in &mut users {
            users.sort_unstable();
            users.dedup();
        }
        Uses { users }
    }

    /// The rows of the files that use a file, sorted.
    pub fn users(&self, file: u32) -> &[u32] {
        self.users.get(file as usize).map_or(&[], Vec::as_slice)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.users.iter().map(|users| size_of_val(users) + users.capacity() * size_of::<u32>()).sum()
    }
}
