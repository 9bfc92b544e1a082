//! Taking the links of single skills and agents back.

use std::collections::BTreeSet;

use insta::assert_snapshot;

use super::{beside_own, linked};
use crate::sandbox::{Sandbox, Tree};

#[test]
fn a_restore_leaves_the_repository_as_it_was() {
    let sandbox = beside_own("entries");
    sandbox.link("/theirs", "api/.claude/skills/develop");
    sandbox.link("../mine.md", "api/.claude/agents/reviewer.md");
    let before = sandbox.content("api");
    assert_eq!(sandbox.json(&["setup", "--force"]).0, Some(0));
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      restored .claude/agents/reviewer.md from ~/code/api/.git/skreg/backups/main/20300102T030405Z/agents.reviewer.md
      restored .claude/skills/develop from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(differences(&before, &sandbox.content("api")), Vec::<String>::new());
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      nothing to do: no link of ours, and nothing to put back
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
}

/// What two trees do not have alike.
fn differences(before: &Tree, after: &Tree) -> Vec<String> {
    let told = |tree: &Tree| -> BTreeSet<_> { tree.iter().map(|(path, entry)| format!("{path:?} {entry}")).collect() };
    told(before).symmetric_difference(&told(after)).cloned().collect()
}

#[test]
fn a_folder_of_nothing_but_our_links_goes_with_them() {
    let sandbox = Sandbox::with_projects(&["api"]);
    let before = sandbox.content("api");
    sandbox.skreg(&["setup", "--link", "entries"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: our link, and nothing to put back
      removed  .claude/skills/develop: our link, and nothing to put back
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(differences(&before, &sandbox.content("api")), Vec::<String>::new());
}

#[test]
fn what_comes_back_does_not_come_back_through_our_own_link() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("/theirs", "api/.claude/skills/develop");
    sandbox.skreg(&["setup", "--link", "entries", "--force"]);
    sandbox.skreg(&["setup", "--link", "directory"]);
    sandbox.remove("central/profiles/api/skills/develop");
    sandbox.skill("api", "review");
    let central = sandbox.tree("central/profiles");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      removed  .claude/skills: our link, and nothing to put back
      restored .claude/skills/develop from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.tree("central/profiles") == central);
}

#[test]
fn the_folder_and_what_was_taken_out_of_it_come_back_together() {
    let sandbox = beside_own("entries");
    sandbox.link("/theirs", "api/.claude/skills/develop");
    let before = sandbox.content("api/.claude");
    sandbox.skreg(&["setup", "--force"]);
    linked(&sandbox, "directory");
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z-2/skills
      restored .claude/skills/develop from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.content("api/.claude") == before);
}

#[test]
fn the_folder_comes_back_before_what_was_taken_out_of_it_though_its_link_is_gone() {
    let sandbox = beside_own("entries");
    sandbox.link("/theirs", "api/.claude/skills/develop");
    let before = sandbox.content("api/.claude/skills");
    sandbox.skreg(&["setup", "--force"]);
    linked(&sandbox, "directory");
    sandbox.skreg(&["setup"]);
    // As where a restore was killed.
    sandbox.remove("api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z-2/skills
      restored .claude/skills/develop from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.content("api/.claude/skills") == before);
}

#[test]
fn what_came_in_the_way_since_keeps_its_place() {
    let sandbox = beside_own("entries");
    sandbox.link("/theirs", "api/.claude/skills/develop");
    sandbox.skreg(&["setup", "--force"]);
    sandbox.remove("api/.claude/skills/develop");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "mine since");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      blocked  .claude/skills/develop: something that is not ours stands here, and a backup is to come back
               hint: run again with `--force`, which moves it to the backups first
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--force"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: our link, and nothing to put back
      restored .claude/skills/develop from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop
               what stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z-2/skills.develop
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(std::fs::read_link(sandbox.path("api/.claude/skills/develop")).unwrap().to_str(), Some("/theirs"));
    let kept = "api/.git/skreg/backups/main/20300102T030405Z-2/skills.develop/SKILL.md";
    assert_eq!(sandbox.read(kept), "mine since");
}

#[test]
fn a_file_in_the_place_of_the_folder_comes_back() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills", "a file");
    assert_snapshot!(sandbox.skreg(&["setup", "--link", "entries"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      removed  .claude/skills: each skill and agent has a link of its own now
               the file that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked, 1 removed, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: our link, and nothing to put back
      removed  .claude/skills/develop: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.claude/skills"), "a file");
}

#[test]
fn a_link_of_others_in_the_place_of_the_folder_comes_back_when_it_was_forced_away() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("elsewhere/skills/x/SKILL.md", "theirs");
    sandbox.link(sandbox.path("elsewhere/skills"), "api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["setup", "--link", "entries"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      blocked  .claude/skills: it is a link to `[ROOT]/home/code/elsewhere/skills`, which is not ours
               hint: take it away, or run again with `--force`, which moves it to the backups
    1 linked, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      removed  .claude/skills: each skill and agent has a link of its own now
               the link that stood there is now ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    1 linked, 1 removed, 1 kept, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.content("elsewhere").len(), 4, "nothing is written through it");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: our link, and nothing to put back
      removed  .claude/skills/develop: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.git/skreg/backups/main/20300102T030405Z/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(std::fs::read_link(sandbox.path("api/.claude/skills")).unwrap(), sandbox.path("elsewhere/skills"));
}
