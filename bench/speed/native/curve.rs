//! One engine that grows through the points of the curve, and is measured at each.

use crate::pack::Pack;
use crate::{Result, milliseconds, started, timed};
use nearfield::assemble::SearchOptions;
use nearfield::engine::{Engine, RankOptions};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Allocators keep spare room, and arrays that grow are there twice for a moment.
const SPARE: f64 = 1.3;

/// Feeds the forks until each point (a number of chunks) is reached, and writes a line of JSON to `out` for each: what is
/// written stays, whatever happens at the next. Times are in milliseconds, sizes in bytes.
pub fn run(model: &str, forks: &str, out: &str, queries: &[String], repeats: usize, points: &[usize]) -> Result {
    let mut out = File::create(out)?;
    let (mut engine, _) = started(model)?;
    let mut forks = Forks { folder: forks.to_owned(), next: 0, pack: None, fed: 0 };
    let (mut chunks, mut index_ms, mut index_busy_ms, mut held) = (0, 0.0, 0.0, Held::default());
    for &point in points {
        if let Some(lack) = held.lack_for(point) {
            writeln!(out, "{}", json!({ "point": point, "ended": lack }))?;
            break;
        }
        let (busy, mut added_ms, mut added_bytes) = (busy(), 0.0, 0);
        while chunks < point {
            let Some((path, bytes)) = forks.next()? else { break };
            let start = milliseconds();
            let report = engine.add(path, bytes)?;
            added_ms += milliseconds() - start;
            added_bytes += bytes.len();
            chunks += report.chunks;
        }
        if chunks < point {
            let lack = format!("the forks hold {chunks} chunks and no more");
            writeln!(out, "{}", json!({ "point": point, "ended": lack }))?;
            break;
        }
        index_ms += added_ms;
        index_busy_ms += self::busy() - busy;
        let mut measured = at_point(&mut engine, queries, repeats, &mut held)?;
        let told = [
            ("point", json!(point)),
            ("indexMs", json!(index_ms)),
            ("indexBusyMs", json!(index_busy_ms)),
            ("addedBytes", json!(added_bytes)),
            ("addedMs", json!(added_ms)),
        ];
        told.into_iter().for_each(|(name, value)| measured[name] = value);
        writeln!(out, "{measured}")?;
    }
    Ok(())
}

/// Questions, memory and the snapshot as they are now.
fn at_point(engine: &mut Engine, queries: &[String], repeats: usize, held: &mut Held) -> Result<Value> {
    let search = SearchOptions::default();
    let start = milliseconds();
    engine.search(&queries[0], &search, None)?;
    let first_ms = milliseconds() - start;
    let busy = self::busy();
    let query_ms = timed(engine, queries, repeats, &|engine, query| engine.search(query, &search, None).map(drop))?;
    let question_busy_ms = (self::busy() - busy) / (queries.len() * (repeats + 1)) as f64;
    let rank = RankOptions::default();
    let rank_ms = timed(engine, queries, repeats, &|engine, query| engine.rank(query, &rank).map(drop))?;
    let resident = status("VmRSS:");
    let stats = engine.stats();
    let start = milliseconds();
    let snapshot = engine.save().len();
    let save_ms = milliseconds() - start;
    *held = Held { chunks: stats.chunks, resident: resident.unwrap_or(0), snapshot };
    Ok(json!({
        "files": stats.files,
        "chunks": stats.chunks,
        "bytes": stats.bytes,
        "timings": stats.timings,
        "firstMs": first_ms,
        "queryMs": query_ms,
        "questionBusyMs": question_busy_ms,
        "rankMs": rank_ms,
        "memory": stats.memory,
        "residentBytes": resident,
        "saveMs": save_ms,
        "snapshotBytes": snapshot,
    }))
}

/// What the last point took.
#[derive(Default)]
struct Held {
    chunks: usize,
    resident: usize,
    snapshot: usize,
}

impl Held {
    /// Why the machine's memory will not do for so many chunks, if it will not: nothing survives an allocation that fails.
    fn lack_for(&self, point: usize) -> Option<String> {
        let available = available()?;
        let growth = point as f64 / self.chunks.max(1) as f64;
        let more = (self.resident as f64 * (growth - 1.0) + self.snapshot as f64 * growth) * SPARE;
        let lacks = self.chunks > 0 && more > available as f64;
        let gigabytes = |bytes: f64| bytes / 1e9;
        lacks.then(|| {
            format!(
                "not enough memory: {:.1} GB more would be needed, {:.1} GB are free",
                gigabytes(more),
                gigabytes(available as f64)
            )
        })
    }
}

/// The processor's time of this process in milliseconds, by ticks of a hundredth of a second: other programs do not lengthen
/// it. Only Linux tells it; elsewhere it is the time that passes.
fn busy() -> f64 {
    let ticks = || {
        let text = fs::read_to_string("/proc/self/stat").ok()?;
        // After the program's name, which may hold blanks.
        let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    };
    ticks().map_or_else(milliseconds, |ticks| ticks * 10.0)
}

/// A line of this process's status, in bytes; only Linux has it.
fn status(name: &str) -> Option<usize> {
    kibibytes(Path::new("/proc/self/status"), name)
}

/// What processes may still take.
fn available() -> Option<usize> {
    kibibytes(Path::new("/proc/meminfo"), "MemAvailable:")
}

fn kibibytes(file: &Path, name: &str) -> Option<usize> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<usize>().ok()? * 1024)
}

/// The files of all forks, one fork in memory at a time.
struct Forks {
    folder: String,
    next: usize,
    pack: Option<Pack>,
    fed: usize,
}

impl Forks {
    fn next(&mut self) -> Result<Option<(&str, &[u8])>> {
        if self.pack.as_ref().is_none_or(|pack| self.fed == pack.len()) {
            let name = format!("{}/fork-{:02}", self.folder, self.next);
            if !Path::new(&format!("{name}.json")).exists() {
                return Ok(None);
            }
            self.pack = None;
            self.pack = Some(Pack::read(&name)?);
            (self.next, self.fed) = (self.next + 1, 0);
        }
        self.fed += 1;
        Ok(self.pack.as_ref().and_then(|pack| pack.file(self.fed - 1)))
    }
}
