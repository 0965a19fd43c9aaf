//! wasm-bindgen as a library: always the version that the core links.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::build::GLUE;
use crate::outcome::{Context, Outcome};

/// Writes the JavaScript, its types and the rewritten wasm into `folder`.
pub fn generate(wasm: &Path, folder: &Path) -> Outcome {
    let doing = "making the JavaScript bindings";
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(GLUE).typescript(true);
    bindgen.web(true).context(doing)?;
    bindgen
        // The package always says where its wasm lies; a second mention would make bundlers emit it twice.
        .omit_default_module_path(true)
        .keep_debug(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder).context(doing)
}
