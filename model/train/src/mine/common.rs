//! How common words are in programs: the list of src/rank/common.txt.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use nearfield::chunk::Chunker;
use nearfield::lexical::{stem, words};
use nearfield::rank::common::{LEVELS, STEP};

use super::{evaluated, files};
use crate::outcome::Outcome;
use crate::parallel;

/// So many words are listed.
const MOST: usize = 4000;
/// A word of fewer packages is theirs.
const FEWEST_PACKAGES: usize = 2;
/// A package of fewer chunks says little of what is common.
const FEWEST_CHUNKS: u32 = 30;

/// By stem: in how many chunks.
type Counts = BTreeMap<String, u32>;

/// The commonest stems by the share of a package's chunks that hold them, the mean over packages, each with its level:
/// a line a stem, sorted.
pub fn run(corpora: &Path, threads: usize) -> Outcome<String> {
    let packages = super::own_packages(corpora)?;
    let mut counted: Vec<Outcome<(Counts, u32)>> = packages.iter().map(|_| Ok(Default::default())).collect();
    parallel::each(packages.iter().zip(&mut counted).collect(), threads, |(package, counts)| {
        *counts = count(&corpora.join(package));
    });
    let counted: Vec<(Counts, u32)> = counted.into_iter().collect::<Outcome<_>>()?;
    Ok(list(counted.iter().filter(|(_, chunks)| *chunks >= FEWEST_CHUNKS)))
}

/// How many chunks of a package hold each stem, and how many there are.
fn count(folder: &Path) -> Outcome<(Counts, u32)> {
    let mut chunker = Chunker::new();
    let (mut counts, mut chunks) = (Counts::new(), 0);
    for path in files::below(folder)? {
        if evaluated::is_copy(&path) {
            continue;
        }
        let Some(source) = files::program(folder, &path)? else { continue };
        for chunk in chunker.chunk(&source).chunks {
            let text = source.text.get(chunk.start as usize..chunk.end as usize).unwrap_or_default();
            let mut held: BTreeSet<String> = BTreeSet::new();
            words(text, &mut |word| {
                held.insert(stem(word).to_owned());
            });
            chunks += 1;
            held.into_iter().for_each(|stem| *counts.entry(stem).or_default() += 1);
        }
    }
    Ok((counts, chunks))
}

fn list<'a>(packages: impl Iterator<Item = &'a (Counts, u32)>) -> String {
    let (mut shares, mut count): (BTreeMap<&str, (f64, usize)>, f64) = (BTreeMap::new(), 0.0);
    for (counts, chunks) in packages {
        count += 1.0;
        for (stem, held) in counts.iter().filter(|(stem, _)| is_plain(stem)) {
            let entry = shares.entry(stem).or_default();
            *entry = (entry.0 + f64::from(*held) / f64::from(*chunks), entry.1 + 1);
        }
    }
    let mut order: Vec<(f64, &str)> = shares
        .into_iter()
        .filter(|(_, (_, packages))| *packages >= FEWEST_PACKAGES)
        .map(|(stem, (sum, _))| (sum / count, stem))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    order.truncate(MOST);
    order.sort_by(|a, b| a.1.cmp(b.1));
    let level = |share: f64| ((-share.ln() / STEP) as u32).min(LEVELS - 1);
    order.into_iter().map(|(share, stem)| format!("{stem} {:x}\n", level(share))).collect()
}

fn is_plain(stem: &str) -> bool {
    stem.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_packages_count_the_same() {
        let package = |chunks: u32, counts: &[(&str, u32)]| {
            (counts.iter().map(|&(stem, held)| (stem.to_owned(), held)).collect::<Counts>(), chunks)
        };
        let small = package(100, &[("valu", 100), ("own", 50), ("pars", 10)]);
        let large = package(1000, &[("valu", 1000), ("pars", 0), ("größ", 9)]);
        // Of `pars` a tenth and nothing: ln 20 is 3.0, the fifth level; what one package has alone is not listed.
        assert_eq!(list([&small, &large].into_iter()), "pars 4\nvalu 0\n");
    }
}
