//! Multinomial logistic regression: the weights that make labelled examples likely, and stay small.
//!
//! The least of `sum(weight * -ln p(label | example)) + |W|^2 / (2 * STRENGTH)` by L-BFGS. The crates that offer the whole of it
//! (linfa-logistic, smartcore) want the examples as a dense matrix, which for texts is some gigabytes of zeros; so only the sum is
//! written here, and argmin looks for its least.

use anyhow::{Context as _, Result};
use argmin::core::{CostFunction, Error, Executor, Gradient, State as _};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

/// How little the weights are held back; the inverse of the penalty. 10 did best or next to it of 1, 3, 10 and 30 on tickets of
/// two trackers.
const STRENGTH: f64 = 10.0;

/// How many of its steps L-BFGS remembers.
const MEMORY: usize = 7;

/// More rounds did not change a decision; texts take 20 to 30.
const MOST_ROUNDS: u64 = 60;

/// The search ends where a round gains less than this for each example.
const LEAST_GAIN: f64 = 1e-6;

/// A labelled example: the features that it has, with their values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) label: usize,
    pub(super) weight: f64,
    pub(super) values: Vec<(usize, f64)>,
}

/// The size of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) features: usize,
    pub(super) labels: usize,
}

/// The weights of each feature, label by label, and what each label has without any feature.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    size: Size,
    parameters: Vec<f64>,
}

impl Fitted {
    pub(super) fn weights(&self, feature: usize) -> &[f64] {
        &self.parameters[feature * self.size.labels..][..self.size.labels]
    }

    pub(super) fn biases(&self) -> &[f64] {
        self.weights(self.size.features)
    }
}

/// Fits the weights; the same rows give the same weights.
///
/// # Errors
/// Where the search breaks off, as on values that are no numbers.
pub(super) fn fit(rows: &[Row], size: Size) -> Result<Fitted> {
    let start = vec![0.0; (size.features + 1) * size.labels];
    let whole: f64 = rows.iter().map(|row| row.weight).sum();
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY).with_tolerance_cost(LEAST_GAIN * whole)?;
    let found = Executor::new(Loss { rows, size }, solver)
        .configure(|state| state.param(start).max_iters(MOST_ROUNDS))
        .run()
        .context("cannot fit the text model")?;
    let parameters = found.state().get_best_param().cloned().context("the search for weights found none")?;
    Ok(Fitted { size, parameters })
}

/// What is made small.
struct Loss<'r> {
    rows: &'r [Row],
    size: Size,
}

impl Loss<'_> {
    /// The likelihood of each label, as the logarithm of its odds.
    fn logits(&self, parameters: &[f64], row: &Row) -> Vec<f64> {
        let labels = self.size.labels;
        let mut logits = parameters[self.size.features * labels..].to_vec();
        for (feature, value) in &row.values {
            let weights = &parameters[feature * labels..][..labels];
            logits.iter_mut().zip(weights).for_each(|(logit, weight)| *logit += value * weight);
        }
        logits
    }

    /// The weights without the biases, which are free.
    fn held_back<'p>(&self, parameters: &'p [f64]) -> &'p [f64] {
        &parameters[..self.size.features * self.size.labels]
    }
}

impl CostFunction for Loss<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Vec<f64>) -> Result<f64, Error> {
        let surprise = |row: &Row| {
            let logits = self.logits(parameters, row);
            row.weight * (log_sum(&logits) - logits[row.label])
        };
        let squares: f64 = self.held_back(parameters).iter().map(|weight| weight * weight).sum();
        Ok(self.rows.iter().map(surprise).sum::<f64>() + squares / (2.0 * STRENGTH))
    }
}

impl Gradient for Loss<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, parameters: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let labels = self.size.labels;
        let mut gradient: Vec<f64> = self.held_back(parameters).iter().map(|weight| weight / STRENGTH).collect();
        gradient.resize(parameters.len(), 0.0);
        for row in self.rows {
            let mut off = softmax(&self.logits(parameters, row));
            off[row.label] -= 1.0;
            off.iter_mut().for_each(|off| *off *= row.weight);
            for (feature, value) in row.values.iter().chain([&(self.size.features, 1.0)]) {
                let slope = &mut gradient[feature * labels..][..labels];
                slope.iter_mut().zip(&off).for_each(|(slope, off)| *slope += value * off);
            }
        }
        Ok(gradient)
    }
}

/// The probabilities that logits stand for.
pub(super) fn softmax(logits: &[f64]) -> Vec<f64> {
    let whole = log_sum(logits);
    logits.iter().map(|logit| (logit - whole).exp()).collect()
}

/// The logarithm of the sum of the exponentials.
pub(super) fn log_sum(logits: &[f64]) -> f64 {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + logits.iter().map(|logit| (logit - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |label, weight, values: &[(usize, f64)]| Row { label, weight, values: values.to_vec() };
        vec![
            row(0, 1.0, &[(0, 1.0)]),
            row(0, 2.0, &[(0, 0.6), (2, 0.8)]),
            row(1, 1.0, &[(1, 1.0)]),
            row(2, 1.0, &[(1, 0.6), (2, 0.8)]),
        ]
    }

    const SIZE: Size = Size { features: 3, labels: 3 };

    #[test]
    fn the_gradient_is_the_slope_of_the_cost() {
        let rows = rows();
        let loss = Loss { rows: &rows, size: SIZE };
        let at: Vec<f64> = (0..12).map(|index| f64::from(index % 5) / 3.0 - 0.5).collect();
        let gradient = loss.gradient(&at).unwrap();
        for (index, slope) in gradient.iter().enumerate() {
            let cost = |step: f64| {
                let mut moved = at.clone();
                moved[index] += step;
                loss.cost(&moved).unwrap()
            };
            assert!(((cost(1e-5) - cost(-1e-5)) / 2e-5 - slope).abs() < 1e-6, "parameter {index}");
        }
    }

    #[test]
    fn nothing_near_the_fit_is_better() {
        let rows = rows();
        let fitted = fit(&rows, SIZE).unwrap();
        let loss = Loss { rows: &rows, size: SIZE };
        let slope = loss.gradient(&fitted.parameters).unwrap();
        assert!(slope.iter().all(|slope| slope.abs() < 1e-2), "{slope:?}");
        assert!(fitted.weights(0)[0] > fitted.weights(0)[1]);
        assert_eq!(fit(&rows, SIZE).unwrap(), fitted);
    }

    #[test]
    fn probabilities_sum_to_one_whatever_the_size_of_the_logits() {
        for logits in [&[0.0, 0.0][..], &[1e4, -1e4, 9_999.0], &[-1e300, 0.0], &[3.0]] {
            let sum: f64 = softmax(logits).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{logits:?}");
        }
    }

    #[test]
    fn one_label_is_certain() {
        let rows = [Row { label: 0, weight: 1.0, values: vec![(0, 1.0)] }];
        let fitted = fit(&rows, Size { features: 1, labels: 1 }).unwrap();
        assert_eq!(fitted.biases().len(), 1);
    }
}
