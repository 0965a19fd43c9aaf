//! The first sentence of a documentation comment.

/// What opens or continues a comment at the start of a line, longest first.
const MARKS: [&str; 9] = ["///", "//!", "/**", "/*!", "//", "/*", "*/", "*", "#"];
const QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// Abbreviations that end in a full stop.
const ABBREVIATIONS: [&str; 6] = ["e.g.", "i.e.", "etc.", "cf.", "vs.", "resp."];

/// A line without the signs of a comment and the blanks around it.
pub fn plain(line: &str) -> &str {
    let mut line = line.trim();
    for quote in QUOTES {
        let literal = line.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B']);
        line = if literal.starts_with(quote) { &literal[3..] } else { line };
        line = line.strip_suffix(quote).unwrap_or(line);
    }
    line = line.strip_suffix("*/").unwrap_or(line).trim();
    let mark = MARKS.iter().find(|mark| line.starts_with(**mark));
    mark.map_or(line, |mark| &line[mark.len()..]).trim()
}

/// The first sentence of a comment, on one line; none if the comment begins otherwise (a tag, a list, a heading).
pub fn first(comment: &str) -> Option<String> {
    let mut words: Vec<&str> = Vec::new();
    for line in comment.lines().map(plain) {
        let ends = line.is_empty()
            || line.starts_with(['@', ':', '\\', '#', '>', '|'])
            || line.starts_with("---")
            || line.starts_with("```");
        match (ends, words.is_empty()) {
            (true, true) if line.is_empty() => continue,
            (true, _) => break,
            (false, _) => {}
        }
        for word in line.split_whitespace() {
            words.push(word);
            let stops = word.ends_with(['.', '!', '?']) && !ABBREVIATIONS.contains(&word.to_lowercase().as_str());
            if stops {
                return Some(words.join(" ").trim_end_matches('.').to_owned());
            }
        }
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// A text on one line without the signs of comments, in which a sentence can be looked for.
pub fn flattened(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    for line in text.lines() {
        for word in plain(line).split_whitespace() {
            flat.push_str(word);
            flat.push(' ');
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_without_signs() {
        let told = |comment| first(comment).unwrap();
        assert_eq!(told("/// Reads the next\n/// record, e.g. a line. More."), "Reads the next record, e.g. a line");
        assert_eq!(told("/**\n * Opens a file.\n * @param x y\n */"), "Opens a file");
        assert_eq!(told("r\"\"\"Return it\n    as is\n\n    Parameters\"\"\""), "Return it as is");
        assert_eq!(told("/** One line */"), "One line");
        assert_eq!(first("/** @internal */"), None);
        assert_eq!(first("///\n"), None);
    }

    #[test]
    fn a_wrapped_sentence_is_found_in_a_flattened_text() {
        let flat = flattened("fn a() {}\n/// Reads the next\n///   record.\nfn b() {}\n");
        assert!(flat.contains("Reads the next record."), "{flat}");
    }
}
