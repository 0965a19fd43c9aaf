//! The command line.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::confidence::ConfidenceArgs;
use crate::conversation::ConverseArgs;
use crate::count::CountArgs;
use crate::documents::DocumentsArgs;
use crate::outcome::Outcome;
use crate::tune::TuneArgs;
use crate::variant::VariantArgs;

/// What the program can do.
pub const HELP: &str = "\
nearfield-eval COMMAND

  run --suite FILE|DIR         asks the systems and prints the results
      [--corpora DIR]          the folder that the roots lie in; by default the suite's own or the one around it
      [--systems A,B]          some of the systems only
      [--budgets 1000,2000]    also contexts of at most so many o200k tokens
      [--out DIR]              RESULTS.md and results.json into this folder
      [--output DIR]           every answer as a line of JSON into this folder
      [--model DIR]            another model than the project's
      [--threads N]            roots at a time, 2 by default
      [--command TEXT]         the command that the results name
      [--headline FILE]        the short table into this file, between its two marks

  tune --suite A[,B]           fits the weights of the signals, holds repositories out, leaves signals out
      [--corpora DIR]          as for run
      [--suite-weight A=X,B=Y] what a suite counts as a whole
      [--out DIR]              TUNING.md and tuning.json into this folder
      [--docs]                 the weights for documents, which alone take part, and not those for code
      [--keep-all]             leaves no signal out: the held-out figures alone
      [--model DIR] [--threads N] [--command TEXT]

  converse --suite FILE|DIR    asks follow-ups and turns to other definitions
      [--corpora DIR] [--out FILE] [--model DIR] [--command TEXT]
  confidence --suite A[,B]     how far the engine's confidence and its abstaining can be trusted
      [--corpora DIR]          as for run
      [--fit]                  fits the regressions anew, holds repositories out, prints the constants
      [--out FILE]             the report into this file
      [--rows FILE]            every answer's measures as a line of JSON
      [--model DIR] [--threads N] [--command TEXT]

  mine --corpora DIR           makes suites of each code base in DIR/repos; copies without the queried
                               documentation go to DIR/docs
      [--out DIR]              where the suites go, DIR/suites by default
      [--names N]              harder names alone, at most N of a category and code base
      [--model DIR]

  mine-commits PATH --out DIR  makes a suite of the history of a git repository: its tree at HEAD goes to
                               DIR/repos, the suite to DIR/suites
      [--name NAME]            how the repository is called, by default as its folder

  count --corpora DIR          counts of tokens beside exact ones: texts below DIR/repos and DIR/texts, and answers
      [--out FILE]             the results into this file
      [--model DIR] [--threads N] [--command TEXT]
  count --fit --corpora DIR --out FILE
                               fits the prices of the engine's counter on the packages in DIR, a folder each

  documents --corpora DIR      how well documents are searched: packages in DIR/development, DIR/held-out, DIR/html
      [--suite FILE|DIR]       asks these instead of mining
      [--budgets 1000] [--out DIR] [--model DIR] [--threads N] [--command TEXT]

  variant --out DIR            the model with other properties, for --model
      [--dimension N]          the first N dimensions alone
      [--pooling NAME]         mean or sqrt_tf
      [--model DIR]
";

/// A command with its options.
#[derive(Debug)]
pub enum Args {
    /// Print [`HELP`].
    Help,
    /// Ask the systems.
    Run(RunArgs),
    /// Fit weights.
    Tune(TuneArgs),
    /// Measure confidence and abstaining.
    Confidence(ConfidenceArgs),
    /// Make suites of code bases.
    Mine {
        /// The folder with `repos`.
        corpora: PathBuf,
        /// Where the suites go.
        out: PathBuf,
        /// Harder names alone, at most so many of a category and code base.
        names: Option<usize>,
        /// The model's folder.
        model: PathBuf,
    },
    /// Ask in conversations.
    Converse(ConverseArgs),
    /// Search documents.
    Documents(DocumentsArgs),
    /// Compare counts of tokens.
    Count(CountArgs),
    /// Make another model of one.
    Variant(VariantArgs),
    /// Make a suite of a history.
    MineCommits {
        /// The repository.
        repository: PathBuf,
        /// Where its tree and the suite go.
        out: PathBuf,
        /// How it is called.
        name: Option<String>,
    },
}

/// The options of `run`.
#[derive(Debug)]
pub struct RunArgs {
    /// A suite, or a folder of suites.
    pub suite: PathBuf,
    /// The folder that the roots lie in.
    pub corpora: Option<PathBuf>,
    /// Names of systems.
    pub systems: Option<String>,
    /// Budgets of contexts.
    pub budgets: Vec<usize>,
    /// Where results go.
    pub out: Option<PathBuf>,
    /// Where answers go.
    pub output: Option<PathBuf>,
    /// The model's folder.
    pub model: PathBuf,
    /// Roots at a time.
    pub threads: usize,
    /// The command that the results name.
    pub command: String,
    /// The file with the short table.
    pub headline: Option<PathBuf>,
}

/// The model of the project.
fn shipped_model() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../model"))
}

impl Args {
    /// Reads a command line without the program's name.
    pub fn parse(given: impl IntoIterator<Item = OsString>) -> Outcome<Self> {
        let given: Vec<OsString> = given.into_iter().collect();
        let typed = given.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let mut parser = lexopt::Parser::from_args(given);
        match parser.next()? {
            None | Some(Short('h') | Long("help")) => Ok(Args::Help),
            Some(Value(command)) if command == "help" => Ok(Args::Help),
            Some(Value(command)) if command == "run" => run(parser, format!("nearfield-eval {typed}")).map(Args::Run),
            Some(Value(command)) if command == "tune" => {
                tune(parser, format!("nearfield-eval {typed}")).map(Args::Tune)
            }
            Some(Value(command)) if command == "converse" => converse(parser, format!("nearfield-eval {typed}")),
            Some(Value(command)) if command == "count" => {
                count(parser, format!("nearfield-eval {typed}")).map(Args::Count)
            }
            Some(Value(command)) if command == "confidence" => {
                confidence(parser, format!("nearfield-eval {typed}")).map(Args::Confidence)
            }
            Some(Value(command)) if command == "documents" => {
                documents(parser, format!("nearfield-eval {typed}")).map(Args::Documents)
            }
            Some(Value(command)) if command == "variant" => variant(parser),
            Some(Value(command)) if command == "mine" => mine(parser),
            Some(Value(command)) if command == "mine-commits" => mine_commits(parser),
            Some(other) => Err(unknown(other)),
        }
    }
}

fn mine(mut parser: lexopt::Parser) -> Outcome<Args> {
    let (mut corpora, mut out, mut names, mut model) = (None, None, None, shipped_model());
    while let Some(option) = parser.next()? {
        match option {
            Long("corpora") => corpora = Some(PathBuf::from(parser.value()?)),
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("names") => names = Some(parser.value()?.parse()?),
            Long("model") => model = parser.value()?.into(),
            other => return Err(unknown(other)),
        }
    }
    let corpora = corpora.ok_or("Say where the code bases are: --corpora DIR, with a folder DIR/repos.")?;
    Ok(Args::Mine { out: out.unwrap_or_else(|| corpora.join("suites")), corpora, names, model })
}

fn converse(mut parser: lexopt::Parser, mut command: String) -> Outcome<Args> {
    let (mut suite, mut corpora, mut out, mut model) = (None, None, None, shipped_model());
    while let Some(option) = parser.next()? {
        match option {
            Long("suite") => suite = Some(PathBuf::from(parser.value()?)),
            Long("corpora") => corpora = Some(parser.value()?.into()),
            Long("out") => out = Some(parser.value()?.into()),
            Long("model") => model = parser.value()?.into(),
            Long("command") => command = parser.value()?.string()?,
            other => return Err(unknown(other)),
        }
    }
    let suite = suite.ok_or("Say which definitions to talk about: --suite FILE or --suite DIR.")?;
    Ok(Args::Converse(ConverseArgs { suite, corpora, out, model, command }))
}

fn count(mut parser: lexopt::Parser, mut command: String) -> Outcome<CountArgs> {
    let (mut corpora, mut out, mut model, mut threads, mut fit) = (None, None, shipped_model(), 2, false);
    while let Some(option) = parser.next()? {
        match option {
            Long("corpora") => corpora = Some(PathBuf::from(parser.value()?)),
            Long("fit") => fit = true,
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("model") => model = parser.value()?.into(),
            Long("threads") => threads = parser.value()?.parse()?,
            Long("command") => command = parser.value()?.string()?,
            other => return Err(unknown(other)),
        }
    }
    let corpora = corpora.ok_or("Say where the code bases are: --corpora DIR, with a folder DIR/repos.")?;
    Ok(CountArgs { corpora, fit, out, model, threads, command })
}

fn documents(mut parser: lexopt::Parser, command: String) -> Outcome<DocumentsArgs> {
    let (suite, corpora, out, model) = (None, None, None, shipped_model());
    let mut args = DocumentsArgs { suite, corpora, out, budgets: vec![1000], model, threads: 2, command };
    while let Some(option) = parser.next()? {
        match option {
            Long("suite") => args.suite = Some(parser.value()?.into()),
            Long("corpora") => args.corpora = Some(parser.value()?.into()),
            Long("out") => args.out = Some(parser.value()?.into()),
            Long("budgets") => args.budgets = numbers(&parser.value()?.string()?)?,
            Long("model") => args.model = parser.value()?.into(),
            Long("threads") => args.threads = parser.value()?.parse()?,
            Long("command") => args.command = parser.value()?.string()?,
            other => return Err(unknown(other)),
        }
    }
    Ok(args)
}

fn variant(mut parser: lexopt::Parser) -> Outcome<Args> {
    let (mut out, mut dimension, mut pooling, mut model) = (None, None, None, shipped_model());
    while let Some(option) = parser.next()? {
        match option {
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("dimension") => dimension = Some(parser.value()?.parse()?),
            Long("pooling") => pooling = Some(parser.value()?.string()?),
            Long("model") => model = parser.value()?.into(),
            other => return Err(unknown(other)),
        }
    }
    let out = out.ok_or("Say where the model goes: variant --out DIR.")?;
    Ok(Args::Variant(VariantArgs { model, out, dimension, pooling }))
}

fn mine_commits(mut parser: lexopt::Parser) -> Outcome<Args> {
    let (mut repository, mut out, mut name) = (None, None, None);
    while let Some(option) = parser.next()? {
        match option {
            Value(path) if repository.is_none() => repository = Some(PathBuf::from(path)),
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("name") => name = Some(parser.value()?.string()?),
            other => return Err(unknown(other)),
        }
    }
    Ok(Args::MineCommits {
        repository: repository.ok_or("Say which repository: mine-commits PATH --out DIR.")?,
        out: out.ok_or("Say where the suite and the tree go: --out DIR.")?,
        name,
    })
}

fn run(mut parser: lexopt::Parser, command: String) -> Outcome<RunArgs> {
    let mut suite = None;
    let mut args = RunArgs {
        suite: PathBuf::new(),
        corpora: None,
        systems: None,
        budgets: Vec::new(),
        out: None,
        output: None,
        model: shipped_model(),
        threads: 2,
        command,
        headline: None,
    };
    while let Some(option) = parser.next()? {
        match option {
            Long("suite") => suite = Some(PathBuf::from(parser.value()?)),
            Long("corpora") => args.corpora = Some(parser.value()?.into()),
            Long("systems") => args.systems = Some(parser.value()?.string()?),
            Long("budgets") => args.budgets = numbers(&parser.value()?.string()?)?,
            Long("out") => args.out = Some(parser.value()?.into()),
            Long("output") => args.output = Some(parser.value()?.into()),
            Long("model") => args.model = parser.value()?.into(),
            Long("threads") => args.threads = parser.value()?.parse()?,
            Long("headline") => args.headline = Some(parser.value()?.into()),
            Long("command") => args.command = parser.value()?.string()?,
            other => return Err(unknown(other)),
        }
    }
    args.suite = suite.ok_or("Say which suite to run: --suite FILE or --suite DIR.")?;
    Ok(args)
}

fn tune(mut parser: lexopt::Parser, command: String) -> Outcome<TuneArgs> {
    let (mut suites, mut corpora, mut out, mut command) = (Vec::new(), None, None, command);
    let (mut suite_weights, mut model, mut threads, mut keep_all) = (BTreeMap::new(), shipped_model(), 2, false);
    let mut docs = false;
    while let Some(option) = parser.next()? {
        match option {
            Long("suite") => suites.extend(parser.value()?.string()?.split(',').map(PathBuf::from)),
            Long("corpora") => corpora = Some(parser.value()?.into()),
            Long("keep-all") => keep_all = true,
            Long("docs") => docs = true,
            Long("suite-weight") => suite_weights.extend(weights(&parser.value()?.string()?)?),
            Long("out") => out = Some(parser.value()?.into()),
            Long("model") => model = parser.value()?.into(),
            Long("threads") => threads = parser.value()?.parse()?,
            Long("command") => command = parser.value()?.string()?,
            other => return Err(unknown(other)),
        }
    }
    if suites.is_empty() {
        return Err("Say which queries to fit the weights on: --suite FILE or --suite DIR.".into());
    }
    Ok(TuneArgs { suites, corpora, out, suite_weights, docs, keep_all, model, threads, command })
}

fn confidence(mut parser: lexopt::Parser, command: String) -> Outcome<ConfidenceArgs> {
    let mut args = ConfidenceArgs {
        suites: Vec::new(),
        corpora: None,
        fit: false,
        out: None,
        rows: None,
        model: shipped_model(),
        threads: 2,
        command,
    };
    while let Some(option) = parser.next()? {
        match option {
            Long("suite") => args.suites.extend(parser.value()?.string()?.split(',').map(PathBuf::from)),
            Long("corpora") => args.corpora = Some(parser.value()?.into()),
            Long("fit") => args.fit = true,
            Long("out") => args.out = Some(parser.value()?.into()),
            Long("rows") => args.rows = Some(parser.value()?.into()),
            Long("model") => args.model = parser.value()?.into(),
            Long("threads") => args.threads = parser.value()?.parse()?,
            Long("command") => args.command = parser.value()?.string()?,
            other => return Err(unknown(other)),
        }
    }
    if args.suites.is_empty() {
        return Err("Say which queries to ask: --suite FILE or --suite DIR.".into());
    }
    Ok(args)
}

fn weights(text: &str) -> Outcome<BTreeMap<String, f64>> {
    let weight = |part: &str| {
        let (name, number) = part.split_once('=')?;
        let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)?;
        Some((name.trim().to_owned(), number))
    };
    let all: Option<BTreeMap<String, f64>> = text.split(',').map(weight).collect();
    all.ok_or_else(|| format!("--suite-weight takes NAME=X with X not below 0, not {text:?}.").into())
}

fn numbers(text: &str) -> Outcome<Vec<usize>> {
    let number = |word: &str| match word.trim().parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("--budgets takes numbers above 0 with commas between them, not {text:?}.").into()),
    };
    text.split(',').map(number).collect()
}

fn unknown(argument: lexopt::Arg) -> Box<dyn std::error::Error + Send + Sync> {
    format!("{} See `nearfield-eval help`.", argument.unexpected()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Outcome<Args> {
        Args::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_are_read() {
        let Args::Run(args) = parse("run --suite s --budgets=1000,2000 --threads 1").unwrap() else { panic!() };
        assert_eq!((args.budgets, args.threads, args.suite), (vec![1000, 2000], 1, PathBuf::from("s")));
        assert_eq!(args.command, "nearfield-eval run --suite s --budgets=1000,2000 --threads 1");
    }

    #[test]
    fn suites_are_weighted() {
        let Args::Tune(args) = parse("tune --suite s --suite-weight a=1,b=.2 --suite-weight c=0").unwrap() else {
            panic!()
        };
        assert_eq!(args.suite_weights.into_values().collect::<Vec<_>>(), [1.0, 0.2, 0.0]);
    }

    #[test]
    fn mistakes_are_named() {
        for line in [
            "run",
            "run --suite",
            "run --suite s --budget 1",
            "run --suite s --budgets 0",
            "walk",
            "mine-commits x",
            "tune",
            "tune --suite s --suite-weight a",
            "tune --suite s --suite-weight a=-1",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
