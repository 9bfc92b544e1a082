//! What is measured.

use insta::assert_snapshot;
use serde_json::json;

use super::{eight, lines, sandbox, ticket};

#[test]
fn the_figures_of_a_few_tickets() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&eight()));
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl"]), @"
    8 tickets, 8 labelled
    MEASURE       RATE    WHAT IT SAYS
    automatic     62.5 %  5 of 8 pass the gate, 10 points and 2 times
    precision     80.0 %  4 of 5 went to their project; 37.5 to 96.4 % at 95 % confidence
    top 1         50.0 %  have their project in the first place, alone
    top 3         87.5 %  have it in the first three
    macro recall  50.0 %  as top 1, the mean over 2 projects
    no score      12.5 %  no project has points

    EVIDENCE            AUTOMATIC  PRECISION  AT 95 % CONFIDENCE
    component, keyword  3          66.7 %     20.8 to 93.8 %
    component           2          100.0 %    34.2 to 100.0 %

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    api       web  1        1          A-3
    web       api  1        0          W-3

    gate: 8 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
}

#[test]
fn the_figures_as_json() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&eight()));
    let (code, answer) = sandbox.json(&["eval", "t.jsonl"]);
    assert_eq!(code, Some(0));
    assert_snapshot!(format!("{answer:#}"), @r#"
    {
      "schema": 1,
      "tickets": 8,
      "labelled": 8,
      "unlabelled": 0,
      "several": 0,
      "unknown_expected": [],
      "label_from": "expected",
      "unreadable": 0,
      "problems": [],
      "auto": {
        "count": 5,
        "rate": 0.625,
        "right": 4,
        "precision": 0.8,
        "low": 0.3755,
        "high": 0.9638
      },
      "top1": 0.5,
      "top3": 0.875,
      "macro_recall": 0.5,
      "projects": 2,
      "no_score": 0.125,
      "by_evidence": [
        {
          "kinds": [
            "component",
            "keyword"
          ],
          "count": 3,
          "precision": 0.6667,
          "low": 0.2077,
          "high": 0.9385
        },
        {
          "kinds": [
            "component"
          ],
          "count": 2,
          "precision": 1.0,
          "low": 0.3424,
          "high": 1.0
        }
      ],
      "confusions": [
        {
          "expected": "api",
          "got": "web",
          "count": 1,
          "auto": 1,
          "examples": [
            "A-3"
          ]
        },
        {
          "expected": "web",
          "got": "api",
          "count": 1,
          "auto": 0,
          "examples": [
            "W-3"
          ]
        }
      ],
      "gate": {
        "wanted": 0.95,
        "current": {
          "auto_min": 10,
          "auto_ratio": 2.0
        },
        "chosen": null,
        "older": null,
        "newer": null,
        "newer_current": null,
        "order": "file",
        "by_address": 0,
        "refused": "8 labelled tickets are too few to choose a gate by; it takes 100"
      },
      "text_model": null
    }
    "#);
}

#[test]
fn a_second_run_says_the_same_and_changes_nothing() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&eight()));
    let before = sandbox.tree("~");
    let first = sandbox.skreg(&["eval", "t.jsonl", "--json"]);
    assert_eq!(sandbox.skreg(&["eval", "t.jsonl", "--json"]), first);
    assert_eq!(sandbox.tree("~"), before);
}

#[test]
fn names_that_no_project_has_are_counted_and_told() {
    let sandbox = sandbox();
    let mut tickets = eight();
    tickets.push(ticket("X-1", "apis", &["Payments"], "s"));
    tickets.push(ticket("X-2", "apis", &["Payments"], "s"));
    tickets.push(ticket("X-3", "\u{1b}[2Jmobile", &["Payments"], "s"));
    tickets.push(json!({"summary": "s"}));
    tickets.push(json!({"summary": "s", "expected": ["api", "web"]}));
    sandbox.write("central/t.jsonl", lines(&tickets));
    let told = sandbox.skreg(&["eval", "t.jsonl"]);
    assert_snapshot!(told.lines().take(4).collect::<Vec<_>>().join("\n"), @r"
    13 tickets, 8 labelled
      left out: 1 without a label
      left out: 1 that name several projects
      left out: 3 that name no project: `apis` 2, `\u{1b}[2Jmobile` 1
    ");
    let (code, answer) = sandbox.json(&["eval", "t.jsonl"]);
    assert_eq!((code, &answer["tickets"], &answer["labelled"]), (Some(0), &json!(13), &json!(8)));
    assert_eq!(
        answer["unknown_expected"],
        json!([{"name": "apis", "count": 2}, {"name": "\u{1b}[2Jmobile", "count": 1}])
    );
    assert_eq!((&answer["unlabelled"], &answer["several"]), (&json!(1), &json!(1)));
}

#[test]
fn tickets_of_no_known_project_measure_nothing() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&[ticket("A-1", "apis", &[], "s")]));
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl"]), @"
    --- stderr
    error: none of the tickets (1) names a project, so nothing can be measured
    hint: no project is called `apis`; did you mean `api`?
    --- exit 2
    ");
    sandbox.write("central/t.jsonl", lines(&[json!({"summary": "s"})]));
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl"]), @r#"
    --- stderr
    error: none of the tickets (1) names a project, so nothing can be measured
    hint: add `"expected": "PROJECT"` to each ticket, or tell with `--label-from` where it names its project
    --- exit 2
    "#);
}

#[test]
fn components_that_are_the_answer_are_no_signals() {
    let sandbox = sandbox();
    let tickets = [
        json!({"key": "A-1", "summary": "Invoice", "components": ["Payments"]}),
        json!({"key": "A-2", "summary": "Nothing", "components": ["Payments"]}),
        json!({"key": "A-3", "summary": "Nothing", "components": ["Payments", "Shop"]}),
        json!({"key": "W-1", "summary": "Invoice", "components": ["web"], "labels": ["billing"]}),
    ];
    sandbox.write("central/t.jsonl", lines(&tickets));
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl", "--label-from", "component"]), @"
    4 tickets, 3 labelled
      left out: 1 that name several projects
    MEASURE       RATE    WHAT IT SAYS
    automatic     0.0 %   0 of 3 pass the gate, 10 points and 2 times
    top 1         33.3 %  have their project in the first place, alone
    top 3         33.3 %  have it in the first three
    macro recall  25.0 %  as top 1, the mean over 2 projects
    no score      33.3 %  no project has points

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    web       api  1        0          W-1

    gate: 3 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
}
