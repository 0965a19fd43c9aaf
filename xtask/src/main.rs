//! `cargo xtask`: sets up, builds, tests, demonstrates and measures nearfield, by one program and no scripts.

mod build;
mod digest;
mod outcome;
mod progress;
mod project;
mod setup;
mod tool;

use std::process::ExitCode;

use outcome::Outcome;
use project::Project;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Outcome {
    let project = Project::open()?;
    match args.first().map(String::as_str) {
        Some("setup") => setup::all(&project),
        Some("build") => build::all(&project, build::Mode::Release).map(drop),
        _ => Ok(()),
    }
}
