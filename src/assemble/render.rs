//! The Markdown of a context.

use super::context::{Block, Context};
use super::tier::Tier;
use std::fmt::Write;

/// The header line: `N_eff`, blocks, ε, τ and tokens of the budget; the memory where it took part.
pub fn header(context: &Context) -> String {
    let mut line = format!(
        "`N_eff={:.1} k={} ε={:.3} τ={} tokens={}/{}",
        context.n_eff, context.k, context.epsilon, context.tau, context.tokens, context.budget
    );
    if context.memory >= 0.005 {
        // Writing to a string cannot fail.
        let _ = write!(line, " mem={:.2}", context.memory);
    }
    line.push('`');
    line
}

/// The header, the notes in italics, then the blocks, each after an empty line: a location with the text in a
/// fence, or a stub as one line.
pub fn markdown(context: &Context) -> String {
    let mut text = context.header.clone();
    text.push('\n');
    for note in &context.notes {
        let _ = write!(text, "\n*{note}*\n");
    }
    for block in &context.blocks {
        text.push('\n');
        text.push_str(&block.heading);
        text.push('\n');
        if block.tier != Tier::Stub {
            fenced(&mut text, block);
        }
    }
    text
}

/// The block's text in a fence that is longer than any run of backticks inside, tagged with the language.
fn fenced(text: &mut String, block: &Block) {
    let fence = "`".repeat(longest_run(&block.text, '`').max(2) + 1);
    text.push_str(&fence);
    text.push_str(block.language.name());
    text.push('\n');
    text.push_str(&block.text);
    if !block.text.is_empty() {
        text.push('\n');
    }
    text.push_str(&fence);
    text.push('\n');
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
}
