//! `skreg eval --jql`: the tickets of a query, with the label that each of them has.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::server::Answer;
use super::{TOKEN, World};

/// A Jira with three tickets and one that cannot be understood.
fn world() -> World {
    let issue = |key: &str, component: &str, summary: &str, team: &str| {
        json!({"key": key, "fields": {"summary": summary, "components": [{"name": component}], "project": {"key": "PROJ"},
            "created": "2030-01-01T00:00:00.000+0100", "customfield_7": {"value": team}}})
    };
    let issues = [
        issue("PROJ-1", "Payments", "The invoice", "api"),
        issue("PROJ-2", "Shop", "The invoice", "api"),
        issue("PROJ-3", "Shop", "Checkout", "web"),
        json!({"key": "PROJ-4", "fields": {"summary": 4}}),
    ];
    World::data_center(move |request, _| {
        let start = request.query("startAt").unwrap().parse::<usize>().unwrap();
        let page: Vec<&Value> = issues.iter().skip(start).take(3).collect();
        Answer::json(200, &json!({"startAt": start, "total": issues.len(), "issues": page}))
    })
}

fn eval(world: &World, arguments: &[&str]) -> String {
    let mut command = world.sandbox.command("central", &[&["eval"], arguments].concat());
    command.envs(world.variables.iter().map(|(name, value)| (name, value)));
    let ran = world.sandbox.run(command, "").to_string();
    assert!(!ran.contains(TOKEN), "the token is shown");
    world.server.shown(&ran)
}

#[test]
fn a_field_of_the_tickets_is_the_label() {
    let world = world();
    assert_snapshot!(eval(&world, &["--jql", "project = PROJ", "--label-from", "field:customfield_7"]), @"
    3 tickets, 3 labelled
      left out: 1 that cannot be read
        PROJ-4 (/fields/summary): `summary` is a number, where text is asked for
          hint: make it text, or leave it out
    MEASURE       RATE     WHAT IT SAYS
    automatic     100.0 %  3 of 3 pass the gate, 10 points and 2 times
    precision     66.7 %   2 of 3 went to their project; 20.8 to 93.8 % at 95 % confidence
    top 1         66.7 %   have their project in the first place, alone
    top 3         100.0 %  have it in the first three
    macro recall  75.0 %   as top 1, the mean over 2 projects
    no score      0.0 %    no project has points

    EVIDENCE            AUTOMATIC  PRECISION  AT 95 % CONFIDENCE
    component, keyword  2          100.0 %    34.2 to 100.0 %
    component           1          0.0 %      0.0 to 79.3 %

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    api       web  1        1          PROJ-2

    gate: 3 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
    let requests = world.server.requests();
    assert_eq!(requests.len(), 2);
    let fields = "summary,description,components,labels,issuetype,priority,project,parent,status,created,customfield_7";
    assert!(requests.iter().all(|request| request.query("fields").unwrap() == fields));
}

#[test]
fn the_component_is_the_label_and_no_signal() {
    assert_snapshot!(eval(&world(), &["--jql", "project = PROJ", "--label-from", "component"]), @"
    3 tickets, 3 labelled
      left out: 1 that cannot be read
        PROJ-4 (/fields/summary): `summary` is a number, where text is asked for
          hint: make it text, or leave it out
    MEASURE       RATE    WHAT IT SAYS
    automatic     0.0 %   0 of 3 pass the gate, 10 points and 2 times
    top 1         66.7 %  have their project in the first place, alone
    top 3         66.7 %  have it in the first three
    macro recall  75.0 %  as top 1, the mean over 2 projects
    no score      0.0 %   no project has points

    EXPECTED  GOT  TICKETS  AUTOMATIC  SUCH AS
    web       api  1        0          PROJ-2

    gate: 3 labelled tickets are too few to choose a gate by; it takes 100
    --- exit 0
    ");
}

#[test]
fn a_query_needs_to_say_where_the_label_is() {
    assert_snapshot!(eval(&world(), &["--jql", "project = PROJ"]), @"
    --- stderr
    error: the following required arguments were not provided:
      --label-from <FROM>

    Usage: skreg eval --label-from <FROM> --jql <QUERY> [TICKETS]

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(eval(&world(), &["--jql", " ", "--label-from", "project"]), @"
    --- stderr
    error: the query is empty, which would ask for every ticket
    hint: give a query such as `project = PROJ AND statusCategory != Done`
    --- exit 2
    ");
    assert_snapshot!(eval(&world(), &["--jql", "project = PROJ", "--label-from", "project"]), @"
    --- stderr
    error: none of the tickets (3) names a project, so nothing can be measured
      PROJ-4 (/fields/summary): `summary` is a number, where text is asked for
        hint: make it text, or leave it out
    hint: no project is called `PROJ`; `skreg list` shows the projects
    --- exit 2
    ");
}

#[test]
fn a_query_that_finds_nothing_measures_nothing() {
    let world = World::always(Answer::json(200, &json!({"issues": [], "total": 0})));
    assert_snapshot!(eval(&world, &["--jql", "project = PROJ", "--label-from", "project"]), @"
    --- stderr
    error: the query finds no ticket
    hint: try the query in Jira's own search
    --- exit 2
    ");
}
