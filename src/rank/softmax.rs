//! The exponentials of a softmax, for all chunks of an index.

/// `exp((x − top) / τ)` of each value, where none is above `top`: 0…1.
pub fn exponentials<'a>(values: impl IntoIterator<Item = &'a f64>, top: f64, tau: f64) -> Vec<f64> {
    // Two loops: the second has neither calls nor branches, so that it is done two at a time.
    let values = values.into_iter().map(|x| x - top);
    // At τ = 1 there is nothing to divide by.
    let mut out: Vec<f64> = if tau == 1.0 { values.collect() } else { values.map(|x| x / tau).collect() };
    out.iter_mut().for_each(|x| *x = exp(*x));
    out
}

/// The exponential of a number that is not above 0, within two units in the last place: the argument is brought to within
/// half a ln 2 of 0, where the Taylor series has an error below 2⁻⁵² after thirteen terms. Sums and products alone, so that every host
/// gets the same bits.
#[inline(always)]
fn exp(x: f64) -> f64 {
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
    let counts = x > LEAST;
    let x = if counts { x } else { LEAST };
    let shifted = x * std::f64::consts::LOG2_E + WHOLE;
    let twos = shifted - WHOLE;
    let rest = (x - twos * LN_2[0]) - twos * LN_2[1];
    let sum = SERIES.iter().fold(0.0, |sum, factor| sum * rest + factor);
    let power = f64::from_bits(sum.to_bits().wrapping_add(shifted.to_bits() << 52));
    if counts { power } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_exponential(x in -700.0..0.0_f64, small in -1.0..0.0_f64) {
            for x in [x, small, small * 1e-9] {
                let (got, expected) = (exp(x), libm::exp(x));
                prop_assert!((got / expected - 1.0).abs() < 5e-16, "{x}: {got} {expected}");
            }
        }
    }

    #[test]
    fn the_ends_are_defined() {
        assert_eq!(exp(0.0), 1.0);
        assert_eq!([f64::NEG_INFINITY, -1e9, f64::NAN].map(exp), [0.0; 3]);
        assert_eq!(exponentials(&[1.0, 3.0], 3.0, 2.0)[1], 1.0);
        assert!(exponentials(&[], 0.0, 1.0).is_empty());
    }
}
