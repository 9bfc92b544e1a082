//! What Jira is asked for, how often, and what it refuses.

use insta::assert_snapshot;
use serde_json::json;

use super::site::{Site, codes, place, registry, whole};
use crate::jira::World;
use crate::jira::server::Answer;

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
    let stranger = Answer::json(404, &json!({"errorMessages": ["No project could be found."]}));
    let stranger = stranger.header("X-Seraph-LoginReason", "AUTHENTICATED_FAILED");
    assert_snapshot!(refusing("/project/PAY", stranger), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN: "No project could be found."
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    "#);
    assert_snapshot!(refusing("/project/PAY", Answer::html(404)), @"
    --- stderr
    error: there is no Jira at http://127.0.0.1:[PORT]
    hint: check the address: Jira Data Center often has a path of its own, such as https://jira.example.com/jira
    --- exit 2
    ");
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
fn a_key_that_is_none_is_never_part_of_an_address() {
    let world = whole().data_center();
    world.change(|registry| {
        registry["projects"]["api"]["routing"]["jira_projects"] =
            json!(["..", "PAY/../WEB", "PAY?x=1", "10000", "PAY"]);
    });
    let told = world.check(&["--jira"]);
    assert_eq!(told.matches("is no key of a Jira project").count(), 4, "{told}");
    assert!(world.targets().is_empty(), "nothing is asked while the registry has a problem");
}
