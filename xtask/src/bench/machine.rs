//! Where figures come from.

use std::fmt::Write;
use std::fs;

use serde_json::{Map, Value, json};

use crate::outcome::Outcome;
use crate::project::{Project, cargo};
use crate::setup::{Node, Toolchain};
use crate::tool::Tool;

/// Names and values that tell the machine, the versions, and how busy it was.
pub struct Machine(Vec<(&'static str, String)>);

/// The name of the load: of others, since it is asked before anything is measured.
const LOAD: &str = "load of the minute before";
/// A machine with more than this was at work on something else.
const QUIET: f64 = 0.5;

impl Machine {
    /// Asks the machine and the tools; before measuring, for the sake of the load.
    pub fn ask(project: &Project, node: &Node) -> Outcome<Self> {
        let line = |tool: Tool| tool.read().map(|text| text.lines().next().unwrap_or("").to_owned());
        let processor = fs::read_to_string("/proc/cpuinfo")
            .ok()
            .and_then(|text| field(&text, "model name"))
            .or_else(|| line(Tool::new("sysctl").args(["-n", "machdep.cpu.brand_string"])).ok())
            .unwrap_or_else(|| "unknown processor".to_owned());
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let memory = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
            let kibibytes: f64 = field(&text, "MemTotal")?.trim_end_matches("kB").trim().parse().ok()?;
            Some(format!("{:.0} GiB", kibibytes / 1024.0 / 1024.0))
        });
        let load = fs::read_to_string("/proc/loadavg").ok().and_then(|text| Some(text.split(' ').next()?.to_owned()));
        let commit = Tool::new("git").args(["describe", "--always", "--dirty"]).dir(&project.root);
        let mut told = vec![
            ("processor", format!("{processor}, {cores} cores")),
            ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
            ("rustc", Toolchain::current().release()?),
            ("cargo", line(Tool::new(cargo()).arg("--version"))?),
            ("node", node.version.clone()),
            ("commit", line(commit).unwrap_or_else(|_| "unknown".to_owned())),
        ];
        told.extend(memory.map(|memory| ("memory", memory)));
        told.extend(load.map(|load| (LOAD, load)));
        Ok(Machine(told))
    }

    /// Adds what became known later.
    pub fn tell(&mut self, name: &'static str, value: String) {
        self.0.push((name, value));
    }

    /// The end of a report.
    pub fn markdown(&self) -> String {
        let mut text = "\n## Machine\n\n".to_owned();
        for (name, value) in &self.0 {
            let _ = writeln!(text, "- {name}: {value}");
        }
        let load = self.0.iter().find(|(name, _)| *name == LOAD).and_then(|(_, load)| load.parse::<f64>().ok());
        if load.is_some_and(|load| load > QUIET) {
            text.push_str(
                "\nThe machine was busy with other things: times are too long, and noisy. Ratios within a turn, the \
                 processor's time, counts and sizes can be read.\n",
            );
        }
        text
    }

    /// For result files.
    pub fn json(&self) -> Value {
        Value::Object(self.0.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect::<Map<_, _>>())
    }
}

/// A line `name : value` of a file below /proc.
fn field(text: &str, name: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
