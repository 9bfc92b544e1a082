//! What is kept of the tickets: counts, and a few numbers of each for the choice of a gate.

use std::collections::BTreeMap;

use super::judge::Judged;
use crate::dispatch::eval::{Label, Race, Tally};
use crate::output::Problem;

/// How many of the lines that cannot be read are told.
const TOLD: usize = 10;

/// What is kept while tickets go by.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// Those that could be read.
    pub(super) tickets: usize,
    pub(super) unreadable: usize,
    /// Why the first few cannot be read.
    pub(super) problems: Vec<Problem>,
    pub(super) unlabelled: usize,
    /// Those that name several projects.
    pub(super) several: usize,
    /// The names that no project has, each with its tickets.
    pub(super) unknown: BTreeMap<String, usize>,
    pub(super) tally: Tally,
    races: Vec<(Option<i64>, Race)>,
    /// Tickets in which no gate has a say, because the addresses in them decide.
    pub(super) by_address: usize,
}

impl Measured {
    /// Counts one ticket.
    pub(super) fn take(&mut self, found: Result<Judged, Problem>) {
        let judged = match found {
            Ok(judged) => judged,
            Err(problem) => return self.refuse(problem),
        };
        self.tickets += 1;
        if let Some(outcome) = &judged.outcome {
            self.tally.count(outcome, judged.key.as_deref());
            match outcome.race() {
                Some(race) => self.races.push((judged.created, race)),
                None => self.by_address += 1,
            }
        }
        match judged.label {
            Label::Project(_) => {}
            Label::Missing => self.unlabelled += 1,
            Label::Several => self.several += 1,
            Label::Unknown(name) => *self.unknown.entry(name).or_default() += 1,
        }
    }

    fn refuse(&mut self, problem: Problem) {
        self.unreadable += 1;
        if self.problems.len() < TOLD {
            self.problems.push(problem);
        }
    }

    /// The races, oldest first where every ticket tells when it was made, else in the order of the tickets; and whether they all do.
    pub(super) fn into_races(mut self) -> (Vec<Race>, bool) {
        let dated = !self.races.is_empty() && self.races.iter().all(|(created, _)| created.is_some());
        if dated {
            self.races.sort_by_key(|(created, _)| *created);
        }
        (self.races.into_iter().map(|(_, race)| race).collect(), dated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::eval::{Kinds, Outcome};

    fn measured(created: &[Option<i64>]) -> Measured {
        let mut measured = Measured::default();
        for (score, created) in (0..).zip(created) {
            let outcome = Outcome {
                expected: 0,
                rank: None,
                first: None,
                automatic: false,
                kinds: Kinds::default(),
                score,
                runner_up: 0,
                by_address: false,
            };
            let judged = Judged { key: None, created: *created, label: Label::Project(0), outcome: Some(outcome) };
            measured.take(Ok(judged));
        }
        measured
    }

    fn order(created: &[Option<i64>]) -> (Vec<u32>, bool) {
        let (races, dated) = measured(created).into_races();
        (races.iter().map(|race| race.score).collect(), dated)
    }

    #[test]
    fn the_oldest_come_first_where_all_are_dated() {
        assert_eq!(order(&[Some(3), Some(1), Some(1)]), (vec![1, 2, 0], true));
        assert_eq!(order(&[Some(3), None, Some(1)]), (vec![0, 1, 2], false));
    }

    #[test]
    fn ten_of_the_unreadable_are_told() {
        let mut measured = Measured::default();
        let problem = |line| Problem {
            file: "t".into(),
            line: Some(line),
            column: None,
            pointer: None,
            message: String::new(),
            hint: None,
        };
        (1..=25).for_each(|line| measured.take(Err(problem(line))));
        assert_eq!((measured.unreadable, measured.problems.len(), measured.problems[9].line), (25, 10, Some(10)));
    }
}
