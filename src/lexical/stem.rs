//! Light morphology: what a question calls "validating" the code may call `validate`, `Validator` or `validation`.

use super::terms::{Terms, hash};

/// A stem is never shorter than this: `string` is not an `str` that goes on.
const LEAST: usize = 4;

/// Endings by which words of one family differ in programs and in talk about them; the longest that fits is cut.
const ENDINGS: [&str; 18] = [
    "ications", "ication", "ations", "ation", "ators", "ator", "ating", "ated", "ates", "ate", "ings", "ing", "ions",
    "ion", "ers", "er", "ors", "or",
];

/// The stem of a lower-cased English word; any other word is its own stem.
///
/// Not a stemmer for prose: it joins verb, agent and action (`parse`, `parser`, `parsing`) and numbers (`entries`,
/// `entry`), which is how names in programs vary, and leaves everything else apart.
pub fn stem(word: &str) -> &str {
    if word.len() < LEAST || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word;
    }
    let singular = singular(word);
    let cut = ENDINGS
        .iter()
        .filter_map(|ending| singular.strip_suffix(ending))
        .filter(|rest| rest.len() >= LEAST)
        .min_by_key(|rest| rest.len())
        .or_else(|| singular.strip_suffix("ed").filter(|rest| rest.len() >= LEAST))
        .unwrap_or(singular);
    single(cut.strip_suffix(['e', 'y', 'i']).filter(|rest| rest.len() >= LEAST - 1).unwrap_or(cut))
}

/// The word without its plural's `s`.
fn singular(word: &str) -> &str {
    for (plural, kept) in [("sses", 2), ("shes", 2), ("ches", 2), ("xes", 1), ("ies", 1)] {
        if word.len() > plural.len() + 1 && word.ends_with(plural) {
            return &word[..word.len() - plural.len() + kept];
        }
    }
    let ends = |end: &str| word.ends_with(end);
    if ends("s") && !ends("ss") && !ends("us") && !ends("is") { &word[..word.len() - 1] } else { word }
}

/// Without the second of two equal consonants at the end: `running`, `run`.
fn single(word: &str) -> &str {
    let bytes = word.as_bytes();
    match bytes {
        [.., a, b] if a == b && bytes.len() >= LEAST && !b"aeiouls".contains(a) => &word[..word.len() - 1],
        _ => word,
    }
}

/// Which terms share a stem: chains of terms whose stems have the same hash, the newest first.
#[derive(Default)]
pub(super) struct Families {
    /// By the low bits of a stem's hash: the newest term of the chain. The size is a power of two.
    newest: Vec<u32>,
    /// By term: the next older one of its chain, [`NONE`] after the oldest.
    older: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Families {
    /// The families of all terms.
    pub fn of_all(terms: &Terms) -> Self {
        let newest = vec![NONE; terms.len().next_power_of_two().max(64)];
        let mut families = Families { newest, older: Vec::with_capacity(terms.len()) };
        (0..terms.len() as u32).for_each(|id| families.link(id, terms));
        families
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.older.len()
    }

    /// Takes in the term whose id is the next.
    pub fn push(&mut self, terms: &Terms) {
        let id = self.older.len() as u32;
        if self.older.len() >= self.newest.len() {
            self.newest = vec![NONE; (self.newest.len() * 2).max(64)];
            self.older.clear();
            (0..id).for_each(|id| self.link(id, terms));
        }
        self.link(id, terms);
    }

    fn link(&mut self, id: u32, terms: &Terms) {
        let chain = self.chain(stem(terms.get(id)));
        self.older.push(std::mem::replace(&mut self.newest[chain], id));
    }

    /// Where the chain of a stem begins; there is one if there is a term.
    fn chain(&self, stem: &str) -> usize {
        hash(stem) as usize & (self.newest.len() - 1)
    }

    /// The ids of all terms with this stem, the newest first.
    pub fn of<'a>(&'a self, stem_of_all: &'a str, terms: &'a Terms) -> impl Iterator<Item = u32> + 'a {
        let known = |id: &u32| *id != NONE;
        let newest = (!self.newest.is_empty()).then(|| self.newest[self.chain(stem_of_all)]).filter(known);
        std::iter::successors(newest, move |&id| Some(self.older[id as usize]).filter(known))
            .filter(move |&id| stem(terms.get(id)) == stem_of_all)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        (self.newest.capacity() + self.older.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_family_meet() {
        for family in [
            &["parse", "parser", "parsers", "parsing", "parsed"][..],
            &["validate", "validates", "validation", "validator", "validating", "validated"],
            &["configure", "configuration", "configured", "configurations"],
            &["handle", "handler", "handlers", "handling", "handled"],
            &["connect", "connection", "connections", "connector", "connecting"],
            &["entry", "entries"],
            &["match", "matches", "matching", "matcher"],
            &["class", "classes"],
            &["plugin", "plugins"],
            &["route", "router", "routing", "routes"],
            &["serialize", "serializer", "serialization"],
        ] {
            let stems: Vec<&str> = family.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|s| *s == stems[0]), "{family:?}: {stems:?}");
        }
    }

    #[test]
    fn words_of_two_families_stay_apart() {
        for (a, b) in [
            ("string", "str"),
            ("status", "state"),
            ("user", "use"),
            ("process", "proc"),
            ("value", "valid"),
            ("error", "err"),
        ] {
            assert_ne!(stem(a), stem(b), "{a} {b}");
        }
        for other in ["", "x", "utf8", "größen", "parse_all", "is"] {
            assert_eq!(stem(other), other);
        }
    }

    #[test]
    fn a_family_is_found_by_its_stem() {
        let (mut terms, mut families) = (Terms::default(), Families::default());
        for word in ["parser", "tree", "parsing", "trees"] {
            terms.push(word);
            families.push(&terms);
        }
        assert_eq!(families.of("pars", &terms).collect::<Vec<_>>(), [2, 0]);
        assert_eq!(families.of("tree", &terms).count(), 0, "the stem of tree is tre");
        assert_eq!(families.of(stem("tree"), &terms).collect::<Vec<_>>(), [3, 1]);
    }
}
