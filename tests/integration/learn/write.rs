//! What `--write` writes.

use insta::assert_snapshot;
use serde_json::json;

use super::{history, sandbox};

#[test]
fn the_registry_keeps_every_other_byte() {
    let sandbox = sandbox();
    let text = r#"{
  "version": 1, "workspace": "~/code",
  "projects": {
    "api": { "repo": "api",  "profile": "api", "routing": { "labels": [ "billing" ],  "keywords": ["ledger"] } },
    "web":   {"repo": "web", "profile": "web"}
  }
}
"#;
    sandbox.write("central/registry.json", text);
    assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
    assert_snapshot!(sandbox.read("central/registry.json"), @r#"
    {
      "version": 1, "workspace": "~/code",
      "projects": {
        "api": { "repo": "api",  "profile": "api", "routing": { "labels": [ "billing" ],  "keywords": ["ledger", "payout"], "components": ["Payments"] } },
        "web":   {"repo": "web", "profile": "web", "routing": {"components": ["Shop"], "keywords": ["browser", "checkout"]}}
      }
    }
    "#);
    assert!(sandbox.skreg(&["list"]).ends_with("exit 0"));
}

#[test]
fn a_second_run_changes_nothing() {
    let sandbox = sandbox();
    assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
    let files = || [sandbox.read("central/registry.json"), sandbox.read("central/routing-model.jsonl")];
    let before = files();
    let answer = sandbox.skreg(&["learn", "history.jsonl", "--write"]);
    assert!(answer.contains("nothing is proposed that the registry has not already"), "{answer}");
    assert_eq!(files(), before);
}

#[test]
fn names_of_tickets_are_written_as_data() {
    let sandbox = sandbox();
    let mut tickets = history::tickets(120);
    for ticket in tickets.iter_mut().filter(|ticket| ticket["expected"] == "api") {
        ticket["labels"] = json!(["a \"b\" \u{1b}[31m\\"]);
    }
    sandbox.write("central/history.jsonl", history::lines(&tickets));
    let answer = sandbox.skreg(&["learn", "history.jsonl", "--write"]);
    assert!(!answer.contains('\u{1b}') && answer.contains("label"), "{answer}");
    let registry: serde_json::Value = serde_json::from_str(&sandbox.read("central/registry.json")).unwrap();
    assert_eq!(registry["projects"]["api"]["routing"]["labels"], json!(["a \"b\" \u{1b}[31m\\"]));
    assert!(sandbox.skreg(&["list"]).ends_with("exit 0"));
}

#[test]
fn what_was_learned_is_measured_on_other_tickets() {
    let sandbox = sandbox();
    let before = sandbox.json(&["eval", "recent.jsonl"]).1;
    assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
    let after = sandbox.json(&["eval", "recent.jsonl"]).1;
    assert_eq!(before["top1"], 0.0);
    assert!(after["top1"].as_f64() > Some(0.5), "{after:#}");
    assert_eq!(after["text_model"]["overlap"], 0.0);
}
