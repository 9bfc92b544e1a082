//! The central repository: the files it starts with, how git sees it, and where it is recorded.

mod project_entry;
mod record;
mod starter;
mod uncommitted;

pub use project_entry::{Addition, Place, is_same_remote, place, spelled, write_additions};
pub use record::record;
pub use starter::{is_taken, make, missing_files};
pub use uncommitted::uncommitted;
