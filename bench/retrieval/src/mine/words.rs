//! The parts of compound names, and slips of the pen.

use crate::random::Random;

/// The parts of a name with where they stand: cut at underscores, before capitals, and before the last capital of a
/// run (`HTTPServer` is `HTTP` and `Server`).
pub fn parts(name: &str) -> Vec<(usize, &str)> {
    let bytes = name.as_bytes();
    let (mut parts, mut start) = (Vec::new(), 0);
    for at in 1..=bytes.len() {
        let cut = at == bytes.len() || {
            let (before, here) = (bytes[at - 1], bytes[at]);
            let next_is_lower = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            here == b'_'
                || before == b'_'
                || here.is_ascii_uppercase() && (!before.is_ascii_uppercase() || next_is_lower)
        };
        if cut && name.is_char_boundary(start) && name.is_char_boundary(at) {
            if &name[start..at] != "_" {
                parts.push((start, &name[start..at]));
            }
            start = at;
        }
    }
    parts
}

/// The name with one edit: a letter left out, doubled, replaced, or changed with its neighbour; never the first.
/// A letter can be replaced by itself: the caller leaves out what is a name.
pub fn misspelt(name: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = 1 + random.below(letters.len().saturating_sub(2));
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 => letters[at] = char::from(b'a' + random.below(26) as u8),
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_where_people_read_a_border() {
        let texts = |name| parts(name).into_iter().map(|(_, part)| part).collect::<Vec<_>>();
        assert_eq!(texts("parseHTTPRequest"), ["parse", "HTTP", "Request"]);
        assert_eq!(texts("__iter_array2"), ["iter", "array2"]);
        assert_eq!(texts("x"), ["x"]);
        assert_eq!(parts("a_bc")[1], (2, "bc"));
    }

    #[test]
    fn a_slip_is_one_edit_and_keeps_the_first_letter() {
        let name = "session";
        let mut edits = std::collections::BTreeSet::new();
        for at in 1..name.len() - 1 {
            let (before, after) = name.split_at(at);
            let (letter, rest) = after.split_at(1);
            edits.insert(format!("{before}{rest}"));
            edits.insert(format!("{before}{letter}{letter}{rest}"));
            edits.extend(('a'..='z').map(|other| format!("{before}{other}{rest}")));
            edits.insert(format!("{before}{}{letter}{}", &rest[..1], &rest[1..]));
        }
        let mut random = Random::new(1);
        let slips: std::collections::BTreeSet<_> = (0..500).map(|_| misspelt(name, &mut random)).collect();
        assert!(slips.is_subset(&edits), "{:?}", slips.difference(&edits));
        assert!(slips.len() > 50, "all kinds occur: {slips:?}");
    }
}
