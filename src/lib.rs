//! skreg: one central repository of Claude Code skills, linked into every project, with tickets routed to the right one.
//!
//! The map of this house. Imports run one way, from the top of this list to the bottom; `tests/integration/architecture`
//! reads the source and fails on any other path.
//!
//! | room | what lives there |
//! |---|---|
//! | [`cli`] | global flags, the list of commands, exit codes |
//! | [`command`] | one file per command: read, observe, plan, ask, apply, report |
//! | [`central`] | the central repository: its starter files, where it is recorded, how git sees it |
//! | [`link`] | wanted + found -> plan (pure) -> apply; backups, restore, git excludes |
//! | [`dispatch`] | signals, score, decision (all pure) |
//! | [`profile`] | skills and agents on disk, configuration merged per skill |
//! | [`client`] | what Claude Code makes of the files it is given (facts of a stated version) |
//! | [`stack`] | languages, frameworks and commands read off a repository's manifests (pure) |
//! | [`jira`] | the Jira that tickets come from: which one, with whose credential, and whether that may go there |
//! | [`ticket`] | what is routed: the ticket and the files it is read from |
//! | [`registry`] | `registry.json`: model, problems, local paths, finding it |
//! | [`json_edit`] | positions in a JSON file, its shape, and edits that keep every other byte |
//! | [`output`] | reports with two faces, tables, JSON, errors |
//! | [`system`] | the only code that touches the world: environment, clock, disk, git, http, processes, terminal |

pub mod central;
pub mod cli;
pub mod client;
pub mod command;
pub mod dispatch;
pub mod jira;
pub mod json_edit;
pub mod link;
pub mod output;
pub mod profile;
pub mod registry;
pub mod stack;
pub mod system;
pub mod ticket;
