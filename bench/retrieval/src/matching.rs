//! When a block is about a target: the peer's loose rule, and an exact one.

use crate::answer::Block;
use crate::suite::Target;

/// The peer's rule: equal, or one is a suffix of the other at a slash.
pub fn loose(a: &str, b: &str) -> bool {
    let below = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
    a == b || below(a, b) || below(b, a)
}

/// Whether a path below the indexed folder, or already relative to the repository, is exactly the target's file.
pub fn exact(path: &str, prefix: &str, target: &str) -> bool {
    path == target || !prefix.is_empty() && target.strip_prefix(prefix).and_then(|t| t.strip_prefix('/')) == Some(path)
}

/// Whether a block shares a line with a target; with one that has no lines, always.
pub fn overlaps(block: &Block, target: &Target) -> bool {
    match (target.start_line, target.end_line) {
        (Some(start), Some(end)) => block.end_line >= start && block.start_line <= end,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loose_rule_cuts_at_slashes_either_way() {
        assert!(loose("ctx.py", "src/flask/ctx.py") && loose("src/flask/ctx.py", "ctx.py") && loose("a", "a"));
        assert!(!loose("tx.py", "src/flask/ctx.py") && !loose("src/ctx.py", "lib/ctx.py"));
    }

    #[test]
    fn the_exact_rule_knows_the_indexed_folder() {
        assert!(
            exact("ctx.py", "src/flask", "src/flask/ctx.py")
                && exact("src/flask/ctx.py", "src/flask", "src/flask/ctx.py")
        );
        assert!(!exact("ctx.py", "src", "src/flask/ctx.py") && !exact("ctx.py", "", "src/ctx.py"));
        assert!(!exact("ctx.py", "src/fl", "src/flask/ctx.py"));
    }
}
