//! Where a repository is and how that is written down.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{central, entry};
use crate::sandbox::Sandbox;

fn local(sandbox: &Sandbox) -> Value {
    match sandbox.path("central/registry.local.json").exists() {
        true => serde_json::from_str(&sandbox.read_shown("central/registry.local.json")).unwrap(),
        false => Value::Null,
    }
}

#[test]
fn a_path_inside_of_a_repository_stands_for_the_whole() {
    let sandbox = central();
    sandbox.repository("team/api");
    sandbox.write("team/api/src/deep/main.rs", "");
    assert_snapshot!(sandbox.skreg(&["add", "../team/api/src/deep"]), @"
    added  api  ~/code/team/api
      profile  api
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_eq!(entry(&sandbox, "api")["repo"], "team/api");
    assert_snapshot!(sandbox.skreg_in("team/api/src", &["add", ".", "--registry", "../../../central"]), @"
    known  api  ~/code/team/api
    nothing to do: the registry has all of them
    --- exit 0
    ");
}

#[test]
fn a_repository_outside_of_the_workspace_gets_a_place_for_this_machine() {
    let sandbox = central();
    sandbox.repository("../elsewhere/api");
    sandbox.repository("../../far/web");
    assert_snapshot!(sandbox.skreg(&["add", "../../elsewhere/api", "../../../far/web"]), @"
    added  api  ~/elsewhere/api
      place    ~/elsewhere/api (in `registry.local.json`)
      profile  api
      skills   review
      branch   main
    added  web  [ROOT]/far/web
      place    [ROOT]/far/web (in `registry.local.json`)
      profile  web
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_eq!(
        (entry(&sandbox, "api")["repo"].as_str(), entry(&sandbox, "web")["repo"].as_str()),
        (Some("api"), Some("web"))
    );
    assert_eq!(
        local(&sandbox),
        json!({"projects": {"api": {"repo": "~/elsewhere/api"}, "web": {"repo": "[ROOT]/far/web"}}})
    );
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/elsewhere/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  [ROOT]/far/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../../elsewhere/api"]), @"
    known  api  ~/elsewhere/api
    nothing to do: the registry has all of them
    --- exit 0
    ");
}

#[test]
fn a_place_for_this_machine_takes_no_other_projects_place_for_the_others() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.repository("../elsewhere/api");
    sandbox.skreg(&["add", "../api"]);
    assert_snapshot!(sandbox.skreg(&["add", "../../elsewhere/api", "--name", "api2"]), @"
    added  api2  ~/elsewhere/api
      place    ~/elsewhere/api (in `registry.local.json`)
      profile  api2
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    sandbox.remove("central/registry.local.json");
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    PROJECT  REPOSITORY            PROFILE  STACK  COMPONENTS  LABELS  KEYWORDS
    api      ~/code/api            api      -      -           -       -
    api2     ~/code/api2 (absent)  api2     -      -           -       -
    --- exit 0
    ");
}

#[test]
fn without_a_workspace_the_place_stands_in_the_registry() {
    let sandbox = central();
    sandbox.registry(&json!({"version": 1, "projects": {}}));
    sandbox.repository("api");
    sandbox.repository("../../far/web");
    assert!(sandbox.skreg(&["add", "../api", "../../../far/web"]).ends_with("exit 0"));
    assert_eq!(entry(&sandbox, "api")["repo"], "~/code/api");
    assert_eq!(entry(&sandbox, "web")["repo"], sandbox.root().join("far/web").to_str().unwrap());
    assert_eq!(local(&sandbox), Value::Null);
}

#[test]
fn odd_names_of_folders_are_read_back_as_they_are() {
    let sandbox = central();
    for folder in ["$HOME", "./~odd", "with space", "größe"] {
        sandbox.repository(folder);
        let said = sandbox.skreg(&["add", &format!("../{folder}")]);
        assert!(said.ends_with("exit 0"), "{said}");
    }
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    PROJECT     REPOSITORY         PROFILE     STACK  COMPONENTS  LABELS  KEYWORDS
    $HOME       ~/code/$HOME       $HOME       -      -           -       -
    größe       ~/code/größe       größe       -      -           -       -
    with space  ~/code/with space  with space  -      -           -       -
    ~odd        ~/code/~odd        ~odd        -      -           -       -
    --- exit 0
    ");
}

#[test]
fn a_symbolic_link_to_a_repository_stands_for_what_it_leads_to() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.link("api", "other-name");
    assert_snapshot!(sandbox.skreg(&["add", "../other-name"]), @"
    added  api  ~/code/api
      profile  api
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../api"]), @"
    known  api  ~/code/api
    nothing to do: the registry has all of them
    --- exit 0
    ");
}

#[test]
fn a_worktree_stands_for_its_main_one() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.git("api", &["worktree", "add", "-q", "../api-feature"]);
    assert_snapshot!(sandbox.skreg(&["add", "../api-feature"]), @"
    added  api  ~/code/api
      profile  api
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_eq!(entry(&sandbox, "api")["repo"], "api");
    assert_snapshot!(sandbox.skreg(&["add", "../api-feature", "../api"]), @"
    known  api  ~/code/api
    known  api  ~/code/api
    nothing to do: the registry has all of them
    --- exit 0
    ");
}

#[test]
fn a_worktree_of_a_bare_repository_is_registered_once() {
    let sandbox = central();
    sandbox.repository("origin");
    sandbox.git("", &["clone", "-q", "--bare", "origin", "app/.bare"]);
    sandbox.git("app/.bare", &["worktree", "add", "-q", "../main", "main"]);
    sandbox.git("app/.bare", &["worktree", "add", "-q", "-b", "feature", "../feature"]);
    assert_snapshot!(sandbox.skreg(&["add", "../app/main", "--name", "app"]), @"
    added  app  ~/code/app/main
      profile  app
      skills   review
      branch   main
      remote   [ROOT]/home/code/origin
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["add", "../app/feature"]), @"
    known  app  ~/code/app/feature
    nothing to do: the registry has all of them
    --- exit 0
    ");
}

#[test]
fn a_repository_inside_of_a_project_is_another_one() {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.repository("api/vendor/lib");
    sandbox.skreg(&["add", "../api"]);
    assert_snapshot!(sandbox.skreg(&["add", "../api/vendor/lib"]), @"
    added  lib  ~/code/api/vendor/lib
      profile  lib
      skills   review
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_eq!(entry(&sandbox, "lib")["repo"], "api/vendor/lib");
}

#[test]
fn a_project_of_the_team_gets_its_place_on_this_machine() {
    let sandbox = central();
    let mut registry = json!({"version": 1, "workspace": "~/code", "projects": {"api": {
        "repo": "payments/api", "profile": "shared", "remote": "git@git.example:acme/api.git"}}});
    sandbox.registry(&registry);
    sandbox.repository("api");
    assert_snapshot!(sandbox.skreg(&["add", "../api"]), @"
    failed ~/code/api: the registry has a project `api` already, at `[ROOT]/home/code/payments/api`
      hint: give this one another name with `--name`, or, if it is the same project, write its place into `registry.local.json`
    --- exit 1
    ");
    sandbox.git("api", &["remote", "add", "origin", "https://git.example/acme/api"]);
    let before = sandbox.tree("central/registry.json");
    assert_snapshot!(sandbox.skreg(&["add", "../api"]), @"
    placed api  ~/code/api
      place    ~/code/api (in `registry.local.json`)
      note     the registry has the project already; only its place on this machine is new
    next: `skreg setup` links it
    --- exit 0
    ");
    assert_eq!(sandbox.tree("central/registry.json"), before);
    assert_eq!(local(&sandbox), json!({"projects": {"api": {"repo": "~/code/api"}}}));
    assert_snapshot!(sandbox.skreg(&["setup", "api"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/shared/agents
      linked   .claude/skills -> ~/code/central/profiles/shared/skills
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    registry["projects"]["api"]["repo"] = json!("api");
    sandbox.registry(&registry);
    assert_snapshot!(sandbox.skreg(&["add", "../api"]), @"
    known  api  ~/code/api
    nothing to do: the registry has all of them
    --- exit 0
    ");
}
