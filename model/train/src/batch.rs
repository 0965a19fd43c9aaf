//! In which order pairs are seen.

use std::collections::BTreeMap;

use crate::random::Random;

/// Batches of one epoch: groups from one package, in a random order. Packages' remainders share groups; what does not
/// fill the last batch waits for the next epoch.
pub fn epoch(
    chosen: &[usize],
    package_of: &[u32],
    (batch, group): (usize, usize),
    random: &mut Random,
) -> Vec<Vec<usize>> {
    let mut by_package: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for &pair in chosen {
        by_package.entry(package_of[pair]).or_default().push(pair);
    }
    let (mut groups, mut rest) = (Vec::<Vec<usize>>::new(), Vec::new());
    for mut pairs in by_package.into_values() {
        random.shuffle(&mut pairs);
        let whole = pairs.chunks_exact(group);
        rest.extend_from_slice(whole.remainder());
        groups.extend(whole.map(<[usize]>::to_vec));
    }
    random.shuffle(&mut rest);
    let mixed = rest.chunks_exact(group);
    let short = mixed.remainder().to_vec();
    groups.extend(mixed.map(<[usize]>::to_vec));
    random.shuffle(&mut groups);
    groups.push(short);
    let order: Vec<usize> = groups.concat();
    // Too few for one batch are a batch all the same.
    order.chunks(batch).filter(|pairs| pairs.len() == batch.min(order.len())).map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_stay_together_and_nothing_comes_twice() {
        let package_of: Vec<u32> = (0..100).map(|pair| pair / 37).collect();
        let chosen: Vec<usize> = (0..100).collect();
        let batches = epoch(&chosen, &package_of, (16, 8), &mut Random::new(5));
        assert_eq!(batches.len(), 6);
        let mut seen = batches.concat();
        let alike = seen.chunks(8).filter(|group| group.iter().all(|&p| package_of[p] == package_of[group[0]]));
        assert!(alike.count() >= 9);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 96);
        assert_eq!(epoch(&chosen, &package_of, (2048, 32), &mut Random::new(5)).concat().len(), 100);
    }
}
