//! Bytes ↔ lines ↔ UTF-16, for one text.

/// Bytes between two UTF-16 checkpoints: a conversion scans at most this many.
const STRIDE: usize = 256;

/// Where the lines of a text start, and how far its UTF-16 offsets run ahead of or behind its bytes.
///
/// Lines end with `\n` alone, as in git, tree-sitter and Rust: `\r\n` is one line end, whose `\r` belongs to the line,
/// and a lone `\r` ends nothing. Offsets are clamped to the text, never out of bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The byte at which each line starts; the last entry is the text's length.
    starts: Vec<u32>,
    /// UTF-16 units before byte `STRIDE * i`; empty when the text is ASCII, where both offsets agree.
    checkpoints: Vec<u32>,
    /// UTF-16 units of the whole text.
    utf16_len: u32,
}

impl Lines {
    /// Reads the text once, O(n).
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(memchr::memchr_iter(b'\n', bytes).count() + 2);
        if !bytes.is_empty() {
            starts.push(0);
        }
        starts.extend(memchr::memchr_iter(b'\n', bytes).map(|i| offset(i + 1)).filter(|i| *i < offset(bytes.len())));
        starts.push(offset(bytes.len()));
        let mut checkpoints = Vec::new();
        let mut units = offset(bytes.len());
        if !text.is_ascii() {
            checkpoints.reserve_exact(bytes.len() / STRIDE + 1);
            units = 0;
            for block in bytes.chunks(STRIDE) {
                checkpoints.push(units);
                units += utf16_units(block);
            }
        }
        Self { starts, checkpoints, utf16_len: units }
    }

    /// The number of lines: at least 1 unless the text is empty. A trailing `\n` opens no further line.
    pub fn count(&self) -> u32 {
        offset(self.starts.len() - 1)
    }

    /// The byte at which each line starts.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts[..self.starts.len() - 1]
    }

    /// The 1-based line that holds `byte`; a byte at or past the end belongs to the last line.
    pub fn line_of(&self, byte: u32) -> u32 {
        let lines = &self.starts[..self.starts.len() - 1];
        offset(lines.partition_point(|start| *start <= byte)).max(1)
    }

    /// The byte at which the 1-based `line` starts; the text's length for `count() + 1` and beyond.
    pub fn start(&self, line: u32) -> u32 {
        let index = (line.max(1) - 1) as usize;
        self.starts.get(index).or(self.starts.last()).copied().unwrap_or(0)
    }

    /// The byte after the 1-based `line`, its line end included.
    pub fn end(&self, line: u32) -> u32 {
        self.start(line.saturating_add(1))
    }

    /// The UTF-16 offset of a byte offset in `text`, which must be the text this was built from.
    /// Inside a character the answer lies at or just after it. At most 256 bytes are read.
    pub fn utf16(&self, text: &str, byte: u32) -> u32 {
        let byte = (byte as usize).min(text.len());
        if self.checkpoints.is_empty() {
            return offset(byte);
        }
        let block = byte / STRIDE;
        match self.checkpoints.get(block) {
            Some(units) => units + utf16_units(&text.as_bytes()[block * STRIDE..byte]),
            None => self.utf16_len,
        }
    }

    /// The byte offset of a UTF-16 offset in `text`, which must be the text this was built from: the other way round.
    /// Inside a character the answer is its end.
    pub fn byte(&self, text: &str, units: u32) -> u32 {
        if self.checkpoints.is_empty() {
            return units.min(offset(text.len()));
        }
        // A checkpoint may stand inside a character, whose units are counted where it begins.
        let block = self.checkpoints.partition_point(|&before| before <= units).saturating_sub(1);
        let mut start = block * STRIDE;
        while !text.is_char_boundary(start) {
            start += 1;
        }
        let mut left = i64::from(units) - i64::from(self.utf16(text, offset(start)));
        let rest = text[start..].chars().take_while(|c| {
            let more = left > 0;
            left -= c.len_utf16() as i64;
            more
        });
        offset(start + rest.map(char::len_utf8).sum::<usize>())
    }

    /// The length of the text in UTF-16 units: JavaScript's `text.length`.
    pub fn utf16_len(&self) -> u32 {
        self.utf16_len
    }

    /// Bytes of memory this holds.
    pub fn memory(&self) -> usize {
        (self.starts.capacity() + self.checkpoints.capacity()) * size_of::<u32>()
    }
}

/// The beginning of a text: at most `limit` bytes, cut between characters.
pub(crate) fn head(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// UTF-16 units of the characters whose first byte lies in `bytes`.
fn utf16_units(bytes: &[u8]) -> u32 {
    // A continuation byte adds none, a leading byte one, and the leading byte of four (F0 and up) two.
    bytes.iter().map(|b| u32::from(b & 0xC0 != 0x80) + u32::from(*b >= 0xF0)).sum()
}

/// Texts are far shorter than 4 GiB: the size limit stands before this.
fn offset(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends() {
        let count = |text| Lines::new(text).count();
        assert_eq!(count(""), 0);
        assert_eq!(count("a"), 1);
        assert_eq!(count("a\n"), 1);
        assert_eq!(count("\n"), 1);
        assert_eq!(count("\n\n"), 2);
        assert_eq!(count("a\nb"), 2);
        assert_eq!(count("a\r\nb\r\n"), 2);
        assert_eq!(count("a\rb"), 1);
    }

    #[test]
    fn starts_and_lines() {
        let lines = Lines::new("ab\r\ncd\n\ne");
        assert_eq!((1..=5).map(|n| lines.start(n)).collect::<Vec<_>>(), [0, 4, 7, 8, 9]);
        assert_eq!((0..10).map(|b| lines.line_of(b)).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2, 2, 3, 4, 4]);
        assert_eq!(lines.end(1), 4);
        assert_eq!(lines.start(99), 9);
        assert_eq!(lines.start(0), 0);
        assert_eq!(lines.end(u32::MAX), 9);
    }

    #[test]
    fn an_empty_text_answers_too() {
        let lines = Lines::new("");
        assert_eq!((lines.line_of(0), lines.start(1), lines.end(1), lines.utf16("", 7)), (1, 0, 0, 0));
    }

    #[test]
    fn utf16_offsets() {
        let text = "a😀é漢\n";
        let lines = Lines::new(text);
        let at = |needle: char| lines.utf16(text, text.find(needle).unwrap() as u32);
        assert_eq!((at('a'), at('😀'), at('é'), at('漢'), at('\n')), (0, 1, 3, 4, 5));
        assert_eq!(lines.utf16(text, 999), 6);
        assert_eq!(lines.utf16_len(), 6);
    }

    #[test]
    fn offsets_go_both_ways() {
        for text in
            ["", "abc", "a😀é漢\n", &"é".repeat(300), &"😀x".repeat(200), &format!("{}é", "a".repeat(STRIDE - 1))]
        {
            let lines = Lines::new(text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                assert_eq!(lines.byte(text, lines.utf16(text, byte as u32)), byte as u32, "{text} {byte}");
            }
            assert_eq!(lines.byte(text, u32::MAX), text.len() as u32);
        }
        assert_eq!(Lines::new("😀").byte("😀", 1), 4);
    }

    #[test]
    fn a_head_ends_between_characters() {
        assert_eq!((head("aé", 2), head("aé", 3), head("aé", 9), head("é", 0)), ("a", "aé", "aé", ""));
    }

    #[test]
    fn a_length_of_whole_blocks() {
        let text = "é".repeat(STRIDE);
        let lines = Lines::new(&text);
        assert_eq!(lines.utf16(&text, text.len() as u32), STRIDE as u32);
        assert_eq!(lines.utf16(&text, STRIDE as u32), STRIDE as u32 / 2);
    }
}
