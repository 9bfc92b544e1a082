//! Everything that needs more than one room: the program as its users start it, and the shape of its source.
//!
//! One binary on purpose: it links once, and the modules share their fixtures.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its fixtures too")]

mod architecture;
mod completions;
mod crash;
mod dispatch;
mod output;
mod restore;
mod sandbox;
mod setup;
mod status;
