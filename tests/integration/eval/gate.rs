//! The gate that reaches a wanted precision.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{eight, lines, sandbox};
use crate::sandbox::Sandbox;

/// 200 tickets, two a day: with a component alone four of five are right, with a component and a label all of them.
fn two_hundred() -> Vec<Value> {
    let ticket = |at: u32| {
        let labels: &[&str] = if at.is_multiple_of(2) { &["billing"] } else { &[] };
        let is_wrong = at % 20 == 1 || at % 20 == 11;
        json!({"key": format!("A-{at}"), "summary": "s", "components": ["Payments"], "labels": labels,
            "created": format!("2030-{:02}-{:02}", at / 56 + 1, at % 56 / 2 + 1), "expected": if is_wrong { "web" } else { "api" }})
    };
    (0..200).map(ticket).collect()
}

fn gate(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let told = sandbox.skreg(&[&["eval", "t.jsonl"], arguments].concat());
    told[told.find("gate:").unwrap()..].to_owned()
}

#[test]
fn a_gate_is_chosen_on_the_older_half_and_shown_on_the_newer() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&two_hundred()));
    assert_snapshot!(gate(&sandbox, &[]), @r#"
    gate: 15 points and 2 times the runner-up, chosen to reach 95.0 %
      older half, by `created`: automatic 50.0 %, precision 100.0 % (50 of 50; 92.9 to 100.0 % at 95 % confidence)
      newer half: automatic 50.0 %, precision 100.0 % (50 of 50; 92.9 to 100.0 % at 95 % confidence)
      newer half, with the gate in force: automatic 100.0 %, precision 90.0 % (90 of 100; 82.6 to 94.5 % at 95 % confidence)
    next: set `"auto_min": 15, "auto_ratio": 2.0` in `scoring` of registry.json
    --- exit 0
    "#);
    assert_snapshot!(gate(&sandbox, &["--precision", "0.9"]), @"
    gate: 10 points and 2 times the runner-up, chosen to reach 90.0 %
      older half, by `created`: automatic 100.0 %, precision 90.0 % (90 of 100; 82.6 to 94.5 % at 95 % confidence)
      newer half: automatic 100.0 %, precision 90.0 % (90 of 100; 82.6 to 94.5 % at 95 % confidence)
    next: nothing to do: it is the gate in force
    --- exit 0
    ");
    let (_, answer) = sandbox.json(&["eval", "t.jsonl"]);
    assert_snapshot!(format!("{:#}", answer["gate"]), @r#"
    {
      "wanted": 0.95,
      "current": {
        "auto_min": 10,
        "auto_ratio": 2.0
      },
      "chosen": {
        "auto_min": 15,
        "auto_ratio": 2.0
      },
      "older": {
        "count": 50,
        "rate": 0.5,
        "right": 50,
        "precision": 1.0,
        "low": 0.9287,
        "high": 1.0
      },
      "newer": {
        "count": 50,
        "rate": 0.5,
        "right": 50,
        "precision": 1.0,
        "low": 0.9287,
        "high": 1.0
      },
      "newer_current": {
        "count": 100,
        "rate": 1.0,
        "right": 90,
        "precision": 0.9,
        "low": 0.8256,
        "high": 0.9448
      },
      "order": "created",
      "by_address": 0,
      "refused": null
    }
    "#);
}

#[test]
fn the_order_is_that_of_created_where_all_have_one() {
    let sandbox = sandbox();
    let mut tickets = two_hundred();
    sandbox.write("central/t.jsonl", lines(&tickets));
    let (_, forwards) = sandbox.json(&["eval", "t.jsonl"]);
    tickets.reverse();
    sandbox.write("central/t.jsonl", lines(&tickets));
    let (_, backwards) = sandbox.json(&["eval", "t.jsonl"]);
    assert_eq!((&forwards["gate"], &forwards["gate"]["order"]), (&backwards["gate"], &json!("created")));
    tickets[7].as_object_mut().unwrap().remove("created");
    sandbox.write("central/t.jsonl", lines(&tickets));
    let (_, undated) = sandbox.json(&["eval", "t.jsonl"]);
    assert_eq!(undated["gate"]["order"], "file");
}

#[test]
fn the_gate_that_is_told_can_be_set() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&two_hundred()));
    let (_, answer) = sandbox.json(&["eval", "t.jsonl"]);
    let mut registry = crate::dispatch::registry();
    registry["scoring"] = answer["gate"]["chosen"].clone();
    sandbox.registry(&registry);
    let (_, after) = sandbox.json(&["eval", "t.jsonl"]);
    let halves = ["older", "newer"].map(|half| answer["gate"][half]["count"].as_u64().unwrap());
    assert_eq!(after["auto"]["count"], halves[0] + halves[1]);
    assert!(gate(&sandbox, &[]).contains("next: nothing to do: it is the gate in force"));
}

#[test]
fn few_tickets_choose_no_gate() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&eight()));
    assert_snapshot!(gate(&sandbox, &[]), @"
    gate: 8 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
}

#[test]
fn a_precision_that_no_gate_reaches_is_told() {
    let sandbox = sandbox();
    let wrong = |at: u32| json!({"summary": "s", "components": ["Payments"], "expected": if at.is_multiple_of(2) { "web" } else { "api" }});
    sandbox.write("central/t.jsonl", lines(&(0..100).map(wrong).collect::<Vec<_>>()));
    assert_snapshot!(gate(&sandbox, &[]), @"
    gate: no gate reaches 95.0 % on the older half
    --- exit 0
    ");
}

#[test]
fn an_odd_precision_is_refused() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl", "--precision", "95"]), @"
    --- stderr
    error: invalid value '95' for '--precision <RATE>': write 0.95 for 95 %

    For more information, try '--help'.
    --- exit 2
    ");
    for odd in ["0", "-1", "101", "NaN", "high"] {
        assert!(sandbox.skreg(&["eval", "t.jsonl", &format!("--precision={odd}")]).ends_with("exit 2"), "{odd}");
    }
}
