//! The points of a curve, and how steeply each figure grows between them.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::bench::figures::numbers;
use crate::bench::machine::Machine;
use crate::bench::spread::{duration, exponent, quantile, rounded};
use crate::outcome::{Context, Failure, Outcome};
use crate::sizes::grouped;

/// Exponents are fitted from here on: below, what does not depend on the size is most of it.
const FITTED_FROM: f64 = 10_000.0;

/// The parts of `stats().memory` that belong to the index.
const PARTS: [&str; 4] = ["text", "catalog", "postings", "vectors"];

/// How a figure grew.
pub struct Curve {
    points: Vec<Point>,
    /// Why it ends before the last point, if it does.
    pub ended: Option<String>,
}

/// The figures of one size; times in milliseconds, sizes in bytes.
struct Point {
    chunks: f64,
    bytes: f64,
    index: f64,
    index_busy: f64,
    added: f64,
    added_bytes: f64,
    first: f64,
    p50: f64,
    p95: f64,
    /// The mean over all questions, of the processor's time.
    question_busy: f64,
    rank: f64,
    memory: Vec<f64>,
    /// Resident natively, linear in wasm: with everything.
    held: Option<f64>,
    save: f64,
    snapshot: f64,
}

/// A column whose growth is told: its name for people and programs, and its value.
type Column = (&'static str, &'static str, fn(&Point) -> f64);

const COLUMNS: [Column; 11] = [
    ("index, all so far", "index", |p| p.index),
    ("– the processor's time", "indexBusy", |p| p.index_busy),
    ("first question", "first", |p| p.first),
    ("query, p50", "queryP50", |p| p.p50),
    ("query, p95", "queryP95", |p| p.p95),
    ("– the processor's time, mean", "questionBusy", |p| p.question_busy),
    ("ranking, p50", "rankP50", |p| p.rank),
    ("memory by its own account", "memory", |p| p.memory.iter().sum()),
    ("memory held", "held", |p| p.held.unwrap_or(0.0)),
    ("save", "save", |p| p.save),
    ("snapshot", "snapshot", |p| p.snapshot),
];

impl Curve {
    /// Reads the lines that a growing program wrote.
    pub fn parse(text: &str) -> Outcome<Self> {
        let mut curve = Curve { points: Vec::new(), ended: None };
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).context("reading a point of the curve")?;
            match value["ended"].as_str() {
                Some(why) => {
                    let point = value["point"].as_u64().unwrap_or(0);
                    curve.ended = Some(format!("{} chunks: {why}", grouped(point)));
                }
                None => curve.points.push(Point::of(&value)?),
            }
        }
        Ok(curve)
    }

    /// The exponent of a column over the sizes where it is fitted.
    fn exponent(&self, value: fn(&Point) -> f64) -> Option<f64> {
        let fitted = self.points.iter().filter(|point| point.chunks >= FITTED_FROM);
        exponent(&fitted.map(|point| (point.chunks, value(point))).collect::<Vec<_>>())
    }

    /// The exponent between each point and the one before.
    fn steps(&self, value: fn(&Point) -> f64) -> Vec<Option<f64>> {
        let before = std::iter::once(None).chain(self.points.iter().map(Some));
        self.points
            .iter()
            .zip(before)
            .map(|(here, before)| exponent(&[before?, here].map(|point| (point.chunks, value(point)))))
            .collect()
    }
}

impl Point {
    fn of(value: &Value) -> Outcome<Self> {
        let number = |value: &Value, name: &str| {
            value[name].as_f64().ok_or_else(|| Failure::new(format!("A point of the curve told no {name}.")))
        };
        let times = |name: &str| {
            numbers(&value[name]).ok_or_else(|| Failure::new(format!("A point of the curve told no {name}.")))
        };
        let memory = &value["memory"];
        Ok(Point {
            chunks: number(value, "chunks")?,
            bytes: number(value, "bytes")?,
            index: number(value, "indexMs")?,
            index_busy: number(value, "indexBusyMs")?,
            added: number(value, "addedMs")?,
            added_bytes: number(value, "addedBytes")?,
            first: number(value, "firstMs")?,
            p50: quantile(times("queryMs")?, 0.5),
            p95: quantile(times("queryMs")?, 0.95),
            question_busy: number(value, "questionBusyMs")?,
            rank: quantile(times("rankMs")?, 0.5),
            memory: PARTS.iter().map(|part| number(memory, part)).collect::<Outcome<_>>()?,
            held: value["residentBytes"].as_f64().or_else(|| memory["wasm"].as_f64()),
            save: number(value, "saveMs")?,
            snapshot: number(value, "snapshotBytes")?,
        })
    }

    fn json(&self) -> Value {
        let memory: Map<String, Value> =
            PARTS.iter().zip(&self.memory).map(|(part, bytes)| ((*part).to_owned(), json!(bytes))).collect();
        json!({
            "chunks": self.chunks,
            "bytes": self.bytes,
            "indexMs": rounded(self.index),
            "indexBusyMs": rounded(self.index_busy),
            "addedMegabytesPerSecond": rounded(self.added_bytes / 1e3 / self.added),
            "firstMs": rounded(self.first),
            "queryP50Ms": rounded(self.p50),
            "queryP95Ms": rounded(self.p95),
            "questionBusyMs": rounded(self.question_busy),
            "rankP50Ms": rounded(self.rank),
            "memory": memory,
            "heldBytes": self.held,
            "saveMs": rounded(self.save),
            "snapshotBytes": self.snapshot,
        })
    }
}

/// CURVE.md.
pub fn markdown(native: &Curve, wasm: &Curve, machine: &Machine) -> String {
    let mut text =
        "# Growth\n\nMade by `cargo xtask bench curve`: one index that grows through the sizes, of forks of numpy, \
         ripgrep and zod (README.md tells how they differ), one run, one thread.\n\n## How steeply\n\n\
         The exponent e of y = a·chunksᵉ, fitted from 10,000 chunks on: 1 is growth in proportion, below is gentler. \
         The processor's time is what another program on the machine does not lengthen.\n\n\
         | | native | wasm |\n|---|---:|---:|\n"
            .to_owned();
    let shown = |exponent: Option<f64>| exponent.map_or_else(String::new, |e| format!("{e:.2}"));
    for (name, _, value) in COLUMNS {
        let _ = writeln!(text, "| {name} | {} | {} |", shown(native.exponent(value)), shown(wasm.exponent(value)));
    }
    for (title, held, curve) in [("Native", "resident", native), ("Wasm, in Node", "linear memory", wasm)] {
        let _ = write!(
            text,
            "\n## {title}\n\nIn brackets the exponent since the line above.\n\n\
             | chunks | text | index, all so far | the processor's | since the line above | first question | query, p50 | p95 \
             | the processor's, mean | ranking, p50 | accounted for | {held} | save | snapshot |\n|---:|{}\n",
            "---:|".repeat(13)
        );
        let steps = COLUMNS.map(|(_, name, value)| (name, curve.steps(value)));
        for (at, point) in curve.points.iter().enumerate() {
            let with = |shown: String, name: &str| {
                let steps = steps.iter().find(|(column, _)| *column == name);
                match steps.and_then(|(_, steps)| steps[at]) {
                    Some(exponent) => format!("{shown} ({exponent:.2})"),
                    None => shown,
                }
            };
            let megabytes = |bytes: f64| format!("{:.0} MB", bytes / 1e6);
            let told = [
                grouped(point.chunks as u64),
                format!("{:.1} MB", point.bytes / 1e6),
                with(duration(point.index), "index"),
                with(duration(point.index_busy), "indexBusy"),
                format!("{:.1} MB/s", point.added_bytes / 1e3 / point.added),
                with(duration(point.first), "first"),
                with(duration(point.p50), "queryP50"),
                duration(point.p95),
                with(duration(point.question_busy), "questionBusy"),
                with(duration(point.rank), "rankP50"),
                with(megabytes(point.memory.iter().sum()), "memory"),
                point.held.map_or_else(String::new, |bytes| with(megabytes(bytes), "held")),
                duration(point.save),
                megabytes(point.snapshot),
            ];
            let _ = writeln!(text, "| {} |", told.join(" | "));
        }
        if let Some(why) = &curve.ended {
            let _ = writeln!(text, "\nIt ends before {}.", why.trim_end_matches('.'));
        }
    }
    parts(&mut text, native, wasm);
    text + &machine.markdown()
}

/// What a chunk takes, by the index's own account.
fn parts(text: &mut String, native: &Curve, wasm: &Curve) {
    let _ = write!(
        text,
        "\n## Memory of a chunk, in bytes\n\n| | chunks | {} | all | held |\n|---|---:|{}\n",
        PARTS.join(" | "),
        "---:|".repeat(PARTS.len() + 2)
    );
    for (name, curve) in [("native", native), ("wasm", wasm)] {
        for point in &curve.points {
            let of_one = |bytes: f64| format!("{:.0}", bytes / point.chunks);
            let mut told = vec![name.to_owned(), grouped(point.chunks as u64)];
            told.extend(point.memory.iter().map(|bytes| of_one(*bytes)));
            told.push(of_one(point.memory.iter().sum()));
            told.push(point.held.map_or_else(String::new, of_one));
            let _ = writeln!(text, "| {} |", told.join(" | "));
        }
    }
}

/// curve.json.
pub fn json(native: &Curve, wasm: &Curve, machine: &Machine) -> Value {
    let curve = |curve: &Curve| {
        let exponents: Map<String, Value> = COLUMNS
            .iter()
            .filter_map(|(_, name, value)| Some(((*name).to_owned(), rounded(curve.exponent(*value)?))))
            .collect();
        let points: Vec<Value> = curve.points.iter().map(Point::json).collect();
        json!({ "exponents": exponents, "points": points, "ended": curve.ended })
    };
    json!({ "machine": machine.json(), "native": curve(native), "wasm": curve(wasm) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(chunks: u64, held: &str) -> String {
        format!(
            "{{\"chunks\":{chunks},\"bytes\":{0},\"indexMs\":{0},\"indexBusyMs\":1,\"addedMs\":1,\"addedBytes\":2,\"firstMs\":3,\"queryMs\":[{0},{0}],\
             \"questionBusyMs\":1,\"rankMs\":[7],\"memory\":{{\"text\":1,\"catalog\":2,\"postings\":3,\"vectors\":4{held}}},\"saveMs\":5,\
             \"snapshotBytes\":6}}\n",
            chunks * 2
        )
    }

    #[test]
    fn a_curve_tells_its_growth_and_its_end() {
        let end = "{\"point\":500000,\"ended\":\"not enough memory\"}\n";
        let text = format!("{}{}{}{end}", line(1_000, ""), line(10_000, ""), line(100_000, ",\"wasm\":9"));
        let curve = Curve::parse(&text).unwrap();
        assert_eq!(curve.points.len(), 3);
        assert!((curve.exponent(|p| p.p50).unwrap() - 1.0).abs() < 1e-9);
        assert!(curve.exponent(|p| p.rank).unwrap().abs() < 1e-9);
        assert_eq!(curve.steps(|p| p.p50)[0], None);
        assert_eq!(curve.points[2].held, Some(9.0));
        assert_eq!(curve.ended.as_deref(), Some("500,000 chunks: not enough memory"));
    }

    #[test]
    fn a_point_that_lacks_something_is_refused() {
        assert!(Curve::parse("{\"chunks\":1}\n").is_err());
        assert!(Curve::parse("{\"chunks\":").is_err());
        assert!(Curve::parse("").unwrap().points.is_empty());
    }
}
