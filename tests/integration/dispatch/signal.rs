//! The signals beside components, labels and keywords: Jira project, repository, parent, and what rules a project out.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::terminal::run_on_a_terminal;
use super::{dispatch, sandbox, ticket};
use crate::sandbox::Sandbox;

/// `api` and `web` of [`sandbox`] with remotes, of which `api` also claims the Jira project PAY and is ruled out by the label legacy.
fn linked() -> Sandbox {
    with(|_| {})
}

/// The same with a change of the registry.
fn with(change: impl FnOnce(&mut Value)) -> Sandbox {
    let sandbox = sandbox();
    let mut registry = super::registry();
    registry["projects"]["api"]["remote"] = json!("git@github.com:acme/api.git");
    registry["projects"]["api"]["routing"]["jira_projects"] = json!(["PAY"]);
    registry["projects"]["api"]["routing"]["exclude"] = json!({"labels": ["legacy"]});
    registry["projects"]["web"]["remote"] = json!("https://github.com/acme/web.git");
    change(&mut registry);
    sandbox.registry(&registry);
    sandbox
}

#[test]
fn a_jira_project_gives_its_share() {
    let paid = json!({"key": "PAY-1", "summary": "s"});
    assert_snapshot!(dispatch(&linked(), &paid, &[]), @r#"
    PAY-1  s
    PROJECT  SCORE  SIGNALS
    api      10     jira project PAY +10
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude "/develop PAY-1"
    --- exit 0
    "#);
    let shared = with(|registry| registry["projects"]["web"]["routing"]["jira_projects"] = json!(["pay"]));
    assert_snapshot!(dispatch(&shared, &json!({"key": "PAY-1", "summary": "an invoice"}), &[]), @"
    PAY-1  an invoice
    PROJECT  SCORE  SIGNALS
    api      7      jira project PAY +5, keyword invoice +2
    web      5      jira project pay +5
    ask: the top has 7 points, and 10 are needed to route without a question
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&shared, &paid, &["--json"]), @r#"
    {
      "schema": 1,
      "ticket": {
        "key": "PAY-1",
        "summary": "s",
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
          "score": 5,
          "signals": [
            {
              "kind": "jira_project",
              "value": "PAY",
              "points": 5
            }
          ]
        },
        {
          "project": "web",
          "score": 5,
          "signals": [
            {
              "kind": "jira_project",
              "value": "pay",
              "points": 5
            }
          ]
        }
      ]
    }
    --- exit 1
    "#);
}

#[test]
fn a_ticket_that_names_a_repository_goes_there() {
    let ticket = json!({"key": "PROJ-1", "summary": "Refund fails", "components": ["Payments"],
        "description": "Since https://ann:s3cret@github.com/acme/web/pull/12."});
    assert_snapshot!(dispatch(&linked(), &ticket, &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      repository https://github.com/acme/web/pull/12 +0, keyword refund +2
    linked: web: the ticket names its repository, https://github.com/acme/web/pull/12
    next: cd ~/code/web && claude
    --- exit 0
    ");
    assert_snapshot!(dispatch(&linked(), &ticket, &["--json"]), @r#"
    {
      "schema": 1,
      "ticket": {
        "key": "PROJ-1",
        "summary": "Refund fails",
        "source": "file"
      },
      "decision": "linked",
      "project": "web",
      "repo": "[ROOT]/home/code/web",
      "skill": null,
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
              "kind": "repository",
              "value": "https://github.com/acme/web/pull/12",
              "points": 0
            },
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
    assert_snapshot!(dispatch(&linked(), &ticket, &["--project", "api"]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      repository https://github.com/acme/web/pull/12 +0, keyword refund +2
    chosen: api
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
    let off = with(|registry| registry["scoring"] = json!({"linked": false}));
    assert_snapshot!(dispatch(&off, &ticket, &[]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
}

#[test]
fn a_link_beside_the_text_counts() {
    let ticket = json!({"summary": "s", "links": ["https://www.github.com/Acme/API/issues/7#top"]});
    assert_snapshot!(dispatch(&linked(), &ticket, &[]), @"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      0      repository https://www.github.com/Acme/API/issues/7#top +0
    linked: api: the ticket names its repository, https://www.github.com/Acme/API/issues/7#top
    next: cd ~/code/api && claude
    --- exit 0
    ");
    assert_snapshot!(dispatch(&linked(), &json!({"summary": "s", "links": [7]}), &[]), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:1:25 (/links/0): `links/0` is a number, where an address is asked for
        hint: make it an address, or leave it out
    --- exit 2
    ");
}

#[test]
fn the_repositories_of_several_projects_make_a_question() {
    let shop = with(|registry| {
        registry["projects"]["web"]["remote"] = json!("https://github.com/acme/api");
        registry["projects"]["third"] = json!({"repo": "api2", "profile": "api", "routing": {"components": ["Third"]}});
    });
    let ticket = |components: &[&str]| json!({"key": "PROJ-4", "summary": "In acme/api#3", "components": components});
    assert_snapshot!(dispatch(&shop, &ticket(&["Third"]), &[]), @"
    PROJ-4  In acme/api#3
    PROJECT  SCORE  SIGNALS
    third    10     component Third +10
    api      0      repository acme/api#3 +0
    web      0      repository acme/api#3 +0
    ask: 10 points would do, but the ticket names the repositories of other projects: api, web
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&shop, &ticket(&[]), &["--yes"]), @"
    PROJ-4  In acme/api#3
    PROJECT  SCORE  SIGNALS
    api      0      repository acme/api#3 +0
    web      0      repository acme/api#3 +0
    ask: the ticket names the repositories of several projects, and none has points: api, web
    next: choose with `--project NAME`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&shop, &ticket(&["Shop"]), &[]), @"
    PROJ-4  In acme/api#3
    PROJECT  SCORE  SIGNALS
    web      10     repository acme/api#3 +0, component Shop +10
    api      0      repository acme/api#3 +0
    auto: web: 10 points, and no other project has any
    next: cd ~/code/web && claude
    --- exit 0
    ");
}

#[test]
fn what_is_excluded_is_told_and_not_taken() {
    let ticket =
        json!({"key": "PROJ-5", "summary": "The refund button", "components": ["Payments"], "labels": ["Legacy"]});
    assert_snapshot!(dispatch(&linked(), &ticket, &[]), @r#"
    PROJ-5  The refund button
    PROJECT  SCORE  SIGNALS
    web      2      keyword refund +2
    excluded: api (label "legacy")
    ask: the top has 2 points, and 10 are needed to route without a question
    next: choose with `--project NAME`, or take the top with `--yes`
    --- exit 1
    "#);
    assert_snapshot!(dispatch(&linked(), &ticket, &["--json"]), @r#"
    {
      "schema": 1,
      "ticket": {
        "key": "PROJ-5",
        "summary": "The refund button",
        "source": "file"
      },
      "decision": "ask",
      "project": null,
      "repo": null,
      "skill": null,
      "problems": [],
      "candidates": [
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
      ],
      "excluded": [
        {
          "project": "api",
          "signals": [
            {
              "kind": "label",
              "value": "legacy"
            }
          ]
        }
      ]
    }
    --- exit 1
    "#);
    assert_snapshot!(dispatch(&linked(), &ticket, &["--project", "api"]), @r#"
    PROJ-5  The refund button
    PROJECT  SCORE  SIGNALS
    web      2      keyword refund +2
    excluded: api (label "legacy")
    chosen: api
    next: cd ~/code/api && claude "/develop PROJ-5"
    --- exit 0
    "#);
    let alone = json!({"summary": "s", "components": ["Payments"], "labels": ["Legacy"]});
    assert_snapshot!(dispatch(&linked(), &alone, &[]), @r#"
    ticket  s
    excluded: api (label "legacy")
    none: nothing else matches any project
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    "#);
}

#[test]
fn a_repository_that_is_excluded_is_a_question() {
    let content =
        json!({"key": "PROJ-6", "summary": "Checkout of acme/api#7", "components": ["Shop"], "labels": ["legacy"]});
    assert_snapshot!(dispatch(&linked(), &content, &["--yes"]), @r#"
    PROJ-6  Checkout of acme/api#7
    PROJECT  SCORE  SIGNALS
    web      12     component Shop +10, keyword checkout +2
    excluded: api (label "legacy")
    ask: the ticket names a repository of a project that it is kept from: api
    next: choose with `--project NAME`
    --- exit 1
    "#);
    let sandbox = linked();
    let command = sandbox.command("central", &["dispatch", ticket(&sandbox, &content)]);
    assert_snapshot!(run_on_a_terminal(&sandbox, &command, &["2\n"]), @r#"
    PROJ-6  Checkout of acme/api#7
    what the ticket names is excluded; where does it belong?
      1  web (12 points: component Shop +10, keyword checkout +2)
      2  api (excluded: label "legacy")
    a number from 1 to 2, or nothing for none of these: …
    PROJ-6  Checkout of acme/api#7
    PROJECT  SCORE  SIGNALS
    web      12     component Shop +10, keyword checkout +2
    excluded: api (label "legacy")
    chosen: api
    next: cd ~/code/api && claude "/develop PROJ-6"
    --- exit 0
    "#);
}

#[test]
fn components_of_the_parent_are_marked() {
    let ticket =
        json!({"key": "PAY-3", "project": "X", "summary": "s", "parent": {"key": "PAY-1", "components": ["Payments"]}});
    assert_snapshot!(dispatch(&linked(), &ticket, &[]), @"
    PAY-3  s
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- exit 1
    ");
    let on = with(|registry| registry["scoring"] = json!({"parent": true}));
    assert_snapshot!(dispatch(&on, &ticket, &[]), @r#"
    PAY-3  s
    PROJECT  SCORE  SIGNALS
    api      10     component Payments of PAY-1 +10
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude "/develop PAY-3"
    --- exit 0
    "#);
    assert_snapshot!(dispatch(&on, &ticket, &["--json"]), @r#"
    {
      "schema": 1,
      "ticket": {
        "key": "PAY-3",
        "summary": "s",
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
          "score": 10,
          "signals": [
            {
              "kind": "component",
              "value": "Payments",
              "points": 10,
              "from": "parent"
            }
          ]
        }
      ]
    }
    --- exit 0
    "#);
}

#[test]
fn an_address_shows_no_terminal_what_to_do() {
    let hostile = json!({"summary": "s", "links": [
        "https://github.com/acme/api/%1b[31mred\u{1b}[2J\u{202e}", "\u{1b}]8;;https://github.com/acme/api\u{7}x"]});
    assert_snapshot!(dispatch(&linked(), &hostile, &[]), @"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      0      repository https://github.com/acme/api/%1b +0
    linked: api: the ticket names its repository, https://github.com/acme/api/%1b
    next: cd ~/code/api && claude
    --- exit 0
    ");
    for text in [
        "https://github.com@evil.example/acme/api",
        "https://g\u{456}thub.com/acme/api",
        "https://github.com/acme%2Fapi",
        "https://github.com/acme/api/%2e%2e/other",
        "https://github.com\\@evil.example/acme/api",
        "https://evil.example/github.com/acme/api",
    ] {
        let told = dispatch(&linked(), &json!({"summary": "s", "description": text}), &[]);
        assert!(told.contains("none: no component"), "{text}: {told}");
    }
}

#[test]
fn a_megabyte_of_openings_is_read_at_once() {
    let sandbox = linked();
    for opening in ["#", "://", "https://github.com/", "git@github.com:", "acme/api", "@"] {
        let description = opening.repeat(1_000_000 / opening.len());
        let started = std::time::Instant::now();
        let told = dispatch(&sandbox, &json!({"summary": "s", "description": description}), &[]);
        assert!(told.contains("none: no component"), "{opening}: {told}");
        assert!(started.elapsed().as_secs() < 20, "{opening} takes {:?}", started.elapsed());
    }
}
