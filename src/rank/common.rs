//! How common a word is in programs, whichever: what the idf of one code base cannot tell.
//!
//! A word that few programs have and this one has says that the question belongs here; one that none here has says the
//! more for its being rare. The list is that of the 4,000 commonest stems in the packages that the embedding model is
//! trained on (model/train/sources.tsv, none of which retrieval is measured on), made by `cargo xtask train-words`.

/// A line a stem, sorted: the stem, a blank, its level as a hexadecimal digit.
static LIST: &str = include_str!("common.txt");

/// Levels are so far apart, as logarithms of shares.
pub const STEP: f64 = 0.6;
/// And there are so many at most.
pub const LEVELS: u32 = 16;

/// The share of a program's chunks that hold a word with this stem, the mean over programs, to the nearest level.
pub fn share(stem: &str) -> f64 {
    let level = level(stem).unwrap_or(LEVELS);
    libm::exp(-STEP * (f64::from(level) + 0.5))
}

/// The level of a stem that is listed.
fn level(stem: &str) -> Option<u32> {
    let (mut low, mut high) = (0, LIST.len());
    // Both are where lines begin.
    while low < high {
        let middle = LIST[low..low + (high - low) / 2].rfind('\n').map_or(low, |at| low + at + 1);
        let end = LIST[middle..].find('\n').map_or(LIST.len(), |at| middle + at);
        let (listed, level) = LIST[middle..end].split_once(' ')?;
        match listed.cmp(stem) {
            std::cmp::Ordering::Equal => return u32::from_str_radix(level, 16).ok(),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stem_is_found_and_no_other() {
        let stems: Vec<&str> = LIST.lines().filter_map(|line| Some(line.split_once(' ')?.0)).collect();
        assert!(stems.len() == 4000 && stems.is_sorted() && LIST.is_ascii());
        for line in LIST.lines() {
            let (stem, digit) = line.split_once(' ').unwrap();
            assert_eq!(level(stem), u32::from_str_radix(digit, 16).ok(), "{stem}");
            assert_eq!(level(&format!("{stem}_")), None, "{stem}");
        }
        assert_eq!((level(""), level("0"), level("\u{ff}")), (None, level("0"), None));
    }

    #[test]
    fn what_is_common_has_the_larger_share() {
        assert!(share("return") > share("pars") && share("pars") > share("kubernet"));
        assert!((share("kubernet") - libm::exp(-9.9)).abs() < 1e-12);
    }
}
