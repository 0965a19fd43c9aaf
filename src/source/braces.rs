//! Alternatives in a pattern for paths: `{src,lib}/**`. Git knows none, but people write them.

/// The patterns that one with braces stands for, itself if it has none; nothing if they are more than `most`. Braces
/// without a comma are a name's, and so are those that are not closed.
pub fn alternatives(pattern: &str, most: usize) -> Option<Vec<String>> {
    let mut written = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        match first_braces(&pattern) {
            Some((before, parts, after)) => {
                open.extend(parts.iter().rev().map(|part| format!("{before}{part}{after}")));
            }
            None => written.push(pattern),
        }
        if open.len() + written.len() > most {
            return None;
        }
    }
    Some(written)
}

/// What stands before the first braces with a comma, the parts between its commas, and what stands after it. In one pass:
/// some patterns are thousands of braces.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut first: Option<(usize, Vec<usize>, usize)> = None;
    for (at, c) in unescaped(pattern) {
        match c {
            '{' => open.push((at, Vec::new())),
            ',' => open.last_mut().into_iter().for_each(|(_, commas)| commas.push(at)),
            '}' => {
                let closed = open.pop().filter(|(start, commas)| {
                    !commas.is_empty() && first.as_ref().is_none_or(|(known, ..)| start < known)
                });
                first = closed.map(|(start, commas)| (start, commas, at)).or(first);
            }
            _ => {}
        }
    }
    let (start, commas, end) = first?;
    let starts = std::iter::once(start).chain(commas.iter().copied());
    let ends = commas.iter().copied().chain([end]);
    let parts = starts.zip(ends).map(|(start, end)| &pattern[start + 1..end]).collect();
    Some((&pattern[..start], parts, &pattern[end + 1..]))
}

/// The characters that no backslash stands before.
fn unescaped(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut escaped = false;
    text.char_indices().filter(move |(_, c)| {
        let plain = !escaped;
        escaped = plain && *c == '\\';
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_stand_for_each_of_their_parts() {
        for (pattern, wanted) in [
            ("{src,lib}/**", &["src/**", "lib/**"][..]),
            ("!*.{ts,js}", &["!*.ts", "!*.js"]),
            ("{a,{b,c}d}", &["a", "bd", "cd"]),
            ("{a,b}{c,}", &["ac", "a", "bc", "b"]),
            ("{id}.ts", &["{id}.ts"]),
            ("{{a,b}}", &["{a}", "{b}"]),
            ("\\{a,b}", &["\\{a,b}"]),
            ("{a,b", &["{a,b"]),
        ] {
            assert_eq!(alternatives(pattern, 9).unwrap(), wanted, "{pattern}");
        }
        assert_eq!(alternatives(&"{a,b}".repeat(40), 500), None);
        // In a moment.
        let open = "{".repeat(100_000);
        assert_eq!(alternatives(&open, 9), Some(vec![open]));
    }
}
