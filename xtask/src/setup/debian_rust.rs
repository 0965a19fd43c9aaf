//! The standard library for wasm32 from Debian's packages, for machines where rustup cannot download.
//!
//! Debian ships no compiled library that fits rustup's compilers, but the library's source for each compiler
//! version, with everything that it depends on. Compiling it takes well under a minute.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use crate::outcome::{Context, Failure, Outcome};
use crate::progress::say;
use crate::project::{Project, WASM};
use crate::setup::apt::{self, Suite};
use crate::setup::{CCompiler, Toolchain};
use crate::tool::Tool;

/// Suites that hold recent compilers, the one with most versions first.
const SUITES: [&str; 5] = ["trixie-backports", "forky-backports", "forky", "sid", "experimental"];
/// Debian's names for a compiler that is kept current for the sake of its browsers.
const COMPLETE: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Adds the library to a toolchain, from the source package of the toolchain's own version.
pub fn standard_library(project: &Project, rust: &Toolchain) -> Outcome<Toolchain> {
    if !apt::present() {
        return Err(Failure::new("This machine has no apt-get."));
    }
    let release = rust.release()?;
    let sysroot = Sysroot::of(rust)?;
    if sysroot.has_source() {
        compile(project, rust, &sysroot)?;
        return Ok(rust.clone());
    }
    let unpacked = source(project, &release)?;
    sysroot.change("mkdir", &[OsStr::new("-p"), sysroot.source_parent().as_os_str()])?;
    let link = sysroot.source();
    sysroot.change("ln", &[OsStr::new("-sfn"), unpacked.as_os_str(), link.as_os_str()])?;
    let compiled = compile(project, rust, &sysroot);
    // The link points into cargo's target folder: it must not outlive this step.
    sysroot.change("rm", &[OsStr::new("-f"), link.as_os_str()])?;
    compiled.map(|()| rust.clone())
}

/// Installs Debian's own current toolchain and adds the library to it.
pub fn toolchain(project: &Project, c: &CCompiler) -> Outcome<Toolchain> {
    let rust = Toolchain {
        cargo: PathBuf::from("/usr/bin/cargo"),
        rustc: PathBuf::from("/usr/bin/rustc"),
        linker: c.linker.clone(),
    };
    if rust.rustc.is_file() && rust.builds_wasm(&project.scratch).is_ok() {
        return Ok(rust);
    }
    if !apt::offers(&COMPLETE) {
        return Err(Failure::new(format!("The machine's package lists offer no {}.", COMPLETE[0])));
    }
    apt::install(&COMPLETE)?;
    compile(project, &rust, &Sysroot::of(&rust)?)?;
    Ok(rust)
}

/// Downloads and unpacks the library's source; returns the folder that holds `library/`.
fn source(project: &Project, release: &str) -> Outcome<PathBuf> {
    if !release.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(Failure::new(format!("Debian packages no {release}.")));
    }
    let into = project.scratch.join("rust-src");
    let library = into.join(format!("usr/src/rustc-{release}"));
    if library.join("library/Cargo.toml").is_file() {
        return Ok(library);
    }
    let lists = project.scratch.join("apt");
    let mut asked = Vec::new();
    for name in SUITES {
        let suite = match Suite::open(name, &lists) {
            Ok(suite) => suite,
            Err(_) => {
                asked.push(format!("{name} (not on this mirror)"));
                continue;
            }
        };
        let Some(version) = suite.version("rust-src", release) else {
            asked.push(name.to_owned());
            continue;
        };
        say(format!("rust-src {version} from {}", suite.name()));
        suite.unpack("rust-src", &version, &into)?;
        if library.join("library/Cargo.toml").is_file() {
            return Ok(library);
        }
        return Err(Failure::new(format!("The package rust-src {version} does not hold {}.", library.display())));
    }
    Err(Failure::new(format!("No suite has rust-src {release}; asked: {}.", asked.join(", "))))
}

/// Compiles the library and puts it where the compiler looks for it.
fn compile(project: &Project, rust: &Toolchain, sysroot: &Sysroot) -> Outcome {
    say("compiling the standard library for wasm32");
    let home = project.scratch.join("std");
    fs::create_dir_all(&home).context("making a folder for the standard library")?;
    let manifest = "[package]\nname = \"std-carrier\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
                    [lib]\npath = \"lib.rs\"\n[workspace]\n[profile.release]\ncodegen-units = 1\n";
    fs::write(home.join("Cargo.toml"), manifest).context("writing a manifest")?;
    fs::write(home.join("lib.rs"), "").context("writing a library")?;
    let target = home.join("target");
    // Objects of an older attempt would be installed beside the new ones.
    let _ = fs::remove_dir_all(&target);
    Tool::new(&rust.cargo)
        .args(["build", "--release", "--target", WASM])
        .args(["-Z", "build-std=std,panic_abort"])
        .dir(&home)
        .envs(&rust.envs())
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", &target)
        // cargo leaves the bitcode out of libraries, and link-time optimization would stop for want of it.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .quietly()?;
    let built = target.join(WASM).join("release/deps");
    let libraries: Vec<PathBuf> = fs::read_dir(&built)
        .context("looking for the compiled library")?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".rlib") && !name.starts_with("libstd_carrier")
        })
        .collect();
    let home = sysroot.libraries();
    sysroot.change("mkdir", &[OsStr::new("-p"), home.as_os_str()])?;
    let mut files: Vec<&OsStr> = libraries.iter().map(|path| path.as_os_str()).collect();
    files.push(home.as_os_str());
    sysroot.change("cp", &files)
}

/// The folder of a toolchain's libraries, which may belong to root.
struct Sysroot {
    rustlib: PathBuf,
    ours: bool,
}

impl Sysroot {
    fn of(rust: &Toolchain) -> Outcome<Self> {
        let rustlib = rust.sysroot()?.join("lib/rustlib");
        let probe = rustlib.join(".nearfield-probe");
        let ours = fs::write(&probe, "").is_ok();
        let _ = fs::remove_file(probe);
        Ok(Sysroot { rustlib, ours })
    }

    fn source_parent(&self) -> PathBuf {
        self.rustlib.join("src")
    }

    fn source(&self) -> PathBuf {
        self.source_parent().join("rust")
    }

    fn has_source(&self) -> bool {
        self.source().join("library/Cargo.toml").is_file()
    }

    fn libraries(&self) -> PathBuf {
        self.rustlib.join(WASM).join("lib")
    }

    /// Runs a file command, as root where the folder is not ours.
    fn change(&self, program: &str, args: &[&OsStr]) -> Outcome {
        let tool = if self.ours { Tool::new(program) } else { apt::as_root(program)? };
        tool.args(args).quietly()
    }
}
