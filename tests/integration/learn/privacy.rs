//! People, secrets, keys and addresses are learned by no way.

use serde_json::{Value, json};

use super::{history, sandbox};

/// What stands in every ticket of `api`, and may stand nowhere afterwards.
const SECRETS: [&str; 8] = [
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz",
    "deadbeefcafe0123",
    "Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0",
    "jane.doe@mail.example",
    "[~bigboss]",
    "https://intranet.example/wiki/Topsecret",
    "PAY-4711",
];

/// Pieces of them that a reader would know them by.
const PIECES: [&str; 13] = [
    "akia",
    "iosfodnn",
    "ghp",
    "deadbeef",
    "cafe",
    "zm9v",
    "qrst",
    "jane",
    "doe",
    "bigboss",
    "intranet",
    "topsecret",
    "4711",
];

#[test]
fn people_secrets_keys_and_addresses_are_neither_proposed_nor_kept() {
    let sandbox = sandbox();
    let mut tickets = history::tickets(120);
    for ticket in tickets.iter_mut().filter(|ticket| ticket["expected"] == "api") {
        let text = ticket["description"].as_str().unwrap().to_owned();
        ticket["description"] = json!(format!("{text} {} jane thinks", SECRETS.join(" ")));
    }
    sandbox.write("central/history.jsonl", history::lines(&tickets));
    let (code, answer) = sandbox.json(&["learn", "history.jsonl", "--write"]);
    assert_eq!(code, Some(0));
    let registry = sandbox.read("central/registry.json");
    let model = sandbox.read("central/routing-model.jsonl").to_lowercase();
    let words = model.split_once('\n').unwrap().1;
    for piece in PIECES {
        assert!(!answer["projects"].to_string().to_lowercase().contains(piece), "{piece} is proposed");
        assert!(!registry.to_lowercase().contains(piece), "{piece} is in the registry");
        assert!(!words.contains(piece), "{piece} is in the model");
    }
    assert!(words.contains("\"thinks\""), "what stands beside them is learned");
}

#[test]
fn the_people_in_the_fields_of_an_issue_are_no_words() {
    let sandbox = sandbox();
    let issue = |ticket: &Value| {
        let description = format!("{} asked for by Wilhelmina for shop", ticket["description"].as_str().unwrap());
        json!({"key": ticket["key"], "expected": ticket["expected"], "fields": {
            "summary": ticket["summary"], "description": description, "created": ticket["created"],
            "components": [{"name": if ticket["expected"] == "api" { "Payments" } else { "Shop" }}],
            "reporter": {"displayName": "Wilhelmina Shop", "name": "wshop"}}})
    };
    let issues: Vec<Value> = history::tickets(120).iter().map(issue).collect();
    sandbox.write("central/history.jsonl", history::lines(&issues));
    assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
    let model = sandbox.read("central/routing-model.jsonl");
    assert!(!model.contains("wilhelmina"));
    assert!(model.contains("\n[\"shop\","), "the name of a component is a word, whoever is called so");
}
