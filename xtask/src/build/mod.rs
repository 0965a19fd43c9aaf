//! From sources to the npm package and the page.

pub mod bindings;
pub mod core;
pub mod optimize;

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Context, Outcome};
use crate::progress::{say, step};
use crate::project::Project;
use crate::setup::{self, Node, WasmTools};

/// How the core is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As it is published: link-time optimization, then wasm-opt.
    Release,
    /// As fast to build as possible.
    Dev,
}

/// The file names inside the package.
pub const CORE: &str = "nearfield_core";

/// The wasm inside the package.
pub fn packaged_wasm(project: &Project) -> PathBuf {
    wasm_folder(project).join(format!("{CORE}_bg.wasm"))
}

fn wasm_folder(project: &Project) -> PathBuf {
    project.pkg().join("dist/wasm")
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
    step("Bindings and wasm-opt", || module(project, node, &compiled, mode))?;
    step("The npm package", || node.script(project, "pkg", "build").run())?;
    step("The page", || node.script(project, "www", "build").run())
}

/// From cargo's wasm to the package's wasm and its JavaScript, unless they are made from this very input.
fn module(project: &Project, node: &Node, compiled: &Path, mode: Mode) -> Outcome {
    let bytes = fs::read(compiled).context(format!("reading {}", compiled.display()))?;
    let recipe = match mode {
        Mode::Release => optimize::recipe(project)?,
        Mode::Dev => "unoptimised".to_owned(),
    };
    let state = crate::digest::of_bytes(&[recipe.as_bytes(), &bytes].concat());
    let folder = wasm_folder(project);
    let wasm = packaged_wasm(project);
    let stamp = project.scratch.join("wasm.digest");
    let outputs = |folder: &Path| -> Option<String> {
        let script = fs::read(folder.join(format!("{CORE}.js"))).ok()?;
        let wasm = fs::read(folder.join(format!("{CORE}_bg.wasm"))).ok()?;
        Some(crate::digest::of_bytes(&[script, wasm].concat()))
    };
    let expected = |made: String| format!("{state} {made}");
    let known = fs::read_to_string(&stamp).ok();
    if outputs(&folder).map(expected).is_some_and(|now| known == Some(now)) {
        say("the core did not change");
        return Ok(());
    }
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).context(format!("making {}", folder.display()))?;
    say("writing the bindings");
    bindings::generate(compiled, &folder)?;
    if mode == Mode::Release {
        say("wasm-opt (a minute or two)");
        optimize::run(project, node, &wasm)?;
    }
    let made = outputs(&folder).map(expected).unwrap_or_default();
    fs::write(&stamp, made).context("noting what the wasm was made from")?;
    let size = fs::metadata(&wasm).map_or(0, |data| data.len());
    say(format!("{:.1} MB of wasm", size as f64 / 1e6));
    Ok(())
}
