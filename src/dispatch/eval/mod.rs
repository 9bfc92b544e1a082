//! How well routing does on tickets whose project is known: values in, values out.
//!
//! [`Truth`] tells the project that a ticket's label names, [`Outcome`] is what routing made of one ticket, [`Tally`] counts
//! outcomes, and [`try_gate`] looks for the gate that reaches a wanted precision.

mod gate;
#[cfg(test)]
mod laws;
mod outcome;
mod share;
mod tally;
mod truth;

pub use gate::{FEWEST, Gate, Passed, Race, Trial, try_gate};
pub use outcome::{Kinds, Outcome};
pub use share::Share;
pub use tally::{Confusion, Tally};
pub use truth::{Label, Truth};
