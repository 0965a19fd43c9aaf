//! How near the engine's count of tokens comes to the exact one: on texts of many kinds, and on complete answers.

mod answers;
mod fit;
mod kinds;
mod report;
mod spread;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::corpus::Corpus;
use crate::engine::ModelFiles;
use crate::mine;
use crate::outcome::{Context, Outcome};
use crate::parallel;
use crate::progress::say;
use crate::provenance::Provenance;
pub use answers::{Asked, ask, questions};
pub use fit::fit;
pub use spread::Spread;

/// The budgets that answers are asked for.
const BUDGETS: [usize; 8] = [100, 200, 300, 500, 1000, 2000, 4000, 8000];

/// The options of `count`.
#[derive(Debug)]
pub struct CountArgs {
    /// The folder with `repos`, and perhaps `texts`; for the fit the folder of packages.
    pub corpora: PathBuf,
    /// Fit the prices of pieces instead of measuring.
    pub fit: bool,
    /// The file for the results.
    pub out: Option<PathBuf>,
    /// The model's folder.
    pub model: PathBuf,
    /// Roots at a time.
    pub threads: usize,
    /// The command that the results name.
    pub command: String,
}

/// Measures, and returns the results for people.
pub fn run(args: &CountArgs) -> Outcome<String> {
    if args.fit {
        let out = args.out.as_ref().ok_or("Say where the prices go: count --fit --corpora DIR --out FILE.")?;
        let (prices, told) = fit(&args.corpora)?;
        fs::write(out, prices).context(format!("writing {}", out.display()))?;
        return Ok(told);
    }
    let model = ModelFiles::read(&args.model)?;
    let repos = mine::folders(&args.corpora.join("repos"))?;
    let texts = mine::folders(&args.corpora.join("texts")).unwrap_or_default();
    let roots: Vec<String> = [("repos", repos), ("texts", texts)]
        .into_iter()
        .flat_map(|(group, names)| names.into_iter().map(move |name| format!("{group}/{name}")))
        .collect();
    let done = parallel::map(&roots, args.threads, |root| one_root(&args.corpora, root, &model))?;
    let (mut kinds, mut answers) = (BTreeMap::new(), Vec::new());
    for (of_root, asked) in done {
        kinds::merge(&mut kinds, of_root);
        answers.extend(asked);
    }
    kinds::encoded(&mut kinds);
    let names = roots.iter().map(String::as_str);
    let provenance = Provenance::gather(args.command.clone(), model.identity()?, &args.corpora, names)?;
    let text = report::markdown(&kinds::measure(&kinds), &answers, &provenance);
    if let Some(file) = &args.out {
        fs::write(file, &text).context(format!("writing {}", file.display()))?;
    }
    Ok(text)
}

fn one_root(corpora: &Path, root: &str, model: &ModelFiles) -> Outcome<(kinds::Texts, Vec<Asked>)> {
    let folder = corpora.join(root);
    let texts = kinds::collect(&folder)?;
    // What lies in `texts` is there to be counted only.
    let mut asked = Vec::new();
    if let Some(repo) = root.strip_prefix("repos/") {
        let mut corpus = Corpus::open(&folder, model)?;
        let questions = questions(&corpus, repo);
        for budget in BUDGETS {
            for question in &questions {
                asked.push(ask(&mut corpus, repo, question, budget)?);
            }
        }
        say(&format!("{repo}: {} questions", questions.len()));
    }
    Ok((texts, asked))
}
