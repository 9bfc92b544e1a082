//! Who decides, and what is said about it.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{clear, close, dispatch, registry, sandbox, ticket, tied};
use crate::sandbox::Sandbox;

#[test]
fn a_clear_ticket_is_routed() {
    assert_snapshot!(dispatch(&sandbox(), &json!({"key": "PROJ-1", "summary": "s", "components": ["payments"]}), &[]), @r#"
    PROJ-1  s
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
}

#[test]
fn the_top_is_routed_at_exactly_twice_the_runner_up_and_not_below() {
    let sandbox = sandbox();
    let mut registry = registry();
    registry["projects"]["web"]["routing"] = json!({"labels": ["ux"]});
    sandbox.registry(&registry);
    let exactly = json!({"summary": "s", "components": ["Payments"], "labels": ["ux"]});
    assert_snapshot!(dispatch(&sandbox, &exactly, &[]), @"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    web      5      label ux +5
    auto: api: 10 points, at least 10 and 2 times the runner-up's 5
    next: cd ~/code/api && claude
    --- exit 0
    ");
    registry["scoring"] = json!({"label": 6});
    sandbox.registry(&registry);
    assert_snapshot!(dispatch(&sandbox, &exactly, &[]), @"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    web      6      label ux +6
    ask: a close race: 10 points are less than 2 times the runner-up's 6
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
}

#[test]
fn a_close_race_is_not_decided() {
    assert_snapshot!(dispatch(&sandbox(), &close(), &[]), @"
    PROJ-3  Shop: refund
    PROJECT  SCORE  SIGNALS
    api      17     component Payments +10, label billing +5, keyword refund +2
    web      12     component Shop +10, keyword refund +2
    ask: a close race: 17 points are less than 2 times the runner-up's 12
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
}

#[test]
fn yes_takes_the_top_of_a_close_race() {
    assert_snapshot!(dispatch(&sandbox(), &close(), &["--yes"]), @r#"
    PROJ-3  Shop: refund
    PROJECT  SCORE  SIGNALS
    api      17     component Payments +10, label billing +5, keyword refund +2
    web      12     component Shop +10, keyword refund +2
    chosen: api
    next: cd ~/code/api && claude "/develop PROJ-3"
    --- exit 0
    "#);
}

#[test]
fn yes_takes_a_top_that_lacks_points() {
    assert_snapshot!(dispatch(&sandbox(), &json!({"summary": "an invoice"}), &[]), @"
    ticket  an invoice
    PROJECT  SCORE  SIGNALS
    api      2      keyword invoice +2
    ask: the top has 2 points, and 10 are needed to route without a question
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox(), &json!({"summary": "an invoice"}), &["-y"]), @"
    ticket  an invoice
    PROJECT  SCORE  SIGNALS
    api      2      keyword invoice +2
    chosen: api
    next: cd ~/code/api && claude
    --- exit 0
    ");
}

#[test]
fn a_tie_is_decided_by_nobody_but_a_person() {
    assert_snapshot!(dispatch(&sandbox(), &tied(), &[]), @"
    PROJ-2  The refund button
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    ask: the first place is shared by projects with 2 points
    next: choose with `--project NAME`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox(), &tied(), &["--yes"]), @"
    PROJ-2  The refund button
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    ask: the first place is shared by projects with 2 points
    next: choose with `--project NAME`
    --- exit 1
    ");
}

#[test]
fn a_ticket_that_matches_nothing_is_no_close_race() {
    assert_snapshot!(dispatch(&sandbox(), &json!({"key": "PROJ-9", "summary": "Coffee machine"}), &[]), @"
    PROJ-9  Coffee machine
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox(), &json!({"key": "PROJ-9", "summary": "Coffee machine"}), &["--yes"]), @"
    PROJ-9  Coffee machine
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    ");
}

#[test]
fn a_named_project_is_taken_whatever_the_scores() {
    assert_snapshot!(dispatch(&sandbox(), &close(), &["--project", "web"]), @"
    PROJ-3  Shop: refund
    PROJECT  SCORE  SIGNALS
    api      17     component Payments +10, label billing +5, keyword refund +2
    web      12     component Shop +10, keyword refund +2
    chosen: web
    next: cd ~/code/web && claude
    --- exit 0
    ");
    assert_snapshot!(dispatch(&sandbox(), &json!({"summary": "Coffee machine"}), &["--project", "api"]), @"
    ticket  Coffee machine
    chosen: api
    next: cd ~/code/api && claude
    --- exit 0
    ");
}

#[test]
fn an_unknown_project_is_told_with_the_nearest_name() {
    assert_snapshot!(dispatch(&sandbox(), &clear(), &["--project", "apo"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `apo`
    hint: did you mean `api`?
    --- exit 2
    ");
    assert_snapshot!(dispatch(&sandbox(), &clear(), &["--project", ""]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project ``
    hint: `skreg list` shows the projects
    --- exit 2
    ");
}

#[test]
fn a_project_and_yes_exclude_each_other() {
    assert_snapshot!(dispatch(&sandbox(), &clear(), &["--project", "api", "--yes"]), @"
    --- stderr
    error: the argument '--project <NAME>' cannot be used with '--yes'

    Usage: skreg dispatch --project <NAME> <TICKET>

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn the_numbers_of_the_registry_are_used() {
    let sandbox = sandbox();
    let mut registry = registry();
    registry["scoring"] =
        json!({"component": 3, "label": 7, "keyword": 4, "keyword_cap": 5, "auto_min": 15, "auto_ratio": 2.5});
    sandbox.registry(&registry);
    let content = json!({"summary": "invoice refund", "components": ["Payments"], "labels": ["billing"]});
    assert_snapshot!(dispatch(&sandbox, &content, &[]), @"
    ticket  invoice refund
    PROJECT  SCORE  SIGNALS
    api      15     component Payments +3, label billing +7, keyword refund +4, keyword invoice +1
    web      4      keyword refund +4
    auto: api: 15 points, at least 15 and 2.5 times the runner-up's 4
    next: cd ~/code/api && claude
    --- exit 0
    ");
    registry["scoring"]["auto_min"] = json!(16);
    sandbox.registry(&registry);
    assert_snapshot!(dispatch(&sandbox, &content, &[]), @"
    ticket  invoice refund
    PROJECT  SCORE  SIGNALS
    api      15     component Payments +3, label billing +7, keyword refund +4, keyword invoice +1
    web      4      keyword refund +4
    ask: the top has 15 points, and 16 are needed to route without a question
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
}

#[test]
fn a_registry_without_projects_routes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.registry(&json!({"version": 1, "projects": {}}));
    sandbox.write("central/profiles/keep", "");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    ");
}

#[test]
fn text_that_a_terminal_would_obey_is_spelled_out() {
    let content = json!({"key": "PROJ-1\u{1b}]0;x\u{7}", "summary": "refund \u{1b}[2J\u{202e}\u{61c}\u{9b}2J\r\nnext: run this", "components": ["Payments\u{1b}"]});
    assert_snapshot!(dispatch(&sandbox(), &content, &[]), @r"
    PROJ-1\u{1b}]0;x\u{7}  refund \u{1b}[2J\u{202e}\u{61c}\u{9b}2J\r\nnext: run this
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    ask: the first place is shared by projects with 2 points
    next: choose with `--project NAME`
    --- exit 1
    ");
}

#[test]
fn signals_of_the_registry_are_spelled_out() {
    let sandbox = sandbox();
    let mut registry = registry();
    registry["projects"]["api"]["routing"]["labels"] = json!(["x\u{1b}[2J\u{202e}"]);
    sandbox.registry(&registry);
    assert_snapshot!(dispatch(&sandbox, &json!({"summary": "s", "labels": ["x\u{1b}[2J\u{202e}"]}), &[]), @r"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      5      label x\u{1b}[2J\u{202e} +5
    ask: the top has 5 points, and 10 are needed to route without a question
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
}

/// The answer as a program gets it, checked for what must hold of each.
fn answer(sandbox: &Sandbox, content: &Value, arguments: &[&str]) -> (Option<i32>, Value) {
    let (code, answer) = sandbox.json(&[&["dispatch", ticket(sandbox, content)], arguments].concat());
    let candidates = answer["candidates"].as_array().unwrap();
    for candidate in candidates {
        let points = candidate["signals"].as_array().unwrap().iter().map(|signal| signal["points"].as_u64().unwrap());
        assert_eq!(Some(points.sum()), candidate["score"].as_u64(), "{candidate}");
        assert_ne!(candidate["score"], 0, "{candidate}");
    }
    let order = |candidate: &Value| (u64::MAX - candidate["score"].as_u64().unwrap(), candidate["project"].to_string());
    assert!(candidates.is_sorted_by_key(order), "{answer}");
    assert_eq!(answer["schema"], 1);
    let decided = matches!(answer["decision"].as_str().unwrap(), "auto" | "chosen");
    assert_eq!((answer["project"].is_string(), answer["repo"].is_string()), (decided, decided), "{answer}");
    (code, answer)
}

#[test]
fn json_has_the_documented_shape() {
    let sandbox = sandbox();
    let mut command = sandbox.command("central", &["dispatch", ticket(&sandbox, &clear())]);
    command.arg("--json");
    assert_snapshot!(sandbox.run(command, ""), @r#"
    {
      "schema": 1,
      "ticket": {
        "key": "PROJ-1",
        "summary": "Refund fails",
        "source": "file"
      },
      "decision": "auto",
      "project": "api",
      "repo": "[ROOT]/home/code/api",
      "skill": {
        "name": "develop",
        "available": true
      },
      "problems": [],
      "candidates": [
        {
          "project": "api",
          "score": 12,
          "signals": [
            {
              "kind": "component",
              "value": "Payments",
              "points": 10
            },
            {
              "kind": "keyword",
              "value": "refund",
              "points": 2
            }
          ]
        },
        {
          "project": "web",
          "score": 2,
          "signals": [
            {
              "kind": "keyword",
              "value": "refund",
              "points": 2
            }
          ]
        }
      ]
    }
    --- exit 0
    "#);
}

#[test]
fn json_tells_every_decision() {
    let nothing = json!({"summary": "Coffee machine"});
    let expected = [
        (clear(), &[][..], 0, "auto", json!("api"), json!({"name": "develop", "available": true})),
        (close(), &[], 1, "ask", json!(null), json!(null)),
        (close(), &["--yes"], 0, "chosen", json!("api"), json!({"name": "develop", "available": true})),
        (tied(), &["--yes"], 1, "ask", json!(null), json!(null)),
        (nothing.clone(), &[], 1, "none", json!(null), json!(null)),
        (nothing.clone(), &["--project", "web"], 0, "chosen", json!("web"), json!(null)),
        (
            nothing,
            &["--project", "web", "--skill", "x"],
            1,
            "chosen",
            json!("web"),
            json!({"name": "x", "available": false}),
        ),
    ];
    let sandbox = sandbox();
    for (content, arguments, code, decision, project, skill) in expected {
        let (ended, answer) = answer(&sandbox, &content, arguments);
        let found = (ended, &answer["decision"], &answer["project"], &answer["skill"]);
        assert_eq!(found, (Some(code), &json!(decision), &project, &skill), "{answer}");
    }
}

#[test]
fn points_are_counted_after_the_cap() {
    let sandbox = sandbox();
    let mut registry = registry();
    registry["scoring"] = json!({"keyword_cap": 3});
    sandbox.registry(&registry);
    let (_, answer) = answer(&sandbox, &json!({"summary": "invoice refund"}), &[]);
    assert_snapshot!(answer["candidates"], @r#"[{"project":"api","score":3,"signals":[{"kind":"keyword","value":"refund","points":2},{"kind":"keyword","value":"invoice","points":1}]},{"project":"web","score":2,"signals":[{"kind":"keyword","value":"refund","points":2}]}]"#);
}

#[test]
fn json_keeps_every_character_and_shows_a_terminal_none_that_it_obeys() {
    let sandbox = sandbox();
    let summary = "a\u{1b}[31m\u{7f}\u{9b}b\u{202e}c\u{2028}\u{1f642}";
    let mut command = sandbox.command("central", &["dispatch", ticket(&sandbox, &json!({"summary": summary}))]);
    command.arg("--json");
    let ran = sandbox.run(command, "");
    assert!(ran.stdout.chars().all(|character| character == '\n' || !character.is_control()), "{ran}");
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["ticket"]["summary"], summary);
}
