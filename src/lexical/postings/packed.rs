//! Whole numbers in as few bytes as they need: seven bits a byte, the low ones first. As in a snapshot, but for bytes that
//! this engine wrote itself.

/// Appends a number.
#[inline]
pub(super) fn write(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Takes a number off the front; 0 where there is nothing.
#[inline]
pub(super) fn read(bytes: &mut &[u8]) -> u32 {
    match bytes.split_first() {
        // Most are small.
        Some((&first, rest)) if first < 0x80 => {
            *bytes = rest;
            u32::from(first)
        }
        _ => read_long(bytes),
    }
}

fn read_long(bytes: &mut &[u8]) -> u32 {
    let mut value = 0;
    for shift in (0..32).step_by(7) {
        let Some((&byte, rest)) = bytes.split_first() else { break };
        *bytes = rest;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, u32::MAX / 2, u32::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| write(&mut bytes, number));
        let mut rest = bytes.as_slice();
        assert_eq!(numbers.map(|_| read(&mut rest)), numbers);
        assert_eq!((rest.len(), read(&mut rest)), (0, 0));
    }
}
