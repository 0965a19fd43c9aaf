//! A context as text, in one of the [formats](Format).
//!
//! A format says how a [`Piece`] is written, how the pieces of a file are put together, and what stands around the
//! files. The assembler asks for a piece's text to know what it takes.

mod json;
mod label;
mod markdown;
mod plain;
mod xml;

use super::abstain::Suggestion;
use super::context::{Block, Context, Copy};
use super::tier::Tier;
use crate::index::distinct;
use crate::rank::Profile;
use memchr::memmem;
use serde::Deserialize;
use std::fmt::Write;

pub use label::{copies, heading, label, ranges, suggested};

/// How a context is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A heading a file, code in fences.
    #[default]
    Markdown,
    /// One object, a range of lines per line of text.
    Json,
    /// An element a file, one in it for each range of lines, code as character data.
    Xml,
    /// Places and code, nothing around them.
    Plain,
}

/// Lines of a file that are written together.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    /// The file.
    pub path: &'a str,
    /// First line, from 1.
    pub first: u32,
    /// Last line, inclusive.
    pub last: u32,
    /// The definition that the first line stands in.
    pub scope: Option<&'a str>,
    /// The definitions' names, for a stub.
    pub names: Vec<&'a str>,
    /// Where the same text stands again.
    pub also_at: &'a [Copy],
    /// The level of detail.
    pub tier: Tier,
    /// The lines that an earlier answer of the conversation has, if they are why no text is given.
    pub seen: &'a [(u32, u32)],
    /// The file's language.
    pub language: &'a str,
    /// The code; empty for a stub.
    pub text: &'a str,
}

/// A copy's place in one line.
fn place(copy: &Copy) -> String {
    let nearly = if copy.exact { "" } else { "nearly " };
    format!("{nearly}{}:{}-{}", copy.at.path, copy.at.start_line, copy.at.end_line)
}

impl<'a> Piece<'a> {
    /// A block's piece, with this text in this tier.
    pub fn of(block: &'a Block, tier: Tier, text: &'a str) -> Self {
        let names = match tier {
            Tier::Stub => distinct(block.symbols.iter().map(|symbol| symbol.qualified.as_str())),
            _ => Vec::new(),
        };
        Piece {
            path: &block.path,
            first: block.start_line,
            last: block.end_line,
            scope: block.scope.as_deref(),
            names,
            also_at: &block.also_at,
            tier,
            seen: if block.delivered { &block.seen } else { &[] },
            language: block.language.name(),
            text,
        }
    }
}

impl Format {
    /// A piece below what names its file.
    pub fn piece(self, piece: &Piece) -> String {
        match self {
            Format::Markdown => markdown::piece(piece),
            Format::Json => json::piece(piece),
            Format::Xml => xml::piece(piece),
            Format::Plain => plain::piece(piece),
        }
    }

    /// Whether a text is written as it is, whatever stands around it: then sizes, which add up line by line, need not
    /// be counted again.
    pub fn keeps(self, text: &str) -> bool {
        match self {
            Format::Markdown => memmem::find(text.as_bytes(), b"```").is_none(),
            Format::Plain => true,
            Format::Json | Format::Xml => false,
        }
    }

    /// The pieces of a file with what names it.
    pub fn file(self, path: &str, language: &str, pieces: &[String]) -> String {
        match self {
            Format::Markdown => markdown::file(path, pieces),
            Format::Json => json::file(path, language, pieces),
            Format::Xml => xml::file(path, language, pieces),
            Format::Plain => pieces.concat(),
        }
    }

    /// The files with what stands around them.
    pub fn whole(self, context: &Context, files: &[String]) -> String {
        match self {
            Format::Markdown => markdown::whole(context, files),
            Format::Json => json::whole(context, files),
            Format::Xml => xml::whole(context, files),
            Format::Plain => plain::whole(context, files),
        }
    }
}

/// The figures in one line: `N_eff`, blocks, ε, τ and the budget, in tobler's profile with the tokens spent; the
/// memory where it took part; the confidence.
pub fn header(context: &Context) -> String {
    let mut line = format!("N_eff={:.1} k={} ε={:.3} τ={}", context.n_eff, context.k, context.epsilon, context.tau);
    // Writing to a string cannot fail.
    let _ = match context.profile {
        Profile::Nearfield => write!(line, " budget={}", context.budget),
        Profile::Tobler => write!(line, " tokens={}/{}", context.tokens, context.budget),
    };
    if context.memory >= 0.005 {
        let _ = write!(line, " mem={:.2}", context.memory);
    }
    if let Some(confidence) = context.confidence {
        let _ = write!(line, " confidence={:.2}", confidence.probability);
    }
    match context.format {
        Format::Markdown => format!("`{line}`"),
        _ => line,
    }
}

/// The text of a context: file by file its blocks in the order of lines, whole blocks that follow each other without a
/// gap as one. `files` has positions in the context's blocks.
pub fn by_file(context: &Context, files: &[Vec<usize>]) -> String {
    let format = context.format;
    let files: Vec<String> = files
        .iter()
        .filter_map(|members| {
            let blocks: Vec<&Block> = members.iter().map(|&at| &context.blocks[at]).collect();
            let first = blocks.first()?;
            let pieces: Vec<String> = blocks.chunk_by(|a, b| continues(a, b)).map(|run| joined(format, run)).collect();
            Some(format.file(&first.path, first.language.name(), &pieces))
        })
        .collect();
    format.whole(context, &files)
}

/// The text of a context whose blocks stand for themselves, in their order.
pub fn block_by_block(context: &Context) -> String {
    if context.format == Format::Markdown {
        return markdown::block_by_block(context);
    }
    let alone: Vec<Vec<usize>> = (0..context.blocks.len()).map(|at| vec![at]).collect();
    by_file(context, &alone)
}

/// Whether two whole blocks are one text.
fn continues(a: &Block, b: &Block) -> bool {
    a.tier == Tier::Full
        && b.tier == Tier::Full
        && a.end == b.start
        && a.end_line < b.start_line
        && a.also_at.is_empty()
        && b.also_at.is_empty()
}

fn joined(format: Format, run: &[&Block]) -> String {
    let ([first, ..], [.., last]) = (run, run) else { return String::new() };
    let bodies: Vec<&str> = run.iter().map(|block| block.text.as_str()).collect();
    let text = bodies.join("\n");
    format.piece(&Piece { last: last.end_line, ..Piece::of(first, first.tier, &text) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::text_units;
    use crate::index::Taken;

    #[test]
    fn a_text_that_is_kept_takes_what_it_takes_alone() {
        for text in ["fn f() {\n    g();\n}", "a();", "", "x\n", "``\ny\n``", "\n\n", "naïve\r\n日本"] {
            for format in [Format::Markdown, Format::Plain] {
                assert!(format.keeps(text));
                let piece = Piece {
                    path: "src/a.rs",
                    first: 3,
                    last: 9,
                    scope: Some("Outer"),
                    names: Vec::new(),
                    also_at: &[],
                    tier: Tier::Full,
                    seen: &[],
                    language: "rust",
                    text,
                };
                let around = text_units(&format.piece(&Piece { text: "", ..piece.clone() }));
                let whole = text_units(&format.piece(&piece));
                assert_eq!(around + Taken::of(text).closed(), whole, "{format:?} {text:?}");
            }
        }
    }
}
