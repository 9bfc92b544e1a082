//! One file per command. Each reads, observes, plans, asks, applies and reports, in this order; the rooms below decide.

pub mod add;
pub mod check;
pub mod completions;
pub mod config;
mod context;
pub mod dispatch;
pub mod eval;
mod figure;
pub mod init;
pub mod learn;
pub mod list;
pub mod restore;
pub mod setup;
pub mod status;
mod text_model;
mod tickets;

pub use context::{Context, Outcome};
use context::{clone_hint, no_repository_hint, shell_path};
