//! Whether a conversation follows: questions that say nothing of their own after one that names a definition, and
//! questions that turn to another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::corpus::Corpus;
use crate::engine::{Conversation, ModelFiles, Profile};
use crate::outcome::{Context, Outcome};
use crate::parallel;
use crate::provenance::Provenance;
use crate::suite::{self, Query};

/// The options of `converse`.
#[derive(Debug)]
pub struct ConverseArgs {
    /// A suite whose queries look for definitions, or a folder of suites.
    pub suite: PathBuf,
    /// The folder that the roots lie in.
    pub corpora: Option<PathBuf>,
    /// The file with the results.
    pub out: Option<PathBuf>,
    /// The model's folder.
    pub model: PathBuf,
    /// The command that the results name.
    pub command: String,
}

/// Tokens of every answer.
const BUDGET: usize = 2000;

/// So many definitions of a code base begin a conversation.
const MOST: usize = 40;

/// How a conversation begins.
const BEGINNINGS: [&str; 3] = ["where is {} defined", "what does {} do", "implementation of {}"];

/// Follow-ups that the rules of `rank::lean` were written by; the first five are those of tobler-search.
const KNOWN: [&str; 17] = [
    "what are the arguments to that",
    "show full body of that function",
    "what does it return",
    "how does that work internally",
    "where is that defined again",
    "which parameters does it accept",
    "can I see the rest of it?",
    "and what comes back from this call?",
    "who is calling that one",
    "why would it fail",
    "are there tests covering this",
    "walk me through its steps",
    "is it safe to use from several threads",
    "what happens if the input is empty there",
    "give me an example of how to use it",
    "which other pieces depend on this one",
    "does anything override it",
];

/// Follow-ups that they were not: written by somebody who knew neither the rules nor the engine.
const OTHERS: [&str; 48] = [
    "what does it return if the input is empty?",
    "who calls it",
    "and the tests?",
    "Is that thread-safe?",
    "can you show me the whole body",
    "why was it written that way?",
    "What arguments does it take?",
    "does it ever throw",
    "when was this last changed?",
    "any side effects I should know about?",
    "how slow is it on big inputs",
    "Which config settings affect its behaviour?",
    "ok and what happens when it fails?",
    "Show me an example of using it.",
    "is it covered by any unit tests",
    "what's the return type?",
    "Could two threads run this at the same time safely?",
    "does it write anything to disk",
    "How is it different from the older version?",
    "who wrote that originally, and why?",
    "walk me through it line by line",
    "what if I pass it null",
    "Are there other places that do the same thing?",
    "should I be caching its result?",
    "where else is that used in the repo",
    "Does this one handle unicode properly?",
    "what would break if I deleted it",
    "any defaults I can override there?",
    "List every error it can raise.",
    "hm, why not just use the standard library for this?",
    "does it mutate what you give it",
    "What's the time complexity of that?",
    "and its dependencies?",
    "is there an async version",
    "Which of its parameters are optional?",
    "how would I mock it in a test",
    "has it had bugs reported against it before?",
    "Explain the last part of it again please",
    "what should i read next after this",
    "Does it log anything along the way?",
    "how do I turn that off in production",
    "Can you refactor it to be shorter?",
    "what happens to it on a timeout",
    "Is it part of the public API or just internal?",
    "does anything subclass or wrap it",
    "Compare that with how we do it elsewhere.",
    "does it hold a lock while it's running",
    "where do its inputs come from, usually?",
];

/// How often the definition's own lines were among what was shown, in any tier.
#[derive(Clone, Copy, Debug, Default)]
struct Hits {
    found: usize,
    asked: usize,
}

impl Hits {
    fn add(&mut self, found: bool) {
        self.found += usize::from(found);
        self.asked += 1;
    }

    fn share(self) -> f64 {
        100.0 * self.found as f64 / self.asked.max(1) as f64
    }
}

/// By what was measured, without and with memory.
type Table = BTreeMap<&'static str, [Hits; 2]>;

/// Measures and writes; returns the report.
pub fn run(args: &ConverseArgs) -> Outcome<String> {
    let suites = suite::load(&args.suite)?;
    let corpora = args.corpora.clone().map_or_else(|| suite::corpora_beside(&args.suite, &suites), Ok)?;
    let mut roots: BTreeMap<String, Vec<Query>> = BTreeMap::new();
    for query in suites.into_iter().flat_map(|suite| suite.queries) {
        if query.name.is_some() && query.path.is_some() && query.line.is_some() && query.category != "docstring" {
            roots.entry(query.root.clone()).or_default().push(query);
        }
    }
    let roots: Vec<(String, Vec<Query>)> = roots.into_iter().collect();
    let model = ModelFiles::read(&args.model)?;
    let tables = parallel::map(&roots, 2, |(root, queries)| {
        let mut corpus = Corpus::open(&corpora.join(root), &model)?;
        let mut tables = [Table::new(), Table::new()];
        for (table, profile) in tables.iter_mut().zip([Profile::Default, Profile::Tobler]) {
            converse(&mut corpus, queries, profile, table)?;
        }
        Ok(tables)
    })?;
    let provenance = Provenance::gather(
        args.command.clone(),
        model.identity()?,
        &corpora,
        roots.iter().map(|(root, _)| root.as_str()),
    )?;
    let text = report(&tables, &provenance);
    if let Some(file) = &args.out {
        fs::write(file, &text).context(format!("writing {}", file.display()))?;
    }
    Ok(text)
}

fn converse(corpus: &mut Corpus, queries: &[Query], profile: Profile, table: &mut Table) -> Outcome {
    let mut names: Vec<&Query> = Vec::new();
    for query in queries {
        if !names.iter().any(|known| known.name == query.name) && names.len() < MOST {
            names.push(query);
        }
    }
    for (number, query) in names.iter().enumerate() {
        let own = lines(corpus, query);
        let next = names[(number + 1) % names.len()];
        let beginning = begin(query, number);
        let follow_ups = [
            ("follow-ups, known wordings", KNOWN[number % KNOWN.len()], own),
            ("follow-ups, other wordings", OTHERS[number % OTHERS.len()], own),
            ("follow-ups, other wordings", OTHERS[(number + 24) % OTHERS.len()], own),
        ];
        let turn = begin(next, number + 1);
        let pivot = ("pivots", turn.as_str(), lines(corpus, next));
        for (what, asked, truth) in follow_ups.into_iter().chain([pivot]) {
            for memory in [false, true] {
                let mut conversation = Conversation::default();
                let engine = &mut corpus.engine;
                if memory {
                    engine.converse(&beginning, BUDGET, profile, &mut conversation)?;
                }
                let answer = engine.converse(asked, BUDGET, profile, &mut conversation)?;
                let path = if what == "pivots" { &next.path } else { &query.path };
                let found = answer.blocks.iter().any(|block| {
                    Some(&block.path) == path.as_ref() && block.start_line <= truth.1 && block.end_line >= truth.0
                });
                table.entry(what).or_default()[usize::from(memory)].add(found);
            }
        }
    }
    Ok(())
}

fn begin(query: &Query, number: usize) -> String {
    BEGINNINGS[number % BEGINNINGS.len()].replace("{}", query.name.as_deref().unwrap_or_default())
}

/// The definition's own lines.
fn lines(corpus: &Corpus, query: &Query) -> (u32, u32) {
    let line = query.line.unwrap_or(1);
    let file = corpus.engine.files().find(|file| Some(&file.source.path) == query.path.as_ref());
    let symbol = file.and_then(|file| file.symbols.iter().find(|symbol| symbol.line == line).map(|s| (file, s)));
    symbol.map_or((line, line), |(file, symbol)| {
        let lines = &file.source.lines;
        (lines.line_of(symbol.range.start), lines.line_of(symbol.range.end.saturating_sub(1)))
    })
}

fn report(tables: &[[Table; 2]], provenance: &Provenance) -> String {
    let mut text = String::from("# Conversations\n\n");
    let _ = writeln!(
        text,
        "A question that names a definition, then a follow-up that does not, or a question for another definition (pivot). \
         A hit: lines of the definition are among the blocks, in any tier; what was shown before counts as a stub. \
         Contexts of {BUDGET} tokens.\n\nCommand: `{}`\n",
        provenance.command
    );
    for (name, value) in &provenance.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
    for (at, profile) in ["nearfield", "tobler"].into_iter().enumerate() {
        let mut sums = Table::new();
        for table in tables {
            for (what, hits) in &table[at] {
                for (sum, hits) in sums.entry(what).or_default().iter_mut().zip(hits) {
                    sum.found += hits.found;
                    sum.asked += hits.asked;
                }
            }
        }
        let _ =
            writeln!(text, "\n## Profile `{profile}`\n\n| | without memory | with memory | asked |\n|---|---|---|---|");
        for (what, [without, with]) in &sums {
            let _ = writeln!(text, "| {what} | {:.1} % | {:.1} % | {} |", without.share(), with.share(), with.asked);
        }
    }
    text
}
