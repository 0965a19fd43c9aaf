//! From sources to the npm package and the page.

pub mod bindings;
pub mod core;

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Context, Outcome};
use crate::progress::{say, step};
use crate::project::Project;
use crate::setup::{self, Node, WasmTools};

/// How the core is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As it is published: with link-time optimization.
    Release,
    /// As fast to build as possible.
    Dev,
}

/// The file names inside the package.
pub const CORE: &str = "nearfield_core";

/// The wasm inside the package.
pub fn packaged_wasm(project: &Project) -> PathBuf {
    project.pkg().join(format!("dist/wasm/{CORE}_bg.wasm"))
}

/// Sets up, and builds everything.
pub fn all(project: &Project, mode: Mode) -> Outcome<Node> {
    let tools = setup::wasm(project)?;
    let node = setup::npm(project)?;
    with(project, &tools, &node, mode)?;
    Ok(node)
}

/// Builds everything with tools that are there.
pub fn with(project: &Project, tools: &WasmTools, node: &Node, mode: Mode) -> Outcome {
    let title = match mode {
        Mode::Release => "Compiling the core for wasm32 (the first time takes minutes)",
        Mode::Dev => "Compiling the core for wasm32, unoptimised",
    };
    let compiled = step(title, || core::compile(project, tools, mode))?;
    step("The bindings", || module(project, &compiled))?;
    step("The npm package", || node.script(project, "pkg", "build").run())?;
    step("The page", || node.script(project, "www", "build").run())
}

/// From cargo's wasm to the package's wasm and its JavaScript.
///
/// There is no pass of wasm-opt: measured on the release build, its -O3 made indexing cost a fifth more processor time
/// (V8 compiles the larger functions for longer) and the module 10 % larger when compressed (it splits the
/// grammars' tables), for two minutes of every build; -O1 gained nothing either.
fn module(project: &Project, compiled: &Path) -> Outcome {
    let wasm = packaged_wasm(project);
    if let Some(folder) = wasm.parent() {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).context(format!("making {}", folder.display()))?;
        bindings::generate(compiled, folder)?;
    }
    let size = fs::metadata(&wasm).context(format!("looking for {}", wasm.display()))?.len();
    say(format!("{:.1} MB of wasm", size as f64 / 1e6));
    Ok(())
}
