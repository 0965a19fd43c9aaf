//! What masking hides in real code, and how fast it goes: `cargo run --release --example masking -- [--list] FOLDER…`,
//! each folder a repository. With `--list` every place with its line, the secret to be read: for judging, not for keeping.

#![allow(clippy::print_stdout)]

use nearfield::source::{self, IgnoreRules, Limits, mask};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use walk::walk;

#[path = "../walk.rs"]
mod walk;

/// A line is shown up to here, on either side.
const SHOWN: usize = 100;

fn main() {
    let (flags, folders): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let list = flags.iter().any(|flag| flag == "--list");
    let limits = Limits { mask_secrets: false, ..Limits::default() };
    let (mut files, mut bytes, mut lines, mut time) = (0usize, 0usize, 0usize, Duration::ZERO);
    let mut rules: BTreeMap<&str, (usize, BTreeSet<String>)> = BTreeMap::new();
    for folder in &folders {
        let root = Path::new(folder);
        let name = root.file_name().unwrap_or_default().to_string_lossy();
        for path in walk(root) {
            let Ok(content) = fs::read(&path) else { continue };
            let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            let Ok(source) = source::admit(&relative, &content, &IgnoreRules::new(), &limits) else { continue };
            let mut text = source.text.clone();
            let start = Instant::now();
            let masked = mask::mask(&mut text);
            time += start.elapsed();
            (files, bytes, lines) = (files + 1, bytes + text.len(), lines + source.lines.count() as usize);
            for one in &masked {
                let entry = rules.entry(one.rule).or_default();
                entry.0 += 1;
                entry.1.insert(format!("{name}/{relative}"));
            }
            if list {
                show(&format!("{name}/{relative}"), &source.text, &source.lines);
            }
        }
    }
    println!("| rule | places | files |\n|---|---:|---:|");
    for (rule, (places, files)) in &rules {
        println!("| `{rule}` | {places} | {} |", files.len());
    }
    let places: usize = rules.values().map(|(places, _)| places).sum();
    let touched: BTreeSet<&String> = rules.values().flat_map(|(_, files)| files).collect();
    println!("| all | {places} | {} |", touched.len());
    let speed = bytes as f64 / 1e6 / time.as_secs_f64();
    println!(
        "\n{} folders, {files} files, {lines} lines, {:.1} MB; {speed:.0} MB/s",
        folders.len(),
        bytes as f64 / 1e6
    );
}

fn show(path: &str, text: &str, lines: &source::Lines) {
    let mut end = 0;
    for mask::Finding { rule, range } in mask::find(text).into_iter().filter(|finding| !finding.rule.is_empty()) {
        if range.start < end {
            continue;
        }
        end = range.end;
        let number = lines.line_of(range.start as u32);
        let line = (lines.start(number) as usize, lines.end(number) as usize);
        let cut = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let from = cut(line.0.max(range.start.saturating_sub(SHOWN)));
        let to = cut(line.1.min(range.end + SHOWN)).max(range.start);
        println!("{rule}\t{path}:{number}\t{}", text[from..to].trim().replace('\n', "⏎"));
    }
}
