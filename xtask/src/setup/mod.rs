//! Sets up whatever a step needs and the machine lacks.

pub mod apt;
pub mod browser;
pub mod clang;
pub mod ctags;
pub mod debian_rust;
pub mod node;
pub mod python;
pub mod wasm_std;

use crate::outcome::Outcome;
use crate::progress::step;
use crate::project::Project;

pub use clang::CCompiler;
pub use node::Node;
pub use wasm_std::Toolchain;

/// What the wasm build needs: a Rust toolchain with the target's standard library, and a C compiler.
pub struct WasmTools {
    /// The Rust toolchain.
    pub rust: Toolchain,
    /// The C compiler for the grammars.
    pub c: CCompiler,
}

/// Makes sure that the core can be compiled for wasm.
pub fn wasm(project: &Project) -> Outcome<WasmTools> {
    let c = step("C compiler for wasm32", clang::ensure)?;
    let rust = step("Rust standard library for wasm32", || wasm_std::ensure(project, &c))?;
    Ok(WasmTools { rust, c })
}

/// Makes sure that Node and the npm packages are there.
pub fn npm(project: &Project) -> Outcome<Node> {
    step("Node and the npm packages", || node::ensure(project))
}

/// Sets up everything that `build`, `demo` and `test` need.
pub fn all(project: &Project) -> Outcome {
    wasm(project)?;
    npm(project)?;
    step("Chromium for the browser tests", browser::ensure)?;
    Ok(())
}
