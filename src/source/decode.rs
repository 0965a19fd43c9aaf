//! Which text do these bytes hold?

use serde::{Deserialize, Serialize};

use super::Refusal;

/// How the bytes of an admitted file were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// UTF-8 with a few invalid sequences, each shown as U+FFFD.
    Utf8Repaired,
    /// UTF-16 with a byte-order mark, either byte order.
    Utf16,
    /// No valid UTF-8 but plainly Western text: read as Windows-1252, of which Latin-1's printable part is a subset.
    Windows1252,
}

impl Encoding {
    const ALL: [Encoding; 4] = [Encoding::Utf8, Encoding::Utf8Repaired, Encoding::Utf16, Encoding::Windows1252];

    /// The encoding that is `number` when it is cast to a number.
    pub(crate) fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// A note for people when the text is a guess or was repaired; `None` when it is exact.
    pub fn note(self) -> Option<&'static str> {
        match self {
            Encoding::Utf8 | Encoding::Utf16 => None,
            Encoding::Utf8Repaired => Some("Some of its bytes are not valid UTF-8: they are shown as U+FFFD."),
            Encoding::Windows1252 => Some("It is not UTF-8: it was read as Windows-1252."),
        }
    }
}

/// A text and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text without its byte-order mark. It never holds a NUL. Line ends are as given.
    pub text: String,
    /// How the bytes were read.
    pub encoding: Encoding,
}

/// The text of a file, without its byte-order mark.
///
/// # Errors
/// As [`read`].
pub fn decode(bytes: &[u8]) -> Result<String, Refusal> {
    read(bytes).map(|decoded| decoded.text)
}

/// The text of a file and its encoding: a byte-order mark decides, else UTF-8, else Windows-1252 where the bytes
/// plainly are Western text.
///
/// # Errors
/// [`Refusal::Binary`] when the bytes are no text (a NUL, or too many control characters), [`Refusal::Encoding`] when
/// they probably are text in an encoding that cannot be told.
pub fn read(bytes: &[u8]) -> Result<Decoded, Refusal> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => eight_bit(rest),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Err(Refusal::Encoding { why: "is UTF-32" }),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => eight_bit(bytes),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Decoded, Refusal> {
    if bytes.len() % 2 == 1 {
        return Err(Refusal::Encoding { why: "starts like UTF-16 but has an odd number of bytes" });
    }
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len());
    for character in char::decode_utf16(units) {
        match character {
            Ok('\0') => return Err(Refusal::Binary),
            Ok(character) => text.push(character),
            // Real texts have none; replacing them would let any bytes after FF FE pass for a text.
            Err(_) => {
                return Err(Refusal::Encoding { why: "starts like UTF-16 but holds a lone surrogate" });
            }
        }
    }
    if mostly_controls(text.as_bytes()) {
        return Err(Refusal::Binary);
    }
    Ok(Decoded { text, encoding: Encoding::Utf16 })
}

fn eight_bit(bytes: &[u8]) -> Result<Decoded, Refusal> {
    if bytes.contains(&0) {
        let unmarked = looks_like_utf16(bytes);
        return Err(if unmarked {
            Refusal::Encoding { why: "looks like UTF-16 without a byte-order mark" }
        } else {
            Refusal::Binary
        });
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if mostly_controls(bytes) {
            return Err(Refusal::Binary);
        }
        return Ok(Decoded { text: text.to_owned(), encoding: Encoding::Utf8 });
    }
    not_utf8(bytes)
}

/// More than one byte in ten is a control character that no text uses.
fn mostly_controls(bytes: &[u8]) -> bool {
    bytes.iter().filter(|b| is_odd_control(**b)).count() * 10 > bytes.len()
}

/// A control character other than tab, line ends, vertical tab, form feed and escape.
fn is_odd_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t'..=b'\r' | 0x1B)) || byte == 0x7F
}

/// ASCII text in UTF-16 has a NUL in every second byte, always the same one of the two.
fn looks_like_utf16(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1024) & !1];
    let nuls = |first: usize| head.iter().skip(first).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (nuls(0), nuls(1));
    let (low, high) = (even.min(odd), even.max(odd));
    high >= 4 && low == 0 && high * 2 > head.len() / 2
}

/// Bytes that are no valid UTF-8 and hold no NUL: repaired UTF-8, Windows-1252, another encoding, or no text at all.
fn not_utf8(bytes: &[u8]) -> Result<Decoded, Refusal> {
    if bytes.iter().any(|b| is_odd_control(*b)) {
        return Err(Refusal::Binary);
    }
    let (mut characters, mut faults) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().bytes().filter(|b| *b >= 0xC0).count();
        faults += usize::from(!chunk.invalid().is_empty());
    }
    // Chance makes few valid sequences out of another encoding: a majority of them means UTF-8 with scars.
    if characters >= faults * 4 {
        return Ok(Decoded { text: String::from_utf8_lossy(bytes).into_owned(), encoding: Encoding::Utf8Repaired });
    }
    if !looks_western(bytes) {
        return Err(Refusal::Encoding { why: "is not UTF-8, and which encoding it has cannot be told" });
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    text.extend(bytes.iter().map(|b| windows_1252(*b)));
    Ok(Decoded { text, encoding: Encoding::Windows1252 })
}

/// Western text has single accented letters and signs between ASCII; the encodings of other scripts have long runs of
/// high bytes, or bytes that Windows-1252 uses for hardly anything.
fn looks_western(bytes: &[u8]) -> bool {
    let (mut high, mut in_runs, mut run) = (0usize, 0usize, 0usize);
    for byte in bytes {
        if *byte < 0x80 {
            run = 0;
            continue;
        }
        if !matches!(byte, 0x80 | 0x85 | 0x91..=0x97 | 0x99 | 0x9C | 0xA0..=0xFF) {
            return false;
        }
        high += 1;
        run += 1;
        in_runs += match run {
            1 => 0,
            2 => 2,
            _ => 1,
        };
    }
    in_runs * 3 <= high && high * 4 <= bytes.len()
}

/// One byte of Windows-1252; the five that it leaves open map to themselves, as the WHATWG's table has it.
fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16le(text: &str) -> Vec<u8> {
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    }

    fn utf16be(text: &str) -> Vec<u8> {
        [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect()
    }

    fn code(bytes: &[u8]) -> &'static str {
        read(bytes).map_or_else(|refusal| refusal.code(), |_| "text")
    }

    #[test]
    fn utf8_with_and_without_mark() {
        assert_eq!(decode(b"a\r\nb\n").unwrap(), "a\r\nb\n");
        assert_eq!(decode("\u{feff}é\r\n".as_bytes()).unwrap(), "é\r\n");
        assert_eq!(decode("\u{feff}\u{feff}x".as_bytes()).unwrap(), "\u{feff}x");
        assert_eq!(decode(b"").unwrap(), "");
        assert_eq!(decode(b"\xEF\xBB\xBF").unwrap(), "");
    }

    #[test]
    fn utf16_by_mark() {
        let text = "class Größe { }\r\n// 😀 漢字\r\n";
        for bytes in [utf16le(text), utf16be(text)] {
            let decoded = read(&bytes).unwrap();
            assert_eq!(decoded, Decoded { text: text.into(), encoding: Encoding::Utf16 });
        }
    }

    #[test]
    fn broken_utf16_is_refused() {
        let mut odd = utf16le("abc");
        odd.push(b'x');
        assert_eq!(code(&odd), "encoding");
        assert_eq!(code(&[0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00]), "encoding");
        assert_eq!(code(&utf16le("a\0b")), "binary");
        assert_eq!(code(&[0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]), "encoding");
        // UTF-8 after a mark of UTF-16 would decode to rare CJK; it must hold no NUL in any case.
        assert!(read(b"\xFF\xFEint main(void)").is_ok_and(|d| !d.text.contains('\0')));
    }

    #[test]
    fn unmarked_utf16_is_an_encoding_not_a_binary() {
        assert_eq!(code(&utf16le("using System;\r\nclass A {}")[2..]), "encoding");
        assert_eq!(code(&utf16be("using System;\r\nclass A {}")[2..]), "encoding");
    }

    #[test]
    fn binaries() {
        assert_eq!(code(b"abc\0def"), "binary");
        assert_eq!(code(b"\x7fELF\x02\x01\x01\0\0\0\0\0"), "binary");
        assert_eq!(code(b"\x89PNG\r\n\x1a\n\x01\x02\x03\xff"), "binary");
        assert_eq!(code(&[1, 2, 3, 4, 5, 6, 7]), "binary");
        assert_eq!(code(b"section one\x0c\nsection two\n"), "text");
        assert_eq!(code(b"prompt = \"\x1b[31mred\x1b[0m\"\n"), "text");
    }

    #[test]
    fn western_text_is_read_as_windows_1252() {
        let decoded = read(b"/* Copyright \xA9 1998 Andr\xE9 M\xFCller \x96 alle Rechte */\nint x;\n").unwrap();
        assert_eq!(decoded.text, "/* Copyright © 1998 André Müller – alle Rechte */\nint x;\n");
        assert_eq!(decoded.encoding, Encoding::Windows1252);
        assert!(decoded.encoding.note().is_some());
    }

    #[test]
    fn other_encodings_are_refused_with_a_reason() {
        // "привет мир" in KOI8-R and Windows-1251, "日本語" in Shift-JIS and EUC-JP, "中文" in GBK.
        for bytes in [
            &b"// \xD0\xD2\xC9\xD7\xC5\xD4 \xCD\xC9\xD2\n"[..],
            b"// \xEF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0\nint main() {}\n",
            b"// \x93\xFA\x96\x7B\x8C\xEA\nint main() {}\n",
            b"// \xC6\xFC\xCB\xDC\xB8\xEC\nint main() {}\n",
            b"// \xD6\xD0\xCE\xC4\nint main() {}\n",
        ] {
            assert_eq!(code(bytes), "encoding", "{bytes:x?}");
        }
    }

    #[test]
    fn a_scar_in_utf8_is_repaired() {
        let mut bytes = "naïve café — déjà vu, „Größe“ 漢字\n".repeat(3).into_bytes();
        bytes.extend(b"broken: \xE2\x28\n");
        let decoded = read(&bytes).unwrap();
        assert_eq!(decoded.encoding, Encoding::Utf8Repaired);
        assert!(decoded.text.ends_with("broken: \u{fffd}(\n"));
    }
}
