//! Titles: the name that one gives, its text without the signs that only set it; and the level that its style has.

use crate::chunk::symbol::floor;

/// So much of a title is read.
const LONGEST_TITLE: usize = 1_000;
/// So many bytes has a name at most.
const LONGEST_NAME: usize = 120;

/// The ways to set a title met so far, where their order tells their levels: the sign of the rule, and whether one stands
/// above as well.
#[derive(Default)]
pub(super) struct Styles(Vec<(u8, bool)>);

impl Styles {
    /// The level of a style, which the first title of it settles.
    pub(super) fn level(&mut self, sign: u8, above: bool) -> u32 {
        let style = (sign, above);
        let known = self.0.iter().position(|&known| known == style);
        let at = known.unwrap_or_else(|| {
            self.0.push(style);
            self.0.len() - 1
        });
        at as u32 + 1
    }
}

/// A title as people say it: without emphasis, links, images, tags and identifiers. Empty if no letter or digit is left.
pub(super) fn name(title: &str) -> String {
    let title = title.get(..floor(title, LONGEST_TITLE)).unwrap_or_default().trim();
    let title = without_attributes(title);
    let mut plain = Plain { out: String::with_capacity(title.len()), links: Vec::new() };
    let mut at = 0;
    while let Some(sign) = title[at..].chars().next() {
        at += plain.read(title, at, sign).max(sign.len_utf8());
    }
    let mut name = String::with_capacity(plain.out.len());
    for word in plain.out.split_whitespace() {
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    name.truncate(floor(&name, LONGEST_NAME));
    name.truncate(name.trim_end().len());
    if name.chars().any(char::is_alphanumeric) { name } else { String::new() }
}

/// `Title {#id .class}` and `Title {: #id}`.
fn without_attributes(title: &str) -> &str {
    let attributes = title.strip_suffix('}').and_then(|rest| rest.rsplit_once('{'));
    match attributes {
        Some((before, inside)) if inside.starts_with(['#', ':', '.']) && !before.is_empty() => before.trim_end(),
        _ => title,
    }
}

struct Plain {
    out: String,
    /// Brackets that are open: where they stand in `out`, and whether they are an image's.
    links: Vec<(usize, bool)>,
}

impl Plain {
    /// Reads what begins at a sign; gives how many bytes that is, 0 for the sign alone.
    fn read(&mut self, title: &str, at: usize, sign: char) -> usize {
        let rest = &title[at..];
        match sign {
            '\\' => match rest[1..].chars().next() {
                Some(escaped) if escaped.is_ascii_punctuation() => {
                    self.out.push(escaped);
                    return 2;
                }
                _ => self.out.push('\\'),
            },
            '`' => return self.code(rest),
            '*' => {
                let before = title[..at].chars().next_back().is_none_or(char::is_whitespace);
                let after = rest[1..].chars().next().is_none_or(char::is_whitespace);
                if before && after {
                    self.out.push('*');
                }
            }
            '!' if rest[1..].starts_with('[') => {
                self.links.push((self.out.len(), true));
                return 2;
            }
            '[' => {
                self.links.push((self.out.len(), false));
                self.out.push('[');
            }
            ']' => return self.close(rest),
            '<' if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') => match rest.find('>') {
                Some(end) => {
                    if rest.starts_with("<br") {
                        self.out.push(' ');
                    }
                    return end + 1;
                }
                None => self.out.push('<'),
            },
            sign => self.out.push(sign),
        }
        0
    }

    /// Code or, in reStructuredText, a text with a role or an address: `` :func:`name` ``, `` `text <address>`_ ``.
    fn code(&mut self, rest: &str) -> usize {
        let ticks = super::rows::run(rest, b'`');
        let Some(end) = rest[ticks..].find(&rest[..ticks]) else { return ticks };
        let mut inside = &rest[ticks..ticks + end];
        let mut length = ticks + end + ticks;
        let role = self.out.strip_suffix(':').and_then(|out| out.rfind([' ', '\t']).map_or(Some(0), |at| Some(at + 1)));
        if let Some(at) = role.filter(|&at| self.out[at..].starts_with(':') && self.out.len() > at + 2) {
            self.out.truncate(at);
            inside = inside.trim_start_matches(['~', '!']);
        }
        if rest[length..].starts_with('_') {
            length += super::rows::run(&rest[length..], b'_');
            inside = inside.split_once(" <").map_or(inside, |(text, _)| text);
        }
        self.out.push_str(inside);
        length
    }

    /// A closing bracket: with an address or a reference after it the brackets are no part of the name.
    fn close(&mut self, rest: &str) -> usize {
        let target = match rest.as_bytes().get(1) {
            Some(b'(') => rest.find(')').map(|end| end + 1),
            Some(b'[') => rest[1..].find(']').map(|end| end + 2),
            _ => None,
        };
        match (self.links.pop(), target) {
            (Some((from, true)), target) => {
                self.out.truncate(from);
                target.unwrap_or(1)
            }
            (Some((from, false)), Some(target)) => {
                self.out.remove(from);
                target
            }
            _ => {
                self.out.push(']');
                1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_is_what_is_read() {
        for (title, wanted) in [
            ("Install", "Install"),
            ("  Two\t words ", "Two words"),
            ("The `Vec<T>` *type* and **more**", "The Vec<T> type and more"),
            ("snake_case and 2 * 3", "snake_case and 2 * 3"),
            ("[Link](https://example.com/a) [ref][r] [kept]", "Link ref [kept]"),
            ("![logo](a.png) Name", "Name"),
            ("[![badge](a.svg)](b) Name", "Name"),
            ("Use <kbd>Ctrl</kbd> {#keys}", "Use Ctrl"),
            ("a < b<br/>c", "a < b c"),
            ("Using :func:`~os.walk` and `text <address>`_", "Using os.walk and text"),
            ("C\\# and \\`", "C# and `"),
            ("``a`b``", "a`b"),
            ("`open", "open"),
            ("***", ""),
            ("![](a.png)", ""),
            ("日本語", "日本語"),
        ] {
            assert_eq!(name(title), wanted, "{title}");
        }
        assert_eq!(name(&"é".repeat(1_000)).len(), 120);
    }
}
