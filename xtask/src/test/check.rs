//! Format, lints on both targets, few languages, and types.

use crate::build;
use crate::outcome::{Advice, Outcome};
use crate::progress::say;
use crate::project::{Project, cargo};
use crate::setup::{self, Node, WasmTools};
use crate::test::Report;
use crate::tool::Tool;

/// `cargo xtask check` on its own.
pub fn run(project: &Project) -> Outcome {
    let tools = setup::wasm(project)?;
    let node = setup::npm(project)?;
    let mut report = Report::default();
    parts(project, &tools, &node, &mut report);
    report.finish()
}

/// Runs all checks.
pub fn parts(project: &Project, tools: &WasmTools, node: &Node, report: &mut Report) {
    report.part("format", || format(project));
    report.part("lints, native", || lint_native(project));
    report.part("lints, wasm32", || lint_wasm(project, tools));
    report.part("one language alone, and none", || few_languages(project));
    report.part("types", || types(project, node));
}

fn format(project: &Project) -> Outcome {
    component("fmt", "rustfmt")?;
    Tool::new(cargo()).args(["fmt", "--all", "--check"]).dir(&project.root).run().or_by_hand("cargo fmt --all")
}

fn lint_native(project: &Project) -> Outcome {
    component("clippy", "clippy")?;
    // Package by package, with the flags of the tests and of this program, so that nothing is compiled twice.
    let lint = |package: &[&str], profile: &str| {
        Tool::new(cargo())
            .args(["clippy", "--package"])
            .args(package)
            .args(["--profile", profile, "--all-targets", "--", "-D", "warnings"])
            .dir(&project.root)
            .run()
    };
    lint(&["nearfield", "--features", "full"], "dev")?;
    lint(&["nearfield"], "dev")?;
    lint(&["nearfield-eval"], "dev")?;
    lint(&["nearfield-train"], "dev")?;
    lint(&["xtask"], "tools")
}

fn lint_wasm(project: &Project, tools: &WasmTools) -> Outcome {
    component("clippy", "clippy")?;
    // In the release profile, whose compiled C the build shares.
    build::core::cargo(project, tools, "clippy")?
        .args(["--package", "nearfield", "--lib", "--release", "--features", "full", "--", "-D", "warnings"])
        .run()
}

/// The core compiles with any choice of grammars: here the smallest two.
fn few_languages(project: &Project) -> Outcome {
    for features in [&["--features", "lang-rust"][..], &[]] {
        Tool::new(cargo())
            .args(["check", "--package", "nearfield", "--lib", "--no-default-features"])
            .args(features)
            .dir(&project.root)
            .run()?;
    }
    Ok(())
}

fn types(project: &Project, node: &Node) -> Outcome {
    // Checks the package, and leaves the declarations that the page is checked against.
    say("pkg");
    node.file(&project.root.join("node_modules/typescript/bin/tsc"))
        .args(["-p", "pkg/tsconfig.json", "--emitDeclarationOnly"])
        .dir(&project.root)
        .run()?;
    say("www");
    node.script(project, "www", "typecheck").run()
}

/// Makes sure that a part of the Rust toolchain is there: a minimal rustup profile lacks it.
fn component(command: &str, name: &str) -> Outcome {
    let present = || Tool::new(cargo()).args([command, "--version"]).quietly();
    if present().is_ok() {
        return Ok(());
    }
    let advice = format!("rustup component add {name}");
    say(&advice);
    Tool::new("rustup").args(["component", "add", name]).quietly().and_then(|()| present()).or_by_hand(&advice)
}
