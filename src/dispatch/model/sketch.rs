//! Which tickets a model was learned from: a small sample of fingerprints, to tell figures that flatter.
//!
//! Of all fingerprints the least are kept (a bottom-k sketch), so that whether a ticket with a fingerprint below the greatest of them
//! was learned from is known, and of the others nothing is.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use crate::ticket::Ticket;

/// So many fingerprints are kept; of fewer tickets all are.
const MOST: usize = 512;

/// The least fingerprints of the tickets that were learned from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sketch {
    least: BTreeSet<u32>,
}

impl Sketch {
    /// A sketch of tickets.
    pub fn of<'t>(tickets: impl Iterator<Item = &'t Ticket>) -> Self {
        let mut sketch = Self::default();
        for ticket in tickets {
            sketch.least.insert(fingerprint(ticket));
            if sketch.least.len() > MOST {
                sketch.least.pop_last();
            }
        }
        sketch
    }

    /// Whether a ticket was learned from; none where the sketch does not tell.
    pub(super) fn holds(&self, ticket: &Ticket) -> Option<bool> {
        let print = fingerprint(ticket);
        let tells = self.least.len() < MOST || self.least.last().is_some_and(|greatest| print <= *greatest);
        (tells && !self.least.is_empty()).then(|| self.least.contains(&print))
    }

    pub(super) fn prints(&self) -> Vec<u32> {
        self.least.iter().copied().collect()
    }

    pub(super) fn from_prints(prints: Vec<u32>) -> Self {
        Self { least: prints.into_iter().collect() }
    }
}

/// A ticket by its key and its title.
fn fingerprint(ticket: &Ticket) -> u32 {
    let told = [ticket.key.as_deref().unwrap_or_default(), &ticket.summary];
    let digest = Sha256::digest(told.join("\n"));
    digest.iter().take(4).fold(0, |print, byte| print << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tickets(numbers: std::ops::Range<usize>) -> Vec<Ticket> {
        let ticket = |number| Ticket { key: Some(format!("A-{number}")), summary: "s".into(), ..Ticket::default() };
        numbers.map(ticket).collect()
    }

    fn told(sketch: &Sketch, numbers: std::ops::Range<usize>) -> (usize, usize) {
        let told: Vec<bool> = tickets(numbers).iter().filter_map(|ticket| sketch.holds(ticket)).collect();
        (told.iter().filter(|held| **held).count(), told.len())
    }

    #[test]
    fn of_few_tickets_all_are_known() {
        let sketch = Sketch::of(tickets(0..100).iter());
        assert_eq!(told(&sketch, 0..100), (100, 100));
        assert_eq!(told(&sketch, 100..200), (0, 100));
    }

    #[test]
    fn of_many_tickets_a_sample_tells() {
        let sketch = Sketch::of(tickets(0..5_000).iter());
        assert_eq!(sketch.prints().len(), 512);
        assert_eq!(told(&sketch, 0..5_000), (512, 512));
        let (held, known) = told(&sketch, 5_000..10_000);
        assert_eq!(held, 0);
        assert!(known > 300, "{known}");
    }

    #[test]
    fn a_model_without_tickets_tells_nothing() {
        assert_eq!(told(&Sketch::default(), 0..9), (0, 0));
    }
}
