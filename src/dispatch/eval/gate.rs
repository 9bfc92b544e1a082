//! The gate that reaches a wanted precision: chosen on the older half of the tickets, shown on the newer one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Share;
use crate::dispatch::decide::is_clear;

/// With fewer tickets no gate is chosen: a few of them would decide it.
pub const FEWEST: usize = 100;

/// The ratios that are tried; 1 asks for nothing but the first place alone.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    },
}

/// Looks for a gate on the older half of the tickets, given oldest first, and tries it on the newer half.
pub fn try_gate(races: &[Race], wanted: f64) -> Trial {
    if races.len() < FEWEST {
        return Trial::TooFew;
    }
    let (older, newer) = races.split_at(races.len() / 2);
    choose(older, wanted).map_or(Trial::OutOfReach, |gate| Trial::Chosen {
        gate,
        older: gate.passed(older),
        newer: gate.passed(newer),
    })
}

impl Gate {
    /// What the gate lets through.
    pub fn passed(&self, races: &[Race]) -> Passed {
        let mut passed = Passed { automatic: Share::default(), precision: Share::default() };
        for race in races {
            let is_clear = is_clear(race.score, race.runner_up, self.auto_min, self.auto_ratio);
            passed.automatic.count(is_clear);
            if is_clear {
                passed.precision.count(race.right);
            }
        }
        passed
    }
}

/// The gate that lets the most through at the wanted precision or better.
///
/// Of several, the one with more right ones, then the stricter: it asks where the tickets cannot tell.
fn choose(races: &[Race], wanted: f64) -> Option<Gate> {
    let counted = count_alike(races);
    let mut best: Option<((usize, usize, u32, usize), Gate)> = None;
    for (at, auto_ratio) in RATIOS.into_iter().enumerate() {
        let mut passed = Share::default();
        // From the highest score down, each score is the least one of the gate that it closes.
        for (auto_min, alike) in &counted {
            for (_, share) in alike.iter().filter(|(second, _)| is_clear(*auto_min, *second, 0, auto_ratio)) {
                passed = Share { hits: passed.hits + share.hits, of: passed.of + share.of };
            }
            let reaches = passed.rate().is_some_and(|precision| precision >= wanted);
            let worth = (passed.of, passed.hits, *auto_min, at);
            if reaches && best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, Gate { auto_min: *auto_min, auto_ratio }));
            }
        }
    }
    best.map(|(_, gate)| gate)
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

    #[test]
    fn the_gate_lets_as_many_through_as_the_precision_allows() {
        // 20 points: always right; 10 points alone: 9 of 10; 10 against 8: 1 of 10.
        let races = races(&[(20, 0, 20, 0), (10, 0, 18, 2), (10, 8, 1, 9)]);
        assert_eq!(choose(&races, 0.95), Some(Gate { auto_min: 10, auto_ratio: 10.0 }));
        assert_eq!(choose(&races, 0.96), Some(Gate { auto_min: 20, auto_ratio: 10.0 }));
        assert_eq!(choose(&races, 0.7), Some(Gate { auto_min: 10, auto_ratio: 1.2 }));
    }

    #[test]
    fn a_tie_is_let_through_by_no_gate() {
        assert_eq!(choose(&races(&[(10, 10, 50, 0), (0, 0, 50, 0)]), 0.5), None);
    }

    #[test]
    fn what_cannot_be_reached_is_told() {
        assert_eq!(
            try_gate(&races(&[(10, 0, 50, 50)]), 0.0),
            Trial::Chosen {
                gate: Gate { auto_min: 10, auto_ratio: 10.0 },
                older: Passed { automatic: Share { hits: 50, of: 50 }, precision: Share { hits: 50, of: 50 } },
                newer: Passed { automatic: Share { hits: 50, of: 50 }, precision: Share { hits: 0, of: 50 } },
            }
        );
        assert_eq!(try_gate(&races(&[(10, 0, 40, 160)]), 0.95), Trial::OutOfReach);
        assert_eq!(try_gate(&races(&[(10, 0, 99, 0)]), 0.95), Trial::TooFew);
    }
}
