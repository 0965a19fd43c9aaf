//! A C compiler that knows wasm32, for tree-sitter and the grammars.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Failure, Outcome};
use crate::progress::say;
use crate::project::WASM;
use crate::setup::apt;
use crate::tool::{Tool, which};

/// Older ones lack wasm features that the standard library's objects use.
const OLDEST: u32 = 15;
/// Versions to look for by name, the best known first.
const VERSIONS: [u32; 9] = [19, 20, 21, 22, 23, 18, 17, 16, 15];

/// A C compiler and its archiver.
pub struct CCompiler {
    /// clang.
    pub clang: PathBuf,
    /// llvm-ar: the system's `ar` writes no index for wasm objects.
    pub archiver: PathBuf,
    /// wasm-ld, where there is one: only a Rust toolchain without its own linker needs it.
    pub linker: Option<PathBuf>,
}

/// Finds such a compiler, or installs one from Debian.
pub fn ensure() -> Outcome<CCompiler> {
    if let Some(found) = find() {
        say(format!("using {}", found.clang.display()));
        return Ok(found);
    }
    let packages = VERSIONS.map(|version| ["clang", "lld", "llvm"].map(|name| format!("{name}-{version}")));
    let offered = packages.iter().map(|set| set.each_ref().map(String::as_str)).find(|set| apt::offers(set));
    if let Some(set) = offered {
        apt::install(&set)?;
        if let Some(found) = find() {
            say(format!("using {}", found.clang.display()));
            return Ok(found);
        }
    }
    Err(advise(Failure::new(format!("No clang (version {OLDEST} or newer) that compiles for wasm32 was found."))))
}

fn advise(failure: Failure) -> Failure {
    let failure = if cfg!(target_os = "macos") {
        failure.by_hand("brew install llvm   (Apple's clang has no wasm target)")
    } else if cfg!(windows) {
        failure.by_hand("install LLVM from its own installer and put its bin folder on the PATH")
    } else if apt::present() {
        failure.by_hand("apt-get install clang-19 lld-19 llvm-19   (any version from 15 on)")
    } else {
        failure.by_hand("dnf install clang lld llvm   (Fedora)").by_hand("pacman -S clang lld llvm   (Arch)")
    };
    failure.by_hand(format!("or name your own: CC_{0}=… AR_{0}=… cargo xtask setup", WASM.replace('-', "_")))
}

fn find() -> Option<CCompiler> {
    let variable = |tool: &str| env::var_os(format!("{tool}_{}", WASM.replace('-', "_")));
    if let (Some(clang), Some(archiver)) = (variable("CC"), variable("AR")) {
        return Some(CCompiler { clang: clang.into(), archiver: archiver.into(), linker: None });
    }
    let named = VERSIONS.map(|version| format!("clang-{version}"));
    let on_path = std::iter::once("clang").chain(named.iter().map(String::as_str)).filter_map(which);
    let kegs = ["/opt/homebrew/opt/llvm/bin/clang", "/usr/local/opt/llvm/bin/clang"];
    on_path.chain(kegs.map(PathBuf::from)).filter(|clang| clang.is_file() && compiles_for_wasm(clang)).find_map(
        |clang| {
            Some(CCompiler { archiver: companion(&clang, "llvm-ar")?, linker: companion(&clang, "wasm-ld"), clang })
        },
    )
}

/// Tries it: version numbers do not tell which targets a distribution compiled in.
fn compiles_for_wasm(clang: &Path) -> bool {
    let recent = Tool::new(clang)
        .arg("-dumpversion")
        .read()
        .is_ok_and(|text| major(&text).is_some_and(|version| version >= OLDEST));
    if !recent {
        return false;
    }
    let dir = env::temp_dir();
    let source = dir.join(format!("nearfield-{}.c", std::process::id()));
    let object = source.with_extension("o");
    let compiled = fs::write(&source, "int nearfield(int x) { return x + 1; }\n").is_ok()
        && Tool::new(clang)
            .arg(format!("--target={WASM}"))
            .args(["-O1", "-c"])
            .arg(&source)
            .arg("-o")
            .arg(&object)
            .quietly()
            .is_ok();
    let _ = fs::remove_file(source);
    let _ = fs::remove_file(object);
    compiled
}

/// A tool of the same LLVM: beside clang, where clang itself finds it, or on the PATH under the same suffix.
fn companion(clang: &Path, name: &str) -> Option<PathBuf> {
    let file = clang.file_name()?.to_str()?;
    let suffix = file.strip_prefix("clang").unwrap_or_default();
    let asked = Tool::new(clang)
        .arg(format!("-print-prog-name={name}"))
        .read()
        .map(|answer| PathBuf::from(answer.trim()))
        .ok()
        .filter(|path| path.is_absolute() && path.is_file());
    let beside = clang.with_file_name(format!("{name}{suffix}"));
    asked
        .or_else(|| beside.is_file().then_some(beside))
        .or_else(|| which(&format!("{name}{suffix}")))
        .or_else(|| which(name))
}

fn major(version: &str) -> Option<u32> {
    version.trim().split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_major_version() {
        assert_eq!(major("19.1.7\n"), Some(19));
        assert_eq!(major("22"), Some(22));
        assert_eq!(major("unknown"), None);
    }
}
