//! What kind of question it is.

/// The share of the semantic channel: 0.3 when the whole query is a symbol, else 0.5 (the reference system's
/// values).
pub fn alpha(query: &str) -> f64 {
    if is_symbol_query(query) { 0.3 } else { 0.5 }
}

/// Whether the whole query looks like the name of a definition: one word that is qualified (`a::b`, `a.b`,
/// `a->b`, `a\b`), starts with an underscore or a capital, or has an underscore or a capital inside.
pub fn is_symbol_query(query: &str) -> bool {
    let query = query.trim();
    let mut parts = 0;
    for part in query.replace("::", "\0").replace("->", "\0").split(['\0', '.', '\\']) {
        if !is_identifier(part) {
            return false;
        }
        parts += 1;
    }
    parts > 1 || query.starts_with('_') || query.chars().any(|c| c.is_uppercase() || c == '_')
}

/// A word of letters, digits and underscores that does not start with a digit.
fn is_identifier(word: &str) -> bool {
    word.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_query_is_one_name() {
        for symbol in
            ["ZodObject", "Session", "fooBar", "user_id", "_x", "a::b", "std::fs::read", "a.b", "p->next", "A\\B"]
        {
            assert!(is_symbol_query(symbol), "{symbol}");
        }
        for words in ["session", "a ZodObject here", "", "!!!", "a.", "::", "utf8", "what?", "  ", "1_000"] {
            assert!(!is_symbol_query(words), "{words}");
        }
    }
}
