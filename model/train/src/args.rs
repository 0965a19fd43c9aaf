//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::model;
use crate::outcome::Outcome;
use crate::settings::Settings;

/// What the program can do.
pub const HELP: &str = "\
nearfield-train COMMAND

  mine --corpora DIR --out FILE      pairs of documentation and code from the packages that are DIR's folders
      [--without DIR]                leaves out what also stands in the packages of DIR
  train --pairs FILE --out DIR       trains, measures before and after, writes rows.safetensors and training.json
      [--init DIR|FILE|random]       where rows begin: a model, a table, or chance; the project's model by default
      [--epochs N] [--rate R]        4 epochs at .001 by default, 6 at .003 from chance
      [--batch N] [--temperature T] [--dropout P] [--seed N]
  common --corpora DIR --out FILE    how common words are in these packages, the list of src/rank/common.txt
  export --rows FILE --out DIR       the three files of a model, with 4-bit rows

  [--model DIR]                      the model whose tokenizer and configuration are used, the project's by default
  [--threads N]                      2 by default; the result does not depend on it
";

/// A command with its options.
#[derive(Debug)]
pub enum Args {
    /// Print [`HELP`].
    Help,
    /// Mine pairs.
    Mine {
        /// The folder with a folder for each package.
        corpora: PathBuf,
        /// The same with packages whose code must not be used.
        without: Option<PathBuf>,
        /// The file of pairs.
        out: PathBuf,
        /// Threads.
        threads: usize,
    },
    /// Count words.
    Common {
        /// The folder with a folder for each package.
        corpora: PathBuf,
        /// The list.
        out: PathBuf,
        /// Threads.
        threads: usize,
    },
    /// Train on pairs.
    Train {
        /// The file of pairs.
        pairs: PathBuf,
        /// Where rows begin; none for chance.
        init: Option<PathBuf>,
        /// The model with the tokenizer.
        model: PathBuf,
        /// The folder for the results.
        out: PathBuf,
        /// The numbers.
        settings: Settings,
    },
    /// Write a model.
    Export {
        /// The trained table.
        rows: PathBuf,
        /// The model with the tokenizer and the configuration.
        model: PathBuf,
        /// The folder for the model.
        out: PathBuf,
    },
}

#[derive(Default)]
struct Paths {
    corpora: Option<PathBuf>,
    without: Option<PathBuf>,
    pairs: Option<PathBuf>,
    init: Option<PathBuf>,
    rows: Option<PathBuf>,
    model: Option<PathBuf>,
    out: Option<PathBuf>,
}

impl Args {
    /// Reads a command line without the program's name.
    pub fn parse(given: impl IntoIterator<Item = OsString>) -> Outcome<Self> {
        let mut parser = lexopt::Parser::from_args(given);
        let command = match parser.next()? {
            None | Some(Short('h') | Long("help")) => return Ok(Args::Help),
            Some(Value(command)) => command.string()?,
            Some(other) => return Err(unknown(&other)),
        };
        let (mut paths, mut settings) = (Paths::default(), Settings::default());
        let (mut epochs, mut rate) = (None, None);
        while let Some(option) = parser.next()? {
            let allowed = match &option {
                Long("out") => true,
                Long("threads") => command != "export",
                Long("model") => command != "mine" && command != "common",
                Long("corpora") => command == "mine" || command == "common",
                Long("without") => command == "mine",
                Long("rows") => command == "export",
                Long(_) => command == "train",
                _ => false,
            };
            if !allowed {
                return Err(unknown(&option));
            }
            match option {
                Long("corpora") => paths.corpora = Some(parser.value()?.into()),
                Long("without") => paths.without = Some(parser.value()?.into()),
                Long("pairs") => paths.pairs = Some(parser.value()?.into()),
                Long("init") => paths.init = Some(parser.value()?.into()),
                Long("rows") => paths.rows = Some(parser.value()?.into()),
                Long("model") => paths.model = Some(parser.value()?.into()),
                Long("out") => paths.out = Some(parser.value()?.into()),
                Long("epochs") => epochs = Some(parser.value()?.parse()?),
                Long("rate") => rate = Some(parser.value()?.parse()?),
                Long("batch") => settings.batch = parser.value()?.parse()?,
                Long("temperature") => settings.temperature = parser.value()?.parse()?,
                Long("dropout") => settings.dropout = parser.value()?.parse()?,
                Long("seed") => settings.seed = parser.value()?.parse()?,
                Long("threads") => settings.threads = parser.value()?.parse()?,
                other => return Err(unknown(&other)),
            }
        }
        let by_chance = paths.init.as_deref().is_some_and(|init| init.as_os_str() == "random");
        let usual = if by_chance { Settings::default() } else { Settings::gentle() };
        settings.epochs = epochs.unwrap_or(usual.epochs);
        settings.rate = rate.unwrap_or(usual.rate);
        settings.check()?;
        let out = paths.out.ok_or("Say where the result goes: --out PATH.");
        let model = paths.model.unwrap_or_else(model::shipped);
        match command.as_str() {
            "help" => Ok(Args::Help),
            "mine" => Ok(Args::Mine {
                corpora: paths.corpora.ok_or("Say where the packages are: --corpora DIR.")?,
                without: paths.without,
                out: out?,
                threads: settings.threads,
            }),
            "common" => Ok(Args::Common {
                corpora: paths.corpora.ok_or("Say where the packages are: --corpora DIR.")?,
                out: out?,
                threads: settings.threads,
            }),
            "train" => Ok(Args::Train {
                pairs: paths.pairs.ok_or("Say what to train on: --pairs FILE, made by `nearfield-train mine`.")?,
                init: if by_chance { None } else { Some(paths.init.unwrap_or_else(|| model.clone())) },
                model,
                out: out?,
                settings,
            }),
            "export" => Ok(Args::Export {
                rows: paths.rows.ok_or("Say which table: --rows FILE, written by `nearfield-train train`.")?,
                model,
                out: out?,
            }),
            other => Err(format!("There is no command {other:?}. See `nearfield-train help`.").into()),
        }
    }
}

fn unknown(argument: &lexopt::Arg) -> Box<dyn std::error::Error + Send + Sync> {
    let shown = match argument {
        Short(letter) => format!("-{letter}"),
        Long(name) => format!("--{name}"),
        Value(value) => format!("{value:?}"),
    };
    format!("This command takes no {shown}. See `nearfield-train help`.").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Outcome<Args> {
        Args::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_are_read() {
        let Args::Train { init, settings, .. } = parse("train --pairs p --out o --init random --epochs 2").unwrap()
        else {
            panic!()
        };
        assert_eq!((init, settings.epochs, settings.batch), (None, 2, 2048));
        let Args::Train { init, model, .. } = parse("train --pairs p --out o").unwrap() else { panic!() };
        assert_eq!(init, Some(model));
        let Args::Train { settings, .. } = parse("train --pairs p --out o --epochs 9").unwrap() else { panic!() };
        assert_eq!(settings, Settings { epochs: 9, ..Settings::gentle() });
        assert!(matches!(parse("").unwrap(), Args::Help));
    }

    #[test]
    fn mistakes_are_named() {
        for line in [
            "walk",
            "mine --out o",
            "mine --corpora c",
            "mine --corpora c --out o --rate 1",
            "common --corpora c --out o --without w",
            "train --pairs p",
            "train --pairs p --out o --temperature 0",
            "train --pairs p --out o --epoch 1",
            "export --out o",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
