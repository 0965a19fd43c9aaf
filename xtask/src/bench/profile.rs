//! Where the time goes, stage by stage, at several sizes: sampled in Node, with a module that has the names of its functions.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::bench::machine::Machine;
use crate::bench::spread::{exponent, rounded};
use crate::bench::stages::{self, ASKING, INDEXING, Rules, Sampled};
use crate::bench::{Bench, SETS, forks};
use crate::build;
use crate::outcome::{Context, Failure, Outcome};
use crate::progress::step;
use crate::sizes::grouped;

/// The largest size, in chunks of forks.
const LARGE: usize = 200_000;
const FORKS: usize = 5;
/// The fewest samples of questions that make a profile: small sets are asked more often.
const REPEATS: [&str; 3] = ["40", "15", "5"];
/// How many functions are named.
const HOTTEST: usize = 12;
/// What takes less of the largest size is no cause of growth, and a few samples are noise.
const NOTICEABLE: f64 = 0.005;

/// A profile of one size.
struct Profile {
    name: String,
    chunks: f64,
    bytes: f64,
    questions: f64,
    index: Sampled,
    ask: Sampled,
}

/// Profiles, and writes PROFILE.md and profile.json.
pub fn run(bench: &Bench, machine: &Machine) -> Outcome {
    let wasm = build::named(bench.project, &bench.tools)?;
    let mut profiles = Vec::new();
    for ((name, folders), repeats) in SETS.into_iter().zip(REPEATS) {
        let packs = [bench.pack(name, folders)?];
        let title = format!("Profiling {name}");
        profiles.push(step(&title, || sample(bench, &wasm, name, &packs, &[name], repeats))?);
    }
    let home = bench.scratch("forks");
    step(&format!("{FORKS} forks of the code bases"), || forks::ensure(&bench.sources, &home, FORKS))?;
    let packs: Vec<PathBuf> = (0..FORKS).map(|number| home.join(format!("fork-{number:02}"))).collect();
    let both = SETS.map(|(name, _)| name);
    profiles.push(step("Profiling forks", || sample(bench, &wasm, "forks", &packs, &both, REPEATS[2]))?);
    let text = markdown(&profiles) + &machine.markdown();
    bench.publish("PROFILE.md", &text, "profile.json", &data(&profiles, machine))
}

fn sample(
    bench: &Bench,
    wasm: &Path,
    name: &str,
    packs: &[PathBuf],
    asked: &[&str],
    repeats: &str,
) -> Outcome<Profile> {
    let out = bench.scratch(&format!("profile of {name}"));
    let queries = bench.queries(asked)?;
    let text = bench
        .script("profile.mjs")
        .arg(wasm)
        .args([&out, &queries])
        .args([repeats, &LARGE.to_string()])
        .args(packs)
        .read()?;
    let told: Value = serde_json::from_str(text.trim()).context("reading what was profiled")?;
    let number = |name: &str| told[name].as_f64().ok_or_else(|| Failure::new(format!("The profile told no {name}.")));
    // The samples tell the shares, the processor's time the whole: others may have been at work meanwhile.
    let sampled = |phase: &str, rules: Rules| {
        let file = PathBuf::from(format!("{}.{phase}.cpuprofile", out.display()));
        let text = fs::read_to_string(&file).context(format!("reading {}", file.display()))?;
        Ok::<_, Failure>(stages::read(&text, rules)?.scaled_to(number(&format!("{phase}Ms"))?))
    };
    Ok(Profile {
        name: name.to_owned(),
        chunks: number("chunks")?,
        bytes: number("bytes")?,
        questions: number("questions")?,
        index: sampled("index", INDEXING)?,
        ask: sampled("questions", ASKING)?,
    })
}

/// One of the two tables: what is shown of a profile, and the number that its times are divided by.
struct Table {
    title: &'static str,
    unit: &'static str,
    /// The exponent of what grows in proportion to the chunks.
    in_proportion: u8,
    sampled: fn(&Profile) -> &Sampled,
    share: fn(&Profile) -> f64,
}

const TABLES: [Table; 2] = [
    Table {
        title: "Indexing",
        unit: "A megabyte of text",
        in_proportion: 0,
        sampled: |profile| &profile.index,
        share: |profile| profile.bytes / 1e6,
    },
    Table {
        title: "A question",
        unit: "A question",
        in_proportion: 1,
        sampled: |profile| &profile.ask,
        share: |profile| profile.questions,
    },
];

/// PROFILE.md, without the machine.
fn markdown(profiles: &[Profile]) -> String {
    let mut text = "# Where the time goes\n\nMade by `cargo xtask bench profile`: sampled in Node, by the module of each function; a \
         function that serves several stages counts for its caller. Times are the \
         processor's; sampling itself takes some, so they are more than those of RESULTS.md.\n"
        .to_owned();
    for table in &TABLES {
        let _ = write!(text, "\n## {}\n\n{}: the time, and its share.", table.title, table.unit);
        let _ = write!(
            text,
            " The exponent is that of the growth from the second size to the third: {} is in proportion.\n\n| |",
            table.in_proportion
        );
        for profile in profiles {
            let _ = write!(text, " {}, {} chunks |", profile.name, grouped(profile.chunks as u64));
        }
        let _ = writeln!(text, " exponent |\n|---|{}", "---:|".repeat(profiles.len() + 1));
        for (stage, times) in rows(table, profiles) {
            let cells = times.iter().zip(profiles).map(|(time, profile)| {
                let all = (table.sampled)(profile).total() / (table.share)(profile);
                format!("{} ({:.0} %)", time_of(*time), 100.0 * time / all)
            });
            let cells: Vec<String> = cells.collect();
            let _ = writeln!(text, "| {stage} | {} | {} |", cells.join(" | "), growth(&times, profiles));
        }
        let all: Vec<f64> = profiles.iter().map(|p| (table.sampled)(p).total() / (table.share)(p)).collect();
        let cells: Vec<String> = all.iter().map(|time| time_of(*time)).collect();
        let _ = writeln!(text, "| **all** | {} | {} |", cells.join(" | "), growth(&all, profiles));
        steepest(&mut text, table, profiles);
        for profile in profiles {
            let sampled = (table.sampled)(profile);
            let _ = write!(text, "\nThe functions that take most, without what they call, over {}:\n\n", profile.name);
            for (name, time) in sampled.hottest(HOTTEST) {
                let one = time_of(time / (table.share)(profile));
                let _ = writeln!(text, "- {:.1} %, {one}: `{name}`", 100.0 * time / sampled.total());
            }
        }
    }
    text
}

/// The functions whose time grows most steeply from the second size to the third, with exponent and times.
fn steepest(text: &mut String, table: &Table, profiles: &[Profile]) {
    let [_, before, after] = profiles else { return };
    let all = (table.sampled)(after).total();
    let mut growing: Vec<(f64, f64, f64, &str)> = Vec::new();
    for (name, time) in (table.sampled)(after).functions.iter().filter(|(_, time)| **time > NOTICEABLE * all) {
        let earlier = (table.sampled)(before).functions.get(name).copied().unwrap_or(0.0);
        let [earlier, later] = [(earlier, before), (*time, after)].map(|(time, of)| time / (table.share)(of));
        let steep = exponent(&[(before.chunks, earlier), (after.chunks, later)]);
        growing.extend(steep.map(|steep| (steep, earlier, later, name.as_str())));
    }
    growing.sort_by(|a, b| b.0.total_cmp(&a.0));
    text.push_str("\nThe functions that grow most steeply from the second size to the third:\n\n");
    for (steep, earlier, later, name) in growing.into_iter().take(HOTTEST) {
        let _ = writeln!(text, "- {steep:.2}, {} to {}: `{name}`", time_of(earlier), time_of(later));
    }
}

/// The times of each stage, in the order of the largest size.
fn rows(table: &Table, profiles: &[Profile]) -> Vec<(String, Vec<f64>)> {
    let mut rows: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (at, profile) in profiles.iter().enumerate() {
        for (stage, time) in &(table.sampled)(profile).stages {
            let times = rows.entry(stage.clone()).or_insert_with(|| vec![0.0; profiles.len()]);
            times[at] = time / (table.share)(profile);
        }
    }
    let mut rows: Vec<(String, Vec<f64>)> = rows.into_iter().collect();
    rows.sort_by(|a, b| b.1.last().unwrap_or(&0.0).total_cmp(a.1.last().unwrap_or(&0.0)));
    rows
}

/// Stages may take less than a tenth of a millisecond.
fn time_of(milliseconds: f64) -> String {
    if milliseconds < 10.0 { format!("{milliseconds:.2} ms") } else { format!("{milliseconds:.0} ms") }
}

fn growth(times: &[f64], profiles: &[Profile]) -> String {
    let last: Vec<(f64, f64)> =
        profiles.iter().map(|profile| profile.chunks).zip(times.iter().copied()).skip(1).collect();
    exponent(&last).map_or_else(String::new, |exponent| format!("{exponent:.2}"))
}

/// profile.json.
fn data(profiles: &[Profile], machine: &Machine) -> Value {
    let of = |table: &Table, profile: &Profile| {
        let share = (table.share)(profile);
        let sampled = (table.sampled)(profile);
        let stages: Map<String, Value> =
            sampled.stages.iter().map(|(name, time)| (name.clone(), rounded(time / share))).collect();
        stages
    };
    let profiles: Vec<Value> = profiles
        .iter()
        .map(|profile| {
            json!({
                "name": profile.name,
                "chunks": profile.chunks,
                "bytes": profile.bytes,
                "indexMsPerMegabyte": of(&TABLES[0], profile),
                "questionMs": of(&TABLES[1], profile),
            })
        })
        .collect();
    json!({ "machine": machine.json(), "profiles": profiles })
}
