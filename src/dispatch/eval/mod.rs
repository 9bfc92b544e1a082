//! How well routing does on tickets whose project is known: values in, values out.
//!
//! [`Truth`] tells the project that a ticket's label names, [`Outcome`] is what routing made of one ticket, [`Tally`] counts
//! outcomes, and [`try_gate`] looks for the gate that reaches a wanted precision. [`Advice`] is what the text model makes of one
//! ticket, and [`try_text`] looks for the probability at which it may decide.

mod advice;
mod gate;
#[cfg(test)]
mod laws;
mod outcome;
mod share;
mod tally;
mod threshold;
mod truth;

pub use advice::{Advice, AdviceTally, Sure};
pub use gate::{FEWEST, Gate, Passed, Race, Trial, try_gate};
pub use outcome::{Kinds, Outcome};
pub use share::Share;
pub use tally::{Confusion, Tally};
pub use threshold::{TextTrial, passed, try_text};
pub use truth::{Label, Truth};
