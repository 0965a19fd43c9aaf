//! Texts by kind, cut to a few sizes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Spread;
use crate::corpus::files_below;
use crate::engine::{Content, Language, ceiling, estimate};
use crate::outcome::{Context, Outcome};
use crate::random::Random;
use crate::tokens;

/// About so many tokens a piece.
pub const SIZES: [usize; 4] = [300, 1000, 2000, 4000];
/// Pieces of a kind and size, at most.
const PIECES: usize = 400;
/// No piece holds less than this share of its size.
const FILLED: f64 = 0.8;
/// Longer files are data, and would be a kind by themselves.
const LONGEST: usize = 400_000;
/// Text of a kind that a code base gives, at most.
const SHARE: usize = 3_000_000;
/// Lines of encoded data that are made.
const ENCODED: usize = 20_000;

/// What kind of text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Source, by language.
    Code(&'static str),
    /// Prose, by markup.
    Prose(&'static str),
    /// Settings and data, by format.
    Data(&'static str),
    /// Lines with Han, Kana or Hangul.
    Cjk,
    /// Lines with Cyrillic, Greek, Arabic and other scripts.
    Script,
    /// Addresses, one a line.
    Urls,
    /// Hex and base64.
    Encoded,
    /// Code on one line, without blanks that can go.
    Minified,
}

impl Kind {
    /// The kind for people.
    pub fn name(&self) -> String {
        match self {
            Kind::Code(name) => format!("code: {name}"),
            Kind::Prose(name) => format!("prose: {name}"),
            Kind::Data(name) => format!("data: {name}"),
            Kind::Cjk => "Chinese, Japanese, Korean".to_owned(),
            Kind::Script => "other scripts".to_owned(),
            Kind::Urls => "addresses".to_owned(),
            Kind::Encoded => "hex and base64".to_owned(),
            Kind::Minified => "minified".to_owned(),
        }
    }
}

/// Texts by kind.
pub type Texts = BTreeMap<Kind, Vec<String>>;

/// Reads every text below a folder. The lines of one kind in a file are one text.
pub fn collect(folder: &Path) -> Outcome<Texts> {
    let mut texts = Texts::new();
    for path in files_below(folder, &|_| false)? {
        let bytes = fs::read(folder.join(&path)).context(format!("reading {path}"))?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if text.len() > LONGEST || text.contains('\0') {
            continue;
        }
        let language = Language::of_path(&path, &text);
        let mut add = |kind: Kind, text: String| {
            let of_kind = texts.entry(kind).or_default();
            if !text.is_empty() && of_kind.iter().map(String::len).sum::<usize>() < SHARE {
                of_kind.push(text);
            }
        };
        add(Kind::Cjk, lines_with(&text, is_cjk));
        add(Kind::Script, lines_with(&text, is_other_script));
        add(Kind::Urls, addresses(&text));
        if ["javascript", "typescript", "css"].contains(&language.name()) {
            add(Kind::Minified, minified(&text));
        }
        let name = language.name();
        let kind = match language.content() {
            Content::Code => Kind::Code(name),
            Content::Docs => Kind::Prose(name),
            Content::Config => Kind::Data(name),
        };
        add(kind, text);
    }
    Ok(texts)
}

/// Adds the texts of another code base.
pub fn merge(all: &mut Texts, of_root: Texts) {
    for (kind, texts) in of_root {
        all.entry(kind).or_default().extend(texts);
    }
}

/// Adds encoded data as lock files have it: random bytes in base64 and in hex, a line each.
pub fn encoded(all: &mut Texts) {
    let mut random = Random::named("encoded");
    let mut line = |alphabet: &[u8], length: usize| -> String {
        (0..length).map(|_| alphabet[random.below(alphabet.len())] as char).collect()
    };
    let base64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let texts = (0..ENCODED / 100).map(|number| {
        let lines = (0..100).map(|_| match number % 3 {
            0 => format!("      \"integrity\": \"sha512-{}==\",\n", line(base64, 86)),
            1 => format!("checksum = \"{}\"\n", line(b"0123456789abcdef", 64)),
            _ => format!("{}\n", line(base64, 76)),
        });
        lines.collect()
    });
    all.insert(Kind::Encoded, texts.collect());
}

/// A kind's figures.
pub struct Measured {
    /// The kind.
    pub kind: Kind,
    /// The estimate, by [`SIZES`].
    pub estimates: Vec<Spread>,
    /// The same with the margin for whole texts, by [`SIZES`].
    pub ceilings: Vec<Spread>,
}

/// Cuts and counts; kinds without a piece are left out.
pub fn measure(texts: &Texts) -> Vec<Measured> {
    let measured = texts.iter().map(|(kind, texts)| {
        let by_size = SIZES.map(|size| {
            let pieces = pieces(texts, size);
            let exact: Vec<u64> = pieces.iter().map(|piece| tokens::count(piece) as u64).collect();
            let spread = |of: fn(&str) -> u64| Spread::of(pieces.iter().map(|p| of(p)).zip(exact.iter().copied()));
            (spread(estimate), spread(ceiling))
        });
        let (estimates, ceilings) = by_size.into_iter().unzip();
        Measured { kind: kind.clone(), estimates, ceilings }
    });
    measured.filter(|measured| measured.estimates.iter().any(|spread| !spread.is_empty())).collect()
}

/// Pieces of about `size` tokens, cut at line borders; texts are read on into the next. A seeded choice of them.
fn pieces(texts: &[String], size: usize) -> Vec<String> {
    let (mut pieces, mut piece, mut sum) = (Vec::new(), String::new(), 0);
    for line in texts.iter().flat_map(|text| text.split_inclusive('\n')) {
        let tokens = tokens::count(line);
        // A line that is longer than a piece is cut, as there is no border.
        if tokens > size {
            pieces.extend(cut(line, line.len() / tokens.div_ceil(size)));
            continue;
        }
        if sum + tokens > size && sum as f64 >= FILLED * size as f64 {
            pieces.push(std::mem::take(&mut piece));
            sum = 0;
        }
        piece.push_str(line);
        sum += tokens;
    }
    if sum as f64 >= FILLED * size as f64 {
        pieces.push(piece);
    }
    Random::new(size as u64).shuffle(&mut pieces);
    pieces.truncate(PIECES);
    pieces
}

/// Cuts a line after about so many bytes, the rest left out.
fn cut(line: &str, bytes: usize) -> Vec<String> {
    let (mut pieces, mut piece) = (Vec::new(), String::new());
    for letter in line.chars() {
        piece.push(letter);
        if piece.len() >= bytes {
            pieces.push(std::mem::take(&mut piece));
        }
    }
    pieces
}

/// The lines of which a fifth is such letters.
fn lines_with(text: &str, wanted: fn(char) -> bool) -> String {
    let is_one = |line: &&str| {
        let found = line.chars().filter(|&letter| wanted(letter)).count();
        found > 1 && found * 5 >= line.chars().filter(|letter| !letter.is_whitespace()).count()
    };
    text.split_inclusive('\n').filter(is_one).collect()
}

fn is_cjk(letter: char) -> bool {
    matches!(letter as u32, 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7af)
}

fn is_other_script(letter: char) -> bool {
    letter.is_alphabetic() && letter as u32 >= 0x370 && !is_cjk(letter)
}

/// The addresses in a text, one a line, each once.
fn addresses(text: &str) -> String {
    let mut found = String::new();
    let mut seen = std::collections::BTreeSet::new();
    for (at, _) in text.match_indices("http") {
        let rest = &text[at..];
        let is_end = |c: char| c.is_whitespace() || "\"'`<>()[]{},;\\".contains(c);
        let address = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
        if host.is_some_and(|host| host.len() > 3) && seen.insert(address) {
            found.push_str(address);
            found.push('\n');
        }
    }
    found
}

/// Without comments of whole lines, indentation, line breaks, and blanks beside signs.
fn minified(text: &str) -> String {
    let is_comment = |line: &&str| ["//", "/*", "*"].iter().any(|start| line.starts_with(start));
    let code: Vec<&str> = text.lines().map(str::trim).filter(|line| !is_comment(line)).collect();
    let code = code.join(" ");
    let mut short = String::new();
    let mut letters = code.chars().peekable();
    let is_sign = |letter: char| letter.is_ascii_punctuation() && letter != '_' && letter != '$';
    while let Some(letter) = letters.next() {
        let beside = short.chars().last().is_none_or(is_sign) || letters.peek().copied().is_none_or(is_sign);
        if letter != ' ' || !beside {
            short.push(letter);
        }
    }
    if short.is_empty() { short } else { short + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_their_size() {
        let texts = [" a b c d e f g h i\n".repeat(1000), "x ".repeat(5000)];
        let pieces = pieces(&texts, 300);
        assert!(pieces.len() > 40);
        for piece in &pieces {
            assert!((200..=310).contains(&tokens::count(piece)), "{}", tokens::count(piece));
        }
    }

    #[test]
    fn kinds_are_told_apart() {
        assert_eq!(lines_with("a\n// これは日本語です\nb 日\n", is_cjk), "// これは日本語です\n");
        assert_eq!(lines_with("Привет, мир\nhello\n", is_other_script), "Привет, мир\n");
        assert_eq!(
            addresses("see <https://a.example/b?c=d>, (http://e.example) http://"),
            "https://a.example/b?c=d\nhttp://e.example\n"
        );
        assert_eq!(minified("/* a */\nlet a = 1;\n  return a + b;\n"), "let a=1;return a+b;\n");
    }
}
