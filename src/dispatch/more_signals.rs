//! Jira project, repository, `exclude` and parent, as the router sees them.

use serde_json::{Value, json};

use super::{Decision, Router, Scored, decide};
use crate::registry::model::{Routing, Scoring};
use crate::ticket::Ticket;
use crate::ticket::issue::parse_issue;

/// Projects with their remote and routing as a registry has them.
fn scored(projects: &Value, scoring: &Value, ticket: &Value) -> (Scored, Scoring) {
    let scoring: Scoring = serde_json::from_value(scoring.clone()).unwrap();
    let routings: Vec<(&String, Option<&str>, Routing)> = projects
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, entry)| {
            (name, entry["remote"].as_str(), serde_json::from_value(entry["routing"].clone()).unwrap_or_default())
        })
        .collect();
    let remotes = routings.iter().filter_map(|(name, remote, _)| Some((name.as_str(), (*remote)?)));
    let router = Router::new(routings.iter().map(|(name, _, routing)| (name.as_str(), routing)), &scoring);
    let ticket: Ticket = parse_issue(ticket).unwrap();
    (router.with_remotes(remotes).score(&ticket), scoring)
}

/// Each candidate as `name score: kind value+points`.
fn told(projects: &Value, scoring: &Value, ticket: &Value) -> Vec<String> {
    let (scored, _) = scored(projects, scoring, ticket);
    let told = scored.candidates.iter().map(|candidate| {
        let signals = candidate.signals.iter();
        let signals = signals.map(|signal| format!("{} {}+{}", signal.kind.word(), signal.value, signal.points));
        format!("{} {}: {}", candidate.project, candidate.score, signals.collect::<Vec<_>>().join(", "))
    });
    told.collect()
}

fn decision(projects: &Value, scoring: &Value, ticket: &Value) -> String {
    let (scored, scoring) = scored(projects, scoring, ticket);
    match decide(&scored, &scoring) {
        Decision::Linked(candidate) => format!("linked {}", candidate.project),
        Decision::Automatic(top) => format!("automatic {}", top.project),
        Decision::Ask { doubt, .. } => format!("ask {doubt:?}"),
        Decision::NoMatch => "no match".to_owned(),
        Decision::Text(project) => format!("text {project}"),
    }
}

/// Three projects that share a Jira project, and one that shares another.
fn trackers() -> Value {
    json!({
        "a": {"routing": {"jira_projects": ["PAY", "pay", "OPS"]}}, "b": {"routing": {"jira_projects": ["Pay"]}},
        "c": {"routing": {"jira_projects": ["PAY"], "labels": ["x"]}}, "d": {"routing": {"jira_projects": ["OPS"]}},
    })
}

#[test]
fn those_that_claim_a_jira_project_share_its_points() {
    let ticket = json!({"key": "pay-7", "summary": "s", "labels": ["x"]});
    let found = told(&trackers(), &json!({}), &ticket);
    assert_eq!(found, ["c 8: jira project PAY+3, label x+5", "a 3: jira project PAY+3", "b 3: jira project Pay+3"]);
    assert_eq!(
        told(&trackers(), &json!({}), &json!({"project": "ops", "summary": "s"})),
        ["a 5: jira project OPS+5", "d 5: jira project OPS+5"]
    );
    assert!(told(&trackers(), &json!({}), &json!({"project": "PAYX", "summary": "PAY"})).is_empty());
}

#[test]
fn a_share_below_one_point_makes_no_candidate() {
    let found =
        told(&trackers(), &json!({"jira_project": 2}), &json!({"project": "PAY", "summary": "s", "labels": ["x"]}));
    assert_eq!(found, ["c 5: jira project PAY+0, label x+5"]);
    assert!(told(&trackers(), &json!({"jira_project": 0}), &json!({"project": "OPS", "summary": "s"})).is_empty());
}

/// `api` and `web` with remotes; `api` asks for the component Payments.
fn remotes() -> Value {
    json!({
        "api": {"remote": "git@github.com:acme/api.git", "routing": {"components": ["Payments"]}},
        "web": {"remote": "https://github.com/acme/web", "routing": {"components": ["Shop"]}},
        "copy": {"remote": "https://github.com/acme/twice"}, "twin": {"remote": "ssh://git@github.com/acme/twice.git"},
    })
}

#[test]
fn a_ticket_that_names_one_repository_goes_there() {
    let ticket = json!({"summary": "s", "description": "in https://github.com/acme/web/pull/3, see acme/web#4", "components": ["Payments"]});
    let found = told(&remotes(), &json!({}), &ticket);
    assert_eq!(found, ["api 10: component Payments+10", "web 0: repository https://github.com/acme/web/pull/3+0"]);
    assert_eq!(decision(&remotes(), &json!({}), &ticket), "linked web");
    assert_eq!(decision(&remotes(), &json!({"linked": false}), &ticket), "automatic api");
    let link = json!({"summary": "s", "links": ["https://github.com/acme/web"]});
    assert_eq!(decision(&remotes(), &json!({}), &link), "linked web");
    assert_eq!(decision(&remotes(), &json!({"linked": false}), &link), "no match");
}

#[test]
fn a_link_keeps_its_target_in_either_markup() {
    let document = json!({"type": "doc", "content": [
        {"type": "paragraph", "content": [
            {"type": "text", "text": "here", "marks": [{"type": "link", "attrs": {"href": "https://github.com/acme/web"}}]}]}]});
    let card = json!({"type": "doc", "content": [{"type": "inlineCard", "attrs": {"url": "https://github.com/acme/web/issues/1"}}]});
    let data = json!({"type": "doc", "content": [
        {"type": "blockCard", "attrs": {"data": {"@type": "Document", "url": "https://github.com/acme/web/issues/1"}}}]});
    let markup = [
        "[here|https://github.com/acme/web]",
        "[https://github.com/acme/web]",
        "h1. *[_x_|https://github.com/acme/web|smart-link]*",
        "[x|git@github.com:acme/web.git]",
        "{code}\ngit clone git@github.com:acme/web.git\n{code}",
        "{{acme/web#12}}",
        "|| a || https://github.com/acme/web ||",
    ];
    for description in [document, card, data].into_iter().chain(markup.map(Value::from)) {
        let issue = json!({"key": "A-1", "fields": {"summary": "s", "description": description}});
        assert_eq!(decision(&remotes(), &json!({}), &issue), "linked web", "{description}");
    }
}

#[test]
fn several_named_ones_keep_the_rule_from_others() {
    let both = "https://github.com/acme/api https://github.com/acme/web";
    let ticket = |components: &[&str], text: &str| json!({"summary": text, "components": components});
    assert_eq!(decision(&remotes(), &json!({}), &ticket(&["Shop"], both)), "automatic web");
    assert_eq!(decision(&remotes(), &json!({}), &ticket(&[], both)), "ask OnlyNamed");
    let twice = "https://github.com/acme/twice";
    assert_eq!(decision(&remotes(), &json!({}), &ticket(&[], twice)), "ask OnlyNamed", "two have that remote");
    assert_eq!(decision(&remotes(), &json!({}), &ticket(&["Shop"], twice)), "ask NotNamed");
}

/// `native` and `knative`, each with the other's word excluded.
fn rivals() -> Value {
    json!({
        "native": {"remote": "https://github.com/acme/native", "routing": {
            "keywords": ["native", "build"], "components": ["Core"],
            "exclude": {"keywords": ["knative", "serving"], "labels": ["Cloud Native"], "components": ["Serving"]}}},
        "knative": {"routing": {"keywords": ["knative"], "components": ["Core"]}},
    })
}

#[test]
fn one_match_of_exclude_is_enough_and_is_told() {
    for (ticket, reason) in [
        (json!({"summary": "native build of Knative"}), json!([{"kind": "keyword", "value": "knative"}])),
        (
            json!({"summary": "native", "labels": ["cloud  native"]}),
            json!([{"kind": "label", "value": "Cloud Native"}]),
        ),
        (json!({"summary": "native", "components": ["SERVING"]}), json!([{"kind": "component", "value": "Serving"}])),
    ] {
        let (scored, _) = scored(&rivals(), &json!({}), &ticket);
        assert!(scored.candidate("native").is_none(), "{ticket}");
        assert_eq!(serde_json::to_value(&scored.excluded).unwrap(), json!([{"project": "native", "signals": reason}]));
    }
    let near = [
        json!({"summary": "native knatives", "labels": ["cloud"]}),
        json!({"summary": "native", "components": ["Serving 2"]}),
    ];
    for ticket in near {
        assert!(scored(&rivals(), &json!({}), &ticket).0.candidate("native").is_some(), "{ticket}");
    }
}

#[test]
fn an_exclude_without_anything_to_exclude_is_not_told() {
    let (scored, _) = scored(&rivals(), &json!({}), &json!({"summary": "Knative serving"}));
    assert!(scored.excluded.is_empty(), "it would have no points");
    assert_eq!(scored.candidates.len(), 1);
}

#[test]
fn a_repository_that_is_named_and_excluded_is_a_question() {
    let named = "https://github.com/acme/native";
    let ticket = json!({"summary": format!("serving {named}"), "components": ["Core"]});
    assert_eq!(decision(&rivals(), &json!({}), &ticket), "ask Excluded");
    assert_eq!(decision(&rivals(), &json!({"linked": false}), &ticket), "automatic knative");
    assert_eq!(decision(&rivals(), &json!({}), &json!({"summary": named, "components": ["Core"]})), "linked native");
}

#[test]
fn components_of_a_parent_count_where_the_switch_is_on() {
    let ticket = |own: &[&str]| json!({"summary": "s", "components": own, "parent": {"key": "PAY-1", "components": ["payments"]}});
    let on = json!({"parent": true});
    let (found, _) = scored(&remotes(), &on, &ticket(&[]));
    let signal = json!({"kind": "component", "value": "Payments", "points": 10, "from": "parent"});
    assert_eq!(
        serde_json::to_value(found.candidates).unwrap(),
        json!([{"project": "api", "score": 10, "signals": [signal]}])
    );
    assert_eq!(decision(&remotes(), &json!({}), &ticket(&[])), "no match");
    assert_eq!(decision(&remotes(), &on, &ticket(&["Shop"])), "automatic web", "its own go before");
    let rules_out = json!({"api": {"routing": {"keywords": ["s"], "exclude": {"components": ["Payments"]}}}});
    let (found, _) = scored(&rules_out, &on, &ticket(&[]));
    let reason = json!([{"kind": "component", "value": "Payments", "from": "parent"}]);
    assert_eq!(serde_json::to_value(&found.excluded[0].signals).unwrap(), reason);
}
