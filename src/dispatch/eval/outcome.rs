//! What routing made of one ticket whose project is known.

use super::gate::Race;
use crate::dispatch::model::Opinion;
use crate::dispatch::{Candidate, Decision, Scored, SignalKind, decide_with};
use crate::registry::model::Scoring;

/// What routing made of one ticket: a few numbers, and none of its texts.
///
/// Projects are named by their position in [`Truth`](super::Truth).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The project that the ticket belongs to.
    pub expected: usize,
    /// The place of that project, from 1; none where it is no candidate. It stands behind those that it shares its score with.
    pub rank: Option<usize>,
    /// The project in the first place, where it shares it with none.
    pub first: Option<usize>,
    /// Whether the first was taken without a question.
    pub automatic: bool,
    /// The kinds of signals that the first candidate has points for; the repository alone where the ticket names it.
    pub kinds: Kinds,
    /// Points of the first candidate.
    pub score: u32,
    /// Points of the second candidate.
    pub runner_up: u32,
    /// Whether the addresses of repositories decided, so that no gate had a say: the ticket was linked, or asked about for them.
    pub by_address: bool,
    /// Whether the first by points, alone, is the ticket's project.
    pub right_by_points: bool,
}

impl Outcome {
    /// What the scores of a ticket, and the text model's opinion of it, come to; `position` finds a project by its name.
    ///
    /// The project whose repository the ticket names, and of no other, stands before all others; so does the one that the model
    /// takes where the registry lets it.
    pub fn new(
        scored: &Scored,
        opinion: Option<&Opinion>,
        scoring: &Scoring,
        expected: usize,
        position: impl Fn(&str) -> Option<usize>,
    ) -> Self {
        let decision = decide_with(scored, opinion, scoring);
        let by_text = match decision {
            Decision::Text(project) => position(project),
            _ => None,
        };
        let candidates = &scored.candidates;
        let [score, runner_up] = [0, 1].map(|at| candidates.get(at).map_or(0, |candidate| candidate.score));
        let linked = match decision {
            Decision::Linked(candidate) => Some(candidate),
            _ => None,
        };
        let top = linked.or_else(|| candidates.first().filter(|_| score > runner_up));
        let own = candidates.iter().find(|candidate| position(&candidate.project) == Some(expected));
        let is_before = |own: &Candidate, other: &Candidate| linked == Some(other) || other.score >= own.score;
        let rank = own.map(|own| match linked == Some(own) {
            true => 1,
            false => candidates.iter().filter(|other| is_before(own, other)).count(),
        });
        let first = top.and_then(|top| position(&top.project));
        Self {
            expected,
            rank: if by_text == Some(expected) {
                Some(1)
            } else {
                rank.map(|rank| rank + usize::from(by_text.is_some()))
            },
            first: by_text.or(first),
            automatic: matches!(decision, Decision::Automatic(_) | Decision::Linked(_) | Decision::Text(_)),
            kinds: match decision {
                Decision::Linked(_) => Kinds::REPOSITORY,
                Decision::Text(_) => Kinds::TEXT,
                _ => candidates.first().map(Kinds::of).unwrap_or_default(),
            },
            score,
            runner_up,
            by_address: !scored.is_left_to_points(),
            right_by_points: first == Some(expected),
        }
    }

    /// Whether the ticket's project stands in the first place, alone.
    pub fn is_right(&self) -> bool {
        self.first == Some(self.expected)
    }

    /// The outcome as far as a gate looks at it; none where no gate has a say.
    pub fn race(&self) -> Option<Race> {
        let race = Race { score: self.score, runner_up: self.runner_up, right: self.right_by_points };
        (!self.by_address).then_some(race)
    }
}

/// Kinds of signals, in the order of [`SignalKind`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kinds([bool; SignalKind::ALL.len()]);

impl Kinds {
    /// The repository alone.
    const REPOSITORY: Self = Self([true, false, false, false, false, false]);

    /// The text model alone.
    const TEXT: Self = Self([false, false, false, false, false, true]);

    /// The kinds that a candidate has points for.
    fn of(candidate: &Candidate) -> Self {
        let gives = |kind| candidate.signals.iter().any(|signal| signal.kind == kind && signal.points > 0);
        Self(SignalKind::ALL.map(gives))
    }

    /// The kinds, the strongest first.
    pub fn list(self) -> Vec<SignalKind> {
        SignalKind::ALL.into_iter().zip(self.0).filter(|(_, is_there)| *is_there).map(|(kind, _)| kind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Signal;

    /// The outcome for a ticket of project `b`, where projects `a`, `b`, … have these points for a component.
    fn outcome(scores: &[(&str, u32)]) -> Outcome {
        linked(scores, &[])
    }

    /// The same where the ticket names some projects' repositories.
    fn linked(scores: &[(&str, u32)], named: &[&str]) -> Outcome {
        let signal = |kind, points| Signal { kind, value: "x".into(), points, from: None };
        let candidate = |&(project, score): &(&str, u32)| {
            let address = named.contains(&project).then(|| signal(SignalKind::Repository, 0));
            let points = (score > 0).then(|| signal(SignalKind::Component, score));
            Candidate { project: project.into(), score, signals: address.into_iter().chain(points).collect() }
        };
        let candidates: Vec<_> = scores.iter().map(candidate).collect();
        let named = named.iter().map(ToString::to_string).collect();
        let scored = Scored { candidates, named, ..Scored::default() };
        Outcome::new(&scored, None, &Scoring::default(), 1, |name| {
            ["a", "b", "c"].iter().position(|known| *known == name)
        })
    }

    #[test]
    fn a_clear_first_is_taken() {
        let found = outcome(&[("b", 20), ("a", 10)]);
        assert_eq!((found.rank, found.first, found.automatic, found.is_right()), (Some(1), Some(1), true, true));
        assert_eq!(found.kinds.list(), [SignalKind::Component]);
        assert_eq!(found.race(), Some(Race { score: 20, runner_up: 10, right: true }));
    }

    #[test]
    fn a_named_repository_stands_before_all_points() {
        let found = linked(&[("a", 20), ("c", 5), ("b", 0)], &["b"]);
        assert_eq!((found.rank, found.first, found.automatic, found.is_right()), (Some(1), Some(1), true, true));
        assert_eq!((found.kinds.list(), found.race()), (vec![SignalKind::Repository], None));
        let found = linked(&[("b", 20), ("a", 0)], &["a"]);
        assert_eq!((found.rank, found.first, found.automatic, found.is_right()), (Some(2), Some(0), true, false));
    }

    #[test]
    fn of_several_named_ones_the_gate_lets_only_one_through() {
        let found = linked(&[("b", 20), ("a", 0)], &["a", "b"]);
        assert_eq!((found.automatic, found.race().is_some()), (true, true));
        assert_eq!(found.kinds.list(), [SignalKind::Component]);
        for scores in [[("c", 20), ("a", 0), ("b", 0)], [("c", 9), ("a", 0), ("b", 0)]] {
            let found = linked(&scores, &["a", "b"]);
            assert_eq!((found.automatic, found.race()), (false, None), "whatever the gate, somebody is asked");
        }
        let found = linked(&[("a", 0), ("b", 0)], &["a", "b"]);
        assert_eq!((found.automatic, found.first, found.rank, found.race()), (false, None, Some(2), None));
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
            Signal { kind: SignalKind::Label, value: "x".into(), points: 5, from: None },
            Signal { kind: SignalKind::Keyword, value: "y".into(), points: 0, from: None },
        ];
        let candidate = Candidate { project: "b".into(), score: 5, signals };
        assert_eq!(Kinds::of(&candidate).list(), [SignalKind::Label]);
    }
}
