//! Everything that needs more than one room: the program as its users start it, and the shape of its source.
//!
//! One binary on purpose: it links once, and the modules share their fixtures.

#![expect(clippy::disallowed_methods, reason = "a test makes files and repositories, and looks at them, directly")]
#![expect(clippy::too_many_lines, reason = "a snapshot of a whole answer is long")]
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod add;
mod architecture;
mod check;
mod check_budget;
mod check_faults;
mod check_settings;
mod clone;
mod completions;
mod config;
mod contention;
mod crash;
mod dispatch;
mod entries;
mod eval;
mod find;
mod foreign_writer;
mod git;
mod grant;
mod hazard;
mod init;
mod init_refresh;
mod jira;
mod learn;
mod list;
mod moves;
mod output;
mod permission;
mod registry;
mod restore;
mod sandbox;
mod setup;
mod status;
mod survival;
