//! From a profile of samples to the time of each stage: a function counts for the room of the core that it lies in, and one
//! that lies in none, or serves several, for whoever called it.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::outcome::{Context, Failure, Outcome};

/// The beginning of a function's name, and the stage that it belongs to; of several the longest counts, and an empty stage
/// leaves it to the caller.
pub type Rules = &'static [(&'static str, &'static str)];

/// What serves several stages.
const SHARED: Rules = &[
    ("nearfield::lexical::words", ""),
    ("nearfield::lexical::marks", ""),
    ("nearfield::lexical::stem", ""),
    ("nearfield::lexical::compose", ""),
    ("nearfield::source::lines", ""),
    ("nearfield::chunk::count", ""),
    ("nearfield::chunk::size", ""),
    ("(", "V8: garbage collection and the like"),
];

/// The stages of indexing.
pub const INDEXING: Rules = &[
    ("nearfield::source", "decode: text, language, role, rules"),
    ("ts_", "parse"),
    ("tree_sitter_", "parse"),
    ("tree_sitter::", ""),
    ("nearfield::chunk", "cut: borders and the cheapest partition"),
    ("nearfield::chunk::pattern", "definitions: queries over the tree"),
    ("nearfield::chunk::symbol", "definitions: queries over the tree"),
    ("nearfield::chunk::grammar", "definitions: queries over the tree"),
    ("nearfield::chunk::parse", "parse"),
    ("nearfield::chunk::line_sizes", "sizes: what lines and levels of detail take"),
    ("nearfield::index::printed", "sizes: what lines and levels of detail take"),
    ("nearfield::index::taken", "sizes: what lines and levels of detail take"),
    ("nearfield::index::outline", "sizes: what lines and levels of detail take"),
    ("nearfield::lexical", "words: terms and postings"),
    ("nearfield::index::definitions", "words: terms and postings"),
    ("nearfield::index::fields", "words: terms and postings"),
    ("nearfield::semantic", "embed: pieces, rows, quantising"),
    ("nearfield::index::semantics", "embed: pieces, rows, quantising"),
    ("nearfield::index::uses", "who uses whom"),
    ("nearfield::index", "the catalog"),
    ("nearfield::engine", "the catalog"),
    ("nearfield::wasm", "to and from JavaScript"),
];

/// The stages of a question.
pub const ASKING: Rules = &[
    ("nearfield::semantic", "embedding the question"),
    ("nearfield::rank::question", "reading the question"),
    ("nearfield::rank::intent", "reading the question"),
    ("nearfield::rank::overview", "reading the question"),
    ("nearfield::rank::lean", "reading the question"),
    ("nearfield::rank::query", "reading the question"),
    ("nearfield::lexical", "BM25: postings"),
    ("nearfield::rank::signals::terms", "BM25: postings"),
    ("nearfield::semantic::vectors", "cosines"),
    ("nearfield::index::semantics", "cosines"),
    ("nearfield::rank::signals::cosines", "cosines"),
    ("nearfield::rank::signals", "signals"),
    ("nearfield::lexical::finder", "signals"),
    ("nearfield::rank", "view, sum and order"),
    ("nearfield::rank::grounds", "distribution and confidence"),
    ("nearfield::rank::common", "distribution and confidence"),
    ("nearfield::assemble::answer", "distribution and confidence"),
    ("nearfield::assemble::distribution", "distribution and confidence"),
    ("nearfield::assemble::weights", "distribution and confidence"),
    ("nearfield::assemble::confidence", "distribution and confidence"),
    ("nearfield::assemble::abstain", "distribution and confidence"),
    ("nearfield::assemble::context", "distribution and confidence"),
    ("nearfield::assemble", "assembly: candidates and the best choice"),
    ("nearfield::assemble::alike", "assembly: near-duplicates"),
    ("nearfield::assemble::render", "rendering"),
    ("nearfield::index::printed", ""),
    ("nearfield::index::taken", ""),
    ("nearfield::index", "making the index ready"),
    ("nearfield::index::layout", "making the index ready"),
    ("nearfield::engine", ""),
    ("nearfield::wasm", "to and from JavaScript"),
];

/// Time in milliseconds that was sampled in each stage, and in each function.
#[derive(Default)]
pub struct Sampled {
    /// By stage.
    pub stages: BTreeMap<String, f64>,
    /// By function, without what it calls.
    pub functions: BTreeMap<String, f64>,
}

impl Sampled {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.stages.values().sum()
    }

    /// The same shares of another total, in milliseconds.
    pub fn scaled_to(mut self, total: f64) -> Self {
        let factor = total / self.total().max(f64::MIN_POSITIVE);
        self.stages.values_mut().chain(self.functions.values_mut()).for_each(|time| *time *= factor);
        self
    }

    /// The functions that take the most.
    pub fn hottest(&self, count: usize) -> Vec<(&str, f64)> {
        let mut all: Vec<(&str, f64)> = self.functions.iter().map(|(name, time)| (name.as_str(), *time)).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        all.truncate(count);
        all
    }
}

/// Where no function of the core is under way.
const AROUND: &str = "to and from JavaScript";

/// Reads a `.cpuprofile` of V8.
pub fn read(text: &str, rules: Rules) -> Outcome<Sampled> {
    let profile: Value = serde_json::from_str(text).context("reading a profile")?;
    let lacks = |what: &str| Failure::new(format!("The profile has no {what}: is it of another Node?"));
    let nodes = profile["nodes"].as_array().ok_or_else(|| lacks("nodes"))?;
    let mut parents: HashMap<u64, u64> = HashMap::new();
    for node in nodes {
        let id = node["id"].as_u64().ok_or_else(|| lacks("ids"))?;
        parents
            .extend(node["children"].as_array().into_iter().flatten().filter_map(|child| Some((child.as_u64()?, id))));
    }
    let names: HashMap<u64, &str> = nodes
        .iter()
        .filter_map(|node| Some((node["id"].as_u64()?, node["callFrame"]["functionName"].as_str()?)))
        .collect();
    let (samples, deltas) = (profile["samples"].as_array(), profile["timeDeltas"].as_array());
    let (samples, deltas) = samples.zip(deltas).ok_or_else(|| lacks("samples"))?;
    let mut times: BTreeMap<u64, f64> = BTreeMap::new();
    for (id, microseconds) in samples.iter().zip(deltas).filter_map(|(id, time)| Some((id.as_u64()?, time.as_f64()?))) {
        *times.entry(id).or_default() += microseconds.max(0.0) / 1e3;
    }
    let mut sampled = Sampled::default();
    for (id, time) in times {
        let callers = std::iter::successors(Some(id), |id| parents.get(id).copied());
        let stage = callers.filter_map(|id| stage(names.get(&id)?, rules)).next().unwrap_or(AROUND);
        *sampled.stages.entry(stage.to_owned()).or_default() += time;
        let name = plain(names.get(&id).copied().unwrap_or(""));
        *sampled.functions.entry(name).or_default() += time;
    }
    Ok(sampled)
}

/// The stage of a function, if it has one of its own.
fn stage(name: &str, rules: Rules) -> Option<&'static str> {
    if name == "(root)" {
        return None;
    }
    let name = name.trim_start_matches(['<', '&']);
    let matching = rules.iter().chain(SHARED).filter(|(start, _)| name.starts_with(start));
    let (_, stage) = matching.max_by_key(|(start, _)| start.len())?;
    (!stage.is_empty()).then_some(stage)
}

/// Without the compiler's hashes: `::h` with one at the end, and those in brackets after the names of crates.
fn plain(name: &str) -> String {
    let is_hash = |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut rest = match name.rsplit_once("::h") {
        Some((path, hash)) if is_hash(hash) => path,
        _ => name,
    };
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        rest = match after.split_once(']') {
            Some((hash, after)) if is_hash(hash) => after,
            _ => {
                plain.push('[');
                after
            }
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(names: &[&str], samples: &[u64]) -> String {
        // A chain: each calls the next.
        let nodes: Vec<Value> = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let children: Vec<usize> = if at + 1 < names.len() { vec![at + 2] } else { vec![] };
                serde_json::json!({ "id": at + 1, "callFrame": { "functionName": name }, "children": children })
            })
            .collect();
        let deltas = vec![1000; samples.len()];
        serde_json::json!({ "nodes": nodes, "samples": samples, "timeDeltas": deltas }).to_string()
    }

    #[test]
    fn shared_functions_count_for_their_caller() {
        let names = [
            "(root)",
            "search",
            "nearfield::rank::signals::paths::values::h0123456789abcdef",
            "alloc::sort",
            "nearfield::lexical::words::words",
        ];
        let sampled = read(&profile(&names, &[2, 3, 4, 5, 5]), ASKING).unwrap();
        assert_eq!(sampled.stages["signals"], 4.0);
        assert_eq!(sampled.stages[AROUND], 1.0);
        assert_eq!(sampled.functions["nearfield::rank::signals::paths::values"], 1.0);
        assert_eq!(sampled.hottest(1), [("nearfield::lexical::words::words", 2.0)]);
        assert_eq!(sampled.total(), 5.0);
        let scaled = sampled.scaled_to(10.0);
        assert_eq!((scaled.total(), scaled.stages["signals"]), (10.0, 8.0));
    }

    #[test]
    fn names_are_shown_without_hashes() {
        let name =
            "<dlmalloc[e24a27700634d609]::System as core[0123456789abcdef]::Alloc<[u8]>>::alloc::h0123456789abcdef";
        assert_eq!(plain(name), "<dlmalloc::System as core::Alloc<[u8]>>::alloc");
        assert_eq!(plain("ts_lex[0]::how"), "ts_lex[0]::how");
    }

    #[test]
    fn the_longest_rule_counts() {
        assert_eq!(stage("nearfield::assemble::alike::x", ASKING), Some("assembly: near-duplicates"));
        assert_eq!(stage("<nearfield::semantic::vectors::Rows as core::fmt::Debug>::fmt", ASKING), Some("cosines"));
        let matcher = "nearfield::chunk::pattern::matching::Matcher::among";
        assert_eq!(stage(matcher, INDEXING), Some("definitions: queries over the tree"));
        assert_eq!(stage("core::slice::sort", INDEXING), None);
        assert_eq!(stage("(garbage collector)", INDEXING), Some("V8: garbage collection and the like"));
        assert!(read("{}", INDEXING).is_err());
    }

    /// A rule that nothing fits any longer would move its time elsewhere in silence.
    #[test]
    fn every_rule_names_a_module_of_the_core() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
        let names = [INDEXING, ASKING, SHARED].concat();
        for (name, _) in names.iter().filter_map(|(start, stage)| Some((start.strip_prefix("nearfield::")?, stage))) {
            let path = root.join(name.replace("::", "/"));
            assert!(path.is_dir() || path.with_extension("rs").is_file(), "{name} is no module");
        }
    }
}
