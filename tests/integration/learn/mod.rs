//! `skreg learn`.

pub(crate) mod history;
mod privacy;
mod proposal;
mod refusal;
mod write;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// Two projects that nothing is known about, the tickets of a year in `central/history.jsonl`, and those of the next weeks in
/// `central/recent.jsonl`.
pub(crate) fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.registry(&registry());
    let tickets = history::tickets(160);
    sandbox.write("central/history.jsonl", history::lines(&tickets[..120]));
    sandbox.write("central/recent.jsonl", history::lines(&tickets[120..]));
    sandbox
}

fn registry() -> Value {
    json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api"},
        "web": {"repo": "web", "profile": "web"},
    }})
}

/// The values that are proposed for a project.
fn proposed(answer: &Value, project: &str, list: &str) -> Vec<String> {
    let projects = answer["projects"].as_array().unwrap();
    let own = projects.iter().find(|told| told["project"] == project);
    let signals = own.map(|told| told[list].as_array().unwrap().clone()).unwrap_or_default();
    signals.iter().map(|signal| signal["value"].as_str().unwrap().to_owned()).collect()
}
