//! The same files and questions natively, in Node and in Chromium, turn by turn, and what peers take for them.

use std::path::Path;

use crate::bench::figures::{Held, Peer, Ready, Run};
use crate::bench::machine::Machine;
use crate::bench::{Bench, SETS, report};
use crate::outcome::{Failure, Outcome};
use crate::progress::{say, step};
use crate::setup;
use crate::sizes;
use crate::tool::Tool;

/// How often everything is measured without another number.
const RUNS: usize = 3;
/// How often each question is asked in one run, after a round that is not counted.
const REPEATS: &str = "5";
/// How often an engine is started in a fresh process or page, for each run: it takes a moment.
const STARTS: usize = 5;

/// What was measured of one set, run by run.
pub struct Measured {
    /// The set's name.
    pub name: &'static str,
    /// What it is.
    pub held: Held,
    /// Native code.
    pub native: Vec<Run>,
    /// The package in Node.
    pub node: Vec<Run>,
    /// The package in Chromium.
    pub chromium: Vec<Run>,
    /// Peers in Node.
    pub peers: Vec<Vec<Peer>>,
}

/// Measures, and writes RESULTS.md and results.json.
pub fn run(bench: &Bench, machine: &mut Machine, runs: Option<usize>) -> Outcome {
    let runs = runs.unwrap_or(RUNS).max(1);
    let chromium = step("Chromium", setup::browser::ensure)?;
    let mut measured = Vec::new();
    for (name, folders) in SETS {
        let title = format!("Measuring {name}, {runs} runs of each kind");
        measured.push(step(&title, || set(bench, &chromium, name, folders, runs))?);
    }
    let ready = step("Measuring how long a start takes", || {
        let starts = (STARTS * runs).to_string();
        Ready::parse(&bench.script("ready.mjs").arg(starts).env("NEARFIELD_CHROMIUM", &chromium).read()?)
    })?;
    if let Some(browser) = measured.iter().flat_map(|set| &set.chromium).find_map(|run| run.browser.clone()) {
        machine.tell("browser", browser);
    }
    let sizes = step("Sizes", || sizes::measure(bench.project, &bench.node))?;
    let text = report::markdown(&measured, &ready, &sizes, machine, runs);
    bench.publish("RESULTS.md", &text, "results.json", &report::json(&measured, &ready, &sizes, machine, runs))
}

fn set(bench: &Bench, chromium: &Path, name: &'static str, folders: &[&str], runs: usize) -> Outcome<Measured> {
    let pack = bench.pack(name, folders)?;
    let queries = bench.queries(&[name])?;
    let given = |tool: Tool| tool.arg(&pack).arg(&queries).arg(REPEATS);
    let (mut native, mut node, mut in_page, mut peers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // Turn by turn, so that a noisy minute falls on all.
    for turn in 1..=runs {
        let program = Tool::new(&bench.native).arg("set").arg(bench.model());
        native.push(Run::parse(&given(program).read()?)?);
        node.push(Run::parse(&given(bench.script("node.mjs")).read()?)?);
        let page = bench.script("chromium.mjs").env("NEARFIELD_CHROMIUM", chromium);
        in_page.push(Run::parse(&given(page).read()?)?);
        peers.push(Peer::parse(&given(bench.script("peers.mjs")).read()?)?);
        say(format!("{turn} of {runs}"));
    }
    let held = native[0].held;
    if let Some(other) = node.iter().chain(&in_page).map(|run| run.held).find(|other| *other != held) {
        return Err(Failure::new(format!(
            "Native code made {held:?} of {name}, the package {other:?}: they must agree before their times can."
        )));
    }
    Ok(Measured { name, held, native, node, chromium: in_page, peers })
}
