//! Links of profiles into repositories: what is wanted and found, the plan (pure), doing it, taking it back.
//!
//! `observe` reads, [`plan`] and `state` decide, [`apply`] acts. Whose a link is stands on the disk alone: ours points into the
//! central repository or a former place of it.

mod apply;
mod backup;
mod exclude;
mod found;
mod grant;
mod observe;
mod owner;
mod plan;
mod restore;
mod state;

pub use apply::{Action, Applied, LinkResult, WorktreeResult, apply, untried};
pub use backup::{Backup, Vault};
pub use exclude::{ExcludeChange, ExcludeFile};
pub use found::{Aim, Found, Observation, Others, Parent, Place, Skipped, Spot, Supply, Worktree};
pub use grant::{
    Grant, GrantAction, GrantQuestion, GrantResult, GrantStep, LOCAL_SETTINGS, Obstacle, Settings, apply_grant,
    apply_withdrawal, file_beside, plan_grant, untried_grant, untried_withdrawal,
};
pub use observe::{AskGit, Manner, Observer, Presence, Worktrees, observe_global, observe_home};
pub use owner::Owner;
pub use plan::{Plan, Step, plan};
pub use restore::{
    Restored, RestoredWorktree, Undo, UndoAction, UndoResult, Wish, apply_undo, plan_undo, untried_undo,
};
pub use state::{LinkState, ProjectState, link_state};
