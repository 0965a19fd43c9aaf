//! Compiles the core crate, and the grammars' C, for wasm32.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::build::{Languages, Mode};
use crate::digest;
use crate::outcome::{Context, Failure, Outcome};
use crate::project::{Project, WASM, cargo_home};
use crate::setup::WasmTools;
use crate::tool::Tool;

/// `getrandom` wants its source of randomness named (a dependency of a dependency; the core draws no numbers),
/// and the vector scan uses 128-bit SIMD, which every current host has.
const RUST_FLAGS: [&str; 2] = ["--cfg=getrandom_backend=\"wasm_js\"", "-Ctarget-feature=+simd128"];

/// Compiles; returns the path of the wasm that cargo made, which the next compilation overwrites.
pub fn compile(project: &Project, tools: &WasmTools, languages: Languages, mode: Mode) -> Outcome<PathBuf> {
    command(project, tools, languages, mode)?.run()?;
    let folder = match mode {
        Mode::Release => "release",
        Mode::Dev => "debug",
    };
    Ok(project.target.join(WASM).join(folder).join("nearfield.wasm"))
}

/// The command that compiles.
pub fn command(project: &Project, tools: &WasmTools, languages: Languages, mode: Mode) -> Outcome<Tool> {
    let features = ["--features", languages.feature()];
    Ok(cargo(project, tools, "build")?
        .args(["--package", "nearfield", "--lib", "--profile", mode.profile()])
        .args(features))
}

/// `cargo COMMAND --target wasm32-unknown-unknown` with everything that the C compiler and the crates want.
pub fn cargo(project: &Project, tools: &WasmTools, command: &str) -> Outcome<Tool> {
    let grammar = project
        .source_of("tree-sitter-language")
        .ok_or_else(|| Failure::new("The core does not depend on tree-sitter-language."))?;
    let headers = grammar.join("wasm/include");
    let sources = empty_sources(project)?;
    let override_of = |key: &str, path: &Path| format!("target.{WASM}.tree-sitter-language.{key}='{}'", path.display());
    let mut tool = Tool::new(&tools.rust.cargo)
        .dir(&project.root)
        .arg(command)
        .args(["--target", WASM])
        .args(["--config", &override_of("wasm-headers", &headers)])
        .args(["--config", &override_of("wasm-src", &sources)])
        .envs(&tools.rust.envs());
    let target = WASM.replace('-', "_");
    // Most grammars do not look for the C headers themselves.
    let mut c_flags = OsString::from(format!("-I{} -include {}", headers.display(), prelude(project)?.display()));
    if let Some(more) = env::var_os(format!("CFLAGS_{target}")) {
        c_flags.push(" ");
        c_flags.push(more);
    }
    tool = tool
        .env(format!("CC_{target}"), &tools.c.clang)
        .env(format!("AR_{target}"), &tools.c.archiver)
        .env(format!("CFLAGS_{target}"), c_flags)
        .env("CARGO_ENCODED_RUSTFLAGS", rust_flags());
    Ok(tool)
}

/// The compiler's flags for the target, in the encoding that allows spaces in paths.
fn rust_flags() -> String {
    let mut flags: Vec<String> = RUST_FLAGS.map(str::to_owned).into();
    // Panic messages name source files of the dependencies: without this the module would tell, and vary with,
    // where they were compiled. The workspace's own files are named from its root.
    flags.extend(cargo_home().map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags.join("\x1f")
}

/// Grammars of the 0.25 generation compile three C files that `tree-sitter-language` names, and that are now
/// a deliberate compile error: since 0.27 tree-sitter itself brings their functions. They get empty ones.
fn empty_sources(project: &Project) -> Outcome<PathBuf> {
    let folder = project.scratch.join("wasm-src");
    for name in ["stdio.c", "stdlib.c", "string.c"] {
        write(&folder, name, "/* tree-sitter brings these functions itself. */\n")?;
    }
    Ok(folder)
}

/// What the scanners of C++, Swift and Bash use and the C headers for wasm lack. And large parsers tell clang, by its
/// name, not to optimise them: then Swift's lexer is one function of 440 KB full of loads, on which V8 works for ten
/// seconds.
const PRELUDE: &str = "\
#include <stdint.h>
#include <wchar.h>

#ifndef static_assert
#define static_assert _Static_assert
#endif

_Noreturn static inline void exit(int status) {
  (void)status;
  __builtin_trap();
}

static inline int isdigit(int c) { return c >= '0' && c <= '9'; }

#undef __clang__
";

/// The header that stands before every C file. Its name tells its content: the C is compiled again when flags change,
/// not when this file does.
fn prelude(project: &Project) -> Outcome<PathBuf> {
    let name = format!("prelude-{}.h", &digest::of_bytes(PRELUDE.as_bytes())[..8]);
    write(&project.scratch.join("wasm-include"), &name, PRELUDE)
}

/// Writes a file unless it is there as it should be.
fn write(folder: &Path, name: &str, text: &str) -> Outcome<PathBuf> {
    fs::create_dir_all(folder).context(format!("making {}", folder.display()))?;
    let file = folder.join(name);
    if fs::read_to_string(&file).is_ok_and(|present| present == text) {
        return Ok(file);
    }
    fs::write(&file, text).context(format!("writing {}", file.display()))?;
    Ok(file)
}
