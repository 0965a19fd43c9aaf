//! `cargo xtask bench`: how long things take and how much they hold, natively, in Node and in Chromium.

mod curve;
mod figures;
mod forks;
mod growth;
mod instructions;
mod machine;
mod pack;
mod profile;
mod report;
mod speed;
mod spread;
mod stages;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::build::{self, Mode};
use crate::corpora;
use crate::outcome::{Context, Failure, Outcome};
use crate::progress::step;
use crate::project::{Project, cargo};
use crate::setup::{self, Node, WasmTools};
use crate::tool::Tool;

use machine::Machine;
use pack::Packing;

/// The parts that can be asked for by name.
pub const PARTS: [&str; 4] = ["speed", "curve", "profile", "instructions"];

/// What is indexed: a name, and the folders below the corpora.
const SETS: [(&str, &[&str]); 2] = [("ripgrep and zod", &["ripgrep", "zod"]), ("numpy", &["numpy"])];

/// What was asked for.
pub struct Wanted {
    /// Names of [`PARTS`]; all, if there is none.
    pub parts: Vec<String>,
    /// How often each thing is measured.
    pub runs: Option<usize>,
    /// The last point of the curve, in chunks.
    pub most: Option<usize>,
}

/// What all parts need.
struct Bench<'a> {
    project: &'a Project,
    tools: WasmTools,
    node: Node,
    /// The native program.
    native: PathBuf,
    /// The folder with a folder of each code base.
    sources: PathBuf,
    /// Questions by the name of their set.
    questions: Value,
}

/// Measures what is wanted, and writes the results into bench/speed.
pub fn run(project: &Project, wanted: &Wanted) -> Outcome {
    if let Some(part) = wanted.parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        return Err(Failure::new(format!("There is no part {part:?}; there are {}.", PARTS.join(", "))));
    }
    let wants = |part: &str| wanted.parts.is_empty() || wanted.parts.iter().any(|name| name == part);
    let bench = Bench::open(project)?;
    // Asked now: later the load would be our own.
    let mut machine = Machine::ask(project, &bench.node)?;
    if wants("instructions") {
        instructions::run(&bench, &machine)?;
    }
    if wants("profile") {
        profile::run(&bench, &machine)?;
    }
    if wants("curve") {
        curve::run(&bench, &machine, wanted.most)?;
    }
    if wants("speed") {
        speed::run(&bench, &mut machine, wanted.runs)?;
    }
    Ok(())
}

impl<'a> Bench<'a> {
    fn open(project: &'a Project) -> Outcome<Self> {
        let tools = setup::wasm(project)?;
        let node = setup::npm(project)?;
        build::with(project, &tools, &node, Mode::Release, build::Wanted::Package)?;
        let native = step("Compiling the native program (the first time takes minutes)", || program(project))?;
        let sources = corpora::all(project, &node)?;
        fs::create_dir_all(project.scratch.join("bench")).context("making the folder for what is measured")?;
        let file = project.root.join("bench/speed/queries.json");
        let doing = format!("reading {}", file.display());
        let questions = serde_json::from_str(&fs::read_to_string(file).context(&doing)?).context(&doing)?;
        Ok(Bench { project, tools, node, native, sources, questions })
    }

    /// A file of what is measured.
    fn scratch(&self, name: &str) -> PathBuf {
        self.project.scratch.join("bench").join(name)
    }

    /// A script of bench/speed/wasm.
    fn script(&self, name: &str) -> Tool {
        self.node.file(&self.project.root.join("bench/speed/wasm").join(name)).dir(&self.project.root)
    }

    /// The folder of the native program's model.
    fn model(&self) -> PathBuf {
        self.project.root.join("model")
    }

    /// The files of a set, packed.
    fn pack(&self, name: &str, folders: &[&str]) -> Outcome<PathBuf> {
        let mut packing = Packing::begin(&self.scratch(name))?;
        for path in pack::paths(&self.sources, folders)? {
            let bytes = fs::read(self.sources.join(&path)).context(format!("reading {path}"))?;
            packing.add(path, &bytes)?;
        }
        packing.finish()
    }

    /// The questions of these sets in one file.
    fn queries(&self, sets: &[&str]) -> Outcome<PathBuf> {
        let asked: Vec<&Value> =
            sets.iter().flat_map(|set| self.questions[*set].as_array().into_iter().flatten()).collect();
        let file = self.scratch("queries.json");
        write_json(&file, &serde_json::json!(asked))?;
        Ok(file)
    }

    /// Writes NAME.md and NAME.json into bench/speed, and prints the former.
    fn publish(&self, text_name: &str, text: &str, data_name: &str, data: &Value) -> Outcome {
        let home = self.project.root.join("bench/speed");
        fs::write(home.join(text_name), text).context(format!("writing bench/speed/{text_name}"))?;
        write_json(&home.join(data_name), data)?;
        print!("{text}");
        Ok(())
    }
}

fn program(project: &Project) -> Outcome<PathBuf> {
    Tool::new(cargo())
        .args(["build", "--release", "--package", "nearfield", "--example", "speed"])
        .dir(&project.root)
        .run()?;
    Ok(project.target.join("release/examples").join(format!("speed{}", std::env::consts::EXE_SUFFIX)))
}

fn write_json(file: &Path, value: &Value) -> Outcome {
    let doing = format!("writing {}", file.display());
    let text = serde_json::to_string_pretty(value).context(&doing)?;
    fs::write(file, text + "\n").context(&doing)
}
