//! `skreg dispatch --jql`: every ticket of a query, page by page.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::World;
use super::server::Answer;
use crate::dispatch::terminal::run_on_a_terminal;

const QUERY: &str = r#"project = "PROJ" AND component in ("A&B", "Web, Mobile & API") AND summary ~ "50% + ö?#""#;

/// An issue with a key, a summary, and a component.
fn found(key: &str, summary: &str, component: &str) -> Value {
    json!({"key": key, "fields": {"summary": summary, "components": [{"name": component}]}})
}

fn payments(key: &str) -> Value {
    found(key, "Refund fails", "Payments")
}

/// A Data Center that has these issues and gives at most so many at once.
fn data_center(issues: Vec<Value>, at_once: usize) -> World {
    World::data_center(move |request, _| {
        let start = request.query("startAt").unwrap().parse::<usize>().unwrap();
        let page: Vec<_> = issues.iter().skip(start).take(at_once).collect();
        Answer::json(200, &json!({"startAt": start, "maxResults": at_once, "total": issues.len(), "issues": page}))
    })
}

/// A Cloud that gives these pages, one after the other, and the last one ever after.
fn cloud(pages: Vec<Value>) -> World {
    World::cloud(move |_, before| Answer::json(200, &pages[before.min(pages.len() - 1)]))
}

fn mixed() -> Vec<Value> {
    vec![
        payments("PROJ-1"),
        found("PROJ-2", "Checkout button", "Shop"),
        found("PROJ-3", "The refund button", "Other"),
        found("PROJ-4", "Nothing of ours", "Other"),
    ]
}

#[test]
fn all_pages_of_data_center_are_read() {
    let world = data_center(mixed(), 3);
    assert_snapshot!(world.dispatch(&["--jql", QUERY]), @"
    KEY     SUMMARY            DECISION  PROJECT  SCORE
    PROJ-1  Refund fails       auto      api      12
    PROJ-2  Checkout button    auto      web      12
    PROJ-3  The refund button  ask       api?     2
    PROJ-4  Nothing of ours    none      -        -
    2 routed, 1 to ask about, 1 without a match
    --- exit 1
    ");
    let requests = world.server.requests();
    assert_eq!(requests.len(), 2);
    for (request, start) in requests.iter().zip(["0", "3"]) {
        assert_eq!(request.path(), "/rest/api/2/search");
        assert_eq!(request.query("jql").unwrap(), QUERY);
        assert_eq!(request.query("startAt").unwrap(), start);
        assert_eq!(request.query("maxResults").unwrap(), "100");
        let fields = "summary,description,components,labels,issuetype,priority,project,parent,status";
        assert_eq!(request.query("fields").unwrap(), fields);
        assert!(request.header("authorization").is_some());
    }
    assert!(requests[0].target.contains("A%26B") && requests[0].target.contains("50%25+%2B+%C3%B6%3F%23"));
}

#[test]
fn all_pages_of_cloud_are_read() {
    let token = "CAEaAggC/+a==&x";
    let world = cloud(vec![
        json!({"issues": [payments("PROJ-1")], "nextPageToken": token, "isLast": false}),
        json!({"issues": [payments("PROJ-2")], "nextPageToken": "next", "isLast": false}),
        json!({"issues": [payments("PROJ-3")], "isLast": true}),
    ]);
    assert_snapshot!(world.dispatch(&["--jql", QUERY]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-2  Refund fails  auto      api      12
    PROJ-3  Refund fails  auto      api      12
    3 routed
    --- exit 0
    ");
    let requests = world.server.requests();
    let tokens: Vec<_> = requests.iter().map(|request| request.query("nextPageToken")).collect();
    assert_eq!(tokens, [None, Some(token.to_owned()), Some("next".to_owned())]);
    for request in &requests {
        assert_eq!((request.path(), request.query("jql").unwrap().as_str()), ("/rest/api/3/search/jql", QUERY));
        assert!(request.query("fields").is_some() && request.query("startAt").is_none());
    }
}

#[test]
fn no_server_makes_the_search_go_round() {
    let one = |more: Value| {
        let mut page = json!({"issues": [payments("PROJ-1")]});
        page.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        page
    };
    for (pages, requests) in [
        (vec![one(json!({}))], 1),
        (vec![one(json!({"isLast": false}))], 1),
        (vec![one(json!({"isLast": true, "nextPageToken": "x"}))], 1),
        (vec![one(json!({"nextPageToken": null}))], 1),
        (vec![json!({"issues": [], "nextPageToken": "x"})], 1),
        (vec![one(json!({"nextPageToken": "x"}))], 2),
        (vec![one(json!({"nextPageToken": "x"})), json!({"issues": [payments("PROJ-2")], "nextPageToken": "x"})], 2),
    ] {
        let world = cloud(pages.clone());
        assert!(world.dispatch(&["--jql", "x = y"]).ends_with("exit 0") || requests == 1);
        assert_eq!(world.targets().len(), requests, "{pages:?}");
    }
    for (page, requests) in [
        (one(json!({})), 2),
        (one(json!({"total": 1})), 1),
        (one(json!({"total": 1_000_000, "startAt": 0})), 2),
        (json!({"issues": [], "total": 7}), 1),
    ] {
        let world = World::always(Answer::json(200, &page));
        world.dispatch(&["--jql", "x = y"]);
        assert_eq!(world.targets().len(), requests, "{page}");
    }
}

#[test]
fn a_ticket_that_comes_twice_is_told_once() {
    let world = data_center(vec![payments("PROJ-1"), payments("PROJ-2"), payments("PROJ-2")], 2);
    assert_snapshot!(world.dispatch(&["--jql", "x = y"]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-2  Refund fails  auto      api      12
    2 routed
    --- exit 0
    ");
}

#[test]
fn a_program_gets_one_object_a_line() {
    let world = data_center(mixed(), 2);
    let ran = world.run(&["--jql", "x = y", "--json"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.stderr, "");
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = lines
        .iter()
        .map(|line| format!("{} {} {}", line["ticket"]["key"], line["decision"], line["project"]))
        .collect();
    assert_snapshot!(told.join("\n"), @r#"
    "PROJ-1" "auto" "api"
    "PROJ-2" "auto" "web"
    "PROJ-3" "ask" null
    "PROJ-4" "none" null
    "#);
    assert!(lines.iter().all(|line| line["schema"] == 1));
    assert_snapshot!(ran.stdout.lines().next().unwrap(), @r#"{"schema":1,"ticket":{"key":"PROJ-1","summary":"Refund fails","source":"jira"},"decision":"auto","project":"api","repo":"[ROOT]/home/code/api","skill":{"name":"develop","available":true},"problems":[],"candidates":[{"project":"api","score":12,"signals":[{"kind":"component","value":"Payments","points":10},{"kind":"keyword","value":"refund","points":2}]},{"project":"web","score":2,"signals":[{"kind":"keyword","value":"refund","points":2}]}]}"#);
}

#[test]
fn a_close_race_is_undecided_unless_yes_is_said() {
    let close = json!({"key": "PROJ-3", "fields": {"summary": "Shop: refund", "labels": ["billing"],
        "components": [{"name": "Payments"}, {"name": "Shop"}]}});
    let world = data_center(vec![payments("PROJ-1"), close], 9);
    assert_snapshot!(world.dispatch(&["--jql", "x = y"]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-3  Shop: refund  ask       api?     17
    1 routed, 1 to ask about
    --- exit 1
    ");
    assert_snapshot!(world.dispatch(&["--jql", "x = y", "--yes"]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-3  Shop: refund  chosen    api      17
    1 routed, 1 chosen
    --- exit 0
    ");
    let tied = data_center(vec![found("PROJ-3", "The refund button", "Other")], 9);
    assert!(tied.dispatch(&["--jql", "x = y", "--yes"]).ends_with("exit 1"));
}

#[test]
fn a_project_that_is_named_takes_them_all() {
    let world = data_center(mixed(), 9);
    assert_snapshot!(world.dispatch(&["--jql", "x = y", "--project", "web"]), @"
    KEY     SUMMARY            DECISION  PROJECT  SCORE
    PROJ-1  Refund fails       chosen    web      2
    PROJ-2  Checkout button    chosen    web      12
    PROJ-3  The refund button  chosen    web      2
    PROJ-4  Nothing of ours    chosen    web      -
    4 chosen
    --- exit 0
    ");
    let unknown = world.dispatch(&["--jql", "x = y", "--project", "nobody"]);
    assert!(unknown.contains("nobody") && unknown.ends_with("exit 2"), "{unknown}");
}

#[test]
fn a_project_that_is_unknown_is_told_before_jira_is_asked() {
    let world = data_center(mixed(), 9);
    assert_snapshot!(world.dispatch(&["--jql", "x = y", "--project", "apo"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `apo`
    hint: did you mean `api`?
    --- exit 2
    ");
    assert!(world.targets().is_empty());
    assert_snapshot!(world.dispatch(&["PROJ-1", "--project", "apo"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `apo`
    hint: did you mean `api`?
    --- exit 2
    ");
    assert!(world.targets().is_empty());
}

#[test]
fn an_issue_that_cannot_be_read_is_told_beside_the_others() {
    let odd = json!({"key": "PROJ-9\u{1b}[2J", "fields": {"summary": 7}});
    let world = data_center(vec![payments("PROJ-1"), odd, json!({"fields": null}), json!(7), payments("PROJ-2")], 9);
    assert_snapshot!(world.dispatch(&["--jql", "x = y"]), @r"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-2  Refund fails  auto      api      12
    2 routed, 3 unreadable
    --- stderr
    note: cannot read PROJ-9\u{1b}[2J: `summary` is a number, where text is asked for
    note: cannot read a ticket without a key: the ticket has no `summary`
    note: cannot read a ticket without a key: one ticket is asked for, a JSON object, and this is a number
    --- exit 1
    ");
    let ran = world.run(&["--jql", "x = y", "--json"]);
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(1), 2));
    assert_eq!(ran.stderr.lines().count(), 3);
}

#[test]
fn a_query_that_finds_nothing_is_told() {
    let world = data_center(Vec::new(), 9);
    assert_snapshot!(world.dispatch(&["--jql", "x = y"]), @"
    the query finds no ticket
    --- exit 0
    ");
    assert_eq!(world.dispatch(&["--jql", "x = y", "--json"]), "--- exit 0");
}

#[test]
fn an_empty_query_is_refused_before_jira_is_asked() {
    let world = data_center(mixed(), 9);
    assert_snapshot!(world.dispatch(&["--jql", " "]), @"
    --- stderr
    error: the query is empty, which would ask for every ticket
    hint: give a query such as `project = PROJ AND statusCategory != Done`
    --- exit 2
    ");
    assert!(world.dispatch(&["--jql", ""]).ends_with("exit 2"));
    assert!(world.targets().is_empty());
}

#[test]
fn a_query_that_is_refused_is_told() {
    let unbounded = "Unbounded JQL queries are not allowed here. Please add a search restriction to your query.";
    let refused = Answer::json(400, &json!({"errorMessages": [unbounded], "errors": {}}));
    let world = World::cloud(move |_, _| refused.clone());
    assert_snapshot!(world.dispatch(&["--jql", "order by key desc"]), @r#"
    --- stderr
    error: acme.atlassian.net does not understand the request for the tickets of the query: "Unbounded JQL queries are not allowed here. Please add a search restriction to your query."
    hint: check the query; Jira Cloud wants it bounded, such as `project = "PROJ" AND created >= -30d`
    --- exit 2
    "#);
    assert_eq!(world.targets().len(), 1);
    let gone = json!({"errorMessages": ["The requested API has been removed."], "errors": {}});
    let gone = World::always(Answer::json(410, &gone)).dispatch(&["--jql", "x = y"]);
    assert!(gone.contains("has taken this part of its API away"), "{gone}");
}

#[test]
fn what_is_no_page_is_told() {
    for odd in [json!({}), json!([]), json!({"issues": null}), json!({"errorMessages": ["no"]})] {
        let told = World::always(Answer::json(200, &odd)).dispatch(&["--jql", "x = y"]);
        let expected = "did not answer with the tickets of the query: it has no list of `issues`";
        assert!(told.contains(expected) && told.ends_with("exit 2"), "{told}");
    }
    assert!(World::always(Answer::html(404)).dispatch(&["--jql", "x = y"]).contains("there is no Jira at"));
}

#[test]
fn an_error_on_the_second_page_is_told() {
    let world = || {
        World::data_center(|_, before| match before % 2 {
            0 => Answer::json(200, &json!({"issues": [payments("PROJ-1")], "total": 2})),
            _ => Answer::html(403),
        })
    };
    assert_snapshot!(world().dispatch(&["--jql", "x = y"]), @"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the tickets of the query
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    ");
    let ran = world().run(&["--jql", "x = y", "--json"]);
    let mut answers = serde_json::Deserializer::from_str(&ran.stdout).into_iter::<Value>().map(Result::unwrap);
    assert_eq!(answers.next().unwrap()["ticket"]["key"], "PROJ-1");
    assert!(answers.next().unwrap()["error"]["message"].as_str().unwrap().contains("forbids"));
    assert_eq!((answers.next(), ran.code), (None, Some(2)));
}

#[test]
fn the_wait_for_the_second_page_is_told_and_it_may_succeed() {
    let world = World::data_center(|_, before| match before {
        0 => Answer::json(200, &json!({"issues": [payments("PROJ-1")], "total": 2})),
        1 => Answer::html(503).header("Retry-After", "3"),
        _ => Answer::json(200, &json!({"issues": [payments("PROJ-2")], "total": 2})),
    });
    assert_snapshot!(world.dispatch(&["--jql", "x = y"]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-2  Refund fails  auto      api      12
    2 routed
    --- stderr
    127.0.0.1:[PORT] answered with status 503: trying again in 3.0 s
    --- exit 0
    ");
    let starts: Vec<_> = world.server.requests().iter().map(|request| request.query("startAt").unwrap()).collect();
    assert_eq!(starts, ["0", "1", "1"]);
}

#[test]
fn a_project_where_work_cannot_start_is_told_once() {
    let world = data_center(vec![payments("PROJ-1"), payments("PROJ-2")], 9);
    world.sandbox.remove("api");
    assert_snapshot!(world.dispatch(&["--jql", "x = y"]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  Refund fails  auto      api      12
    PROJ-2  Refund fails  auto      api      12
    2 routed
    --- stderr
    note: api: `~/code/api` is not on this machine: clone it to `~/code/api`, then run `skreg setup api`
    --- exit 0
    ");
    let ran = world.run(&["--jql", "x = y", "--json"]);
    assert_eq!(ran.stderr, "", "each line has its problems");
}

#[test]
fn the_bar_of_a_terminal_is_out_of_the_way_of_notes_and_gone_in_the_end() {
    let odd = json!({"key": "PROJ-9", "fields": {"summary": 7}});
    let world = data_center(vec![payments("PROJ-1"), odd, payments("PROJ-2")], 1).with("TERM", "xterm");
    let shown = run_on_a_terminal(&world.sandbox, &world.command(&["--jql", "x = y"]), &[]);
    let (bar, table) = shown.split_once("KEY").unwrap();
    assert!(bar.contains("1/3"), "{bar:?}");
    assert!(bar.contains("\r\u{1b}[2Knote: cannot read PROJ-9: ") && bar.ends_with("\r\u{1b}[2K"), "{bar:?}");
    assert!(table.ends_with("2 routed, 1 unreadable\n--- exit 1"), "{table:?}");
}

#[test]
fn the_open_tickets_of_a_project_are_asked_for_by_quoted_names() {
    let world = data_center(vec![payments("IN-1")], 100);
    assert_snapshot!(world.dispatch(&["--open", "IN", "--component", "A&B", "--component", r#"Web "beta""#]), @"
    KEY   SUMMARY       DECISION  PROJECT  SCORE
    IN-1  Refund fails  auto      api      12
    1 routed
    --- exit 0
    ");
    let asked = world.server.requests()[0].query("jql").unwrap();
    assert_eq!(
        asked,
        r#"project = "IN" AND component in ("A&B", "Web \"beta\"") AND statusCategory != Done ORDER BY key"#
    );
}
