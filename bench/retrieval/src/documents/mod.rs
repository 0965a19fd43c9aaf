//! How well documents are searched: mined from pinned packages, asked of nearfield and of simpler systems. DOCUMENTS.md
//! has the figures.

pub mod mine;
pub mod phrases;
mod report;
pub mod sections;
pub mod wording;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::engine::ModelFiles;
use crate::mine::folders;
use crate::outcome::{Context, Outcome};
use crate::progress::say;
use crate::provenance::Provenance;
use crate::run::{self, Plan};
use crate::suite::{self, Suite};
use crate::summary;
use crate::systems::documents::SYSTEMS;

/// The options of `documents`.
#[derive(Debug)]
pub struct DocumentsArgs {
    /// Suites that are there already; without, they are mined.
    pub suite: Option<PathBuf>,
    /// The folder with the packages, below a folder of each suite, or that the suite's roots lie in.
    pub corpora: Option<PathBuf>,
    /// The folder of DOCUMENTS.md and documents.json.
    pub out: Option<PathBuf>,
    /// Sizes of contexts.
    pub budgets: Vec<usize>,
    /// The model's folder.
    pub model: PathBuf,
    /// Roots at a time.
    pub threads: usize,
    /// The command that the results name.
    pub command: String,
}

/// The suites, one of which may be tuned on.
const SUITES: [&str; 3] = ["development", "held-out", "html"];

/// Mines if need be, asks and reports.
pub fn run(args: &DocumentsArgs) -> Outcome<String> {
    let (suites, corpora) = match (&args.suite, &args.corpora) {
        (Some(suite), corpora) => {
            let suites = suite::load(suite)?;
            let corpora = corpora.clone().map_or_else(|| suite::corpora_beside(suite, &suites), Ok)?;
            (suites, corpora)
        }
        (None, Some(corpora)) => (mined(corpora)?, corpora.clone()),
        (None, None) => return Err("Say where the packages are: --corpora DIR, or give suites by --suite.".into()),
    };
    let systems = SYSTEMS.iter().collect();
    let plan =
        Plan { suites, corpora, systems, budgets: args.budgets.clone(), keep_answers: false, threads: args.threads };
    let model = ModelFiles::read(&args.model)?;
    let measured = run::run(&plan, &model)?;
    let roots = measured.roots.iter().map(|root| root.root.as_str());
    let provenance = Provenance::gather(args.command.clone(), model.identity()?, &plan.corpora, roots)?;
    let text = report::markdown(&plan, &measured, &provenance);
    if let Some(folder) = &args.out {
        let summaries = summary::summarize(&plan, &measured);
        let data = json!({ "provenance": provenance, "suites": summaries, "corpora": measured.roots });
        let data = serde_json::to_string_pretty(&data)? + "\n";
        fs::create_dir_all(folder).context(format!("making {}", folder.display()))?;
        fs::write(folder.join("DOCUMENTS.md"), &text).context("writing DOCUMENTS.md")?;
        fs::write(folder.join("documents.json"), data).context("writing documents.json")?;
    }
    Ok(text)
}

/// Mines every package below `CORPORA/SUITE`; the copies go to `CORPORA/copies`, the suites to `CORPORA/suites`.
fn mined(corpora: &Path) -> Outcome<Vec<Suite>> {
    let mut suites = Vec::new();
    for name in SUITES {
        let home = corpora.join(name);
        let mut queries = Vec::new();
        for repo in folders(&home)? {
            let mined = mine::mine(&home.join(&repo), &corpora.join("copies").join(&repo), &repo)?;
            say(&format!("{repo}: {} questions of documents", mined.len()));
            queries.extend(mined);
        }
        suite::save(&corpora.join("suites").join(format!("{name}.jsonl")), &queries)?;
        suites.push(Suite { name: name.to_owned(), queries });
    }
    Ok(suites)
}
