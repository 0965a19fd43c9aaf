//! Which repositories are held out together.

use std::collections::{BTreeMap, BTreeSet};

use crate::random::Random;

/// How many parts the repositories are dealt into.
pub const FOLDS: usize = 5;

/// The fold of each repository.
pub struct Folds(BTreeMap<String, usize>);

impl Folds {
    /// Deals repositories, in the seed's order, one by one.
    pub fn deal<'a>(repositories: impl Iterator<Item = &'a str>, seed: u64) -> Self {
        let mut names: Vec<&str> = repositories.map(base).collect::<BTreeSet<_>>().into_iter().collect();
        Random::new(seed).shuffle(&mut names);
        Folds(names.into_iter().enumerate().map(|(at, name)| (name.to_owned(), at % FOLDS)).collect())
    }

    /// The fold that a repository is held out in.
    pub fn of(&self, repository: &str) -> usize {
        self.0.get(base(repository)).copied().unwrap_or(0)
    }
}

/// The repository whatever its revision, and whether or not its documentation was taken out.
pub fn base(repository: &str) -> &str {
    let name = repository.split('@').next().unwrap_or(repository);
    name.strip_prefix("corpus-").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_stays_together() {
        let names = ["numpy", "numpy@head", "corpus-numpy", "zod", "gin", "rack", "flask", "gson", "plug"];
        for seed in 0..20 {
            let folds = Folds::deal(names.into_iter(), seed);
            assert_eq!(folds.of("numpy"), folds.of("numpy@head"));
            assert_eq!(folds.of("numpy"), folds.of("corpus-numpy"));
            let used: BTreeSet<usize> = names.iter().map(|name| folds.of(name)).collect();
            assert_eq!(used.len(), FOLDS, "every fold has a repository");
        }
    }

    #[test]
    fn a_seed_decides_and_the_order_of_queries_does_not() {
        let names: Vec<String> = (0..30).map(|n| format!("r{n}")).collect();
        let deal = |seed| Folds::deal(names.iter().map(String::as_str), seed).0;
        assert_eq!(deal(1), Folds::deal(names.iter().rev().map(String::as_str), 1).0);
        assert_ne!(deal(1), deal(2));
    }
}
