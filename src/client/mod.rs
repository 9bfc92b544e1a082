//! What Claude Code makes of the files it is given: facts measured on one version of it, and the verdicts that follow from them.

pub mod front_matter;

/// The version of Claude Code that the facts of this room were measured on.
pub const VERSION: &str = "2.1.332";
