//! Admission as a whole: hostile bytes, and the reports of public issues restated.

use std::time::Instant;

use nearfield::source::{IgnoreRules, Limits, Role, admit};
use proptest::prelude::*;

fn code(path: &str, bytes: &[u8]) -> &'static str {
    admit(path, bytes, &IgnoreRules::new(), &Limits::default()).map_or_else(|refusal| refusal.code(), |_| "admitted")
}

/// Bytes that lie near the borders between the encodings.
fn hostile_bytes() -> impl Strategy<Value = Vec<u8>> {
    let mark = prop_oneof![
        Just(&b""[..]),
        Just(&b"\xEF\xBB\xBF"[..]),
        Just(&b"\xFF\xFE"[..]),
        Just(&b"\xFE\xFF"[..]),
        Just(&b"\xFF\xFE\0\0"[..]),
        Just(&b"#!"[..]),
        Just(&b"-----BEGIN "[..]),
    ];
    let body = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..400),
        prop::collection::vec(0x20u8..0x7f, 0..400),
        prop::collection::vec(prop_oneof![0x09u8..0x7f, 0xA0u8..=0xFF], 0..400),
        ".{0,200}".prop_map(String::into_bytes),
    ];
    (mark, body).prop_map(|(mark, body)| [mark, &body].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_file_ends_as_a_source_or_a_reason(path in "[a-zA-Z./\\\\_ é\\[-]{0,24}(\\.(h|ts|m|json|md|js\\.map|env|pem|1|inc|pl))?", bytes in hostile_bytes()) {
        match admit(&path, &bytes, &IgnoreRules::new(), &Limits::default()) {
            Ok(source) => {
                prop_assert!(!source.text.contains('\0'));
                prop_assert!(!source.text.trim().is_empty());
                prop_assert_eq!(source.lines.start(source.lines.count() + 1) as usize, source.text.len());
                prop_assert_eq!(source.lines.utf16_len() as usize, source.text.encode_utf16().count());
                prop_assert!(!source.path.contains('\\') && !source.path.starts_with('/'));
            }
            Err(refusal) => prop_assert!(refusal.to_string().ends_with('.')),
        }
    }

    #[test]
    fn a_canonical_path_stays(path in "[a-z./\\\\]{0,24}") {
        if let Ok(once) = nearfield::source::normalize_path(&path) {
            prop_assert_eq!(nearfield::source::normalize_path(&once), Ok(once));
        }
    }
}

/// A C# file in UTF-16 was missing from an index without a word.
#[test]
fn utf16_sources_are_read() {
    let text = "\u{feff}namespace Größe { class A { } }\r\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(code("A.cs", &little), "admitted");
    assert_eq!(code("A.cs", &little[2..]), "encoding");
    assert_eq!(code("A.cs", &little[..little.len() - 1]), "encoding");
}

/// One bundle of 3.5 MB on a single line took 52 seconds and made 36,952 symbols.
#[test]
fn a_bundle_on_one_line_is_refused_at_once() {
    let bundle = "function a(b){return b.c(d=>d.e(1,2))};".repeat(90_000);
    let start = Instant::now();
    assert_eq!(code("dist/main.4f3a.js", bundle.as_bytes()), "minified");
    // A few milliseconds; the bound only keeps a quadratic test out of a slow machine.
    assert!(start.elapsed().as_secs() < 2);
}

/// `.env` files were read and sent to a model.
#[test]
fn secrets_are_refused_before_they_are_decoded() {
    for path in [".env", "deploy/.env.production", "certs/server.key", "C/../.env"] {
        assert!(matches!(code(path, b"\0\0"), "secret-file" | "bad-path"), "{path}");
    }
    assert_eq!(code("src/keystore.ts", b"export {}\n"), "admitted");
    assert_eq!(code(".env.example", b"KEY=\n"), "admitted");
}

#[test]
fn the_limit_admits_large_sources_and_refuses_large_data() {
    let line = "static const double table_entry = 0.123456789; /* one of many */\n";
    let lapack = line.repeat(1_400_000 / line.len());
    assert_eq!(code("numpy/linalg/lapack_lite/f2c_d_lapack.c", lapack.as_bytes()), "admitted");
    assert_eq!(code("data/all.json", lapack.as_bytes()), "too-large");
    assert_eq!(code("checker.ts", line.repeat(70_000).as_bytes()), "too-large");
}

#[test]
fn an_admitted_file_in_a_vendored_folder_says_so() {
    let rules = IgnoreRules::new();
    let source = admit("vendor\\a\\b_test.go", b"package b\n", &rules, &Limits::default()).expect("admitted");
    assert_eq!((source.role, source.path.as_str()), (Role::Vendor, "vendor/a/b_test.go"));
}
