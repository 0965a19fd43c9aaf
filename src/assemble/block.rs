//! One chunk that is shown.

use super::context::Block;
use super::tier::Tier;
use crate::index::{self, Place};
use crate::rank::symbol_refs;

/// A block without a heading.
pub(super) fn block(place: &Place, tier: Tier, weight: f64, score: f64, text: String, shown: Vec<(u32, u32)>) -> Block {
    let Place { file, entry } = *place;
    let utf16 = |byte| file.source.lines.utf16(&file.source.text, byte);
    Block {
        path: file.source.path.clone(),
        start_line: entry.chunk.start_line,
        end_line: entry.chunk.end_line,
        start: utf16(entry.chunk.start),
        end: utf16(entry.chunk.end),
        tier,
        weight,
        score,
        language: file.source.language,
        role: file.source.role,
        scope: index::scope(file, entry).map(str::to_owned),
        symbols: symbol_refs(place),
        heading: String::new(),
        text,
        shown,
        also_at: Vec::new(),
    }
}
