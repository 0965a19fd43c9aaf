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

/// What stands before the first braces with a comma, the parts between its commas, and what stands after it.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let starts = unescaped(pattern).filter(|(_, c)| *c == '{').map(|(at, _)| at);
    for start in starts {
        let inner = &pattern[start + 1..];
        let (mut depth, mut from, mut parts) = (0_usize, 0, Vec::new());
        for (at, c) in unescaped(inner) {
            match c {
                '{' => depth += 1,
                ',' if depth == 0 => {
                    parts.push(&inner[from..at]);
                    from = at + 1;
                }
                '}' if depth > 0 => depth -= 1,
                '}' => {
                    parts.push(&inner[from..at]);
                    if parts.len() > 1 {
                        return Some((&pattern[..start], parts, &inner[at + 1..]));
                    }
                    break;
                }
                _ => {}
            }
        }
    }
    None
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
    }
}
