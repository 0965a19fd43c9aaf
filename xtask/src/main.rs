//! `cargo xtask`: sets up, builds, tests, demonstrates and measures nearfield, by one program and no scripts.

mod args;
mod bench;
mod build;
mod corpora;
mod demo;
mod digest;
mod eval;
mod languages;
mod outcome;
mod progress;
mod project;
mod serve;
mod setup;
mod sizes;
mod test;
mod tool;
mod train;

use std::process::ExitCode;

use args::Args;
use build::{Mode, Wanted};
use outcome::{Failure, Outcome};
use project::Project;

const HELP: &str = "\
cargo xtask COMMAND: whatever a command needs and the machine lacks is set up first. The first build takes many
minutes; what is built is kept until its sources change.

  demo                             build, index ripgrep and zod, answer two questions [--dev]
  demo --repo PATH \"QUESTION\"      the same for your own folder   [--budget N]
  demo --web                       build, and serve the page        [--port N]
  test [PART...]                   everything, or some of: check native node browser sizes
  check                            format, lints on both targets, types
  build [--dev]                    the npm package in pkg/ and the page in www/dist/; --dev: unoptimised and sooner
  bench [PART...]                  time and memory, into bench/speed/; everything, or some of: speed curve profile
                                   instructions   [--runs N] [--most CHUNKS]
  eval                             retrieval on the project's own suites, into bench/retrieval/
  eval --suite DIR                 on suites handed over            [--corpora DIR] [--out DIR]
                                   [--systems A,B] [--budgets 1000,2000] [--output DIR]
  eval --tune --suite DIR          fits the signals' weights        [--corpora DIR] [--out DIR]
                                   [--suite-weight NAME=X,NAME=Y]
  eval assemble                    what contexts hold and how far to trust them [--suite DIR] [--corpora DIR]
  eval confidence | converse       one part of it, into bench/retrieval/
  eval count                       the engine's count of tokens beside the exact one, into bench/retrieval/COUNTER.md
  eval --mine-commits PATH         a suite of a git history         --out DIR
  languages [--out FILE]           definitions in real code beside universal-ctags, into docs/LANGUAGES.md
                                   [--list LANGUAGE: every difference] [--symbols LANGUAGE: every definition]
  train [--out DIR]                the embedding model, from pinned packages; the shipped one stays as it is
                                   [--init DIR|FILE|random] [--epochs N] [--rate R] [--seed N]
  train-words                      how common words are in those packages, into src/rank/common.txt
  sizes [--update]                 sizes of what is shipped; --update: into bench/sizes.snap
  setup                            only set up
";

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&given) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(given: &[String]) -> Outcome {
    let (command, rest) = match given {
        [] => ("help", given),
        [command, rest @ ..] => (command.as_str(), rest),
    };
    let nothing_else = |args: &Args| match args.words.first() {
        Some(word) => Err(Failure::new(format!("`{command}` takes no {word:?}.")).by_hand("cargo xtask help")),
        None => Ok(()),
    };
    match command {
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        "setup" => {
            nothing_else(&Args::parse(rest, &[], &[])?)?;
            setup::all(&Project::open()?)
        }
        "build" => {
            let args = Args::parse(rest, &["dev"], &[])?;
            nothing_else(&args)?;
            let mode = if args.has("dev") { Mode::Dev } else { Mode::Release };
            build::all(&Project::open()?, mode, Wanted::Page).map(drop)
        }
        "check" => {
            nothing_else(&Args::parse(rest, &[], &[])?)?;
            test::check::run(&Project::open()?)
        }
        "test" => {
            let args = Args::parse(rest, &[], &[])?;
            if let Some(word) = args.words.iter().find(|word| !test::PARTS.contains(&word.as_str())) {
                let parts = test::PARTS.join(", ");
                return Err(Failure::new(format!("There is no part {word:?}; there are {parts}.")));
            }
            test::run(&Project::open()?, &args.words)
        }
        "demo" => demo::run(&Args::parse(rest, &["web", "dev"], &["repo", "budget", "port"])?),
        "bench" => {
            let args = Args::parse(rest, &[], &["runs", "most"])?;
            let (runs, most) = (args.number("runs")?, args.number("most")?);
            bench::run(&Project::open()?, &bench::Wanted { parts: args.words, runs, most })
        }
        "eval" => eval::run(&Args::parse(rest, &eval::FLAGS, &eval::VALUES)?),
        "languages" => languages::run(&Args::parse(rest, &[], &languages::VALUES)?),
        "train" => train::run(&Args::parse(rest, &[], &train::VALUES)?),
        "train-words" => train::words(&Args::parse(rest, &[], &[])?),
        "sizes" => {
            let args = Args::parse(rest, &["update"], &[])?;
            nothing_else(&args)?;
            let project = Project::open()?;
            let node = setup::npm(&project)?;
            sizes::run(&project, &node, args.has("update"))
        }
        other => Err(Failure::new(format!("There is no command {other:?}.")).by_hand("cargo xtask help")),
    }
}
