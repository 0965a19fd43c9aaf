//! Values to frames.

use super::frames::{Tag, head};
use super::{FORMAT, FRAME, MAGIC};

/// Writes a snapshot, frame by frame, into whatever takes the bytes.
pub struct Writer<'a> {
    sink: &'a mut dyn FnMut(&[u8]),
    tag: Tag,
    payload: Vec<u8>,
    sum: u64,
}

impl<'a> Writer<'a> {
    /// Begins a snapshot.
    pub fn new(sink: &'a mut dyn FnMut(&[u8])) -> Self {
        sink(&MAGIC);
        sink(&FORMAT.to_le_bytes());
        Writer { sink, tag: Tag::Identity, payload: Vec::with_capacity(FRAME + FRAME / 4), sum: 0 }
    }

    /// Begins a frame, and closes the one before.
    pub fn frame(&mut self, tag: Tag) {
        self.close();
        self.tag = tag;
    }

    /// Marks where one element of a list ends: the frame is closed if it is full, and another of its kind begun.
    pub fn boundary(&mut self) {
        if self.payload.len() >= FRAME {
            self.close();
        }
    }

    /// Ends the snapshot.
    pub fn end(mut self) {
        self.close();
        let (head, _) = head(Tag::End, self.sum, &[]);
        (self.sink)(&head);
    }

    fn close(&mut self) {
        if self.payload.is_empty() {
            return;
        }
        let (head, sum) = head(self.tag, self.sum, &self.payload);
        self.sum = sum;
        (self.sink)(&head);
        (self.sink)(&self.payload);
        self.payload.clear();
    }

    /// One byte.
    pub fn byte(&mut self, value: u8) {
        self.payload.push(value);
    }

    /// A whole number, seven bits a byte, the low ones first.
    pub fn number(&mut self, value: impl Into<u64>) {
        let mut value = value.into();
        while value >= 0x80 {
            self.payload.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.payload.push(value as u8);
    }

    /// A length.
    pub fn count(&mut self, value: usize) {
        self.number(value as u64);
    }

    /// A number or none.
    pub fn option(&mut self, value: Option<u32>) {
        self.number(value.map_or(0, |value| u64::from(value) + 1));
    }

    /// A range, as where it begins and how long it is.
    pub fn range(&mut self, range: &std::ops::Range<u32>) {
        self.number(range.start);
        self.number(range.end - range.start);
    }

    /// A text with its length.
    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.payload.extend_from_slice(text.as_bytes());
    }

    /// What `write` writes, with its length before it, so that a reader can pass over it.
    pub fn block(&mut self, write: impl FnOnce(&mut Self)) {
        let at = self.payload.len();
        self.payload.extend_from_slice(&[0; 4]);
        write(self);
        let length = (self.payload.len() - at - 4) as u32;
        self.payload[at..at + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.payload.extend_from_slice(bytes);
    }

    /// Signed bytes as they are.
    pub fn codes(&mut self, codes: &[i8]) {
        self.payload.extend(codes.iter().map(|&code| code as u8));
    }

    /// A floating-point number, bit by bit.
    pub fn float(&mut self, value: f32) {
        self.raw(&value.to_le_bytes());
    }
}
