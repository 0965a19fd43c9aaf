//! Everything once and nothing timed: for a program that counts instructions.

use crate::pack::Pack;
use crate::{Result, started};
use nearfield::assemble::SearchOptions;
use nearfield::engine::Engine;
use serde_json::json;

/// Indexes the pack and asks every question once. What is counted is told apart by the names of the two functions below.
pub fn run(model: &str, pack: &str, queries: &[String]) -> Result {
    let pack = Pack::read(pack)?;
    let (mut engine, _) = started(model)?;
    count_indexing(&mut engine, &pack)?;
    count_asking(&mut engine, queries)?;
    let stats = engine.stats();
    println!("{}", json!({ "files": stats.files, "chunks": stats.chunks, "bytes": stats.bytes }));
    Ok(())
}

#[inline(never)]
fn count_indexing(engine: &mut Engine, pack: &Pack) -> Result {
    for (path, bytes) in pack.files() {
        engine.add(path, bytes)?;
    }
    Ok(())
}

#[inline(never)]
fn count_asking(engine: &mut Engine, queries: &[String]) -> Result {
    for query in queries {
        engine.search(query, &SearchOptions::default(), None)?;
    }
    Ok(())
}
