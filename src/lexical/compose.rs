//! One spelling for what can be written in several ways.

use super::marks::is_optional;
use std::borrow::Cow;
use unicode_normalization_alignments::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// The text in Unicode's normal form KC, borrowed if it is so already: `é` can be one code point or two, `ｗｉｄｅ` and `ﬁ`
/// are letters in another guise.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        text.into()
    } else {
        text.nfkc().map(|(letter, _)| letter).collect::<String>().into()
    }
}

/// What a name or a word is known by: [`composed`], in lower case, and without what may as well not be written. It is
/// how [`words`](super::words()) writes its terms.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    composed(text).chars().for_each(|c| fold(c, &mut out));
    out
}

/// Appends a character as terms have it: Unicode's full case folding with the dot of `İ` left out, and letters of one
/// sound that people write either way.
#[inline]
pub(super) fn fold(c: char, out: &mut String) {
    if c.is_ascii() {
        return out.push(c.to_ascii_lowercase());
    }
    if is_optional(c) {
        return;
    }
    match c {
        'ß' | 'ẞ' => return out.push_str("ss"),
        'İ' => return out.push('i'),
        _ => {}
    }
    for lower in c.to_lowercase() {
        out.push(match lower {
            // Capitals go without the accent.
            'ς' => 'σ',
            'ά' => 'α',
            'έ' => 'ε',
            'ή' => 'η',
            'ί' => 'ι',
            'ό' => 'ο',
            'ύ' => 'υ',
            'ώ' => 'ω',
            'ΐ' => 'ϊ',
            'ΰ' => 'ϋ',
            'ё' => 'е',
            'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
            'ى' | 'ی' => 'ي',
            'ة' => 'ه',
            'ک' => 'ك',
            other => other,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_two_ways_is_one() {
        for (a, b) in [
            ("cafe\u{301}", "caf\u{e9}"),
            ("ＡＢＣ１", "abc1"),
            ("\u{fb01}x²", "fix2"),
            ("ｶﾞ", "ガ"),
            ("Straße", "STRASSE"),
            ("STRAẞE", "strasse"),
            ("İzmir", "izmir"),
            ("ΛΌΓΟΣ", "λογος"),
            ("Ёлка", "елка"),
            ("كَلِمَة", "كلمه"),
            ("כְּ", "כ"),
        ] {
            assert_eq!(folded(a), folded(b), "{a} {b}");
        }
        assert_ne!(folded("ılık"), folded("ilik"));
        assert_ne!(folded("й"), folded("и"));
    }
}
