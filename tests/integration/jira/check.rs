//! `skreg check --jira`: the registry held against what Jira has.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::server::{Answer, Request};
use super::{TOKEN, World};
use crate::sandbox::Ran;

/// What a Jira of these tests has.
#[derive(Clone, Default)]
struct Site {
    projects: Vec<Place>,
    /// The labels of each ticket.
    tickets: Vec<Vec<&'static str>>,
}

/// One project.
#[derive(Clone)]
struct Place {
    key: String,
    /// The key that finds it, too.
    former: &'static str,
    archived: bool,
    components: Vec<Value>,
}

fn place(key: &str, components: &[&str]) -> Place {
    let components = components.iter().map(|name| json!({"id": "1", "name": name})).collect();
    Place { key: key.to_owned(), former: "-", archived: false, components }
}

/// A Jira that has all that [`registry`] names.
fn whole() -> Site {
    Site {
        projects: vec![place("PAY", &["PAYMENTS ", "Ledger"]), place("WEB", &["Shop"]), place("OPS", &["Runners"])],
        tickets: vec![vec!["Billing", "urgent"], vec!["internal"]],
    }
}

/// Two projects with a Jira project each, and labels of both kinds.
fn registry() -> Value {
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
    fn answer(&self, request: &Request) -> Answer {
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

    fn data_center(self) -> World {
        let world = World::data_center(move |request, _| self.answer(request));
        world.sandbox.registry(&registry());
        world
    }

    fn cloud(self) -> World {
        let world = World::cloud(move |request, _| self.answer(request));
        world.sandbox.registry(&registry());
        world
    }
}

impl World {
    fn run_check(&self, arguments: &[&str]) -> Ran {
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
    fn check(&self, arguments: &[&str]) -> String {
        self.server.shown(&self.run_check(arguments).to_string())
    }

    /// What `skreg check --jira --json` says of Jira.
    fn jira(&self) -> Value {
        serde_json::from_str::<Value>(&self.run_check(&["--jira", "--json"]).stdout).unwrap()["jira"].take()
    }

    /// Changes the registry.
    fn change(&self, change: impl FnOnce(&mut Value)) {
        let mut registry = registry();
        change(&mut registry);
        self.sandbox.registry(&registry);
    }
}

/// The codes of all problems.
fn codes(jira: &Value) -> Vec<&str> {
    jira["problems"].as_array().unwrap().iter().map(|problem| problem["code"].as_str().unwrap()).collect()
}

#[test]
fn what_is_there_in_any_spelling_is_in_order() {
    let world = whole().data_center();
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
      2 Jira projects with 3 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    assert_snapshot!(world.targets().join("\n"), @"
    /rest/api/2/project/PAY
    /rest/api/2/project/PAY/components
    /rest/api/2/project/WEB
    /rest/api/2/project/WEB/components
    /rest/api/2/search?maxResults=100&startAt=0&jql=labels+in+%28%22billing%22%2C+%22internal%22%29&fields=labels
    ");
}

#[test]
fn cloud_is_asked_by_its_own_addresses() {
    let world = whole().cloud();
    assert_snapshot!(world.check(&["--jira"]), @"
    jira https://acme.atlassian.net
      2 Jira projects with 3 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    assert_snapshot!(world.targets().join("\n"), @"
    /rest/api/3/project/PAY
    /rest/api/3/project/PAY/components?componentSource=auto
    /rest/api/3/project/WEB
    /rest/api/3/project/WEB/components?componentSource=auto
    /rest/api/3/search/jql?maxResults=100&jql=labels+in+%28%22billing%22%2C+%22internal%22%29&fields=labels
    ");
}

#[test]
fn what_is_not_there_is_told_with_its_place_and_what_is_like_it() {
    let site = Site {
        projects: vec![place("PAYS", &[]), place("WEB", &["Shop front", "Search"])],
        tickets: vec![vec!["billing-v2"], vec!["internals"]],
    };
    let world = site.data_center();
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:13:11: error[label_missing] no ticket that this account may see has the label `billing`
          hint: did you mean `billing-v2`?
        ~/code/central/registry.json:16:11: error[jira_project_missing] Jira has no project `PAY`, or this account may not see it
          hint: did you mean `PAYS`?
        ~/code/central/registry.json:20:13: error[label_missing] no ticket that this account may see has the label `internal`
          hint: did you mean `internals`?
        ~/code/central/registry.json:30:11: error[component_missing] the Jira project `WEB` has no component `Shop`
          hint: did you mean `Shop front`?
      1 Jira project with 2 components read
      2 components are claimed by no project: `WEB: Search`, `WEB: Shop front`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 4 errors, 0 warnings
    --- exit 1
    ");
    let jira = world.jira();
    assert_eq!(jira["problems"][1]["pointer"], "/projects/api/routing/jira_projects/0");
    assert_eq!(jira["problems"][2]["pointer"], "/projects/api/routing/exclude/labels/0");
}

#[test]
fn what_was_archived_or_renamed_is_told() {
    let mut site = whole();
    site.projects[0].former = "MONEY";
    site.projects[0].components[0]["archived"] = json!(true);
    site.projects[1].archived = true;
    let world = site.data_center();
    world.change(|registry| registry["projects"]["api"]["routing"]["jira_projects"] = json!(["money"]));
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:10:11: error[component_archived] the component `Payments` is archived in the Jira project `PAY`
          hint: take it out once no open ticket has it
        ~/code/central/registry.json:16:11: error[jira_project_renamed] the Jira project `MONEY` has the key `PAY` now, and so have its tickets
          hint: write `PAY`
        ~/code/central/registry.json:33:11: error[jira_project_archived] the Jira project `WEB` is archived, and gets no more tickets
          hint: take it out, or name the project that took its place
      1 Jira project with 2 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 3 errors, 0 warnings
    --- exit 1
    ");
}

#[test]
fn an_archived_project_that_is_hidden_is_found_in_the_list() {
    let mut site = whole();
    site.projects[1].archived = true;
    let hides = |request: &Request, site: &Site| match request.path().ends_with("/project/WEB") {
        true => Answer::json(404, &json!({"errorMessages": ["No project could be found with key 'WEB'."]})),
        false => site.answer(request),
    };
    let (on_cloud, here) = (site.clone(), site);
    for (world, list) in [
        (World::data_center(move |request, _| hides(request, &here)), "/rest/api/2/project?includeArchived=true"),
        (World::cloud(move |request, _| hides(request, &on_cloud)), "status=live&status=archived"),
    ] {
        world.sandbox.registry(&registry());
        assert_eq!(codes(&world.jira()), ["jira_project_archived"]);
        assert!(world.targets().iter().any(|target| target.contains(list)), "{:?}", world.targets());
    }
}

#[test]
fn a_component_of_another_jira_project_is_only_a_note() {
    let mut site = whole();
    site.projects[0].components = vec![json!({"name": "Ledger"})];
    site.projects[1].components.push(json!({"name": "payments"}));
    let world = site.data_center();
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:10:11: note[component_elsewhere] the component `Payments` is one of the Jira project `WEB`, and not of `PAY`
          hint: add `WEB` to `jira_projects`, if its tickets belong here
      2 Jira projects with 3 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
}

#[test]
fn a_component_of_a_project_without_jira_projects_may_stand_in_any() {
    let world = whole().data_center();
    world.change(|registry| {
        registry["projects"]["web"]["routing"] = json!({"components": ["Runners"]});
        registry["projects"]["api"]["routing"]["exclude"] = json!({"components": ["shop", "Printers"]});
    });
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:21:13: error[component_missing] no Jira project has the component `Printers`
          hint: take it out, or write it as Jira has it
      3 Jira projects with 4 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
    assert_snapshot!(world.targets().join("\n"), @"
    /rest/api/2/project/PAY
    /rest/api/2/project/PAY/components
    /rest/api/2/project?includeArchived=true
    /rest/api/2/project/WEB/components
    /rest/api/2/project/OPS/components
    /rest/api/2/search?maxResults=100&startAt=0&jql=labels+in+%28%22billing%22%29&fields=labels
    ");
}

#[test]
fn without_any_jira_project_all_are_read_page_by_page() {
    for (site, list) in [(whole().data_center(), 1), (whole().cloud(), 2)] {
        site.change(|registry| {
            registry["projects"]["api"]["routing"]["jira_projects"] = json!([]);
            registry["projects"]["web"]["routing"] = json!({"components": ["Shopp"]});
        });
        let jira = site.jira();
        assert_eq!(
            (&jira["projects_seen"], &jira["complete"], codes(&jira)),
            (&json!(3), &json!(true), vec!["component_missing"])
        );
        assert_eq!(jira["problems"][0]["hint"], "did you mean `Shop`?");
        let unclaimed = json!([{"jira_project": "OPS", "component": "Runners"}, {"jira_project": "PAY", "component": "Ledger"},
            {"jira_project": "WEB", "component": "Shop"}]);
        assert_eq!(jira["unclaimed"], unclaimed);
        let lists = site
            .targets()
            .iter()
            .filter(|target| target.contains("/project?") || target.contains("/project/search"))
            .count();
        assert_eq!(lists, list);
    }
}

#[test]
fn of_more_than_500_projects_no_more_are_read_and_nothing_is_claimed_for_certain() {
    let site = Site { projects: (0..502).map(|number| place(&format!("P{number}"), &["Shop"])).collect(), ..whole() };
    let world = site.data_center();
    world.change(|registry| {
        registry["projects"]["api"]["routing"] = json!({"components": ["Payments"]});
        registry["projects"]["web"]["routing"] = json!({"components": ["Shop"]});
    });
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:10:11: warning[component_missing] no Jira project that was read has the component `Payments`
          hint: take it out, or write it as Jira has it
      500 Jira projects with 500 components read
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 0 errors, 1 warning
    --- stderr
    note: 500 Jira projects were read, and there are more; name yours in `jira_projects`
    --- exit 0
    ");
    assert_eq!(world.targets().len(), 501);
    assert!(world.check(&["--jira", "--strict"]).ends_with("exit 1"));
}

#[test]
fn a_list_that_never_ends_is_left() {
    let same = json!({"values": [{"key": "PAY"}, {"key": "WEB"}], "isLast": false});
    let site = whole();
    let world = World::cloud(move |request, _| match request.path().ends_with("/search") {
        true => Answer::json(200, &same),
        false => site.answer(request),
    });
    world.sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "web": {"repo": "web", "profile": "web", "routing": {"components": ["Shop"]}}}}));
    assert_eq!(codes(&world.jira()), Vec::<&str>::new());
    assert_eq!(world.targets().iter().filter(|target| target.contains("/project/search")).count(), 2);
}

#[test]
fn a_label_with_a_space_is_told_without_a_jira_and_is_wrong_with_one() {
    let world = whole().data_center();
    world
        .change(|registry| registry["projects"]["api"]["routing"]["labels"] = json!(["good first issue", " billing "]));
    assert_snapshot!(world.check(&[]), @"
    central
        ~/code/central/registry.json:13:11: warning[label_with_space] no label in Jira has a space, so `good first issue` matches none of its tickets
          hint: write it as the tickets have it, such as `good-first-issue`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 0 errors, 1 warning
    --- exit 0
    ");
    assert!(world.targets().is_empty());
    assert!(world.check(&["--strict"]).ends_with("exit 1"));
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:13:11: error[label_with_space] no label in Jira has a space, so `good first issue` matches none of its tickets
          hint: write it as the tickets have it, such as `good-first-issue`
      2 Jira projects with 3 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
    assert!(world.targets().iter().all(|target| !target.contains("first")));
}

#[test]
fn labels_are_asked_for_together() {
    let mut site = whole();
    site.tickets = vec![vec!["label-0"]; 200];
    site.tickets.extend((1..40).map(|number| vec![["label-1", "label-2", "label-3"][number % 3]]));
    let world = site.data_center();
    let labels: Vec<_> = (0..40).map(|number| format!("Label-{number}")).collect();
    world.change(|registry| {
        registry["projects"]["api"]["routing"] = json!({"labels": labels, "jira_projects": ["PAY"]});
        registry["projects"]["web"]["routing"] = json!({"labels": labels, "jira_projects": ["WEB"]});
    });
    let jira = world.jira();
    assert_eq!(codes(&jira), ["label_missing"; 72]);
    let searches = world.targets().iter().filter(|target| target.contains("/search?")).count();
    assert_eq!(searches, 3, "all, all but the one of most tickets, those that nobody has");
    let suggestions = world.targets().iter().filter(|target| target.contains("/suggestions?")).count();
    assert!(suggestions <= 72, "{suggestions}");
}

#[test]
fn a_label_that_only_the_suggestions_know_is_there() {
    let site = whole();
    let world = World::data_center(move |request, _| match request.path().ends_with("/search") {
        true => Answer::json(200, &json!({"issues": [], "total": 0})),
        false => site.answer(request),
    });
    world.sandbox.registry(&registry());
    assert_eq!(codes(&world.jira()), Vec::<&str>::new());
    let site = whole();
    let world = World::data_center(move |request, _| match request.path() {
        path if path.ends_with("/search") => Answer::json(200, &json!({"issues": [], "total": 0})),
        path if path.ends_with("/suggestions") => Answer::json(403, &json!({"errorMessages": []})),
        _ => site.answer(request),
    });
    world.sandbox.registry(&registry());
    assert_eq!(codes(&world.jira()), ["label_missing", "label_missing"]);
}

#[test]
fn one_project_that_is_forbidden_or_not_found_does_not_hide_the_others() {
    for status in [403, 404] {
        let site = whole();
        let world = World::data_center(move |request, _| match request.path().contains("/project/PAY") {
            true => Answer::json(status, &json!({"errorMessages": ["You cannot view this project."]})),
            false => site.answer(request),
        });
        world.change(|registry| registry["projects"]["web"]["routing"]["components"] = json!(["Shop", "Gone"]));
        let jira = world.jira();
        assert_eq!(codes(&jira), ["jira_project_missing", "component_missing"], "{status}");
        assert_eq!(jira["problems"][0]["hint"], "check the key, and what the account may see");
    }
}

#[test]
fn what_jira_refuses_as_a_whole_ends_the_check() {
    let refusing = |end: &'static str, refused: Answer| {
        let site = whole();
        let world = World::data_center(move |request, _| match request.path().ends_with(end) {
            true => refused.clone(),
            false => site.answer(request),
        });
        world.sandbox.registry(&registry());
        world.check(&["--jira"])
    };
    assert_snapshot!(refusing("/project/PAY", Answer::json(401, &json!({"message": "Client must be authenticated"}))), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN: "Client must be authenticated"
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    "#);
    assert_snapshot!(refusing("/project/WEB/components", Answer::html(403)), @"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the components of the Jira project `WEB`
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    ");
    assert_snapshot!(refusing("/search", Answer::json(403, &json!({"errorMessages": ["No."]}))), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the tickets with a label: "No."
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    "#);
    assert_snapshot!(refusing("/project/PAY", Answer::json(200, &json!({"name": "Pay"}))), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the Jira project `PAY`: it has no `key`
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(refusing("/project/PAY/components", Answer::json(200, &json!({}))), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the components of the Jira project `PAY`: it is no list
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
}

#[test]
fn a_busy_jira_is_asked_again() {
    let site = whole();
    let world = World::data_center(move |request, before| match before {
        0 => Answer::html(503).header("Retry-After", "3"),
        _ => site.answer(request),
    });
    world.sandbox.registry(&registry());
    assert_snapshot!(world.check(&["--jira"]), @"
    jira http://127.0.0.1:[PORT]
      2 Jira projects with 3 components read
      1 component is claimed by no project: `PAY: Ledger`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: all in order
    --- stderr
    127.0.0.1:[PORT] answered with status 503: trying again in 3.0 s
    --- exit 0
    ");
}

#[test]
fn without_an_address_nobody_is_asked() {
    let world = whole().data_center().without("SKREG_JIRA_URL").without("SKREG_JIRA_TOKEN");
    let told = world.check(&["--jira"]);
    assert!(
        told.contains("error: Jira is not set up: there is neither an address nor a token") && told.ends_with("exit 2")
    );
    assert!(world.targets().is_empty());
}

#[test]
fn the_credential_goes_where_dispatch_would_send_it_and_nowhere_else() {
    let world = whole().data_center().without("SKREG_JIRA_URL");
    let url = world.server.url();
    world.change(|registry| registry["jira"] = json!({"url": url}));
    let told = world.check(&["--jira"]);
    assert!(told.contains("SKREG_JIRA_TOKEN") && told.ends_with("exit 2"), "a token without a host: {told}");
    assert!(world.targets().is_empty());
    let told =
        whole().data_center().with("SKREG_JIRA_URL", "https://jira.example").check(&["--jira", "--jira-url", &url]);
    assert!(told.ends_with("exit 2"), "{told}");
    assert!(world.targets().is_empty());
    let world = world.with("SKREG_JIRA_URL", format!("{url}/elsewhere"));
    assert!(world.check(&["--jira", "--jira-url", &url]).ends_with("exit 0"), "the same host was named with it");
    assert_eq!(world.targets()[0], "/rest/api/2/project/PAY");
}

#[test]
fn a_folder_without_a_registry_is_refused() {
    let world = whole().data_center();
    assert_snapshot!(world.check(&["profiles/api", "--jira"]), @"
    --- stderr
    error: `--jira` asks about a registry, and `profiles/api` is checked without one
    hint: leave the path out, or name projects of the registry
    --- exit 2
    ");
    assert_snapshot!(world.check(&["--jira-url", "https://jira.example"]), @"
    --- stderr
    error: the following required arguments were not provided:
      --jira

    Usage: skreg check --jira --jira-url <URL> [PROJECT|PATH]...

    For more information, try '--help'.
    --- exit 2
    ");
    assert!(world.targets().is_empty());
    assert!(world.check(&[".", "--jira"]).ends_with("exit 0"), "the central repository has one");
}

#[test]
fn only_the_names_of_the_projects_that_are_named_are_compared() {
    let world =
        Site { projects: vec![place("WEB", &["Other"]), place("PAY", &["Payments", "Shop"])], ..whole() }.data_center();
    assert_snapshot!(world.check(&["api", "--jira"]), @"
    jira http://127.0.0.1:[PORT]
      2 Jira projects with 3 components read
      1 component is claimed by no project: `WEB: Other`
    1 skill and 1 agent as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
}

#[test]
fn a_program_gets_it_as_a_part_of_the_answer() {
    let mut site = whole();
    site.projects[1].components = vec![json!({"name": "Shopping"})];
    let world = site.data_center();
    let mut jira = world.jira();
    jira["url"] = json!(world.server.shown(jira["url"].as_str().unwrap()));
    assert_snapshot!(serde_json::to_string_pretty(&jira).unwrap(), @r#"
    {
      "url": "http://127.0.0.1:[PORT]",
      "complete": true,
      "projects_seen": 2,
      "components_seen": 3,
      "problems": [
        {
          "code": "component_missing",
          "severity": "error",
          "path": "~/code/central/registry.json",
          "line": 30,
          "column": 11,
          "message": "the Jira project `WEB` has no component `Shop`",
          "hint": "did you mean `Shopping`?",
          "pointer": "/projects/web/routing/components/0"
        }
      ],
      "unclaimed": [
        {
          "jira_project": "PAY",
          "component": "Ledger"
        },
        {
          "jira_project": "WEB",
          "component": "Shopping"
        }
      ]
    }
    "#);
    let answer: Value = serde_json::from_str(&world.run_check(&["--jira", "--json"]).stdout).unwrap();
    assert_eq!((&answer["schema"], &answer["ok"], &answer["summary"]["errors"]), (&json!(1), &json!(false), &json!(1)));
    let answer: Value = serde_json::from_str(&world.run_check(&["--json"]).stdout).unwrap();
    assert_eq!(answer.get("jira"), None);
}

#[test]
fn what_a_hostile_jira_calls_things_is_spelled_out() {
    let mut site = Site { tickets: vec![vec!["billing\u{1b}[2J"], vec!["internal"]], ..whole() };
    site.projects[0].components =
        vec![json!({"name": "Payment\u{1b}[2J\nerror: pwned"}), json!({"name": 7}), json!(null)];
    site.projects[1].key = "WEBB\u{202e}".to_owned();
    let world = site.data_center();
    assert_snapshot!(world.check(&["--jira"]), @r"
    jira http://127.0.0.1:[PORT]
        ~/code/central/registry.json:10:11: error[component_missing] the Jira project `PAY` has no component `Payments`
          hint: did you mean `Payment\u{1b}[2J\nerror: pwned`?
        ~/code/central/registry.json:13:11: error[label_missing] no ticket that this account may see has the label `billing`
          hint: did you mean `billing\u{1b}[2J`?
        ~/code/central/registry.json:33:11: error[jira_project_missing] Jira has no project `WEB`, or this account may not see it
          hint: did you mean `WEBB\u{202e}`?
      1 Jira project with 1 component read
      1 component is claimed by no project: `PAY: Payment\u{1b}[2J\nerror: pwned`
    2 skills and 2 agents as Claude Code 2.1.332 reads them: 3 errors, 0 warnings
    --- exit 1
    ");
}

#[test]
fn a_key_that_is_none_is_never_part_of_an_address() {
    let world = whole().data_center();
    world.change(|registry| {
        registry["projects"]["api"]["routing"]["jira_projects"] =
            json!(["..", "PAY/../WEB", "PAY?x=1", "10000", "PAY"]);
    });
    assert_eq!(codes(&world.jira()), ["jira_project_missing"; 4]);
    assert!(
        world
            .targets()
            .iter()
            .all(|target| !target.contains("..") && !target.contains("x=1") && !target.contains("10000"))
    );
}
