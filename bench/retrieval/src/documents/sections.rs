//! Sections of documents, by their headings alone: written apart from the engine's own reading, which it measures.

/// How a document is marked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// reStructuredText.
    Rst,
    /// AsciiDoc.
    AsciiDoc,
    /// HTML.
    Html,
    /// Text whose headings nobody knows.
    Text,
}

impl Format {
    /// The format that a path's ending tells; none if it is no document's.
    pub fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1.to_lowercase().as_str() {
            "md" | "mdx" | "markdown" => Some(Format::Markdown),
            "rst" => Some(Format::Rst),
            "adoc" | "asciidoc" => Some(Format::AsciiDoc),
            "html" | "htm" => Some(Format::Html),
            "txt" => Some(Format::Text),
            _ => None,
        }
    }

    /// Its name in tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Markdown => "markdown",
            Format::Rst => "rst",
            Format::AsciiDoc => "asciidoc",
            Format::Html => "html",
            Format::Text => "text",
        }
    }
}

/// A heading with the text below it, as far as the next heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading as it is marked up.
    pub title: String,
    /// The heading's lines with its rules, from 1, inclusive.
    pub heading: (u32, u32),
    /// The lines of its text without empty ones at both ends; none if it has no text.
    pub body: Option<(u32, u32)>,
    /// Whether no heading below it belongs to it.
    pub is_leaf: bool,
}

/// A heading: lines from 0, its level and its text.
struct Heading {
    first: usize,
    last: usize,
    level: usize,
    title: String,
}

/// The sections of a document, in order.
pub fn sections(text: &str, format: Format) -> Vec<Section> {
    let lines: Vec<&str> = text.lines().collect();
    let headings = match format {
        Format::Markdown => markdown(&lines),
        Format::Rst => rst(&lines),
        Format::AsciiDoc => asciidoc(&lines),
        Format::Html => html(&lines),
        Format::Text => Vec::new(),
    };
    let body = |at: usize| {
        let from = headings[at].last + 1;
        let to = headings.get(at + 1).map_or(lines.len(), |next| next.first);
        let said = |line: &usize| !lines[*line].trim().is_empty() && !is_label(lines[*line]);
        let (first, last) = ((from..to).find(said)?, (from..to).rev().find(said)?);
        Some((first as u32 + 1, last as u32 + 1))
    };
    (0..headings.len())
        .map(|at| Section {
            title: headings[at].title.clone(),
            heading: (headings[at].first as u32 + 1, headings[at].last as u32 + 1),
            body: body(at),
            is_leaf: headings.get(at + 1).is_none_or(|next| next.level <= headings[at].level),
        })
        .collect()
}

/// A line that names the place below it: `.. _name:`, `(name)=`, `[[name]]`, `<a id="name"></a>`.
pub fn is_label(line: &str) -> bool {
    label(line).is_some() || line.trim_start().starts_with("<a ") && line.trim_end().ends_with("</a>")
}

/// The name that a line gives the place below it.
pub fn label(line: &str) -> Option<&str> {
    let line = line.trim();
    let rst = line.strip_prefix(".. _").and_then(|rest| rest.strip_suffix(':'));
    let myst = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(")="));
    let adoc = line.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    rst.or(myst).or(adoc).map(|name| name.trim_matches('`'))
}

fn markdown(lines: &[&str]) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = 0;
    if lines.first().is_some_and(|line| line.trim_end() == "---") {
        at = lines.iter().skip(1).position(|line| line.trim_end() == "---").map_or(0, |end| end + 2);
    }
    while at < lines.len() {
        let line = lines[at].trim();
        if let Some(mark) = fence {
            if line.starts_with(mark) {
                fence = None;
            }
        } else if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark)) {
            fence = Some(mark);
        } else if let Some((level, title)) = marked(lines[at], '#') {
            let title = title.trim_end_matches('#').trim();
            let title = title.rsplit_once(" {#").filter(|(_, id)| id.ends_with('}')).map_or(title, |(title, _)| title);
            found.push(Heading { first: at, last: at, level, title: title.to_owned() });
        } else if is_title(lines, at) && lines.get(at + 1).is_some_and(|next| is_rule(next, &['=', '-'])) {
            let level = if lines[at + 1].starts_with('=') { 1 } else { 2 };
            found.push(Heading { first: at, last: at + 1, level, title: line.to_owned() });
            at += 1;
        }
        at += 1;
    }
    found
}

/// Marks and text of `## Title`.
fn marked(line: &str, mark: char) -> Option<(usize, &str)> {
    let rest = line.trim_end().trim_start_matches(mark);
    let level = line.trim_end().len() - rest.len();
    let title = rest.strip_prefix(' ')?.trim();
    ((1..=6).contains(&level) && !title.is_empty()).then_some((level, title))
}

const RULES: [char; 16] = ['=', '-', '~', '^', '"', '*', '+', '#', '\'', '`', ':', '.', '_', '<', '>', '!'];

fn is_rule(line: &str, of: &[char]) -> bool {
    let line = line.trim_end();
    let mut chars = line.chars();
    let first = chars.next();
    line.len() >= 3 && first.is_some_and(|c| of.contains(&c)) && chars.all(|c| Some(c) == first)
}

/// A line of text at the margin below an empty one.
fn is_title(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | ':' | '*' | '"' | '('))
        && (at == 0 || lines[at - 1].trim().is_empty() || is_label(lines[at - 1]))
}

fn rst(lines: &[&str]) -> Vec<Heading> {
    let mut found = Vec::new();
    // Levels are told by the order in which their rules first occur.
    let mut styles: Vec<(char, bool)> = Vec::new();
    let mut at = 0;
    while at + 1 < lines.len() {
        let over =
            is_rule(lines[at], &RULES) && (at == 0 || lines[at - 1].trim().is_empty() || is_label(lines[at - 1]));
        let title = at + usize::from(over);
        let long_enough = |line: &str| line.trim_end().chars().count() >= lines[title].trim().chars().count();
        let under = lines.get(title + 1).filter(|line| is_rule(line, &RULES) && long_enough(line));
        let is_one = match under {
            Some(under) if over => {
                under.trim_end() == lines[at].trim_end() && lines[title].contains(char::is_alphanumeric)
            }
            Some(_) => is_title(lines, title),
            None => false,
        };
        if !is_one {
            at += 1;
            continue;
        }
        let style = (lines[title + 1].chars().next().unwrap_or('='), over);
        let level = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
            styles.push(style);
            styles.len() - 1
        });
        found.push(Heading { first: at, last: title + 1, level, title: lines[title].trim().to_owned() });
        at = title + 2;
    }
    found
}

fn asciidoc(lines: &[&str]) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut block: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim_end();
        let delimits = is_rule(line, &['-', '.', '=', '+', '/', '_', '*']) && line.len() >= 4 || line == "|===";
        match block {
            Some(open) if line == open => block = None,
            Some(_) => {}
            None if delimits => block = Some(line),
            None => {
                if let Some((level, title)) = marked(line, '=') {
                    found.push(Heading { first: at, last: at, level, title: title.to_owned() });
                }
            }
        }
    }
    found
}

/// Headings that stand on lines of their own; in a text without line breaks nothing can be told by lines.
fn html(lines: &[&str]) -> Vec<Heading> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let lower = line.to_ascii_lowercase();
        for level in 1..=6 {
            let Some(open) = lower.find(&format!("<h{level}")) else { continue };
            let rest = &lower[open..];
            let (Some(start), Some(end)) = (rest.find('>'), rest.find(&format!("</h{level}>"))) else { continue };
            if start < end && rest.matches("<h").count() == 1 {
                let title = without_tags(&line[open + start + 1..open + end]);
                found.push(Heading { first: at, last: at, level, title });
            }
            break;
        }
    }
    found
}

/// A text without tags and with the commonest entities read.
pub fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => plain.push(c),
            _ => {}
        }
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
        .iter()
        .fold(plain, |text, (entity, c)| text.replace(entity, c))
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Told = (String, (u32, u32), Option<(u32, u32)>, bool);

    fn of(text: &str, format: Format) -> Vec<Told> {
        sections(text, format).into_iter().map(|s| (s.title, s.heading, s.body, s.is_leaf)).collect()
    }

    #[test]
    fn markdown_knows_marks_rules_fences_and_front_matter() {
        let text = "---\ntitle: x\n---\n# One\n\ntext\n\n## Two ##\n```\n# no\n```\n\nThree\n-----\nlast\n";
        let expected: [Told; 3] = [
            ("One".into(), (4, 4), Some((6, 6)), false),
            ("Two".into(), (8, 8), Some((9, 11)), true),
            ("Three".into(), (13, 14), Some((15, 15)), true),
        ];
        assert_eq!(of(text, Format::Markdown), expected);
    }

    #[test]
    fn rst_knows_levels_by_their_first_use() {
        let text = "====\nBook\n====\n\nabout\n\n.. _part:\n\nPart\n----\ntext\n\n* item\n  more\n\nNext\n----\n\nlong title here\n---\n";
        let expected: [Told; 3] = [
            ("Book".into(), (1, 3), Some((5, 5)), false),
            ("Part".into(), (9, 10), Some((11, 14)), true),
            ("Next".into(), (16, 17), Some((19, 20)), true),
        ];
        assert_eq!(of(text, Format::Rst), expected);
    }

    #[test]
    fn asciidoc_and_html() {
        let text = "= Book\n\n== Part\n----\n== no\n----\n";
        let expected: [Told; 2] = [("Book".into(), (1, 1), None, false), ("Part".into(), (3, 3), Some((4, 6)), true)];
        assert_eq!(of(text, Format::AsciiDoc), expected);
        let text = "<body>\n<h2 id=\"a-b\">A &amp; <code>B</code></h2>\n<p>text</p>\n<h2>C</h2>\n";
        let expected: [Told; 2] = [("A & B".into(), (2, 2), Some((3, 3)), true), ("C".into(), (4, 4), None, true)];
        assert_eq!(of(text, Format::Html), expected);
    }
}
