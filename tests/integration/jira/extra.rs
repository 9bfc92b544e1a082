//! What more Jira is asked about a ticket: web links, and the components of its parent.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::server::{Answer, Request};
use super::{TOKEN, World};
use crate::dispatch;

/// A sub-task of PROJ-9, which has the component Payments; it says nothing itself.
fn child(key: &str) -> Value {
    json!({"key": key, "fields": {"summary": "A part of it", "components": [], "project": {"key": "PROJ"}, "parent": {"key": "PROJ-9"},
        "created": "2030-01-01T00:00:00.000+0100", "customfield_7": "api"}})
}

/// A Jira that has these tickets, the parent, and a web link of each ticket to the repository of `web`.
fn jira(issues: Vec<Value>) -> impl Fn(&Request, usize) -> Answer + Send + 'static {
    move |request, _| {
        let path = request.path().to_owned();
        let link = json!([{"id": 1, "object": {"title": "a", "url": "https://github.com/acme/web/pull/7"}},
            {"id": 2, "object": {"title": "no address"}}, null]);
        let parent = json!({"key": "PROJ-9", "fields": {"components": [{"name": "Payments"}]}});
        match path.rsplit('/').next().unwrap() {
            "search" | "jql" => Answer::json(200, &json!({"total": issues.len(), "issues": issues})),
            "remotelink" => Answer::json(200, &link),
            "PROJ-9" => Answer::json(200, &parent),
            _ => Answer::json(200, &issues[0]),
        }
    }
}

/// The same with a scoring in the registry, and remotes.
fn with(mut world: World, scoring: Value) -> World {
    let mut registry = dispatch::registry();
    registry["scoring"] = scoring;
    for name in ["api", "web"] {
        registry["projects"][name]["remote"] = json!(format!("git@github.com:acme/{name}.git"));
    }
    world.sandbox.registry(&registry);
    world = world.with("SKREG_JIRA_TIMEOUT", "5");
    world
}

fn data_center(issues: Vec<Value>, scoring: Value) -> World {
    with(World::data_center(jira(issues)), scoring)
}

fn eval(world: &World, from: &str) -> String {
    let mut command = world.sandbox.command("central", &["eval", "--jql", "project = PROJ", "--label-from", from]);
    command.envs(world.variables.iter().map(|(name, value)| (name, value)));
    let ran = world.sandbox.run(command, "").to_string();
    assert!(!ran.contains(TOKEN), "the token is shown");
    world.server.shown(&ran)
}

/// The paths of the requests, without the search's own.
fn asked(world: &World) -> Vec<String> {
    let paths = world.server.requests().into_iter().map(|request| request.path().to_owned());
    paths.filter(|path| !path.contains("search")).collect()
}

#[test]
fn nothing_more_is_asked_by_default() {
    let world = data_center(vec![child("PROJ-1")], json!({}));
    assert!(world.dispatch(&["PROJ-1"]).contains("none:"));
    assert_eq!(asked(&world), ["/rest/api/2/issue/PROJ-1"]);
    let world = data_center(vec![child("PROJ-1"), child("PROJ-2")], json!({}));
    world.dispatch(&["--jql", "project = PROJ"]);
    eval(&world, "field:customfield_7");
    assert_eq!(world.server.requests().len(), 2, "the two searches");
}

#[test]
fn the_web_links_of_a_ticket_are_read() {
    let world = data_center(vec![child("PROJ-1")], json!({"remote_links": true}));
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    PROJ-1  A part of it
    PROJECT  SCORE  SIGNALS
    web      0      repository https://github.com/acme/web/pull/7 +0
    linked: web: the ticket names its repository, https://github.com/acme/web/pull/7
    next: cd ~/code/web && claude
    --- exit 0
    ");
    assert_eq!(asked(&world), ["/rest/api/2/issue/PROJ-1", "/rest/api/2/issue/PROJ-1/remotelink"]);
    let off = data_center(vec![child("PROJ-1")], json!({"remote_links": true, "linked": false}));
    off.dispatch(&["PROJ-1"]);
    assert_eq!(asked(&off), ["/rest/api/2/issue/PROJ-1"], "where no address counts, none is asked for");
    let cloud = with(World::cloud(jira(vec![child("PROJ-1")])), json!({"remote_links": true}));
    assert!(cloud.dispatch(&["PROJ-1"]).contains("linked: web"));
    assert_eq!(asked(&cloud)[1], "/rest/api/3/issue/PROJ-1/remotelink");
}

#[test]
fn the_components_of_a_parent_are_read() {
    let world = data_center(vec![child("PROJ-1")], json!({"parent": true}));
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    PROJ-1  A part of it
    PROJECT  SCORE  SIGNALS
    api      10     component Payments of PROJ-9 +10
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
    assert_eq!(world.targets()[1], "/rest/api/2/issue/PROJ-9?fields=components");
    assert_eq!(world.targets().len(), 2);
}

#[test]
fn a_parent_is_asked_only_where_it_is_needed() {
    let own = json!({"key": "PROJ-1", "fields": {"summary": "s", "components": [{"name": "Shop"}], "parent": {"key": "PROJ-9"}}});
    let told =
        json!({"key": "PROJ-1", "fields": {"summary": "s", "parent": {"key": "PROJ-9", "fields": {"components": []}}}});
    let none = json!({"key": "PROJ-1", "fields": {"summary": "s"}});
    let odd = json!({"key": "PROJ-1", "fields": {"summary": "s", "parent": {"key": "../../x"}}});
    for issue in [own, told, none, odd] {
        let world = data_center(vec![issue.clone()], json!({"parent": true}));
        world.dispatch(&["PROJ-1"]);
        assert_eq!(asked(&world), ["/rest/api/2/issue/PROJ-1"], "{issue}");
    }
}

#[test]
fn a_parent_of_many_is_asked_once() {
    let scoring = json!({"parent": true, "remote_links": true});
    let world = data_center(vec![child("PROJ-1"), child("PROJ-2")], scoring.clone());
    assert_snapshot!(world.dispatch(&["--open", "PROJ"]), @"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  A part of it  linked    web      0
    PROJ-2  A part of it  linked    web      0
    2 linked
    --- exit 0
    ");
    let parents = |world: &World| asked(world).iter().filter(|path| path.ends_with("PROJ-9")).count();
    assert_eq!((parents(&world), asked(&world).len()), (1, 3));
    let world = data_center(vec![child("PROJ-1"), child("PROJ-2")], scoring);
    assert_snapshot!(eval(&world, "field:customfield_7"), @"
    2 tickets, 2 labelled
    MEASURE       RATE     WHAT IT SAYS
    automatic     100.0 %  2 of 2 pass the gate, 10 points and 2 times, or name a repository
    precision     0.0 %    0 of 2 went to their project; 0.0 to 65.8 % at 95 % confidence
    top 1         0.0 %    have their project in the first place, alone
    top 3         100.0 %  have it in the first three
    macro recall  0.0 %    as top 1, the mean over 1 projects
    no score      0.0 %    no project has points

    EVIDENCE    AUTOMATIC  PRECISION  AT 95 % CONFIDENCE
    repository  2          0.0 %      0.0 to 65.8 %

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    api       web  2        2          PROJ-1, PROJ-2

    gate: 2 tickets are left out, for the address of a repository decides
    gate: 0 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
    assert_eq!((parents(&world), asked(&world).len()), (1, 3));
    let world = data_center(vec![child("PROJ-1"), child("PROJ-2")], json!({"parent": true}));
    eval(&world, "component");
    assert!(asked(&world).is_empty(), "the components are the answer");
}

#[test]
fn what_cannot_be_read_beside_the_ticket_is_told_and_left_out() {
    let scoring = json!({"parent": true, "remote_links": true});
    let refusing = |answer: Answer| {
        let issues = [child("PROJ-1"), child("PROJ-2"), child("PROJ-3")];
        World::data_center(move |request, _| match request.path() {
            "/rest/api/2/search" => Answer::json(200, &json!({"total": 3, "issues": issues})),
            "/rest/api/2/issue/PROJ-1" => Answer::json(200, &issues[0]),
            _ => answer.clone(),
        })
    };
    let gone = Answer::json(404, &json!({"errorMessages": ["Issue linking is \u{1b}[31mdisabled"]}));
    let world = with(refusing(gone), scoring.clone());
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    PROJ-1  A part of it
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- stderr
    note: routing goes on without it: there are no web links of `PROJ-1`, or this account may not see them: "Issue linking is \u{1b}[31mdisabled"
    note: routing goes on without it: the ticket `PROJ-9` does not exist, or this account may not see it: "Issue linking is \u{1b}[31mdisabled"
    --- exit 1
    "#);
    assert_snapshot!(world.dispatch(&["--jql", "project = PROJ"]), @r#"
    KEY     SUMMARY       DECISION  PROJECT  SCORE
    PROJ-1  A part of it  none      -        -
    PROJ-2  A part of it  none      -        -
    PROJ-3  A part of it  none      -        -
    3 without a match
    --- stderr
    note: routing goes on without it: there are no web links of `PROJ-1`, or this account may not see them: "Issue linking is \u{1b}[31mdisabled"
    note: routing goes on without it: the ticket `PROJ-9` does not exist, or this account may not see it: "Issue linking is \u{1b}[31mdisabled"
    note: routing goes on without it: there are no web links of `PROJ-2`, or this account may not see them: "Issue linking is \u{1b}[31mdisabled"
    note: web links and parents are not asked for any more
    --- exit 1
    "#);
    let odd = with(refusing(Answer::json(200, &json!({"links": 1}))), scoring);
    assert_snapshot!(odd.dispatch(&["PROJ-1"]), @"
    PROJ-1  A part of it
    none: no component, label or keyword of any project matches
    next: choose with `--project NAME`; `skreg list` shows the projects and their signals
    --- stderr
    note: routing goes on without it: 127.0.0.1:[PORT] did not answer with the web links of `PROJ-1`: it is no list
    note: routing goes on without it: 127.0.0.1:[PORT] did not answer with the components of the parent `PROJ-9`: it has no `fields`
    --- exit 1
    ");
}
