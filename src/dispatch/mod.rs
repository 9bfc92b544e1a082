//! Signals, score, decision: values in, values out.
//!
//! A [`Router`] is made once from the signals of all projects. It scores a ticket into [`Candidate`]s, and [`decide`] tells
//! whether the first of them is clear enough to be taken without a question. [`eval`] measures both on labelled tickets.

mod candidate;
mod decide;
pub mod eval;
mod fold;
mod index;
#[cfg(test)]
mod laws;
mod letter;
pub mod model;
mod overlap;
mod router;
mod text;
mod word;

pub use candidate::{Candidate, Signal, SignalKind};
pub use decide::{Decision, decide};
pub use fold::{fold_letters, fold_name};
pub use router::Router;
