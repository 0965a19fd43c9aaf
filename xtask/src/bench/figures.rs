//! From the runs of one host to what is told of it.

use serde_json::{Map, Value, json};

use crate::bench::spread::{Spread, quantile, rounded};
use crate::outcome::{Context, Failure, Outcome};

/// Where a run's JSON tells a figure.
#[derive(Clone, Copy)]
enum From {
    /// A number by its name.
    Number(&'static str),
    /// A stage of indexing, by the engine's name for it.
    Stage(&'static str),
    /// Of several times the one that this share of them does not exceed.
    Quantile(&'static str, f64),
}

/// How a figure is shown to people.
#[derive(Clone, Copy, PartialEq)]
pub enum Unit {
    /// Milliseconds.
    Time,
    /// Milliseconds for all text.
    Indexing,
    /// Milliseconds for the whole snapshot.
    Snapshot,
    /// Bytes.
    Bytes,
}

/// One thing that is measured.
pub struct Metric {
    /// Its name in results.json.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// What its numbers are.
    pub unit: Unit,
    from: From,
}

const fn metric(name: &'static str, label: &'static str, unit: Unit, from: From) -> Metric {
    Metric { name, label, unit, from }
}

/// All of them, in the order of the table.
pub const METRICS: [Metric; 18] = [
    metric("indexMs", "index", Unit::Indexing, From::Number("indexMs")),
    metric("decodeMs", "– decode", Unit::Indexing, From::Stage("decodeMs")),
    metric("chunkMs", "– chunk", Unit::Indexing, From::Stage("chunkMs")),
    metric("lexicalMs", "– lexical", Unit::Indexing, From::Stage("lexicalMs")),
    metric("embedMs", "– embed", Unit::Indexing, From::Stage("embedMs")),
    metric("queryP50Ms", "query, p50", Unit::Time, From::Quantile("queryMs", 0.5)),
    metric("queryP95Ms", "query, p95", Unit::Time, From::Quantile("queryMs", 0.95)),
    metric(RANKING, "– ranking alone, p50", Unit::Time, From::Quantile("rankMs", 0.5)),
    metric("channelsP50Ms", "– by BM25 and cosine alone, p50", Unit::Time, From::Quantile("channelsMs", 0.5)),
    metric("updateMs", "update of a file of about 50 KB", Unit::Time, From::Quantile("updateMs", 0.5)),
    metric("askAgainMs", "first question after it", Unit::Time, From::Quantile("askAgainMs", 0.5)),
    metric("saveMs", "save", Unit::Snapshot, From::Quantile("saveMs", 0.5)),
    metric("loadMs", "load", Unit::Snapshot, From::Quantile("loadMs", 0.5)),
    metric("refeedMs", "feed all again, unchanged", Unit::Indexing, From::Quantile("refeedMs", 0.5)),
    metric("startMs", "start", Unit::Time, From::Number("startMs")),
    metric("helpedMs", "index with two helpers", Unit::Indexing, From::Number("helpedMs")),
    metric("memoryBytes", "linear memory, at most", Unit::Bytes, From::Number("memoryBytes")),
    metric("snapshotBytes", "snapshot", Unit::Bytes, From::Number("snapshotBytes")),
];

/// The name of the figure that peers are compared with.
pub const RANKING: &str = "rankP50Ms";

/// What one run printed.
pub struct Run {
    /// What was indexed.
    pub held: Held,
    /// In the order of [`METRICS`]; `None` where the host has no such thing.
    pub values: Vec<Option<f64>>,
    /// Version of the browser that it ran in.
    pub browser: Option<String>,
}

/// What was indexed: the same on every host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Indexed files.
    pub files: u64,
    /// Their chunks.
    pub chunks: u64,
    /// Their text, in bytes.
    pub bytes: u64,
}

impl Run {
    /// Reads a run's JSON.
    pub fn parse(text: &str) -> Outcome<Self> {
        let value: Value = serde_json::from_str(text.trim()).context("reading a run's figures")?;
        let whole = |name: &str| {
            value[name].as_u64().ok_or_else(|| Failure::new(format!("A run told no {name}: run this again.")))
        };
        let held = Held { files: whole("files")?, chunks: whole("chunks")?, bytes: whole("bytes")? };
        let values = METRICS.iter().map(|metric| match metric.from {
            From::Number(name) => value[name].as_f64(),
            From::Stage(name) => value["timings"][name].as_f64(),
            From::Quantile(name, share) => numbers(&value[name]).map(|times| quantile(times, share)),
        });
        Ok(Run { held, values: values.collect(), browser: value["browser"].as_str().map(str::to_owned) })
    }
}

/// The spreads over runs, in the order of [`METRICS`].
pub type Figures = Vec<Option<Spread>>;

/// What several runs of one host tell.
pub fn figures(runs: &[Run]) -> Figures {
    spreads(runs.iter().map(|run| run.values.clone()))
}

/// How many times as much one host takes as another. Run by run, since the two of a turn shared a noisy minute.
pub fn ratios(of: &[Run], to: &[Run]) -> Figures {
    let ratio = |(of, to): (&Option<f64>, &Option<f64>)| Some((*of)? / (*to).filter(|to| *to > 0.0)?);
    spreads(of.iter().zip(to).map(|(of, to)| of.values.iter().zip(&to.values).map(ratio).collect()))
}

fn spreads(rows: impl Iterator<Item = Vec<Option<f64>>>) -> Figures {
    let rows: Vec<Vec<Option<f64>>> = rows.collect();
    let column = |at: usize| -> Vec<f64> { rows.iter().filter_map(|row| row[at]).collect() };
    (0..METRICS.len()).map(|at| Spread::of(&column(at))).collect()
}

/// For results.json.
pub fn json_of(figures: &Figures) -> Value {
    let told = METRICS.iter().zip(figures).filter_map(|(metric, spread)| Some((metric, spread.as_ref()?)));
    Value::Object(told.map(|(metric, spread)| (metric.name.to_owned(), spread.json())).collect::<Map<_, _>>())
}

/// What a peer took in one run; times in milliseconds.
pub struct Peer {
    /// With its version.
    pub name: String,
    /// All chunks in.
    pub index: f64,
    /// Half of the questions are answered in this time.
    pub p50: f64,
    /// 95 % are.
    pub p95: f64,
}

impl Peer {
    /// Reads the JSON of peers.mjs.
    pub fn parse(text: &str) -> Outcome<Vec<Self>> {
        let value: Value = serde_json::from_str(text.trim()).context("reading the peers' figures")?;
        let peer = |value: &Value| {
            let times = numbers(&value["queryMs"])?;
            Some(Peer {
                name: value["name"].as_str()?.to_owned(),
                index: value["indexMs"].as_f64()?,
                p50: quantile(times.clone(), 0.5),
                p95: quantile(times, 0.95),
            })
        };
        let peers: Option<Vec<Peer>> = value.as_array().and_then(|all| all.iter().map(peer).collect());
        peers.ok_or_else(|| Failure::new("The peers told no figures: run bench/speed/wasm/peers.mjs by hand."))
    }
}

/// From `create()` to an engine that can be fed, in milliseconds.
pub struct Ready {
    /// In fresh processes of Node.
    pub node: Spread,
    /// In fresh pages of a Chromium with a warm cache.
    pub chromium: Spread,
    /// In the first page of a fresh Chromium.
    pub chromium_cold: f64,
}

impl Ready {
    /// Reads the JSON of ready.mjs.
    pub fn parse(text: &str) -> Outcome<Self> {
        let value: Value = serde_json::from_str(text.trim()).context("reading the times of starting")?;
        let spread = |name: &str| Spread::of(&numbers(&value[name])?);
        let (node, chromium, cold) = (spread("nodeMs"), spread("chromiumMs"), value["chromiumColdMs"].as_f64());
        match (node, chromium, cold) {
            (Some(node), Some(chromium), Some(chromium_cold)) => Ok(Ready { node, chromium, chromium_cold }),
            _ => Err(Failure::new("Starting was not measured: run bench/speed/wasm/ready.mjs by hand.")),
        }
    }

    /// For results.json.
    pub fn json(&self) -> Value {
        json!({
            "nodeMs": self.node.json(),
            "chromiumMs": self.chromium.json(),
            "chromiumColdMs": rounded(self.chromium_cold),
        })
    }
}

/// A list of numbers; `None` if there is none, or nothing in it.
pub fn numbers(value: &Value) -> Option<Vec<f64>> {
    let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    (!numbers.is_empty()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(index: f64) -> Run {
        Run::parse(&format!(
            "{{\"startMs\":1,\"indexMs\":{index},\"files\":2,\"chunks\":3,\"bytes\":4,\"queryMs\":[1,2],\
             \"timings\":{{\"decodeMs\":1,\"chunkMs\":2,\"lexicalMs\":3,\"embedMs\":4}}}}\n"
        ))
        .unwrap()
    }

    fn of(figures: &Figures, name: &str) -> Option<Spread> {
        figures[METRICS.iter().position(|metric| metric.name == name).unwrap()]
    }

    #[test]
    fn spreads_of_runs() {
        let told = figures(&[run(30.0), run(10.0), run(20.0)]);
        assert_eq!(of(&told, "indexMs"), Some(Spread { median: 20.0, least: 10.0, most: 30.0 }));
        assert_eq!(of(&told, "chunkMs").unwrap().median, 2.0);
        assert_eq!(of(&told, "memoryBytes"), None);
        assert!(json_of(&told).get("memoryBytes").is_none());
        assert!(Run::parse("{}").is_err());
    }

    #[test]
    fn ratios_compare_runs_of_one_turn() {
        let told = ratios(&[run(20.0), run(90.0)], &[run(10.0), run(30.0)]);
        assert_eq!(of(&told, "indexMs"), Some(Spread { median: 2.0, least: 2.0, most: 3.0 }));
        assert_eq!(of(&told, "memoryBytes"), None);
    }

    #[test]
    fn what_lacks_is_named() {
        assert!(Ready::parse("{\"nodeMs\":[1]}").is_err());
        let ready = Ready::parse("{\"nodeMs\":[1,2,3],\"chromiumMs\":[4],\"chromiumColdMs\":9}").unwrap();
        assert_eq!((ready.node.median, ready.chromium.median, ready.chromium_cold), (2.0, 4.0, 9.0));
        assert!(Peer::parse("[{\"name\":\"a\"}]").is_err());
    }
}
