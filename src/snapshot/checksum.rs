//! A checksum against accidents: every bit of the input reaches every bit of the sum. It is no guard against forgery.

const A: u64 = 0x9E37_79B9_7F4A_7C15;
const B: u64 = 0xD6E8_FEB8_6659_FD93;

/// The checksum of some bytes that follow others whose checksum is `before`.
///
/// Four lanes of eight bytes, so that no step waits for the one before; the lanes and the rest are stirred together at
/// the end.
pub fn checksum(before: u64, bytes: &[u8]) -> u64 {
    let mut lanes = [before ^ A, before.wrapping_add(B), before.rotate_left(17) ^ B, before.rotate_left(43) ^ A];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = (*lane ^ u64::from_le_bytes(*word)).wrapping_mul(A).rotate_left(29);
        }
    }
    let mut sum = bytes.len() as u64;
    let mut stir = |word: u64| {
        sum = (sum ^ word).wrapping_mul(B);
        sum ^= sum >> 32;
    };
    lanes.into_iter().for_each(&mut stir);
    for part in rest.chunks(8) {
        stir(part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    }
    sum = sum.wrapping_mul(A);
    sum ^ sum >> 29
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn every_bit_counts() {
        let bytes: Vec<u8> = (0..100u8).collect();
        let sum = checksum(7, &bytes);
        assert_ne!(sum, checksum(8, &bytes));
        assert_ne!(sum, checksum(7, &bytes[..99]));
        assert_ne!(checksum(7, &[]), checksum(7, &[0]));
        for bit in 0..800 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(sum, checksum(7, &other), "bit {bit}");
        }
    }
}
