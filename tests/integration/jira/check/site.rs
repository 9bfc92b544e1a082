//! A Jira with projects, components and labels, of either kind, and a registry to hold against it.

use serde_json::{Value, json};

use crate::jira::server::{Answer, Request};
use crate::jira::{TOKEN, World};
use crate::sandbox::Ran;

/// What a Jira of these tests has.
#[derive(Clone, Default)]
pub(super) struct Site {
    pub(super) projects: Vec<Place>,
    /// The labels of each ticket.
    pub(super) tickets: Vec<Vec<&'static str>>,
}

/// One project.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) key: String,
    /// The key that finds it, too.
    pub(super) former: &'static str,
    pub(super) archived: bool,
    pub(super) components: Vec<Value>,
}

pub(super) fn place(key: &str, components: &[&str]) -> Place {
    let components = components.iter().map(|name| json!({"id": "1", "name": name})).collect();
    Place { key: key.to_owned(), former: "-", archived: false, components }
}

/// A Jira that has all that [`registry`] names.
pub(super) fn whole() -> Site {
    Site {
        projects: vec![place("PAY", &["PAYMENTS ", "Ledger"]), place("WEB", &["Shop"]), place("OPS", &["Runners"])],
        tickets: vec![vec!["Billing", "urgent"], vec!["internal"]],
    }
}

/// Two projects with a Jira project each, and labels of both kinds.
pub(super) fn registry() -> Value {
    json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "routing": {
            "components": ["Payments"], "labels": ["billing"], "jira_projects": ["PAY"], "exclude": {"labels": ["internal"]}}},
        "web": {"repo": "web", "profile": "web", "routing": {"components": ["Shop"], "jira_projects": ["WEB"]}},
    }})
}

fn page(request: &Request, all: &[Value], name: &str, default: usize) -> Value {
    let number = |name: &str| request.query(name).and_then(|text| text.parse::<usize>().ok());
    let (start, most) = (number("startAt").unwrap_or(0), number("maxResults").unwrap_or(default).min(default));
    let page: Vec<_> = all.iter().skip(start).take(most).cloned().collect();
    let is_last = start + page.len() >= all.len();
    json!({"startAt": start, "maxResults": most, "total": all.len(), "isLast": is_last, name: page})
}

impl Site {
    /// Answers as Data Center with version 2 of the interface, and as Cloud with version 3.
    pub(super) fn answer(&self, request: &Request) -> Answer {
        let path: Vec<_> = request.path().trim_start_matches('/').split('/').skip(2).collect();
        let found = |key: &str| self.projects.iter().find(|place| place.key == key || place.former == key);
        let missing = json!({"errorMessages": ["No project could be found."], "errors": {}});
        match path.as_slice() {
            ["2", "project"] => Answer::json(200, &json!(self.listed())),
            ["3", "project", "search"] => Answer::json(200, &page(request, &self.listed(), "values", 2)),
            [_, "project", key] => match found(key) {
                Some(place) => Answer::json(200, &json!({"key": place.key, "archived": place.archived})),
                None => Answer::json(404, &missing),
            },
            [_, "project", key, "components"] => match found(key) {
                Some(place) => Answer::json(200, &json!(place.components)),
                None => Answer::json(404, &missing),
            },
            ["2", "search"] | ["3", "search", "jql"] => self.search(request),
            [_, "jql", "autocompletedata", "suggestions"] => self.suggest(request),
            _ => Answer::html(404),
        }
    }

    fn listed(&self) -> Vec<Value> {
        self.projects.iter().map(|place| json!({"key": place.key, "archived": place.archived})).collect()
    }

    fn search(&self, request: &Request) -> Answer {
        let asked = request.query("jql").unwrap().to_lowercase();
        let has =
            |ticket: &&Vec<&str>| ticket.iter().any(|label| asked.contains(&format!("\"{}\"", label.to_lowercase())));
        let hits = self.tickets.iter().filter(has);
        let hits: Vec<_> = hits.map(|labels| json!({"key": "X-1", "fields": {"labels": labels}})).collect();
        Answer::json(200, &page(request, &hits, "issues", 100))
    }

    fn suggest(&self, request: &Request) -> Answer {
        let begun = request.query("fieldValue").unwrap().to_lowercase();
        let labels = self.tickets.iter().flatten().filter(|label| label.to_lowercase().starts_with(&begun));
        let results: Vec<_> =
            labels.map(|label| json!({"value": label, "displayName": format!("<b>{begun}</b>")})).collect();
        Answer::json(200, &json!({"results": results}))
    }

    pub(super) fn data_center(self) -> World {
        let world = World::data_center(move |request, _| self.answer(request));
        world.sandbox.registry(&registry());
        world
    }

    pub(super) fn cloud(self) -> World {
        let world = World::cloud(move |request, _| self.answer(request));
        world.sandbox.registry(&registry());
        world
    }
}

impl World {
    pub(super) fn run_check(&self, arguments: &[&str]) -> Ran {
        let mut command = self.sandbox.command("central", &[&["check"], arguments].concat());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let ran = self.sandbox.run(command, "");
        assert!(!ran.to_string().contains(TOKEN), "the token is shown");
        for request in self.server.requests() {
            assert_eq!(request.method, "GET", "{}", request.target);
        }
        ran
    }

    /// All that `skreg check` prints, and how it ends.
    pub(super) fn check(&self, arguments: &[&str]) -> String {
        self.server.shown(&self.run_check(arguments).to_string())
    }

    /// What `skreg check --jira --json` says of Jira.
    pub(super) fn jira(&self) -> Value {
        serde_json::from_str::<Value>(&self.run_check(&["--jira", "--json"]).stdout).unwrap()["jira"].take()
    }

    /// Changes the registry.
    pub(super) fn change(&self, change: impl FnOnce(&mut Value)) {
        let mut registry = registry();
        change(&mut registry);
        self.sandbox.registry(&registry);
    }
}

/// The codes of all problems.
pub(super) fn codes(jira: &Value) -> Vec<&str> {
    jira["problems"].as_array().unwrap().iter().map(|problem| problem["code"].as_str().unwrap()).collect()
}
