//! What was measured, as a page and as lists.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use nearfield::chunk::Chunker;

use crate::compare::{Side, Tally, Verdict, header};
use crate::corpus::{File, Set};

const HEAD: &str = "\
# Languages

Written by `cargo xtask languages`; do not edit. What nearfield finds in real code of every language, beside other tools:
universal-ctags 5.9 (for Scala, Swift and Zig, which it does not know, with regular expressions in
[more.ctags](../bench/languages/more.ctags)), Python's `ast`, and TypeScript's compiler (`tsc`). The packages are pinned
in `xtask/src/corpora/languages.rs`; of each at most 40 files of a language are taken, evenly over its folders.

- **read**: the share of the bytes that the grammar can read.
- **told**: the functions, methods and types that the tool tells and that have a name. **mistaken**: those of them that are none,
  by rules that are listed below with what they apply to.
- **found**: of the others, the share that nearfield has by the same name at the same line, or the next, or as a further clause
  (Elixir, Haskell) or another name of a definition.
- **more**: functions, methods and types of nearfield of which the tool has no tag of any kind there.
- **signatures**: of the functions and methods of both, the share whose signature in nearfield has all parameters that the tool
  names, in their order, and closes its parentheses.
";

const KINDS: &str = "\
## Differences by kind

`cargo xtask languages --list LANGUAGE` prints each with its place. *Lacking*: nearfield does not have it. *Clause*: it counts as
found. *Mistaken*: the tool is wrong. *More*: the tool does not have it; by nearfield's kind.
";

/// The page of docs/LANGUAGES.md.
pub fn markdown(tallies: &[Tally], corpora: &Path) -> String {
    let mut out = format!("{HEAD}\n");
    for set in [Set::Seen, Set::Held] {
        let (title, what) = titles(set);
        let _ = writeln!(out, "## {title}\n\n{what}\n");
        let _ = writeln!(
            out,
            "| language | packages | files | KB | read | beside | told | mistaken | found | more | signatures |"
        );
        let _ = writeln!(out, "|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|");
        for tally in tallies.iter().filter(|tally| tally.set == set) {
            rows(&mut out, tally);
        }
        let _ = writeln!(out);
    }
    let _ = writeln!(out, "{KINDS}");
    for tally in tallies {
        kinds(&mut out, tally);
    }
    let _ = writeln!(out, "## Packages\n");
    packages(&mut out, corpora);
    out
}

fn titles(set: Set) -> (&'static str, &'static str) {
    match set {
        Set::Seen => ("Packages that were looked at", "The queries were mended until these came out as they do."),
        Set::Held => {
            ("Held-out packages", "Nobody looked at these while the queries were mended: they are only counted.")
        }
    }
}

fn rows(out: &mut String, tally: &Tally) {
    let read = 100.0 - percent(tally.unread, tally.bytes);
    let start = format!(
        "| {} | {} | {} | {:.0} | {read:.2} % |",
        tally.language.name(),
        tally.packages.len(),
        tally.files,
        tally.bytes as f64 / 1e3
    );
    if tally.sides.is_empty() {
        let _ = writeln!(out, "{start} – | | | | | |");
    }
    for (name, side) in &tally.sides {
        let more: usize = side.more.values().map(Vec::len).sum();
        let _ = writeln!(
            out,
            "{start} {name} | {} | {} | {:.2} % | {more} | {:.2} % of {} |",
            side.told,
            side.mistaken,
            percent(side.found, side.told - side.mistaken),
            percent(side.complete, side.signatures),
            side.signatures,
        );
    }
}

fn kinds(out: &mut String, tally: &Tally) {
    for (name, side) in &tally.sides {
        if side.lacking.is_empty() && side.more.is_empty() {
            continue;
        }
        let (title, _) = titles(tally.set);
        let _ = writeln!(out, "{} beside {name}, {}:\n", tally.language.name(), title.to_lowercase());
        let mut lacking: BTreeMap<(Verdict, &str), usize> = BTreeMap::new();
        for ((verdict, kind), places) in &side.lacking {
            *lacking.entry((*verdict, kind)).or_default() += places.len();
        }
        for ((verdict, kind), count) in lacking {
            let _ = writeln!(out, "- {verdict:?}: {kind}: {count}");
        }
        let more: Vec<String> = side.more.iter().map(|(kind, places)| format!("{} {kind}", places.len())).collect();
        if !more.is_empty() {
            let _ = writeln!(out, "- More: {}", more.join(", "));
        }
        if side.complete < side.signatures {
            let _ = writeln!(out, "- Signatures that are not complete: {}", side.signatures - side.complete);
        }
        let _ = writeln!(out);
    }
}

/// The list that the fetching wrote.
fn packages(out: &mut String, corpora: &Path) {
    let list = fs::read_to_string(corpora.join("versions.tsv")).unwrap_or_default();
    for line in list.lines() {
        if let Some((folder, package)) = line.split_once('\t') {
            let _ = writeln!(out, "- `{folder}`: {package}");
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// Every difference.
pub fn list(tallies: &[Tally]) {
    for tally in tallies {
        for (name, side) in &tally.sides {
            println!("== {} {:?} {name}: {} of {}", tally.language.name(), tally.set, side.found, side.told);
            one(side);
        }
    }
}

fn one(side: &Side) {
    for ((verdict, kind), places) in &side.lacking {
        println!("-- {verdict:?}: {kind}: {}", places.len());
        places.iter().for_each(|place| println!("{place}"));
    }
    for (kind, places) in &side.more {
        println!("-- More: {kind}: {}", places.len());
        places.iter().for_each(|place| println!("{place}"));
    }
    println!("-- Signatures that are not complete: {}", side.broken.len());
    side.broken.iter().for_each(|place| println!("{}", place.replace('\n', "⏎")));
}

/// Every definition of a language in the packages that are looked at.
pub fn symbols(files: &[File], chunker: &mut Chunker, language: &str) {
    for file in files.iter().filter(|file| file.source.language.name() == language && file.set == Set::Seen) {
        println!("==== {}", file.path.display());
        let text = &file.source.text;
        for symbol in chunker.chunk(&file.source).symbols {
            println!("{}: {} {}", symbol.line, symbol.kind.as_str(), symbol.qualified);
            println!("    sig  {}", header(&symbol, text).replace('\n', "⏎"));
            if let Some(doc) = &symbol.doc {
                let doc = text[doc.start as usize..doc.end as usize].replace('\n', "⏎");
                println!("    doc  {}", doc.chars().take(160).collect::<String>());
            }
            if let Some(body) = &symbol.body {
                let line = |at| file.source.lines.line_of(at);
                println!("    body {}-{}", line(body.start), line(body.end.max(1) - 1));
            }
        }
    }
}
