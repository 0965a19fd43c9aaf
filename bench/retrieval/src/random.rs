//! Seeded randomness, the same on every machine.

/// SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A stream for a name: FNV-1a of it is the seed.
    pub fn named(name: &str) -> Self {
        let step = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Random(name.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, or 0 of none; the bias is below 2⁻⁴⁰ for the sizes used here.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
