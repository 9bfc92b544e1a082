//! The decision: route, ask, or say that nothing fits.

use super::Candidate;
use crate::registry::model::Scoring;

/// What the scores say about a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision<'c> {
    /// The first candidate is clear enough to be taken without a question.
    Automatic(&'c Candidate),
    /// A person has to say.
    Ask {
        /// The first candidate.
        closest: &'c Candidate,
        /// Whether the first place is shared; then it is nobody's, and no flag may take it.
        tied: bool,
    },
    /// No project has points.
    NoMatch,
}

/// Decides by the gate of the registry: the top needs `auto_min` points and `auto_ratio` times those of the runner-up.
///
/// The candidates stand in the order of [`Router::score`](super::Router::score). A missing runner-up has no points. A tie
/// is never routed, whatever the ratio.
pub fn decide<'c>(candidates: &'c [Candidate], scoring: &Scoring) -> Decision<'c> {
    let [top, others @ ..] = candidates else { return Decision::NoMatch };
    let runner_up = others.first().map_or(0, |candidate| candidate.score);
    if is_clear(top.score, runner_up, scoring.auto_min, scoring.auto_ratio) {
        Decision::Automatic(top)
    } else {
        Decision::Ask { closest: top, tied: runner_up == top.score }
    }
}

/// Whether a gate lets a top through that has these points and this runner-up.
pub(super) fn is_clear(top: u32, runner_up: u32, auto_min: u32, auto_ratio: f64) -> bool {
    let is_ahead = runner_up == 0 || f64::from(top) >= auto_ratio * f64::from(runner_up);
    top >= auto_min && is_ahead && top != runner_up
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decision over projects `a`, `b`, … with these scores.
    fn decided(scores: &[u32], scoring: Scoring) -> String {
        let candidates: Vec<Candidate> = ('a'..)
            .zip(scores)
            .map(|(name, &score)| Candidate { project: name.into(), score, signals: Vec::new() })
            .collect();
        match decide(&candidates, &scoring) {
            Decision::Automatic(top) => format!("automatic {}", top.project),
            Decision::Ask { closest, tied: false } => format!("ask {}", closest.project),
            Decision::Ask { closest, tied: true } => format!("tie {}", closest.project),
            Decision::NoMatch => "no match".into(),
        }
    }

    #[test]
    fn the_gate_stands_at_ten_points_and_twice_the_runner_up() {
        for (scores, expected) in [
            (&[][..], "no match"),
            (&[9], "ask a"),
            (&[10], "automatic a"),
            (&[10, 5], "automatic a"),
            (&[10, 6], "ask a"),
            (&[20, 10, 10], "automatic a"),
            (&[19, 10], "ask a"),
            (&[10, 10], "tie a"),
            (&[2, 2], "tie a"),
        ] {
            assert_eq!(decided(scores, Scoring::default()), expected, "{scores:?}");
        }
    }

    #[test]
    fn the_registry_moves_the_gate() {
        let scoring = Scoring { auto_min: 4, auto_ratio: 1.5, ..Scoring::default() };
        assert_eq!(decided(&[6, 4], scoring), "automatic a");
        assert_eq!(decided(&[5, 4], scoring), "ask a");
    }

    #[test]
    fn odd_ratios_never_route_a_tie() {
        for auto_ratio in [1.0, 0.0, -1.0, f64::NAN, f64::INFINITY] {
            let scoring = Scoring { auto_ratio, ..Scoring::default() };
            assert_eq!(decided(&[10, 10], scoring), "tie a", "{auto_ratio}");
            assert_eq!(decided(&[10], scoring), "automatic a", "{auto_ratio}");
        }
        assert_eq!(decided(&[99, 1], Scoring { auto_ratio: f64::NAN, ..Scoring::default() }), "ask a");
    }
}
