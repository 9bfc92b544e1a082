//! The only code that touches the world directly: environment, clock, disk, git, processes, terminal.

pub mod access;
pub mod clock;
pub mod disk;
mod environment;
pub mod git;
pub mod http;
pub mod interrupt;
pub mod process;
pub mod terminal;

pub use environment::{Environment, working_folder};
