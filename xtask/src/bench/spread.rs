//! Many measurements of one thing as a few numbers.

use serde_json::{Value, json};

/// The median of several measurements, with the least and the most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The smallest value that half of them do not exceed.
    pub median: f64,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

impl Spread {
    /// Of at least one value.
    pub fn of(values: &[f64]) -> Option<Self> {
        let least = values.iter().copied().reduce(f64::min)?;
        let most = values.iter().copied().reduce(f64::max)?;
        Some(Spread { median: quantile(values.to_vec(), 0.5), least, most })
    }

    /// For result files.
    pub fn json(&self) -> Value {
        json!({ "median": rounded(self.median), "min": rounded(self.least), "max": rounded(self.most) })
    }

    /// For people: `median (least–most)`, the median alone where they look the same.
    pub fn shown(&self, show: &dyn Fn(f64) -> String) -> String {
        let (median, least, most) = (show(self.median), show(self.least), show(self.most));
        if least == most { median } else { format!("{median} ({least}–{most})") }
    }
}

/// To three places.
pub fn rounded(number: f64) -> Value {
    json!((number * 1000.0).round() / 1000.0)
}

/// A time in milliseconds, for people.
pub fn duration(milliseconds: f64) -> String {
    if milliseconds < 1000.0 { format!("{milliseconds:.1} ms") } else { format!("{:.2} s", milliseconds / 1e3) }
}

/// The smallest value that at least the share `q` of the values does not exceed; 0 of none.
pub fn quantile(mut values: Vec<f64>, q: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (q * values.len() as f64).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// The exponent `e` of `y = a·x^e` through points with positive values: the slope of the least squares in logarithms. 1 is
/// growth in proportion. `None` of fewer than two places.
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> =
        points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let variance: f64 = logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_nearest_rank() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!(quantile(values.clone(), 0.5), 10.0);
        assert_eq!(quantile(values, 0.95), 19.0);
        assert_eq!(quantile(vec![7.0], 0.95), 7.0);
        assert_eq!(quantile(vec![], 0.5), 0.0);
    }

    #[test]
    fn a_spread_is_shown_where_there_is_one() {
        let spread = Spread::of(&[30.0, 10.0, 20.0]).unwrap();
        assert_eq!(spread, Spread { median: 20.0, least: 10.0, most: 30.0 });
        assert_eq!(spread.shown(&duration), "20.0 ms (10.0 ms–30.0 ms)");
        assert_eq!(Spread::of(&[1.0]).unwrap().shown(&duration), "1.0 ms");
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn exponents_of_known_growth() {
        let of = |f: fn(f64) -> f64| exponent(&[1.0, 10.0, 100.0].map(|x| (x, f(x)))).unwrap();
        assert!((of(|x| 3.0 * x) - 1.0).abs() < 1e-9);
        assert!((of(|x| 2.0 * x * x) - 2.0).abs() < 1e-9);
        assert!(of(|_| 5.0).abs() < 1e-9);
        assert_eq!(exponent(&[(10.0, 1.0), (10.0, 2.0)]), None);
        assert_eq!(exponent(&[(0.0, 1.0), (10.0, 2.0)]), None);
    }
}
