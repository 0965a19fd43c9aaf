//! wasm-opt, from the npm package binaryen.

use std::fs;
use std::path::Path;

use crate::outcome::{Context, Outcome};
use crate::project::Project;
use crate::setup::Node;
use crate::tool::Tool;

/// `-O3` for speed; the features are those that rustc's target and the SIMD flag allow.
const ARGUMENTS: [&str; 8] = [
    "-O3",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

const SCRIPT: &str = "node_modules/binaryen/bin/wasm-opt";

/// What decides the result besides the input: the arguments and binaryen's version.
pub fn recipe(project: &Project) -> Outcome<String> {
    let manifest = project.root.join("node_modules/binaryen/package.json");
    let text = fs::read_to_string(manifest).context("reading binaryen's package.json")?;
    Ok(format!("{} {text}", ARGUMENTS.join(" ")))
}

/// Optimizes the file in place.
pub fn run(project: &Project, node: &Node, wasm: &Path) -> Outcome {
    let optimized = wasm.with_extension("optimized");
    Tool::new(&node.node)
        .arg(project.root.join(SCRIPT))
        .args(ARGUMENTS)
        .arg(wasm)
        .arg("-o")
        .arg(&optimized)
        .quietly()?;
    fs::rename(&optimized, wasm).context("putting the optimized wasm in place")
}
