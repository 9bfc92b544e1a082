//! A run that is killed at any of its changes of the disk: the next one ends right, and every byte is still there.

use std::collections::BTreeSet;
use std::path::Path;

use crate::sandbox::{Ran, Sandbox};

/// More than any of these runs changes.
const MOST_CHANGES: usize = 200;

/// What the user had before: each is a text that stands in some file.
const PRECIOUS: [&str; 4] = ["my own skill", "my own agent", "my own exclude rule", "my own permission"];

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::in_memory();
    sandbox.furnish(&["api", "web"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", PRECIOUS[0]);
    sandbox.write("api/.claude/agents/mine.md", PRECIOUS[1]);
    sandbox.write("api/.git/info/exclude", format!("# {}\n*.log", PRECIOUS[2]));
    sandbox
        .write("api/.claude/settings.local.json", format!("{{\"permissions\":{{\"allow\":[ \"{}\" ]}}}}", PRECIOUS[3]));
    sandbox.link("/old/place/profiles/web/skills", "web/.claude/skills");
    sandbox
}

/// Runs skreg and lets it abort at its `count`-th point before or after a change.
fn run_until(sandbox: &Sandbox, arguments: &[&str], count: usize) -> Ran {
    let mut command = sandbox.command("central", arguments);
    command.env("FAILPOINTS", format!("disk-change={count}*off->return"));
    sandbox.run(command, "")
}

/// All texts of files below a folder.
fn texts(sandbox: &Sandbox) -> BTreeSet<String> {
    sandbox.content("~").into_values().filter(|entry| entry.contains(" file ") || entry.starts_with("file ")).collect()
}

fn assert_nothing_is_lost(sandbox: &Sandbox, when: &str) {
    let texts = texts(sandbox);
    for text in PRECIOUS {
        assert!(texts.iter().any(|entry| entry.contains(text)), "`{text}` is lost {when}");
    }
}

/// Kills `arguments` at every change in turn, runs them again, and compares with a run that was never killed.
fn every_kill_ends_right(prepare: impl Fn() -> Sandbox, arguments: &[&str], parts: &[&str], verify: &str) {
    let whole = prepare();
    assert_eq!(run_until(&whole, arguments, MOST_CHANGES).code, Some(0));
    let expected: Vec<_> = parts.iter().map(|part| whole.content(part)).collect();
    let mut kills = 0;
    for count in 0..MOST_CHANGES {
        let sandbox = prepare();
        let ran = run_until(&sandbox, arguments, count);
        if ran.code == Some(0) {
            break;
        }
        kills += 1;
        assert_eq!(ran.code, None, "killed at point {count}: {ran}");
        assert_nothing_is_lost(&sandbox, &format!("after a kill at point {count}"));
        let again = sandbox.skreg(arguments);
        assert!(again.ends_with("exit 0"), "after a kill at point {count}: {again}");
        assert_nothing_is_lost(&sandbox, &format!("after a kill at point {count} and a second run"));
        for (part, expected) in parts.iter().zip(&expected) {
            let found = sandbox.content(part);
            assert!(
                replaced(&sandbox, found.clone()) == replaced(&whole, expected.clone()),
                "`{part}` after a kill at point {count}: {found:#?}"
            );
        }
        assert_eq!(sandbox.json(&[verify]).0, Some(0), "after a kill at point {count}");
    }
    assert!(kills > 10, "only {kills} points were met");
}

/// The content with this sandbox's own folder named alike in all of them, without what git keeps for itself.
fn replaced(sandbox: &Sandbox, content: crate::sandbox::Tree) -> crate::sandbox::Tree {
    let root = sandbox.root().display().to_string();
    let is_gits = |path: &Path| path.starts_with(".git") && !path.starts_with(".git/info");
    let content = content.into_iter().filter(|(path, _)| !is_gits(path));
    content.map(|(path, entry)| (path, entry.replace(&root, "[ROOT]"))).collect()
}

#[test]
fn set_up_is_repaired_by_the_next_run() {
    every_kill_ends_right(sandbox, &["setup"], &["api", "web"], "status");
}

#[test]
fn a_grant_is_repaired_by_the_next_run() {
    every_kill_ends_right(sandbox, &["setup", "--grant-read"], &["api", "web"], "status");
}

#[test]
fn a_restore_of_a_grant_is_repaired_by_the_next_run() {
    let granted = || {
        let sandbox = sandbox();
        sandbox.skreg(&["setup", "--grant-read"]);
        sandbox
    };
    every_kill_ends_right(granted, &["restore", "api", "web"], &["api", "web", "central"], "status");
}

#[test]
fn a_grant_that_is_put_right_is_repaired_by_the_next_run() {
    let linked_elsewhere = || {
        let sandbox = sandbox();
        sandbox.skreg(&["setup", "--grant-read"]);
        let registry = sandbox.read("central/registry.json").replace("\"profile\": \"web\"", "\"profile\": \"api\"");
        sandbox.write("central/registry.json", registry);
        sandbox
    };
    every_kill_ends_right(linked_elsewhere, &["setup"], &["api", "web"], "status");
}

#[test]
fn another_way_of_linking_is_repaired_by_the_next_run() {
    let linked = |mode: &'static str| {
        move || {
            let sandbox = sandbox();
            sandbox.skill("api", "mine");
            sandbox.skreg(&["setup", "--link", mode]);
            sandbox
        }
    };
    every_kill_ends_right(linked("directory"), &["setup", "--link", "entries"], &["api", "web", "central"], "status");
    every_kill_ends_right(linked("entries"), &["setup", "--link", "directory"], &["api", "web", "central"], "status");
}

#[test]
fn restore_is_repaired_by_the_next_run() {
    let prepare = || {
        let sandbox = sandbox();
        sandbox.skreg(&["setup"]);
        sandbox
    };
    let parts = ["api", "web", "central"];
    every_kill_ends_right(prepare, &["restore", "api", "web"], &parts, "status");
}

#[test]
fn init_is_repaired_by_the_next_run() {
    let prepare = || {
        let sandbox = sandbox();
        sandbox.remove("central");
        sandbox
    };
    every_kill_ends_right(prepare, &["init", "new"], &["new/profiles", "new/registry.json", "~/.config"], "list");
}

#[test]
fn add_is_repaired_by_the_next_run() {
    let prepare = || {
        let sandbox = sandbox();
        sandbox.write("central/profiles/shared/skills/review/SKILL.md", "shared");
        sandbox.repository("new");
        sandbox.repository("../elsewhere");
        sandbox
    };
    every_kill_ends_right(prepare, &["add", "../new", "../../elsewhere"], &["central"], "list");
}
