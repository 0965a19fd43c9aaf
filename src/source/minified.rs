//! Was a file written for machines only? Bundles and one-line data cost seconds to parse and answer no question.
//!
//! The measure is the share of a text's bytes that stands in lines too long for a person, not an average: one huge
//! literal in a hand-written file must not cost the file, and a banner of comments must not save a bundle.

use super::language::{Content, Language};
use super::lines::{Lines, head};
use super::path::{ends_with_ignore_case, file_name};

/// When a kind of text counts as minified: from `bytes` on, when lines longer than `line` hold 90 % of it.
struct Measure {
    bytes: u32,
    line: u32,
}

/// Shorter files cost little, and a script of one line may be handwritten.
const CODE: Measure = Measure { bytes: 5_000, line: 300 };
/// Markup runs in paragraphs, and a text of unknown kind may be prose.
const MARKUP: Measure = Measure { bytes: 20_000, line: 1_000 };
/// Data on one line is normal; only a large amount of it is of no use to a reader.
const DATA: Measure = Measure { bytes: 100_000, line: 1_000 };
/// Prose often has a paragraph a line.
const PROSE: Measure = Measure { bytes: 100_000, line: 20_000 };

/// Handwritten lines that save a file whatever else is in it: about four screens.
const SAVING_LINES: u32 = 200;

/// Whether a text is minified or machine-made beyond reading. O(number of lines).
pub fn is_minified(path: &str, language: Language, text: &str, lines: &Lines) -> bool {
    let name = file_name(path);
    let length = lines.end(lines.count());
    if is_source_map(name, text) {
        return true;
    }
    let measure = match (language, language.content()) {
        (Language::Html | Language::Vue | Language::Svelte | Language::Astro | Language::Unknown, _) => MARKUP,
        (Language::Sql, _) | (_, Content::Config) => DATA,
        (_, Content::Docs) => PROSE,
        (_, Content::Code) => CODE,
    };
    let named = [".min.js", ".min.mjs", ".min.cjs", ".min.css", "-min.js", "-min.css"]
        .iter()
        .any(|end| ends_with_ignore_case(name, end));
    if length < measure.bytes && !named {
        return false;
    }
    let (mut long, mut readable) = (0u64, 0u32);
    for line in 1..=lines.count() {
        let bytes = lines.end(line) - lines.start(line);
        if bytes > measure.line {
            long += u64::from(bytes);
        } else if bytes > 2 {
            readable += 1;
        }
    }
    if named {
        // The name says it; only a file that looks handwritten all the same is let in.
        return long * 2 >= u64::from(length);
    }
    readable < SAVING_LINES && long * 10 >= u64::from(length) * 9 || long * 100 >= u64::from(length) * 99
}

/// `app.js.map` and its like: positions, packed, with the whole program once more inside.
fn is_source_map(name: &str, text: &str) -> bool {
    ends_with_ignore_case(name, ".map") && text.starts_with('{') && head(text, 4096).contains("\"version\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minified(path: &str, text: &str) -> bool {
        is_minified(path, Language::of_path(path, text), text, &Lines::new(text))
    }

    fn bundle(bytes: usize) -> String {
        "function a(b,c){return b?c(b):void 0}var d=a(1,e);".repeat(bytes / 50)
    }

    fn program(lines: usize) -> String {
        "    let value = compute(first, second); // as the manual says\n".repeat(lines)
    }

    #[test]
    fn bundles() {
        assert!(minified("dist/app.js", &bundle(3_500_000)));
        assert!(minified(
            "dist/app.js",
            &format!("/*! licence\n{} */\n{}\n", " * of many lines\n".repeat(60), bundle(200_000))
        ));
        assert!(minified("jquery.min.js", &bundle(1_000)));
        assert!(minified("site.min.css", &"a{b:c}".repeat(100)));
        assert!(minified("app.js.map", "{\"version\":3,\"sources\":[\"a.ts\"],\"mappings\":\"AAAA\"}"));
        assert!(minified("wrapped.js", &format!("{}\n", bundle(500)).repeat(300)));
    }

    #[test]
    fn programs() {
        assert!(!minified("a.rs", &program(3000)));
        assert!(!minified("small.js", &bundle(2_000)));
        assert!(!minified("pretty.min.js", &program(50)));
        assert!(!minified("a.py", ""));
        let blob = format!("DATA = \"{}\"\n{}", "QUJD".repeat(50_000), program(500));
        assert!(!minified("with_blob.py", &blob), "a literal of 200 KB in 500 written lines");
        let table: String =
            (0..4000).map(|i| format!("    {{0x{i:08x}, 0x{i:08x}, 0x{i:08x}, 0x{i:08x}}},\n")).collect();
        assert!(!minified("table.h", &table));
    }

    #[test]
    fn data_and_prose() {
        assert!(!minified("a.json", &format!("{{\"a\":[{}0]}}", "1,".repeat(20_000))), "40 KB on one line");
        assert!(minified("a.json", &format!("{{\"a\":[{}0]}}", "1,".repeat(200_000))), "400 KB on one line");
        assert!(!minified("icon.svg", &format!("<svg><path d=\"{}\"/></svg>", "M0 0L1 1".repeat(3_000))));
        assert!(minified("dump.sql", &format!("INSERT INTO t VALUES {};\n", "(1,'a'),".repeat(50_000))));
        let paragraph = format!("{}\n\n", "A sentence that goes on and on. ".repeat(60));
        assert!(!minified("essay.md", &paragraph.repeat(200)));
        assert!(!minified("page.html", &format!("<p>{}</p>\n", "word ".repeat(150)).repeat(100)));
        assert!(minified("index.html", &"<div><a href=x>y</a></div>".repeat(2_000)));
    }
}
