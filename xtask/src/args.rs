//! The command line.

use std::collections::BTreeMap;

use crate::outcome::{Failure, Outcome};

/// What a command was given.
#[derive(Debug, Default)]
pub struct Args {
    /// Words that are no options.
    pub words: Vec<String>,
    options: BTreeMap<String, Option<String>>,
}

impl Args {
    /// Sorts the words after a command's name into options and others. `flags` take no value, `values` take one.
    pub fn parse(given: &[String], flags: &[&str], values: &[&str]) -> Outcome<Self> {
        let mut args = Args::default();
        let mut rest = given.iter();
        while let Some(word) = rest.next() {
            let Some(option) = word.strip_prefix("--") else {
                args.words.push(word.clone());
                continue;
            };
            let (name, inline) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let value = if flags.contains(&name) && inline.is_none() {
                None
            } else if values.contains(&name) {
                let value = inline.or_else(|| rest.next().cloned());
                Some(value.ok_or_else(|| Failure::new(format!("The option --{name} wants a value.")))?)
            } else {
                return Err(Failure::new(format!("Unknown option {word}.")).by_hand("cargo xtask help"));
            };
            args.options.insert(name.to_owned(), value);
        }
        Ok(args)
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.options.contains_key(name)
    }

    /// An option's text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name)?.as_deref()
    }

    /// An option's number.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Outcome<Option<T>> {
        self.text(name)
            .map(|text| text.parse().map_err(|_| Failure::new(format!("--{name} wants a number, not {text:?}."))))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Outcome<Args> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        Args::parse(&words, &["web"], &["budget"])
    }

    #[test]
    fn options_stand_anywhere() {
        let args = parse("one --budget 300 --web two").unwrap();
        assert_eq!(args.words, ["one", "two"]);
        assert!(args.has("web"));
        assert_eq!(args.number::<u32>("budget").unwrap(), Some(300));
        assert_eq!(parse("--budget=7").unwrap().number::<u32>("budget").unwrap(), Some(7));
    }

    #[test]
    fn mistakes_are_named() {
        for line in ["--wbe", "--budget", "--web=1"] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert!(parse("--budget many").unwrap().number::<u32>("budget").is_err());
    }
}
