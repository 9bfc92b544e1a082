//! What is kept of the tickets: counts, and a few numbers of each for the choice of a gate.

use super::judge::Judged;
use crate::command::tickets::Intake;
use crate::dispatch::eval::{AdviceTally, Race, Share, Sure, Tally};
use crate::output::Problem;

/// What is kept while tickets go by.
#[derive(Debug, Default)]
pub(super) struct Measured {
    pub(super) intake: Intake,
    pub(super) tally: Tally,
    races: Vec<(Option<i64>, Race)>,
    /// Tickets in which no gate has a say, because the addresses in them decide.
    pub(super) by_address: usize,
    /// What the text model makes of them.
    pub(super) advice: AdviceTally,
    sure: Vec<(Option<i64>, Sure)>,
    /// Of the tickets that tell, how many the text model was learned from.
    pub(super) learned: Share,
}

impl Measured {
    /// Counts one ticket.
    pub(super) fn take(&mut self, found: Result<Judged, Problem>) {
        let judged = match found {
            Ok(judged) => judged,
            Err(problem) => return self.intake.refuse(problem),
        };
        if let Some(outcome) = &judged.outcome {
            self.tally.count(outcome, judged.key.as_deref());
            match outcome.race() {
                Some(race) => self.races.push((judged.created, race)),
                None => self.by_address += 1,
            }
        }
        if let Some(advice) = &judged.advice {
            self.advice.count(advice);
            self.sure.extend(advice.sure.map(|sure| (judged.created, sure)));
        }
        if let Some(learned) = judged.learned {
            self.learned.count(learned);
        }
        self.intake.count(judged.label);
    }

    /// The races, oldest first where every ticket tells when it was made, else in the order of the tickets; and whether they all do.
    pub(super) fn take_races(&mut self) -> (Vec<Race>, bool) {
        oldest_first(std::mem::take(&mut self.races))
    }

    /// How sure the text model is where only words speak, in the order of the races.
    pub(super) fn take_sure(&mut self) -> Vec<Sure> {
        oldest_first(std::mem::take(&mut self.sure)).0
    }
}

fn oldest_first<T>(mut told: Vec<(Option<i64>, T)>) -> (Vec<T>, bool) {
    let dated = !told.is_empty() && told.iter().all(|(created, _)| created.is_some());
    if dated {
        told.sort_by_key(|(created, _)| *created);
    }
    (told.into_iter().map(|(_, told)| told).collect(), dated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::eval::{Kinds, Label, Outcome};

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
                right_by_points: false,
            };
            let judged = Judged {
                key: None,
                created: *created,
                label: Label::Project(0),
                outcome: Some(outcome),
                advice: None,
                learned: None,
            };
            measured.take(Ok(judged));
        }
        measured
    }

    fn order(created: &[Option<i64>]) -> (Vec<u32>, bool) {
        let (races, dated) = measured(created).take_races();
        (races.iter().map(|race| race.score).collect(), dated)
    }

    #[test]
    fn the_oldest_come_first_where_all_are_dated() {
        assert_eq!(order(&[Some(3), Some(1), Some(1)]), (vec![1, 2, 0], true));
        assert_eq!(order(&[Some(3), None, Some(1)]), (vec![0, 1, 2], false));
    }
}
