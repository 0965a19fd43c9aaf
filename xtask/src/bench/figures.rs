//! From the runs of one host to its medians.

use serde_json::{Value, json};

use crate::outcome::{Context, Failure, Outcome};

/// The stages of indexing, by the engine's names for them.
pub const STAGES: [&str; 4] = ["decode", "chunk", "lexical", "embed"];

/// What one run printed.
pub struct Run {
    start: f64,
    index: f64,
    stages: [f64; 4],
    queries: Vec<f64>,
    ranks: Vec<f64>,
    channels: Vec<f64>,
    updates: Vec<f64>,
    asks_again: Vec<f64>,
    saves: Vec<f64>,
    loads: Vec<f64>,
    refeeds: Vec<f64>,
    snapshot: f64,
    bytes: f64,
    files: u64,
    chunks: u64,
    memory: Option<f64>,
    helped: Option<f64>,
}

impl Run {
    /// Reads a run's JSON.
    pub fn parse(text: &str) -> Outcome<Self> {
        let value: Value = serde_json::from_str(text.trim()).context("reading a run's figures")?;
        let number = |value: &Value, name: &str| {
            value[name].as_f64().ok_or_else(|| Failure::new(format!("A run told no {name}.")))
        };
        let mut stages = [0.0; 4];
        for (time, stage) in stages.iter_mut().zip(STAGES) {
            *time = number(&value["timings"], &format!("{stage}Ms"))?;
        }
        let times = |name: &str| -> Vec<f64> {
            value[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
        };
        Ok(Run {
            start: number(&value, "startMs")?,
            index: number(&value, "indexMs")?,
            stages,
            queries: times("queryMs"),
            ranks: times("rankMs"),
            channels: times("channelsMs"),
            updates: times("updateMs"),
            asks_again: times("askAgainMs"),
            saves: times("saveMs"),
            loads: times("loadMs"),
            refeeds: times("refeedMs"),
            snapshot: number(&value, "snapshotBytes")?,
            bytes: number(&value, "bytes")?,
            files: number(&value, "files")? as u64,
            chunks: number(&value, "chunks")? as u64,
            memory: value["memoryBytes"].as_f64(),
            helped: value["helpedMs"].as_f64(),
        })
    }
}

/// What a peer took; times in milliseconds.
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
            let times: Vec<f64> = value["queryMs"].as_array()?.iter().filter_map(Value::as_f64).collect();
            Some(Peer {
                name: value["name"].as_str()?.to_owned(),
                index: value["indexMs"].as_f64()?,
                p50: quantile(times.clone(), 0.5),
                p95: quantile(times, 0.95),
            })
        };
        let peers: Option<Vec<Peer>> = value.as_array().and_then(|all| all.iter().map(peer).collect());
        peers.ok_or_else(|| Failure::new("The peers told no figures."))
    }

    /// For results.json.
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "indexMs": rounded(self.index),
            "queryP50Ms": rounded(self.p50),
            "queryP95Ms": rounded(self.p95),
        })
    }
}

/// Medians over runs; times in milliseconds.
pub struct Figures {
    /// From the model's bytes (in Node also the module's) to an empty engine.
    pub start: f64,
    /// All files in.
    pub index: f64,
    /// Where that time went, in the order of [`STAGES`].
    pub stages: [f64; 4],
    /// Half of the questions are answered in this time.
    pub p50: f64,
    /// 95 % are.
    pub p95: f64,
    /// Half of the rankings take no more: all signals, no context.
    pub rank: f64,
    /// And of those by BM25 and the cosine alone, as tobler-search blends them: what is beyond is the signals' own.
    pub channels: f64,
    /// One file of about 50 KB edited.
    pub update: f64,
    /// The first question after it.
    pub ask_again: f64,
    /// From the index to its snapshot.
    pub save: f64,
    /// And back.
    pub load: f64,
    /// All files fed once more, none of them changed.
    pub refeed: f64,
    /// The size of the snapshot, in bytes.
    pub snapshot: f64,
    /// Indexed text.
    pub bytes: f64,
    /// Indexed files.
    pub files: u64,
    /// Their chunks.
    pub chunks: u64,
    /// Linear memory; never shrinks, so also its peak. Only in wasm.
    pub memory: Option<f64>,
    /// All files in, with two helpers. Only in wasm.
    pub helped: Option<f64>,
}

impl Figures {
    /// The medians of at least one run.
    pub fn of(runs: &[Run]) -> Self {
        let over = |value: &dyn Fn(&Run) -> f64| quantile(runs.iter().map(value).collect(), 0.5);
        let first = &runs[0];
        Figures {
            start: over(&|run| run.start),
            index: over(&|run| run.index),
            stages: std::array::from_fn(|stage| over(&|run| run.stages[stage])),
            p50: over(&|run| quantile(run.queries.clone(), 0.5)),
            p95: over(&|run| quantile(run.queries.clone(), 0.95)),
            rank: over(&|run| quantile(run.ranks.clone(), 0.5)),
            channels: over(&|run| quantile(run.channels.clone(), 0.5)),
            update: over(&|run| quantile(run.updates.clone(), 0.5)),
            ask_again: over(&|run| quantile(run.asks_again.clone(), 0.5)),
            save: over(&|run| quantile(run.saves.clone(), 0.5)),
            load: over(&|run| quantile(run.loads.clone(), 0.5)),
            refeed: over(&|run| quantile(run.refeeds.clone(), 0.5)),
            snapshot: first.snapshot,
            bytes: first.bytes,
            files: first.files,
            chunks: first.chunks,
            memory: first.memory.map(|_| over(&|run| run.memory.unwrap_or(0.0))),
            helped: first.helped.map(|_| over(&|run| run.helped.unwrap_or(0.0))),
        }
    }

    /// For results.json.
    pub fn json(&self) -> Value {
        let stages: serde_json::Map<String, Value> =
            STAGES.iter().zip(self.stages).map(|(name, time)| ((*name).to_owned(), rounded(time))).collect();
        json!({
            "startMs": rounded(self.start),
            "indexMs": rounded(self.index),
            "stagesMs": stages,
            "megabytesPerSecond": rounded(self.bytes / 1e3 / self.index),
            "queryP50Ms": rounded(self.p50),
            "queryP95Ms": rounded(self.p95),
            "rankP50Ms": rounded(self.rank),
            "channelsP50Ms": rounded(self.channels),
            "updateMs": rounded(self.update),
            "askAgainMs": rounded(self.ask_again),
            "saveMs": rounded(self.save),
            "loadMs": rounded(self.load),
            "refeedMs": rounded(self.refeed),
            "snapshotBytes": self.snapshot as u64,
            "memoryBytes": self.memory.map(|bytes| bytes as u64),
            "helpedMs": self.helped.map(rounded),
        })
    }
}

fn rounded(number: f64) -> Value {
    json!((number * 1000.0).round() / 1000.0)
}

/// The smallest value that at least the share `q` of the values does not exceed; 0 of none.
fn quantile(mut values: Vec<f64>, q: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (q * values.len() as f64).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_nearest_rank() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!(quantile(values.clone(), 0.5), 10.0);
        assert_eq!(quantile(values, 0.95), 19.0);
        assert_eq!(quantile(vec![7.0], 0.95), 7.0);
        assert_eq!(quantile(vec![], 0.5), 0.0);
    }

    #[test]
    fn medians_of_runs() {
        let run = |index: f64| {
            let text = format!(
                "{{\"startMs\":1,\"indexMs\":{index},\"files\":2,\"chunks\":3,\"bytes\":4,\"snapshotBytes\":5,\"queryMs\":[1,2],\
                 \"timings\":{{\"decodeMs\":1,\"chunkMs\":2,\"lexicalMs\":3,\"embedMs\":4}}}}\n"
            );
            Run::parse(&text).unwrap()
        };
        let figures = Figures::of(&[run(30.0), run(10.0), run(20.0)]);
        assert_eq!((figures.index, figures.stages, figures.memory), (20.0, [1.0, 2.0, 3.0, 4.0], None));
        assert!(Run::parse("{}").is_err());
    }
}
