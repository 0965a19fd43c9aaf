//! One spelling for every path, so that one file has one identity on every host.

use std::borrow::Cow;

use super::Refusal;

/// The longest path that is accepted, in bytes (`PATH_MAX` of Linux).
pub const MAX_PATH_BYTES: usize = 4096;

/// The canonical form of a file's path: relative to the indexed root, parts separated by `/`.
///
/// Backslashes become `/`; `./`, doubled and leading slashes go (online editors name their root `/`).
/// Letter case and Unicode composition stay as given.
///
/// # Errors
/// [`Refusal::BadPath`] when the path is empty, too long, names a folder, climbs with `..`, starts at a Windows
/// drive or holds a control character.
pub fn normalize_path(path: &str) -> Result<String, Refusal> {
    clean(path, false).map(Cow::into_owned)
}

/// [`normalize_path`] without a copy where none is needed. A folder's path may end with a slash.
pub(crate) fn clean(path: &str, is_dir: bool) -> Result<Cow<'_, str>, Refusal> {
    let bad = |why| Err(Refusal::BadPath { why });
    if path.len() > MAX_PATH_BYTES {
        return bad("is longer than 4096 bytes");
    }
    let bytes = path.as_bytes();
    if bytes.iter().any(|b| b.is_ascii_control()) {
        return bad("holds a control character");
    }
    if !is_dir && matches!(bytes.last(), Some(b'/' | b'\\')) {
        return bad("names a folder, not a file");
    }
    if let [drive, b':', b'/' | b'\\', ..] = bytes
        && drive.is_ascii_alphabetic()
    {
        return bad("starts at a drive");
    }
    let mut parts = 0usize;
    let mut canonical = !bytes.contains(&b'\\');
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => canonical = false,
            ".." => return bad("climbs out with `..`"),
            _ => parts += 1,
        }
    }
    if parts == 0 {
        return bad("is empty");
    }
    if canonical {
        return Ok(Cow::Borrowed(path));
    }
    let mut out = String::with_capacity(path.len());
    for part in path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")) {
        if !out.is_empty() {
            out.push('/');
        }
        out.push_str(part);
    }
    Ok(Cow::Owned(out))
}

/// The last part of a canonical path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The last suffix of a file name without its dot; `None` when the only dot leads (`.bashrc`) or there is none.
pub(crate) fn extension(name: &str) -> Option<&str> {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => Some(extension),
        _ => None,
    }
}

/// `name` ends with `suffix`, ASCII letters compared without case.
pub(crate) fn ends_with_ignore_case(name: &str, suffix: &str) -> bool {
    let (name, suffix) = (name.as_bytes(), suffix.as_bytes());
    name.len() >= suffix.len() && name[name.len() - suffix.len()..].eq_ignore_ascii_case(suffix)
}

/// `name` starts with `prefix`, ASCII letters compared without case.
pub(crate) fn starts_with_ignore_case(name: &str, prefix: &str) -> bool {
    let (name, prefix) = (name.as_bytes(), prefix.as_bytes());
    name.len() >= prefix.len() && name[..prefix.len()].eq_ignore_ascii_case(prefix)
}

/// Where `needle` (ASCII, lower case) first occurs in `text`, ASCII letters compared without case.
pub(crate) fn find_ignore_case(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let first = *needle.first()?;
    let last = text.len().checked_sub(needle.len())?;
    (0..=last).find(|at| {
        text[*at].to_ascii_lowercase() == first && text[*at..*at + needle.len()].eq_ignore_ascii_case(needle)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling() {
        for (given, wanted) in [
            ("src/a.ts", "src/a.ts"),
            ("src\\a.ts", "src/a.ts"),
            ("./src/./a.ts", "src/a.ts"),
            (".\\src\\a.ts", "src/a.ts"),
            ("/App.js", "App.js"),
            ("src//a.ts", "src/a.ts"),
            ("a b/ü.py", "a b/ü.py"),
            ("..a/b..", "..a/b.."),
            ("app/[id]/page.tsx", "app/[id]/page.tsx"),
        ] {
            assert_eq!(normalize_path(given).unwrap(), wanted, "{given}");
        }
    }

    #[test]
    fn unusable_paths_have_a_reason() {
        for given in
            ["", ".", "/", "./", "src/", "src\\", "../a", "a/../b", "a\\..\\b", "C:\\a.ts", "c:/a", "a\nb", "a\0"]
        {
            let refusal = normalize_path(given).unwrap_err();
            assert_eq!(refusal.code(), "bad-path", "{given:?}");
            assert!(refusal.to_string().starts_with("Its path"), "{refusal}");
        }
        assert!(normalize_path(&"a/".repeat(3000)).is_err());
    }

    #[test]
    fn a_clean_path_is_not_copied() {
        assert!(matches!(clean("src/a.rs", false), Ok(Cow::Borrowed(_))));
        assert_eq!(clean("src/lib/", true).unwrap(), "src/lib");
    }

    #[test]
    fn suffixes() {
        assert_eq!(extension("a.tar.gz"), Some("gz"));
        assert_eq!(extension(".bashrc"), None);
        assert_eq!(extension("Makefile"), None);
        assert!(ends_with_ignore_case("A.MIN.JS", ".min.js"));
        assert_eq!(find_ignore_case("Do NOT edit", "not"), Some(3));
        assert_eq!(find_ignore_case("ab", "abc"), None);
    }
}
