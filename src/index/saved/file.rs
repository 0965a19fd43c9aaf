//! A file with its symbols and chunks in a snapshot. What its text gives cheaply (lines, names of its path) is not kept.

use crate::chunk::{Brought, BroughtChunk, Chunk, LineSizes, Symbol, SymbolKind};
use crate::error::{Error, Result};
use crate::index::catalog::{ChunkKey, Entry, File};
use crate::index::naming::Naming;
use crate::index::printed::Characters;
use crate::lexical::Postings;
use crate::snapshot::{Reader, Writer};
use crate::source::decode::Encoding;
use crate::source::mask::{Masked, rule_of};
use crate::source::{Language, Lines, Role, Source, normalize_path};
use std::ops::Range;

/// What is printed of a chunk beside its text: path, lines and names.
const MOST_LABEL: u32 = 1 << 20;

/// No estimate comes near.
const MOST_TOKENS_A_BYTE: u32 = 8;

pub(super) fn write(writer: &mut Writer, file: &File, postings: &Postings) {
    let source = &file.source;
    writer.text(&source.path);
    writer.byte(source.encoding as u8);
    writer.text(&source.text);
    writer.count(source.masked.len());
    for masked in &source.masked {
        writer.text(masked.rule);
        writer.number(masked.line);
    }
    write_brought(writer, file.brought.as_ref());
    writer.block(|writer| {
        writer.byte(source.language as u8);
        writer.byte(source.role as u8);
        writer.text(file.degraded.as_deref().unwrap_or(""));
        file.sizes.as_slice().iter().for_each(|size| writer.raw(&size.to_le_bytes()));
        writer.count(file.symbols.len());
        for symbol in &file.symbols {
            write_symbol(writer, symbol);
        }
        writer.count(file.entries.len());
        for entry in &file.entries {
            write_entry(writer, entry);
            writer.number(postings.length(entry.slot));
        }
    });
}

fn write_brought(writer: &mut Writer, brought: Option<&Brought>) {
    match brought {
        None => writer.byte(0),
        Some(Brought::Failed(why)) => {
            writer.byte(1);
            writer.text(why);
        }
        Some(Brought::Chunks(chunks)) => {
            writer.byte(2);
            writer.count(chunks.len());
            for BroughtChunk { start_line, end_line, name, qualified, kind, signature, doc } in chunks {
                writer.number(*start_line);
                writer.number(*end_line);
                for text in [name, qualified] {
                    writer.byte(text.is_some().into());
                    writer.text(text.as_deref().unwrap_or_default());
                }
                writer.byte(kind.map_or(0, |kind| kind as u8 + 1));
                for part in [signature, doc] {
                    writer.byte(part.is_some().into());
                    let (first, last) = part.unwrap_or_default();
                    writer.number(first);
                    writer.number(last);
                }
            }
        }
    }
}

fn read_brought(reader: &mut Reader) -> Result<Option<Brought>> {
    match reader.byte()? {
        0 => Ok(None),
        1 => Ok(Some(Brought::Failed(reader.text()?.to_owned()))),
        2 => Ok(Some(Brought::Chunks(reader.list(read_brought_chunk)?))),
        _ => Err(Error::damaged("what was brought is unknown")),
    }
}

/// Whether it fits the text is asked when a file is cut by it.
fn read_brought_chunk(reader: &mut Reader) -> Result<BroughtChunk> {
    let number = |reader: &mut Reader| reader.at_most(u32::MAX);
    let text = |reader: &mut Reader| {
        let is_there = reader.flag()?;
        Ok::<_, Error>(Some(reader.text()?.to_owned()).filter(|_| is_there))
    };
    let part = |reader: &mut Reader| {
        let is_there = reader.flag()?;
        Ok::<_, Error>(Some((number(reader)?, number(reader)?)).filter(|_| is_there))
    };
    let (start_line, end_line) = (number(reader)?, number(reader)?);
    let (name, qualified) = (text(reader)?, text(reader)?);
    let kind = match reader.byte()? {
        0 => None,
        kind => Some(SymbolKind::of_number(kind - 1).ok_or(Error::damaged("a kind is unknown"))?),
    };
    let (signature, doc) = (part(reader)?, part(reader)?);
    Ok(BroughtChunk { start_line, end_line, name, qualified, kind, signature, doc })
}

fn write_symbol(writer: &mut Writer, symbol: &Symbol) {
    writer.byte(symbol.kind as u8);
    writer.text(&symbol.name);
    writer.text(&symbol.qualified);
    writer.option(symbol.parent);
    writer.number(symbol.name_byte);
    writer.range(&symbol.range);
    writer.count(symbol.signature.len());
    symbol.signature.iter().for_each(|part| writer.range(part));
    for part in [&symbol.doc, &symbol.body] {
        writer.byte(part.is_some().into());
        if let Some(part) = part {
            writer.range(part);
        }
    }
}

fn write_entry(writer: &mut Writer, entry: &Entry) {
    let Entry { chunk, key, slot: _, signature, characters, test } = entry;
    writer.number(chunk.end - chunk.start);
    writer.number(chunk.tokens);
    writer.number(chunk.symbols.end - chunk.symbols.start);
    writer.option(chunk.scope);
    writer.count(chunk.folds.len());
    for fold in &chunk.folds {
        writer.number(fold.start - chunk.start_line);
        writer.number(fold.end - fold.start);
    }
    writer.raw(&key.0.to_le_bytes());
    writer.count(signature.len());
    let mut line = chunk.start_line;
    for &(first, last) in signature {
        writer.number(first - line);
        writer.number(last - first);
        line = last;
    }
    for count in [characters.location, characters.stub, characters.full, characters.signature] {
        writer.number(count);
    }
    writer.byte((*test).into());
}

/// Reads a file whose chunks are numbered from `slot` on; their lengths in terms go to `lengths`.
pub(super) fn read(reader: &mut Reader, id: u32, slot: u32, lengths: &mut Vec<u32>) -> Result<File> {
    let SavedText { path, text, encoding, masked, brought } = read_head(reader)?;
    let mut reader = reader.block()?;
    let language = Language::of_number(reader.byte()?).ok_or(Error::damaged("a language is unknown"))?;
    let role = Role::of_number(reader.byte()?).ok_or(Error::damaged("a role is unknown"))?;
    let degraded = Some(reader.text()?).filter(|text| !text.is_empty()).map(str::to_owned);
    let lines = Lines::new(text);
    let sizes = reader.raw(lines.count() as usize * size_of::<u16>())?;
    let sizes = sizes.chunks_exact(size_of::<u16>()).map(|size| u16::from_le_bytes([size[0], size[1]])).collect();
    let sizes = LineSizes::of_saved(sizes);
    let mut number = 0;
    let symbols = reader.list(|reader| {
        number += 1;
        read_symbol(reader, text, &lines, number - 1)
    })?;
    let mut at = Position { text, lines: &lines, byte: 0, symbol: 0, symbols: symbols.len() as u32 };
    let mut next = slot;
    let entries = reader.list(|reader| {
        let entry = read_entry(reader, &mut at, next)?;
        lengths.push(reader.at_most(u32::MAX)?);
        next += 1;
        Ok(entry)
    })?;
    if at.byte as usize != text.len() || !reader.is_empty() {
        return Err(Error::damaged("a file's chunks do not make up its text"));
    }
    let naming = Naming::of(path);
    let source = Source { path: path.to_owned(), text: text.to_owned(), encoding, lines, language, role, masked };
    Ok(File { id, source, sizes, naming, symbols, entries, brought, degraded })
}

/// What a snapshot has of a file that no other can be made of.
pub struct SavedText<'a> {
    /// Its path.
    pub path: &'a str,
    /// Its text, secrets masked if they were.
    pub text: &'a str,
    /// How its bytes were read.
    pub encoding: Encoding,
    /// What was masked.
    pub masked: Vec<Masked>,
    /// What a caller made of it.
    pub brought: Option<Brought>,
}

/// Reads a file's path and text, and passes over what was made of it.
pub fn read_text<'a>(reader: &mut Reader<'a>) -> Result<SavedText<'a>> {
    let head = read_head(reader)?;
    reader.block()?;
    Ok(head)
}

fn read_head<'a>(reader: &mut Reader<'a>) -> Result<SavedText<'a>> {
    let path = reader.text()?;
    if normalize_path(path).as_deref() != Ok(path) {
        return Err(Error::damaged("a path is none"));
    }
    let encoding = Encoding::of_number(reader.byte()?).ok_or(Error::damaged("an encoding is unknown"))?;
    let text = reader.text()?;
    let masked = reader.list(|reader| {
        let rule = rule_of(reader.text()?).ok_or(Error::damaged("a rule of masking is unknown"))?;
        Ok(Masked { rule, line: reader.at_most(u32::MAX)? })
    })?;
    Ok(SavedText { path, text, encoding, masked, brought: read_brought(reader)? })
}

fn read_symbol(reader: &mut Reader, text: &str, lines: &Lines, number: usize) -> Result<Symbol> {
    let part = |reader: &mut Reader| -> Result<Range<u32>> {
        let range = reader.range(text.len() as u32)?;
        let whole = text.is_char_boundary(range.start as usize) && text.is_char_boundary(range.end as usize);
        if whole { Ok(range) } else { Err(Error::damaged("a range ends inside a character")) }
    };
    let optional = |reader: &mut Reader| Ok::<_, Error>(if reader.flag()? { Some(part(reader)?) } else { None });
    let kind = SymbolKind::of_number(reader.byte()?).ok_or(Error::damaged("a kind is unknown"))?;
    let (name, qualified) = (reader.text()?.to_owned(), reader.text()?.to_owned());
    let parent = reader.option(number)?;
    let name_byte = reader.at_most(text.len() as u32)?;
    let range = part(reader)?;
    let signature = reader.list(part)?;
    let (doc, body) = (optional(reader)?, optional(reader)?);
    Ok(Symbol { name, qualified, kind, parent, range, name_byte, line: lines.line_of(name_byte), signature, doc, body })
}

/// Where the next chunk begins.
struct Position<'a> {
    text: &'a str,
    lines: &'a Lines,
    byte: u32,
    symbol: u32,
    symbols: u32,
}

fn read_entry(reader: &mut Reader, at: &mut Position, slot: u32) -> Result<Entry> {
    let start = at.byte;
    let end = start + reader.at_most(at.text.len() as u32 - start)?;
    if end == start || !at.text.is_char_boundary(end as usize) {
        return Err(Error::damaged("a chunk has no text of its own"));
    }
    let tokens = reader.at_most(MOST_TOKENS_A_BYTE.saturating_mul(end - start))?;
    let (first_symbol, symbols) = (at.symbol, at.symbols);
    let last_symbol = first_symbol + reader.at_most(symbols - first_symbol)?;
    let scope = reader.option(symbols as usize)?;
    let (start_line, end_line) = (at.lines.line_of(start), at.lines.line_of(end - 1));
    let folds = reader.list(|reader| {
        let first = start_line + reader.at_most(end_line - start_line)?;
        Ok(first..first + reader.at_most(end_line + 1 - first)?)
    })?;
    let key = reader.raw(size_of::<u64>())?;
    let key = ChunkKey(u64::from_le_bytes(key.try_into().unwrap_or_default()));
    let mut last: Option<u32> = None;
    let signature = reader.list(|reader| {
        let least = last.unwrap_or(start_line);
        let first = least + reader.at_most(end_line - least)?;
        if last.is_some_and(|last| first <= last) {
            return Err(Error::damaged("a signature has a line twice"));
        }
        let end = first + reader.at_most(end_line - first)?;
        last = Some(end);
        Ok((first, end))
    })?;
    let most = (end - start).saturating_add(MOST_LABEL);
    let mut count = || reader.at_most(most);
    let characters = Characters { location: count()?, stub: count()?, full: count()?, signature: count()? };
    let test = reader.flag()?;
    (at.byte, at.symbol) = (end, last_symbol);
    let chunk = Chunk { start, end, start_line, end_line, tokens, symbols: first_symbol..last_symbol, scope, folds };
    Ok(Entry { chunk, key, slot, signature, characters, test })
}
