//! From a stream of bytes, in pieces of any size, to checked frames.

use super::checksum::checksum;
use super::{FORMAT, FRAME_HEAD, LARGEST_FRAME, MAGIC};
use crate::error::{Error, Result};

/// What a frame holds, in the order in which they come; a kind may have no frame or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// What the index was made by, and how much there is of it. Exactly one.
    Identity,
    /// The rules of ignore files.
    Rules,
    /// What was refused.
    Skipped,
    /// Files with their texts, symbols and chunks.
    Files,
    /// The words of chunks.
    Terms,
    /// Which chunks hold them.
    Postings,
    /// Names of definitions.
    Names,
    /// The parts of those names.
    Parts,
    /// Which names hold them.
    PartPostings,
    /// Embeddings by chunk.
    Vectors,
    /// What is kept by file.
    Scales,
    /// Nothing: the snapshot is complete.
    End,
}

impl Tag {
    const ALL: [Tag; 12] = [
        Tag::Identity,
        Tag::Rules,
        Tag::Skipped,
        Tag::Files,
        Tag::Terms,
        Tag::Postings,
        Tag::Names,
        Tag::Parts,
        Tag::PartPostings,
        Tag::Vectors,
        Tag::Scales,
        Tag::End,
    ];
}

/// A frame's head.
pub(super) fn head(tag: Tag, before: u64, payload: &[u8]) -> ([u8; FRAME_HEAD], u64) {
    let sum = checksum(before ^ tag as u64, payload);
    let mut head = [0; FRAME_HEAD];
    head[0] = tag as u8;
    head[1..5].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    head[5..].copy_from_slice(&sum.to_le_bytes());
    (head, sum)
}

/// Takes a snapshot's bytes as they come and gives its frames, in order and checked.
#[derive(Default)]
pub struct Frames {
    waiting: Vec<u8>,
    at: usize,
    begun: bool,
    sum: u64,
    last: Option<Tag>,
}

impl Frames {
    /// Takes more bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.waiting.drain(..self.at);
        self.at = 0;
        self.waiting.extend_from_slice(bytes);
    }

    /// The next frame that is complete.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] and, for another [`FORMAT`], [`Error::SnapshotMismatch`].
    pub fn next_frame(&mut self) -> Result<Option<(Tag, &[u8])>> {
        if !self.begun && !self.begin()? {
            return Ok(None);
        }
        let rest = &self.waiting[self.at..];
        let Some((head, rest)) = rest.split_first_chunk::<FRAME_HEAD>() else { return Ok(None) };
        if self.last == Some(Tag::End) {
            return Err(Error::damaged("there is something behind its end"));
        }
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        let tag = Tag::ALL.get(usize::from(head[0])).copied().ok_or(Error::damaged("a part of it is unknown"))?;
        if length > LARGEST_FRAME {
            return Err(Error::damaged("a part of it is too large"));
        }
        let Some(payload) = rest.get(..length) else { return Ok(None) };
        let (expected, sum) = self::head(tag, self.sum, payload);
        if expected != *head {
            return Err(Error::damaged("a checksum is wrong"));
        }
        let follows = match self.last {
            None => tag == Tag::Identity,
            Some(last) => tag >= last && tag != Tag::Identity,
        };
        if !follows {
            return Err(Error::damaged("its parts are out of order"));
        }
        (self.sum, self.last) = (sum, Some(tag));
        let from = self.at + FRAME_HEAD;
        self.at = from + length;
        Ok(Some((tag, &self.waiting[from..from + length])))
    }

    /// Whether everything came.
    ///
    /// # Errors
    /// [`Error::SnapshotDamaged`] if not, or if something is left over.
    pub fn end(&self) -> Result<()> {
        if self.last != Some(Tag::End) {
            return Err(Error::damaged("its end is missing"));
        }
        if self.at < self.waiting.len() {
            return Err(Error::damaged("there is something behind its end"));
        }
        Ok(())
    }

    /// Reads what stands before the frames; `false` if it is not there yet.
    fn begin(&mut self) -> Result<bool> {
        let known = self.waiting.len().min(MAGIC.len());
        if self.waiting[..known] != MAGIC[..known] {
            return Err(Error::damaged("it does not begin like one"));
        }
        let Some(format) = self.waiting[known..].first_chunk::<4>() else { return Ok(false) };
        let format = u32::from_le_bytes(*format);
        if format != FORMAT {
            return Err(Error::SnapshotMismatch {
                what: "format",
                saved: format.to_string(),
                present: FORMAT.to_string(),
            });
        }
        (self.begun, self.at) = (true, MAGIC.len() + 4);
        Ok(true)
    }
}

/// Makes the checksums of a snapshot right again, as a forger would.
#[cfg(test)]
pub(crate) fn reseal(bytes: &mut [u8]) {
    let mut at = MAGIC.len() + 4;
    let mut sum = 0;
    while let Some(old) = bytes[at..].first_chunk::<FRAME_HEAD>().copied() {
        let length = u32::from_le_bytes([old[1], old[2], old[3], old[4]]) as usize;
        let Some(payload) = bytes[at + FRAME_HEAD..].get(..length) else { return };
        sum = checksum(sum ^ u64::from(old[0]), payload);
        bytes[at + 5..at + FRAME_HEAD].copy_from_slice(&sum.to_le_bytes());
        at += FRAME_HEAD + length;
    }
}
