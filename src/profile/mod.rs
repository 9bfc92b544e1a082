//! Profiles on disk: their skills and agents, what they include from the shared one, and the configuration that skills read.

mod config;
mod content;
mod include;
mod trace;

pub use config::{Config, Layer, layers, merged};
pub use content::{From, Item, agents, linkable, skills};
pub use include::{Include, missing_includes};
pub use trace::{Trace, TraceKind, traces};

/// The profile whose skills and agents others include.
pub const SHARED: &str = "shared";
