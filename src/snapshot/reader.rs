//! A frame's payload to values, every one of them checked.

use crate::error::{Error, Result};
use std::ops::Range;

/// Reads a payload from its beginning to its end.
#[derive(Clone)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// At the beginning of a payload.
    pub fn new(payload: &'a [u8]) -> Self {
        Reader { rest: payload }
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8> {
        let (&first, rest) = self.rest.split_first().ok_or(SHORT)?;
        self.rest = rest;
        Ok(first)
    }

    /// A whole number as [`Writer::number`](super::Writer::number) writes it.
    #[inline]
    pub fn number(&mut self) -> Result<u64> {
        // Most are small.
        if let Some((&first, rest)) = self.rest.split_first()
            && first < 0x80
        {
            self.rest = rest;
            return Ok(u64::from(first));
        }
        self.large()
    }

    fn large(&mut self) -> Result<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                // One way to write a number is enough: what reads packed numbers elsewhere expects the shortest.
                return if byte == 0 && shift > 0 { Err(Error::damaged("a number is too long")) } else { Ok(value) };
            }
        }
        Err(Error::damaged("a number is too large"))
    }

    /// A whole number of at most `most`.
    #[inline]
    pub fn at_most(&mut self, most: u32) -> Result<u32> {
        let value = self.number()?;
        if value > u64::from(most) {
            return Err(Error::damaged("a number is out of range"));
        }
        Ok(value as u32)
    }

    /// A number below `end`, or none.
    pub fn option(&mut self, end: usize) -> Result<Option<u32>> {
        let most = u32::try_from(end).unwrap_or(u32::MAX);
        Ok(self.at_most(most)?.checked_sub(1))
    }

    /// A length of a list whose elements take at least one byte each: so a list is never longer than what is left.
    pub fn count(&mut self) -> Result<usize> {
        let count = self.number()?;
        usize::try_from(count).ok().filter(|&count| count <= self.rest.len()).ok_or(SHORT)
    }

    /// A list as long as [`count`](Self::count) says.
    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count()?;
        // An element may take more memory than bytes: only what is really there is paid for.
        let mut list = Vec::with_capacity(count.min(MOST_AT_ONCE));
        for _ in 0..count {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// What [`Writer::block`](super::Writer::block) wrote.
    pub fn block(&mut self) -> Result<Reader<'a>> {
        let (length, rest) = self.rest.split_first_chunk::<4>().ok_or(SHORT)?;
        self.rest = rest;
        Ok(Reader { rest: self.raw(u32::from_le_bytes(*length) as usize)? })
    }

    /// A range inside `0..=end`.
    pub fn range(&mut self, end: u32) -> Result<Range<u32>> {
        let start = self.at_most(end)?;
        let length = self.at_most(end - start)?;
        Ok(start..start + length)
    }

    /// A text with its length.
    pub fn text(&mut self) -> Result<&'a str> {
        let length = self.count()?;
        std::str::from_utf8(self.raw(length)?).map_err(|_| Error::damaged("a text is no UTF-8"))
    }

    /// So many bytes as they are.
    pub fn raw(&mut self, length: usize) -> Result<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(SHORT)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// What another one, a clone that went on from here, has read.
    pub fn until(&self, other: &Reader) -> &'a [u8] {
        self.rest.get(..self.rest.len().saturating_sub(other.rest.len())).unwrap_or_default()
    }

    /// Yes or no.
    pub fn flag(&mut self) -> Result<bool> {
        Ok(self.at_most(1)? == 1)
    }

    /// A finite number of 0 or more.
    pub fn float(&mut self) -> Result<f32> {
        let (bytes, rest) = self.rest.split_first_chunk::<4>().ok_or(SHORT)?;
        self.rest = rest;
        let value = f32::from_le_bytes(*bytes);
        if value.is_finite() && value >= 0.0 { Ok(value) } else { Err(Error::damaged("a number is out of range")) }
    }
}

/// Room for so many elements is made before they are read.
const MOST_AT_ONCE: usize = 64;

const SHORT: Error = Error::SnapshotDamaged { why: "a part of it is too short" };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{Frames, Tag, Writer};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers in prop::collection::vec(any::<u64>(), 0..50), text in ".{0,40}") {
            let mut bytes = Vec::new();
            let mut sink = |part: &[u8]| bytes.extend_from_slice(part);
            let mut writer = Writer::new(&mut sink);
            writer.count(numbers.len());
            numbers.iter().for_each(|&number| writer.number(number));
            writer.text(&text);
            writer.end();
            let mut frames = Frames::default();
            let mut payload = Vec::new();
            for byte in bytes {
                frames.push(&[byte]);
                if let Some((tag, part)) = frames.next_frame().unwrap() && tag == Tag::Identity {
                    payload = part.to_vec();
                }
            }
            frames.end().unwrap();
            let mut reader = Reader::new(&payload);
            let read: Vec<u64> = (0..reader.count().unwrap()).map(|_| reader.number().unwrap()).collect();
            prop_assert_eq!(read, numbers);
            prop_assert_eq!(reader.text().unwrap(), text);
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn anything_is_read_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut reader = Reader::new(&bytes);
            while reader.number().is_ok() {}
            let mut reader = Reader::new(&bytes);
            while reader.text().is_ok() {}
            let mut reader = Reader::new(&bytes);
            while reader.range(1 << 20).is_ok() {}
        }
    }
}
