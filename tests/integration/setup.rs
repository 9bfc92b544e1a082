//! `skreg setup`.

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

#[test]
fn links_the_profile_of_every_project() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    let (linked, central) = ("api/.claude/skills/develop/SKILL.md", "central/profiles/api/skills/develop/SKILL.md");
    assert_eq!(sandbox.read(linked), sandbox.read(central));
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn a_second_run_changes_no_file_and_no_time_anywhere() {
    let sandbox = Sandbox::with_projects(&["api", "data", "web"]);
    sandbox.skill("shared", "dispatch");
    sandbox.registry(&json!({
        "version": 1,
        "workspace": "~/code",
        "global": {"skills": {"dispatch": "profiles/shared/skills/dispatch"}},
        "projects": {
            "api": {"repo": "api", "profile": "api"},
            "data": {"repo": "data", "profile": "data"},
            "web": {"repo": "web", "profile": "web"},
        },
    }));
    let (code, first) = sandbox.json(&["setup"]);
    assert_eq!((code, &first["summary"]["linked"]), (Some(0), &json!(6)));
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  2 kept
    data  ~/code/data  2 kept
    web  ~/code/web  2 kept
    global  ~
      kept     .claude/skills/dispatch -> ~/code/central/profiles/shared/skills/dispatch
    nothing to do: 7 kept
    --- exit 0
    ");
    let (_, second) = sandbox.json(&["setup"]);
    assert_eq!((&second["summary"]["kept"], &second["summary"]["linked"]), (&json!(6), &json!(0)));
    assert!(sandbox.tree("~") == before);
}

#[test]
fn a_dry_run_changes_nothing_and_tells_the_same() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["setup", "--dry-run"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stands there would be moved to the backups
               the profile lacks `mine`: copy from the backup what you want to keep
    dry run, nothing was changed: 2 linked
    next: run `skreg setup` without `--dry-run`
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
    sandbox.skreg(&["setup"]);
    let after = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["setup", "-n"]), @"
    api  ~/code/api  2 kept
    nothing to do: 2 kept
    --- exit 0
    ");
    assert!(sandbox.tree("~") == after);
}

#[test]
fn a_dry_run_ends_as_the_run_would() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("/somewhere/else", "api/.claude/skills");
    let (dry, _) = sandbox.json(&["setup", "--dry-run"]);
    let (real, _) = sandbox.json(&["setup"]);
    assert_eq!((dry, real), (Some(1), Some(1)));
}

#[test]
fn what_stood_there_is_moved_to_a_backup_that_git_does_not_see() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "my own develop");
    sandbox.write("api/.claude/settings.local.json", "{}");
    let before = sandbox.content("api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
               the profile lacks `mine`: copy from the backup what you want to keep
    2 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert!(sandbox.content("api/.git/skreg/backups/main/20300102T030405Z/skills") == before);
    assert_eq!(sandbox.git_status("api"), "?? .claude/\n");
    assert_eq!(sandbox.git("api", &["status", "--short", "-uall"]), "?? .claude/settings.local.json\n");
}

#[test]
fn a_backup_is_never_put_over_another() {
    let sandbox = Sandbox::with_projects(&["api"]);
    for text in ["first", "second", "third"] {
        sandbox.write("api/.claude/skills/mine/SKILL.md", text);
        sandbox.skreg(&["setup"]);
        sandbox.remove("api/.claude/skills");
    }
    let backup = |folder: &str| sandbox.read(&format!("api/.git/skreg/backups/main/{folder}/skills/mine/SKILL.md"));
    assert_eq!(backup("20300102T030405Z"), "first");
    assert_eq!(backup("20300102T030405Z-2"), "second");
    assert_eq!(backup("20300102T030405Z-3"), "third");
}

#[test]
fn a_folder_that_git_tracks_is_left_alone() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.write("api/.claude/skills/review/SKILL.md", "tracked");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
    sandbox.remove("api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup", "api"]), @"
    api  ~/code/api
      kept     .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    1 linked, 1 kept
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn a_link_of_others_is_left_alone_unless_forced() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("elsewhere/skills/mine/SKILL.md", "mine");
    sandbox.link(sandbox.path("elsewhere/skills"), "api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      blocked  .claude/skills: it is a link to `[ROOT]/home/code/elsewhere/skills`, which is not ours
               hint: take it away, or run again with `--force`, which moves it to the backups
    1 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api
      kept     .claude/agents -> ~/code/central/profiles/api/agents
      relinked .claude/skills -> ~/code/central/profiles/api/skills
               the link that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
    1 relinked, 1 kept, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    let backup = sandbox.path("api/.git/skreg/backups/main/20300102T030405Z/skills");
    assert_eq!(std::fs::read_link(backup).unwrap(), sandbox.path("elsewhere/skills"));
    assert_eq!(sandbox.read("elsewhere/skills/mine/SKILL.md"), "mine");
}

#[test]
fn a_link_of_ours_to_elsewhere_is_pointed_to_the_right_place() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.link(sandbox.path("central/profiles/web/skills"), "api/.claude/skills");
    sandbox.link("/old/place/profiles/api/agents", "api/.claude/agents");
    assert_snapshot!(sandbox.skreg(&["setup", "api"]), @"
    api  ~/code/api
      relinked .claude/agents -> ~/code/central/profiles/api/agents, before -> /old/place/profiles/api/agents
      relinked .claude/skills -> ~/code/central/profiles/api/skills, before -> ~/code/central/profiles/web/skills
    2 relinked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn links_follow_a_central_repository_that_was_moved() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    std::fs::rename(sandbox.path("central"), sandbox.path("moved")).unwrap();
    assert_snapshot!(sandbox.skreg_in("moved", &["setup"]), @"
    api  ~/code/api
      relinked .claude/agents -> ~/code/moved/profiles/api/agents, before -> ~/code/central/profiles/api/agents
      relinked .claude/skills -> ~/code/moved/profiles/api/skills, before -> ~/code/central/profiles/api/skills
    2 relinked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("moved", &["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/moved
    --- exit 0
    ");
}

#[test]
fn the_right_link_by_another_spelling_is_kept() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("../../central/profiles/api/skills", "api/.claude/skills");
    let (_, answer) = sandbox.json(&["setup"]);
    assert_eq!(answer["projects"][0]["worktrees"][0]["links"][1]["action"], "kept");
}

#[test]
fn an_empty_profile_never_replaces_what_holds_something() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/skills/develop");
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      blocked  .claude/skills: the profile's `[ROOT]/home/code/central/profiles/api/skills` is empty and would hide what stands here
               hint: put something into the profile first
    1 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    sandbox.remove("central/profiles/api/skills");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  1 kept
    nothing to do: 1 kept
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "mine");
}

#[test]
fn a_profile_without_agents_has_nothing_to_link_and_that_is_no_problem() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/agents");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    1 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn a_link_whose_folder_left_the_profile_is_taken_away() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    sandbox.remove("central/profiles/api/agents");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      removed  .claude/agents: the profile has nothing to link here
      kept     .claude/skills -> ~/code/central/profiles/api/skills
    1 removed, 1 kept
    --- exit 0
    ");
    assert!(!sandbox.read("api/.git/info/exclude").contains("agents"));
}

#[test]
fn nothing_is_written_through_a_folder_that_is_a_link() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("elsewhere/keep", "");
    sandbox.link(sandbox.path("elsewhere"), "api/.claude");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      blocked  .claude/agents: its folder is itself a link, and nothing is written through a link
               hint: make it a real folder, then run again
      blocked  .claude/skills: its folder is itself a link, and nothing is written through a link
               hint: make it a real folder, then run again
    2 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.content("elsewhere").len(), 2);
}

#[test]
fn nothing_is_written_through_ignore_rules_that_are_a_link() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("elsewhere/exclude", "*.log\n");
    sandbox.remove("api/.git/info/exclude");
    sandbox.link(sandbox.path("elsewhere/exclude"), "api/.git/info/exclude");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      blocked  .claude/agents: git's local ignore rules, `[ROOT]/home/code/api/.git/info/exclude`, are a link, and nothing is written through a link
               hint: add the rule `/.claude/agents` to them yourself, or make them a file
      blocked  .claude/skills: git's local ignore rules, `[ROOT]/home/code/api/.git/info/exclude`, are a link, and nothing is written through a link
               hint: add the rule `/.claude/skills` to them yourself, or make them a file
    2 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.read("elsewhere/exclude"), "*.log\n");
}

#[test]
fn other_projects_are_done_when_one_fails() {
    let sandbox = Sandbox::with_projects(&["api", "bare", "data", "gone", "web"]);
    sandbox.remove("gone");
    sandbox.remove("data/.git");
    sandbox.remove("bare");
    git2_bare(&sandbox.path("bare"));
    sandbox.write("web/.claude", "a file in the way");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    bare  ~/code/bare: cannot open `[ROOT]/home/code/bare` as a git repository: it is a bare repository, which has no files
    data  ~/code/data: it is no git repository
      hint: make it one with `git init`, or correct `repo` of `data` in the registry
    gone  ~/code/gone: not on this machine
    web  ~/code/web
      blocked  .claude/agents: its folder is a file
               hint: move that away, then run again
      blocked  .claude/skills: its folder is a file
               hint: move that away, then run again
    2 linked, 2 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "gone"]), @"
    gone  ~/code/gone: not on this machine
      hint: clone it to `~/code/gone`, then run `skreg setup gone`
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
}

fn git2_bare(path: &std::path::Path) {
    git2::Repository::init_bare(path).unwrap();
}

#[test]
fn quiet_prints_only_what_is_not_in_order() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.link("/somewhere/else", "web/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup", "--quiet"]), @"
    web  ~/code/web
      blocked  .claude/skills: it is a link to `/somewhere/else`, which is not ours
               hint: take it away, or run again with `--force`, which moves it to the backups
    3 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    sandbox.remove("web/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup", "--quiet"]), @"--- exit 0");
}

#[test]
fn json_has_the_documented_shape() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    let ran = sandbox.run(sandbox.command("central", &["setup", "--json"]), "");
    assert_snapshot!(ran, @r#"
    {
      "schema": 1,
      "dry_run": false,
      "ok": true,
      "projects": [
        {
          "project": "api",
          "repo": "[ROOT]/home/code/api",
          "state": "ok",
          "error": null,
          "hint": null,
          "worktrees": [
            {
              "path": "[ROOT]/home/code/api",
              "links": [
                {
                  "path": ".claude/agents",
                  "target": "[ROOT]/home/code/central/profiles/api/agents",
                  "action": "linked",
                  "replaced": null,
                  "backup": null,
                  "was": null,
                  "reason": null,
                  "hint": null
                },
                {
                  "path": ".claude/skills",
                  "target": "[ROOT]/home/code/central/profiles/api/skills",
                  "action": "linked",
                  "replaced": "directory",
                  "backup": "[ROOT]/home/code/api/.git/skreg/backups/main/20300102T030405Z/skills",
                  "was": null,
                  "reason": null,
                  "hint": null
                }
              ],
              "lacking": [
                "mine"
              ]
            }
          ],
          "skipped": [],
          "exclude": {
            "added": [
              "/.claude/agents",
              "/.claude/skills"
            ],
            "removed": [],
            "error": null
          },
          "grants": []
        }
      ],
      "global": {
        "links": []
      },
      "summary": {
        "cloned": 0,
        "clone_failed": 0,
        "linked": 2,
        "relinked": 0,
        "kept": 0,
        "removed": 0,
        "shadowed": 0,
        "blocked": 0,
        "failed": 0,
        "backups": 1
      }
    }
    --- exit 0
    "#);
}

#[test]
fn an_unknown_project_is_refused_with_the_nearest_name() {
    let sandbox = Sandbox::with_projects(&["payments-api"]);
    assert_snapshot!(sandbox.skreg(&["setup", "payment-api"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `payment-api`
    hint: did you mean `payments-api`?
    --- exit 2
    ");
}
