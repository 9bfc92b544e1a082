//! The probability at which the text model may decide: chosen on the older half of the tickets, shown on the newer one.

use super::advice::Sure;
use super::gate::{FEWEST, Passed};

/// What came of the search for a probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TextTrial {
    /// There are fewer tickets than [`FEWEST`] on which the model could decide.
    TooFew,
    /// No probability reaches the wanted precision on the older half.
    OutOfReach,
    /// A probability reaches it there.
    Chosen {
        /// The least probability.
        text_min: f64,
        /// What it does where it was chosen.
        older: Passed,
        /// What it does on tickets that had no say in it.
        newer: Passed,
        /// What the one in force does on those.
        newer_now: Passed,
    },
}

/// Looks for the least probability that reaches a wanted precision on the older half of the tickets, given oldest first.
pub fn try_text(tickets: &[Sure], wanted: f64, in_force: f64) -> TextTrial {
    if tickets.len() < FEWEST {
        return TextTrial::TooFew;
    }
    let (older, newer) = tickets.split_at(tickets.len() / 2);
    let reaches = |least: &f64| passed(older, *least).precision.rate().is_some_and(|precision| precision >= wanted);
    let Some(found) = tried().find(reaches) else { return TextTrial::OutOfReach };
    let text_min = if passed(older, in_force) == passed(older, found) { in_force } else { found };
    TextTrial::Chosen {
        text_min,
        older: passed(older, text_min),
        newer: passed(newer, text_min),
        newer_now: passed(newer, in_force),
    }
}

/// The probabilities that are tried, the least first, as it lets the most through.
fn tried() -> impl Iterator<Item = f64> {
    (30..100_u32).map(|hundredths| f64::from(hundredths) / 100.0).chain([0.995, 0.999])
}

/// What a least probability lets through.
pub fn passed(tickets: &[Sure], least: f64) -> Passed {
    let mut passed = Passed::default();
    tickets.iter().for_each(|told| passed.count((told.probability >= least).then_some(told.right)));
    passed
}

#[cfg(test)]
mod tests {
    use super::super::Share;
    use super::*;

    /// So many tickets of a probability, of which so many are right, one after the other.
    fn tickets(groups: &[(f64, usize, usize)]) -> Vec<Sure> {
        let group = |&(probability, right, all): &(f64, usize, usize)| {
            (0..all).map(move |at| Sure { probability, right: at < right })
        };
        groups.iter().flat_map(group).collect()
    }

    #[test]
    fn the_least_probability_that_keeps_the_precision_is_taken() {
        let half = [(0.95, 40, 40), (0.75, 9, 10), (0.5, 0, 10)];
        let all = tickets(&[half, half].concat());
        let passed = |right, taken| Passed {
            automatic: Share { hits: taken, of: 60 },
            precision: Share { hits: right, of: taken },
        };
        let expected =
            TextTrial::Chosen { text_min: 0.51, older: passed(49, 50), newer: passed(49, 50), newer_now: passed(0, 0) };
        assert_eq!(try_text(&all, 0.98, 0.99), expected);
    }

    #[test]
    fn the_one_in_force_stays_where_it_does_as_well() {
        let all = tickets(&[(0.9, 100, 100)]);
        assert!(matches!(try_text(&all, 0.95, 0.6), TextTrial::Chosen { text_min, .. } if text_min == 0.6));
    }

    #[test]
    fn what_cannot_be_reached_is_told() {
        assert_eq!(try_text(&tickets(&[(0.9, 50, 200)]), 0.95, 0.9), TextTrial::OutOfReach);
        assert_eq!(try_text(&tickets(&[(0.9, 99, 99)]), 0.95, 0.9), TextTrial::TooFew);
    }
}
