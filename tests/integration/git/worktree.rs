//! Worktrees: added, removed, locked, moved, and those of bare repositories.

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// `api`, all of whose worktrees are linked, with a worktree `wt`.
fn with_worktree(mode: &str) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "link": mode, "worktrees": true},
    }}));
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox
}

#[test]
fn a_worktree_gets_its_links_and_goes_with_them() {
    for mode in ["directory", "entries"] {
        let sandbox = with_worktree(mode);
        assert_eq!(sandbox.json(&["setup"]).0, Some(0));
        assert_eq!(sandbox.git_status("wt"), "");
        sandbox.git("api", &["worktree", "add", "-q", "../later", "-b", "later"]);
        assert_eq!(sandbox.json(&["status"]).0, Some(1), "one that came later lacks its links");
        assert_eq!(sandbox.json(&["setup"]).1["summary"]["linked"], 2);
        let central = sandbox.tree("central/profiles");
        assert_eq!(sandbox.git("api", &["worktree", "remove", "../wt"]), "", "without --force");
        assert_eq!(sandbox.git("api", &["worktree", "remove", "../later"]), "");
        assert!(sandbox.tree("central/profiles") == central);
        assert_eq!(sandbox.json(&["status"]).0, Some(0));
        assert_eq!(sandbox.git_status("api"), "");
    }
}

#[test]
fn what_a_worktree_had_is_kept_when_it_is_removed() {
    let sandbox = with_worktree("directory");
    sandbox.write("wt/.claude/skills/mine/SKILL.md", "mine");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
      worktree ~/code/wt
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/api/.git/skreg/backups/worktree-wt/20300102T030405Z/skills
               the profile lacks `mine`: copy from the backup what you want to keep
    4 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git("api", &["worktree", "remove", "../wt"]), "");
    assert_eq!(sandbox.read("api/.git/skreg/backups/worktree-wt/20300102T030405Z/skills/mine/SKILL.md"), "mine");
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "wt"]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert_eq!(sandbox.read("wt/.claude/skills/mine/SKILL.md"), "mine");
}

#[test]
fn a_locked_worktree_and_one_that_is_gone_are_skipped_with_a_note() {
    let sandbox = with_worktree("auto");
    sandbox.git("api", &["worktree", "add", "-q", "../gone", "-b", "gone"]);
    sandbox.git("api", &["worktree", "lock", "--reason", "on a stick", "../wt"]);
    sandbox.remove("gone");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
      skipped  ~/code/gone: its folder is not there; `git worktree prune` forgets it, `git worktree repair` finds it where it is now
      skipped  ~/code/wt: it is locked (on a stick); `git worktree unlock` frees it
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
        worktree_skipped [ROOT]/home/code/gone: its links are not looked at: its folder is not there
          hint: `git worktree prune` forgets it, `git worktree repair` finds it where it is now
        worktree_skipped [ROOT]/home/code/wt: its links are not looked at: it is locked (on a stick)
          hint: `git worktree unlock` frees it
    central  ok     ~/code/central
    --- exit 0
    ");
    assert!(!sandbox.path("wt/.claude").exists());
}

#[test]
fn a_worktree_that_has_links_is_not_passed_over_in_silence_when_it_is_locked() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox.git("api", &["worktree", "add", "-q", "../plain", "-b", "plain"]);
    sandbox.skreg(&["setup", "--worktrees"]);
    ["wt", "plain"].iter().for_each(|name| drop(sandbox.git("api", &["worktree", "lock", &format!("../{name}")])));
    sandbox.remove("plain/.claude");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  2 kept
      skipped  ~/code/wt: it is locked; `git worktree unlock` frees it
    nothing to do: 2 kept
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
        worktree_skipped [ROOT]/home/code/wt: its links are not looked at: it is locked
          hint: `git worktree unlock` frees it
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      removed  .claude/skills: our link, and nothing to put back
      skipped  ~/code/plain: it is locked; `git worktree unlock` frees it
      skipped  ~/code/wt: it is locked; `git worktree unlock` frees it
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.path("wt/.claude/skills").is_symlink());
    assert_eq!(sandbox.git_status("wt"), "", "its rule stays as long as its link");
}

#[test]
fn a_worktree_that_was_moved_by_hand_is_found_when_git_finds_it() {
    let sandbox = with_worktree("directory");
    sandbox.skreg(&["setup"]);
    std::fs::rename(sandbox.path("wt"), sandbox.path("moved")).unwrap();
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  2 kept
      skipped  ~/code/wt: its folder is not there; `git worktree prune` forgets it, `git worktree repair` finds it where it is now
    nothing to do: 2 kept
    --- exit 0
    ");
    let moved = sandbox.path("moved").display().to_string();
    sandbox.git("api", &["worktree", "repair", &moved]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  4 kept
    nothing to do: 4 kept
    --- exit 0
    ");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn a_bare_repository_is_its_worktrees() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("", &["clone", "-q", "--bare", "api", "api.git"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api.git", "profile": "api"},
    }}));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api.git: cannot open `[ROOT]/home/code/api.git` as a git repository: it is a bare repository, which has no files
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    sandbox.git("api.git", &["worktree", "add", "-q", "../main", "main"]);
    sandbox.git("api.git", &["worktree", "add", "-q", "../topic", "-b", "topic"]);
    sandbox.write("main/.claude/skills/mine/SKILL.md", "mine");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api.git
      worktree ~/code/main
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/api.git/skreg/backups/worktree-main/20300102T030405Z/skills
               the profile lacks `mine`: copy from the backup what you want to keep
      worktree ~/code/topic
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    4 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("main") + &sandbox.git_status("topic"), "");
    assert_snapshot!(sandbox.skreg_in("topic", &["status"]), @"
    api      ok     ~/code/api.git
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api.git
      worktree ~/code/main
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api.git/skreg/backups/worktree-main/20300102T030405Z/skills
      worktree ~/code/topic
      removed  .claude/agents: our link, and nothing to put back
      removed  .claude/skills: our link, and nothing to put back
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("main/.claude/skills/mine/SKILL.md"), "mine");
}

#[test]
fn a_bare_repository_may_stand_in_a_hidden_folder_beside_its_worktrees() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("lay/.git", "gitdir: ./.bare\n");
    sandbox.git("", &["clone", "-q", "--bare", "api", "lay/.bare"]);
    sandbox.git("lay", &["worktree", "add", "-q", "main", "main"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "lay", "profile": "api", "link": "entries"},
    }}));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/lay
      worktree ~/code/lay/main
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("lay/main", &["status"]), @"
    api      ok     ~/code/lay
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("lay/main"), "");
}

#[test]
fn a_project_that_moved_with_its_worktrees_is_told_what_git_says_of_them() {
    let sandbox = with_worktree("directory");
    sandbox.skreg(&["setup"]);
    std::fs::rename(sandbox.path("api"), sandbox.path("moved")).unwrap();
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "moved", "profile": "api", "worktrees": true},
    }}));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/moved  2 kept
      skipped  ~/code/wt: git cannot use `[ROOT]/home/code/wt/.git`; `git worktree repair` in the main worktree mends it
    nothing to do: 2 kept
    --- exit 0
    ");
    sandbox.git("moved", &["worktree", "repair"]);
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn a_name_that_another_worktree_has_of_its_own_is_not_hidden_there() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox.write("wt/.claude/skills/develop/SKILL.md", "theirs");
    sandbox.git("wt", &["add", "."]);
    sandbox.git("wt", &["commit", "-q", "-m", "a skill of our name"]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      blocked  .claude/skills/develop: `[ROOT]/home/code/wt/.claude/skills/develop` in another worktree is real, and the ignore rule that all worktrees share would hide it from git
               hint: move it away from there, check a branch without it out, or give one of the two another name, then run again
      worktree ~/code/wt
      shadowed .claude/skills/develop: the repository has its own of that name, which git tracks
               hint: give one of the two another name to have both; ours is `[ROOT]/home/code/central/profiles/api/skills/develop`
    1 linked, 1 shadowed by the repository's own, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    sandbox.write("wt/.claude/skills/develop/new", "");
    assert_eq!(sandbox.git_status("wt"), "?? .claude/skills/develop/new\n");
}

#[test]
fn two_projects_in_worktrees_of_one_repository_share_their_rules() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox.skill("web", "develop");
    sandbox.skill("web", "other");
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "link": "entries"},
        "wt": {"repo": "wt", "profile": "web", "link": "entries"},
    }}));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    wt  ~/code/wt
      linked   .claude/skills/develop -> ~/code/central/profiles/web/skills/develop
      linked   .claude/skills/other -> ~/code/central/profiles/web/skills/other
    4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api") + &sandbox.git_status("wt"), "");
    assert_eq!(sandbox.json(&["restore", "wt"]).0, Some(0));
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert!(!sandbox.read("api/.git/info/exclude").contains("skreg"));
}
