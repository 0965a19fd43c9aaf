//! Indexes a folder, or files given as JSON, and prints the context for a question.
//!
//! ```text
//! cargo run --release --example search -- FOLDER "QUESTION" [BUDGET]
//! cargo run --release --example search -- --files FILES.json --queries QUERIES.json
//! ```
//!
//! The second form is for comparing hosts: `[{path, base64}]` and `[{query, budget, content}]` in, a JSON array of
//! Markdown texts out.
#![allow(clippy::print_stdout)]

use nearfield::assemble::SearchOptions;
use nearfield::engine::{Engine, EngineOptions};
use nearfield::rank::Selector;
use nearfield::semantic::Model;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["--files", files, "--queries", queries] => compare(files, queries),
        [folder, question] => answer(folder, question, 2000.0),
        [folder, question, budget] => answer(folder, question, budget.parse()?),
        _ => Err("usage: search FOLDER QUESTION [BUDGET]".into()),
    }
}

fn engine() -> Result<Engine, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("model");
    let read = |name: &str| fs::read(folder.join(name));
    let model = Model::from_bytes(&read("config.json")?, &read("tokenizer.json")?, read("model.safetensors")?)?;
    Ok(Engine::new(&EngineOptions::default(), Some(model), None)?)
}

fn answer(folder: &str, question: &str, budget: f64) -> Result<(), Box<dyn Error>> {
    let mut engine = engine()?;
    add_folder(&mut engine, Path::new(folder), "")?;
    let stats = engine.stats();
    println!("{} files, {} chunks, {} files skipped\n", stats.files, stats.chunks, stats.skipped.len());
    let options = SearchOptions { budget: Some(budget), ..SearchOptions::default() };
    println!("{}", engine.search(question, &options, None)?.text);
    Ok(())
}

/// Feeds a folder: its ignore files first, so that ignored folders need not be entered.
fn add_folder(engine: &mut Engine, root: &Path, inside: &str) -> Result<(), Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(inside))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        names.push((!name.ends_with("ignore"), name, entry.file_type()?));
    }
    names.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    for (_, name, kind) in names {
        let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if kind.is_dir() && engine.is_ignored(&path, true).is_none() {
            add_folder(engine, root, &path)?;
        } else if kind.is_file() {
            engine.add(&path, &fs::read(root.join(&path))?)?;
        }
    }
    Ok(())
}

fn compare(files: &str, queries: &str) -> Result<(), Box<dyn Error>> {
    let files: serde_json::Value = serde_json::from_str(&fs::read_to_string(files)?)?;
    let queries: serde_json::Value = serde_json::from_str(&fs::read_to_string(queries)?)?;
    let mut engine = engine()?;
    for file in files.as_array().ok_or("the files are not an array")? {
        let path = file["path"].as_str().ok_or("a file without a path")?;
        let bytes = base64(file["base64"].as_str().ok_or("a file without bytes")?);
        engine.add(path, &bytes)?;
    }
    let mut texts = Vec::new();
    for query in queries.as_array().ok_or("the queries are not an array")? {
        let mut options = SearchOptions::default();
        if let Some(budget) = query["budget"].as_f64() {
            options.budget = Some(budget);
        }
        if let Some(content) = query["content"].as_str() {
            options.ranking.content = Selector::One(content.to_owned());
        }
        if !query["format"].is_null() {
            options.format = serde_json::from_value(query["format"].clone())?;
        }
        let question = query["query"].as_str().ok_or("a query without a question")?;
        texts.push(engine.search(question, &options, None)?.text);
    }
    println!("{}", serde_json::to_string(&texts)?);
    Ok(())
}

/// Decodes standard base64; characters outside its alphabet are passed over.
fn base64(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for c in text.bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
