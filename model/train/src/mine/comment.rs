//! The opening of a documentation comment in any language: its first sentence, and its first paragraph.

/// Signs that begin a line of a comment; of two that fit the longer comes first.
const SIGNS: [&str; 17] = [
    "///<", "//!<", "///", "//!", "//", "/**", "/*!", "/*", "**/", "*/", "{-|", "{-", "--[[", "---", "-- |", "--", "##",
];
/// One character that goes on with a comment.
const SHORT_SIGNS: [char; 3] = ['*', '#', '|'];
const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
/// Marks before a summary: of Doxygen, and of Elixir.
const LEADS: [&str; 8] = ["@brief", "\\brief", "@short", "\\short", "@summary", "@doc", "@moduledoc", "@description"];
/// What begins a line that is no part of the opening.
const ENDS: [&str; 15] =
    ["@", "\\", ":param", ":return", "```", "~~~", "===", "---", "- ", "* ", ">>>", ".. ", "Args:", "Returns:", "#"];
const ABBREVIATIONS: [&str; 8] = ["e.g.", "i.e.", "etc.", "cf.", "vs.", "resp.", "incl.", "approx."];
/// Tags of documentation in HTML and XML.
const TAGS: [&str; 19] = [
    "summary", "para", "p", "code", "c", "b", "i", "em", "strong", "pre", "remarks", "br", "tt", "ul", "li", "a",
    "see", "seealso", "paramref",
];

/// The first sentence and the first paragraph, both without the last full stop; none if the comment begins with something else.
pub fn opening(comment: &str) -> Option<(String, String)> {
    let mut words: Vec<String> = Vec::new();
    for line in comment.lines() {
        let mut line = bare(line);
        let lead = LEADS.iter().find(|lead| line.starts_with(**lead)).filter(|_| words.is_empty());
        line = lead.map_or(line, |lead| unquoted(line[lead.len()..].trim()));
        let ends = line.is_empty() || ENDS.iter().any(|end| line.starts_with(end));
        match (ends, words.is_empty()) {
            (true, true) if line.is_empty() => {}
            (true, _) => break,
            // A tag alone may leave no word.
            (false, _) => words.extend(plain(line).split_whitespace().map(str::to_owned)),
        }
    }
    let stop = words.iter().position(|word| {
        word.ends_with(['.', '!', '?']) && !ABBREVIATIONS.contains(&word.to_ascii_lowercase().as_str())
    });
    let sentence = words[..stop.map_or(words.len(), |at| at + 1)].join(" ");
    let ended = |text: &str| text.trim_end_matches(['.', ':']).to_owned();
    let sentence = ended(&sentence);
    (!sentence.is_empty()).then(|| (sentence, ended(&words.join(" "))))
}

/// A line without the signs of a comment.
fn bare(line: &str) -> &str {
    let mut line = line.trim();
    line = line.strip_suffix("*/").or_else(|| line.strip_suffix("-}")).unwrap_or(line).trim_end();
    let unsigned = SIGNS.iter().find_map(|sign| line.strip_prefix(sign)).or_else(|| line.strip_prefix(SHORT_SIGNS));
    unquoted(unsigned.unwrap_or(line).trim())
}

/// Without the quotes of a docstring.
fn unquoted(line: &str) -> &str {
    let mut line = line;
    for quote in QUOTES {
        let literal = line.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B', '~', 's', 'S']);
        line = literal.strip_prefix(quote).unwrap_or(line);
        line = line.strip_suffix(quote).unwrap_or(line);
    }
    line.trim()
}

/// Without markup: `{@link Name}` becomes `Name`, known tags go.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['{', '<']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((inner, after)) = rest.strip_prefix("{@").and_then(|inside| inside.split_once('}')) {
            out.push_str(inner.split_once(' ').map_or("", |(_, name)| name.trim_start_matches('#')));
            rest = after;
        } else if let Some((named, after)) = tag(rest) {
            out.push_str(named);
            rest = after;
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out + rest
}

/// A tag at the start of a text: what it names by `cref` or `name`, and the text after it.
fn tag(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = text.strip_prefix('<')?.split_once('>')?;
    let name = inside.trim_start_matches('/').split([' ', '/']).next()?;
    let named = || inside.split_once("cref=\"").or_else(|| inside.split_once("name=\""))?.1.split_once('"');
    TAGS.contains(&name.to_ascii_lowercase().as_str()).then(|| (named().map_or("", |(named, _)| named), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(comment: &str, sentence: &str) {
        assert_eq!(opening(comment).unwrap().0, sentence);
    }

    #[test]
    fn the_first_sentence_in_many_languages() {
        says("/// Reads a line, e.g. of a\n/// file. More.\n", "Reads a line, e.g. of a file");
        says("/**\n * Sends {@link Foo#bar it} <b>now</b>.\n * @param x y\n */", "Sends Foo#bar it now");
        says("/// <summary>\n/// Gets the <see cref=\"Name\"/> of it.\n/// </summary>", "Gets the Name of it");
        says("\"\"\"Return a copy.\n\n    More of it.\n\"\"\"", "Return a copy");
        says("r'''Return\nall.'''", "Return all");
        says("/*!\n * \\brief Frees the block\n *\n * Long. */", "Frees the block");
        says("-- | Folds a tree from the left.\n-- Lazily.", "Folds a tree from the left");
        says("--- Opens a window\n-- @param x y", "Opens a window");
        says("@doc \"\"\"\nStarts the server.\n\"\"\"", "Starts the server");
        says("# Prints the help text", "Prints the help text");
        says("// Vec<T> of all {things}", "Vec<T> of all {things}");
    }

    #[test]
    fn a_paragraph_ends_at_a_blank_line_or_a_list() {
        let (sentence, paragraph) = opening("/// One. Two\n/// goes on.\n///\n/// Three.").unwrap();
        assert_eq!((sentence.as_str(), paragraph.as_str()), ("One", "One. Two goes on"));
        assert_eq!(opening("/// One thing:\n/// - a\n").unwrap().1, "One thing");
        assert_eq!(opening("/** @param x the x */"), None);
        assert_eq!(opening("/** */"), None);
    }
}
