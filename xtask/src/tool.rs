//! Runs other programs: shown or captured, with the command in every failure.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::outcome::{Failure, Outcome};

/// One command line, built up and then run.
pub struct Tool {
    command: Command,
}

impl Tool {
    /// A command that runs `program` (a name on the PATH, or a path).
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        // `cargo run` describes this package to us; a cargo that we start must not take it for its own.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        Tool { command }
    }

    /// Adds one argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    /// Adds several arguments.
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Takes an environment variable away.
    pub fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Sets several environment variables.
    pub fn envs(mut self, pairs: &[(String, OsString)]) -> Self {
        self.command.envs(pairs.iter().map(|(name, value)| (name, value)));
        self
    }

    /// Runs in this folder.
    pub fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// Lets the program ask the person (a password for sudo).
    pub fn interactive(mut self) -> Self {
        self.command.stdin(Stdio::inherit());
        self
    }

    /// The command as one would type it.
    pub fn shown(&self) -> String {
        let mut line = quoted(self.command.get_program());
        for arg in self.command.get_args() {
            line.push(' ');
            line.push_str(&quoted(arg));
        }
        if let Some(dir) = self.command.get_current_dir() {
            line.push_str(&format!("   (in {})", dir.display()));
        }
        line
    }

    /// The command with the variables that it sets: two commands with the same description do the same.
    pub fn described(&self) -> String {
        let mut text = self.shown();
        // In the order of their names.
        for (name, value) in self.command.get_envs() {
            if let Some(value) = value {
                text.push_str(&format!("\n{}={}", name.to_string_lossy(), value.to_string_lossy()));
            }
        }
        text
    }

    /// Runs the program with its output on the terminal.
    pub fn run(mut self) -> Outcome {
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(self.failure(&format!("ended with {status}"), "")),
            Err(error) => Err(self.failure(&format!("could not be started ({error})"), "")),
        }
    }

    /// Runs the program and returns what it wrote to standard output; its errors are shown only when it fails.
    pub fn read(mut self) -> Outcome<String> {
        match self.command.output() {
            Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Ok(output) => {
                let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
                said.push_str(&String::from_utf8_lossy(&output.stderr));
                Err(self.failure(&format!("ended with {}", output.status), &said))
            }
            Err(error) => Err(self.failure(&format!("could not be started ({error})"), "")),
        }
    }

    /// Like [`Tool::read`], for a program whose output nobody needs when it succeeds.
    pub fn quietly(self) -> Outcome {
        self.read().map(drop)
    }

    fn failure(&self, how: &str, said: &str) -> Failure {
        let mut what = format!("This command {how}:\n    {}", self.shown());
        let lines: Vec<&str> = said.lines().collect();
        // The end of a log holds the reason; the beginning is in the way.
        for line in &lines[lines.len().saturating_sub(25)..] {
            what.push_str("\n    | ");
            what.push_str(line);
        }
        Failure::new(what)
    }
}

fn quoted(arg: &OsStr) -> String {
    let text = arg.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_=/.,:@+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// Where `name` lies on the PATH.
pub fn which(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let names: &[String] =
        &if cfg!(windows) { vec![format!("{name}.exe"), format!("{name}.cmd")] } else { vec![name.to_owned()] };
    env::split_paths(&path).flat_map(|dir| names.iter().map(move |name| dir.join(name))).find(|file| file.is_file())
}
