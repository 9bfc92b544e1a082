//! Links follow what the profile has.

use insta::assert_snapshot;
use serde_json::json;

use super::{beside_own, linked};
use crate::sandbox::Sandbox;

#[test]
fn what_left_the_profile_loses_its_link_and_what_came_gains_one() {
    let sandbox = beside_own("entries");
    sandbox.skreg(&["setup"]);
    sandbox.remove("central/profiles/api/skills/develop");
    sandbox.skill("api", "review");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        source_missing .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
          the profile has nothing there, and `skreg setup` takes the link away
        missing .claude/skills/review
          expected -> ~/code/central/profiles/api/skills/review
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      removed  .claude/skills/develop: the profile has nothing to link here
      linked   .claude/skills/review -> ~/code/central/profiles/api/skills/review
    1 linked, 1 removed, 1 kept
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills/own/SKILL.md"), "my own");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn what_the_profile_includes_is_linked_by_its_place_in_the_profile() {
    let sandbox = beside_own("entries");
    sandbox.write("central/profiles/shared/skills/plan/SKILL.md", "shared");
    sandbox.link("../../shared/skills/plan", "central/profiles/api/skills/plan");
    sandbox.link("../../shared/skills/gone", "central/profiles/api/skills/gone");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
      linked   .claude/skills/plan -> ~/code/central/profiles/api/skills/plan
    3 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(
        std::fs::read_link(sandbox.path("api/.claude/skills/plan")).unwrap(),
        sandbox.path("central/profiles/api/skills/plan")
    );
    sandbox.remove("central/profiles/shared/skills/plan");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      kept     .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
      removed  .claude/skills/plan: the profile has nothing to link here
    1 removed, 2 kept
    --- exit 0
    ");
}

#[test]
fn a_profile_that_lost_all_its_skills_leaves_no_link() {
    let sandbox = beside_own("entries");
    sandbox.skreg(&["setup"]);
    sandbox.remove("central/profiles/api/skills");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      removed  .claude/skills/develop: the profile has nothing to link here
    1 removed, 1 kept
    --- exit 0
    ");
    assert_eq!(sandbox.content("api/.claude/skills").len(), 3);
}

#[test]
fn a_profile_that_cannot_be_read_costs_no_link() {
    let sandbox = beside_own("entries");
    sandbox.skreg(&["setup"]);
    let before = sandbox.content("api");
    for closed in ["central/profiles/api", "central/profiles/api/skills"] {
        sandbox.mode(closed, 0o000);
        let said = sandbox.skreg_as_user(&["setup"]);
        sandbox.mode(closed, 0o755);
        assert!(said.ends_with("exit 1"), "{said}");
        assert!(sandbox.content("api") == before, "{closed}");
    }
    sandbox.mode("central/profiles/api/skills", 0o000);
    assert_snapshot!(sandbox.skreg_as_user(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      blocked  .claude/skills: cannot tell what `[ROOT]/home/code/central/profiles/api/skills` holds: Permission denied (os error 13)
               hint: nothing is changed until it can be read
    1 kept, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg_as_user(&["status"]), @"
    api      drift  ~/code/api
        unreadable .claude/skills
          expected -> ~/code/central/profiles/api/skills
          what it is to point at: Permission denied (os error 13)
          hint: nothing is changed until it can be read
        profile_unreadable profiles/api/skills: cannot read `[ROOT]/home/code/central/profiles/api/skills`: Permission denied (os error 13)
          hint: make it readable
    central  ok     ~/code/central
    --- exit 1
    ");
    sandbox.mode("central/profiles/api/skills", 0o755);
}

#[test]
fn the_links_of_other_programs_come_and_go_with_the_registry() {
    let sandbox = Sandbox::with_projects(&["api"]);
    let targets = |targets: serde_json::Value| {
        sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
            "api": {"repo": "api", "profile": "api", "targets": targets},
        }}));
    };
    targets(json!(["claude", "agents"]));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .agents/skills -> ~/code/central/profiles/api/skills
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    3 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
    targets(json!(["claude"]));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        wrong_target .agents/skills -> ~/code/central/profiles/api/skills
          the registry does not ask for it any more, and `skreg setup` takes it away
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      removed  .agents/skills: the registry does not ask for it any more
      kept     .claude/agents -> ~/code/central/profiles/api/agents
      kept     .claude/skills -> ~/code/central/profiles/api/skills
    1 removed, 2 kept
    --- exit 0
    ");
    assert!(!sandbox.path("api/.agents").exists());
    targets(json!(["agents"]));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .agents/skills -> ~/code/central/profiles/api/skills
      removed  .claude/agents: the registry does not ask for it any more
      removed  .claude/skills: the registry does not ask for it any more
    1 linked, 2 removed
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("api", &["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert!(!sandbox.read("api/.git/info/exclude").contains(".claude"));
}

#[test]
fn the_links_of_other_programs_stand_beside_the_repositorys_own_too() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api", "targets": ["agents"]},
    }}));
    sandbox.write("api/.agents/skills/own/SKILL.md", "my own");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .agents/skills/develop -> ~/code/central/profiles/api/skills/develop
    1 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert_eq!(sandbox.content("api/.agents/skills").len(), 3);
}

#[test]
fn a_folder_of_skills_that_is_a_repository_of_its_own_gets_no_link() {
    let sandbox = Sandbox::with_projects(&["api"]);
    linked(&sandbox, "entries");
    sandbox.repository("api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      blocked  .claude/skills/develop: its folder is a git repository of its own
               hint: take what is linked here out of that repository first
    1 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.git_status("api/.claude/skills"), "");
}
