//! Stand-in: where the lines of a text begin.
pub struct Lines {
    starts: Vec<u32>,
    end: u32,
}

impl Lines {
    pub fn new(text: &str) -> Self {
        let mut starts = Vec::new();
        if !text.is_empty() {
            starts.push(0);
        }
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\n' && at + 1 < text.len() {
                starts.push(at as u32 + 1);
            }
        }
        Lines {
            starts,
            end: text.len() as u32,
        }
    }

    pub fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    pub fn line_of(&self, byte: u32) -> u32 {
        self.starts.partition_point(|&s| s <= byte) as u32
    }

    pub fn start(&self, line: u32) -> u32 {
        self.starts
            .get(line as usize - 1)
            .copied()
            .unwrap_or(self.end)
    }
}
