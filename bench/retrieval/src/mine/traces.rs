//! Places as programs report them: a stack trace, a panic, a compiler's message, pasted whole.

use super::definitions::{Definitions, PerFile, Place};
use crate::engine::Language;
use crate::random::Random;

const PER_FILE: usize = 3;
/// A definition of fewer lines has no body to fail in.
const FEWEST_LINES: u32 = 4;
/// Where the program was built: what stands before the path of a file.
const BUILT: &str = "/builds/team/project";

/// A report with the definition that it is about and the line that it names.
pub struct Trace<'a> {
    /// What is pasted.
    pub text: String,
    /// The definition around the line.
    pub place: Place<'a>,
    /// The line, from 1.
    pub line: u32,
}

/// Reports of lines inside definitions, at most `most`.
pub fn mine<'a>(definitions: &Definitions<'a>, repo: &str, most: usize) -> Vec<Trace<'a>> {
    let mut random = Random::named(&format!("lines {repo}"));
    let mut per_file = PerFile::new(PER_FILE);
    let places = definitions.shuffled(&format!("trace {repo}")).into_iter().flatten().copied();
    places
        .filter(Place::is_own)
        .filter(|place| place.symbol.body.is_some() && lines(place).1 - place.symbol.line >= FEWEST_LINES)
        .filter(|place| per_file.admits(&place.file.source.path))
        .take(most)
        .map(|place| {
            let (from, to) = (place.symbol.line + 1, lines(&place).1);
            let line = from + random.below((to - from) as usize) as u32;
            Trace { text: report(&place, line), place, line }
        })
        .collect()
}

/// First and last line of the definition.
fn lines(place: &Place) -> (u32, u32) {
    let (source, range) = (&place.file.source, &place.symbol.range);
    (source.lines.line_of(range.start), source.lines.line_of(range.end.saturating_sub(1)))
}

/// The report as the language's own tools print it.
fn report(place: &Place, line: u32) -> String {
    let (path, name) = (&place.file.source.path, &place.symbol.name);
    let file = path.rsplit('/').next().unwrap_or(path);
    match place.file.source.language {
        Language::Python => format!(
            "Traceback (most recent call last):\n  File \"/usr/lib/python3.12/runpy.py\", line 198, in \
             _run_module_as_main\n  File \"{BUILT}/{path}\", line {line}, in {name}\nKeyError: 'id'"
        ),
        Language::JavaScript | Language::TypeScript | Language::Tsx => format!(
            "TypeError: Cannot read properties of undefined (reading 'id')\n    at {name} ({BUILT}/{path}:{line}:17)\n    \
             at process.processTicksAndRejections (node:internal/process/task_queues:105:5)"
        ),
        Language::Rust => format!(
            "thread 'main' panicked at {path}:{line}:9:\nindex out of bounds: the len is 3 but the index is 3\nnote: run \
             with `RUST_BACKTRACE=1` environment variable to display a backtrace"
        ),
        Language::Go => format!(
            "panic: runtime error: invalid memory address or nil pointer dereference\n\ngoroutine 1 [running]:\n\
             main.{name}(0x0)\n\t{BUILT}/{path}:{line} +0x1d"
        ),
        Language::Java | Language::Kotlin | Language::Scala => format!(
            "Exception in thread \"main\" java.lang.NullPointerException\n\tat com.example.App.{name}({file}:{line})\n\t\
             at java.base/java.lang.Thread.run(Thread.java:1583)"
        ),
        Language::CSharp => format!(
            "Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an \
             object.\n   at App.{name}() in {BUILT}/{path}:line {line}"
        ),
        Language::Php => {
            format!("PHP Fatal error:  Uncaught TypeError in {BUILT}/{path}:{line}\nStack trace:\n#0 {{main}}")
        }
        Language::Ruby => format!("{path}:{line}:in `{name}': undefined method `id' for nil (NoMethodError)"),
        _ => format!("{path}:{line}:5: error: unexpected value"),
    }
}
