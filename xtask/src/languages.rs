//! `cargo xtask languages`: what is found in real code of every language, beside universal-ctags and the languages' own
//! tools, by the program of bench/languages.

use std::path::PathBuf;

use crate::args::Args;
use crate::corpora::languages;
use crate::outcome::{Failure, Outcome};
use crate::progress::step;
use crate::project::{Project, cargo};
use crate::setup;
use crate::tool::Tool;

/// The options that take a value.
pub const VALUES: [&str; 3] = ["out", "list", "symbols"];

/// Measures, and rewrites docs/LANGUAGES.md; or lists the differences, or the definitions, of one language.
pub fn run(args: &Args) -> Outcome {
    if let Some(word) = args.words.first() {
        return Err(
            Failure::new(format!("`languages` takes no {word:?}.")).by_hand("cargo xtask languages --list LANGUAGE")
        );
    }
    let project = Project::open()?;
    let node = setup::npm(&project)?;
    let python = setup::python::ensure()?;
    let ctags = step("universal-ctags", || setup::ctags::ensure(&project, languages::SUITE))?;
    let corpora = languages::fetch(&project, &node)?;
    let program = step("Compiling the comparison (the first time takes minutes)", || {
        let example = ["build", "--package", "nearfield", "--features", "full", "--example", "languages"];
        Tool::new(cargo()).args(example).dir(&project.root).run()?;
        Ok(project.target.join("debug/examples").join(format!("languages{}", std::env::consts::EXE_SUFFIX)))
    })?;
    let tool = Tool::new(program)
        .arg("--corpora")
        .arg(corpora)
        .arg("--ctags")
        .arg(ctags.program)
        .arg("--libraries")
        .arg(ctags.libraries)
        .arg("--python")
        .arg(python)
        .arg("--node")
        .arg(&node.node)
        .arg("--typescript")
        .arg(project.root.join("node_modules/typescript"));
    for name in ["list", "symbols"] {
        if let Some(language) = args.text(name) {
            return tool.args([format!("--{name}").as_str(), language]).run();
        }
    }
    let out = args.text("out").map_or(project.root.join("docs/LANGUAGES.md"), PathBuf::from);
    step("Comparing definitions", || tool.arg("--out").arg(&out).run())
}
