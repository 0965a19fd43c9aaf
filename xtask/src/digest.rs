//! SHA-256, by which everything fetched is held to what was pinned.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::outcome::{Context, Failure, Outcome};

/// The digest in hexadecimal.
pub fn of_bytes(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a file whose digest is known.
pub fn read_pinned(file: &Path, sha256: &str) -> Outcome<Vec<u8>> {
    let bytes = fs::read(file).context(format!("reading {}", file.display()))?;
    let found = of_bytes(&bytes);
    if found == sha256 {
        return Ok(bytes);
    }
    Err(Failure::new(format!(
        "{} is not the file that was pinned: its SHA-256 is {found}, not {sha256}.",
        file.display()
    ))
    .by_hand(format!("remove {} and run this again", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_of_the_empty_text() {
        let known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of_bytes(b""), known);
    }
}
