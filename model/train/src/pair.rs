//! What is trained on: documentation and the code that it documents, one JSON object a line.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::outcome::{Context, Outcome};

/// A documented definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The package's folder.
    pub package: String,
    /// The language's name.
    pub language: String,
    /// The file inside the package.
    pub path: String,
    /// The definition's qualified name.
    pub name: String,
    /// The first sentence of the documentation.
    pub sentence: String,
    /// Its first paragraph, if that is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paragraph: Option<String>,
    /// The definition without the documentation.
    pub code: String,
}

/// Reads a file of pairs.
pub fn read(file: &Path) -> Outcome<Vec<Pair>> {
    let doing = format!("reading {}", file.display());
    let mut pairs = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(File::open(file).context(&doing)?).lines()) {
        pairs.push(serde_json::from_str(&line.context(&doing)?).context(format!("{doing}, line {number}"))?);
    }
    if pairs.is_empty() {
        return Err(format!("{} holds no pair: mine some with `nearfield-train mine`.", file.display()).into());
    }
    Ok(pairs)
}

/// Writes a file of pairs.
pub fn write(file: &Path, pairs: &[Pair]) -> Outcome {
    let doing = format!("writing {}", file.display());
    let mut out = BufWriter::new(File::create(file).context(&doing)?);
    for pair in pairs {
        serde_json::to_writer(&mut out, pair).context(&doing)?;
        out.write_all(b"\n").context(&doing)?;
    }
    out.flush().context(&doing)
}
