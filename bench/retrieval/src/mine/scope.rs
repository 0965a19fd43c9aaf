//! Questions that the corpus does not answer: sentences from the documentation of others.

use std::collections::BTreeSet;

use crate::random::Random;
use crate::suite::Query;

const PER_CORPUS: usize = 40;

/// For each repository, queries of the others.
pub fn mine(docstrings: &[Query]) -> Vec<Query> {
    let repos: BTreeSet<&str> = docstrings.iter().map(|query| query.repo.as_str()).collect();
    let mut queries = Vec::new();
    for repo in repos {
        let mut foreign: Vec<&Query> = docstrings.iter().filter(|query| query.repo != repo).collect();
        Random::named(&format!("scope {repo}")).shuffle(&mut foreign);
        for (number, query) in foreign.into_iter().take(PER_CORPUS).enumerate() {
            queries.push(Query {
                query_id: format!("scope/{repo}/{number}"),
                suite: "scope".to_owned(),
                repo: repo.to_owned(),
                lang: query.lang.clone(),
                category: "out-of-scope".to_owned(),
                query: query.query.clone(),
                root: format!("docs/{repo}"),
                ..Query::default()
            });
        }
    }
    queries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_asked_for_their_own() {
        let query = |repo: &str, text: &str| Query { repo: repo.into(), query: text.into(), ..Query::default() };
        let mined = mine(&[query("a", "one"), query("a", "two"), query("b", "three")]);
        let asked: Vec<(&str, &str)> = mined.iter().map(|q| (q.repo.as_str(), q.query.as_str())).collect();
        assert_eq!(asked.iter().filter(|(repo, _)| *repo == "a").collect::<Vec<_>>(), [&("a", "three")]);
        assert_eq!(asked.len(), 3);
        assert!(mined.iter().all(Query::out_of_scope));
    }
}
