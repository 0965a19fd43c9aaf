//! From sources to the npm package and the page.

pub mod bindings;
pub mod core;

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Context, Failure, Outcome};
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

/// Which languages a module parses. Each choice is a module of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Languages {
    /// What most pages need.
    Core,
    /// All that have a grammar.
    Full,
}

impl Languages {
    pub const ALL: [Languages; 2] = [Languages::Core, Languages::Full];

    /// The feature of the core crate, and the name in the package's options.
    pub fn feature(self) -> &'static str {
        match self {
            Languages::Core => "core",
            Languages::Full => "full",
        }
    }
}

/// The name of the JavaScript around the wasm, under which the wasm imports it: the same for every module.
pub const GLUE: &str = "nearfield_core";

/// The folder of the wasm inside the package.
fn wasm_folder(project: &Project) -> PathBuf {
    project.pkg().join("dist/wasm")
}

/// The wasm inside the package.
pub fn packaged_wasm(project: &Project, languages: Languages) -> PathBuf {
    wasm_folder(project).join(format!("nearfield_{}_bg.wasm", languages.feature()))
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
        Mode::Release => "Compiling for wasm32 (the first time takes minutes)",
        Mode::Dev => "Compiling for wasm32, unoptimised",
    };
    let folder = wasm_folder(project);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).context(format!("making {}", folder.display()))?;
    for languages in Languages::ALL {
        let compiled =
            step(&format!("{title}: {}", languages.feature()), || core::compile(project, tools, languages, mode))?;
        step("The bindings", || module(project, &compiled, languages))?;
    }
    step("The npm package", || node.script(project, "pkg", "build").run())?;
    step("The page", || node.script(project, "www", "build").run())
}

/// From cargo's wasm to the package's wasm and its JavaScript.
///
/// There is no pass of wasm-opt: measured on the release build, its -O3 made indexing cost a fifth more processor time
/// (V8 compiles the larger functions for longer) and the module 10 % larger when compressed (it splits the
/// grammars' tables), for two minutes of every build; -O1 gained nothing either.
fn module(project: &Project, compiled: &Path, languages: Languages) -> Outcome {
    let made = project.scratch.join("bindings").join(languages.feature());
    bindings::generate(compiled, &made)?;
    let wasm = packaged_wasm(project, languages);
    copy(&made.join(format!("{GLUE}_bg.wasm")), &wasm)?;
    let size = fs::metadata(&wasm).context(format!("looking for {}", wasm.display()))?.len();
    say(format!("{:.1} MB of wasm", size as f64 / 1e6));
    // The modules differ in their tables alone: one glue serves both, and the package ships it once.
    let name = format!("{GLUE}.js");
    let (glue, shipped) = (made.join(&name), wasm_folder(project).join(&name));
    let text = |file: &Path| fs::read(file).context(format!("reading {}", file.display()));
    if shipped.is_file() && text(&glue)? != text(&shipped)? {
        return Err(Failure::new(
            "The JavaScript around the two modules differs: what crosses to JavaScript must not depend on a feature.",
        ));
    }
    copy(&glue, &shipped)
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).map(drop).context(format!("copying {} to {}", from.display(), to.display()))
}
