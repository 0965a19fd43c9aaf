//! `nearfield-eval`: runs suites of queries, and makes them.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::fs;
use std::process::ExitCode;

use nearfield_eval::args::{Args, HELP, RunArgs};
use nearfield_eval::engine::ModelFiles;
use nearfield_eval::outcome::{Context, Outcome};
use nearfield_eval::provenance::Provenance;
use nearfield_eval::run::{self, Plan};
use nearfield_eval::suite;
use nearfield_eval::{
    confidence, conversation, count, documents, headline, mine, output, report, summary, systems, tune, variant,
};
use serde_json::json;

fn main() -> ExitCode {
    let done = Args::parse(std::env::args_os().skip(1)).and_then(|args| match args {
        Args::Help => {
            print!("{HELP}");
            Ok(())
        }
        Args::Run(args) => evaluate(&args),
        Args::Tune(args) => tune::run(&args).map(|text| print!("{text}")),
        Args::Confidence(args) => confidence::run(&args).map(|text| print!("{text}")),
        Args::Mine { corpora, out, names, model } => {
            let model = ModelFiles::read(&model)?;
            match names {
                Some(most) => mine::names_only(&corpora, &out, &model, most),
                None => mine::run(&corpora, &out, &model),
            }
        }
        Args::Converse(args) => conversation::run(&args).map(|text| print!("{text}")),
        Args::Documents(args) => documents::run(&args).map(|text| print!("{text}")),
        Args::Count(args) => count::run(&args).map(|text| print!("{text}")),
        Args::Variant(args) => variant::run(&args),
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
        corpora: args.corpora.clone().map_or_else(|| suite::corpora_beside(&args.suite, &suites), Ok)?,
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
