//! The gate that reaches a wanted precision: chosen on the older half of the tickets, shown on the newer one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Share;
use crate::dispatch::decide::is_clear;

/// With fewer tickets no gate is chosen: a few of them would decide it.
pub const FEWEST: usize = 100;

/// The ratios that are tried beside the one in force; 1 asks for nothing but the first place alone.
const RATIOS: [f64; 13] = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 10.0];

/// The two candidates that a gate looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Race {
    /// Points of the first.
    pub score: u32,
    /// Points of the second.
    pub runner_up: u32,
    /// Whether the first is the ticket's project.
    pub right: bool,
}

/// What the top needs to be taken without a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// The least score.
    pub auto_min: u32,
    /// How many times the runner-up's score it must reach.
    pub auto_ratio: f64,
}

/// What a gate lets through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// Of the tickets, those let through.
    pub automatic: Share,
    /// Of those let through, the right ones.
    pub precision: Share,
}

/// What came of the search for a gate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trial {
    /// There are fewer tickets than [`FEWEST`].
    TooFew,
    /// No gate reaches the wanted precision on the older half.
    OutOfReach,
    /// A gate reaches it there.
    Chosen {
        /// The gate.
        gate: Gate,
        /// What it does where it was chosen.
        older: Passed,
        /// What it does on tickets that had no say in it.
        newer: Passed,
        /// What the gate in force does on those.
        newer_now: Passed,
    },
}

/// Looks for a gate on the older half of the tickets, given oldest first, and tries it on the newer half.
///
/// The gate in force stays where it does as well on the older half.
pub fn try_gate(races: &[Race], wanted: f64, in_force: Gate) -> Trial {
    if races.len() < FEWEST {
        return Trial::TooFew;
    }
    let (older, newer) = races.split_at(races.len() / 2);
    let Some(found) = choose(older, wanted, in_force.auto_ratio) else { return Trial::OutOfReach };
    let gate = if in_force.passed(older) == found.passed(older) { in_force } else { found };
    Trial::Chosen { gate, older: gate.passed(older), newer: gate.passed(newer), newer_now: in_force.passed(newer) }
}

impl Passed {
    /// Counts one more: whether it is right where it is let through, or none where it is not.
    pub fn count(&mut self, let_through: Option<bool>) {
        self.automatic.count(let_through.is_some());
        if let Some(right) = let_through {
            self.precision.count(right);
        }
    }
}

impl Gate {
    /// What the gate lets through.
    pub fn passed(&self, races: &[Race]) -> Passed {
        let mut passed = Passed::default();
        for race in races {
            let is_clear = is_clear(race.score, race.runner_up, self.auto_min, self.auto_ratio);
            passed.count(is_clear.then_some(race.right));
        }
        passed
    }
}

/// The gate that lets the most through at the wanted precision or better.
///
/// Of several, the one with more right ones, then with the higher least score, then with the ratio nearest to the one in force.
fn choose(races: &[Race], wanted: f64, ratio_in_force: f64) -> Option<Gate> {
    let counted = count_alike(races);
    let mut best: Option<((usize, usize, u32), Gate)> = None;
    for auto_ratio in nearest_first(ratio_in_force) {
        let mut passed = Share::default();
        // From the highest score down, each score is the least one of the gate that it closes.
        for (auto_min, alike) in &counted {
            for (_, share) in alike.iter().filter(|(second, _)| is_clear(*auto_min, *second, 0, auto_ratio)) {
                passed = Share { hits: passed.hits + share.hits, of: passed.of + share.of };
            }
            let reaches = passed.rate().is_some_and(|precision| precision >= wanted);
            let worth = (passed.of, passed.hits, *auto_min);
            if reaches && best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, Gate { auto_min: *auto_min, auto_ratio }));
            }
        }
    }
    best.map(|(_, gate)| gate)
}

/// The ratios to try, those nearest to the one in force first; of two as near, the lower.
fn nearest_first(ratio_in_force: f64) -> Vec<f64> {
    let mut ratios: Vec<f64> = RATIOS.into_iter().chain([ratio_in_force]).collect();
    ratios.sort_by(|one, other| (one - ratio_in_force).abs().total_cmp(&(other - ratio_in_force).abs()));
    ratios
}

/// The right ones of the races that are alike: by score, the highest first, then by the runner-up's.
fn count_alike(races: &[Race]) -> Vec<(u32, Vec<(u32, Share)>)> {
    let mut counted: BTreeMap<Reverse<u32>, BTreeMap<u32, Share>> = BTreeMap::new();
    for race in races.iter().filter(|race| race.score > race.runner_up) {
        counted.entry(Reverse(race.score)).or_default().entry(race.runner_up).or_default().count(race.right);
    }
    counted.into_iter().map(|(Reverse(score), alike)| (score, alike.into_iter().collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn races(groups: &[(u32, u32, usize, usize)]) -> Vec<Race> {
        let group = |&(score, runner_up, right, wrong): &(u32, u32, usize, usize)| {
            (0..right + wrong).map(move |at| Race { score, runner_up, right: at < right })
        };
        groups.iter().flat_map(group).collect()
    }

    const IN_FORCE: Gate = Gate { auto_min: 10, auto_ratio: 2.0 };

    fn chosen(races: &[Race], wanted: f64) -> Option<(u32, f64)> {
        choose(races, wanted, IN_FORCE.auto_ratio).map(|gate| (gate.auto_min, gate.auto_ratio))
    }

    #[test]
    fn the_gate_lets_as_many_through_as_the_precision_allows() {
        // 20 points: always right; 10 points alone: 9 of 10; 10 against 8: 1 of 10.
        let races = races(&[(20, 0, 20, 0), (10, 0, 18, 2), (10, 8, 1, 9)]);
        assert_eq!(chosen(&races, 0.95), Some((10, 2.0)));
        assert_eq!(chosen(&races, 0.96), Some((20, 2.0)));
        assert_eq!(chosen(&races, 0.7), Some((10, 1.2)));
    }

    #[test]
    fn a_tie_is_let_through_by_no_gate() {
        assert_eq!(chosen(&races(&[(10, 10, 50, 0), (0, 0, 50, 0)]), 0.5), None);
    }

    #[test]
    fn the_gate_is_shown_on_tickets_that_had_no_say_in_it() {
        let passed = |hits| Passed { automatic: Share { hits: 50, of: 50 }, precision: Share { hits, of: 50 } };
        let none = Passed { automatic: Share { hits: 0, of: 50 }, precision: Share::default() };
        assert_eq!(
            try_gate(&races(&[(8, 0, 50, 50)]), 0.9, IN_FORCE),
            Trial::Chosen {
                gate: Gate { auto_min: 8, auto_ratio: 2.0 },
                older: passed(50),
                newer: passed(0),
                newer_now: none
            }
        );
    }

    #[test]
    fn the_gate_in_force_stays_where_it_does_as_well() {
        let trial = try_gate(&races(&[(12, 0, 100, 0)]), 0.9, IN_FORCE);
        assert!(matches!(trial, Trial::Chosen { gate, .. } if gate == IN_FORCE), "{trial:?}");
    }

    #[test]
    fn what_cannot_be_reached_is_told() {
        assert_eq!(try_gate(&races(&[(10, 0, 40, 160)]), 0.95, IN_FORCE), Trial::OutOfReach);
        assert_eq!(try_gate(&races(&[(10, 0, 99, 0)]), 0.95, IN_FORCE), Trial::TooFew);
    }
}
