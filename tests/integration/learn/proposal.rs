//! What is proposed, and what is told about it.

use insta::assert_snapshot;
use serde_json::json;

use super::{history, proposed, sandbox};
use crate::sandbox::Sandbox;

#[test]
fn the_help_of_learn() {
    assert_snapshot!(Sandbox::new().skreg(&["learn", "--help"]), @"
    Learn signals and a text model from tickets of known projects

    The tickets are those that `skreg eval` reads. For each project components and labels are proposed
    that it holds most of, and the words that tell it from the others best (chi-squared), as the scorer
    sees words. How strict to be is tried out on held-back tickets. People, secrets, keys and addresses
    are never proposed.

    The newest three tenths of each project's tickets (by `created` where every ticket has one, else by
    their order) are held back at first: what the others teach is measured on them. Then all tickets are
    learned from. The text model is multinomial logistic regression over words, components and labels;
    it never decides unless `scoring` in `registry.json` says so, and only orders the choices where a
    ticket is a question.

    Nothing is changed without `--write`.

    Usage: skreg learn [OPTIONS] [TICKETS]

    Arguments:
      [TICKETS]
              A file of labelled tickets, or `-` for standard input

    Options:
          --jql <QUERY>
              Read every ticket that this Jira query finds

          --json
              Print one JSON object for programs

          --label-from <FROM>
              Where a ticket names its project: `component`, `project` (its Jira project), or
              `field:NAME`, if not in `expected`
              
              The name is that of a project of the registry; a component may also be one that a project
              claims. With `component` the components are the answer, so they are left out of the score.
              A field has the name of Jira's REST API, such as `field:customfield_10010`.

          --registry <FILE>
              Use this registry.json, or the one in this folder

          --jira-url <URL>
              The address of Jira, if not the one of `SKREG_JIRA_URL` or the registry

      -w, --write
              Put the proposals into `registry.json`, and the text model beside it

      -h, --help
              Print help (see a summary with '-h')
    --- exit 0
    ");
}

#[test]
fn signals_are_proposed_and_nothing_is_written() {
    let sandbox = sandbox();
    let before = sandbox.tree("");
    assert_snapshot!(sandbox.skreg(&["learn", "history.jsonl"]), @r#"
    120 tickets, 120 labelled
    PROJECT  KIND       SIGNAL    ITS TICKETS        OF THE NEWEST
    api      component  Payments  20 of 20, 100.0 %  3 of 3
    api      keyword    payout    25 of 33, 75.8 %   10 of 13
    web      component  Shop      19 of 19, 100.0 %  4 of 4
    web      keyword    browser   30 of 38, 79.0 %   9 of 12
    web      keyword    checkout  31 of 42, 73.8 %   10 of 13

    what the 84 older tickets teach does this on the 36 newest of the projects, by `created`:
    MEASURE       REGISTRY AS IT IS  WITH THE PROPOSALS
    automatic     0.0 %              19.4 %
    precision     -                  100.0 %, 64.6 to 100.0 %
    top 1         0.0 %              50.0 %
    top 3         0.0 %              50.0 %
    macro recall  0.0 %              50.0 %
    no score      100.0 %            38.9 %
    with the text model: of the 29 that are a question 100.0 % have their project in its first three, by the rule 37.9 %
      with `"strict": true`: automatic 19.4 %, precision 100.0 % (7 of 7; 64.6 to 100.0 % at 95 % confidence)
      with `"text": true`, where only words speak, at 0.95: automatic 41.4 %, precision 100.0 % (12 of 12; 75.8 to 100.0 % at 95 % confidence)

    text model: ~/code/central/routing-model.jsonl: 26 features of 120 tickets, 3 KiB, and never more than 4 MiB
    next: nothing is written yet; `--write` does it
    --- exit 0
    "#);
    assert_eq!(sandbox.tree(""), before);
}

#[test]
fn programs_are_told_the_same() {
    let sandbox = sandbox();
    let (code, mut answer) = sandbox.json(&["learn", "history.jsonl"]);
    assert_eq!(code, Some(0));
    for project in answer["projects"].as_array_mut().unwrap() {
        project["keywords"].as_array_mut().unwrap().truncate(1);
    }
    assert_snapshot!(format!("{answer:#}").replace(&sandbox.root().display().to_string(), "[ROOT]"), @r#"
    {
      "schema": 1,
      "tickets": 120,
      "labelled": 120,
      "unlabelled": 0,
      "several": 0,
      "unknown_expected": [],
      "label_from": "expected",
      "unreadable": 0,
      "problems": [],
      "setting": {
        "name_share": 0.8,
        "keywords": 10,
        "keyword_share": 0.3
      },
      "projects": [
        {
          "project": "api",
          "components": [
            {
              "value": "Payments",
              "tickets": 20,
              "own": 20,
              "share": 1.0,
              "newest": 3,
              "newest_own": 3
            }
          ],
          "labels": [],
          "keywords": [
            {
              "value": "payout",
              "tickets": 33,
              "own": 25,
              "share": 0.7576,
              "newest": 13,
              "newest_own": 10
            }
          ]
        },
        {
          "project": "web",
          "components": [
            {
              "value": "Shop",
              "tickets": 19,
              "own": 19,
              "share": 1.0,
              "newest": 4,
              "newest_own": 4
            }
          ],
          "labels": [],
          "keywords": [
            {
              "value": "browser",
              "tickets": 38,
              "own": 30,
              "share": 0.7895,
              "newest": 12,
              "newest_own": 9
            }
          ]
        }
      ],
      "effect": {
        "older": 84,
        "newer": 36,
        "order": "created",
        "before": {
          "auto": {
            "count": 0,
            "rate": 0.0,
            "right": 0,
            "precision": null,
            "low": null,
            "high": null
          },
          "top1": 0.0,
          "top3": 0.0,
          "macro_recall": 0.0,
          "no_score": 1.0
        },
        "after": {
          "auto": {
            "count": 7,
            "rate": 0.1944,
            "right": 7,
            "precision": 1.0,
            "low": 0.6457,
            "high": 1.0
          },
          "top1": 0.5,
          "top3": 0.5,
          "macro_recall": 0.5,
          "no_score": 0.3889
        },
        "text_model": {
          "asked": 29,
          "asked_top3": 1.0,
          "asked_top3_by_rule": 0.3793,
          "strict": {
            "count": 7,
            "rate": 0.1944,
            "right": 7,
            "precision": 1.0,
            "low": 0.6457,
            "high": 1.0
          },
          "text": {
            "count": 12,
            "rate": 0.4138,
            "right": 12,
            "precision": 1.0,
            "low": 0.7575,
            "high": 1.0
          },
          "text_min": 0.95
        }
      },
      "model": {
        "path": "[ROOT]/home/code/central/routing-model.jsonl",
        "bytes": 2526,
        "most_bytes": 4194304,
        "tickets": 120,
        "features": 26
      },
      "written": false
    }
    "#);
}

#[test]
fn shares_are_those_of_counting_by_hand() {
    let sandbox = sandbox();
    let (_, answer) = sandbox.json(&["learn", "history.jsonl"]);
    let tickets = &history::tickets(160)[..120];
    for project in answer["projects"].as_array().unwrap() {
        for signal in project["keywords"].as_array().unwrap() {
            let word = signal["value"].as_str().unwrap();
            let has = |ticket: &&serde_json::Value| {
                let text =
                    format!("{} {}", ticket["summary"].as_str().unwrap(), ticket["description"].as_str().unwrap());
                text.split(' ').any(|found| found == word)
            };
            let with: Vec<_> = tickets.iter().filter(has).collect();
            let own = with.iter().filter(|ticket| ticket["expected"] == project["project"]).count();
            assert_eq!(
                (signal["tickets"].as_u64(), signal["own"].as_u64()),
                (Some(with.len() as u64), Some(own as u64)),
                "{word}"
            );
        }
    }
}

#[test]
fn the_same_tickets_in_another_order_teach_the_same() {
    let sandbox = sandbox();
    let mut tickets = history::tickets(160);
    tickets.truncate(120);
    let (_, answer) = sandbox.json(&["learn", "history.jsonl", "--write"]);
    let learned = [sandbox.read("central/registry.json"), sandbox.read("central/routing-model.jsonl")];
    sandbox.registry(&super::registry());
    // The two halves change places; tickets of one day keep their order, as `sort` by time does.
    tickets.rotate_left(60);
    sandbox.write("central/history.jsonl", history::lines(&tickets));
    assert_eq!(sandbox.json(&["learn", "history.jsonl", "--write"]).1, answer);
    assert_eq!([sandbox.read("central/registry.json"), sandbox.read("central/routing-model.jsonl")], learned);
}

#[test]
fn a_few_tickets_are_learned_from_without_a_measure() {
    let sandbox = sandbox();
    let tickets = history::tickets(5);
    sandbox.write("central/few.jsonl", history::lines(&tickets));
    assert_snapshot!(sandbox.skreg(&["learn", "few.jsonl"]), @"
    5 tickets, 5 labelled
    nothing is proposed that the registry has not already
    no project has four tickets, so none were held back to measure on

    text model: ~/code/central/routing-model.jsonl: 18 features of 5 tickets, 1 KiB, and never more than 4 MiB
    next: nothing is written yet; `--write` does it
    --- exit 0
    ");
}

#[test]
fn what_the_registry_has_is_not_proposed_again() {
    let sandbox = sandbox();
    let mut registry = super::registry();
    registry["projects"]["api"]["routing"] = json!({"components": ["PAYMENTS "], "keywords": ["Refund"]});
    sandbox.registry(&registry);
    let (_, answer) = sandbox.json(&["learn", "history.jsonl"]);
    assert!(proposed(&answer, "api", "components").is_empty());
    let keywords = proposed(&answer, "api", "keywords");
    assert!(!keywords.is_empty() && !keywords.contains(&"refund".to_owned()), "{keywords:?}");
    assert_eq!(proposed(&answer, "web", "components"), ["Shop"]);
}

#[test]
fn components_that_are_the_label_are_not_learned() {
    let sandbox = sandbox();
    let mut registry = super::registry();
    registry["projects"]["api"]["routing"] = json!({"components": ["Payments"]});
    registry["projects"]["web"]["routing"] = json!({"components": ["Shop"]});
    sandbox.registry(&registry);
    let (code, answer) = sandbox.json(&["learn", "history.jsonl", "--label-from", "component", "--write"]);
    assert_eq!((code, answer["label_from"].as_str()), (Some(0), Some("component")));
    assert!(answer["unlabelled"].as_u64() > Some(50));
    assert!(!sandbox.read("central/routing-model.jsonl").contains("component:"));
}

#[test]
fn a_project_without_tickets_is_told_by_its_name() {
    let sandbox = sandbox();
    sandbox.skill("docs", "develop");
    let mut registry = super::registry();
    registry["projects"]["handbook"] = json!({"repo": "handbook", "profile": "docs"});
    sandbox.registry(&registry);
    assert_eq!(sandbox.json(&["learn", "history.jsonl", "--write"]).0, Some(0));
    sandbox.write("central/t.json", json!({"key": "OPS-9", "summary": "A typo in the handbook"}).to_string());
    let (_, answer) = sandbox.json(&["dispatch", "t.json"]);
    assert_eq!(
        (answer["decision"].as_str(), answer["choices"][0]["project"].as_str()),
        (Some("none"), Some("handbook"))
    );
}
