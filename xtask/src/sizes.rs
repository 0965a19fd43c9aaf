//! The sizes of what is shipped, held to a committed snapshot so that growth shows up in a diff.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::build::packaged_wasm;
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
    let wasm = packaged_wasm(project);
    let bytes = fs::read(&wasm)
        .context(format!("reading {}", wasm.display()))
        .map_err(|failure| failure.by_hand("cargo xtask build"))?;
    let (packed, unpacked) = tarball(project, node)?;
    Ok(vec![
        ("wasm", bytes.len() as u64),
        ("wasm, gzip", gzip(&bytes)?),
        ("wasm, brotli", brotli(&bytes)?),
        ("npm tarball", packed),
        ("npm tarball, unpacked", unpacked),
    ])
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

fn gzip(bytes: &[u8]) -> Outcome<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).context("measuring gzip")?;
    Ok(encoder.finish().context("measuring gzip")?.len() as u64)
}

fn brotli(bytes: &[u8]) -> Outcome<u64> {
    // What a server that compresses ahead of time sends.
    let params = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &params).context("measuring brotli")?;
    Ok(out.len() as u64)
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
        let sizes = vec![("wasm", 8_045_194), ("wasm, gzip", 999), ("npm tarball", 1_000)];
        let text = format!("{HEAD}{}", table(&sizes));
        let back = parse(&text);
        assert_eq!(back.len(), 3);
        for ((name, bytes), (known, number)) in sizes.iter().zip(&back) {
            assert_eq!((*name, *bytes), (known.as_str(), *number));
        }
    }
}
