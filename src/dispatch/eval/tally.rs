//! Outcomes counted.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Kinds, Outcome, Share};

/// How many places count for the wider of the two hit rates.
pub(super) const FIRST_FEW: usize = 3;

/// How many keys of a confusion are kept.
const EXAMPLES: usize = 3;

/// What any number of outcomes come to. Its size depends on the projects, not on the tickets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Of the tickets, those taken without a question.
    pub automatic: Share,
    /// Of those taken without a question, the ones taken to their project.
    pub precision: Share,
    /// Of the tickets, those whose project stands in the first place, alone.
    pub top1: Share,
    /// Of the tickets, those whose project is among the first three; a shared place counts as the last of those that share it.
    pub top3: Share,
    /// Of the tickets, those for which no project has points, and which name no project's repository alone.
    pub no_score: Share,
    /// Of those taken without a question, the right ones, by the kinds of signals that decided.
    pub by_kinds: BTreeMap<Kinds, Share>,
    /// Of the tickets of each project, those with it in the first place, alone.
    recall: BTreeMap<usize, Share>,
    confusions: BTreeMap<(usize, usize), Confusion>,
}

/// Tickets of one project for which another stands in the first place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Confusion {
    /// The tickets.
    pub count: usize,
    /// How many of them were taken there without a question.
    pub automatic: usize,
    /// The first few keys of those taken without a question.
    taken: Vec<String>,
    /// The first few keys of the others.
    asked: Vec<String>,
}

impl Tally {
    /// Counts one outcome; the key is kept only as an example of a confusion.
    pub fn count(&mut self, outcome: &Outcome, key: Option<&str>) {
        let is_right = outcome.is_right();
        self.automatic.count(outcome.automatic);
        self.top1.count(is_right);
        self.top3.count(outcome.rank.is_some_and(|rank| rank <= FIRST_FEW));
        self.no_score.count(outcome.score == 0 && !outcome.automatic);
        self.recall.entry(outcome.expected).or_default().count(is_right);
        if outcome.automatic {
            self.precision.count(is_right);
            self.by_kinds.entry(outcome.kinds).or_default().count(is_right);
        }
        if let Some(first) = outcome.first.filter(|_| !is_right) {
            self.confusions.entry((outcome.expected, first)).or_default().count(outcome.automatic, key);
        }
    }

    /// The number of projects that a ticket belongs to.
    pub fn projects(&self) -> usize {
        self.recall.len()
    }

    /// The mean, over the projects that a ticket belongs to, of the share of their tickets with them in the first place; none
    /// without tickets. Every project counts alike, however few its tickets are.
    pub fn macro_recall(&self) -> Option<f64> {
        let rates = self.recall.values().filter_map(|share| share.rate());
        (!self.recall.is_empty()).then(|| rates.sum::<f64>() / self.recall.len() as f64)
    }

    /// Expected and found project with their tickets: most taken without a question first, then most in all, then in the order
    /// of projects.
    pub fn confusions(&self) -> Vec<((usize, usize), &Confusion)> {
        let mut worst: Vec<_> = self.confusions.iter().map(|(pair, confusion)| (*pair, confusion)).collect();
        worst.sort_by_key(|(_, confusion)| (Reverse(confusion.automatic), Reverse(confusion.count)));
        worst
    }
}

impl Confusion {
    fn count(&mut self, automatic: bool, key: Option<&str>) {
        self.count += 1;
        self.automatic += usize::from(automatic);
        let keys = if automatic { &mut self.taken } else { &mut self.asked };
        if let Some(key) = key.filter(|_| keys.len() < EXAMPLES) {
            keys.push(key.to_owned());
        }
    }

    /// A few keys, in the order of the tickets, those taken without a question before the others.
    pub fn examples(&self) -> Vec<&str> {
        self.taken.iter().chain(&self.asked).take(EXAMPLES).map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An outcome of a ticket of one project, with another or the same in the first place.
    fn outcome(expected: usize, first: Option<usize>, rank: Option<usize>, automatic: bool) -> Outcome {
        let score = if first.is_some() || rank.is_some() { 10 } else { 0 };
        Outcome {
            expected,
            rank,
            first,
            automatic,
            kinds: Kinds::default(),
            score,
            runner_up: 0,
            by_address: false,
            right_by_points: false,
        }
    }

    fn tally() -> Tally {
        let mut tally = Tally::default();
        for (key, outcome) in [
            ("A-1", outcome(0, Some(0), Some(1), true)),
            ("A-2", outcome(0, Some(0), Some(1), false)),
            ("A-3", outcome(0, Some(1), Some(3), true)),
            ("A-4", outcome(0, None, Some(4), false)),
            ("B-1", outcome(1, Some(2), None, false)),
            ("B-2", outcome(1, Some(2), None, false)),
            ("C-1", outcome(2, None, None, false)),
            ("C-2", outcome(2, Some(2), Some(1), true)),
        ] {
            tally.count(&outcome, Some(key));
        }
        tally
    }

    #[test]
    fn the_figures_are_those_of_counting_by_hand() {
        let tally = tally();
        let share = |hits, of| Share { hits, of };
        assert_eq!(tally.automatic, share(3, 8));
        assert_eq!(tally.precision, share(2, 3));
        assert_eq!(tally.top1, share(3, 8));
        assert_eq!(tally.top3, share(4, 8));
        assert_eq!(tally.no_score, share(1, 8));
        assert_eq!(tally.by_kinds, BTreeMap::from([(Kinds::default(), share(2, 3))]));
        // Two of four, none of two, one of two.
        assert_eq!((tally.projects(), tally.macro_recall()), (3, Some(1.0 / 3.0)));
    }

    #[test]
    fn what_was_taken_without_a_question_is_the_worst_confusion() {
        let tally = tally();
        let found: Vec<_> = tally
            .confusions()
            .into_iter()
            .map(|(pair, confusion)| (pair, confusion.count, confusion.automatic, confusion.examples()))
            .collect();
        assert_eq!(found, [((0, 1), 1, 1, vec!["A-3"]), ((1, 2), 2, 0, vec!["B-1", "B-2"])]);
    }

    #[test]
    fn few_examples_are_kept_and_those_taken_come_first() {
        let mut tally = Tally::default();
        for (key, automatic) in [("A-1", false), ("A-2", false), ("A-3", false), ("A-4", false), ("A-5", true)] {
            tally.count(&outcome(0, Some(1), None, automatic), Some(key));
        }
        assert_eq!(tally.confusions()[0].1.examples(), ["A-5", "A-1", "A-2"]);
    }

    #[test]
    fn nothing_has_no_figures() {
        let tally = Tally::default();
        assert_eq!((tally.top1.rate(), tally.macro_recall(), tally.confusions().len()), (None, None, 0));
    }
}
