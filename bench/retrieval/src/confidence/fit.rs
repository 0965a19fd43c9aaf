//! Logistic regression by Newton's method, with a small penalty on the standardized weights.

/// A case: inputs (the first is 1), the truth as 0 or 1, and what the case counts.
pub struct Case<'a> {
    /// The inputs.
    pub inputs: &'a [f64],
    /// Whether it is so.
    pub truth: bool,
    /// What it counts.
    pub weight: f64,
}

const PENALTY: f64 = 1e-3;
const STEPS: usize = 60;
const CLOSE: f64 = 1e-9;

/// The weights that make the cases most likely.
pub fn fit(cases: &[Case]) -> Vec<f64> {
    let width = cases.first().map_or(0, |case| case.inputs.len());
    let total: f64 = cases.iter().map(|case| case.weight).sum();
    let mean: Vec<f64> = (0..width)
        .map(|at| if at == 0 { 0.0 } else { cases.iter().map(|c| c.inputs[at]).sum::<f64>() / cases.len() as f64 })
        .collect();
    let scale: Vec<f64> = (0..width)
        .map(|at| {
            let square: f64 = cases.iter().map(|c| (c.inputs[at] - mean[at]).powi(2)).sum();
            let deviation = (square / cases.len() as f64).sqrt();
            if at == 0 || deviation < 1e-12 { 1.0 } else { deviation }
        })
        .collect();
    let rows: Vec<Vec<f64>> =
        cases.iter().map(|c| (0..width).map(|at| (c.inputs[at] - mean[at]) / scale[at]).collect()).collect();
    let mut weights = vec![0.0; width];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = weights.iter().map(|w| PENALTY * w).collect();
        let mut curve = vec![vec![0.0; width]; width];
        slope[0] = 0.0;
        for (at, row) in curve.iter_mut().enumerate() {
            // The constant is free, but for what keeps the matrix regular.
            row[at] = if at == 0 { CLOSE } else { PENALTY };
        }
        for (case, row) in cases.iter().zip(&rows) {
            let p = crate::engine::logistic(row.iter().zip(&weights).map(|(x, w)| x * w).sum());
            let share = case.weight / total;
            let error = share * (p - f64::from(u8::from(case.truth)));
            let bend = share * p * (1.0 - p);
            for (i, &x) in row.iter().enumerate() {
                slope[i] += error * x;
                for (j, &y) in row.iter().enumerate().take(i + 1) {
                    curve[i][j] += bend * x * y;
                }
            }
        }
        let step = solve(curve, slope);
        weights.iter_mut().zip(&step).for_each(|(w, s)| *w -= s);
        if step.iter().all(|s| s.abs() < CLOSE) {
            break;
        }
    }
    let mut raw: Vec<f64> = weights.iter().zip(&scale).map(|(w, s)| w / s).collect();
    if let Some(first) = raw.first_mut() {
        *first -= weights.iter().zip(&mean).zip(&scale).skip(1).map(|((w, m), s)| w * m / s).sum::<f64>();
    }
    raw
}

/// Solves a symmetric positive definite system whose lower half is given, by Cholesky's decomposition.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            matrix[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / matrix[j][j] };
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_found() {
        // Three of four where the input is 1, one of four where it is 0: ±ln 3.
        let inputs = [[1.0, 0.0], [1.0, 1.0]];
        let truths = [(0, true), (0, false), (0, false), (0, false), (1, true), (1, true), (1, true), (1, false)];
        let cases: Vec<Case> =
            truths.iter().map(|&(at, truth)| Case { inputs: &inputs[at], truth, weight: 1.0 }).collect();
        let weights = fit(&cases);
        assert!((weights[0] + 3.0_f64.ln()).abs() < 0.03, "{weights:?}");
        assert!((weights[1] - 9.0_f64.ln()).abs() < 0.06, "{weights:?}");
    }
}
