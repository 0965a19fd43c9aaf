//! `nearfield-eval`: runs suites of queries, and makes them.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use nearfield_eval::args::{Args, HELP, RunArgs};
use nearfield_eval::engine::ModelFiles;
use nearfield_eval::outcome::{Context, Outcome};
use nearfield_eval::provenance::Provenance;
use nearfield_eval::run::{self, Plan};
use nearfield_eval::suite::{self, Suite};
use nearfield_eval::{headline, mine, output, report, summary, systems};
use serde_json::json;

fn main() -> ExitCode {
    let done = Args::parse(std::env::args_os().skip(1)).and_then(|args| match args {
        Args::Help => {
            print!("{HELP}");
            Ok(())
        }
        Args::Run(args) => evaluate(&args),
        Args::Mine { corpora, out, model } => mine::run(&corpora, &out, &ModelFiles::read(&model)?),
        Args::MineCommits { repository, out, name } => mine::commits::run(&repository, &out, name.as_deref()),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nearfield-eval: {error}");
            ExitCode::FAILURE
        }
    }
}

fn evaluate(args: &RunArgs) -> Outcome {
    let suites = suite::load(&args.suite)?;
    let plan = Plan {
        corpora: args.corpora.clone().map_or_else(|| beside(&args.suite, &suites), Ok)?,
        suites,
        systems: systems::named(args.systems.as_deref())?,
        budgets: args.budgets.clone(),
        keep_answers: args.output.is_some(),
        threads: args.threads,
    };
    let model = ModelFiles::read(&args.model)?;
    let measured = run::run(&plan, &model)?;
    if let Some(folder) = &args.output {
        output::write(folder, &plan, &measured)?;
    }
    let roots = measured.roots.iter().map(|root| root.root.as_str());
    let provenance = Provenance::gather(args.command.clone(), model.identity()?, &plan.corpora, roots)?;
    let summaries = summary::summarize(&plan, &measured);
    let text = report::markdown(&summaries, &plan.systems, &measured, &provenance);
    if let Some(folder) = &args.out {
        let data = json!({ "provenance": provenance, "suites": summaries, "corpora": measured.roots });
        let data = serde_json::to_string_pretty(&data)? + "\n";
        fs::create_dir_all(folder).context(format!("making {}", folder.display()))?;
        fs::write(folder.join("RESULTS.md"), &text).context("writing RESULTS.md")?;
        fs::write(folder.join("results.json"), data).context("writing results.json")?;
    }
    if let Some(file) = &args.headline {
        headline::write(file, &headline::table(&summaries, &args.command))?;
    }
    print!("{text}");
    Ok(())
}

/// The folder with the suites' roots: the suite's own, or the one around it.
fn beside(suite: &Path, suites: &[Suite]) -> Outcome<PathBuf> {
    let own = if suite.is_dir() { suite } else { suite.parent().unwrap_or(Path::new(".")) };
    let root = suites.iter().flat_map(|suite| &suite.queries).map(|query| query.root.as_str()).next().unwrap_or("");
    [own.to_path_buf(), own.join("..")]
        .into_iter()
        .find(|folder| folder.join(root).is_dir())
        .ok_or_else(|| format!("There is no {root} beside {}: name its folder with --corpora.", suite.display()).into())
}
