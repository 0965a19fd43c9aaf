//! The files that the engine reads.

use std::fs;
use std::path::Path;

use half::f16;
use safetensors::tensor::{Dtype, TensorView, serialize};

use crate::outcome::{Context, Outcome};
use crate::table::Table;

/// Codes go from −7 to 7, so that both signs reach as far.
const LARGEST: f32 = 7.0;

/// Writes the table with 4-bit rows beside copies of the model's tokenizer and configuration.
pub fn write(table: &Table, model: &Path, out: &Path) -> Outcome {
    fs::create_dir_all(out).context(format!("making {}", out.display()))?;
    for name in ["tokenizer.json", "config.json"] {
        let bytes = fs::read(model.join(name)).context(format!("reading {name} in {}", model.display()))?;
        fs::write(out.join(name), bytes).context(format!("writing {name}"))?;
    }
    fs::write(out.join("model.safetensors"), int4(table)?).context("writing model.safetensors")
}

/// `embeddings`: two codes a byte, the low nibble first; `scales`: one F16 a row; a value is (code − 8) × scale.
pub fn int4(table: &Table) -> Outcome<Vec<u8>> {
    let d = table.dimension;
    if !d.is_multiple_of(2) {
        return Err(format!("Rows of {d} values do not fill whole bytes: train an even dimension.").into());
    }
    let (mut codes, mut scales) = (Vec::with_capacity(table.values.len() / 2), Vec::new());
    for row in table.values.chunks_exact(d) {
        let scale = f16::from_f32(row.iter().fold(0.0_f32, |most, value| most.max(value.abs())) / LARGEST);
        if !scale.is_finite() {
            return Err("A row has values that F16 cannot scale: train with a lower rate.".into());
        }
        scales.extend(scale.to_le_bytes());
        let code = |value: f32| {
            let steps = if scale > f16::ZERO { (value / scale.to_f32()).round() } else { 0.0 };
            (steps.clamp(-LARGEST, LARGEST) as i8 + 8) as u8
        };
        codes.extend(row.as_chunks::<2>().0.iter().map(|&[low, high]| code(low) | (code(high) << 4)));
    }
    let embeddings = TensorView::new(Dtype::U8, vec![table.rows(), d / 2], &codes)?;
    let scales = TensorView::new(Dtype::F16, vec![table.rows()], &scales)?;
    Ok(serialize([("embeddings", embeddings), ("scales", scales)], None)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::Bags;
    use crate::loss::embed;
    use crate::random::Random;
    use nearfield::semantic::{Embedder, Model};

    const CONFIG: &str = r#"{"normalize":true,"pooling":"sqrt_tf","word_pattern":"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+",
        "lowercase_words":true,"hidden_dim":32}"#;
    const TOKENIZER: &str = r###"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],
        "normalizer":null,"pre_tokenizer":null,"post_processor":null,"decoder":null,
        "model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":40,
        "vocab":{"[UNK]":0,"read":1,"file":2,"##s":3,"write":4,"path":5}}}"###;

    fn engine(weights: &[u8]) -> Embedder {
        Embedder::new(Model::from_bytes(CONFIG.as_bytes(), TOKENIZER.as_bytes(), weights.to_vec()).unwrap())
    }

    #[test]
    fn the_engine_gives_the_trainers_vectors() {
        let table = Table::random(6, 32, &mut Random::new(4));
        let bytes = int4(&table).unwrap();
        let decoded = Table::decode(&bytes).unwrap();
        let mut engine = engine(&bytes);
        for text in ["readFiles(path, path)", "write files", "READ"] {
            let mut bags = Bags::default();
            bags.push(engine.piece_ids(text).unwrap());
            let theirs = engine.embed_one(text).unwrap();
            let dot = |table: &Table| {
                let ours = embed(table, &bags, 1).unit;
                ours.iter().zip(&theirs).map(|(a, b)| a * b).sum::<f32>()
            };
            assert!((dot(&decoded) - 1.0).abs() < 1e-5, "{text}");
            // Rounding errs by half a scale, uniformly: about 4 % of a row's length, an angle with a cosine of .999.
            assert!(dot(&table) > 0.995, "{text}: {}", dot(&table));
        }
    }

    #[test]
    fn rounded_rows_are_rounded_to_themselves_and_zeros_stay() {
        let mut table = Table::random(5, 8, &mut Random::new(9));
        table.values[8..16].fill(0.0);
        let once = int4(&table).unwrap();
        let decoded = Table::decode(&once).unwrap();
        assert_eq!(int4(&decoded).unwrap(), once);
        assert!(decoded.row(1).iter().all(|value| *value == 0.0));
        for (row, exact) in decoded.values.chunks(8).zip(table.values.chunks(8)) {
            let most = exact.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
            assert!(row.iter().zip(exact).all(|(a, b)| (a - b).abs() <= most / 14.0 * 1.01 + 1e-6));
        }
    }

    #[test]
    fn the_shipped_model_survives() {
        let file = crate::model::shipped().join("model.safetensors");
        let table = Table::read(&file).unwrap();
        assert_eq!((table.rows(), table.dimension), (30_000, 256));
        assert_eq!(Table::decode(&int4(&table).unwrap()).unwrap(), table);
    }
}
