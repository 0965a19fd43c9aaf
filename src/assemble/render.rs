//! The Markdown of a context.

use super::context::{Block, Context};
use super::tier::Tier;
use crate::chunk::{UNIT, units};
use crate::rank::Profile;
use std::fmt::Write;

/// The header line: `N_eff`, blocks, ε, τ and the budget, in tobler's profile with the tokens spent; the memory where
/// it took part.
pub fn header(context: &Context) -> String {
    let mut line = format!("`N_eff={:.1} k={} ε={:.3} τ={}", context.n_eff, context.k, context.epsilon, context.tau);
    // Writing to a string cannot fail.
    let _ = match context.profile {
        Profile::Nearfield => write!(line, " budget={}", context.budget),
        Profile::Tobler => write!(line, " tokens={}/{}", context.tokens, context.budget),
    };
    if context.memory >= 0.005 {
        let _ = write!(line, " mem={:.2}", context.memory);
    }
    line.push('`');
    line
}

/// The header and the notes in italics.
fn opening(context: &Context) -> String {
    let mut text = context.header.clone();
    text.push('\n');
    for note in &context.notes {
        let _ = write!(text, "\n*{note}*\n");
    }
    text
}

/// The header, the notes, then the blocks, each after an empty line: a location with the text in a fence, or a stub as
/// one line.
pub fn markdown(context: &Context) -> String {
    let mut text = opening(context);
    for block in &context.blocks {
        text.push('\n');
        text.push_str(&block.heading);
        text.push('\n');
        if block.tier != Tier::Stub {
            text.push_str(&fence(&block.text, block.language.name()));
        }
    }
    text
}

/// The header, the notes, then file by file its blocks in the order of lines; whole blocks that follow each other
/// without a gap are one. `files` has positions in the context's blocks.
pub fn by_file(context: &Context, files: &[Vec<usize>]) -> String {
    let mut text = opening(context);
    for members in files {
        let blocks: Vec<&Block> = members.iter().map(|&at| &context.blocks[at]).collect();
        if let Some(first) = blocks.first() {
            text.push_str(&file_heading(&first.path));
        }
        for run in blocks.chunk_by(|a, b| continues(a, b)) {
            joined(&mut text, run);
        }
    }
    text
}

/// What stands above the blocks of a file.
pub fn file_heading(path: &str) -> String {
    format!("\n## {path}\n")
}

/// A block's heading below the path of its file.
pub fn below_path(block: &Block) -> &str {
    block.heading.strip_prefix(&*block.path).map_or(&*block.heading, |rest| rest.trim_start_matches(':'))
}

/// Whether two whole blocks are one text.
fn continues(a: &Block, b: &Block) -> bool {
    a.tier == Tier::Full
        && b.tier == Tier::Full
        && a.end == b.start
        && a.end_line < b.start_line
        && a.also_at.is_empty()
        && b.also_at.is_empty()
}

fn joined(text: &mut String, run: &[&Block]) {
    let ([first, ..], [.., last]) = (run, run) else { return };
    if run.len() == 1 {
        text.push_str(below_path(first));
    } else {
        let scope = first.scope.as_ref().map_or(String::new(), |scope| format!(" (in {scope})"));
        let _ = write!(text, "{}-{}{scope}", first.start_line, last.end_line);
    }
    text.push('\n');
    if first.tier != Tier::Stub {
        let bodies: Vec<&str> = run.iter().map(|block| block.text.as_str()).collect();
        text.push_str(&fence(&bodies.join("\n"), first.language.name()));
    }
}

/// A text in a fence that is longer than any run of backticks inside, tagged with the language.
pub fn fence(body: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(body, '`').max(2) + 1);
    let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{body}{end}{fence}\n")
}

/// Takes back the text of a context without blocks that is over its budget.
pub fn fit_bare(context: &mut Context) {
    context.tokens = units(&context.markdown).div_ceil(u64::from(UNIT));
    if context.tokens > context.budget {
        context.markdown.clear();
        context.tokens = 0;
    }
}

fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_of_backticks_is_found_wherever_it_stands() {
        assert_eq!(longest_run("a ```` b `` c", '`'), 4);
        assert_eq!(longest_run("", '`'), 0);
        assert_eq!(longest_run("``", '`'), 2);
    }

    #[test]
    fn a_fence_is_longer_than_those_inside() {
        assert_eq!(fence("a", "rust"), "```rust\na\n```\n");
        assert_eq!(fence("```\nx\n```\n", "markdown"), "````markdown\n```\nx\n```\n````\n");
    }
}
