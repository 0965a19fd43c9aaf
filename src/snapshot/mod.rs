//! The bytes of a saved index: how they are laid out, written, and read from a stranger's hands.
//!
//! A snapshot is [`MAGIC`], the number [`FORMAT`], and frames: a tag, a length, a checksum, a payload. A frame's
//! checksum also covers that of the frame before, so that one that is lost, doubled or out of place is noticed; the last
//! is [`Tag::End`]. Frames are small (about [`FRAME`] bytes, more only for a large file), so that a host can load them
//! one by one. What stands in the payloads is the business of the rooms whose data it is.
//!
//! Reading trusts nothing: whatever the bytes are, it ends with a value or with an error, and no length in them makes it
//! take more memory than the bytes themselves account for.

mod checksum;
mod frames;
mod identity;
mod reader;
mod writer;

pub use checksum::checksum;
#[cfg(test)]
pub(crate) use frames::reseal;
pub use frames::{Frames, Tag};
pub use identity::Identity;
pub use reader::Reader;
pub use writer::Writer;

/// The first bytes of every snapshot.
pub const MAGIC: [u8; 8] = *b"nearfld\x1a";

/// The number of this layout. To be raised with every change of what the bytes mean, or of what is indexed of a file.
pub const FORMAT: u32 = 7;

/// A frame is closed when it holds this many bytes.
pub const FRAME: usize = 64 * 1024;

/// A tag, a length of four bytes, a checksum of eight.
const FRAME_HEAD: usize = 13;

/// What [`FRAME`] and the lists it is made of may exceed: no frame holds more than one large file.
const LARGEST_FRAME: usize = 1 << 30;
