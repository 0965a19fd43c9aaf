//! wasm-bindgen as a library: always the version that the core links.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::build::GLUE;
use crate::outcome::{Context, Outcome};

/// Whether the wasm says what its functions are called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// As it is shipped: they would make it larger by a quarter.
    Without,
    /// For profilers.
    With,
}

/// Writes the JavaScript, its types and the rewritten wasm into `folder`.
pub fn generate(wasm: &Path, folder: &Path, names: Names) -> Outcome {
    let doing = "making the JavaScript bindings";
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(GLUE).typescript(true);
    bindgen.web(true).context(doing)?;
    bindgen
        // The package always says where its wasm lies; a second mention would make bundlers emit it twice.
        .omit_default_module_path(true)
        .keep_debug(false)
        .remove_name_section(names == Names::Without)
        .remove_producers_section(true);
    bindgen.generate(folder).context(doing)
}
