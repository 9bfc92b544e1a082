//! The permission to read what lies beside a linked `SKILL.md`: rules in the local settings of a repository.
//!
//! Claude Code asks for the path through the link and for the one that all links lead to, so a rule for each folder of links and
//! one for each real folder of skills are the narrowest that work (seen with 2.1.332, see `docs/claude-code.md`). Whose a rule is
//! stands in it: ours names a folder of links of the repository, or the skills of a profile.

mod apply;
mod edit;
mod observe;
mod plan;
mod rule;
mod settings;
mod undo;
mod wanted;

pub use apply::{GrantAction, GrantResult, apply_grant, untried_grant};
pub use observe::{Grant, GrantQuestion};
pub use plan::{GrantStep, Obstacle, plan_grant};
pub use settings::Settings;
pub use undo::{apply_withdrawal, untried_withdrawal};
pub use wanted::file_beside;

/// The place of the local settings below a worktree.
pub const LOCAL_SETTINGS: &str = ".claude/settings.local.json";

/// The name of the local settings, which that of their backup is, too.
const FILE: &str = "settings.local.json";

/// Where rules that allow stand in settings.
const ALLOW: [&str; 2] = ["permissions", "allow"];
