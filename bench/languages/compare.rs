//! Definitions of two finders beside each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use nearfield::chunk::{Chunked, Symbol, SymbolKind};
use nearfield::source::Language;
use tree_sitter::Tree;

use crate::corpus::{File, Set};
use crate::oracle::{Oracle, Tag};

/// What is counted of one language on one set of files.
pub struct Tally {
    /// The language.
    pub language: Language,
    /// The files.
    pub set: Set,
    /// The packages.
    pub packages: BTreeSet<String>,
    /// How many files, bytes, and bytes that the grammar cannot read.
    pub files: usize,
    pub bytes: usize,
    pub unread: usize,
    /// Beside each tool.
    pub sides: BTreeMap<&'static str, Side>,
}

/// What is counted beside one tool.
#[derive(Default)]
pub struct Side {
    /// The tool's functions, methods and types; those of them that nearfield has.
    pub told: usize,
    pub found: usize,
    /// What the tool tells although it is no definition.
    pub mistaken: usize,
    /// Functions and methods of both whose parameters the tool names, and those of them whose signature is complete.
    pub signatures: usize,
    pub complete: usize,
    /// What nearfield lacks, by kind, with each place.
    pub lacking: BTreeMap<(Verdict, String), Vec<String>>,
    /// What the tool lacks, by nearfield's kind, with each place.
    pub more: BTreeMap<String, Vec<String>>,
    /// Signatures that are not complete.
    pub broken: Vec<String>,
}

impl Tally {
    pub fn new(language: Language, set: Set) -> Self {
        let (packages, sides) = (BTreeSet::new(), BTreeMap::new());
        Tally { language, set, packages, files: 0, bytes: 0, unread: 0, sides }
    }

    /// Counts a file and how much of it the grammar reads.
    pub fn file(&mut self, file: &File, tree: Option<&Tree>) {
        self.packages.insert(file.package.clone());
        self.files += 1;
        self.bytes += file.source.text.len();
        self.unread += tree.map_or(file.source.text.len(), unread);
    }

    /// Counts what a tool and nearfield have of each other in a file.
    pub fn compare(&mut self, oracle: &Oracle, file: &File, chunked: &Chunked, tree: Option<&Tree>, tags: &[Tag]) {
        let side = self.sides.entry(oracle.name).or_default();
        let symbols = &chunked.symbols;
        let mut at: BTreeMap<(String, u32), usize> = BTreeMap::new();
        for (index, symbol) in symbols.iter().enumerate().rev() {
            at.insert((comparable(&symbol.name), symbol.line), index);
        }
        let near = |name: &str, line: u32| {
            [line, line.saturating_sub(1), line + 1]
                .into_iter()
                .find_map(|line| at.get(&(name.to_owned(), line)).copied())
        };
        let mut told = BTreeSet::new();
        for tag in tags.iter().filter(|tag| oracle.defines(tag)) {
            let name = comparable(&tag.name);
            // Some tools tell a definition twice.
            if !told.insert((name.clone(), tag.line)) {
                continue;
            }
            side.told += 1;
            let place = format!("{}:{}: {} {}", file.path.display(), tag.line, tag.kind, tag.name);
            let Some(index) = near(&name, tag.line) else {
                let (verdict, words) = why(tag, &name, file, symbols, tree);
                match verdict {
                    Verdict::Lacking => {}
                    Verdict::Clause => side.found += 1,
                    Verdict::Mistaken => side.mistaken += 1,
                }
                side.lacking.entry((verdict, format!("{}: {words}", tag.kind))).or_default().push(place);
                continue;
            };
            side.found += 1;
            let symbol = &symbols[index];
            let callable = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
            if callable {
                side.signatures += 1;
                let signature = header(symbol, &file.source.text);
                match incomplete(&signature, tag.signature.as_deref().unwrap_or_default()) {
                    None => side.complete += 1,
                    Some(lack) => side.broken.push(format!("{place}: {lack}: {signature}")),
                }
            }
        }
        let known: BTreeSet<(String, u32)> = tags.iter().map(|tag| (comparable(&tag.name), tag.line)).collect();
        for symbol in symbols.iter().filter(|symbol| counts(symbol.kind)) {
            let name = comparable(&symbol.name);
            let lines = [symbol.line, symbol.line.saturating_sub(1), symbol.line + 1];
            if !lines.into_iter().any(|line| known.contains(&(name.clone(), line))) {
                let place = format!("{}:{}: {}", file.path.display(), symbol.line, symbol.qualified);
                side.more.entry(symbol.kind.as_str().to_owned()).or_default().push(place);
            }
        }
    }
}

/// Functions, methods and types.
fn counts(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Enum
            | SymbolKind::Interface
            | SymbolKind::Trait
            | SymbolKind::Type
    )
}

/// A name without what the tools write differently: blanks, quotes, qualifiers, parameters of a type.
fn comparable(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '`')).collect();
    if let Some(at) = name.find("operator").filter(|at| *at == 0 || name[..*at].ends_with("::"))
        && !name[at + "operator".len()..].starts_with('.')
    {
        return name[at..].replace("operator", "");
    }
    let name = name.split(['<', '(']).next().filter(|first| !first.is_empty()).unwrap_or(&name).to_owned();
    let plain = |c: char| c.is_alphanumeric() || "_$?!=~#@+-".contains(c);
    let last = name.rsplit(|c| !plain(c)).next().unwrap_or_default();
    if last.is_empty() { name } else { last.trim_start_matches(['~', '#']).to_owned() }
}

/// Whether a tool's definition is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// nearfield lacks it.
    Lacking,
    /// It is a further clause, or another name, of a definition that nearfield has.
    Clause,
    /// The tool is wrong.
    Mistaken,
}

/// Why nearfield does not have what a tool tells.
fn why(tag: &Tag, name: &str, file: &File, symbols: &[Symbol], tree: Option<&Tree>) -> (Verdict, &'static str) {
    let (lines, whole) = (&file.source.lines, &file.source.text);
    let line = tag.line.min(lines.count()).max(1);
    let (start, end) = (lines.start(line) as usize, lines.end(line) as usize);
    let text = whole.get(start..end).unwrap_or_default();
    if let Some(words) = slip(tag, text, file.source.language) {
        return (Verdict::Mistaken, words);
    }
    let Some(at) = place(text, name) else {
        return (Verdict::Mistaken, "the line does not have the name");
    };
    let inside = |range: &Range<u32>| range.start as usize <= end && start < range.end as usize;
    let clauses = matches!(file.source.language, Language::Elixir | Language::Haskell);
    if clauses && symbols.iter().any(|symbol| comparable(&symbol.name) == name && inside(&symbol.range)) {
        return (Verdict::Clause, "a further clause of a definition that is found");
    }
    let Some(tree) = tree else {
        return (Verdict::Lacking, "in a file that the grammar cannot cope with");
    };
    let behind = text.get(..at).unwrap_or_default().trim_end();
    let another = |symbol: &Symbol| symbol.line == line && place(text, &symbol.name).is_some_and(|other| other < at);
    if behind.ends_with("function") && symbols.iter().any(another) {
        return (Verdict::Clause, "a function of two names, found by the other");
    }
    let mut node = tree.root_node().descendant_for_byte_range(start + at, start + at + name.len());
    let mut parameter = false;
    while let Some(one) = node {
        let kind = one.kind();
        let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
        if one.is_error() {
            return (Verdict::Lacking, "in text that the grammar cannot read");
        }
        if has(&["comment", "haddock"]) {
            return (Verdict::Mistaken, "in a comment");
        }
        if has(&["string", "heredoc", "quoted", "charlist", "sigil"])
            && one.end_position().row > one.start_position().row
        {
            return (Verdict::Mistaken, "in a string");
        }
        let value = |field: &str| one.child_by_field_name(field).filter(|value| value.kind() == "arrow_function");
        if let Some(arrow) = value("value").filter(|_| kind == "pair")
            && arrow.child_by_field_name("body").is_some_and(|body| body.kind() != "statement_block")
        {
            return (Verdict::Lacking, "a property whose value is a function of one expression");
        }
        if kind == "cpp" || kind.starts_with("preproc_def") || kind.starts_with("preproc_function_def") {
            return (Verdict::Lacking, "in a branch of #if that the grammar passes over, or in a macro");
        }
        parameter |= has(&["parameter"]);
        node = one.parent();
    }
    if parameter {
        return (Verdict::Mistaken, "a parameter");
    }
    (Verdict::Lacking, "not found")
}

/// The known slips of the tools, each told by the line.
fn slip(tag: &Tag, line: &str, language: Language) -> Option<&'static str> {
    let word = |word: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == word);
    match language {
        Language::Bash if tag.name.ends_with('=') => Some("an array, taken for a function"),
        Language::JavaScript if tag.kind == "class" && !word("class") => Some("an object, taken for a class"),
        Language::Lua if !names_a_function(&tag.name, line) => Some("a call, taken for a function"),
        Language::Elixir if tag.name == "unquote" => Some("a name that is made at compile time"),
        Language::Kotlin if tag.name == "Companion" => Some("a companion without a name"),
        Language::Kotlin if tag.kind == "method" && !word("fun") && !word("constructor") => {
            Some("a lambda or what it is called with, taken for a method")
        }
        Language::TypeScript | Language::Tsx if tag.kind == "alias" && !line.contains('=') => {
            Some("a type that is imported or exported, taken for its definition")
        }
        Language::Haskell if tag.kind == "type" && !tag.name.starts_with(char::is_uppercase) => {
            Some("a keyword or a variable, taken for a type")
        }
        Language::Haskell if tag.kind == "function" && tag.name.starts_with(char::is_uppercase) => {
            Some("a constructor or a type, taken for a function")
        }
        Language::Haskell
            if ["infixr", "infixl", "infix", "class", "instance", "default", "deriving"].contains(&&*tag.name) =>
        {
            Some("a keyword, taken for a function")
        }
        _ => None,
    }
}

/// Whether a line of Lua says `function NAME(` or `NAME = function`.
fn names_a_function(name: &str, line: &str) -> bool {
    let line: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let last = name.rsplit(['.', ':']).next().unwrap_or_default();
    let told = [format!("function{name}("), format!("{last}=function"), format!("{last}\"]=function")];
    !name.contains('%') && told.iter().any(|told| line.contains(told))
}

/// Where a name stands in a line as a word of its own, else where it stands at all.
fn place(line: &str, name: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let whole = line
        .match_indices(name)
        .find(|(at, _)| !line[..*at].ends_with(part) && !line[at + name.len()..].starts_with(part));
    whole.map(|(at, _)| at).or_else(|| line.find(name))
}

/// The bytes of the outermost nodes that the grammar can make nothing of.
fn unread(tree: &Tree) -> usize {
    let mut cursor = tree.walk();
    let mut bytes = 0;
    loop {
        let node = cursor.node();
        if node.is_error() {
            bytes += node.byte_range().len();
        } else if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return bytes;
            }
        }
    }
}

/// A signature as text.
pub fn header(symbol: &Symbol, text: &str) -> String {
    let parts: Vec<&str> = symbol
        .signature
        .iter()
        .map(|range| text.get(range.start as usize..range.end as usize).unwrap_or_default())
        .collect();
    parts.join("\n")
}

/// What a signature lacks: a parameter that the tool names, or the end of its list.
fn incomplete(signature: &str, parameters: &str) -> Option<String> {
    let mut rest = signature;
    for word in words(parameters) {
        match rest.find(word) {
            Some(at) => rest = &rest[at + word.len()..],
            None => return Some(format!("lacks `{word}`")),
        }
    }
    let mut open = 0_i32;
    for c in signature.chars() {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' => open -= 1,
            _ => {}
        }
    }
    (open > 0).then(|| "ends within its parameters".to_owned())
}

/// The identifiers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}
