//! The two wasm modules with the JavaScript around them, kept until something that they are made from changes.
//!
//! cargo cannot tell: both are the library `nearfield`, only the features differ, so each compilation overwrites what
//! the other left and finds itself out of date at the next call. And the bindings take their time as well.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::build::bindings::{self, Names};
use crate::build::{GLUE, Languages, Mode, STAMP, core, is_noted, wasm_name};
use crate::digest::Sum;
use crate::outcome::{Context, Failure, Outcome};
use crate::progress::{say, step, up_to_date};
use crate::project::Project;
use crate::setup::WasmTools;
use crate::tool::Tool;

/// What the core is compiled from, seen from the root. A test below holds `src` to embed nothing from elsewhere.
const SOURCES: [&str; 4] = ["src", "Cargo.toml", "Cargo.lock", ".cargo"];

/// Both modules and their JavaScript. While this lives, no other build in the target folder replaces them.
pub struct Modules {
    pub folder: PathBuf,
    _alone: File,
}

/// Returns both modules, made now or kept from before.
pub fn ensure(project: &Project, tools: &WasmTools, mode: Mode) -> Outcome<Modules> {
    let home = project.scratch.join("modules");
    fs::create_dir_all(&home).context(format!("making {}", home.display()))?;
    let _alone = alone(&home)?;
    // Before compiling: what is edited meanwhile must not count as compiled.
    let stamp = stamp(project, tools, mode)?;
    let folder = home.join(mode.profile());
    if is_noted(&folder.join(STAMP), &stamp) {
        up_to_date("The wasm modules");
        return Ok(Modules { folder, _alone });
    }
    let made = home.join(format!("{}.new", mode.profile()));
    let _ = fs::remove_dir_all(&made);
    fs::create_dir_all(&made).context(format!("making {}", made.display()))?;
    let how = if mode == Mode::Dev { ", unoptimised" } else { "" };
    for languages in Languages::ALL {
        let title = format!("Compiling for wasm32{how}: {} (the first time takes many minutes)", languages.feature());
        let compiled = step(&title, || core::compile(project, tools, languages, mode))?;
        step("The bindings", || module(project, &compiled, languages, &made))?;
    }
    fs::write(made.join(STAMP), stamp).context("noting what the modules were made from")?;
    let _ = fs::remove_dir_all(&folder);
    fs::rename(&made, &folder).context(format!("moving {} to {}", made.display(), folder.display()))?;
    Ok(Modules { folder, _alone })
}

/// The released core module with the names of its functions, for profilers; in a folder of its own, so that it never takes
/// the place of what is shipped. It fits the package's JavaScript.
pub fn named(project: &Project, tools: &WasmTools) -> Outcome<PathBuf> {
    let home = project.scratch.join("modules");
    fs::create_dir_all(&home).context(format!("making {}", home.display()))?;
    let _alone = alone(&home)?;
    let stamp = stamp(project, tools, Mode::Release)?;
    let folder = home.join("named");
    let wasm = folder.join(wasm_name(Languages::Core));
    if is_noted(&folder.join(STAMP), &stamp) {
        up_to_date("The wasm module with names");
        return Ok(wasm);
    }
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).context(format!("making {}", folder.display()))?;
    let title = "Compiling for wasm32, with names (takes minutes)";
    let compiled = step(title, || core::compile(project, tools, Languages::Core, Mode::Release))?;
    let made = project.scratch.join("bindings/named");
    bindings::generate(&compiled, &made, Names::With)?;
    copy(&made.join(format!("{GLUE}_bg.wasm")), &wasm)?;
    fs::write(folder.join(STAMP), stamp).context("noting what the module was made from")?;
    Ok(wasm)
}

/// Checkouts may share a target folder: of two that compile at once, one would keep the other's module as its own.
fn alone(home: &Path) -> Outcome<File> {
    let doing = "waiting for another build in the same target folder";
    let lock = File::create(home.join("lock")).context(doing)?;
    if lock.try_lock().is_err() {
        say("Another build uses this target folder: waiting for it.");
        lock.lock().context(doing)?;
    }
    Ok(lock)
}

/// A digest of everything that decides what the modules are.
fn stamp(project: &Project, tools: &WasmTools, mode: Mode) -> Outcome<String> {
    let mut sum = Sum::default();
    for languages in Languages::ALL {
        // With its variables, and so with the flags for both compilers.
        sum.add(core::command(project, tools, languages, mode)?.described());
    }
    // Variables that cargo reads by itself.
    let mut variables: Vec<(OsString, OsString)> = std::env::vars_os().collect();
    variables.retain(|(name, _)| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PROFILE_") || name.starts_with("CARGO_TARGET_WASM32_")
    });
    variables.sort();
    for (name, value) in variables {
        sum.add(name.as_encoded_bytes());
        sum.add(value.as_encoded_bytes());
    }
    // In the project's folder, where rustup may choose another compiler than elsewhere.
    sum.add(Tool::new(&tools.rust.rustc).arg("-vV").dir(&project.root).read()?);
    sum.add(Tool::new(&tools.c.clang).arg("--version").read()?);
    sum.add(include_str!("bindings.rs"));
    for source in SOURCES {
        sum.add_files(&project.root, Path::new(source))?;
    }
    Ok(sum.finish())
}

/// From cargo's wasm to a module and its JavaScript.
///
/// There is no pass of wasm-opt: measured on the release build, its -O3 made indexing cost a fifth more processor time
/// (V8 compiles the larger functions for longer) and the module 10 % larger when compressed (it splits the
/// grammars' tables), for two minutes of every build; -O1 gained nothing either.
fn module(project: &Project, compiled: &Path, languages: Languages, folder: &Path) -> Outcome {
    let made = project.scratch.join("bindings").join(languages.feature());
    bindings::generate(compiled, &made, Names::Without)?;
    let wasm = folder.join(wasm_name(languages));
    copy(&made.join(format!("{GLUE}_bg.wasm")), &wasm)?;
    let size = fs::metadata(&wasm).context(format!("looking for {}", wasm.display()))?.len();
    say(format!("{:.1} MB of wasm", size as f64 / 1e6));
    // The modules differ in their tables alone: one glue serves both, and the package ships it once.
    let name = format!("{GLUE}.js");
    let (glue, shared) = (made.join(&name), folder.join(&name));
    let text = |file: &Path| fs::read(file).context(format!("reading {}", file.display()));
    if shared.is_file() && text(&glue)? != text(&shared)? {
        return Err(Failure::new(
            "The JavaScript around the two modules differs: what crosses to JavaScript must not depend on a feature.",
        ));
    }
    copy(&glue, &shared)
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).map(drop).context(format!("copying {} to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths that a source embeds, as they are written.
    fn embedded(text: &str) -> impl Iterator<Item = &str> {
        ["include_str!(\"", "include_bytes!(\""]
            .into_iter()
            .flat_map(move |call| text.split(call).skip(1))
            .filter_map(|rest| rest.split('"').next())
    }

    fn hold(folder: &Path, src: &Path, seen: &mut usize) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                hold(&path, src, seen);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                for name in embedded(&fs::read_to_string(&path).unwrap()) {
                    let file = folder.join(name).canonicalize().unwrap();
                    assert!(file.starts_with(src), "{} embeds {name}: name it in SOURCES", path.display());
                    *seen += 1;
                }
            }
        }
    }

    #[test]
    fn the_core_is_made_from_what_the_stamp_covers() {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src").canonicalize().unwrap();
        let mut seen = 0;
        hold(&src, &src, &mut seen);
        assert!(seen > 10, "{seen} embedded files were found");
        assert!(!src.with_file_name("build.rs").exists(), "build.rs is no part of the stamp");
    }
}
