//! Measures retrieval on suites of queries.
#![allow(clippy::print_stdout)]

mod metrics;
mod significance;
mod suite;

use metrics::{Scores, Shown};
use ndarray::Array1;
use nearfield::assemble::distribution::{descending, hybrid};
use nearfield::index::{Index, LexicalScorer};
use nearfield::rank::{Filter, Scored, Selector, score};
use nearfield::semantic::Model;
use nearfield::source::{IgnoreRules, Limits, admit};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [suite, corpora] = arguments.as_slice() else { return Err("usage: nearfield-eval SUITE CORPORA".into()) };
    let queries = suite::load(Path::new(suite))?;
    let mut by_root: BTreeMap<&str, Vec<&suite::Query>> = BTreeMap::new();
    for query in &queries {
        by_root.entry(&query.root).or_default().push(query);
    }
    let mut all: BTreeMap<&str, BTreeMap<&str, Vec<Scores>>> = BTreeMap::new();
    for (root, queries) in by_root {
        let start = std::time::Instant::now();
        let mut index = open(&Path::new(corpora).join(root))?;
        eprintln!(
            "{root}: {} files, {} chunks, {:.1?}",
            index.catalog().len(),
            index.catalog().places().count(),
            start.elapsed()
        );
        let filter = Filter::new(&Selector::default())?;
        for query in queries {
            let scored = score(&mut index, &query.query, &filter, LexicalScorer::Fast)?;
            let blend = hybrid(scored.semantic.view(), scored.lexical.view(), scored.alpha);
            for (system, values) in [("hybrid", &blend), ("lexical", &scored.lexical), ("semantic", &scored.semantic)] {
                for (name, one_per_file) in [("", false), (" 1/file", true)] {
                    let system: &'static str = match (system, one_per_file) {
                        ("hybrid", false) => "hybrid",
                        ("hybrid", true) => "hybrid 1/file",
                        ("lexical", false) => "lexical",
                        ("lexical", true) => "lexical 1/file",
                        ("semantic", false) => "semantic",
                        _ => "semantic 1/file",
                    };
                    let _ = name;
                    let blocks = blocks(&scored, values, one_per_file);
                    all.entry(system)
                        .or_default()
                        .entry(&query.repo)
                        .or_default()
                        .push(metrics::of_ranking(query, &blocks));
                }
            }
        }
    }
    for (system, repos) in &all {
        let names: Vec<&str> = repos.values().flatten().next().map(|s| s.keys().copied().collect()).unwrap_or_default();
        print!("{system:20}");
        for name in names {
            let means: Vec<f64> = repos
                .values()
                .map(|rows| rows.iter().filter_map(|r| r.get(name)).sum::<f64>() / rows.len() as f64)
                .collect();
            print!(" {name} {:.3}", means.iter().sum::<f64>() / means.len() as f64);
        }
        println!();
    }
    Ok(())
}

fn blocks(scored: &Scored, values: &Array1<f64>, one_per_file: bool) -> Vec<Shown> {
    let mut files = std::collections::BTreeSet::new();
    let mut blocks = Vec::new();
    for i in descending(values.view()) {
        let place = scored.places[i];
        let path = &place.file.source.path;
        if one_per_file && !files.insert(path) {
            continue;
        }
        blocks.push(Shown {
            path: path.clone(),
            start_line: place.entry.chunk.start_line,
            end_line: place.entry.chunk.end_line,
            direct: true,
            body: true,
            lines: Vec::new(),
        });
        if blocks.len() == 50 {
            break;
        }
    }
    blocks
}

fn open(root: &Path) -> Result<Index, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../model");
    let read = |name: &str| fs::read(folder.join(name));
    let model = Model::from_bytes(&read("config.json")?, &read("tokenizer.json")?, &read("model.safetensors")?)?;
    let mut index = Index::new(Some(model), None);
    let rules = IgnoreRules::new();
    let limits = Limits::default();
    add(&mut index, root, "", &rules, &limits)?;
    Ok(index)
}

fn add(
    index: &mut Index,
    root: &Path,
    inside: &str,
    rules: &IgnoreRules,
    limits: &Limits,
) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(root.join(inside))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if entry.file_type()?.is_dir() {
            add(index, root, &path, rules, limits)?;
        } else if let Ok(source) = admit(&path, &fs::read(root.join(&path))?, rules, limits) {
            index.insert(source)?;
        }
    }
    Ok(())
}
