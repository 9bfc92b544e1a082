//! Figures of routing, as the commands that measure it answer.

use serde::Serialize;

use crate::dispatch::eval::{Passed, Share};

/// Tickets taken without a question; the last three are null where there are none.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Automatic {
    pub(super) count: usize,
    pub(super) rate: f64,
    pub(super) right: usize,
    pub(super) precision: Option<f64>,
    /// The ends of the interval at 95 %.
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl Automatic {
    pub(super) fn new(automatic: Share, precision: Share) -> Self {
        let interval = precision.interval();
        Self {
            count: automatic.hits,
            rate: rate(automatic),
            right: precision.hits,
            precision: precision.rate().map(rounded),
            low: interval.map(|(low, _)| rounded(low)),
            high: interval.map(|(_, high)| rounded(high)),
        }
    }

    pub(super) fn of(passed: Passed) -> Self {
        Self::new(passed.automatic, passed.precision)
    }
}

/// A share as a rate; 0 of nothing.
pub(super) fn rate(share: Share) -> f64 {
    rounded(share.rate().unwrap_or_default())
}

/// A rate to a hundredth of a percent: more would be noise.
pub(super) fn rounded(rate: f64) -> f64 {
    (rate * 10_000.0).round() / 10_000.0
}

/// A rate for people.
pub(super) fn percent(rate: f64) -> String {
    format!("{:.1} %", rate * 100.0)
}

/// What is let through, in words.
pub(super) fn passed(passed: Automatic) -> String {
    let taken = format!("automatic {}", percent(passed.rate));
    match (passed.precision, passed.low, passed.high) {
        (Some(precision), Some(low), Some(high)) => {
            format!(
                "{taken}, precision {} ({} of {}; {} at 95 % confidence)",
                percent(precision),
                passed.right,
                passed.count,
                interval(low, high)
            )
        }
        _ => taken,
    }
}

/// The ends of an interval, in words.
pub(super) fn interval(low: f64, high: f64) -> String {
    format!("{:.1} to {}", low * 100.0, percent(high))
}
