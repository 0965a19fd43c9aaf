//! The shipped model with fewer dimensions or another pooling, to measure what these are worth: `run` and `tune` take
//! it by `--model`.

use std::fs;
use std::path::{Path, PathBuf};

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize_to_file};
use serde_json::{Value, json};

use crate::outcome::{Context, Outcome};

/// What is changed.
#[derive(Debug)]
pub struct VariantArgs {
    /// The model's folder.
    pub model: PathBuf,
    /// The new one's.
    pub out: PathBuf,
    /// The first so many dimensions of each row, an even number.
    pub dimension: Option<usize>,
    /// `mean` or `sqrt_tf`.
    pub pooling: Option<String>,
}

/// Writes the variant.
pub fn run(args: &VariantArgs) -> Outcome {
    fs::create_dir_all(&args.out).context(format!("making {}", args.out.display()))?;
    if fs::canonicalize(&args.out).ok() == fs::canonicalize(&args.model).ok() {
        return Err("The variant would overwrite its model: name another folder by --out.".into());
    }
    let from = |name: &str| args.model.join(name);
    fs::copy(from("tokenizer.json"), args.out.join("tokenizer.json")).context("copying tokenizer.json")?;
    let config = fs::read_to_string(from("config.json")).context("reading config.json")?;
    let mut config: Value = serde_json::from_str(&config).context("reading config.json")?;
    if let Some(pooling) = &args.pooling {
        config["pooling"] = json!(pooling);
    }
    if let Some(dimension) = args.dimension {
        config["hidden_dim"] = json!(dimension);
    }
    fs::write(args.out.join("config.json"), config.to_string()).context("writing config.json")?;
    table(&from("model.safetensors"), &args.out.join("model.safetensors"), args.dimension)
}

/// Copies the table, of each row the first dimensions: two codes a byte.
fn table(from: &Path, to: &Path, dimension: Option<usize>) -> Outcome {
    let bytes = fs::read(from).context("reading model.safetensors")?;
    let file = SafeTensors::deserialize(&bytes).context("reading model.safetensors")?;
    let rows = file.tensor("embeddings").context("looking for `embeddings`")?;
    let (&[count, width], Dtype::U8) = (rows.shape(), rows.dtype()) else {
        return Err("The model's rows are not 4-bit codes: take the shipped model.".into());
    };
    let kept = dimension.map_or(width, |dimension| dimension / 2);
    if kept == 0 || kept > width || dimension.is_some_and(|dimension| dimension % 2 == 1) {
        return Err(format!("--dimension takes an even number from 2 to {}.", 2 * width).into());
    }
    let cut: Vec<u8> = rows.data().chunks_exact(width).flat_map(|row| &row[..kept]).copied().collect();
    let cut = TensorView::new(Dtype::U8, vec![count, kept], &cut)?;
    let scales = file.tensor("scales").context("looking for `scales`")?;
    serialize_to_file([("embeddings", cut), ("scales", scales)], None, to).context("writing model.safetensors")
}
