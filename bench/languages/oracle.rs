//! What other tools find: universal-ctags in every language, the languages' own parsers where they are at hand.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use nearfield::source::Language;
use serde::Deserialize;

use crate::corpus::File;

/// Where the tools are.
pub struct Tools {
    /// universal-ctags.
    pub ctags: PathBuf,
    /// The folder of the libraries it is linked to, if it is not installed.
    pub libraries: Option<PathBuf>,
    /// Python 3, for its `ast`.
    pub python: Option<PathBuf>,
    /// Node, for TypeScript's compiler.
    pub node: Option<PathBuf>,
    /// The folder of the npm package `typescript`.
    pub typescript: Option<PathBuf>,
}

/// A definition as a tool tells it. ctags writes these names; the other tools do likewise.
#[derive(Clone, Debug, Deserialize)]
pub struct Tag {
    /// The plain name.
    pub name: String,
    /// The file, as it was handed over.
    pub path: PathBuf,
    /// The line of the name, from 1.
    pub line: u32,
    /// The tool's word for what it is.
    pub kind: String,
    /// Its parameters, with the parentheses.
    #[serde(default)]
    pub signature: Option<String>,
}

/// A tool for a language.
pub struct Oracle {
    /// Its name in the report.
    pub name: &'static str,
    /// The tool's kinds that are functions, methods and types.
    pub definitions: &'static [&'static str],
    command: Vec<String>,
    libraries: Option<PathBuf>,
}

/// ctags' name of the language, and its kinds that are functions, methods and types.
fn by_ctags(language: Language) -> Option<(&'static str, &'static [&'static str])> {
    let script: &[&str] =
        &["function", "generator", "method", "getter", "setter", "class", "interface", "enum", "alias"];
    Some(match language {
        Language::TypeScript | Language::Tsx => ("TypeScript", script),
        Language::JavaScript => ("JavaScript", script),
        Language::Python => ("Python", &["function", "member", "class"]),
        Language::Rust => ("Rust", &["function", "method", "struct", "enum", "interface", "typedef"]),
        Language::Go => ("Go", &["func", "type", "struct", "interface", "talias", "methodSpec"]),
        Language::Java => ("Java", &["method", "class", "interface", "enum", "annotation"]),
        Language::C => ("C", &["function", "struct", "union", "enum", "typedef"]),
        Language::Cpp => ("C++", &["function", "class", "struct", "union", "enum", "typedef"]),
        Language::CSharp => ("C#", &["method", "class", "struct", "interface", "enum", "typedef"]),
        Language::Ruby => ("Ruby", &["method", "singletonMethod", "class", "module"]),
        Language::Php => ("PHP", &["function", "class", "interface", "trait"]),
        Language::Kotlin => ("Kotlin", &["method", "class", "interface", "object", "typealias"]),
        Language::Swift => ("Swift", &["function", "method", "class", "struct", "enum", "protocol", "typealias"]),
        Language::Scala => ("Scala", &["function", "class", "object", "trait", "type"]),
        Language::Bash => ("Sh", &["function"]),
        Language::Lua => ("Lua", &["function"]),
        Language::Elixir => (
            "Elixir",
            &["function", "macro", "module", "protocol", "guard", "delegate", "callback", "type", "operator"],
        ),
        Language::Haskell => ("Haskell", &["function", "type"]),
        Language::Zig => ("Zig", &["function", "struct", "enum", "union"]),
        _ => return None,
    })
}

/// The languages that ctags does not know, told to it by regular expressions.
const MORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bench/languages/more.ctags");

/// The tools that know a language.
pub fn of(language: Language, tools: &Tools) -> Vec<Oracle> {
    let mut oracles = Vec::new();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let shown = |path: &PathBuf| path.to_string_lossy().into_owned();
    if let Some((name, definitions)) = by_ctags(language) {
        let mut command = vec![shown(&tools.ctags)];
        command.extend(words(&["--quiet", "--options=NONE", &format!("--options={MORE}")]));
        if matches!(language, Language::C | Language::Cpp) {
            command.push(format!("--kinds-{name}=+p"));
        }
        command.push(format!("--language-force={name}"));
        command.extend(words(&["--output-format=json", "--fields=+nSK", "-f", "-", "-L", "-"]));
        oracles.push(Oracle { name: "ctags", definitions, command, libraries: tools.libraries.clone() });
    }
    let script = |file: &str| format!("{}/bench/languages/{file}", env!("CARGO_MANIFEST_DIR"));
    match (language, &tools.python, &tools.node, &tools.typescript) {
        (Language::Python, Some(python), _, _) => oracles.push(Oracle {
            name: "ast",
            definitions: &["function", "class"],
            command: vec![shown(python), script("python.py")],
            libraries: None,
        }),
        (Language::TypeScript | Language::Tsx | Language::JavaScript, _, Some(node), Some(typescript)) => {
            oracles.push(Oracle {
                name: "tsc",
                definitions: &["function", "method", "getter", "setter", "class", "interface", "enum", "alias"],
                command: vec![shown(node), script("typescript.mjs"), shown(typescript)],
                libraries: None,
            });
        }
        _ => {}
    }
    oracles
}

impl Oracle {
    /// What the tool finds in the files, which it gets as a list of paths.
    pub fn tags(&self, files: &[&File]) -> Result<BTreeMap<PathBuf, Vec<Tag>>, Box<dyn Error>> {
        let (program, rest) = self.command.split_first().ok_or("no command")?;
        let mut command = Command::new(program);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
        let list: String = files.iter().map(|file| format!("{}\n", file.path.display())).collect();
        let mut input = child.stdin.take().ok_or("no input")?;
        let writer = std::thread::spawn(move || input.write_all(list.as_bytes()));
        let output = child.wait_with_output()?;
        writer.join().map_err(|_| "the list of files could not be handed over")??;
        if !output.status.success() {
            return Err(format!("{} ended with {}", self.command.join(" "), output.status).into());
        }
        let mut tags: BTreeMap<PathBuf, Vec<Tag>> = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.starts_with('{')) {
            let tag: Tag = serde_json::from_str(line).map_err(|error| format!("{}: {error}: {line}", self.name))?;
            tags.entry(tag.path.clone()).or_default().push(tag);
        }
        Ok(tags)
    }

    /// Whether a tag is a function, a method or a type with a name of its own.
    pub fn defines(&self, tag: &Tag) -> bool {
        let made_up = ["__anon", "anonymousFunction", "AnonymousFunction", "anonymousObject"];
        self.definitions.contains(&tag.kind.as_str()) && !made_up.iter().any(|start| tag.name.starts_with(start))
    }
}
