//! What is found in real code of each language, beside universal-ctags and the languages' own tools: the table of
//! docs/LANGUAGES.md. `cargo xtask languages` fetches what this reads and runs it.
//!
//! `languages --corpora DIR --ctags FILE [--libraries DIR] [--python FILE] [--node FILE --typescript DIR] [--out FILE]`:
//! the first has `seen` and `held`, each with one folder a package. With `--list LANGUAGE` every difference of one language,
//! to be looked at; with `--symbols LANGUAGE` every definition with its signature and docs.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod compare;
mod corpus;
mod oracle;
mod report;
#[path = "../walk.rs"]
mod walk;

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use compare::Tally;
use corpus::{File, Set};
use nearfield::chunk::{self, Chunker};
use nearfield::source::Language;
use oracle::Tools;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("languages: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| given.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].as_str());
    let path = |name: &str| option(name).map(PathBuf::from);
    let tools = Tools {
        ctags: path("--ctags").ok_or("say where ctags is: --ctags FILE")?,
        libraries: path("--libraries"),
        python: path("--python"),
        node: path("--node"),
        typescript: path("--typescript"),
    };
    let corpora = path("--corpora").ok_or("say where the packages are: --corpora DIR")?;
    let files = corpus::read(&corpora)?;
    let listed = option("--list");
    let mut chunker = Chunker::new();
    if let Some(language) = option("--symbols") {
        report::symbols(&files, &mut chunker, language);
        return Ok(());
    }
    let mut tallies = Vec::new();
    for language in chunk::languages() {
        if listed.is_some_and(|name| name != language.name()) {
            continue;
        }
        for set in [Set::Seen, Set::Held] {
            let files: Vec<&File> =
                files.iter().filter(|file| file.set == set && file.source.language == language).collect();
            if files.is_empty() {
                continue;
            }
            tallies.push(measure(language, set, &files, &tools, &mut chunker)?);
        }
    }
    if listed.is_some() {
        report::list(&tallies);
    } else {
        let text = report::markdown(&tallies, &corpora);
        match path("--out") {
            Some(out) => fs::write(out, text)?,
            None => print!("{text}"),
        }
    }
    Ok(())
}

/// All that is measured of one language on one set of files.
fn measure(
    language: Language,
    set: Set,
    files: &[&File],
    tools: &Tools,
    chunker: &mut Chunker,
) -> Result<Tally, Box<dyn Error>> {
    let mut tally = Tally::new(language, set);
    let oracles = oracle::of(language, tools);
    let mut tags = Vec::new();
    for oracle in &oracles {
        tags.push((oracle, oracle.tags(files)?));
    }
    for file in files {
        let tree = chunker.tree(&file.source);
        let chunked = chunker.chunk(&file.source);
        tally.file(file, tree.as_ref());
        for (oracle, tags) in &tags {
            let tags = tags.get(&file.path).map(Vec::as_slice).unwrap_or_default();
            tally.compare(oracle, file, &chunked, tree.as_ref(), tags);
        }
    }
    Ok(tally)
}
