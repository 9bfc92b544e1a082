//! Tickets as either Jira gives them.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::server::Answer;
use super::{TOKEN, World, issue};

const FIELDS: &str = "summary,description,components,labels,issuetype,priority,project,parent,status";

fn reads(issue: &Value) -> World {
    World::always(Answer::json(200, issue))
}

/// Dispatches as JSON and gives the answer.
fn answer(world: &World, arguments: &[&str]) -> Value {
    serde_json::from_str(&world.run(&[arguments, &["--json"]].concat()).stdout).unwrap()
}

#[test]
fn an_issue_of_data_center_is_read() {
    let world = reads(&json!({
    "expand": "renderedFields,names", "id": "10042", "self": "https://jira.example/rest/api/2/issue/10042", "key": "PROJ-7",
    "fields": {
        "summary": "Sent twice", "customfield_10008": "PROJ-1", "labels": ["Billing"],
        "description": "h2. Steps\r\n# open [the page|https://shop.example/x]\r\n{code:java}\r\nrefund();\r\n{code}\r\n[~ann] saw it",
        "components": [{"id": "9", "name": "Payments"}, {"id": "10", "name": "Web, Mobile & API"}],
        "issuetype": {"name": "Bug"}, "priority": {"name": "Major"}, "status": {"name": "Open"}, "project": {"key": "PROJ"},
    }}));
    assert_snapshot!(world.dispatch(&["PROJ-7"]), @r#"
    PROJ-7  Sent twice
    PROJECT  SCORE  SIGNALS
    api      17     component Payments +10, label billing +5, keyword refund +2
    web      2      keyword refund +2
    auto: api: 17 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-7"
    --- exit 0
    "#);
    let request = world.request();
    assert_eq!((request.method.as_str(), request.path()), ("GET", "/rest/api/2/issue/PROJ-7"));
    assert_eq!(request.query("fields").unwrap(), FIELDS);
    assert_eq!(request.header("authorization").unwrap(), format!("Bearer {TOKEN}"));
    assert_eq!(request.header("accept").unwrap(), "application/json");
    assert_eq!(request.header("user-agent").unwrap(), concat!("skreg/", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_component_with_commas_is_one_component() {
    let world =
        reads(&json!({"key": "PROJ-7", "fields": {"summary": "s", "components": [{"name": "Web, Mobile & API"}]}}));
    let mut registry = crate::dispatch::registry();
    registry["projects"]["web"]["routing"]["components"] = json!(["Web, Mobile & API"]);
    registry["projects"]["api"]["routing"]["components"] = json!(["Web", "Mobile & API"]);
    world.sandbox.registry(&registry);
    assert_snapshot!(world.dispatch(&["PROJ-7"]), @"
    PROJ-7  s
    PROJECT  SCORE  SIGNALS
    web      10     component Web, Mobile & API +10
    auto: web: 10 points, and no other project has any
    next: cd ~/code/web && claude
    --- exit 0
    ");
}

#[test]
fn an_issue_of_cloud_is_read() {
    let document = json!({"type": "doc", "version": 1, "content": [
        {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Steps"}]},
        {"type": "paragraph", "content": [
            {"type": "mention", "attrs": {"id": "5b1", "text": "@Ann"}}, {"type": "text", "text": " asks for an "},
            {"type": "status", "attrs": {"text": "invoice", "color": "red"}}, {"type": "hardBreak"},
            {"type": "inlineCard", "attrs": {"url": "https://shop.example/checkout"}}, {"type": "emoji", "attrs": {"shortName": ":x:"}}]},
        {"type": "mediaSingle", "content": [{"type": "media", "attrs": {"id": "x", "collection": "", "alt": "a refund"}}]},
        {"type": "mediaInline", "attrs": {"id": "x", "collection": ""}},
        {"type": "codeBlock", "attrs": {"language": "rust"}, "content": [{"type": "text", "text": "let billing = 1;"}]},
        {"type": "of_tomorrow", "attrs": null, "content": [{"type": "text", "text": "checkout"}]},
    ]});
    let issue = json!({"id": "1", "key": "PROJ-7", "fields": {"summary": "Sent twice", "description": document, "labels": [],
        "components": [{"id": "9", "name": "Payments"}], "priority": null, "project": {"key": "PROJ"},
        "parent": {"id": "2", "key": "PROJ-2", "fields": {"summary": "Above"}}}});
    let world = World::cloud(move |_, _| Answer::json(200, &issue));
    assert_snapshot!(world.dispatch(&["PROJ-7"]), @r#"
    PROJ-7  Sent twice
    PROJECT  SCORE  SIGNALS
    api      14     component Payments +10, keyword refund +2, keyword invoice +2
    web      4      keyword checkout +2, keyword refund +2
    auto: api: 14 points, at least 10 and 2 times the runner-up's 4
    next: cd ~/code/api && claude "/develop PROJ-7"
    --- exit 0
    "#);
    let request = world.request();
    assert_eq!(request.path(), "/rest/api/3/issue/PROJ-7");
    assert_eq!(request.query("fields").unwrap(), FIELDS);
    assert_eq!(request.header("host").unwrap(), "acme.atlassian.net");
    // printf 'ann@acme.example:s3cr3t-t0ken' | base64
    assert_eq!(request.header("authorization").unwrap(), "Basic YW5uQGFjbWUuZXhhbXBsZTpzM2NyM3QtdDBrZW4=");
}

#[test]
fn what_is_null_absent_or_empty_is_nothing() {
    let nothing = [
        json!({"summary": "Refund", "description": null, "priority": null, "components": null, "labels": null, "parent": null}),
        json!({"summary": "Refund", "components": [], "labels": []}),
        json!({"summary": "Refund"}),
    ];
    for fields in nothing {
        let world = reads(&json!({"key": "PROJ-1", "fields": fields}));
        let candidates = answer(&world, &["PROJ-1"])["candidates"].clone();
        assert_eq!(candidates.as_array().unwrap().len(), 2, "{candidates}");
        assert_eq!(candidates[0]["score"], 2);
    }
    assert_snapshot!(reads(&json!({"key": "PROJ-1", "fields": {}})).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: the ticket has no `summary`
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(reads(&json!({"key": "PROJ-1", "fields": {"summary": 7}})).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: `summary` is a number, where text is asked for
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(reads(&json!([])).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: one ticket is asked for, a JSON object, and this is a list
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
}

#[test]
fn a_ticket_that_has_moved_is_shown_with_both_keys() {
    let moved = json!({"key": "NEW-3", "fields": {"summary": "Refund fails", "components": [{"name": "Payments"}]}});
    let world = reads(&moved);
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    NEW-3 (asked for as PROJ-1)  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop NEW-3"
    --- exit 0
    "#);
    let answer = answer(&world, &["PROJ-1"]);
    assert_eq!((&answer["ticket"]["key"], &answer["ticket"]["asked_for"]), (&json!("NEW-3"), &json!("PROJ-1")));
}

#[test]
fn a_key_may_be_written_small() {
    let world = reads(&issue());
    let answer = answer(&world, &["proj-1"]);
    assert_eq!(answer["ticket"], json!({"key": "PROJ-1", "summary": "Refund fails", "source": "jira"}));
    assert_eq!(world.request().path(), "/rest/api/2/issue/PROJ-1");
}

#[test]
fn keys_with_underscores_and_digits_are_asked_for_whole() {
    for key in ["SDR_6-44", "D_DEV-123", "A1-1"] {
        let world =
            reads(&json!({"key": key, "fields": {"summary": "Refund fails", "components": [{"name": "Payments"}]}}));
        assert!(world.dispatch(&[key]).contains(&format!("claude \"/develop {key}\"\n--- exit 0")));
        assert_eq!(world.request().path(), format!("/rest/api/2/issue/{key}"));
    }
}

#[test]
fn the_base_path_is_kept() {
    for path in ["/jira", "/jira/", "/a/b/"] {
        let world = reads(&issue());
        let url = format!("{}{path}", world.server.url());
        let world = world.with("SKREG_JIRA_URL", url);
        assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
        assert_eq!(world.request().path(), format!("{}/rest/api/2/issue/PROJ-1", path.trim_end_matches('/')));
    }
}

#[test]
fn the_gateway_is_asked_for_the_site_of_a_cloud_id() {
    let issue = issue();
    let id = "1324a887-45db-1bf4-1e99-ef0ff456d421";
    let world = World::cloud(move |_, _| Answer::json(200, &issue)).with("SKREG_JIRA_CLOUD_ID", id);
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
    assert_eq!(world.request().header("host").unwrap(), "api.atlassian.com");
    assert_eq!(world.request().path(), format!("/ex/jira/{id}/rest/api/3/issue/PROJ-1"));
}

#[test]
fn a_jira_whose_host_does_not_tell_is_asked_which_it_is() {
    for (info, version) in [
        (json!({"deploymentType": "Cloud", "version": "1001.0.0"}), "3"),
        (json!({"deploymentType": "Server", "version": "9.12.0"}), "2"),
        (json!({"version": "6.4"}), "2"),
    ] {
        let issue = issue();
        let world = World::behind_proxy("https://jira.example/jira", move |_, before| {
            Answer::json(200, if before == 0 { &info } else { &issue })
        });
        assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
        let paths: Vec<_> = world.server.requests().iter().map(|request| request.path().to_owned()).collect();
        assert_eq!(paths, ["/jira/rest/api/2/serverInfo".to_owned(), format!("/jira/rest/api/{version}/issue/PROJ-1")]);
    }
    for info in [json!({"deploymentType": "Other", "version": "1"}), json!({"deploymentType": "Server"}), json!(7)] {
        let world = World::behind_proxy("https://jira.example", move |_, _| Answer::json(200, &info));
        let told = "jira.example did not answer with which Jira it is: it does not say whether it is Cloud or Server";
        assert!(world.dispatch(&["PROJ-1"]).contains(told));
        assert_eq!(world.targets().len(), 1);
    }
}

#[test]
fn a_body_may_begin_with_a_byte_order_mark() {
    let world = World::always(Answer::new(200, "application/json", format!("\u{feff}{}", issue())));
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
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
fn a_packed_body_is_unpacked() {
    let world = World::always(Answer::json(200, &issue()).gzip());
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
    assert!(world.request().header("accept-encoding").unwrap().contains("gzip"));
}

#[test]
fn a_long_description_is_read_whole() {
    let mut issue = issue();
    issue["fields"]["description"] = json!(format!("{}invoice", "some words\r\n".repeat(500_000)));
    assert_snapshot!(reads(&issue).dispatch(&["PROJ-1"]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      14     component Payments +10, keyword refund +2, keyword invoice +2
    web      2      keyword refund +2
    auto: api: 14 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
}
