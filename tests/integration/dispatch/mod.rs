//! `skreg dispatch`.

mod decision;
mod model;
mod session;
mod signal;
mod target;
pub(crate) mod terminal;
mod ticket;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// Two linked projects: `api` asks for the component Payments, the label billing and the keywords refund and invoice, `web` for the
/// component Shop and the keywords checkout and refund; `api` starts with the skill `develop`.
pub(crate) fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.registry(&registry());
    assert!(sandbox.skreg(&["setup"]).ends_with("exit 0"));
    sandbox
}

pub(crate) fn registry() -> Value {
    json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "routing": {
            "components": ["Payments"], "labels": ["billing"], "keywords": ["refund", "invoice"], "skill": "develop"}},
        "web": {"repo": "web", "profile": "web", "routing": {
            "components": ["Shop"], "keywords": ["checkout", "refund"]}},
    }})
}

/// Writes a ticket file and gives its name.
fn ticket(sandbox: &Sandbox, ticket: &Value) -> &'static str {
    sandbox.write("central/t.json", ticket.to_string());
    "t.json"
}

/// Dispatches a ticket with more arguments.
fn dispatch(sandbox: &Sandbox, content: &Value, arguments: &[&str]) -> String {
    sandbox.skreg(&[&["dispatch", ticket(sandbox, content)], arguments].concat())
}

/// A ticket that is clearly `api`'s.
fn clear() -> Value {
    json!({"key": "PROJ-1", "summary": "Refund fails", "components": ["Payments"]})
}

/// A ticket that both have the same points for.
fn tied() -> Value {
    json!({"key": "PROJ-2", "summary": "The refund button"})
}

/// A ticket that is nearer to `api`, though not enough.
fn close() -> Value {
    json!({"key": "PROJ-3", "summary": "Shop: refund", "components": ["Payments", "Shop"], "labels": ["billing"]})
}
