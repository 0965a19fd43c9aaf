//! From sources to the npm package and the page.

mod bindings;
pub mod core;
mod modules;

pub use modules::named;

use std::fs;
use std::path::{Path, PathBuf};

use crate::digest::Sum;
use crate::outcome::{Context, Outcome};
use crate::progress::{step, up_to_date};
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

impl Mode {
    /// The profile that cargo knows by this name.
    fn profile(self) -> &'static str {
        match self {
            Mode::Release => "release",
            Mode::Dev => "dev",
        }
    }
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

/// The file beside something made that tells what it was made from.
const STAMP: &str = "made-from";

/// The name of a module's wasm in the package.
fn wasm_name(languages: Languages) -> String {
    format!("nearfield_{}_bg.wasm", languages.feature())
}

/// The wasm inside the package.
pub fn packaged_wasm(project: &Project, languages: Languages) -> PathBuf {
    project.pkg().join("dist/wasm").join(wasm_name(languages))
}

/// What is wanted of a build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The npm package alone.
    Package,
    /// The package, and the page around it.
    Page,
}

/// Sets up, and builds what is wanted.
pub fn all(project: &Project, mode: Mode, wanted: Wanted) -> Outcome<Node> {
    let tools = setup::wasm(project)?;
    let node = setup::npm(project)?;
    with(project, &tools, &node, mode, wanted)?;
    Ok(node)
}

/// Builds with tools that are there.
pub fn with(project: &Project, tools: &WasmTools, node: &Node, mode: Mode, wanted: Wanted) -> Outcome {
    let modules = modules::ensure(project, tools, mode)?;
    package(project, node, &modules.folder)?;
    drop(modules);
    match wanted {
        Wanted::Package => Ok(()),
        Wanted::Page => step("The page", || node.script(project, "www", "build").run()),
    }
}

/// What the package is compiled from besides the modules, seen from the root.
const PACKAGED: [&str; 6] =
    ["pkg/src", "pkg/scripts", "pkg/package.json", "pkg/tsconfig.json", "package-lock.json", "model"];

/// The npm package, unless it is there and nothing has changed.
fn package(project: &Project, node: &Node, modules: &Path) -> Outcome {
    let mut sum = Sum::default();
    for source in PACKAGED {
        sum.add_files(&project.root, Path::new(source))?;
    }
    sum.add_files(modules, Path::new(STAMP))?;
    let stamp = sum.finish();
    let note = project.pkg().join("dist").join(STAMP);
    if is_noted(&note, &stamp) {
        up_to_date("The npm package");
        return Ok(());
    }
    step("The npm package", || node.script(project, "pkg", "build").arg("--").arg(modules).run())?;
    fs::write(note, stamp).context("noting what the package was made from")
}

/// Whether the note beside something made says that it was made from just this.
fn is_noted(note: &Path, stamp: &str) -> bool {
    fs::read_to_string(note).is_ok_and(|known| known == stamp)
}
