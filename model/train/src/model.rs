//! The model whose tokenizer is used.

use std::fs;
use std::path::{Path, PathBuf};

use nearfield::semantic::{Embedder, Model};

use crate::outcome::{Context, Outcome};

/// The project's model.
pub fn shipped() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Lets the engine read a model's folder.
pub fn open(folder: &Path) -> Outcome<Embedder> {
    let read = |name: &str| fs::read(folder.join(name)).context(format!("reading {name} in {}", folder.display()));
    let model = Model::from_bytes(&read("config.json")?, &read("tokenizer.json")?, read("model.safetensors")?)?;
    Ok(Embedder::new(model))
}
