//! `cargo xtask bench`: the same files and questions natively and through the package in Node, turn by turn.

mod figures;
mod report;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::build::{self, Mode, Wanted};
use crate::corpora;
use crate::outcome::{Context, Failure, Outcome};
use crate::progress::{say, step};
use crate::project::{Project, cargo};
use crate::setup::Node;
use crate::sizes;
use crate::tool::Tool;

use figures::{Figures, Peer, Run};

const RUNS: usize = 3;
/// How often each question is asked in one run, after a round that is not counted.
const REPEATS: &str = "5";

/// What is indexed: a name, and the folders below the corpora.
const SETS: [(&str, &[&str]); 2] = [("ripgrep and zod", &["ripgrep", "zod"]), ("numpy", &["numpy"])];

/// The medians of one set.
struct Measured {
    name: &'static str,
    native: Figures,
    wasm: Figures,
    peers: Vec<Peer>,
}

/// Measures, and writes bench/speed/RESULTS.md and results.json.
pub fn run(project: &Project, runs: Option<usize>) -> Outcome {
    let runs = runs.unwrap_or(RUNS).max(1);
    let node = build::all(project, Mode::Release, Wanted::Package)?;
    let native = step("Compiling the native program (the first time takes minutes)", || program(project))?;
    let sources = corpora::all(project, &node)?;
    let home = project.root.join("bench/speed");
    let questions = read_json(&home.join("queries.json"))?;
    let mut measured = Vec::new();
    for (name, folders) in SETS {
        let files = list(project, &sources, name, folders)?;
        let queries = project.scratch.join("queries.json");
        write_json(&queries, &questions[name])?;
        measured.push(step(&format!("Measuring {name}, {runs} runs of each kind"), || {
            set(project, &node, &native, name, &files, &queries, runs)
        })?);
    }
    let sizes = step("Sizes", || sizes::measure(project, &node))?;
    let machine = report::machine(project, &node)?;
    let (text, data) = (report::markdown(&measured, &sizes, &machine, runs), report::json(&measured, &sizes, &machine));
    fs::write(home.join("RESULTS.md"), &text).context("writing bench/speed/RESULTS.md")?;
    write_json(&home.join("results.json"), &data)?;
    print!("{text}");
    Ok(())
}

fn set(
    project: &Project,
    node: &Node,
    native: &Path,
    name: &'static str,
    files: &Path,
    queries: &Path,
    runs: usize,
) -> Outcome<Measured> {
    let (mut natives, mut wasms) = (Vec::new(), Vec::new());
    // Turn by turn, so that a noisy minute falls on both.
    for turn in 1..=runs {
        let text = Tool::new(native).arg(project.root.join("model")).args([files, queries]).arg(REPEATS).read()?;
        natives.push(Run::parse(&text)?);
        let script = project.root.join("bench/speed/node.mjs");
        let text = node.file(&script).args([files, queries]).arg(REPEATS).read()?;
        wasms.push(Run::parse(&text)?);
        say(format!("{turn} of {runs}"));
    }
    let (native, wasm) = (Figures::of(&natives), Figures::of(&wasms));
    if (native.files, native.chunks) != (wasm.files, wasm.chunks) {
        return Err(Failure::new(format!(
            "Native code made {} files and {} chunks of {name}, the package {} and {}.",
            native.files, native.chunks, wasm.files, wasm.chunks
        )));
    }
    let script = project.root.join("bench/speed/peers.mjs");
    let peers = Peer::parse(&node.file(&script).args([files, queries]).arg(REPEATS).dir(&project.root).read()?)?;
    say("peers");
    Ok(Measured { name, native, wasm, peers })
}

fn program(project: &Project) -> Outcome<PathBuf> {
    Tool::new(cargo())
        .args(["build", "--release", "--package", "nearfield", "--example", "speed"])
        .dir(&project.root)
        .run()?;
    Ok(project.target.join("release/examples").join(format!("speed{}", std::env::consts::EXE_SUFFIX)))
}

/// Writes down the files in the one order in which both hosts take them: ignore files first, then by path.
fn list(project: &Project, sources: &Path, name: &str, folders: &[&str]) -> Outcome<PathBuf> {
    let mut paths = Vec::new();
    for folder in folders {
        gather(sources, folder, &mut paths).context(format!("listing {folder}"))?;
    }
    paths.sort_by_key(|path| (!path.ends_with("ignore"), path.clone()));
    let file = project.scratch.join(format!("files of {name}.json"));
    write_json(&file, &json!({ "root": sources, "paths": paths }))?;
    Ok(file)
}

fn gather(root: &Path, inside: &str, paths: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(inside))? {
        let entry = entry?;
        let path = format!("{inside}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            gather(root, &path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

fn read_json(file: &Path) -> Outcome<Value> {
    let doing = format!("reading {}", file.display());
    serde_json::from_str(&fs::read_to_string(file).context(&doing)?).context(&doing)
}

fn write_json(file: &Path, value: &Value) -> Outcome {
    let doing = format!("writing {}", file.display());
    let text = serde_json::to_string_pretty(value).context(&doing)?;
    fs::write(file, text + "\n").context(&doing)
}
