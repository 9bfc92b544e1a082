//! `registry.json`: model, problems, local paths, finding it.
//!
//! A [`Registry`] is read once and is valid ever after: nothing is done while the files have a problem.

mod files;
mod find;
mod local;
pub mod model;
mod name;
mod paths;
mod problem;
mod read;
mod resolved;
mod schema;
mod user;

pub use find::{FILE, LOCAL_FILE, find, is_central};
pub use local::{decline_grants, forget_declined_grants, set_link, turn_off, turn_on_global};
pub use name::is_plain_name;
pub use paths::{Expander, shortened};
pub use read::read;
pub use resolved::{Global, Link, Project, Registry};
pub use schema::schema_text;
pub use user::{UserFile, UserJira, read_user_file, user_file_path, with_central, with_jira_host};
