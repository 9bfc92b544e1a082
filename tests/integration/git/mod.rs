//! git's own commands around our links: what stays, what status says, and that one run of setup repairs the rest.

mod kind;
mod worktree;

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// `api` with one link for the folder, or with one for each skill beside a skill that git tracks; and a branch `topic`.
fn linked(mode: &str) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "link": mode},
    }}));
    if mode == "entries" {
        sandbox.write("api/.claude/skills/own/SKILL.md", "my own");
        sandbox.commit_all("api");
    }
    sandbox.git("api", &["branch", "topic"]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    sandbox
}

const MODES: [&str; 2] = ["directory", "entries"];

/// Whether the links stand as setup left them.
fn assert_in_order(sandbox: &Sandbox, when: &str) {
    let said = sandbox.skreg(&["status"]);
    assert!(said.ends_with("exit 0"), "{when}: {said}");
    assert_eq!(sandbox.git_status("api"), "", "{when}");
}

/// Runs git in `api` and takes an error for a failure of the test.
fn git(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let said = sandbox.git("api", arguments);
    assert!(!said.contains("fatal:") && !said.contains("error:"), "git {arguments:?}: {said}");
    said
}

#[test]
fn a_stash_leaves_the_links_alone() {
    for mode in MODES {
        let sandbox = linked(mode);
        for stash in [&["stash"][..], &["stash", "-u"]] {
            sandbox.write("api/README.md", "# Changed\n");
            sandbox.write("api/untracked", "mine");
            git(&sandbox, stash);
            assert!(sandbox.skreg(&["status"]).ends_with("exit 0"), "{mode} {stash:?}");
            git(&sandbox, &["stash", "pop"]);
            assert_eq!(
                (sandbox.read("api/README.md"), sandbox.read("api/untracked")),
                ("# Changed\n".into(), "mine".into())
            );
            git(&sandbox, &["checkout", "--", "."]);
            sandbox.remove("api/untracked");
            assert_in_order(&sandbox, mode);
        }
    }
}

#[test]
fn checkout_reset_and_clean_leave_the_links_alone() {
    for mode in MODES {
        let sandbox = linked(mode);
        for command in [
            &["checkout", "--", "."][..],
            &["reset", "-q", "--hard"],
            &["clean", "-q", "-fd"],
            &["switch", "-q", "topic"],
            &["switch", "-q", "main"],
            &["gc", "-q"],
        ] {
            git(&sandbox, command);
            assert_in_order(&sandbox, &format!("{mode} {command:?}"));
        }
    }
}

#[test]
fn a_clean_that_takes_ignored_files_takes_the_links_and_nothing_behind_them() {
    for mode in MODES {
        let sandbox = linked(mode);
        let central = sandbox.tree("central/profiles");
        let links = sandbox.content("api/.claude");
        git(&sandbox, &["clean", "-q", "-fdx"]);
        assert!(sandbox.tree("central/profiles") == central, "{mode}");
        let (code, answer) = sandbox.json(&["status"]);
        assert_eq!(code, Some(1));
        let states = answer["projects"][0]["worktrees"][0]["links"].as_array().unwrap();
        assert!(states.iter().all(|link| link["state"] == "missing"), "{states:?}");
        assert_eq!(sandbox.json(&["setup"]).0, Some(0));
        assert!(sandbox.content("api/.claude") == links, "{mode}");
        assert_in_order(&sandbox, mode);
    }
}

#[test]
fn a_backup_outlives_every_clean() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.skreg(&["setup"]);
    git(&sandbox, &["clean", "-q", "-fdx"]);
    git(&sandbox, &["gc", "-q", "--prune=now"]);
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "mine");
}

/// `api` with a branch `topic` on which git tracks skills, `main` checked out, set up there as the disk says.
fn with_skills_on_a_branch() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    git(&sandbox, &["switch", "-q", "-c", "topic"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "tracked");
    sandbox.commit_all("api");
    git(&sandbox, &["switch", "-q", "main"]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    sandbox
}

#[test]
fn a_branch_with_skills_of_its_own_takes_the_place_of_the_link_and_back() {
    let sandbox = with_skills_on_a_branch();
    let central = sandbox.tree("central/profiles");
    git(&sandbox, &["switch", "-q", "topic"]);
    assert_eq!(sandbox.git_status("api"), "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
        stale_rule .claude/skills: `info/exclude` has the rule `/.claude/skills`, and no link of ours stands there
          hint: run `skreg setup`, which takes the rule away: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    1 linked, 1 kept
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_in_order(&sandbox, "on the branch");
    git(&sandbox, &["switch", "-q", "main"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        real_directory .claude/skills
          expected -> ~/code/central/profiles/api/skills
        wrong_target .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
          one link stands for the whole folder, and `skreg setup` takes it away
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents -> ~/code/central/profiles/api/agents
      removed  .claude/skills/develop: one link stands for the whole folder
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    1 linked, 1 removed, 1 kept
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_in_order(&sandbox, "back again");
    assert!(sandbox.tree("central/profiles") == central);
}

#[test]
fn a_branch_that_tracks_a_skill_of_our_name_has_its_own() {
    let sandbox = linked("entries");
    git(&sandbox, &["switch", "-q", "topic"]);
    sandbox.remove("api/.claude/skills/develop");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "theirs");
    git(&sandbox, &["add", "--force", ".claude/skills/develop"]);
    git(&sandbox, &["commit", "-q", "-m", "a skill of our name"]);
    git(&sandbox, &["switch", "-q", "main"]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    git(&sandbox, &["switch", "-q", "topic"]);
    assert_eq!(sandbox.read("api/.claude/skills/develop/SKILL.md"), "theirs");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        shadowed .claude/skills/develop: the repository has its own of that name, which git tracks
        stale_rule .claude/skills/develop: `info/exclude` has the rule `/.claude/skills/develop`, and no link of ours stands there
          hint: run `skreg setup`, which takes the rule away: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api  1 kept, 1 shadowed
      removed ignore rules in `info/exclude`: /.claude/skills/develop
    1 kept, 1 shadowed by the repository's own
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.skill_of_central(), "---\nname: develop\ndescription: Does develop\n---\n");
}

#[test]
fn a_pull_that_brings_skills_is_repaired_by_one_run() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("", &["clone", "-q", "api", "clone"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "clone": {"repo": "clone", "profile": "api"},
    }}));
    sandbox.skreg(&["setup"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "pulled");
    sandbox.commit_all("api");
    let said = sandbox.git("clone", &["pull", "-q", "--ff-only"]);
    assert_eq!(said, "");
    assert_eq!(sandbox.read("clone/.claude/skills/own/SKILL.md"), "pulled");
    assert_eq!(sandbox.content("central/profiles/api/skills").len(), 3, "nothing came through the link");
    assert_eq!(sandbox.json(&["status"]).0, Some(1));
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    assert_eq!(sandbox.git_status("clone"), "");
}

#[test]
fn a_rule_with_a_slash_alone_does_not_commit_the_links() {
    for mode in MODES {
        let sandbox = linked(mode);
        sandbox.write("api/.gitignore", ".claude/skills/\n.claude/agents/\n");
        git(&sandbox, &["add", "--all"]);
        assert_eq!(sandbox.git_status("api"), "A  .gitignore\n", "{mode}");
        assert_eq!(sandbox.json(&["status"]).0, Some(0), "{mode}");
    }
}

#[test]
fn a_link_that_is_about_to_be_committed_is_told() {
    let sandbox = linked("directory");
    git(&sandbox, &["add", "--force", ".claude/skills"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        tracked_link .claude/skills: git tracks the link, and every clone gets this machine's path
          hint: run `git -C ~/code/api rm --cached .claude/skills` and commit: the link is made anew on each machine
    central  ok     ~/code/central
    --- exit 1
    ");
    let sandbox = linked("entries");
    git(&sandbox, &["add", "--force", ".claude/skills/develop"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        tracked_link .claude/skills/develop: git tracks the link, and every clone gets this machine's path
          hint: run `git -C ~/code/api rm --cached .claude/skills/develop` and commit: the link is made anew on each machine
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api  2 kept
    nothing to do: 2 kept
    --- exit 0
    ");
    git(&sandbox, &["rm", "-q", "--cached", ".claude/skills/develop"]);
    assert_in_order(&sandbox, "after the hint");
}

#[test]
fn a_link_that_came_with_a_clone_is_told_and_not_changed() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("/home/ann/skills-repo/profiles/api/skills", "api/.claude/skills");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/agents
          expected -> ~/code/central/profiles/api/agents
        broken .claude/skills -> /home/ann/skills-repo/profiles/api/skills
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: git tracks it, and a change here would show up in every clone
          hint: run `git rm --cached .claude/skills`, commit, then run again
        tracked_link .claude/skills: git tracks the link, and every clone gets this machine's path
          hint: run `git -C ~/code/api rm --cached .claude/skills` and commit: the link is made anew on each machine
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      blocked  .claude/skills: git tracks it, and a change here would show up in every clone
               hint: run `git rm --cached .claude/skills`, commit, then run again
    1 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn a_tracked_link_of_others_is_told_without_a_flag_that_would_not_help() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/shared/skills/own/SKILL.md", "my own");
    sandbox.link("../shared/skills", "api/.claude/skills");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      blocked  .claude/skills: git tracks it, and a change here would show up in every clone
               hint: run `git rm --cached .claude/skills`, commit, then run again
    1 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    let blocked = |arguments: &[&str]| sandbox.json(arguments).1["projects"][0]["worktrees"][0]["links"][1].clone();
    assert_eq!(blocked(&["setup"]), blocked(&["setup", "--force"]));
    assert_eq!(sandbox.git_status("api"), "");
}

impl Sandbox {
    fn skill_of_central(&self) -> String {
        self.read("central/profiles/api/skills/develop/SKILL.md")
    }
}
