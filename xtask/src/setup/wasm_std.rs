//! A Rust toolchain that compiles for wasm32.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Context, Failure, Outcome};
use crate::progress::say;
use crate::project::{Project, WASM, cargo};
use crate::setup::{CCompiler, debian_rust};
use crate::tool::{Tool, which};

/// A cargo, its compiler, and the linker for wasm where the compiler brings none.
#[derive(Debug, Clone)]
pub struct Toolchain {
    /// The program `cargo`.
    pub cargo: PathBuf,
    /// The program `rustc`.
    pub rustc: PathBuf,
    /// A linker to name explicitly.
    pub linker: Option<PathBuf>,
}

impl Toolchain {
    /// The toolchain that runs this program.
    pub fn current() -> Self {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        Toolchain { cargo: cargo(), rustc: rustc.into(), linker: None }
    }

    /// The variables that make cargo use exactly this toolchain for the target.
    pub fn envs(&self) -> Vec<(String, OsString)> {
        let mut envs = Vec::new();
        // A bare name is what cargo runs anyway, and rustup's choice.
        if self.rustc.is_absolute() {
            envs.push(("RUSTC".to_owned(), self.rustc.clone().into()));
        }
        if let Some(linker) = &self.linker {
            let name = WASM.replace('-', "_").to_uppercase();
            envs.push((format!("CARGO_TARGET_{name}_LINKER"), linker.into()));
        }
        envs
    }

    /// The compiler's version: `1.95.0`, or `1.97.0-nightly`.
    pub fn release(&self) -> Outcome<String> {
        let text = Tool::new(&self.rustc).arg("-vV").read()?;
        text.lines()
            .find_map(|line| line.strip_prefix("release: "))
            .map(str::to_owned)
            .ok_or_else(|| Failure::new("rustc does not tell its version."))
    }

    /// The folder that holds the toolchain's libraries.
    pub fn sysroot(&self) -> Outcome<PathBuf> {
        let text = Tool::new(&self.rustc).args(["--print", "sysroot"]).read()?;
        Ok(PathBuf::from(text.trim()))
    }

    /// Compiles and links a small module: the only proof that library, compiler and linker fit together.
    pub fn builds_wasm(&self, scratch: &Path) -> Outcome {
        let source = scratch.join("probe.rs");
        let code = "pub fn probe(n: usize) -> Vec<String> { vec![format!(\"{n}\"); n] }\n\
                    #[unsafe(no_mangle)] pub extern \"C\" fn run(n: usize) -> usize { probe(n).len() }\n";
        fs::write(&source, code).context("writing a probe")?;
        let mut rustc = Tool::new(&self.rustc)
            .args(["--edition", "2024", "--crate-type", "cdylib", "--target", WASM])
            .arg("-o")
            .arg(scratch.join("probe.wasm"))
            .arg(&source);
        if let Some(linker) = &self.linker {
            rustc = rustc.arg(format!("-Clinker={}", linker.display()));
        }
        rustc.quietly()
    }
}

/// Finds or makes a toolchain with the target's standard library, and says which way was taken.
pub fn ensure(project: &Project, c: &CCompiler) -> Outcome<Toolchain> {
    let current = Toolchain::current();
    if current.builds_wasm(&project.scratch).is_ok() {
        say(format!("{WASM}: the target is installed"));
        return Ok(current);
    }
    let mut refusals = Vec::new();
    let ways: [(&str, &dyn Fn() -> Outcome<Toolchain>); 3] = [
        ("rustup target add", &|| by_rustup(&current)),
        ("Debian's rust-src of the same version", &|| debian_rust::standard_library(project, &current)),
        ("Debian's complete toolchain", &|| debian_rust::toolchain(project, c)),
    ];
    for (name, way) in ways {
        let tried = way().and_then(|made| made.builds_wasm(&project.scratch).map(|()| made));
        match tried {
            Ok(made) => {
                say(format!("{WASM}: by {name}"));
                return Ok(made);
            }
            Err(failure) => {
                say(format!("{WASM}: not by {name}"));
                refusals.push(format!("{name}: {failure}"));
            }
        }
    }
    let tried = refusals.join("\n  - ").replace("\n    ", "\n      ");
    Err(
        Failure::new(format!("Rust's standard library for {WASM} is not to be had. Tried:\n  - {tried}"))
            .by_hand(format!("rustup target add {WASM}"))
            .by_hand("or install your distribution's package of it (Debian: libstd-rust-dev-wasm32, Fedora: rust-std-static-wasm32-unknown-unknown), with a rustc of the same version, 1.90 or newer"),
    )
}

fn by_rustup(current: &Toolchain) -> Outcome<Toolchain> {
    if which("rustup").is_none() {
        return Err(Failure::new("There is no rustup on the PATH."));
    }
    say(format!("rustup target add {WASM}"));
    Tool::new("rustup").args(["target", "add", WASM]).quietly()?;
    Ok(current.clone())
}
