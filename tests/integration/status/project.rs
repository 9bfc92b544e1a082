//! Every state of a project, of the global skills, and the shape of the answer.

use insta::assert_snapshot;
use serde_json::json;

use super::linked;
use crate::sandbox::Sandbox;

fn one_project(repo: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    let project = json!({"repo": repo, "profile": "api"});
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {"api": project}}));
    sandbox.skill("api", "develop");
    sandbox
}

#[test]
fn a_repository_that_is_not_here_is_absent_and_no_error_unless_named() {
    let sandbox = one_project("api");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      absent  ~/code/api
    central  ok      ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status", "api"]), @"
    api      absent  ~/code/api
          hint: clone it to `~/code/api`, then run `skreg setup api`
    central  ok      ~/code/central
    --- exit 1
    ");
    assert_eq!(sandbox.json(&["status"]).1["ok"], true);
    assert_eq!(sandbox.json(&["status", "api"]).1["ok"], false);
}

#[test]
fn a_link_to_a_repository_that_is_gone_is_absent() {
    let sandbox = one_project("api");
    sandbox.link("nowhere", "api");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      absent  ~/code/api
    central  ok      ~/code/central
    --- exit 0
    ");
}

#[test]
fn a_project_that_is_turned_off_is_not_looked_at() {
    let sandbox = linked();
    sandbox.remove("api/.claude/skills");
    sandbox
        .write("central/registry.local.json", r#"{"projects": {"api": {"link": "off"}}, "global": {"link": "off"}}"#);
    assert_snapshot!(sandbox.skreg(&["status", "api"]), @"
    api      off    ~/code/api
    global   off    ~
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn a_plain_folder_is_no_repository() {
    let sandbox = one_project("api");
    sandbox.write("api/README.md", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      not_a_repo  ~/code/api
        it is no git repository of its own
          hint: make it one with `git init`, or correct `repo` of `api` in the registry
    central  ok          ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_folder_below_a_repository_of_dotfiles_is_no_repository() {
    for home in ["~", "~/.."] {
        let sandbox = one_project("api");
        sandbox.write("api/README.md", "");
        sandbox.git(home, &["init", "-q"]);
        assert!(sandbox.skreg(&["status"]).starts_with("api      not_a_repo  ~/code/api\n"), "{home}");
    }
}

#[test]
fn a_repository_of_its_own_below_dotfiles_is_one() {
    let sandbox = linked();
    sandbox.git("~", &["init", "-q"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn a_bare_repository_is_an_error() {
    let sandbox = one_project("api.git");
    git2::Repository::init_bare(sandbox.path("api.git")).unwrap();
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api.git
        cannot open `[ROOT]/home/code/api.git` as a git repository: it is a bare repository, which has no files
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_corrupt_repository_is_an_error() {
    let sandbox = one_project("api");
    sandbox.write("api/.git", "gitdir: /nowhere/at/all\n");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        `[ROOT]/home/code/api/.git` is there, and git cannot use it: it is broken or leads nowhere
    central  ok     ~/code/central
    --- exit 1
    ");
    sandbox.write("api/.git", "nonsense");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        cannot open `[ROOT]/home/code/api` as a git repository: the `.git` file at '[ROOT]/home/code/api/.git' is malformed
    central  ok     ~/code/central
    --- exit 1
    ");
    sandbox.remove("api/.git");
    sandbox.write("api/.git/HEAD", "nonsense");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        `[ROOT]/home/code/api/.git` is there, and git cannot use it: it is broken or leads nowhere
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_folder_of_gits_own_is_an_error() {
    for folder in ["api/.git", "api/.git/info"] {
        let sandbox = one_project(folder);
        sandbox.repository("api");
        let told = sandbox.skreg(&["status"]);
        assert!(told.contains(&format!("`[ROOT]/home/code/{folder}` lies in git's own folder\n")), "{told}");
        assert!(sandbox.skreg(&["setup"]).ends_with("exit 1"));
    }
}

#[test]
fn a_submodule_may_be_the_project() {
    let sandbox = one_project("outer/vendor/api");
    sandbox.repository("origin");
    sandbox.repository("outer");
    sandbox.git("outer", &["-c", "protocol.file.allow=always", "submodule", "add", "-q", "../origin", "vendor/api"]);
    assert!(sandbox.skreg(&["setup"]).ends_with("exit 0"));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/outer/vendor/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.git_status("outer/vendor/api"), @"");
}

#[test]
fn a_corrupt_index_is_an_error() {
    let sandbox = linked();
    sandbox.write("api/.git/index", "nonsense");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        cannot ask git about `[ROOT]/home/code/api/.claude/agents`: failed to read index: '[ROOT]/home/code/api/.git/index' no longer exists
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_repository_whose_place_is_a_file_or_a_circle_is_an_error() {
    let sandbox = one_project("api");
    sandbox.write("api", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        `[ROOT]/home/code/api` is a file
    central  ok     ~/code/central
    --- exit 1
    ");
    sandbox.remove("api");
    sandbox.link("api", "api");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        `[ROOT]/home/code/api` is a link that leads back to itself
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_closed_repository_is_an_error() {
    let sandbox = linked();
    sandbox.mode("api", 0o000);
    let told = sandbox.skreg_as_user(&["status"]);
    sandbox.mode("api", 0o755);
    assert_snapshot!(told, @"
    api      error  ~/code/api
        cannot look at `[ROOT]/home/code/api/.git`: Permission denied (os error 13)
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn projects_are_sorted_and_a_fault_of_one_hides_no_other() {
    let sandbox = Sandbox::with_projects(&["web", "api", "größe", "mid"]);
    sandbox.skreg(&["setup"]);
    sandbox.remove("mid");
    sandbox.write("mid", "");
    sandbox.remove("web/.claude/agents");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    größe    ok     ~/code/größe
    mid      error  ~/code/mid
        `[ROOT]/home/code/mid` is a file
    web      drift  ~/code/web
        missing .claude/agents
          expected -> ~/code/central/profiles/web/agents
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["status", "web", "api", "web"]), @"
    api      ok     ~/code/api
    web      drift  ~/code/web
        missing .claude/agents
          expected -> ~/code/central/profiles/web/agents
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn an_unknown_project_is_told_with_the_nearest_name() {
    let sandbox = linked();
    assert_snapshot!(sandbox.skreg(&["status", "app"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `app`
    hint: did you mean `api`?
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["status", "something\u{1b}[2J"]), @r"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `something\u{1b}[2J`
    hint: `skreg list` shows the projects
    --- exit 2
    ");
}

#[test]
fn a_worktree_of_the_repository_may_be_the_project() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("api", &["worktree", "add", "-q", "../feature"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api"}, "feature": {"repo": "feature", "profile": "api"}}}));
    assert!(sandbox.skreg(&["setup"]).ends_with("exit 0"));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    feature  ok     ~/code/feature
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.git_status("feature"), @"");
}

#[test]
fn a_package_of_a_monorepo_may_be_the_project() {
    let sandbox = one_project("mono/packages/api");
    sandbox.repository("mono");
    sandbox.write("mono/packages/api/Cargo.toml", "");
    sandbox.write("mono/packages/api/.claude/skills/own/SKILL.md", "");
    sandbox.commit_all("mono");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/mono/packages/api
        missing .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    sandbox.git("mono", &["rm", "-rq", "packages/api/.claude"]);
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/mono/packages/api
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn a_name_that_would_move_the_cursor_is_spelled_out() {
    let sandbox = one_project("a\u{1b}[2J\nb\u{202e}c");
    assert_snapshot!(sandbox.skreg(&["status"]), @r"
    api      absent  ~/code/a\u{1b}[2J\nb\u{202e}c
    central  ok      ~/code/central
    --- exit 0
    ");
    sandbox.repository("a\u{1b}[2J\nb\u{202e}c");
    sandbox.link("\u{1b}]0;title\u{7}\n", "a\u{1b}[2J\nb\u{202e}c/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["status"]), @r"
    api      drift  ~/code/a\u{1b}[2J\nb\u{202e}c
        foreign .claude/skills -> \u{1b}]0;title\u{7}\n, where nothing stands
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: it is a link to `\u{1b}]0;title\u{7}\n`, which is not ours
          hint: take it away, or run again with `--force`, which moves it to the backups
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn json_tells_all_of_it() {
    let sandbox = linked();
    sandbox.remove("api/.claude/skills");
    sandbox.link("/nonexistent", "api/.claude/skills");
    let mut command = sandbox.command("central", &["status", "--json"]);
    command.arg("api");
    assert_snapshot!(sandbox.run(command, ""), @r#"
    {
      "schema": 1,
      "ok": false,
      "projects": [
        {
          "project": "api",
          "repo": "[ROOT]/home/code/api",
          "state": "drift",
          "error": null,
          "hint": null,
          "worktrees": [
            {
              "path": "[ROOT]/home/code/api",
              "links": [
                {
                  "path": ".claude/skills",
                  "state": "foreign",
                  "dangling": true,
                  "expected": "[ROOT]/home/code/central/profiles/api/skills",
                  "found": "/nonexistent",
                  "reason": "`skreg setup` leaves it alone: it is a link to `/nonexistent`, which is not ours",
                  "hint": "take it away, or run again with `--force`, which moves it to the backups"
                }
              ]
            }
          ],
          "problems": []
        }
      ],
      "global": {
        "state": "ok",
        "links": []
      },
      "central": {
        "path": "[ROOT]/home/code/central",
        "problems": []
      }
    }
    --- exit 1
    "#);
}

#[test]
fn json_of_a_project_in_error_has_the_same_shape() {
    let sandbox = one_project("api");
    sandbox.write("api", "");
    let (code, answer) = sandbox.json(&["status"]);
    assert_eq!(code, Some(1));
    let project = &answer["projects"][0];
    assert_eq!(
        (&project["state"], &project["worktrees"], &project["problems"]),
        (&json!("error"), &json!([]), &json!([]))
    );
    assert!(project["error"].as_str().unwrap().ends_with("` is a file"), "{project}");
}

/// A sandbox with one global skill `dispatch`, linked.
fn global() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("central/dispatch-skill/SKILL.md", "---\nname: dispatch\ndescription: Routes\n---\n");
    sandbox.write("central/profiles/keep", "");
    sandbox.registry(&json!({"version": 1, "global": {"skills": {"dispatch": "dispatch-skill"}}, "projects": {}}));
    assert!(sandbox.skreg(&["setup"]).ends_with("exit 0"));
    sandbox
}

#[test]
fn a_global_skill_has_every_state_of_a_link() {
    let place = "~/.claude/skills/dispatch";
    type Make = fn(&Sandbox, &str);
    let states: [(&str, Make); 9] = [
        ("missing", |_, _| {}),
        ("ok", |sandbox, place| sandbox.link(sandbox.path("central/dispatch-skill"), place)),
        ("ok", |sandbox, place| sandbox.link("../../code/central/dispatch-skill", place)),
        ("wrong_target", |sandbox, place| sandbox.link(sandbox.path("central/profiles"), place)),
        ("broken", |sandbox, place| sandbox.link(sandbox.path("central/gone"), place)),
        ("foreign", |sandbox, place| sandbox.link(sandbox.path("gone/dispatch-skill"), place)),
        ("loop", |sandbox, place| sandbox.link("dispatch", place)),
        ("real_directory", |sandbox, place| sandbox.write(&format!("{place}/SKILL.md"), "")),
        ("foreign", |sandbox, place| sandbox.link("/", place)),
    ];
    for (state, make) in states {
        let sandbox = global();
        sandbox.remove(place);
        make(&sandbox, place);
        let (code, answer) = sandbox.json(&["status"]);
        assert_eq!(answer["global"]["links"][0]["state"], state, "{answer}");
        assert_eq!((code, answer["ok"] == true), (Some(i32::from(state != "ok")), state == "ok"), "{state}");
    }
}

#[test]
fn a_global_skill_that_is_not_in_order_is_told() {
    let sandbox = global();
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    global   ok     ~
    central  ok     ~/code/central
    --- exit 0
    ");
    sandbox.remove("~/.claude/skills/dispatch");
    sandbox.write("~/.claude/skills/dispatch/SKILL.md", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    global   drift  ~
        real_directory .claude/skills/dispatch
          expected -> ~/code/central/dispatch-skill
          hint: `skreg setup` moves it to the backups and links; `skreg restore` brings it back
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    sandbox.remove("~/.claude/skills");
    sandbox.link("../dotfiles", "~/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    global   drift  ~
        missing .claude/skills/dispatch
          expected -> ~/code/central/dispatch-skill
          `skreg setup` leaves it alone: its folder is itself a link, and nothing is written through a link
          hint: make it a real folder, then run again
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn global_skills_that_are_turned_off_are_not_looked_at() {
    let sandbox = global();
    sandbox.remove("~/.claude/skills/dispatch");
    sandbox.write("central/registry.local.json", r#"{"global": {"link": "off"}}"#);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    global   off    ~
    central  ok     ~/code/central
    --- exit 0
    ");
}
