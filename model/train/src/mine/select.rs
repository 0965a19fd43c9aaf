//! Which of the pairs stay: no code twice, and no query too often.

use std::collections::{HashMap, HashSet};

use crate::pair::Pair;

/// A sentence that stands more often says nothing.
const MOST: usize = 3;

/// Letters and digits alone: texts that differ in blanks and signs are the same.
fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Of pairs of a package with one query the one with the most code stays, of pairs with one code the first, and of a
/// query over all packages the first three.
pub fn select(pairs: Vec<Pair>) -> Vec<Pair> {
    let queries: Vec<String> = pairs.iter().map(|pair| key(&pair.sentence)).collect();
    let mut longest: HashMap<(&str, &str), usize> = HashMap::new();
    for (at, (pair, query)) in pairs.iter().zip(&queries).enumerate() {
        let best = longest.entry((&pair.package, query)).or_insert(at);
        if pairs[*best].code.len() < pair.code.len() {
            *best = at;
        }
    }
    let kept: HashSet<usize> = longest.into_values().collect();
    let (mut codes, mut times) = (HashSet::new(), HashMap::<String, usize>::new());
    let numbered = pairs.into_iter().zip(queries).enumerate();
    numbered
        .filter(|(at, (pair, query))| {
            if !kept.contains(at) || !codes.insert(key(&pair.code)) {
                return false;
            }
            let times = times.entry(query.clone()).or_default();
            *times += 1;
            *times <= MOST
        })
        .map(|(_, (pair, _))| pair)
        .collect()
}

/// Leaves out pairs whose code is known, or whose query is known for the same name.
pub fn without(pairs: Vec<Pair>, known: &[Pair]) -> Vec<Pair> {
    let codes: HashSet<String> = known.iter().map(|pair| key(&pair.code)).collect();
    let named = |pair: &Pair| (key(&pair.sentence), key(&pair.name));
    let queries: HashSet<(String, String)> = known.iter().map(named).collect();
    pairs.into_iter().filter(|pair| !codes.contains(&key(&pair.code)) && !queries.contains(&named(pair))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(package: &str, sentence: &str, code: &str) -> Pair {
        let [package, sentence, code] = [package, sentence, code].map(str::to_owned);
        Pair {
            package,
            language: String::new(),
            path: String::new(),
            name: code.clone(),
            sentence,
            paragraph: None,
            code,
        }
    }

    #[test]
    fn duplicates_and_frequent_queries_go() {
        let all = vec![
            pair("a", "Reads it.", "short"),
            pair("a", "reads it", "longer code"),
            pair("a", "Writes it", "longer_code"),
            pair("b", "Reads it", "one"),
            pair("c", "Reads it", "two"),
            pair("d", "Reads it", "three"),
        ];
        let kept: Vec<String> = select(all.clone()).into_iter().map(|pair| pair.code).collect();
        assert_eq!(kept, ["longer code", "one", "two"]);
        assert_eq!(without(select(all), &[pair("x", "Other", "one")]).len(), 2);
    }
}
