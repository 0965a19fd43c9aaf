//! One index that grows from a thousand chunks to a million: what time and memory it takes at each size.

use std::fs;
use std::path::Path;

use crate::bench::growth::{self, Curve};
use crate::bench::machine::Machine;
use crate::bench::{Bench, SETS, forks};
use crate::outcome::{Context, Outcome};
use crate::progress::{say, step};
use crate::tool::Tool;

/// Where the index is measured, in chunks; in wasm the ceiling of memory comes before the last.
const POINTS: [usize; 9] = [1_000, 3_000, 10_000, 17_000, 30_000, 100_000, 200_000, 500_000, 1_000_000];
/// How often each question is asked at a point, after a round that is not counted.
const REPEATS: &str = "2";
/// The least that a fork holds, in chunks: those of the third kind lack files and lines.
const FORK: usize = 42_000;

/// Measures, and writes CURVE.md and curve.json.
pub fn run(bench: &Bench, machine: &Machine, most: Option<usize>) -> Outcome {
    let most = most.unwrap_or(POINTS[POINTS.len() - 1]);
    let points: Vec<usize> = POINTS.into_iter().filter(|point| *point <= most).collect();
    let home = bench.scratch("forks");
    let count = points.last().map_or(1, |last| last.div_ceil(FORK));
    step(&format!("{count} forks of the code bases"), || forks::ensure(&bench.sources, &home, count))?;
    let queries = bench.queries(&SETS.map(|(name, _)| name))?;
    let native = step("The native engine, growing", || {
        let program = Tool::new(&bench.native).arg("curve").arg(bench.model());
        grow(bench, "native", program.arg(&home), &queries, &points)
    })?;
    let wasm = step("The package in Node, growing", || {
        grow(bench, "wasm", bench.script("curve.mjs").arg(&home), &queries, &points)
    })?;
    let text = growth::markdown(&native, &wasm, machine);
    bench.publish("CURVE.md", &text, "curve.json", &growth::json(&native, &wasm, machine))
}

/// Runs a program that writes a line a point. If it breaks down, the points until then count, and the curve says so.
fn grow(bench: &Bench, name: &str, program: Tool, queries: &Path, points: &[usize]) -> Outcome<Curve> {
    let out = bench.scratch(&format!("curve of {name}.jsonl"));
    let _ = fs::remove_file(&out);
    let program = program.arg(&out).arg(queries).arg(REPEATS).args(points.iter().map(usize::to_string));
    let ended = program.quietly();
    let text = fs::read_to_string(&out).or_else(|_| ended.clone().map(|()| String::new()))?;
    let mut curve = Curve::parse(&text).context(format!("reading {}", out.display()))?;
    if let Err(failure) = ended {
        say(format!("{failure}"));
        let told = format!("{failure}");
        curve.ended.get_or_insert(format!("it broke down: {}", told.lines().last().unwrap_or("").trim()));
    }
    Ok(curve)
}
