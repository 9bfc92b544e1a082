//! What the text model adds to the figures.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::learn::{self, history};
use crate::sandbox::Sandbox;

/// A registry without signals, a model of 240 tickets, and 260 others in `central/recent.jsonl`.
fn sandbox(scoring: &Value) -> Sandbox {
    let sandbox = learn::sandbox();
    let tickets = history::tickets(500);
    sandbox.write("central/history.jsonl", history::lines(&tickets[..240]));
    let recent: Vec<Value> = tickets[240..].to_vec();
    sandbox.write("central/recent.jsonl", history::lines(&recent));
    let registry = sandbox.read("central/registry.json");
    assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
    let mut registry: Value = serde_json::from_str(&registry).unwrap();
    registry["scoring"] = scoring.clone();
    sandbox.registry(&registry);
    sandbox
}

#[test]
fn the_model_is_measured_whatever_say_it_has() {
    let sandbox = sandbox(&json!({}));
    let answer = sandbox.skreg(&["eval", "recent.jsonl"]);
    assert_snapshot!(&answer[answer.find("text model:").unwrap()..], @r#"
    text model: learned from 240 tickets
      when it is a question (260): in its order 100.0 % have their project in the first three, by the rule 0.0 %
      with `"strict": true`: automatic 0.0 %
      where only words speak (260): 0.78 sure, chosen to reach 95.0 %
        older half: automatic 79.2 %, precision 95.2 % (98 of 103; 89.1 to 97.9 % at 95 % confidence)
        newer half: automatic 82.3 %, precision 97.2 % (104 of 107; 92.1 to 99.0 % at 95 % confidence)
      next: to let it decide there, set `"text": true, "text_min": 0.78` in `scoring` of registry.json
    --- exit 0
    "#);
    let (_, answer) = sandbox.json(&["eval", "recent.jsonl"]);
    assert_snapshot!(format!("{:#}", answer["text_model"]), @r#"
    {
      "learned_from": 240,
      "overlap": 0.0,
      "asked": 260,
      "asked_top3": 1.0,
      "asked_top3_by_rule": 0.0,
      "strict": {
        "count": 0,
        "rate": 0.0,
        "right": 0,
        "precision": null,
        "low": null,
        "high": null
      },
      "text": {
        "wanted": 0.95,
        "tickets": 260,
        "current": 0.95,
        "chosen": 0.78,
        "older": {
          "count": 103,
          "rate": 0.7923,
          "right": 98,
          "precision": 0.9515,
          "low": 0.8914,
          "high": 0.9791
        },
        "newer": {
          "count": 107,
          "rate": 0.8231,
          "right": 104,
          "precision": 0.972,
          "low": 0.9208,
          "high": 0.9904
        },
        "newer_current": {
          "count": 67,
          "rate": 0.5154,
          "right": 67,
          "precision": 1.0,
          "low": 0.9458,
          "high": 1.0
        },
        "refused": null,
        "is_on": false
      }
    }
    "#);
}

#[test]
fn tickets_that_it_was_learned_from_are_told() {
    let sandbox = sandbox(&json!({}));
    let answer = sandbox.skreg(&["eval", "history.jsonl"]);
    assert!(answer.contains("caution: it was learned from about 100.0 % of these; measure it on others"), "{answer}");
}

#[test]
fn what_the_model_decides_counts_as_automatic() {
    let sandbox = sandbox(&json!({"text": true, "text_min": 0.9}));
    let (_, answer) = sandbox.json(&["eval", "recent.jsonl"]);
    assert_eq!(answer["by_evidence"][0]["kinds"], json!(["text"]));
    assert_eq!(answer["by_evidence"][0]["count"], answer["auto"]["count"]);
    let decided = answer["auto"]["count"].as_u64().unwrap();
    assert!(decided > 50, "{decided}");
    assert_eq!(answer["top1"].as_f64().map(|top1| (top1 * 260.0).round()), answer["auto"]["right"].as_f64());
}

#[test]
fn the_probability_that_is_chosen_can_be_set() {
    let sandbox = sandbox(&json!({}));
    let (_, answer) = sandbox.json(&["eval", "recent.jsonl", "--precision", "0.9"]);
    let chosen = answer["text_model"]["text"]["chosen"].clone();
    let mut registry: Value = serde_json::from_str(&sandbox.read("central/registry.json")).unwrap();
    registry["scoring"] = json!({"text": true, "text_min": chosen});
    sandbox.registry(&registry);
    let (_, after) = sandbox.json(&["eval", "recent.jsonl", "--precision", "0.9"]);
    let halves = ["older", "newer"].map(|half| answer["text_model"]["text"][half]["count"].as_u64().unwrap());
    assert_eq!(after["auto"]["count"].as_u64(), Some(halves.iter().sum()));
}
