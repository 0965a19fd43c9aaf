//! XML: an element a file, in it one for each range of lines. Code is character data, so that it reads as it is.

use super::{Context, Piece, Tier, copies, ranges, suggested};
use std::fmt::Write;

// Writing to a string cannot fail: its results are passed over below.

pub fn piece(piece: &Piece) -> String {
    let mut text = format!("<range lines=\"{}-{}\" tier=\"{}\"", piece.first, piece.last, piece.tier.as_str());
    if let Some(scope) = piece.scope {
        let _ = write!(text, " in=\"{}\"", attribute(scope));
    }
    if !piece.names.is_empty() {
        let _ = write!(text, " names=\"{}\"", attribute(&piece.names.join(", ")));
    }
    if !piece.seen.is_empty() {
        let _ = write!(text, " shown-before=\"{}\"", ranges(piece.seen));
    }
    if !piece.also_at.is_empty() {
        let places = copies(piece);
        let _ = write!(text, " also-at=\"{}\"", attribute(&places.join(", ")));
    }
    if piece.tier == Tier::Stub {
        text.push_str("/>\n");
    } else {
        let _ = write!(text, "><![CDATA[\n{}\n]]></range>\n", data(piece.text));
    }
    text
}

pub fn file(path: &str, language: &str, pieces: &[String]) -> String {
    format!("<file path=\"{}\" language=\"{}\">\n{}</file>\n", attribute(path), attribute(language), pieces.concat())
}

pub fn whole(context: &Context, files: &[String]) -> String {
    let mut text = format!(
        "<context query=\"{}\" n-eff=\"{:.1}\" k=\"{}\" epsilon=\"{:.3}\" tau=\"{}\" budget=\"{}\"",
        attribute(&context.query),
        context.n_eff,
        context.k,
        context.epsilon,
        context.tau,
        context.budget
    );
    if context.memory >= 0.005 {
        let _ = write!(text, " memory=\"{:.2}\"", context.memory);
    }
    if let Some(confidence) = context.confidence {
        let _ = write!(text, " confidence=\"{:.2}\"", confidence.probability);
    }
    text.push_str(">\n");
    for suggestion in &context.suggestions {
        let _ = writeln!(text, "<suggestion>{}</suggestion>", attribute(&suggested(suggestion, "")));
    }
    for note in &context.notes {
        let _ = writeln!(text, "<note>{}</note>", attribute(note));
    }
    text + &files.concat() + "</context>\n"
}

/// A text inside quotes or between tags.
fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // As a character they would be read as a blank.
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            c => out.push(allowed(c)),
        }
    }
    out
}

/// A text as character data: what would end it is cut in two.
fn data(text: &str) -> String {
    text.chars().map(allowed).collect::<String>().replace("]]>", "]]]]><![CDATA[>")
}

/// XML 1.0 knows no control characters but tab and line breaks (its production 2, `Char`).
fn allowed(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => c,
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_out_is_kept_inside() {
        assert_eq!(data("a]]>b\u{1b}"), "a]]]]><![CDATA[>b\u{fffd}");
        assert_eq!(attribute("a<b>\"&\n"), "a&lt;b&gt;&quot;&amp;&#10;");
    }
}
