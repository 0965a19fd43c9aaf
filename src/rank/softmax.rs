//! The exponentials of a softmax, for all chunks of an index.

/// `exp((x − top) / τ)` of each value, where none is above `top`: 0…1.
pub fn exponentials<'a>(values: impl IntoIterator<Item = &'a f64>, top: f64, tau: f64) -> Vec<f64> {
    // Two loops: the second has neither calls nor branches, so that it is done two at a time; and so many together that
    // no step waits for the one before.
    let values = values.into_iter().map(|x| x - top);
    // At τ = 1 there is nothing to divide by.
    let mut out: Vec<f64> = if tau == 1.0 { values.collect() } else { values.map(|x| x / tau).collect() };
    let (blocks, rest) = out.as_chunks_mut::<8>();
    blocks.iter_mut().for_each(|block| *block = exp(*block));
    rest.iter_mut().for_each(|x| [*x] = exp([*x]));
    out
}

/// The exponentials of numbers that are not above 0, within two units in the last place: the argument is brought to within
/// half a ln 2 of 0, where the Taylor series has an error below 2⁻⁵² after thirteen terms. Sums and products alone, so that every host
/// gets the same bits.
#[inline(always)]
fn exp<const N: usize>(x: [f64; N]) -> [f64; N] {
    /// Adding it leaves a whole number in the low bits.
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    /// ln 2 in two parts, the first with zeros at its end, so that its products with small whole numbers are exact.
    const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
    /// 1 / n!, from 12 down to 0.
    const SERIES: [f64; 13] = [
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ];
    /// Less is nothing: its exponent would not fit.
    const LEAST: f64 = -708.0;
    let within = x.map(|x| if x > LEAST { x } else { LEAST });
    let shifted = within.map(|x| x * std::f64::consts::LOG2_E + WHOLE);
    let mut rest = within;
    for (rest, shifted) in rest.iter_mut().zip(shifted) {
        let twos = shifted - WHOLE;
        *rest = (*rest - twos * LN_2[0]) - twos * LN_2[1];
    }
    let mut sums = [0.0; N];
    for factor in SERIES {
        sums.iter_mut().zip(rest).for_each(|(sum, rest)| *sum = *sum * rest + factor);
    }
    let mut powers = [0.0; N];
    for (((power, sum), shifted), x) in powers.iter_mut().zip(sums).zip(shifted).zip(x) {
        let whole = f64::from_bits(sum.to_bits().wrapping_add(shifted.to_bits() << 52));
        *power = if x > LEAST { whole } else { 0.0 };
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_exponential(x in -700.0..0.0_f64, small in -1.0..0.0_f64) {
            for x in [x, small, small * 1e-9] {
                let ([got], expected) = (exp([x]), libm::exp(x));
                prop_assert!((got / expected - 1.0).abs() < 5e-16, "{x}: {got} {expected}");
            }
        }
    }

    #[test]
    fn the_ends_are_defined() {
        assert_eq!(exp([0.0]), [1.0]);
        assert_eq!(exp([f64::NEG_INFINITY, -1e9, f64::NAN]), [0.0; 3]);
        assert_eq!(exponentials(&[1.0, 3.0], 3.0, 2.0)[1], 1.0);
        assert!(exponentials(&[], 0.0, 1.0).is_empty());
    }
}
