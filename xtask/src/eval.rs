//! `cargo xtask eval`: how well the engine finds things, by the program of bench/retrieval.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::args::Args;
use crate::corpora::{documents, evaluation};
use crate::outcome::{Failure, Outcome};
use crate::progress::step;
use crate::project::{Project, cargo};
use crate::setup;
use crate::tool::Tool;

/// The options that take a value.
pub const VALUES: [&str; 8] =
    ["suite", "corpora", "systems", "budgets", "mine-commits", "out", "output", "suite-weight"];
/// Those that take none.
pub const FLAGS: [&str; 1] = ["tune"];

/// Contexts of these sizes are measured unless others are asked for.
const BUDGETS: &str = "1000,2000,4000";

/// Measures the project's own suites, those handed over, or makes one of a history.
pub fn run(args: &Args) -> Outcome {
    if args.words == ["count"] {
        return count(args);
    }
    if args.words == ["documents"] {
        return search_documents(args);
    }
    if args.words == ["assemble"] {
        return assemble(args);
    }
    if args.words == ["confidence"] || args.words == ["converse"] {
        return judged(args, &args.words[0]);
    }
    if let Some(word) = args.words.first() {
        return Err(Failure::new(format!("`eval` takes no {word:?}."))
            .by_hand("cargo xtask eval")
            .by_hand("cargo xtask eval assemble [--suite DIR] [--corpora DIR]")
            .by_hand("cargo xtask eval confidence [--suite DIR] [--corpora DIR]")
            .by_hand("cargo xtask eval converse [--suite DIR] [--corpora DIR]")
            .by_hand("cargo xtask eval count")
            .by_hand("cargo xtask eval documents [--suite DIR] [--corpora DIR]")
            .by_hand("cargo xtask eval --suite DIR [--corpora DIR]")
            .by_hand("cargo xtask eval --tune --suite DIR [--corpora DIR]")
            .by_hand("cargo xtask eval --mine-commits PATH --out DIR"));
    }
    let project = Project::open()?;
    if args.has("tune") {
        return tune(args, &project);
    }
    if let Some(repository) = args.text("mine-commits") {
        let out = args.text("out").ok_or_else(|| Failure::new("Say where the suite goes: --out DIR."))?;
        let program = program(&project)?;
        return Tool::new(program).args(["mine-commits", repository, "--out", out]).run();
    }
    let mut options: Vec<OsString> = Vec::new();
    let mut option = |name: &str, value: &std::ffi::OsStr| options.extend([format!("--{name}").into(), value.into()]);
    for name in ["systems", "output"] {
        if let Some(value) = args.text(name) {
            option(name, value.as_ref());
        }
    }
    option("budgets", args.text("budgets").unwrap_or(BUDGETS).as_ref());
    option("command", typed(args).as_ref());
    let program = match args.text("suite") {
        Some(suite) => {
            for (name, value) in [("suite", Some(suite)), ("corpora", args.text("corpora")), ("out", args.text("out"))]
            {
                value.into_iter().for_each(|value| option(name, value.as_ref()));
            }
            program(&project)?
        }
        None => {
            let corpora = evaluation::fetch(&project, &setup::node::find()?)?;
            let program = program(&project)?;
            step("Mining the suites", || Tool::new(&program).args(["mine", "--corpora"]).arg(&corpora).run())?;
            let home = project.root.join("bench/retrieval");
            option("suite", corpora.join("suites").as_ref());
            option("corpora", corpora.as_ref());
            option("out", args.text("out").map_or(home.clone(), PathBuf::from).as_ref());
            // A part of the run is no headline.
            if args.text("systems").is_none() && args.text("out").is_none() {
                option("headline", home.join("README.md").as_ref());
            }
            program
        }
    };
    step("Measuring retrieval", || Tool::new(&program).arg("run").args(&options).run())
}

/// The suites handed over with their corpora, or the project's own, mined anew.
fn suites(args: &Args, project: &Project, program: &Path) -> Result<Vec<OsString>, Failure> {
    let mut options: Vec<OsString> = Vec::new();
    if let Some(suite) = args.text("suite") {
        options.extend(["--suite".into(), suite.into()]);
        if let Some(corpora) = args.text("corpora") {
            options.extend(["--corpora".into(), corpora.into()]);
        }
        return Ok(options);
    }
    let corpora = evaluation::fetch(project, &setup::node::find()?)?;
    step("Mining the suites", || Tool::new(program).args(["mine", "--corpora"]).arg(&corpora).run())?;
    options.extend(["--suite".into(), corpora.join("suites").into(), "--corpora".into(), corpora.into()]);
    Ok(options)
}

/// What contexts hold, beside the simpler ways to spend a budget; how far they can be trusted; what conversations do.
/// Printed; into no file.
fn assemble(args: &Args) -> Outcome {
    let project = Project::open()?;
    let program = program(&project)?;
    let mut options = suites(args, &project, &program)?;
    options.extend(["--command".into(), typed(args).into()]);
    let budgets = ["--budgets", args.text("budgets").unwrap_or(BUDGETS)];
    step("Measuring contexts", || Tool::new(&program).arg("run").args(&options).args(budgets).run())?;
    for part in ["confidence", "converse"] {
        step("Measuring what is said of them", || Tool::new(&program).arg(part).args(&options).run())?;
    }
    Ok(())
}

/// `confidence` or `converse`; on the project's own suites into its report.
fn judged(args: &Args, part: &str) -> Outcome {
    let project = Project::open()?;
    let program = program(&project)?;
    let mut options = suites(args, &project, &program)?;
    options.extend(["--command".into(), typed(args).into()]);
    let report = if part == "confidence" { "CONFIDENCE.md" } else { "CONVERSATIONS.md" };
    let own = args.text("suite").is_none().then(|| project.root.join("bench/retrieval").join(report));
    if let Some(out) = args.text("out").map(PathBuf::from).or(own) {
        options.extend(["--out".into(), out.into()]);
    }
    step("Asking", || Tool::new(&program).arg(part).args(&options).run())
}

/// Measures document search: on the project's own packages into its report, or on suites handed over.
fn search_documents(args: &Args) -> Outcome {
    let project = Project::open()?;
    let mut options: Vec<OsString> = vec!["documents".into(), "--command".into(), typed(args).into()];
    let own = project.root.join("bench/retrieval");
    match args.text("suite") {
        Some(suite) => {
            options.extend(["--suite".into(), suite.into()]);
            for name in ["corpora", "out"] {
                args.text(name)
                    .into_iter()
                    .for_each(|value| options.extend([format!("--{name}").into(), value.into()]));
            }
        }
        None => {
            let corpora = documents::fetch(&project, &setup::node::find()?)?;
            let out = args.text("out").map_or(own, PathBuf::from);
            options.extend(["--corpora".into(), corpora.into(), "--out".into(), out.into()]);
        }
    }
    if let Some(budgets) = args.text("budgets") {
        options.extend(["--budgets".into(), budgets.into()]);
    }
    let program = program(&project)?;
    step("Measuring document search", || Tool::new(&program).args(&options).run())
}

/// Compares the engine's count of tokens with the exact one, on the code bases and on texts in other scripts.
fn count(args: &Args) -> Outcome {
    let project = Project::open()?;
    let node = setup::node::find()?;
    let corpora = evaluation::fetch(&project, &node)?;
    evaluation::fetch_texts(&project, &node, &corpora)?;
    let out = args.text("out").map_or(project.root.join("bench/retrieval/COUNTER.md"), PathBuf::from);
    let program = program(&project)?;
    let options: [OsString; 6] =
        ["--corpora".into(), corpora.into(), "--out".into(), out.into(), "--command".into(), typed(args).into()];
    step("Counting tokens", || Tool::new(&program).arg("count").args(&options).run())
}

/// Fits the weights of the signals on suites handed over; never on the project's own, which measure the result.
fn tune(args: &Args, project: &Project) -> Outcome {
    let suite = args.text("suite").ok_or_else(|| {
        Failure::new("Say which queries to fit the weights on.").by_hand("cargo xtask eval --tune --suite DIR")
    })?;
    let home = project.root.join("bench/retrieval");
    let mut options: Vec<OsString> = vec!["tune".into(), "--suite".into(), suite.into(), "--command".into()];
    options.extend([typed(args).into(), "--out".into(), args.text("out").map_or(home, PathBuf::from).into()]);
    for name in ["corpora", "suite-weight"] {
        if let Some(value) = args.text(name) {
            options.extend([format!("--{name}").into(), value.into()]);
        }
    }
    let program = program(project)?;
    step("Fitting the weights", || Tool::new(&program).args(&options).run())
}

/// The command as it is named in results.
fn typed(args: &Args) -> String {
    let mut line = "cargo xtask eval".to_owned();
    for word in &args.words {
        line.push_str(&format!(" {word}"));
    }
    if args.has("tune") {
        line.push_str(" --tune");
    }
    for name in VALUES {
        if let Some(value) = args.text(name) {
            line.push_str(&format!(" --{name} {value}"));
        }
    }
    line
}

fn program(project: &Project) -> Outcome<PathBuf> {
    step("Compiling the evaluation (the first time takes minutes)", || {
        let package = ["build", "--release", "--package", "nearfield-eval"];
        Tool::new(cargo()).args(package).dir(&project.root).run()?;
        Ok(project.target.join("release").join(format!("nearfield-eval{}", std::env::consts::EXE_SUFFIX)))
    })
}
