//! What Claude Code makes of the files it is given: facts measured on one version of it, and the verdicts that follow from them.

mod agent;
mod file;
mod finding;
mod folder;
pub mod front_matter;
mod hooks;
mod key;
pub mod listing;
mod remedy;
pub mod settings;
mod shown;
mod skill;
mod tool;

pub use agent::AgentVerdict;
pub use finding::{Finding, Loads, Severity};
pub use folder::{
    Earlier, Found, HIDDEN_BY_REPOSITORY, Shown, broken_link, examine_folder, observe, observe_agents, observe_skills,
    unreadable,
};
pub use shown::LONGEST_SHOWN;
pub use skill::{SkillVerdict, judge as judge_skill};

/// The version of Claude Code that the facts of this room were measured on.
pub const VERSION: &str = "2.1.332";
