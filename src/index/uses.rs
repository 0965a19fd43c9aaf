//! Which files use which: who mentions a name that only one file defines. Kept under edits: what an edit can have
//! changed are the links of the names that stand in the file, before and after.

use super::definitions::Definitions;
use crate::chunk::SymbolKind;
use crate::lexical::Postings;
use crate::pace::Pace;
use std::task::Poll;

/// The users of each file, by row; rows are those of [`File::id`](super::File).
#[derive(Debug, Default)]
pub struct Uses {
    /// By row of a name.
    links: Vec<Link>,
    /// By file: its users, sorted, each with the number of names that it takes from it.
    users: Vec<Vec<(u32, u32)>>,
    /// Names whose links may have changed, each once.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
}

/// What a name says: who defines it, and which other files mention it.
#[derive(Debug, Default)]
struct Link {
    definer: u32,
    users: Box<[u32]>,
}

/// A name that so many chunks hold is a word of the language around it, not a link.
const MOST_HOLDERS: usize = 200;

/// So many names are worked out together: each time all postings that wait for a merge are read.
const TOGETHER: usize = 256;
/// The work of a name, in microseconds.
const NAME: u32 = 2;

impl Uses {
    /// Notes that the link of the name in this row may have changed.
    pub fn touch(&mut self, row: u32) {
        let at = row as usize;
        if at >= self.is_stale.len() {
            self.is_stale.resize(at + 1, false);
        }
        if !std::mem::replace(&mut self.is_stale[at], true) {
            self.stale.push(row);
        }
    }

    /// No links yet: all are worked out by the next [`update`](Self::update).
    pub fn all(definitions: &Definitions) -> Self {
        let mut uses = Uses::default();
        (0..definitions.names().len() as u32).for_each(|row| uses.touch(row));
        uses
    }

    /// Goes on to work out the links that may have changed. `file_of` has the files' rows by slot. A name is a link if it has
    /// several parts (`parse_args`, `ZodError`; a plain word is found in every text) and one file alone defines it.
    pub fn update(
        &mut self,
        definitions: &Definitions,
        contents: &Postings,
        file_of: &[u32],
        pace: &mut Pace,
    ) -> Poll<()> {
        self.links.resize_with(definitions.names().len(), Link::default);
        while !self.stale.is_empty() {
            let stale = self.stale.split_off(self.stale.len().saturating_sub(TOGETHER));
            let work = stale.len() as u32 * NAME;
            self.update_some(stale, definitions, contents, file_of);
            if pace.spend(work) {
                return Poll::Pending;
            }
        }
        Poll::Ready(())
    }

    fn update_some(&mut self, stale: Vec<u32>, definitions: &Definitions, contents: &Postings, file_of: &[u32]) {
        let mut defined: Vec<(u32, u32)> = Vec::new();
        for row in stale {
            self.is_stale[row as usize] = false;
            let Link { definer, users } = std::mem::take(&mut self.links[row as usize]);
            users.iter().for_each(|&user| self.count(definer, user, false));
            defined.extend(sole_definer(definitions, row, file_of).map(|definer| (row, definer)));
        }
        let names: Vec<&str> = defined.iter().map(|&(row, _)| &*definitions.names()[row as usize].text).collect();
        let mut holders: Vec<Vec<u32>> = vec![Vec::new(); names.len()];
        contents.documents_with_each(&names, |name, slot| holders[name].push(file_of[slot as usize]));
        for ((row, definer), mut users) in defined.into_iter().zip(holders) {
            if users.len() > MOST_HOLDERS {
                continue;
            }
            users.sort_unstable();
            users.dedup();
            users.retain(|&user| user != definer);
            users.iter().for_each(|&user| self.count(definer, user, true));
            self.links[row as usize] = Link { definer, users: users.into() };
        }
    }

    /// One name more or less that a file takes from another.
    fn count(&mut self, definer: u32, user: u32, more: bool) {
        let at = definer as usize;
        if at >= self.users.len() {
            self.users.resize_with(at + 1, Vec::new);
        }
        let users = &mut self.users[at];
        match users.binary_search_by_key(&user, |known| known.0) {
            Ok(at) if more => users[at].1 += 1,
            Ok(at) if users[at].1 > 1 => users[at].1 -= 1,
            Ok(at) => drop(users.remove(at)),
            Err(at) if more => users.insert(at, (user, 1)),
            Err(_) => {}
        }
    }

    /// The rows of the files that use a file, sorted.
    pub fn users(&self, file: u32) -> impl Iterator<Item = u32> {
        self.users.get(file as usize).into_iter().flatten().map(|&(user, _)| user)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let links = self.links.iter().map(|link| size_of::<Link>() + size_of_val(&*link.users)).sum::<usize>();
        let users = self.users.iter().map(|users| size_of_val(users) + users.capacity() * 8).sum::<usize>();
        links + users + self.is_stale.capacity() + self.stale.capacity() * size_of::<u32>()
    }
}

/// The file that alone defines the name in this row, if the name can be a link.
fn sole_definer(definitions: &Definitions, row: u32, file_of: &[u32]) -> Option<u32> {
    let name = definitions.names().get(row as usize)?;
    let definer = file_of[name.holders.first()?.slot as usize];
    let alone = name.holders.iter().all(|holder| {
        file_of[holder.slot as usize] == definer && !matches!(holder.kind, SymbolKind::Section | SymbolKind::Key)
    });
    (alone && definitions.parts().length(row) >= 2).then_some(definer)
}
