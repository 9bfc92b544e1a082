//! Signals, score, decision: values in, values out.
//!
//! A [`Router`] is made once from the signals of all projects. It scores a ticket into [`Candidate`]s, and [`decide`] tells
//! whether the ticket names one project's repository, or the first candidate is clear enough to be taken without a question.
//! [`eval`] measures both on labelled tickets.

mod candidate;
mod choice;
mod decide;
pub mod eval;
mod fold;
mod index;
#[cfg(test)]
mod laws;
pub mod learn;
mod letter;
pub mod model;
#[cfg(test)]
mod more_signals;
mod overlap;
mod repository;
mod router;
mod second;
mod signal_set;
mod text;
mod word;

pub use candidate::{Candidate, Excluded, Origin, Reason, Scored, Signal, SignalKind};
pub use choice::{Choice, choices};
pub use decide::{Decision, Doubt, decide};
pub use fold::{fold_letters, fold_name};
pub use router::Router;
pub use second::decide_with;
