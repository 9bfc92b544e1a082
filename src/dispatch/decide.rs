//! The decision: route, ask, or say that nothing fits.

use super::{Candidate, Scored};
use crate::registry::model::Scoring;

/// What the scores say about a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision<'c> {
    /// The ticket names the repository of this project, and of no other.
    Linked(&'c Candidate),
    /// The first candidate is clear enough to be taken without a question.
    Automatic(&'c Candidate),
    /// The text model is sure of this project, where nothing but words speaks for any.
    Text(&'c str),
    /// A person has to say.
    Ask {
        /// The first candidate; none where every project that the ticket speaks for is ruled out.
        closest: Option<&'c Candidate>,
        /// Why it is not simply taken.
        doubt: Doubt,
    },
    /// No project has points.
    NoMatch,
}

/// Why a person is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The gate does not let the first candidate through.
    Unclear,
    /// The first place is shared.
    Tied,
    /// The gate lets the first candidate through, and the ticket names the repositories of other projects.
    NotNamed,
    /// The ticket names the repositories of several projects, and no project has points.
    OnlyNamed,
    /// What the ticket names is ruled out by an `exclude`.
    Excluded,
    /// The gate lets the first candidate through, and the text model would not take it, as `scoring.strict` asks.
    Disagreed,
}

impl Doubt {
    /// Whether a flag may take the first candidate all the same: a shared place is nobody's, and a contradiction is for a person.
    pub fn may_be_waived(self) -> bool {
        matches!(self, Self::Unclear | Self::NotNamed | Self::Disagreed)
    }
}

/// Decides by the repositories that the ticket names, and by the gate of the registry.
///
/// One that is named alone decides outright, unless it is ruled out. Of several none decides; but then the gate lets only one
/// of them through.
pub fn decide<'c>(scored: &'c Scored, scoring: &Scoring) -> Decision<'c> {
    let by_gate = by_gate(&scored.candidates, scoring);
    match scored.named.as_slice() {
        [] => by_gate,
        [only] => match scored.candidate(only) {
            Some(candidate) => Decision::Linked(candidate),
            None => Decision::Ask { closest: scored.candidates.first(), doubt: Doubt::Excluded },
        },
        _ => among_several(by_gate),
    }
}

/// What stays of the gate's decision where the ticket names several repositories.
fn among_several(by_gate: Decision<'_>) -> Decision<'_> {
    match by_gate {
        Decision::Automatic(top) if top.repository().is_none() => {
            Decision::Ask { closest: Some(top), doubt: Doubt::NotNamed }
        }
        Decision::Ask { closest: Some(top), .. } if top.score == 0 => {
            Decision::Ask { closest: Some(top), doubt: Doubt::OnlyNamed }
        }
        Decision::NoMatch => Decision::Ask { closest: None, doubt: Doubt::Excluded },
        other => other,
    }
}

/// Decides by the gate alone: the top needs `auto_min` points and `auto_ratio` times those of the runner-up.
///
/// The candidates stand in the order of [`Router::score`](super::Router::score). A missing runner-up has no points. A tie
/// is never routed, whatever the ratio.
fn by_gate<'c>(candidates: &'c [Candidate], scoring: &Scoring) -> Decision<'c> {
    let [top, others @ ..] = candidates else { return Decision::NoMatch };
    let runner_up = others.first().map_or(0, |candidate| candidate.score);
    if is_clear(top.score, runner_up, scoring.auto_min, scoring.auto_ratio) {
        Decision::Automatic(top)
    } else {
        let doubt = if runner_up == top.score { Doubt::Tied } else { Doubt::Unclear };
        Decision::Ask { closest: Some(top), doubt }
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
    use crate::dispatch::{Signal, SignalKind};

    /// A project with these points, named by an address where its name is written large.
    fn candidate(name: char, score: u32) -> Candidate {
        let address = Signal { kind: SignalKind::Repository, value: "x".into(), points: 0, from: None };
        let signals = if name.is_ascii_uppercase() { vec![address] } else { Vec::new() };
        Candidate { project: name.into(), score, signals }
    }

    fn told(scored: &Scored, scoring: Scoring) -> String {
        match decide(scored, &scoring) {
            Decision::Linked(candidate) => format!("linked {}", candidate.project),
            Decision::Automatic(top) => format!("automatic {}", top.project),
            Decision::Ask { closest, doubt: Doubt::Unclear } => format!("ask {}", closest.unwrap().project),
            Decision::Ask { closest, doubt: Doubt::Tied } => format!("tie {}", closest.unwrap().project),
            Decision::Ask { closest, doubt } => {
                format!("{doubt:?} {}", closest.map_or("-", |closest| closest.project.as_str()))
            }
            Decision::NoMatch => "no match".into(),
            Decision::Text(project) => format!("text {project}"),
        }
    }

    /// The decision over projects `a`, `b`, … with these scores.
    fn decided(scores: &[u32], scoring: Scoring) -> String {
        let candidates = ('a'..).zip(scores).map(|(name, score)| candidate(name, *score)).collect();
        told(&Scored { candidates, ..Scored::default() }, scoring)
    }

    /// The decision over these projects, of which those written large are named, and so are more that are ruled out.
    fn linked(projects: &[(char, u32)], excluded: &[char]) -> String {
        let candidates: Vec<_> = projects.iter().map(|(name, score)| candidate(*name, *score)).collect();
        let named =
            projects.iter().map(|(name, _)| *name).filter(char::is_ascii_uppercase).chain(excluded.iter().copied());
        told(&Scored { candidates, named: named.map(String::from).collect(), ..Scored::default() }, Scoring::default())
    }

    #[test]
    fn a_repository_that_is_named_alone_decides() {
        assert_eq!(linked(&[('A', 0)], &[]), "linked A");
        assert_eq!(linked(&[('b', 90), ('A', 0)], &[]), "linked A");
        assert_eq!(linked(&[('b', 2), ('c', 2), ('A', 2)], &[]), "linked A");
    }

    #[test]
    fn of_several_that_are_named_the_gate_may_take_one() {
        assert_eq!(linked(&[('A', 10), ('B', 0)], &[]), "automatic A");
        assert_eq!(linked(&[('c', 10), ('A', 0), ('B', 0)], &[]), "NotNamed c");
        assert_eq!(linked(&[('A', 10), ('B', 6)], &[]), "ask A");
        assert_eq!(linked(&[('A', 10), ('B', 10)], &[]), "tie A");
        assert_eq!(linked(&[('A', 0), ('B', 0)], &[]), "OnlyNamed A");
    }

    #[test]
    fn what_is_named_and_ruled_out_is_a_contradiction() {
        assert_eq!(linked(&[], &['A']), "Excluded -");
        assert_eq!(linked(&[('b', 90)], &['A']), "Excluded b");
        assert_eq!(linked(&[], &['A', 'B']), "Excluded -");
        assert_eq!(linked(&[('c', 10)], &['A', 'B']), "NotNamed c");
        assert_eq!(linked(&[('A', 0)], &['B']), "OnlyNamed A", "the other one was named as well");
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
