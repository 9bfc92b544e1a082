//! Folders that cannot be written, disks that are full, and file systems that end in the middle of a repository.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt as _;
use std::process::Command;

use insta::assert_snapshot;

use crate::sandbox::{Ran, Sandbox, Tree};

#[test]
fn a_folder_that_cannot_be_written_is_told_and_the_other_projects_are_done() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.mode("api/.claude", 0o555);
    let before = sandbox.content("api");
    assert_snapshot!(sandbox.skreg_as_user(&["setup"]), @"
    api  ~/code/api
      failed   .claude/agents: cannot link `[ROOT]/home/code/api/.claude/agents` to `[ROOT]/home/code/central/profiles/api/agents`: Permission denied (os error 13)
      failed   .claude/skills: cannot move `[ROOT]/home/code/api/.claude/skills` to `[ROOT]/home/code/api/.git/skreg/backups/main/20300102T030405Z/skills`: Permission denied (os error 13)
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    2 linked, 2 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(changed(&before, &sandbox.content("api")), Vec::<String>::new(), "nothing is left over");
    sandbox.mode("api/.claude", 0o755);
}

#[test]
fn a_folder_of_skills_that_cannot_be_written_is_told_and_costs_nothing() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "my own");
    sandbox.link("/theirs", "api/.claude/skills/develop");
    sandbox.mode("api/.claude/skills", 0o555);
    let before = sandbox.content("api/.claude/skills");
    assert_snapshot!(sandbox.skreg_as_user(&["setup", "--link", "entries", "--force"]), @"
    api  ~/code/api
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      failed   .claude/skills/develop: cannot move `[ROOT]/home/code/api/.claude/skills/develop` to `[ROOT]/home/code/api/.git/skreg/backups/main/20300102T030405Z/skills.develop`: Permission denied (os error 13)
    web  ~/code/web
      linked   .claude/agents/reviewer.md -> ~/code/central/profiles/web/agents/reviewer.md
      linked   .claude/skills/develop -> ~/code/central/profiles/web/skills/develop
    3 linked, 1 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert!(sandbox.content("api/.claude/skills") == before);
    sandbox.mode("api/.claude/skills", 0o755);
}

#[test]
fn rules_that_cannot_be_written_make_no_link() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.mode("api/.git/info", 0o555);
    assert_snapshot!(sandbox.skreg_as_user(&["setup"]), @"
    api  ~/code/api
      failed   .claude/agents: git cannot be told to ignore it
      failed   .claude/skills: git cannot be told to ignore it
      failed   git's local ignore rules: cannot write `[ROOT]/home/code/api/.git/info/exclude`: Permission denied (os error 13)
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    2 linked, 2 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert!(!sandbox.path("api/.claude").exists());
    sandbox.mode("api/.git/info", 0o755);
}

#[test]
fn links_that_cannot_be_taken_away_stay_with_their_rules() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup", "--link", "entries"]);
    sandbox.mode("api/.claude/skills", 0o555);
    let before = sandbox.content("api/.claude/skills");
    assert_snapshot!(sandbox.skreg_as_user(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: our link, and nothing to put back
      failed   .claude/skills/develop: cannot remove the link `[ROOT]/home/code/api/.claude/skills/develop`: Permission denied (os error 13)
      failed   .claude/skills: cannot take the folder `[ROOT]/home/code/api/.claude/skills` away: Directory not empty (os error 39)
    --- exit 1
    ");
    assert!(sandbox.content("api/.claude/skills") == before);
    assert!(sandbox.read("api/.git/info/exclude").contains("/.claude/skills/develop\n"));
    sandbox.mode("api/.claude/skills", 0o755);
    assert!(sandbox.skreg_as_user(&["restore", "api"]).ends_with("exit 0"));
    assert!(!sandbox.path("api/.claude").exists());
}

/// What two trees do not have alike.
fn changed(before: &Tree, after: &Tree) -> Vec<String> {
    let told = |tree: &Tree| -> BTreeSet<_> { tree.iter().map(|(path, entry)| format!("{path:?} {entry}")).collect() };
    told(before).symmetric_difference(&told(after)).cloned().collect()
}

/// Runs skreg where the disk is full from its `count`-th change on.
fn until_full(sandbox: &Sandbox, arguments: &[&str], count: usize) -> Ran {
    let mut command = sandbox.command("central", arguments);
    command.env("FAILPOINTS", format!("disk-full={count}*off->return"));
    sandbox.run(command, "")
}

#[test]
fn a_disk_that_is_full_from_any_change_on_costs_nothing() {
    for mode in ["directory", "entries"] {
        let prepared = || {
            let sandbox = Sandbox::with_projects(&["api"]);
            sandbox.write("api/.claude/skills/own/SKILL.md", "my own");
            sandbox.link("/theirs", "api/.claude/skills/develop");
            sandbox
        };
        let original = prepared().content("api/.claude");
        let mut failures = 0;
        for count in 0..100 {
            let sandbox = prepared();
            let ran = until_full(&sandbox, &["setup", "--force", "--link", mode], count);
            if ran.code == Some(0) {
                break;
            }
            failures += 1;
            assert!(format!("{ran}").contains("no storage space"), "{mode} {count}: {ran}");
            assert!(!sandbox.git("api", &["status", "--short", "-uall"]).contains("reviewer"), "{mode} {count}");
            assert_eq!(sandbox.json(&["setup", "--force", "--link", mode]).0, Some(0), "{mode} {count}");
            assert_eq!(sandbox.json(&["status"]).0, Some(0), "{mode} {count}");
            assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0), "{mode} {count}");
            assert!(sandbox.content("api/.claude") == original, "{mode} {count}");
        }
        assert!(failures > 5, "only {failures} changes were met");
    }
}

#[test]
fn a_full_disk_is_told_where_it_was_met() {
    let sandbox = Sandbox::with_projects(&["api"]);
    assert_snapshot!(until_full(&sandbox, &["setup"], 0), @"
    api  ~/code/api
      failed   .claude/agents: git cannot be told to ignore it
      failed   .claude/skills: git cannot be told to ignore it
      failed   git's local ignore rules: cannot make the folder `[ROOT]/home/code/api/.git/info`: no storage space
    2 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(until_full(&sandbox, &["setup"], 2), @"
    api  ~/code/api
      failed   .claude/agents: cannot make the folder `[ROOT]/home/code/api/.claude`: no storage space
      failed   .claude/skills: cannot make the folder `[ROOT]/home/code/api/.claude`: no storage space
      failed   git's local ignore rules: cannot make the folder `[ROOT]/home/code/api/.git/info`: no storage space
    2 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert!(!sandbox.path("api/.claude").exists());
}

#[test]
fn a_folder_of_git_on_another_disk_has_the_backups_beside_the_links() {
    let (sandbox, far) = (Sandbox::with_projects(&["api"]), Sandbox::in_memory());
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    let before = sandbox.content("api/.claude");
    let copied = Command::new("cp").arg("-a").args([sandbox.path("api/.git"), far.path("gits")]).status();
    assert!(copied.unwrap().success());
    sandbox.remove("api/.git");
    sandbox.write("api/.git", format!("gitdir: {}\n", far.path("gits").display()));
    let disk = |path| std::fs::metadata(path).unwrap().dev();
    assert_ne!(disk(sandbox.path("api")), disk(far.path("gits")), "`/dev/shm` is no disk of its own here");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/api/.claude/skreg-backups/20300102T030405Z/skills
               the profile lacks `mine`: copy from the backup what you want to keep
    2 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.read("api/.claude/skreg-backups/20300102T030405Z/skills/mine/SKILL.md"), "mine");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      restored .claude/skills from ~/code/api/.claude/skreg-backups/20300102T030405Z/skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert!(sandbox.content("api/.claude") == before);
    assert!(!far.read("gits/info/exclude").contains("skreg"));
}

#[test]
fn a_dry_run_that_could_not_keep_the_mode_ends_as_the_run() {
    for dry_run in [&["-n"][..], &[]] {
        let sandbox = Sandbox::with_projects(&["api"]);
        sandbox.mode("central", 0o555);
        let told = |command: &[&str]| sandbox.skreg_as_user(&[command, dry_run].concat());
        let (linked, restored) = (told(&["setup", "--link", "entries"]), told(&["restore", "api"]));
        sandbox.mode("central", 0o755);
        for answer in [linked, restored] {
            assert!(answer.contains("cannot write `[ROOT]/home/code/central/registry.local.json`"), "{answer}");
            assert!(answer.ends_with("--- exit 1"), "{answer}");
        }
    }
}

#[test]
fn a_file_that_may_not_be_written_is_replaced_and_the_dry_run_says_so() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("central/registry.local.json", "{}\n");
    sandbox.mode("central/registry.local.json", 0o444);
    for arguments in [&["setup", "--link", "entries", "-n"][..], &["setup", "--link", "entries"]] {
        assert!(sandbox.skreg_as_user(arguments).ends_with("--- exit 0"));
    }
    assert!(sandbox.read("central/registry.local.json").contains("entries"));
}
