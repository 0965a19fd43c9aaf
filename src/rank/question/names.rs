//! The words of a question that are names of definitions, told by their form.

use super::known::Known;
use super::signs::Signed;
use super::stop::{is_frame, is_kind, is_stop};
use crate::lexical::{folded, joins};
use crate::rank::lean::is_pointing;
use crate::source::lines::head;
use std::borrow::Cow;

/// A name in a question.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedThing {
    /// The bare name as written.
    pub name: String,
    /// What stands before it, as in `Session.close` or `ignore::Walk`: the last part of that, in lower case.
    pub qualifier: Option<String>,
    /// Whether it can be nothing but a name: it stands in backticks, is called, or is a common word that is a name here.
    pub is_sure: bool,
}

/// In a question of so many words or fewer a capital at its beginning may be a name's.
const FEW_WORDS: usize = 4;

/// What may stand in a name or join it to another.
fn is_part(c: char) -> bool {
    joins(c) || c == '$'
}

/// The name that the whole question is, qualified or not.
pub fn whole(text: &str, known: &dyn Known) -> Option<NamedThing> {
    let text = text.trim();
    if known.defines(text) {
        return Some(NamedThing { name: text.to_owned(), qualifier: None, is_sure: true });
    }
    let text = text.trim_end_matches("()");
    let plain = text.chars().all(|c| is_part(c) || ".:#\\->".contains(c));
    (plain && !text.is_empty()).then(|| split(text)).flatten()
}

/// `a::b.c` as the name `c` with the qualifier `b`.
fn split(text: &str) -> Option<NamedThing> {
    let mut parts = text.split(|c: char| !is_part(c)).filter(|p| !p.is_empty());
    let name = parts.next_back()?;
    name.chars().any(char::is_alphabetic).then(|| NamedThing {
        name: name.to_owned(),
        qualifier: parts.next_back().map(folded),
        is_sure: false,
    })
}

/// The names inside a sentence; `signs` are those written with signs. `paths` are files that it mentions, which are no names; `kept` is how many of its words
/// do more than put it.
pub fn inside(text: &str, signs: &[Signed], paths: &[String], kept: usize, known: &dyn Known) -> Vec<NamedThing> {
    let mut signs = signs.iter().filter(|signed| signed.is_known).peekable();
    if signs.peek().is_some() {
        // What stands between them is a sentence of its own.
        let mut found = Vec::new();
        let mut at = 0;
        for Signed { name, range, .. } in signs {
            found.extend(inside(&text[at..range.start], &[], paths, kept, known));
            found.push(NamedThing { name: (*name).to_owned(), qualifier: None, is_sure: true });
            at = range.end;
        }
        found.extend(inside(&text[at..], &[], paths, kept, known));
        return found;
    }
    let text = without_receivers(text);
    let pieces = pieces(&text);
    let is_place = |piece: &Piece| paths.iter().any(|path| piece.text.replace('\\', "/").contains(path.as_str()));
    pieces.into_iter().filter(|piece| !is_place(piece)).filter_map(|piece| piece.name(kept, known)).collect()
}

/// Of the words of a question that only put one, or say of which kind what it asks for is, those that something is
/// called by: exactly so, or but for the case.
pub fn among_common<'a>(tokens: &[&'a str], known: &dyn Known) -> Vec<&'a str> {
    let may = |word: &&&str| is_stop(word) && !is_pointing(&word.to_lowercase());
    let own = |word: &&&str| may(word) && !is_frame(word);
    let exact: Vec<&str> = tokens.iter().filter(own).filter(|word| known.defines(word)).copied().collect();
    if !exact.is_empty() {
        return exact;
    }
    let alike: Vec<&str> = tokens.iter().filter(own).filter(|word| known.defines_alike(word)).copied().collect();
    if !alike.is_empty() {
        return alike;
    }
    // "where is work defined": nothing but its place tells which it is.
    let before = tokens.windows(2).filter(|pair| matches!(pair[1], "defined" | "implemented")).map(|pair| &pair[0]);
    before.filter(may).filter(|word| known.defines(word)).copied().collect()
}

/// Go's `(*Context).Next` as `Context.Next`.
fn without_receivers(text: &str) -> Cow<'_, str> {
    if !text.contains("(*") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("(*") {
        let after = &rest[at + 2..];
        let end = after.find(|c: char| !is_part(c) && c != '.').unwrap_or(after.len());
        let receiver = after[end..].strip_prefix(").").filter(|_| end > 0);
        out.push_str(&rest[..at]);
        match receiver {
            Some(further) => {
                out.push_str(&after[..end]);
                out.push('.');
                rest = further;
            }
            None => {
                out.push_str("(*");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out.into()
}

/// A run of characters without blanks, brackets and quotation marks, and what stands around it.
struct Piece<'a> {
    text: &'a str,
    /// Whether a quotation mark stands before it.
    quoted: bool,
    /// Whether nothing else stands between that and its partner.
    alone: bool,
    /// Whether arguments follow, in brackets or by their number.
    call: bool,
    /// The question's first.
    first: bool,
    /// The first of a sentence.
    begins: bool,
    /// `?` or `!` right after it, which may be a part of a name in Ruby.
    mark: Option<char>,
    /// Whether nothing but punctuation follows.
    last: bool,
}

const QUOTES: [char; 7] = ['`', '"', '\'', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];

fn separates(c: char) -> bool {
    c.is_whitespace() || "()<>[]{},;?!*=|&…".contains(c) || QUOTES.contains(&c)
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let (mut at, mut begins) = (0, true);
    while at < text.len() {
        let rest = &text[at..];
        let mut end = rest.find(separates).unwrap_or(rest.len());
        // `a->b` is one.
        while end > 0 && rest[..end].ends_with('-') && rest[end..].starts_with('>') {
            end += 1 + rest[end + 1..].find(separates).unwrap_or(rest.len() - end - 1);
        }
        if end == 0 {
            let c = rest.chars().next().unwrap_or_default();
            begins |= matches!(c, '?' | '!' | ';' | '\n');
            at += c.len_utf8();
            continue;
        }
        let whole = &rest[..end];
        let trimmed = whole.trim_matches(|c: char| !is_part(c));
        if !trimmed.is_empty() {
            let before = text[..at].chars().next_back();
            let after = rest[end..].chars().next();
            let quoted = before.is_some_and(|c| QUOTES.contains(&c));
            let (text, counted) = without_arity(trimmed);
            found.push(Piece {
                text,
                quoted,
                alone: quoted && after.is_some_and(|c| QUOTES.contains(&c) || matches!(c, '(' | '?' | '!')),
                call: counted || (whole.ends_with(is_part) && opens_arguments(&rest[end..])),
                first: found.is_empty(),
                begins,
                mark: after.filter(|c| matches!(c, '?' | '!')),
                last: !rest[end..].contains(is_part),
            });
        }
        begins = whole.ends_with(['.', ':', '-']) || (begins && trimmed.is_empty());
        at += end;
    }
    found
}

/// Elixir's `put_resp_header/3` without the number of arguments.
fn without_arity(text: &str) -> (&str, bool) {
    match text.rsplit_once('/') {
        Some((name, arity))
            if arity.len() <= 2 && arity.bytes().all(|b| b.is_ascii_digit()) && name.ends_with(is_part) =>
        {
            (name, true)
        }
        _ => (text, false),
    }
}

/// The arguments of a type are not longer, in bytes.
const LONGEST_TYPE: usize = 256;

/// Whether arguments of a call or of a type follow: `(`, or `<` with a name. "route(s)" is a word.
fn opens_arguments(rest: &str) -> bool {
    if let Some(inner) = rest.strip_prefix('(') {
        return !["s)", "es)", "ies)"].iter().any(|plural| inner.starts_with(plural));
    }
    rest.strip_prefix('<').is_some_and(|inner| inner.starts_with(is_part) && head(inner, LONGEST_TYPE).contains('>'))
}

impl Piece<'_> {
    /// The name that the piece is, if it looks like one: parts joined by humps or underscores, a qualified name, a call,
    /// a capital where no sentence begins.
    fn name(&self, kept: usize, known: &dyn Known) -> Option<NamedThing> {
        let form = self.call || self.alone;
        if let Some(sign) = self.only_signs(known) {
            return Some(sign);
        }
        let mut named = split(self.text)?;
        if let Some(marked) = self.mark.map(|mark| format!("{}{mark}", named.name))
            && known.defines(&marked)
            && (form || !self.last || !known.defines(&named.name))
        {
            return Some(NamedThing { name: marked, is_sure: true, ..named });
        }
        let name = named.name.as_str();
        let upper = name.chars().next().is_some_and(char::is_uppercase);
        let long = name.chars().nth(1).is_some();
        if named.qualifier.is_none() && is_stop(name) {
            named.is_sure = (form || (upper && long && !self.begins)) && known.defines(name);
            return named.is_sure.then_some(named);
        }
        let small = name.chars().any(char::is_lowercase);
        let inner = name.chars().skip(1).any(char::is_uppercase) && small;
        let joined = name.trim_matches('_').contains('_') || name.starts_with('_');
        let exact = || known.defines(name);
        let capital = upper && if self.first { kept <= FEW_WORDS && exact() } else { small || (long && exact()) };
        let abbreviates = |part: &str| part.len() == 1 && part != "_" && part != "$";
        let qualified = named.qualifier.is_some() && !self.text.split(['.', ':', '#']).any(abbreviates);
        let only = kept == 1;
        named.is_sure = form;
        (only || form || self.quoted || inner || joined || capital || qualified).then_some(named)
    }

    /// `$` and `_` are names where something is called so.
    fn only_signs(&self, known: &dyn Known) -> Option<NamedThing> {
        let signs = self.text.chars().all(|c| c == '_' || c == '$');
        (signs && known.defines(self.text)).then(|| NamedThing {
            name: self.text.to_owned(),
            qualifier: None,
            is_sure: true,
        })
    }
}

/// The one word of a question beside those that say of which kind it is: "class session".
pub fn of_kind<'a>(kept: &[&'a str], known: &dyn Known) -> Option<&'a str> {
    let mut own = kept.iter().filter(|word| !is_kind(word));
    let name = own.next().filter(|_| own.next().is_none() && kept.len() > 1)?;
    known.defines_alike(name).then_some(name)
}
