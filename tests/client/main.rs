//! What skreg links, seen by Claude Code itself: the real client runs against a scripted Messages API on 127.0.0.1, and the tests
//! read what it sends. `scripts/client` installs the client; docs/claude-code.md tells what these tests found.
//!
//! A binary of its own: without the client, all other tests still run.

#![expect(clippy::disallowed_methods, reason = "a test makes files and repositories, and looks at them, directly")]
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod api;
mod backup;
mod client;
mod command;
mod grant;
mod links;
mod listing;
mod live;
mod request;
#[expect(dead_code, reason = "the rest of it serves the other tests")]
#[path = "../integration/sandbox.rs"]
mod sandbox;
mod subagent;
mod worktree;
