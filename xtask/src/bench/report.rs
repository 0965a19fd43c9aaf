//! The speed table for people, and the same figures for programs.

use std::fmt::Write;
use std::fs;

use serde_json::{Map, Value, json};

use crate::bench::Measured;
use crate::bench::figures::STAGES;
use crate::outcome::Outcome;
use crate::project::{Project, cargo};
use crate::setup::{Node, Toolchain};
use crate::sizes::{Sizes, grouped};
use crate::tool::Tool;

/// Names and values that say where the figures come from.
pub type Machine = Vec<(&'static str, String)>;

/// Asks the machine and the tools.
pub fn machine(project: &Project, node: &Node) -> Outcome<Machine> {
    let line = |tool: Tool| tool.read().map(|text| text.lines().next().unwrap_or("").to_owned());
    let processor = fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .or_else(|| line(Tool::new("sysctl").args(["-n", "machdep.cpu.brand_string"])).ok())
        .unwrap_or_else(|| "unknown processor".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let commit = Tool::new("git").args(["describe", "--always", "--dirty"]).dir(&project.root);
    Ok(vec![
        ("processor", format!("{processor}, {cores} cores")),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("rustc", Toolchain::current().release()?),
        ("cargo", line(Tool::new(cargo()).arg("--version"))?),
        ("node", node.version.clone()),
        ("commit", line(commit).unwrap_or_else(|_| "unknown".to_owned())),
    ])
}

/// RESULTS.md.
pub fn markdown(measured: &[Measured], sizes: &Sizes, machine: &Machine, runs: usize) -> String {
    let runs = if runs == 1 { "one run".to_owned() } else { format!("medians of {runs} runs") };
    let mut text = format!(
        "# Speed\n\nMade by `cargo xtask bench`: {runs} of each kind, native and wasm by turns, in one \
         thread. The ratio is what to compare between machines: wasm through the package in Node against native \
         code, below 1 where wasm is faster. Questions are asked with the default options.\n"
    );
    for set in measured {
        let (native, wasm) = (&set.native, &set.wasm);
        let _ = write!(
            text,
            "\n## {}\n\n{} files, {:.1} MB of text, {} chunks, a snapshot of {:.1} MB.\n\n\
             | | wasm / native | native | wasm |\n|---|---:|---:|---:|\n",
            set.name,
            grouped(native.files),
            native.bytes / 1e6,
            grouped(native.chunks),
            native.snapshot / 1e6
        );
        let mut row = |name: &str, native: f64, wasm: f64, show: &dyn Fn(f64) -> String| {
            let _ = writeln!(text, "| {name} | {:.2} | {} | {} |", wasm / native, show(native), show(wasm));
        };
        let speed = |time: f64| format!("{} ({:.1} MB/s)", duration(time), native.bytes / 1e3 / time);
        row("index", native.index, wasm.index, &speed);
        for (stage, (native, wasm)) in STAGES.iter().zip(native.stages.iter().zip(wasm.stages)) {
            row(&format!("– {stage}"), *native, wasm, &speed);
        }
        row("query, p50", native.p50, wasm.p50, &duration);
        row("query, p95", native.p95, wasm.p95, &duration);
        row("– ranking alone, p50", native.rank, wasm.rank, &duration);
        row("– by BM25 and cosine alone, p50", native.channels, wasm.channels, &duration);
        row("update of a file of about 50 KB", native.update, wasm.update, &duration);
        row("first question after it", native.ask_again, wasm.ask_again, &duration);
        let snapshot = |time: f64| format!("{} ({:.0} MB/s)", duration(time), native.snapshot / 1e3 / time);
        row("save", native.save, wasm.save, &snapshot);
        row("load", native.load, wasm.load, &snapshot);
        row("feed all again, unchanged", native.refeed, wasm.refeed, &speed);
        row("start", native.start, wasm.start, &duration);
        if let Some(time) = wasm.helped {
            let _ = writeln!(
                text,
                "| index with two helpers, {:.2} times as fast | | | {} |",
                wasm.index / time,
                speed(time)
            );
        }
        if let Some(bytes) = wasm.memory {
            let _ = writeln!(text, "| peak linear memory | | | {:.1} MB |", bytes / 1e6);
        }
    }
    text.push_str(
        "\n## Peers\n\nOn the same chunks and questions, one run each, by words alone: the ten best chunks, no context.\n\n\
         | | index | query, p50 | p95 |\n|---|---:|---:|---:|\n",
    );
    for set in measured {
        let Measured { name, wasm, peers, .. } = set;
        let _ = writeln!(
            text,
            "| **{name}**: nearfield's ranking | {} | {} | |",
            duration(wasm.index),
            duration(wasm.rank)
        );
        for peer in peers {
            let times = [peer.index, peer.p50, peer.p95].map(duration);
            let _ = writeln!(text, "| {} | {} |", peer.name, times.join(" | "));
        }
    }
    text.push_str("\n## Sizes\n\n| | bytes |\n|---|---:|\n");
    for (name, bytes) in sizes {
        let _ = writeln!(text, "| {name} | {} |", grouped(*bytes));
    }
    text.push_str("\n## Machine\n\n");
    for (name, value) in machine {
        let _ = writeln!(text, "- {name}: {value}");
    }
    text
}

/// results.json.
pub fn json(measured: &[Measured], sizes: &Sizes, machine: &Machine) -> Value {
    let sets: Map<String, Value> = measured
        .iter()
        .map(|set| {
            let ratio = |of: fn(&crate::bench::Figures) -> f64| {
                json!((of(&set.wasm) / of(&set.native) * 1000.0).round() / 1000.0)
            };
            let value = json!({
                "ratio": { "index": ratio(|f| f.index), "queryP50": ratio(|f| f.p50), "queryP95": ratio(|f| f.p95) },
                "files": set.native.files,
                "chunks": set.native.chunks,
                "bytes": set.native.bytes as u64,
                "native": set.native.json(),
                "wasm": set.wasm.json(),
                "peers": set.peers.iter().map(crate::bench::figures::Peer::json).collect::<Vec<_>>(),
            });
            (set.name.to_owned(), value)
        })
        .collect();
    let sizes: Map<String, Value> = sizes.iter().map(|(name, bytes)| ((*name).to_owned(), json!(bytes))).collect();
    let machine: Map<String, Value> = machine.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({ "machine": machine, "sets": sets, "sizes": sizes })
}

fn duration(milliseconds: f64) -> String {
    if milliseconds < 1000.0 { format!("{milliseconds:.1} ms") } else { format!("{:.2} s", milliseconds / 1e3) }
}
