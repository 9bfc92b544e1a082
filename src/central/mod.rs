//! The central repository: the files it starts with, how git sees it, and where it is recorded.

mod bundle;
mod project_entry;
mod record;
mod refresh;
mod stamp;
mod starter;
mod uncommitted;

pub use bundle::{Bundle, Bundled, BundledState, observe_bundle};
pub use project_entry::{Addition, Place, is_same_remote, place, spelled, write_additions};
pub use record::record;
pub use refresh::{Plan as RefreshPlan, Refresh, Step as RefreshStep, apply_refresh, check_refresh, plan_refresh};
pub use starter::{is_taken, make, missing_files};
pub use uncommitted::uncommitted;
