//! The sizes of what is shipped, held to a committed snapshot so that growth shows up in a diff.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::build::{Languages, packaged_wasm};
use crate::outcome::{Context, Failure, Outcome};
use crate::progress::say;
use crate::project::Project;
use crate::setup::Node;
use crate::tool::Tool;

/// Growth that passes without a new snapshot: compilers differ a little.
const TOLERANCE: f64 = 0.02;

const HEAD: &str = "\
# Bytes of what is shipped, by `cargo xtask sizes --update`.
# `cargo xtask test` fails when one grows by more than 2 % and this file does not say so.
";

/// A name and a number of bytes.
pub type Sizes = Vec<(&'static str, u64)>;

/// Measures the built package.
pub fn measure(project: &Project, node: &Node) -> Outcome<Sizes> {
    let mut sizes = Sizes::new();
    for languages in Languages::ALL {
        let wasm = packaged_wasm(project, languages);
        let raw = fs::metadata(&wasm)
            .context(format!("looking for {}", wasm.display()))
            .map_err(|failure| failure.by_hand("cargo xtask build"))?;
        let (gzip, brotli) = compressed(node, &wasm)?;
        let names = match languages {
            Languages::Core => ["core wasm", "core wasm, gzip", "core wasm, brotli"],
            Languages::Full => ["full wasm", "full wasm, gzip", "full wasm, brotli"],
        };
        sizes.extend(names.into_iter().zip([raw.len(), gzip, brotli]));
    }
    let (packed, unpacked) = tarball(project, node)?;
    sizes.extend([("npm tarball", packed), ("npm tarball, unpacked", unpacked)]);
    Ok(sizes)
}

/// `cargo xtask sizes`: prints the sizes, and writes them down if asked to.
pub fn run(project: &Project, node: &Node, update: bool) -> Outcome {
    let sizes = measure(project, node)?;
    print!("{}", table(&sizes));
    if update {
        let file = snapshot(project);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).context("making the folder of the snapshot")?;
        }
        fs::write(&file, format!("{HEAD}{}", table(&sizes))).context("writing the snapshot of sizes")?;
    }
    Ok(())
}

/// Compares with the snapshot.
pub fn hold(project: &Project, node: &Node) -> Outcome {
    let file = snapshot(project);
    let text = fs::read_to_string(&file)
        .context(format!("reading {}", file.display()))
        .map_err(|failure| failure.by_hand("cargo xtask sizes --update"))?;
    let known = parse(&text);
    let mut grown = Vec::new();
    for (name, now) in measure(project, node)? {
        let before = known.iter().find(|(known, _)| known == name).map(|(_, bytes)| *bytes);
        match before {
            None => grown.push(format!("{name} is not in the snapshot")),
            Some(before) => {
                let growth = now as f64 / before as f64 - 1.0;
                say(format!("{name:<22} {:>12}  {:+.2} %", grouped(now), growth * 100.0));
                if growth > TOLERANCE {
                    grown.push(format!("{name} grew by {:.1} %, from {before} to {now} bytes", growth * 100.0));
                }
            }
        }
    }
    if grown.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("What is shipped grew: {}.", grown.join("; ")))
        .by_hand("if that is worth it, run `cargo xtask sizes --update` and commit bench/sizes.snap"))
}

fn snapshot(project: &Project) -> PathBuf {
    project.root.join("bench/sizes.snap")
}

fn table(sizes: &Sizes) -> String {
    sizes.iter().map(|(name, bytes)| format!("{name:<22} {:>12}\n", grouped(*bytes))).collect()
}

fn parse(text: &str) -> Vec<(String, u64)> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.trim_end().rsplit_once(' '))
        .filter_map(|(name, bytes)| Some((name.trim().to_owned(), bytes.replace(',', "").parse().ok()?)))
        .collect()
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a web server sends that compresses ahead of time: by gzip, and by brotli. Node brings both.
fn compressed(node: &Node, file: &Path) -> Outcome<(u64, u64)> {
    let script = "const zlib = require('node:zlib'), { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;
        const bytes = require('node:fs').readFileSync(process.argv[1]);
        const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24 };
        console.log(zlib.gzipSync(bytes, { level: 9 }).length, zlib.brotliCompressSync(bytes, { params }).length);";
    let text = Tool::new(&node.node).args(["-e", script]).arg(file).read()?;
    let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.next().zip(numbers.next()).ok_or_else(|| Failure::new("Node did not tell the compressed sizes."))
}

/// Packed and unpacked size of what `npm publish` would send.
fn tarball(project: &Project, node: &Node) -> Outcome<(u64, u64)> {
    let text =
        Tool::new(&node.npm).args(["pack", "--dry-run", "--json", "--ignore-scripts"]).dir(project.pkg()).read()?;
    let value: Value = serde_json::from_str(&text).context("reading the answer of npm pack")?;
    // npm 10 answers with a list, npm 11 with an object by package name.
    let entry = match &value {
        Value::Array(list) => list.first(),
        Value::Object(map) => map.values().next(),
        _ => None,
    };
    let number = |name: &str| entry.and_then(|entry| entry[name].as_u64());
    number("size").zip(number("unpackedSize")).ok_or_else(|| Failure::new("npm pack does not tell the tarball's size."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back() {
        let sizes = vec![("core wasm", 8_045_194), ("core wasm, gzip", 999), ("npm tarball", 1_000)];
        let text = format!("{HEAD}{}", table(&sizes));
        let back = parse(&text);
        assert_eq!(back.len(), 3);
        for ((name, bytes), (known, number)) in sizes.iter().zip(&back) {
            assert_eq!((*name, *bytes), (known.as_str(), *number));
        }
    }
}
