//! Exact o200k tokens.

/// How many tokens the text has in the encoding o200k_base.
pub fn count(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// The same, if there are no more than `limit`; costs no more than that many.
pub fn count_up_to(text: &str, limit: usize) -> Option<usize> {
    let tokenizer = bpe_openai::o200k_base();
    tokenizer.count_till_limit(&tokenizer.normalize(text), limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        for (text, tokens) in KNOWN {
            assert_eq!(count(text), tokens, "{text:?}");
            assert_eq!(count_up_to(text, tokens), Some(tokens), "{text:?}");
            assert!(tokens == 0 || count_up_to(text, tokens - 1).is_none(), "{text:?}");
        }
    }

    /// Counted by another implementation, the npm package gpt-tokenizer.
    const KNOWN: [(&str, usize); 7] = [
        ("", 0),
        ("hello world", 2),
        ("fn main() {\n    println!(\"{}\", 1_000);\n}\n", 13),
        ("   \n\n\tx  = naïve_café(日本語); // 🚀🚀\r\n", 18),
        ("HTTPServer's getHTTPResponseCode2", 8),
        ("```rust\npub fn a() -> Option<&'static str> { None }\n```\n", 19),
        ("path/to/file.rs:12-34 (in Outer::inner)", 14),
    ];
}
