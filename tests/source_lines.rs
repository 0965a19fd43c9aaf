//! `Lines` against the plainest possible implementation, on texts full of what breaks offsets.

use nearfield::source::Lines;
use nearfield::source::decode::decode;
use proptest::prelude::*;

/// Pieces whose lengths in bytes, UTF-16 units and lines all differ.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("é".to_owned()),
        Just("漢字".to_owned()),
        Just("😀".to_owned()),
        Just("👩‍👩‍👧".to_owned()),
        Just("e\u{301}".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("\u{2028}".to_owned()),
        Just("    indented();".to_owned()),
        // Longer than the distance between two checkpoints.
        Just("x".repeat(300)),
        Just("ü".repeat(200)),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Every line with its line end.
fn naive_lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_the_plain_ones(text in text()) {
        let lines = Lines::new(&text);
        let naive = naive_lines(&text);
        prop_assert_eq!(lines.count() as usize, naive.len());
        let mut start = 0;
        for (number, line) in (1..).zip(&naive) {
            prop_assert_eq!(lines.start(number) as usize, start);
            prop_assert_eq!(lines.end(number) as usize, start + line.len());
            prop_assert_eq!(&text[start..start + line.len()], *line);
            for byte in start..start + line.len() {
                prop_assert_eq!(lines.line_of(byte as u32), number);
            }
            start += line.len();
        }
        prop_assert_eq!(lines.start(lines.count() + 1) as usize, text.len());
        prop_assert_eq!(lines.line_of(text.len() as u32), lines.count().max(1));
    }

    #[test]
    fn utf16_offsets_slice_the_same_text(text in text()) {
        let lines = Lines::new(&text);
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut expected = 0u32;
        for (byte, c) in text.char_indices() {
            prop_assert_eq!(lines.utf16(&text, byte as u32), expected);
            prop_assert_eq!(String::from_utf16_lossy(&units[expected as usize..]), &text[byte..]);
            expected += c.len_utf16() as u32;
            // Slicing once per character of a long text would be quadratic.
            if byte > 400 { break; }
        }
        for (byte, _) in text.char_indices().filter(|(byte, _)| byte % 7 == 0) {
            prop_assert_eq!(lines.utf16(&text, byte as u32) as usize, text[..byte].encode_utf16().count());
        }
        prop_assert_eq!(lines.utf16(&text, text.len() as u32) as usize, units.len());
        prop_assert_eq!(lines.utf16_len() as usize, units.len());
        prop_assert_eq!(lines.utf16(&text, u32::MAX) as usize, units.len());
    }

    #[test]
    fn any_offset_is_answered(text in text(), byte in any::<u32>(), line in any::<u32>()) {
        let lines = Lines::new(&text);
        prop_assert!((1..=lines.count().max(1)).contains(&lines.line_of(byte)));
        prop_assert!(lines.start(line) <= lines.end(line));
        prop_assert!(lines.end(line) as usize <= text.len());
        prop_assert!(lines.utf16(&text, byte) <= lines.utf16_len());
    }

    #[test]
    fn all_encodings_of_a_text_give_the_text(text in text()) {
        prop_assume!(!text.contains('\0'));
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let controls = text.bytes().filter(|b| b.is_ascii_control() && !b.is_ascii_whitespace()).count();
        prop_assume!(controls == 0);
        let marked = format!("\u{feff}{text}");
        let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [marked.as_bytes(), &little, &big] {
            prop_assert_eq!(decode(bytes), Ok(text.to_owned()));
        }
        if !text.starts_with('\u{feff}') {
            prop_assert_eq!(decode(text.as_bytes()), Ok(text.to_owned()));
        }
    }
}
