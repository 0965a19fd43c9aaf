//! Tells a person what is going on.

/// One line of news.
#[expect(clippy::print_stderr, reason = "a program for people")]
pub fn say(line: &str) {
    eprintln!("    {line}");
}
