//! Instructions that the native program carries out: the same from run to run, however busy the machine is.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::bench::machine::Machine;
use crate::bench::{Bench, SETS};
use crate::outcome::{Advice, Context, Failure, Outcome};
use crate::progress::{say, step};
use crate::setup::apt;
use crate::sizes::grouped;
use crate::tool::{Tool, which};

/// Functions of the native program, before which the counts so far are written down.
const BORDERS: [&str; 2] = ["*count_indexing*", "*count_asking*"];

/// Counts on the small set, and writes INSTRUCTIONS.md and instructions.json.
pub fn run(bench: &Bench, machine: &Machine) -> Outcome {
    let valgrind = match step("Valgrind", ensure) {
        Ok(valgrind) => valgrind,
        // Its absence is no reason to measure nothing else.
        Err(failure) => {
            say(format!("Instructions are not counted. {failure}"));
            return Ok(());
        }
    };
    let (name, folders) = SETS[0];
    let (pack, queries) = (bench.pack(name, folders)?, bench.queries(&[name])?);
    let out = bench.scratch("callgrind");
    let [start, index, ask] = step("Counting instructions (a minute or two)", || {
        let text = Tool::new(&valgrind)
            .args(["--tool=callgrind", "--quiet"])
            .args(BORDERS.map(|name| format!("--dump-before={name}")))
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(&bench.native)
            .arg("once")
            .arg(bench.model())
            .args([&pack, &queries])
            .read()?;
        let held: Value = serde_json::from_str(text.trim()).context("reading what was indexed")?;
        say(format!("{held}"));
        counts(&out)
    })?;
    let bytes = fs::metadata(pack.with_extension("bin")).context("looking for the pack")?.len();
    let asked = bench.questions[name].as_array().map_or(0, Vec::len) as u64;
    let version = Tool::new(&valgrind).arg("--version").read()?.trim().to_owned();
    let told = [
        ("start", "startInstructions", start),
        ("index, a byte of text", "indexInstructionsPerByte", index / bytes),
        ("index", "indexInstructions", index),
        ("a question", "questionInstructions", ask / asked.max(1)),
    ];
    let mut text = format!(
        "# Instructions\n\nMade by `cargo xtask bench instructions`: what the native program carries out over {name}, counted \
         by {version}. Two counts of the same program differ by less than a thousandth, so what a change costs shows here \
         where times are noise. {asked} questions, each asked once; the first of them also makes the index ready.\n\n\
         | | instructions |\n|---|---:|\n"
    );
    for (label, _, count) in told {
        let _ = writeln!(text, "| {label} | {} |", grouped(count));
    }
    let counts: serde_json::Map<String, Value> =
        told.iter().map(|(_, name, count)| ((*name).to_owned(), json!(count))).collect();
    let data = json!({ "machine": machine.json(), "valgrind": version, "set": name, "counts": counts });
    bench.publish("INSTRUCTIONS.md", &(text + &machine.markdown()), "instructions.json", &data)
}

fn ensure() -> Outcome<PathBuf> {
    let advice = "install valgrind (Linux has it), or leave this part out: cargo xtask bench speed curve profile";
    if which("valgrind").is_none() {
        apt::install(&["valgrind"]).or_by_hand(advice)?;
    }
    which("valgrind").ok_or_else(|| Failure::new("Valgrind is not on the PATH.").by_hand(advice))
}

/// The counts of the three pieces, which lie in OUT.1, OUT.2 and OUT.
fn counts(out: &Path) -> Outcome<[u64; 3]> {
    let piece = |ending: &str| {
        let file = PathBuf::from(format!("{}{ending}", out.display()));
        let doing = format!("reading {}", file.display());
        let text = fs::read_to_string(&file).context(&doing)?;
        let _ = fs::remove_file(&file);
        total(&text).ok_or_else(|| Failure::new(format!("While {doing}: there is no line of totals.")))
    };
    Ok([piece(".1")?, piece(".2")?, piece("")?])
}

/// The line `totals: N` of callgrind's format, or `summary: N` in older ones.
fn total(text: &str) -> Option<u64> {
    let of = |name: &str| text.lines().rev().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    of("totals:").or_else(|| of("summary:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_found_in_both_forms() {
        assert_eq!(total("events: Ir\nsummary: 12\n\nfn=(1) a\n1 12\n\ntotals: 12\n"), Some(12));
        assert_eq!(total("events: Ir\nsummary: 34\n"), Some(34));
        assert_eq!(total("events: Ir\n"), None);
    }
}
