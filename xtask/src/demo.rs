//! `cargo xtask demo`: the package at work, in Node or in the browser.

use std::path::Path;

use crate::args::Args;
use crate::build::{self, Mode, Wanted};
use crate::corpora;
use crate::outcome::{Failure, Outcome};
use crate::project::Project;
use crate::serve;
use crate::setup::Node;

/// A name that two definitions have, and a question that touches many files.
const SHARP: &str = "GlobSetBuilder";
const DIFFUSE: &str = "how are errors collected and shown to the user";

/// Builds, and shows what was asked for.
pub fn run(args: &Args) -> Outcome {
    let budget: Option<u32> = args.number("budget")?;
    let port: Option<u16> = args.number("port")?;
    let repo = args.text("repo").map(Path::new);
    match (repo, args.words.as_slice(), args.has("web")) {
        (Some(repo), [_], false) if repo.exists() => {}
        (Some(repo), [_], false) => {
            return Err(Failure::new(format!("There is no {}: give --repo a folder.", repo.display())));
        }
        (None, [], _) => {}
        _ => {
            return Err(Failure::new("That is no demo that I know.")
                .by_hand("cargo xtask demo")
                .by_hand("cargo xtask demo --repo PATH \"QUESTION\" [--budget N]")
                .by_hand("cargo xtask demo --web [--port N]"));
        }
    }
    let project = Project::open()?;
    let mode = if args.has("dev") { Mode::Dev } else { Mode::Release };
    let wanted = if args.has("web") { Wanted::Page } else { Wanted::Package };
    let node = build::all(&project, mode, wanted)?;
    if wanted == Wanted::Page {
        return serve::run(&project.www().join("dist"), port);
    }
    match repo {
        Some(repo) => ask(&project, &node, repo, budget, &args.words),
        None => {
            let sources = corpora::demo(&project, &node)?;
            ask(&project, &node, &sources, budget, &[SHARP.to_owned(), DIFFUSE.to_owned()])
        }
    }
}

/// Indexes the folder through the package in Node and prints the context for each question.
fn ask(project: &Project, node: &Node, folder: &Path, budget: Option<u32>, questions: &[String]) -> Outcome {
    let budget = budget.unwrap_or(2000).to_string();
    node.file(&project.root.join("xtask/demo.mjs")).arg(folder).arg(budget).args(questions).run()
}
