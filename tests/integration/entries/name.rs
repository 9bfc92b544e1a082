//! Names that git's rules, a shell or a disk take for something else.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use insta::assert_snapshot;

use super::linked;
use crate::sandbox::Sandbox;

/// `api` with these skills in its profile, beside `develop`.
fn with_skills(names: &[&str]) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    linked(&sandbox, "entries");
    names.iter().for_each(|name| sandbox.skill("api", name));
    sandbox
}

#[test]
fn a_name_is_ignored_as_it_is_and_nothing_else_is() {
    let names = ["a b", "[ab]", "!not", "#hash", "star*", "what?", "back\\slash", "ünïcode", "-dash", "q\"uote"];
    let sandbox = with_skills(&names);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert_eq!(sandbox.git("api", &["status", "--short", "-uall"]), "");
    for alike in ["a", "b", "starfish", "whats", "not", "hash"] {
        sandbox.write(&format!("api/.claude/skills/{alike}/SKILL.md"), "my own");
    }
    assert_snapshot!(sandbox.git("api", &["status", "--short", "-uall"]), @"
    ?? .claude/skills/a/SKILL.md
    ?? .claude/skills/b/SKILL.md
    ?? .claude/skills/hash/SKILL.md
    ?? .claude/skills/not/SKILL.md
    ?? .claude/skills/starfish/SKILL.md
    ?? .claude/skills/whats/SKILL.md
    ");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    let before = sandbox.tree("~");
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert!(sandbox.tree("~") == before);
    names.iter().for_each(|name| sandbox.remove(&format!("central/profiles/api/skills/{name}")));
    assert_eq!(sandbox.json(&["setup"]).1["summary"]["removed"], names.len());
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
fn a_name_that_no_rule_can_hold_is_told_and_the_others_are_linked() {
    let sandbox = with_skills(&["trailing ", "line\nbreak", "tab\tstop"]);
    let odd = sandbox.path("central/profiles/api/skills").join(OsStr::from_bytes(b"not-\xff-utf-8"));
    std::fs::create_dir(odd).unwrap();
    assert_snapshot!(sandbox.skreg(&["setup"]), @r"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
      blocked  .claude/skills/line\nbreak: its name cannot stand in an ignore rule of git: it holds a line break or another control character
               hint: give it another name in the central repository
      blocked  .claude/skills/not-�-utf-8: its name cannot stand in an ignore rule of git: it is not UTF-8
               hint: give it another name in the central repository
      blocked  .claude/skills/tab\tstop: its name cannot stand in an ignore rule of git: it holds a line break or another control character
               hint: give it another name in the central repository
      blocked  .claude/skills/trailing : its name cannot stand in an ignore rule of git: it ends in a space
               hint: give it another name in the central repository
    2 linked, 4 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @r"
    api      drift  ~/code/api
        missing .claude/skills/line\nbreak
          expected -> ~/code/central/profiles/api/skills/line\nbreak
          `skreg setup` leaves it alone: its name cannot stand in an ignore rule of git: it holds a line break or another control character
          hint: give it another name in the central repository
        missing .claude/skills/not-�-utf-8
          expected -> ~/code/central/profiles/api/skills/not-�-utf-8
          `skreg setup` leaves it alone: its name cannot stand in an ignore rule of git: it is not UTF-8
          hint: give it another name in the central repository
        missing .claude/skills/tab\tstop
          expected -> ~/code/central/profiles/api/skills/tab\tstop
          `skreg setup` leaves it alone: its name cannot stand in an ignore rule of git: it holds a line break or another control character
          hint: give it another name in the central repository
        missing .claude/skills/trailing 
          expected -> ~/code/central/profiles/api/skills/trailing 
          `skreg setup` leaves it alone: its name cannot stand in an ignore rule of git: it ends in a space
          hint: give it another name in the central repository
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_eq!(sandbox.git("api", &["status", "--short", "-uall"]), "");
}

#[test]
fn a_name_as_long_as_a_name_may_be_is_linked_and_taken_away() {
    let longest = "n".repeat(255);
    let sandbox = with_skills(&[&longest]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert!(!sandbox.path("api/.claude").exists());
}

#[test]
fn a_link_of_others_whose_backup_would_have_too_long_a_name_stays() {
    let longest = "n".repeat(255);
    let sandbox = with_skills(&[&longest]);
    sandbox.link("/theirs", &format!("api/.claude/skills/{longest}"));
    let said = sandbox.skreg(&["setup", "--force"]).replace(&longest, "[LONGEST]");
    assert_snapshot!(said, @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
      failed   .claude/skills/[LONGEST]: cannot move `[ROOT]/home/code/api/.claude/skills/[LONGEST]` to `[ROOT]/home/code/api/.git/skreg/backups/main/20300102T030405Z/skills.[LONGEST]`: File name too long (os error 36)
    2 linked, 1 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.content("api/.claude/skills")[std::path::Path::new(&longest)], "120777 link /theirs");
    assert!(!sandbox.path("api/.git/skreg").exists(), "no empty folder of a backup is left");
}

#[test]
fn hidden_names_are_not_linked() {
    let sandbox = with_skills(&[".hidden"]);
    sandbox.write("central/profiles/api/skills/.gitkeep", "");
    sandbox.write("central/profiles/api/agents/.hidden.md", "");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn an_agent_is_a_markdown_file_or_a_folder_of_them() {
    let sandbox = with_skills(&[]);
    sandbox.write("central/profiles/api/agents/team/lead.md", "---\nname: lead\n---\n");
    sandbox.write("central/profiles/api/agents/notes.txt", "no agent");
    sandbox.write("central/profiles/api/skills/README.md", "no skill");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/agents/team -> ~/code/central/profiles/api/agents/team
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    3 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git("api", &["status", "--short", "-uall"]), "");
}

#[test]
fn the_name_of_an_unfinished_link_is_free_again() {
    let sandbox = with_skills(&[]);
    sandbox.link("/left/over", "api/.claude/skills/.skreg-new");
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert!(!sandbox.path("api/.claude/skills/.skreg-new").is_symlink());
}

#[test]
fn a_name_stands_in_a_hint_as_a_shell_reads_it() {
    let sandbox = with_skills(&["a; b"]);
    sandbox.write("api/.claude/skills/a; b/SKILL.md", "theirs");
    sandbox.commit_all("api");
    sandbox.remove("api/.claude/skills/a; b");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      shadowed .claude/skills/a; b: git tracks one of that name, which is not checked out here
               hint: `git checkout -- '.claude/skills/a; b'` brings it back; give one of the two another name to have both
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked, 1 shadowed by the repository's own
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    sandbox.skreg(&["restore", "api"]);
    sandbox.git("api", &["rm", "-q", "-r", "--cached", ".claude"]);
    sandbox.skreg(&["setup", "--link", "entries"]);
    sandbox.git("api", &["add", "--force", ".claude/skills/a; b"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        tracked_link .claude/skills/a; b: git tracks the link, and every clone gets this machine's path
          hint: run `git -C ~/code/api rm --cached '.claude/skills/a; b'` and commit: the link is made anew on each machine
    central  ok     ~/code/central
    --- exit 1
    ");
}
