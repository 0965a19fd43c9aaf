//! One run over a set: files in, questions, an edit, a snapshot and back.

use crate::pack::Pack;
use crate::{Result, milliseconds, started, timed};
use nearfield::assemble::SearchOptions;
use nearfield::engine::{Loader, RankOptions};
use nearfield::rank::{Profile, Ranking};
use serde_json::json;

/// As the package hands a snapshot over.
const LOADED_AT_ONCE: usize = 256 * 1024;

/// Measures, and prints the figures: times in milliseconds, sizes in bytes.
pub fn run(model: &str, pack: &str, queries: &[String], repeats: usize) -> Result {
    let pack = Pack::read(pack)?;
    let (mut engine, start_ms) = started(model)?;
    let start = milliseconds();
    for (path, bytes) in pack.files() {
        engine.add(path, bytes)?;
    }
    let index_ms = milliseconds() - start;
    let search = SearchOptions::default();
    let queries_ms =
        timed(&mut engine, queries, repeats, &|engine, query| engine.search(query, &search, None).map(drop))?;
    let rank = RankOptions::default();
    let rank_ms = timed(&mut engine, queries, repeats, &|engine, query| engine.rank(query, &rank).map(drop))?;
    // The two channels alone: what ranking takes beyond them is the signals' own time.
    let ranking = Ranking { profile: Profile::Tobler, ..Ranking::default() };
    let channels = RankOptions { ranking, ..RankOptions::default() };
    let channels_ms = timed(&mut engine, queries, repeats, &|engine, query| engine.rank(query, &channels).map(drop))?;
    // A file of about 50 KB edited, and the first question after it.
    let (mut update_ms, mut ask_again_ms) = (Vec::new(), Vec::new());
    let (path, bytes) = pack.files().min_by_key(|(_, bytes)| bytes.len().abs_diff(50_000)).ok_or("no files")?;
    for repeat in 0..repeats {
        let mut content = bytes.to_vec();
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
        for (path, bytes) in pack.files() {
            engine.add(path, bytes)?;
        }
        refeed_ms.push(milliseconds() - start);
        if engine.revision() != 0 {
            return Err("what was loaded and fed again is not the same".into());
        }
    }
    let stats = engine.stats();
    let result = json!({
        "startMs": start_ms,
        "indexMs": index_ms,
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
