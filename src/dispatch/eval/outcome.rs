//! What routing made of one ticket whose project is known.

use super::gate::Race;
use crate::dispatch::{Candidate, Decision, SignalKind, decide};
use crate::registry::model::Scoring;

/// What routing made of one ticket: a few numbers, and none of its texts.
///
/// Projects are named by their position in [`Truth`](super::Truth).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The project that the ticket belongs to.
    pub expected: usize,
    /// The place of that project, from 1; none where it has no points. It stands behind those that it shares its score with.
    pub rank: Option<usize>,
    /// The project in the first place, where it shares it with none.
    pub first: Option<usize>,
    /// Whether the first was taken without a question.
    pub automatic: bool,
    /// The kinds of signals that the first candidate has points for.
    pub kinds: Kinds,
    /// Points of the first candidate.
    pub score: u32,
    /// Points of the second candidate.
    pub runner_up: u32,
}

impl Outcome {
    /// What the candidates of a ticket come to; `position` finds a project by its name.
    pub fn new(
        candidates: &[Candidate],
        scoring: &Scoring,
        expected: usize,
        position: impl Fn(&str) -> Option<usize>,
    ) -> Self {
        let [score, runner_up] = [0, 1].map(|at| candidates.get(at).map_or(0, |candidate| candidate.score));
        let top = candidates.first().filter(|_| score > runner_up);
        let own = candidates.iter().find(|candidate| position(&candidate.project) == Some(expected));
        Self {
            expected,
            rank: own.map(|own| candidates.iter().filter(|candidate| candidate.score >= own.score).count()),
            first: top.and_then(|top| position(&top.project)),
            automatic: matches!(decide(candidates, scoring), Decision::Automatic(_)),
            kinds: candidates.first().map(Kinds::of).unwrap_or_default(),
            score,
            runner_up,
        }
    }

    /// Whether the ticket's project stands in the first place, alone.
    pub fn is_right(&self) -> bool {
        self.first == Some(self.expected)
    }

    /// The outcome as far as a gate looks at it.
    pub fn race(&self) -> Race {
        Race { score: self.score, runner_up: self.runner_up, right: self.is_right() }
    }
}

/// Kinds of signals, in the order of [`SignalKind`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kinds([bool; 3]);

impl Kinds {
    const ALL: [SignalKind; 3] = [SignalKind::Component, SignalKind::Label, SignalKind::Keyword];

    /// The kinds that a candidate has points for.
    fn of(candidate: &Candidate) -> Self {
        let gives = |kind| candidate.signals.iter().any(|signal| signal.kind == kind && signal.points > 0);
        Self(Self::ALL.map(gives))
    }

    /// The kinds, the strongest first.
    pub fn list(self) -> Vec<SignalKind> {
        Self::ALL.into_iter().zip(self.0).filter(|(_, is_there)| *is_there).map(|(kind, _)| kind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Signal;

    /// The outcome for a ticket of project `b`, where projects `a`, `b`, … have these points for a component.
    fn outcome(scores: &[(&str, u32)]) -> Outcome {
        let signal = |points| Signal { kind: SignalKind::Component, value: "x".into(), points };
        let candidate = |&(project, score): &(&str, u32)| Candidate {
            project: project.into(),
            score,
            signals: vec![signal(score)],
        };
        let candidates: Vec<_> = scores.iter().map(candidate).collect();
        Outcome::new(&candidates, &Scoring::default(), 1, |name| {
            ["a", "b", "c"].iter().position(|known| *known == name)
        })
    }

    #[test]
    fn a_clear_first_is_taken() {
        let found = outcome(&[("b", 20), ("a", 10)]);
        assert_eq!((found.rank, found.first, found.automatic, found.is_right()), (Some(1), Some(1), true, true));
        assert_eq!(found.kinds.list(), [SignalKind::Component]);
        assert_eq!(found.race(), Race { score: 20, runner_up: 10, right: true });
    }

    #[test]
    fn a_wrong_first_is_no_hit() {
        let found = outcome(&[("a", 20), ("b", 2)]);
        assert_eq!((found.rank, found.first, found.automatic, found.is_right()), (Some(2), Some(0), true, false));
    }

    #[test]
    fn a_shared_place_is_the_last_of_those_that_share_it() {
        let found = outcome(&[("a", 10), ("b", 10), ("c", 10)]);
        assert_eq!((found.rank, found.first, found.automatic), (Some(3), None, false));
        assert_eq!(outcome(&[("a", 9), ("b", 4), ("c", 4)]).rank, Some(3));
    }

    #[test]
    fn a_project_without_points_has_no_place() {
        assert_eq!(outcome(&[("a", 9)]).rank, None);
        let nothing = outcome(&[]);
        assert_eq!((nothing.rank, nothing.first, nothing.automatic, nothing.score), (None, None, false, 0));
        assert!(nothing.kinds.list().is_empty());
    }

    #[test]
    fn a_signal_without_points_is_no_evidence() {
        let signals = vec![
            Signal { kind: SignalKind::Label, value: "x".into(), points: 5 },
            Signal { kind: SignalKind::Keyword, value: "y".into(), points: 0 },
        ];
        let candidate = Candidate { project: "b".into(), score: 5, signals };
        assert_eq!(Kinds::of(&candidate).list(), [SignalKind::Label]);
    }
}
