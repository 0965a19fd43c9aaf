//! Vectors agree with those of the models' own tools.
use nearfield::semantic::{Embedder, Model};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn embedder(folder: &Path) -> Embedder {
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let model = Model::from_bytes(&read("config.json"), &read("tokenizer.json"), read("model.safetensors"));
    Embedder::new(model.unwrap())
}

fn cases(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(root().join("tests/golden").join(name)).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

#[track_caller]
fn close(got: &[f32], expected: &[f32], text: &str) {
    assert_eq!(got.len(), expected.len());
    for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!((got - expected).abs() <= 1e-5, "{text:?} [{i}]: {got} and not {expected}");
    }
}

#[test]
fn the_default_model() {
    let mut embedder = embedder(&root().join("model"));
    assert_eq!(embedder.dimension(), 256);
    let cases = cases("embeddings.json");
    assert!(cases.len() >= 20);
    for case in &cases {
        let text = case["text"].as_str().unwrap();
        let words: Vec<String> = serde_json::from_value(case["words"].clone()).unwrap();
        let ids: Vec<u32> = serde_json::from_value(case["ids"].clone()).unwrap();
        assert_eq!(embedder.words(text).unwrap(), words, "{text:?}");
        // Twice: fresh words, then remembered ones.
        assert_eq!(embedder.piece_ids(text).unwrap(), ids, "{text:?}");
        assert_eq!(embedder.piece_ids(text).unwrap(), ids, "{text:?}");
        let vector = embedder.embed_one(text).unwrap();
        close(&vector, &numbers(&case["int4"]), text);
        // The 4-bit rows stay near those they were made from.
        let float = numbers(&case["f32"]);
        let cosine: f32 = vector.iter().zip(&float).map(|(a, b)| a * b).sum();
        assert!(ids.is_empty() || cosine > 0.97, "{text:?}: {cosine}");
    }
    // A batch gives the same bits as one at a time.
    let texts: Vec<&str> = cases.iter().map(|case| case["text"].as_str().unwrap()).collect();
    let together = embedder.embed(&texts).unwrap();
    for (text, vector) in texts.iter().zip(together.chunks_exact(256)) {
        assert_eq!(embedder.embed_one(text).unwrap(), vector, "{text:?}");
    }
}

#[test]
fn a_genuine_model2vec_model() {
    let Some(folder) = std::env::var_os("NEARFIELD_POTION_2M") else {
        panic!(
            "NEARFIELD_POTION_2M names no folder with potion-base-2M: run `cargo xtask test`, which fetches the model and sets it."
        );
    };
    let mut embedder = embedder(Path::new(&folder));
    assert_eq!(embedder.dimension(), 64);
    let cases = cases("embeddings-potion-base-2M.json");
    assert!(cases.len() >= 20);
    for case in &cases {
        let text = case["text"].as_str().unwrap();
        close(&embedder.embed_one(text).unwrap(), &numbers(&case["vector"]), text);
    }
}
