//! Tickets that addresses and Jira projects decide.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::lines;
use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    let sandbox = super::sandbox();
    let mut registry = crate::dispatch::registry();
    registry["projects"]["api"]["remote"] = json!("git@github.com:acme/api.git");
    registry["projects"]["api"]["routing"]["jira_projects"] = json!(["PAY"]);
    registry["projects"]["web"]["remote"] = json!("https://github.com/acme/web");
    registry["projects"]["web"]["routing"]["exclude"] = json!({"labels": ["backend"]});
    sandbox.registry(&registry);
    sandbox
}

fn named(expected: &str, text: &str) -> Value {
    json!({"summary": text, "expected": expected})
}

fn eval(tickets: &[Value], arguments: &[&str]) -> String {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(tickets));
    sandbox.skreg(&[&["eval", "t.jsonl"], arguments].concat())
}

#[test]
fn a_ticket_that_names_its_repository_is_automatic() {
    let tickets = [
        named("api", "as in acme/api#1"),
        named("api", "https://github.com/acme/web/pull/1"),
        named("web", "acme/api#1 and acme/web#2"),
        named("web", "checkout"),
        json!({"key": "PAY-1", "summary": "s", "expected": "api"}),
        json!({"summary": "acme/web#3", "labels": ["backend"], "expected": "api"}),
    ];
    assert_snapshot!(eval(&tickets, &[]), @"
    6 tickets, 6 labelled
    MEASURE       RATE    WHAT IT SAYS
    automatic     50.0 %  3 of 6 pass the gate, 10 points and 2 times, or name a repository
    precision     66.7 %  2 of 3 went to their project; 20.8 to 93.8 % at 95 % confidence
    top 1         50.0 %  have their project in the first place, alone
    top 3         66.7 %  have it in the first three
    macro recall  50.0 %  as top 1, the mean over 2 projects
    no score      33.3 %  no project has points

    EVIDENCE      AUTOMATIC  PRECISION  AT 95 % CONFIDENCE
    repository    2          50.0 %     9.4 to 90.5 %
    jira project  1          100.0 %    20.6 to 100.0 %

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    api       web  1        1          -

    gate: 4 tickets are left out, for the address of a repository decides
    gate: 2 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
    assert_snapshot!(eval(&tickets[..2], &["--json"]), @r#"
    {
      "schema": 1,
      "tickets": 2,
      "labelled": 2,
      "unlabelled": 0,
      "several": 0,
      "unknown_expected": [],
      "label_from": "expected",
      "unreadable": 0,
      "problems": [],
      "auto": {
        "count": 2,
        "rate": 1.0,
        "right": 1,
        "precision": 0.5,
        "low": 0.0945,
        "high": 0.9055
      },
      "top1": 0.5,
      "top3": 0.5,
      "macro_recall": 0.5,
      "projects": 1,
      "no_score": 0.0,
      "by_evidence": [
        {
          "kinds": [
            "repository"
          ],
          "count": 2,
          "precision": 0.5,
          "low": 0.0945,
          "high": 0.9055
        }
      ],
      "confusions": [
        {
          "expected": "api",
          "got": "web",
          "count": 1,
          "auto": 1,
          "examples": []
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
        "by_address": 2,
        "refused": "0 labelled tickets are too few to choose a gate by; it takes 100"
      },
      "text_model": null
    }
    --- exit 0
    "#);
}

#[test]
fn the_gate_is_chosen_without_the_tickets_that_an_address_decides() {
    let payments = json!({"summary": "s", "components": ["Payments"], "expected": "api"});
    let tickets: Vec<Value> =
        (0..120).map(|at| if at % 3 == 0 { named("api", "acme/web#1") } else { payments.clone() }).collect();
    let told = eval(&tickets, &[]);
    assert!(told.contains("gate: 40 tickets are left out"), "{told}");
    assert!(told.contains("gate: 80 labelled tickets are too few"), "{told}");
    let tickets: Vec<Value> = tickets.iter().cycle().take(150).cloned().collect();
    assert_snapshot!(eval(&tickets, &[]), @"
    150 tickets, 150 labelled
    MEASURE       RATE     WHAT IT SAYS
    automatic     100.0 %  150 of 150 pass the gate, 10 points and 2 times, or name a repository
    precision     66.7 %   100 of 150 went to their project; 58.8 to 73.7 % at 95 % confidence
    top 1         66.7 %   have their project in the first place, alone
    top 3         66.7 %   have it in the first three
    macro recall  66.7 %   as top 1, the mean over 1 projects
    no score      0.0 %    no project has points

    EVIDENCE    AUTOMATIC  PRECISION  AT 95 % CONFIDENCE
    component   100        100.0 %    96.3 to 100.0 %
    repository  50         0.0 %      0.0 to 7.1 %

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    api       web  50       50         -

    gate: 50 tickets are left out, for the address of a repository decides
    gate: 10 points and 2 times the runner-up, chosen to reach 95.0 %
      older half, by the order of the file: automatic 100.0 %, precision 100.0 % (50 of 50; 92.9 to 100.0 % at 95 % confidence)
      newer half: automatic 100.0 %, precision 100.0 % (50 of 50; 92.9 to 100.0 % at 95 % confidence)
    next: nothing to do: it is the gate in force
    --- exit 0
    ");
}

#[test]
fn the_jira_project_is_no_signal_where_it_is_the_label() {
    let ticket = json!({"key": "PAY-1", "project": "api", "summary": "s"});
    let told = eval(&[ticket], &["--label-from", "project"]);
    assert!(told.contains("no score      100.0 %"), "{told}");
}
