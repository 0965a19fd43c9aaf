//! `cargo xtask test`: everything, part by part, with a summary and an honest exit code.

pub mod check;
mod javascript;
mod native;

use std::path::PathBuf;
use std::time::Instant;

use crate::build::{self, Mode, Wanted};
use crate::corpora;
use crate::outcome::{Failure, Outcome};
use crate::progress::{elapsed, step};
use crate::project::Project;
use crate::setup::{self, Node, WasmTools};
use crate::sizes;

/// The parts that can be asked for by name.
pub const PARTS: [&str; 5] = ["check", "native", "node", "browser", "sizes"];

/// What the parts share.
struct Shared {
    tools: WasmTools,
    node: Node,
}

/// Runs the wanted parts (all, if none is named).
pub fn run(project: &Project, wanted: &[String]) -> Outcome {
    let all = wanted.is_empty();
    let wants = |part: &str| all || wanted.iter().any(|name| name == part);
    let javascript = wants("node") || wants("browser");
    let shared = Shared { tools: setup::wasm(project)?, node: setup::npm(project)? };
    let mut told = Vec::new();
    if wants("browser") {
        let chromium = step("Chromium for the browser tests", setup::browser::ensure)?;
        told.push(("NEARFIELD_CHROMIUM".to_owned(), chromium.into()));
    }
    if wants("node") {
        let folder = corpora::all(project, &shared.node)?;
        told.push(("NEARFIELD_CORPORA".to_owned(), folder.into()));
    }
    if wants("native") || javascript {
        told.push(("NEARFIELD_POTION_2M".to_owned(), corpora::potion(project)?.into()));
    }

    let mut report = Report::default();
    if wants("check") {
        check::parts(project, &shared.tools, &shared.node, &mut report);
    }
    if wants("native") {
        report.part("native tests", || native::tests(project, &told));
        report.part("tests of the evaluation", || native::evaluation(project));
        report.part("tests of the build program", || native::build_program(project));
    }
    if javascript {
        // The tests of parity hold the package to what native code answers.
        let program = report.part("native example", || native::example(project, "search"));
        told.extend(program.map(|path: PathBuf| ("NEARFIELD_NATIVE".to_owned(), path.into())));
    }
    if javascript || wants("sizes") {
        let built = report.part("wasm, package and page", || {
            build::with(project, &shared.tools, &shared.node, Mode::Release, Wanted::Page)
        });
        if built.is_none() {
            report.skip("everything that needs the built package");
        } else {
            if wants("node") {
                report.part("tests in Node", || javascript::node(project, &shared.node, &told));
            }
            if wants("browser") {
                report.part("tests in Chromium", || javascript::browser(project, &shared.node, &told));
            }
            if wants("sizes") {
                report.part("sizes", || sizes::hold(project, &shared.node));
            }
        }
    }
    report.finish()
}

/// The results so far.
#[derive(Default)]
pub struct Report {
    lines: Vec<String>,
    passed: usize,
    failures: Vec<Failure>,
}

impl Report {
    /// Runs one part; a failure is noted, and the next part goes on.
    pub fn part<T>(&mut self, name: &str, work: impl FnOnce() -> Outcome<T>) -> Option<T> {
        let start = Instant::now();
        match step(name, work) {
            Ok(value) => {
                self.passed += 1;
                self.lines.push(format!("ok      {name} ({})", elapsed(start)));
                Some(value)
            }
            Err(failure) => {
                eprintln!("{failure}");
                self.lines.push(format!("FAILED  {name} ({})", elapsed(start)));
                self.failures.push(failure.during(name));
                None
            }
        }
    }

    /// Notes that something could not be run at all.
    fn skip(&mut self, what: &str) {
        self.lines.push(format!("not run {what}"));
    }

    /// Prints the summary; an error if any part failed.
    pub fn finish(self) -> Outcome {
        println!("\nSummary");
        for line in &self.lines {
            println!("  {line}");
        }
        println!("parts: {} passed, {} failed", self.passed, self.failures.len());
        match self.failures.as_slice() {
            [] => Ok(()),
            failures => {
                let texts: Vec<String> = failures.iter().map(ToString::to_string).collect();
                Err(Failure::new(texts.join("\n\n")))
            }
        }
    }
}
