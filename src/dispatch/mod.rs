//! Signals, score, decision: values in, values out.
//!
//! A [`Router`] is made once from the signals of all projects; it scores a ticket into [`Candidate`]s.

mod candidate;
mod fold;
mod index;
mod letter;
mod overlap;
mod router;
mod text;

pub use candidate::{Candidate, Signal, SignalKind};
pub use fold::{fold_letters, fold_name};
pub use router::Router;
