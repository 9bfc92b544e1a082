//! One link per skill and agent, beside the repository's own.

mod name;
mod profile;
mod undo;

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// `api`, with `link` as given, and in its `.claude/skills` a skill of its own.
fn beside_own(link: &str) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    linked(&sandbox, link);
    sandbox.write("api/.claude/skills/own/SKILL.md", "my own");
    sandbox
}

/// Writes `"link"` into the registry.
fn linked(sandbox: &Sandbox, link: &str) {
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "link": link},
    }}));
}

#[test]
fn the_repositorys_own_skills_stay_beside_ours() {
    let sandbox = beside_own("entries");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/own/SKILL.md"), "my own");
    assert_eq!(sandbox.git_status("api"), "?? .claude/\n", "the own skill is for git to see");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.read("api/.git/info/exclude"), @"
    # File patterns to ignore; see `git help ignore` for more information.
    # Lines that start with '#' are comments.
    # >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>
    /.claude/agents/reviewer.md
    /.claude/skills/develop
    # <<< skreg <<<
    ");
}

#[test]
fn what_git_tracks_makes_the_link_one_for_each() {
    let sandbox = beside_own("auto");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn a_second_run_changes_no_file_and_no_time_anywhere() {
    let sandbox = beside_own("entries");
    sandbox.skreg(&["setup"]);
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  2 kept
    nothing to do: 2 kept
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
}

#[test]
fn a_dry_run_changes_nothing_and_ends_as_the_run_would() {
    for is_blocked in [false, true] {
        let sandbox = beside_own("entries");
        if is_blocked {
            sandbox.link("/somewhere/else", "api/.claude/skills/develop");
        }
        // The lock has its folder then.
        sandbox.skreg(&["restore", "api"]);
        let arguments = ["setup", "--link", "entries"];
        let before = sandbox.tree("~");
        let (code, tried) = sandbox.json(&[&arguments[..], &["--dry-run"]].concat());
        assert!(sandbox.tree("~") == before);
        let (real_code, done) = sandbox.json(&arguments);
        assert_eq!(code, real_code);
        assert_eq!(code, Some(i32::from(is_blocked)));
        assert_eq!(tried["projects"], done["projects"]);
    }
}

#[test]
fn what_the_command_line_says_is_kept_for_this_machine() {
    let sandbox = beside_own("directory");
    sandbox.skreg(&["setup", "--link", "entries"]);
    assert_snapshot!(sandbox.read("central/registry.local.json"), @r#"
    {
      "projects": {
        "api": {
          "link": "entries"
        }
      }
    }
    "#);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  2 kept
    nothing to do: 2 kept
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/own/SKILL.md"), "my own");
}

#[test]
fn one_link_becomes_many_and_many_become_one_without_loss() {
    let sandbox = beside_own("directory");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
               the profile lacks `own`: copy from the backup what you want to keep
    2 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    linked(&sandbox, "entries");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      removed  .claude/agents: each skill and agent has a link of its own now
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      removed  .claude/skills: each skill and agent has a link of its own now
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked, 2 removed
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    sandbox.write("api/.claude/skills/later/SKILL.md", "my later");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    linked(&sandbox, "directory");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        real_directory .claude/agents
          expected -> ~/code/central/profiles/api/agents
        wrong_target .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
          one link stands for the whole folder, and `skreg setup` takes it away
        real_directory .claude/skills
          expected -> ~/code/central/profiles/api/skills
          hint: `skreg setup` moves it to the backups and links; `skreg restore` brings it back
        wrong_target .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
          one link stands for the whole folder, and `skreg setup` takes it away
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: one link stands for the whole folder
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      removed  .claude/skills/develop: one link stands for the whole folder
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z-2/skills
               the profile lacks `later`: copy from the backup what you want to keep
    2 linked, 2 removed, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    let backup = |time: &str, rest: &str| sandbox.read(&format!("api/.git/skreg/backups/main/{time}/skills/{rest}"));
    assert_eq!(backup("20300102T030405Z", "own/SKILL.md"), "my own");
    assert_eq!(backup("20300102T030405Z-2", "later/SKILL.md"), "my later");
    assert_eq!(sandbox.content("central/profiles/api/skills").len(), 3);
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn a_folder_of_nothing_but_our_links_becomes_one_without_a_backup() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup", "--link", "entries"]);
    assert_snapshot!(sandbox.skreg(&["setup", "--link", "directory"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: one link stands for the whole folder
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      removed  .claude/skills/develop: one link stands for the whole folder
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    2 linked, 2 removed
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert!(!sandbox.path("api/.git/skreg").exists());
}

#[test]
fn a_name_that_the_repository_has_is_its_own_whatever_is_said() {
    let sandbox = beside_own("entries");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "my develop");
    sandbox.write("api/.claude/agents/reviewer.md", "my reviewer");
    let before = sandbox.content("api/.claude");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      shadowed .claude/agents/reviewer.md: the repository has its own of that name
               hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/agents/reviewer.md`
      shadowed .claude/skills/develop: the repository has its own of that name
               hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/skills/develop`
    2 shadowed by the repository's own
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert!(sandbox.skreg(&["setup", "--force"]).ends_with("exit 1"));
    assert!(sandbox.content("api/.claude") == before);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        shadowed .claude/agents/reviewer.md
          expected -> ~/code/central/profiles/api/agents/reviewer.md
          the repository has its own of that name
          hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/agents/reviewer.md`
        shadowed .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
          the repository has its own of that name
          hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/skills/develop`
    central  ok     ~/code/central
    --- exit 1
    ");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  0 kept, 2 shadowed
    nothing to do: 2 shadowed by the repository's own
    --- exit 0
    ");
    assert!(sandbox.skreg(&["setup", "--force"]).ends_with("exit 0"));
    assert!(sandbox.content("api/.claude") == before);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
        shadowed .claude/agents/reviewer.md: the repository has its own of that name, which git tracks
        shadowed .claude/skills/develop: the repository has its own of that name, which git tracks
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn a_tracked_name_that_is_not_checked_out_stays_gits() {
    let sandbox = beside_own("entries");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "my develop");
    sandbox.commit_all("api");
    sandbox.remove("api/.claude/skills/develop");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      shadowed .claude/skills/develop: git tracks one of that name, which is not checked out here
               hint: `git checkout -- .claude/skills/develop` brings it back; give one of the two another name to have both
    1 linked, 1 shadowed by the repository's own
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), " D .claude/skills/develop/SKILL.md\n");
}

#[test]
fn a_link_of_others_at_an_entry_is_left_alone_unless_forced() {
    let sandbox = beside_own("entries");
    sandbox.write("elsewhere/skill/SKILL.md", "theirs");
    sandbox.link(sandbox.path("elsewhere/skill"), "api/.claude/skills/develop");
    sandbox.link("reviewer.md", "api/.claude/agents/reviewer.md");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      blocked  .claude/agents/reviewer.md: it is a link that leads back to itself, and not one of ours
               hint: take it away, or run again with `--force`, which moves it to the backups
      blocked  .claude/skills/develop: it is a link to `[ROOT]/home/code/elsewhere/skill`, which is not ours
               hint: take it away, or run again with `--force`, which moves it to the backups
    2 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        loop .claude/agents/reviewer.md -> reviewer.md
          expected -> ~/code/central/profiles/api/agents/reviewer.md
          `skreg setup` leaves it alone: it is a link that leads back to itself, and not one of ours
          hint: take it away, or run again with `--force`, which moves it to the backups
        foreign .claude/skills/develop -> ~/code/elsewhere/skill
          expected -> ~/code/central/profiles/api/skills/develop
          `skreg setup` leaves it alone: it is a link to `[ROOT]/home/code/elsewhere/skill`, which is not ours
          hint: take it away, or run again with `--force`, which moves it to the backups
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api
      relinked .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
               the link that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/agents.reviewer.md
      relinked .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
               the link that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
    2 relinked, 2 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.read("elsewhere/skill/SKILL.md"), "theirs");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn links_of_others_of_a_name_that_the_profile_does_not_have_are_left_alone() {
    let sandbox = beside_own("entries");
    sandbox.link("/nowhere/theirs", "api/.claude/skills/theirs");
    sandbox.link("loop", "api/.claude/skills/loop");
    assert_eq!(sandbox.json(&["setup", "--force"]).0, Some(0));
    assert_eq!(
        std::fs::read_link(sandbox.path("api/.claude/skills/theirs")).unwrap().to_str(),
        Some("/nowhere/theirs")
    );
    assert_eq!(std::fs::read_link(sandbox.path("api/.claude/skills/loop")).unwrap().to_str(), Some("loop"));
}

#[test]
fn links_of_ours_to_elsewhere_are_pointed_to_the_right_place_or_taken_away() {
    let sandbox = beside_own("entries");
    sandbox.link("/old/place/profiles/api/skills/develop", "api/.claude/skills/develop");
    sandbox.link("/old/place/profiles/api/skills/left", "api/.claude/skills/left");
    sandbox.link(sandbox.path("central/profiles/gone/skills/other"), "api/.claude/skills/other");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/agents/reviewer.md
          expected -> ~/code/central/profiles/api/agents/reviewer.md
        broken .claude/skills/develop -> /old/place/profiles/api/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
        broken .claude/skills/left -> /old/place/profiles/api/skills/left
          expected -> ~/code/central/profiles/api/skills/left
        broken .claude/skills/other -> ~/code/central/profiles/gone/skills/other
          expected -> ~/code/central/profiles/api/skills/other
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      relinked .claude/skills/develop -> ~/code/central/profiles/api/skills/develop, before -> /old/place/profiles/api/skills/develop
      removed  .claude/skills/left: the profile has nothing to link here
      removed  .claude/skills/other: the profile has nothing to link here
    1 linked, 1 relinked, 2 removed
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
}

/// The links of the project's own worktree.
fn links(sandbox: &Sandbox, answer: &serde_json::Value) -> String {
    let links = format!("{:#}", answer["projects"][0]["worktrees"][0]["links"]);
    links.replace(sandbox.root().to_str().unwrap(), "[ROOT]")
}

#[test]
fn json_has_the_documented_shape() {
    let sandbox = beside_own("entries");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "my develop");
    let (code, answer) = sandbox.json(&["setup"]);
    assert_eq!(code, Some(1));
    assert_snapshot!(links(&sandbox, &answer), @r#"
    [
      {
        "path": ".claude/agents/reviewer.md",
        "target": "[ROOT]/home/code/central/profiles/api/agents/reviewer.md",
        "action": "linked",
        "replaced": null,
        "backup": null,
        "was": null,
        "reason": null,
        "hint": null
      },
      {
        "path": ".claude/skills/develop",
        "target": "[ROOT]/home/code/central/profiles/api/skills/develop",
        "action": "shadowed",
        "replaced": null,
        "backup": null,
        "was": null,
        "reason": "the repository has its own of that name",
        "hint": "give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/skills/develop`"
      }
    ]
    "#);
    let (code, answer) = sandbox.json(&["status"]);
    assert_eq!(code, Some(1));
    assert_snapshot!(links(&sandbox, &answer), @r#"
    [
      {
        "path": ".claude/agents/reviewer.md",
        "state": "ok",
        "dangling": false,
        "expected": "[ROOT]/home/code/central/profiles/api/agents/reviewer.md",
        "found": "[ROOT]/home/code/central/profiles/api/agents/reviewer.md",
        "reason": null,
        "hint": null
      },
      {
        "path": ".claude/skills/develop",
        "state": "shadowed",
        "dangling": false,
        "expected": "[ROOT]/home/code/central/profiles/api/skills/develop",
        "found": null,
        "reason": "the repository has its own of that name",
        "hint": "give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/skills/develop`"
      }
    ]
    "#);
}

#[test]
fn the_registry_is_found_through_the_links_of_skills_alone() {
    let sandbox = beside_own("entries");
    sandbox.link("/nowhere/theirs", "api/.claude/skills/a-link-of-others");
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg_in("api", &["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    sandbox.write("api/src/deep/file", "");
    assert_eq!(sandbox.skreg_in("api/src/deep", &["status"]), sandbox.skreg_in("api", &["status"]));
}
