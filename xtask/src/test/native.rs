//! The tests that run without wasm.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::outcome::{Failure, Outcome};
use crate::project::{Project, cargo};
use crate::tool::Tool;

/// Unit, golden, property and integration tests of the core.
pub fn tests(project: &Project, told: &[(String, OsString)]) -> Outcome {
    Tool::new(cargo())
        .args(["test", "--package", "nearfield", "--features", "full"])
        .dir(&project.root)
        .envs(told)
        .run()
}

/// The tests of the evaluation and the training: of their parts, neither is run here.
pub fn evaluation(project: &Project) -> Outcome {
    let packages = ["test", "--package", "nearfield-eval", "--package", "nearfield-train"];
    Tool::new(cargo()).args(packages).dir(&project.root).run()
}

/// The tests of this program.
pub fn build_program(project: &Project) -> Outcome {
    Tool::new(cargo()).args(["test", "--package", "xtask", "--profile", "tools"]).dir(&project.root).run()
}

/// Builds an example in the tests' profile, which has compiled all that it needs; returns the program.
pub fn example(project: &Project, name: &str) -> Outcome<PathBuf> {
    Tool::new(cargo())
        .args(["build", "--package", "nearfield", "--features", "full", "--example", name])
        .dir(&project.root)
        .run()?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let program = project.target.join("debug/examples").join(file);
    if !program.is_file() {
        return Err(Failure::new(format!("cargo built no {}.", program.display())));
    }
    Ok(program)
}
