//! The learned text model beside the rule.

use insta::assert_snapshot;
use serde_json::{Value, json};

#[cfg(unix)]
use super::terminal::run_on_a_terminal;
use crate::learn;
use crate::sandbox::Sandbox;

/// The projects of `learn`, linked, with a model of their tickets, signals of their own, and this `scoring`.
fn sandbox(scoring: &Value) -> Sandbox {
    let sandbox = learn::sandbox();
    assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
    let projects = json!({
        "api": {"repo": "api", "profile": "api", "routing": {"components": ["Payments"], "keywords": ["refund"]}},
        "web": {"repo": "web", "profile": "web", "routing": {"components": ["Shop"], "exclude": {"labels": ["not-web"]}}},
    });
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "scoring": scoring, "projects": projects}));
    assert!(sandbox.skreg(&["setup"]).ends_with("exit 0"));
    sandbox
}

fn dispatch(sandbox: &Sandbox, ticket: &Value, arguments: &[&str]) -> String {
    super::dispatch(sandbox, ticket, arguments)
}

/// A ticket of `web` by its words, on which the rule has a keyword of `api`.
fn words() -> Value {
    json!({"key": "OPS-1", "summary": "Banner and layout after the search", "description": "no refund in the browser"})
}

#[test]
fn by_default_the_model_orders_and_does_not_decide() {
    let sandbox = sandbox(&json!({}));
    assert_snapshot!(dispatch(&sandbox, &words(), &[]), @"
    OPS-1  Banner and layout after the search
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    text model: web 97.5 %, by browser, search, layout, banner
    likeliest: web, api
    ask: the top has 2 points, and 10 are needed to route without a question
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox, &json!({"summary": "banner layout"}), &[]), @"
    ticket  banner layout
    text model: web 92.9 %, by layout, banner
    likeliest: web, api
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox, &json!({"summary": "banner layout", "components": ["Payments"]}), &[]), @"
    ticket  banner layout
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    text model: api 96.6 %, by component payments
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude
    --- exit 0
    ");
    assert_snapshot!(dispatch(&sandbox, &json!({"summary": "xyzzy"}), &[]), @"
    ticket  xyzzy
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    ");
}

#[test]
fn programs_are_told_choices_and_words() {
    let sandbox = sandbox(&json!({}));
    assert_snapshot!(dispatch(&sandbox, &words(), &["--json"]), @r#"
    {
      "schema": 1,
      "ticket": {
        "key": "OPS-1",
        "summary": "Banner and layout after the search",
        "source": "file"
      },
      "decision": "ask",
      "project": null,
      "repo": null,
      "skill": null,
      "problems": [],
      "candidates": [
        {
          "project": "api",
          "score": 2,
          "signals": [
            {
              "kind": "keyword",
              "value": "refund",
              "points": 2
            }
          ]
        }
      ],
      "choices": [
        {
          "project": "web",
          "score": 0,
          "probability": 0.975
        },
        {
          "project": "api",
          "score": 2,
          "probability": 0.025
        }
      ],
      "text_model": {
        "project": "web",
        "probability": 0.975,
        "agrees": false,
        "words": [
          {
            "word": "browser",
            "weight": 2.6
          },
          {
            "word": "search",
            "weight": 2.21
          },
          {
            "word": "layout",
            "weight": 1.49
          },
          {
            "word": "banner",
            "weight": 0.44
          }
        ]
      }
    }
    --- exit 1
    "#);
}

#[test]
fn without_say_the_model_changes_no_decision() {
    let sandbox = sandbox(&json!({}));
    let tickets = learn::history::tickets(60);
    let decide = || -> Vec<Value> {
        let decided = |ticket: &Value| {
            let mut answer = sandbox.json(&["dispatch", super::ticket(&sandbox, ticket)]).1;
            let answer = answer.as_object_mut().unwrap();
            answer.remove("text_model");
            answer.remove("choices");
            Value::Object(answer.clone())
        };
        tickets.iter().map(decided).collect()
    };
    let with = decide();
    sandbox.remove("central/routing-model.jsonl");
    assert_eq!(decide(), with);
}

#[cfg(unix)]
#[test]
fn the_likeliest_is_the_first_choice_of_the_question() {
    let sandbox = sandbox(&json!({}));
    let file = super::ticket(&sandbox, &words());
    let shown = run_on_a_terminal(&sandbox, &sandbox.command("central", &["dispatch", file]), &["1\r"]);
    assert_snapshot!(shown, @"
    OPS-1  Banner and layout after the search
    no project is far enough ahead; where does it belong?
      1  web (text model 97.5 %)
      2  api (2 points: keyword refund +2; text model 2.5 %)
    a number from 1 to 2, or nothing for none of these: …
    OPS-1  Banner and layout after the search
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    text model: web 97.5 %, by browser, search, layout, banner
    chosen: web
    next: cd ~/code/web && claude
    --- exit 0
    ");
    let file = super::ticket(&sandbox, &json!({"summary": "banner layout"}));
    let shown = run_on_a_terminal(&sandbox, &sandbox.command("central", &["dispatch", file]), &["1\r"]);
    assert_snapshot!(shown, @"
    ticket  banner layout
    no project has points; where does it belong?
      1  web (text model 92.9 %)
      2  api (text model 7.1 %)
    a number from 1 to 2, or nothing for none of these: …
    ticket  banner layout
    text model: web 92.9 %, by layout, banner
    chosen: web
    next: cd ~/code/web && claude
    --- exit 0
    ");
}

#[test]
fn where_it_is_strict_the_model_must_agree() {
    let sandbox = sandbox(&json!({"strict": true}));
    let both = json!({"key": "OPS-2", "summary": "Banner and layout of the search", "components": ["Payments"]});
    let agreed = json!({"key": "OPS-3", "summary": "Invoice and payout", "components": ["Payments"]});
    assert_snapshot!(dispatch(&sandbox, &agreed, &[]), @"
    OPS-3  Invoice and payout
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    text model: api over 99.9 %, by component payments, payout, invoice
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude
    --- exit 0
    ");
    let words_alone = {
        // A model that knows no components.
        let tickets: Vec<Value> = learn::history::tickets(120)
            .into_iter()
            .map(|mut ticket| {
                ticket["components"] = json!([]);
                ticket
            })
            .collect();
        sandbox.write("central/history.jsonl", learn::history::lines(&tickets));
        let registry = sandbox.read("central/registry.json");
        assert!(sandbox.skreg(&["learn", "history.jsonl", "--write"]).ends_with("exit 0"));
        sandbox.write("central/registry.json", registry);
        both
    };
    assert_snapshot!(dispatch(&sandbox, &words_alone, &[]), @"
    OPS-2  Banner and layout of the search
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    text model: web 96.1 %, by search, layout, banner
    likeliest: web, api
    ask: the points say api, and the text model does not: web 96.1 %, by search, layout, banner
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox, &words_alone, &["--yes"]), @"
    OPS-2  Banner and layout of the search
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    text model: web 96.1 %, by search, layout, banner
    chosen: api
    next: cd ~/code/api && claude
    --- exit 0
    ");
    let unknown = json!({"summary": "xyzzy", "components": ["Payments"]});
    assert_snapshot!(dispatch(&sandbox, &unknown, &[]), @"
    ticket  xyzzy
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    ask: the points say api, and the text model knows nothing of the ticket
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
}

#[test]
fn where_only_words_speak_the_model_may_decide() {
    let sandbox = sandbox(&json!({"text": true, "text_min": 0.8}));
    assert_snapshot!(dispatch(&sandbox, &words(), &[]), @"
    OPS-1  Banner and layout after the search
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    text: web: only words speak here, and the text model is 97.5 % sure, by browser, search, layout, banner; 80.0 % are needed
    next: cd ~/code/web && claude
    --- exit 0
    ");
    let (code, answer) = sandbox.json(&["dispatch", super::ticket(&sandbox, &words())]);
    assert_eq!((code, answer["decision"].as_str(), answer["project"].as_str()), (Some(0), Some("text"), Some("web")));
    let vague = json!({"summary": "xyzzy"});
    assert_eq!(sandbox.json(&["dispatch", super::ticket(&sandbox, &vague)]).1["decision"], "none");
    let component = json!({"summary": "banner layout search browser", "components": ["Payments", "Shop"]});
    assert_eq!(sandbox.json(&["dispatch", super::ticket(&sandbox, &component)]).1["decision"], "ask");
}

#[test]
fn an_excluded_project_is_neither_chosen_nor_a_choice() {
    let sandbox = sandbox(&json!({"text": true, "text_min": 0.8}));
    let ticket = json!({"summary": "banner layout search browser", "labels": ["not-web"]});
    let (_, answer) = sandbox.json(&["dispatch", super::ticket(&sandbox, &ticket)]);
    assert_eq!(answer["decision"], "none");
    let choices: Vec<_> =
        answer["choices"].as_array().unwrap().iter().map(|choice| choice["project"].clone()).collect();
    assert_eq!(choices, ["api"]);
}

#[test]
fn a_project_that_is_gone_keeps_its_chance() {
    let sandbox = sandbox(&json!({"text": true, "text_min": 0.8}));
    let mut registry: Value = serde_json::from_str(&sandbox.read("central/registry.json")).unwrap();
    let web = registry["projects"].as_object_mut().unwrap().remove("web").unwrap();
    registry["projects"]["shop"] = web;
    sandbox.registry(&registry);
    let (_, answer) = sandbox.json(&["dispatch", super::ticket(&sandbox, &words())]);
    assert_eq!((answer["decision"].as_str(), answer["text_model"]["project"].as_str()), (Some("ask"), Some("api")));
    assert!(answer["text_model"]["probability"].as_f64() < Some(0.1), "{answer:#}");
}

#[test]
fn a_file_that_is_no_model_is_told_and_left_out() {
    let sandbox = sandbox(&json!({}));
    let model = sandbox.read("central/routing-model.jsonl");
    let ticket = json!({"summary": "banner layout"});
    let cut = &model[..model.len() - 30];
    let changed = model.replacen("\n[\"", "\n[\"x", 1);
    for broken in [cut, &changed, "", "{}", "\u{0}\u{1}", &model.replacen(":1,", ":2,", 1)] {
        sandbox.write("central/routing-model.jsonl", broken);
        let answer = dispatch(&sandbox, &ticket, &[]);
        assert!(answer.contains("note: the text model is left out: ") && answer.contains("none: "), "{answer}");
    }
    sandbox.write("central/routing-model.jsonl", " ".repeat(5 << 20));
    assert_snapshot!(dispatch(&sandbox, &ticket, &[]), @"
    ticket  banner layout
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- stderr
    note: the text model is left out: `[ROOT]/home/code/central/routing-model.jsonl` is larger than any model is
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    central
        ~/code/central/routing-model.jsonl: warning[text_model_unusable] `[ROOT]/home/code/central/routing-model.jsonl` is larger than any model is
          hint: make it again with `skreg learn TICKETS --write`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 0 errors, 1 warning
    --- exit 0
    ");
}

#[test]
fn a_model_that_is_asked_for_must_be_there() {
    let sandbox = sandbox(&json!({"strict": true}));
    sandbox.remove("central/routing-model.jsonl");
    let ticket = json!({"summary": "banner layout"});
    assert_snapshot!(dispatch(&sandbox, &ticket, &[]), @"
    --- stderr
    error: `scoring.strict` asks for the text model, and there is no `routing-model.jsonl` in the central repository
    hint: make it with `skreg learn TICKETS --write`, or set it to false in `registry.json`
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["eval", "recent.jsonl"]), @"
    --- stderr
    error: `scoring.strict` asks for the text model, and there is no `routing-model.jsonl` in the central repository
    hint: make it with `skreg learn TICKETS --write`, or set it to false in `registry.json`
    --- exit 2
    ");
    sandbox.write("central/routing-model.jsonl", "{}");
    assert_snapshot!(dispatch(&sandbox, &ticket, &["--json"]), @r#"
    {"schema":1,"error":{"message":"`scoring.strict` asks for the text model, and `[ROOT]/home/code/central/routing-model.jsonl` cannot be used: line 1: it is no header of a model: missing field `skreg_routing_model`","causes":[],"hint":"make it with `skreg learn TICKETS --write`, or set it to false in `registry.json`","problems":[]}}
    --- exit 2
    "#);
}

#[test]
fn the_least_probability_is_one() {
    let sandbox = sandbox(&json!({}));
    for least in [0.0, -1.0, 1.5] {
        let mut registry: Value = serde_json::from_str(&sandbox.read("central/registry.json")).unwrap();
        registry["scoring"] = json!({"text_min": least});
        sandbox.registry(&registry);
        let answer = sandbox.skreg(&["list"]);
        assert!(answer.contains("`text_min` is not above 0 and at most 1") && answer.ends_with("exit 2"), "{answer}");
    }
}
