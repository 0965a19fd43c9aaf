//! `cargo xtask train`: the embedding model, trained on pinned packages by the program of model/train.

use std::path::PathBuf;

use crate::args::Args;
use crate::corpora::training;
use crate::outcome::{Failure, Outcome};
use crate::progress::{say, step};
use crate::project::{Project, cargo};
use crate::setup;
use crate::tool::Tool;

/// The options that take a value.
pub const VALUES: [&str; 8] = ["out", "init", "epochs", "rate", "batch", "temperature", "dropout", "seed"];

/// Fetches, mines, trains and writes a model; the shipped one is left alone.
pub fn run(args: &Args) -> Outcome {
    if let Some(word) = args.words.first() {
        return Err(Failure::new(format!("`train` takes no {word:?}.")).by_hand("cargo xtask train --out DIR"));
    }
    let project = Project::open()?;
    let home = project.scratch.join("train");
    let out = args.text("out").map_or_else(|| home.join("model"), PathBuf::from);
    let packages = training::fetch(&project, &setup::node::find()?)?;
    let program = program(&project)?;
    let pairs = home.join("pairs.jsonl");
    step("Mining pairs of documentation and code", || {
        Tool::new(&program).args(["mine", "--corpora"]).arg(&packages).arg("--out").arg(&pairs).run()
    })?;
    step("Training", || {
        let mut tool = Tool::new(&program).args(["train", "--pairs"]).arg(&pairs).arg("--out").arg(&home);
        for name in VALUES.iter().filter(|name| **name != "out") {
            if let Some(value) = args.text(name) {
                tool = tool.arg(format!("--{name}")).arg(value);
            }
        }
        tool.run()
    })?;
    step("Writing the model", || {
        Tool::new(&program).args(["export", "--rows"]).arg(home.join("rows.safetensors")).arg("--out").arg(&out).run()
    })?;
    say(format!("The model is in {}; `nearfield-eval run --model` measures it.", out.display()));
    Ok(())
}

/// Fetches the same packages and lists how common words are in them, for the question of what a code base is not about.
pub fn words(args: &Args) -> Outcome {
    if let Some(word) = args.words.first() {
        return Err(Failure::new(format!("`train-words` takes no {word:?}.")).by_hand("cargo xtask train-words"));
    }
    let project = Project::open()?;
    let packages = training::fetch(&project, &setup::node::find()?)?;
    let program = program(&project)?;
    let list = project.root.join("src/rank/common.txt");
    step("Counting words", || {
        Tool::new(&program).args(["common", "--corpora"]).arg(&packages).arg("--out").arg(&list).run()
    })?;
    say(
        "The list is in src/rank/common.txt; the weights that rest on it are fitted by `nearfield-eval confidence --fit`.",
    );
    Ok(())
}

fn program(project: &Project) -> Outcome<PathBuf> {
    step("Compiling the training (the first time takes minutes)", || {
        // Products of matrices and parsers are dependencies, and these are optimised without `--release`, too.
        Tool::new(cargo()).args(["build", "--package", "nearfield-train"]).dir(&project.root).run()?;
        Ok(project.target.join("debug").join(format!("nearfield-train{}", std::env::consts::EXE_SUFFIX)))
    })
}
