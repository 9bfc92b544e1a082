//! What the text model makes of tickets whose project is known, beside the plain rule.

use super::gate::Passed;
use super::share::Share;
use super::tally::FIRST_FEW;
use crate::dispatch::model::Opinion;
use crate::dispatch::second::{agrees, by_text};
use crate::dispatch::{Decision, Scored, choices, decide};
use crate::registry::model::Scoring;

/// What the model makes of one ticket, whatever say the registry gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Advice {
    /// Whether the rule asks; else it takes a project, or the ticket names one.
    pub asked: bool,
    /// Whether the ticket's project is among the first few choices in the order of the model.
    pub is_near: bool,
    /// Whether it is among the first few by the rule alone.
    pub is_near_by_rule: bool,
    /// Whether what the rule takes is right, where the model would take the same, or the ticket names it.
    pub strict: Option<bool>,
    /// What the model would take where only words speak.
    pub sure: Option<Sure>,
}

/// How sure the model is of what it would take, and whether that is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sure {
    /// The probability that it gives it.
    pub probability: f64,
    /// Whether it is the ticket's project.
    pub right: bool,
}

impl Advice {
    /// The model's advice on a ticket of a project; `rank` is that project's place by the rule.
    pub fn new(
        scored: &Scored,
        opinion: Option<&Opinion>,
        scoring: &Scoring,
        expected: &str,
        rank: Option<usize>,
    ) -> Self {
        let decision = decide(scored, scoring);
        let strict = match decision {
            Decision::Linked(candidate) => Some(candidate.project == expected),
            Decision::Automatic(top) if agrees(opinion, top) => Some(top.project == expected),
            _ => None,
        };
        let asked = !matches!(decision, Decision::Linked(_) | Decision::Automatic(_));
        let choices = choices(&scored.candidates, opinion, |project| scored.is_ruled_out(project));
        let sure = by_text(scored, opinion).filter(|_| asked && scored.is_left_to_words());
        Self {
            asked,
            is_near: choices.iter().take(FIRST_FEW).any(|choice| choice.project == expected),
            is_near_by_rule: rank.is_some_and(|rank| rank <= FIRST_FEW),
            strict,
            sure: sure.map(|(project, probability)| Sure { probability, right: project == expected }),
        }
    }
}

/// Advice on many tickets, counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AdviceTally {
    /// Of the tickets that the rule asks about, those with their project among the first few in the order of the model.
    pub near: Share,
    /// The same in the order of the rule.
    pub near_by_rule: Share,
    /// What is taken without a question with `scoring.strict`.
    pub strict: Passed,
}

impl AdviceTally {
    /// Counts the advice on one ticket.
    pub fn count(&mut self, advice: &Advice) {
        if advice.asked {
            self.near.count(advice.is_near);
            self.near_by_rule.count(advice.is_near_by_rule);
        }
        self.strict.count(advice.strict);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::{Candidate, Signal, SignalKind};

    fn advice(candidates: &[(&str, SignalKind, u32)], chances: &[(&str, f64)], expected: &str) -> Advice {
        let candidate = |&(project, kind, points): &(&str, SignalKind, u32)| Candidate {
            project: project.into(),
            score: points,
            signals: vec![Signal { kind, value: "x".into(), points, from: None }],
        };
        let scored = Scored { candidates: candidates.iter().map(candidate).collect(), ..Scored::default() };
        let chances = chances.iter().map(|(project, chance)| ((*project).to_owned(), *chance)).collect();
        let opinion = Opinion { chances, ..Opinion::default() };
        let rank = scored.candidates.iter().position(|candidate| candidate.project == expected).map(|at| at + 1);
        Advice::new(&scored, Some(&opinion), &Scoring::default(), expected, rank)
    }

    #[test]
    fn advice_on_what_the_rule_takes_is_whether_it_agrees() {
        let component = [("a", SignalKind::Component, 10)];
        assert_eq!(advice(&component, &[("a", 0.9), ("b", 0.1)], "a").strict, Some(true));
        assert_eq!(advice(&component, &[("a", 0.9), ("b", 0.1)], "b").strict, Some(false));
        let other = advice(&component, &[("b", 0.9), ("a", 0.1)], "a");
        assert_eq!((other.strict, other.asked, other.sure), (None, false, None));
    }

    #[test]
    fn advice_on_what_the_rule_asks_about_is_an_order_and_a_guess() {
        let told = advice(&[("a", SignalKind::Keyword, 2)], &[("b", 0.75), ("c", 0.25)], "b");
        assert_eq!((told.asked, told.is_near, told.is_near_by_rule), (true, true, false));
        assert_eq!(told.sure, Some(Sure { probability: 0.75, right: true }));
        let label = advice(&[("a", SignalKind::Label, 5)], &[("b", 0.75), ("c", 0.25)], "b");
        assert_eq!((label.asked, label.sure), (true, None), "a label is more than words");
    }

    #[test]
    fn advice_is_counted() {
        let mut tally = AdviceTally::default();
        let told = |asked, is_near, strict| Advice { asked, is_near, is_near_by_rule: false, strict, sure: None };
        for advice in [told(true, true, None), told(false, true, Some(true)), told(false, false, Some(false))] {
            tally.count(&advice);
        }
        let share = |hits, of| Share { hits, of };
        assert_eq!((tally.near, tally.near_by_rule), (share(1, 1), share(0, 1)));
        assert_eq!((tally.strict.automatic, tally.strict.precision), (share(2, 3), share(1, 2)));
    }
}
