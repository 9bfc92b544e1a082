//! Links of profiles into repositories: what is wanted and found, the plan (pure), doing it, taking it back.
//!
//! `observe` reads, [`plan`] and `state` decide, [`apply`] acts. Whose a link is stands on the disk alone: ours points into the
//! central repository or a former place of it.

mod apply;
mod backup;
mod exclude;
mod found;
mod observe;
mod owner;
mod plan;
mod restore;
mod state;

pub use apply::{Action, LinkResult, WorktreeResult, apply, untried};
pub use backup::{Backup, Vault};
pub use exclude::ExcludeChange;
pub use found::{Aim, Found, Others, Parent, Spot, Supply, Worktree};
pub use observe::{AskGit, Presence, observe_global, observe_home, observe_project};
pub use owner::Owner;
pub use plan::{Plan, Step, plan};
pub use restore::{Restored, Undo, UndoResult, Wish, apply_undo, plan_undo, untried_undo};
pub use state::{LinkState, ProjectState, link_state};
