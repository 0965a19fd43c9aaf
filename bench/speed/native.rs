//! One measured run of the native engine; `cargo xtask bench` starts it and reads the JSON it prints.
//!
//! usage: speed MODEL FILES.json QUERIES.json REPEATS
//!
//! FILES.json is `{root, paths}`; the files are read before the clock starts.
#![allow(clippy::print_stdout)]

use nearfield::assemble::SearchOptions;
use nearfield::engine::{Engine, EngineOptions, Loader, RankOptions};
use nearfield::rank::{Profile, Ranking};
use nearfield::semantic::Model;
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// As the package hands a snapshot over.
const LOADED_AT_ONCE: usize = 256 * 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, files, queries, repeats] = arguments.as_slice() else {
        return Err("usage: speed MODEL FILES.json QUERIES.json REPEATS".into());
    };
    let list: Value = serde_json::from_str(&fs::read_to_string(files)?)?;
    let root = Path::new(list["root"].as_str().ok_or("no root")?);
    let mut sources = Vec::new();
    for path in list["paths"].as_array().ok_or("no paths")?.iter().filter_map(Value::as_str) {
        sources.push((path, fs::read(root.join(path))?));
    }
    let queries: Vec<String> = serde_json::from_str(&fs::read_to_string(queries)?)?;
    let read = |name: &str| fs::read(Path::new(model).join(name));
    let (config, tokenizer, weights) = (read("config.json")?, read("tokenizer.json")?, read("model.safetensors")?);

    let start = milliseconds();
    let model = Model::from_bytes(&config, &tokenizer, &weights)?;
    let mut engine = Engine::new(&EngineOptions::default(), Some(model), Some(milliseconds))?;
    let started = milliseconds();
    for (path, bytes) in &sources {
        engine.add(path, bytes)?;
    }
    let indexed = milliseconds();
    let repeats = repeats.parse::<usize>()?;
    let mut timed = |ask: &mut dyn FnMut(&mut Engine, &str) -> nearfield::error::Result<()>| {
        let mut times = Vec::new();
        for repeat in 0..=repeats {
            for query in &queries {
                let start = milliseconds();
                ask(&mut engine, query)?;
                // The first round warms the caches.
                if repeat > 0 {
                    times.push(milliseconds() - start);
                }
            }
        }
        Ok::<_, nearfield::error::Error>(times)
    };
    let search = SearchOptions::default();
    let queries_ms = timed(&mut |engine, query| engine.search(query, &search, None).map(drop))?;
    let rank = RankOptions::default();
    let rank_ms = timed(&mut |engine, query| engine.rank(query, &rank).map(drop))?;
    // The two channels alone: what ranking takes beyond them is the signals' own time.
    let ranking = Ranking { profile: Profile::Tobler, ..Ranking::default() };
    let channels = RankOptions { ranking, ..RankOptions::default() };
    let channels_ms = timed(&mut |engine, query| engine.rank(query, &channels).map(drop))?;
    // A file of about 50 KB edited, and the first question after it.
    let (mut update_ms, mut ask_again_ms) = (Vec::new(), Vec::new());
    let (path, bytes) = sources.iter().min_by_key(|(_, bytes)| bytes.len().abs_diff(50_000)).ok_or("no files")?;
    for repeat in 0..repeats {
        let mut content = bytes.clone();
        content.extend(format!("\n// edit {repeat}\n").bytes());
        let start = milliseconds();
        engine.add(path, &content)?;
        update_ms.push(milliseconds() - start);
        let start = milliseconds();
        engine.search(&queries[0], &search, None)?;
        ask_again_ms.push(milliseconds() - start);
    }
    engine.add(path, bytes)?;
    let (mut save_ms, mut load_ms, mut refeed_ms) = (Vec::new(), Vec::new(), Vec::new());
    let mut snapshot_bytes = 0;
    for _ in 0..repeats {
        let start = milliseconds();
        let snapshot = engine.save();
        save_ms.push(milliseconds() - start);
        snapshot_bytes = snapshot.len();
        engine.clear();
        let start = milliseconds();
        let mut loader = Loader::new(false);
        for part in snapshot.chunks(LOADED_AT_ONCE) {
            loader.push(&mut engine, part)?;
        }
        loader.finish(&mut engine)?;
        load_ms.push(milliseconds() - start);
        let start = milliseconds();
        for (path, bytes) in &sources {
            engine.add(path, bytes)?;
        }
        refeed_ms.push(milliseconds() - start);
        if engine.revision() != 0 {
            return Err("what was loaded and fed again is not the same".into());
        }
    }
    let stats = engine.stats();
    let result = json!({
        "startMs": started - start,
        "indexMs": indexed - started,
        "files": stats.files,
        "chunks": stats.chunks,
        "bytes": stats.bytes,
        "timings": stats.timings,
        "queryMs": queries_ms,
        "rankMs": rank_ms,
        "channelsMs": channels_ms,
        "updateMs": update_ms,
        "askAgainMs": ask_again_ms,
        "saveMs": save_ms,
        "loadMs": load_ms,
        "refeedMs": refeed_ms,
        "snapshotBytes": snapshot_bytes,
    });
    println!("{result}");
    Ok(())
}

/// The time since the first call.
fn milliseconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}
