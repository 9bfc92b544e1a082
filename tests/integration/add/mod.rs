//! `skreg add`.

mod bytes;
mod detect;
mod place;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A central repository with a shared skill and agent, a workspace, and no projects.
fn central() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {}}));
    sandbox.skill("shared", "review");
    sandbox.write("central/profiles/shared/agents/critic.md", "---\nname: critic\ndescription: Says no\n---\n");
    sandbox
}

/// The entry of a project in `registry.json`.
fn entry(sandbox: &Sandbox, project: &str) -> Value {
    let registry: Value = serde_json::from_str(&sandbox.read("central/registry.json")).unwrap();
    registry["projects"][project].clone()
}

#[test]
fn registers_a_repository_and_gives_it_a_profile() {
    let sandbox = central();
    sandbox.repository("api");
    assert_snapshot!(sandbox.skreg(&["add", "../api"]), @"
    added  api  ~/code/api
      profile  api
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(sandbox.read_shown("central/registry.json"), @r#"
    {
      "version": 1,
      "workspace": "~/code",
      "projects": {
        "api": {
          "repo": "api",
          "profile": "api",
          "stack": [],
          "default_branch": "main",
          "routing": {
            "components": [],
            "labels": [],
            "keywords": []
          },
          "skills": ["review"],
          "commands": {}
        }
      }
    }
    "#);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.git_status("api"), @"");
}

#[test]
fn a_second_run_has_nothing_to_do() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.skreg(&["add", "../api"]);
    let before = sandbox.tree("central");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "--name", "other"]), @"
    known  api  ~/code/api
    nothing to do: the registry has all of them
    --- exit 0
    ");
    assert_eq!(sandbox.tree("central"), before);
}

#[test]
fn the_profile_includes_what_is_shared_by_committed_relative_links() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.write("central/profiles/shared/skills/README.md", "no skill\n");
    sandbox.write("central/profiles/shared/skills/draft/notes.md", "no skill yet\n");
    sandbox.write("central/profiles/shared/agents/.DS_Store", "");
    sandbox.write("central/profiles/shared/agents/team/lead.md", "");
    sandbox.skreg(&["add", "../api"]);
    let content = sandbox.content("central/profiles/api");
    let links = content.iter().filter(|(_, entry)| entry.contains("link"));
    let links = links.map(|(path, entry)| format!("{} {}", path.display(), entry.split_once("link ").unwrap().1));
    assert_snapshot!(links.collect::<Vec<_>>().join("\n"), @"
    agents/critic.md ../../shared/agents/critic.md
    agents/team ../../shared/agents/team
    skills/review ../../shared/skills/review
    ");
    sandbox.git("central", &["init", "-q"]);
    sandbox.git("central", &["add", "-A"]);
    assert_snapshot!(sandbox.git("central", &["ls-files", "-s", "profiles/api"]), @"
    120000 0a5c965873e9cc321d5275ab02b3e09be7bb77e6 0	profiles/api/agents/critic.md
    120000 8e8b940fe5774ca14ac761fd14db4c2421d47985 0	profiles/api/agents/team
    100644 0967ef424bce6791893e9a57bb952f80fd536e93 0	profiles/api/config.json
    120000 d2054334bbf5b68b64e4162db39f197a4e152d4b 0	profiles/api/skills/review
    ");
    assert_eq!(
        sandbox.read("central/profiles/api/skills/review/SKILL.md"),
        sandbox.read("central/profiles/shared/skills/review/SKILL.md")
    );
}

#[test]
fn a_profile_that_is_there_keeps_what_it_has() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.skill("team", "review");
    sandbox.skill("team", "deploy");
    sandbox.write("central/profiles/team/config.json", "{ \"review\": {} }\n");
    let before = sandbox.tree("central/profiles/team/skills/review");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "--name", "payments", "--profile", "team"]), @"
    added  payments  ~/code/api
      profile  team
      skills   deploy, review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_eq!(sandbox.tree("central/profiles/team/skills/review"), before);
    assert_eq!(sandbox.read("central/profiles/team/config.json"), "{ \"review\": {} }\n");
    assert_eq!(entry(&sandbox, "payments")["profile"], "team");
}

#[test]
fn several_paths_may_share_a_new_profile() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.repository("web");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "../web", "../api/.git/..", "--profile", "all"]), @"
    added  api  ~/code/api
      profile  all
      skills   review
      branch   main
    added  web  ~/code/web
      profile  all
      skills   review
      branch   main
    known  api  ~/code/api
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn good_paths_are_done_beside_bad_ones() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.repository("web");
    sandbox.repository("-x");
    sandbox.repository("sub/web");
    sandbox.write("plain/file", "");
    sandbox.link("loop", "loop");
    sandbox.git("", &["init", "-q", "--bare", "bare.git"]);
    let paths = [
        "../api",
        "../nowhere",
        "../plain",
        "../plain/file",
        "../loop",
        "../bare.git",
        "../-x",
        "../sub/web",
        "../web",
        ".",
    ];
    let arguments: Vec<_> = ["add"].into_iter().chain(paths).collect();
    sandbox.git("central", &["init", "-q"]);
    assert_snapshot!(sandbox.skreg(&arguments), @"
    added  api  ~/code/api
      profile  api
      skills   review
      branch   main
    failed ~/code/nowhere: it does not exist
    failed ~/code/plain: it is in no git repository
      hint: run `git init` there first
    failed ~/code/plain/file: it is a file
      hint: give the folder of a repository
    failed ~/code/loop: it is a link that leads back to itself
    failed ~/code/bare.git: cannot open `[ROOT]/home/code/bare.git` as a git repository: it is a bare repository, which has no files
    failed ~/code/-x: `-x` is not one plain path component
      hint: give one of letters, digits, `-`, `_` and `.` with `--name`, which begins with no `-` or `.`
    added  web  ~/code/sub/web
      profile  web
      skills   review
      branch   main
    failed ~/code/web: another of the paths is called `web`, too
      hint: register this one alone, with a name of its own: `--name`
    failed ~/code/central: its repository holds the central repository, which needs no links
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 1
    ");
    assert_eq!(
        (entry(&sandbox, "api")["repo"].as_str(), entry(&sandbox, "web")["repo"].as_str()),
        (Some("api"), Some("sub/web"))
    );
}

#[test]
fn a_profile_that_cannot_be_made_is_one_failure_among_others() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.repository("web");
    sandbox.write("central/profiles/api", "a file\n");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "../web"]), @"
    failed ~/code/api: cannot make the folder `[ROOT]/home/code/central/profiles/api`: File exists (os error 17)
    added  web  ~/code/web
      profile  web
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 1
    ");
    assert_eq!(entry(&sandbox, "api"), Value::Null);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn the_home_directory_is_no_project() {
    let sandbox = central();
    sandbox.git("~", &["init", "-q"]);
    sandbox.write("plain/file", "");
    let before = sandbox.tree("central");
    assert_snapshot!(sandbox.skreg(&["add", "../plain"]), @"
    failed ~/code/plain: its repository is the home directory, whose `.claude` is the user's own
      hint: run `git init` in the folder that is to be a project
    --- exit 1
    ");
    assert_eq!(sandbox.tree("central"), before);
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.repository("other/api");
    sandbox.skreg(&["add", "../api"]);
    assert_snapshot!(sandbox.skreg(&["add", "../other/api"]), @"
    failed ~/code/other/api: the registry has a project `api` already, at `[ROOT]/home/code/api`
      hint: give this one another name with `--name`, or, if it is the same project, write its place into `registry.local.json`
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../other/api", "--name", "api2"]), @"
    added  api2  ~/code/other/api
      profile  api2
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn names_stay_plain() {
    let sandbox = central();
    sandbox.repository("api");
    let before = sandbox.tree("central");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "--name", "../evil"]), @"
    failed ~/code/api: `../evil` is not one plain path component
      hint: give one of letters, digits, `-`, `_` and `.` with `--name`, which begins with no `-` or `.`
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "--name", ""]), @"
    failed ~/code/api: `` is not one plain path component
      hint: give one of letters, digits, `-`, `_` and `.` with `--name`, which begins with no `-` or `.`
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "--profile", "a/b"]), @"
    failed ~/code/api: `a/b` is not one plain path component
      hint: give one of letters, digits, `-`, `_` and `.` with `--profile`, which begins with no `-` or `.`
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../api", "../web", "--name", "x"]), @"
    --- stderr
    error: `--name`, `--component`, `--label` and `--keyword` are for one project, and several paths are given
    hint: add them one by one
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["add"]), @"
    --- stderr
    error: the following required arguments were not provided:
      <PATHS>...

    Usage: skreg add <PATHS>...

    For more information, try '--help'.
    --- exit 2
    ");
    assert_eq!(sandbox.tree("central"), before);
}

#[test]
fn signals_may_be_given_at_once() {
    let sandbox = central();
    sandbox.repository("api");
    let arguments = [
        "add",
        "../api",
        "--component",
        "Payments",
        "--label",
        "billing",
        "--keyword",
        "card token",
        "--keyword",
        "refund",
    ];
    assert_snapshot!(sandbox.skreg(&arguments), @"
    added  api  ~/code/api
      profile  api
      skills   review
      branch   main
    next: `skreg setup` links it
    --- exit 0
    ");
    assert_eq!(
        entry(&sandbox, "api")["routing"],
        json!({"components": ["Payments"], "labels": ["billing"], "keywords": ["card token", "refund"]})
    );
    sandbox.repository("web");
    let before = sandbox.tree("central");
    assert_snapshot!(sandbox.skreg(&["add", "../web", "--label", " "]), @"
    --- stderr
    error: a blank component, label or keyword can match nothing
    hint: leave it out
    --- exit 2
    ");
    assert_eq!(sandbox.tree("central"), before);
}

#[test]
fn answers_in_json() {
    let sandbox = central();
    sandbox.repository("api");
    let (code, answer) = sandbox.json(&["add", "../api", "../nowhere"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        answer,
        json!({
            "schema": 1,
            "ok": false,
            "projects": [
                {
                    "project": "api", "repo": "[ROOT]/home/code/api", "action": "added", "local_repo": null, "profile": "api",
                    "stack": [], "commands": {}, "default_branch": "main", "remote": null, "skills": ["review"], "notes": [],
                    "error": null, "hint": null
                },
                {
                    "project": null, "repo": "[ROOT]/home/code/nowhere", "action": "failed", "local_repo": null,
                    "profile": null, "stack": [], "commands": {}, "default_branch": null, "remote": null, "skills": [],
                    "notes": [], "error": "it does not exist", "hint": null
                }
            ]
        })
    );
}

#[test]
fn a_broken_registry_is_left_alone() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.write("central/registry.json", "{\"version\": 1, \"projects\": {},}");
    let before = sandbox.tree("central");
    let (code, answer) = sandbox.json(&["add", "../api"]);
    assert_eq!((code, answer["error"]["problems"][0]["line"].as_u64()), (Some(2), Some(1)));
    assert_eq!(sandbox.tree("central"), before);
}

#[test]
fn nothing_is_written_through_a_link() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.write("elsewhere.json", sandbox.read("central/registry.json"));
    sandbox.remove("central/registry.json");
    sandbox.link("../elsewhere.json", "central/registry.json");
    assert_snapshot!(sandbox.skreg(&["add", "../api"]), @"
    --- stderr
    error: cannot write `[ROOT]/home/code/central/registry.json`
      it is a symbolic link, and nothing is written through a link
    --- exit 2
    ");
    assert!(!sandbox.read("elsewhere.json").contains("api"));
}
