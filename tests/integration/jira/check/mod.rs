//! `skreg check --jira`: the registry held against what Jira has.

mod asking;
mod site;

use insta::assert_snapshot;
use serde_json::{Value, json};

use self::site::{Site, codes, place, registry, whole};
use super::World;
use super::server::{Answer, Request};

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
