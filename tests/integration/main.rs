//! Everything that needs more than one room: the program as its users start it, and the shape of its source.
//!
//! One binary on purpose: it links once, and the modules share their fixtures.

mod architecture;
mod completions;
mod crash;
mod dispatch;
mod output;
mod restore;
mod sandbox;
mod setup;
mod status;
