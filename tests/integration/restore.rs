//! `skreg restore`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// A real `.claude/skills` with everything that a careless copy would lose.
fn awkward_skills(sandbox: &Sandbox) {
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.write("api/.claude/skills/.hidden/.env", "SECRET=1");
    sandbox.write("api/.claude/skills/mine/run.sh", "#!/bin/sh\n");
    sandbox.write("api/.claude/skills/mine/binary", [0_u8, 159, 146, 150]);
    sandbox.link("SKILL.md", "api/.claude/skills/mine/also");
    sandbox.link("/nowhere", "api/.claude/skills/dangling");
    sandbox.link(".", "api/.claude/skills/mine/loop");
    let odd = sandbox.path("api/.claude/skills").join(OsStr::from_bytes(b"not \xff utf-8\n"));
    write(&odd, "odd");
    mode(&sandbox.path("api/.claude/skills/mine/run.sh"), 0o751);
    mode(&odd, 0o400);
    mode(&sandbox.path("api/.claude/skills/.hidden"), 0o700);
}

fn write(path: &std::path::Path, text: &str) {
    std::fs::write(path, text).unwrap();
}

fn mode(path: &std::path::Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn everything_comes_back_byte_for_byte() {
    let sandbox = Sandbox::with_projects(&["api"]);
    awkward_skills(&sandbox);
    let (before, status) = (sandbox.tree("api/.claude/skills"), sandbox.git_status("api"));
    sandbox.skreg(&["setup"]);
    assert_eq!(sandbox.git_status("api"), "");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.tree("api/.claude/skills") == before);
    assert_eq!(sandbox.git_status("api"), status);
    assert!(!sandbox.path("api/.git/skreg/backups/main").exists(), "an emptied folder of backups is taken away");
}

#[test]
fn a_second_run_changes_nothing() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.skreg(&["setup"]);
    sandbox.skreg(&["restore", "api"]);
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      nothing to do: no link of ours, and nothing to put back
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
}

#[test]
fn a_restore_sticks_until_linking_is_turned_on_again() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.skreg(&["setup"]);
    sandbox.skreg(&["restore", "api"]);
    assert_eq!(
        sandbox.read("central/registry.local.json"),
        "{\n  \"projects\": {\n    \"api\": {\n      \"link\": \"off\"\n    }\n  }\n}\n"
    );
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api: turned off here; `skreg setup api --link auto` turns it on
    web  ~/code/web  2 kept
    nothing to do: 2 kept
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      off    ~/code/api
    web      ok     ~/code/web
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "api", "--link", "auto"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn edits_after_set_up_stay_in_the_central_repository() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/develop/SKILL.md", "as it was");
    sandbox.skreg(&["setup"]);
    sandbox.write("api/.claude/skills/develop/SKILL.md", "edited through the link");
    sandbox.skreg(&["restore", "api"]);
    assert_eq!(sandbox.read("api/.claude/skills/develop/SKILL.md"), "as it was");
    assert_eq!(sandbox.read("central/profiles/api/skills/develop/SKILL.md"), "edited through the link");
}

/// Three backups, the newest of `third`.
fn three_backups() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    for text in ["first", "second", "third"] {
        sandbox.write("api/.claude/skills/mine/SKILL.md", text);
        sandbox.skreg(&["setup"]);
        if text != "third" {
            sandbox.remove("api/.claude/skills");
        }
    }
    sandbox
}

#[test]
fn the_newest_of_several_backups_comes_back() {
    let sandbox = three_backups();
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--list"]), @"
    PROJECT  TIME                HOLDS   FOLDER
    api      20300102T030405Z-3  skills  ~/code/api/.git/skreg/backups/main/20300102T030405Z-3
    api      20300102T030405Z-2  skills  ~/code/api/.git/skreg/backups/main/20300102T030405Z-2
    api      20300102T030405Z    skills  ~/code/api/.git/skreg/backups/main/20300102T030405Z
    --- exit 0
    ");
    sandbox.skreg(&["restore", "api"]);
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "third");
}

#[test]
fn a_chosen_backup_comes_back() {
    let sandbox = three_backups();
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--at", "20300102T030405Z-2"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z-2/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "second");
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--at", "19990101T000000Z"]), @"
    api  ~/code/api
      failed   there is no backup of `19990101T000000Z`
               hint: the newest are `20300102T030405Z-3`, `20300102T030405Z`; `skreg restore api --list` shows all
    --- exit 1
    ");
}

#[test]
fn an_unknown_time_where_there_is_no_backup() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--at", "19990101T000000Z"]), @"
    api  ~/code/api
      failed   there is no backup of `19990101T000000Z`
               hint: there is no backup here at all; without `--at` only the links are taken away
    --- exit 1
    ");
}

#[test]
fn a_restore_that_is_done_does_not_reach_for_an_older_backup() {
    let sandbox = three_backups();
    sandbox.skreg(&["restore", "api"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      nothing to do: no link of ours, and nothing to put back
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "third");
}

#[test]
fn something_real_in_the_way_is_blocked_unless_forced() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.skreg(&["setup"]);
    sandbox.remove("api/.claude/skills");
    sandbox.write("api/.claude/skills/theirs/SKILL.md", "written by another tool");
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      blocked  .claude/skills: something that is not ours stands here, and a backup is to come back
               hint: run again with `--force`, which moves it to the backups first
    --- exit 1
    ");
    assert!(sandbox.tree("~") == before, "nothing at all is changed, the other link included");
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--force"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
               what stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z-2/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "mine");
    assert_eq!(
        sandbox.read("api/.git/skreg/backups/main/20300102T030405Z-2/skills/theirs/SKILL.md"),
        "written by another tool"
    );
}

#[test]
fn a_link_of_others_is_not_taken_away() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("/somewhere/else", "api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      nothing to do: no link of ours, and nothing to put back
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.path("api/.claude/skills").is_symlink());
}

#[test]
fn a_forced_set_up_of_a_link_of_others_comes_back_as_that_link() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("/somewhere/else", "api/.claude/skills");
    sandbox.skreg(&["setup", "--force"]);
    sandbox.skreg(&["restore", "api"]);
    assert_eq!(std::fs::read_link(sandbox.path("api/.claude/skills")).unwrap().to_str(), Some("/somewhere/else"));
}

#[test]
fn a_dry_run_changes_nothing() {
    let sandbox = three_backups();
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--dry-run"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z-3/skills
    dry run, nothing was changed
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
}

#[test]
fn the_skills_of_the_home_directory_come_back_too() {
    let sandbox = Sandbox::with_projects(&[]);
    sandbox.write("central/dispatch-skill/SKILL.md", "ours");
    sandbox.write("~/.claude/skills/dispatch/SKILL.md", "my own");
    sandbox.write("~/.claude/skills/other/SKILL.md", "other");
    sandbox.registry(&json!({"version": 1, "global": {"skills": {"dispatch": "dispatch-skill"}}, "projects": {}}));
    std::fs::create_dir_all(sandbox.path("central/profiles")).unwrap();
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    global  ~
      linked   .claude/skills/dispatch -> ~/code/central/dispatch-skill
               the directory that stood there is now ~/.claude/skreg-backups/20300102T030405Z/dispatch
    1 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.read("~/.claude/skills/dispatch/SKILL.md"), "ours");
    assert_snapshot!(sandbox.skreg(&["restore", "--global", "--list"]), @"
    PROJECT  TIME              HOLDS     FOLDER
    global   20300102T030405Z  dispatch  ~/.claude/skreg-backups/20300102T030405Z
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "--global"]), @"
    global  ~
      restored .claude/skills/dispatch from ~/.claude/skreg-backups/20300102T030405Z/dispatch
      linking is off here now; `skreg setup --global --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("~/.claude/skills/dispatch/SKILL.md"), "my own");
    assert_eq!(sandbox.read("~/.claude/skills/other/SKILL.md"), "other");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    nothing to do: no links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--global", "--link", "auto"]), @"
    global  ~
      linked   .claude/skills/dispatch -> ~/code/central/dispatch-skill
               the directory that stood there is now ~/.claude/skreg-backups/20300102T030405Z/dispatch
    1 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.read("~/.claude/skills/dispatch/SKILL.md"), "ours");
}

#[test]
fn json_tells_each_place() {
    let sandbox = three_backups();
    let ran = sandbox.run(sandbox.command("central", &["restore", "api", "--json"]), "");
    assert_snapshot!(ran, @r#"
    {
      "schema": 1,
      "dry_run": false,
      "ok": true,
      "places": [
        {
          "project": "api",
          "path": "[ROOT]/home/code/api",
          "ok": true,
          "error": null,
          "hint": null,
          "worktrees": [
            {
              "path": "[ROOT]/home/code/api",
              "links": [
                {
                  "path": ".claude/agents",
                  "action": "removed",
                  "from": null,
                  "backup": null,
                  "reason": null,
                  "hint": null
                },
                {
                  "path": ".claude/skills",
                  "action": "restored",
                  "from": "[ROOT]/home/code/api/.git/skreg/backups/main/20300102T030405Z-3/skills",
                  "backup": null,
                  "reason": null,
                  "hint": null
                }
              ]
            }
          ],
          "skipped": [],
          "exclude": {
            "added": [],
            "removed": [
              "/.claude/agents",
              "/.claude/skills"
            ]
          },
          "grants": []
        }
      ]
    }
    --- exit 0
    "#);
}

#[test]
fn a_repository_that_is_not_there_is_told() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.remove("api");
    assert_snapshot!(sandbox.skreg(&["restore", "api", "web"]), @"
    api  ~/code/api
      failed   the repository is not on this machine
    web  ~/code/web
      nothing to do: no link of ours, and nothing to put back
      linking is off here now; `skreg setup web --link auto` turns it on again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["restore"]), @"
    --- stderr
    error: it is not said what to restore
    hint: name projects, or `--global` for the home directory
    --- exit 2
    ");
}

/// The folder that the links stood in stays with what comes back into it.
#[test]
fn what_gave_way_to_an_entry_link_comes_back() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("../../../elsewhere/develop", "api/.claude/skills/develop");
    let before = sandbox.content("api/.claude");
    sandbox.skreg(&["setup", "--link", "entries", "--force"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: our link, and nothing to put back
      restored .claude/skills/develop from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.content("api/.claude") == before);
}

#[test]
fn a_backup_comes_back_also_where_the_registry_asks_for_other_folders_by_now() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.skreg(&["setup"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "targets": ["agents"]},
    }}));
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .agents/skills: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "mine");
}
