//! `nearfield-train`: mines pairs, trains a table on them, writes a model.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use nearfield_train::args::{Args, HELP};
use nearfield_train::corpus::Corpus;
use nearfield_train::measure::{Measured, measure};
use nearfield_train::outcome::{Context, Outcome};
use nearfield_train::random::Random;
use nearfield_train::settings::Settings;
use nearfield_train::table::Table;
use nearfield_train::{export, mine, model, pair, train};
use serde_json::json;

fn main() -> ExitCode {
    let done = Args::parse(std::env::args_os().skip(1)).and_then(|args| match args {
        Args::Help => {
            print!("{HELP}");
            Ok(())
        }
        Args::Mine { corpora, without, out, threads } => mine_into(&corpora, without.as_deref(), &out, threads),
        Args::Common { corpora, out, threads } => {
            fs::write(&out, mine::common::run(&corpora, threads)?).context(format!("writing {}", out.display()))
        }
        Args::Train { pairs, init, model, out, settings } => train_into(&pairs, init, &model, &out, &settings),
        Args::Export { rows, model, out } => export::write(&Table::read(&rows)?, &model, &out),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nearfield-train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn mine_into(corpora: &Path, without: Option<&Path>, out: &Path, threads: usize) -> Outcome {
    let pairs = mine::run(corpora, without, threads)?;
    let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
    pairs.iter().for_each(|pair| *languages.entry(&pair.language).or_default() += 1);
    println!("{} pairs: {languages:?}", pairs.len());
    pair::write(out, &pairs)
}

fn train_into(pairs: &Path, init: Option<PathBuf>, folder: &Path, out: &Path, settings: &Settings) -> Outcome {
    let start = Instant::now();
    let mut embedder = model::open(folder)?;
    let mut table = match &init {
        Some(path) => Table::read(&if path.is_dir() { path.join("model.safetensors") } else { path.clone() })?,
        None => {
            let shape = Table::read(&folder.join("model.safetensors"))?;
            Table::random(shape.rows(), shape.dimension, &mut Random::new(settings.seed))
        }
    };
    if table.dimension != embedder.dimension() {
        let (found, wanted) = (table.dimension, embedder.dimension());
        return Err(format!("The rows have {found} values and the model's {wanted}: name its own with --model.").into());
    }
    let corpus = Corpus::of(&pair::read(pairs)?, &mut embedder)?;
    let split = corpus.split();
    if split.train.len() < 2 {
        return Err("There are less than two pairs to train on: mine more packages.".into());
    }
    println!(
        "{} pairs of {} packages to train on, {} of {} held out ({})",
        split.train.len(),
        corpus.packages.len() - split.packages.len(),
        split.held_out.len(),
        split.packages.len(),
        split.packages.join(", ")
    );
    let before = measure(&table, &corpus, &split.held_out, settings.threads);
    show("before", &before);
    let losses = train::train(&mut table, &corpus, &split.train, settings, &mut |news| println!("{news}"));
    let after = measure(&table, &corpus, &split.held_out, settings.threads);
    show("after", &after);
    fs::create_dir_all(out).context(format!("making {}", out.display()))?;
    table.write(&out.join("rows.safetensors"))?;
    let record = json!({
        "settings": settings,
        "random": init.is_none(),
        "pairs": { "train": split.train.len(), "held_out": split.held_out.len() },
        "held_out": split.packages,
        "losses": losses,
        "before": before,
        "after": after,
    });
    let record = serde_json::to_string_pretty(&record)? + "\n";
    fs::write(out.join("training.json"), record).context("writing training.json")?;
    println!("{:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn show(when: &str, measured: &Measured) {
    let all = [("all", &measured.all)];
    let parts = measured.languages.iter().chain(&measured.packages);
    for (name, figures) in all.into_iter().chain(parts.map(|(name, figures)| (name.as_str(), figures))) {
        let (queries, mrr, recall) = (figures.queries, figures.mrr, figures.recall);
        println!("{when:7} {name:24} MRR@10 {mrr:.3}  recall@10 {recall:.3}  ({queries} queries)");
    }
}
