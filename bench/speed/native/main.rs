//! Measures the native engine; `cargo xtask bench` starts it and reads the JSON it prints or writes.
//!
//! usage: speed set MODEL PACK QUERIES.json REPEATS
//!        speed curve MODEL FORKS OUT QUERIES.json REPEATS POINT…
//!        speed once MODEL PACK QUERIES.json
#![allow(clippy::print_stdout)]

mod curve;
mod once;
mod pack;
mod set;

use nearfield::engine::{Engine, EngineOptions};
use nearfield::semantic::Model;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// Whatever goes wrong ends the measurement.
type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["set", model, pack, queries, repeats] => set::run(model, pack, &read_queries(queries)?, repeats.parse()?),
        ["curve", model, forks, out, queries, repeats, points @ ..] => {
            let points =
                points.iter().map(|point| point.parse::<usize>()).collect::<std::result::Result<Vec<_>, _>>()?;
            curve::run(model, forks, out, &read_queries(queries)?, repeats.parse()?, &points)
        }
        ["once", model, pack, queries] => once::run(model, pack, &read_queries(queries)?),
        _ => Err("usage: speed set | curve | once, as the head of main.rs says".into()),
    }
}

fn read_queries(file: &str) -> Result<Vec<String>> {
    Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
}

/// An empty engine with the model of a folder, and how long it took to make, in milliseconds, once the files were read.
fn started(model: &str) -> Result<(Engine, f64)> {
    let read = |name: &str| fs::read(Path::new(model).join(name));
    let (config, tokenizer, weights) = (read("config.json")?, read("tokenizer.json")?, read("model.safetensors")?);
    let start = milliseconds();
    let model = Model::from_bytes(&config, &tokenizer, weights)?;
    let engine = Engine::new(&EngineOptions::default(), Some(model), Some(milliseconds))?;
    Ok((engine, milliseconds() - start))
}

/// How long each question takes in milliseconds, `repeats` times.
fn timed(
    engine: &mut Engine,
    queries: &[String],
    repeats: usize,
    ask: &dyn Fn(&mut Engine, &str) -> nearfield::error::Result<()>,
) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for repeat in 0..=repeats {
        for query in queries {
            let start = milliseconds();
            ask(engine, query)?;
            // The first round warms the caches.
            if repeat > 0 {
                times.push(milliseconds() - start);
            }
        }
    }
    Ok(times)
}

/// The time since the first call.
fn milliseconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}
