//! The Jira that tickets come from.
//!
//! [`settings`] answers which Jira it is, with whose credential it is asked, and whether that credential may go there.

mod catalogue;
mod client;
mod page;
mod query;
mod refusal;
mod retry;
pub mod settings;

pub use catalogue::{JiraComponent, JiraProject, ProjectList};
pub use client::{Account, Jira};
pub use query::open_tickets;
