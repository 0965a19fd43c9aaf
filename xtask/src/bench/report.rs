//! The speed table for people, and the same figures for programs.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::bench::figures::{Figures, METRICS, RANKING, Ready, Run, Unit, figures, json_of, ratios};
use crate::bench::machine::Machine;
use crate::bench::speed::Measured;
use crate::bench::spread::{Spread, duration};
use crate::sizes::{Sizes, grouped};

/// RESULTS.md.
pub fn markdown(measured: &[Measured], ready: &Ready, sizes: &Sizes, machine: &Machine, runs: usize) -> String {
    let runs = if runs == 1 { "one run".to_owned() } else { format!("medians of {runs} runs (least–most)") };
    let mut text = format!(
        "# Speed\n\nMade by `cargo xtask bench speed`: {runs} of each kind, by turns, in one thread. The ratios are what \
         to compare between machines: wasm through the package, in Node and in a page of Chromium, against native code, \
         below 1 where wasm is faster; each is taken within a turn. Questions are asked with the default options. \
         README.md beside this file tells what is measured.\n"
    );
    for set in measured {
        hosts(&mut text, set);
    }
    let _ = write!(
        text,
        "\n## From `create()` to an engine that can be fed\n\n| | |\n|---|---:|\n\
         | Node, a fresh process | {} |\n| Chromium, a fresh page, warm cache | {} |\n\
         | Chromium, the first page of a fresh browser | {} |\n",
        ready.node.shown(&duration),
        ready.chromium.shown(&duration),
        duration(ready.chromium_cold)
    );
    text.push_str(
        "\n## Peers\n\nIn Node, on the same chunks and questions, by words alone: the ten best chunks, no context. How many \
         times as long as nearfield's index and its ranking, then the times.\n\n\
         | | index, times | query, times | index | query, p50 | p95 |\n|---|---:|---:|---:|---:|---:|\n",
    );
    for set in measured {
        peers(&mut text, set);
    }
    text.push_str("\n## Sizes\n\n| | bytes |\n|---|---:|\n");
    for (name, bytes) in sizes {
        let _ = writeln!(text, "| {name} | {} |", grouped(*bytes));
    }
    text + &machine.markdown()
}

fn hosts(text: &mut String, set: &Measured) {
    let bytes = set.held.bytes as f64;
    let (native, node, chromium) = (figures(&set.native), figures(&set.node), figures(&set.chromium));
    let ratios = [ratios(&set.node, &set.native), ratios(&set.chromium, &set.native)];
    let _ = write!(
        text,
        "\n## {}\n\n{} files, {:.1} MB of text, {} chunks.\n\n\
         | | Node / native | Chromium / native | native | Node | Chromium |\n|---|---:|---:|---:|---:|---:|\n",
        set.name,
        grouped(set.held.files),
        bytes / 1e6,
        grouped(set.held.chunks),
    );
    let snapshot = of(&native, "snapshotBytes").map_or(0.0, |size| size.median);
    for (at, metric) in METRICS.iter().enumerate() {
        let speed = |bytes: f64, time: f64| format!(" {:.1} MB/s", bytes / 1e3 / time);
        let show = |spread: &Spread| match metric.unit {
            Unit::Time => spread.shown(&duration),
            Unit::Indexing => spread.shown(&duration) + &speed(bytes, spread.median),
            Unit::Snapshot => spread.shown(&duration) + &speed(snapshot, spread.median),
            Unit::Bytes => spread.shown(&|bytes| format!("{:.1} MB", bytes / 1e6)),
        };
        let ratio = |figures: &Figures| figures[at].map_or_else(String::new, |s| s.shown(&|r| format!("{r:.2}")));
        let cell = |figures: &Figures| figures[at].as_ref().map_or_else(String::new, show);
        let told = [ratio(&ratios[0]), ratio(&ratios[1]), cell(&native), cell(&node), cell(&chromium)];
        let _ = writeln!(text, "| {} | {} |", metric.label, told.join(" | "));
    }
}

/// A peer's figures over all runs.
struct PeerFigures {
    name: String,
    index_ratio: Option<Spread>,
    query_ratio: Option<Spread>,
    index: Option<Spread>,
    p50: Option<Spread>,
    p95: Option<Spread>,
}

fn peer_figures(set: &Measured) -> Vec<PeerFigures> {
    let count = set.peers.first().map_or(0, Vec::len);
    let value = |run: &Run, name: &str| run.values[METRICS.iter().position(|metric| metric.name == name)?];
    let peer = |at: usize| {
        let turns = || set.node.iter().zip(set.peers.iter().map(|peers| &peers[at]));
        let over = |values: Vec<f64>| Spread::of(&values);
        PeerFigures {
            name: set.peers[0][at].name.clone(),
            index_ratio: over(turns().filter_map(|(run, peer)| Some(peer.index / value(run, "indexMs")?)).collect()),
            query_ratio: over(turns().filter_map(|(run, peer)| Some(peer.p50 / value(run, RANKING)?)).collect()),
            index: over(turns().map(|(_, peer)| peer.index).collect()),
            p50: over(turns().map(|(_, peer)| peer.p50).collect()),
            p95: over(turns().map(|(_, peer)| peer.p95).collect()),
        }
    };
    (0..count).map(peer).collect()
}

fn peers(text: &mut String, set: &Measured) {
    let node = figures(&set.node);
    let times = |spread: Option<Spread>| spread.map_or_else(String::new, |s| s.shown(&duration));
    let _ = writeln!(
        text,
        "| **{}**: nearfield's ranking | 1 | 1 | {} | {} | |",
        set.name,
        times(of(&node, "indexMs")),
        times(of(&node, RANKING))
    );
    for peer in peer_figures(set) {
        let ratio = |spread: Option<Spread>| spread.map_or_else(String::new, |s| s.shown(&|r| format!("{r:.2}")));
        let told =
            [ratio(peer.index_ratio), ratio(peer.query_ratio), times(peer.index), times(peer.p50), times(peer.p95)];
        let _ = writeln!(text, "| {} | {} |", peer.name, told.join(" | "));
    }
}

fn of(figures: &Figures, name: &str) -> Option<Spread> {
    figures[METRICS.iter().position(|metric| metric.name == name)?]
}

/// results.json.
pub fn json(measured: &[Measured], ready: &Ready, sizes: &Sizes, machine: &Machine, runs: usize) -> Value {
    let spread = |spread: Option<Spread>| spread.map(|spread| spread.json());
    let set = |set: &Measured| {
        let peers: Vec<Value> = peer_figures(set)
            .into_iter()
            .map(|peer| {
                json!({
                    "name": peer.name,
                    "ratio": { "index": spread(peer.index_ratio), "queryP50": spread(peer.query_ratio) },
                    "indexMs": spread(peer.index),
                    "queryP50Ms": spread(peer.p50),
                    "queryP95Ms": spread(peer.p95),
                })
            })
            .collect();
        json!({
            "ratio": {
                "node": json_of(&ratios(&set.node, &set.native)),
                "chromium": json_of(&ratios(&set.chromium, &set.native)),
            },
            "files": set.held.files,
            "chunks": set.held.chunks,
            "bytes": set.held.bytes,
            "native": json_of(&figures(&set.native)),
            "node": json_of(&figures(&set.node)),
            "chromium": json_of(&figures(&set.chromium)),
            "peers": peers,
        })
    };
    let sets: Map<String, Value> = measured.iter().map(|one| (one.name.to_owned(), set(one))).collect();
    let sizes: Map<String, Value> = sizes.iter().map(|(name, bytes)| ((*name).to_owned(), json!(bytes))).collect();
    json!({ "machine": machine.json(), "runs": runs, "sets": sets, "ready": ready.json(), "sizes": sizes })
}
