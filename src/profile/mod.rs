//! Profiles on disk: their skills and agents, what they include from the shared one, and the configuration that skills read.

mod config;
mod content;
mod include;

pub use config::{Config, Layer, layers, merged};
pub use content::{From, Item, agents, linkable, skills};
pub use include::{Include, missing_includes};

/// The profile whose skills and agents others include.
pub const SHARED: &str = "shared";
