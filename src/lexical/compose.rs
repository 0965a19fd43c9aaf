//! One spelling for letters with marks: `é` can be one code point or two.

use std::borrow::Cow;
use unicode_normalization_alignments::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The text in Unicode's normal form C, borrowed if it is so already.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        text.into()
    } else {
        text.nfc().map(|(letter, _)| letter).collect::<String>().into()
    }
}
