//! Runs at the same time: one after the other, with the outcome of one.

use std::process::{Child, Stdio};

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// Starts one run and does not wait for it.
fn start(sandbox: &Sandbox, arguments: &[&str]) -> Child {
    let mut command = sandbox.command("central", arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn all_end_well(runs: Vec<Child>) {
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat())
        );
    }
}

#[test]
fn twenty_runs_at_once_have_the_outcome_of_one() {
    for mode in ["directory", "entries"] {
        let prepared = || {
            let sandbox = Sandbox::with_projects(&["api", "web"]);
            sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
            sandbox.link("/theirs", "web/.claude/agents");
            sandbox
        };
        let arguments = ["setup", "--force", "--link", mode];
        let (alone, together) = (prepared(), prepared());
        all_end_well(vec![start(&alone, &arguments)]);
        all_end_well((0..20).map(|_| start(&together, &arguments)).collect());
        for part in ["api/.claude", "web/.claude", "api/.git/skreg", "web/.git/skreg", "api/.git/info", "central"] {
            assert_eq!(content(&alone, part), content(&together, part), "{mode} {part}");
        }
    }
}

/// What a folder holds, if it is there, with the same names in every sandbox.
fn content(sandbox: &Sandbox, part: &str) -> String {
    if !sandbox.path(part).exists() {
        return "nothing".to_owned();
    }
    format!("{:#?}", sandbox.content(part)).replace(sandbox.root().to_str().unwrap(), "[ROOT]")
}

#[test]
fn setup_and_restore_at_once_leave_the_outcome_of_one_of_them() {
    for _ in 0..5 {
        let sandbox = Sandbox::with_projects(&["api"]);
        sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
        assert_eq!(sandbox.json(&["setup"]).0, Some(0));
        let runs = (0..10).map(|number| match number % 2 {
            0 => start(&sandbox, &["setup", "--link", "directory"]),
            _ => start(&sandbox, &["restore", "api"]),
        });
        all_end_well(runs.collect());
        let is_linked = sandbox.path("api/.claude/skills").is_symlink();
        let (code, answer) = sandbox.json(&["status"]);
        let state = if is_linked { "ok" } else { "off" };
        assert_eq!((code, &answer["projects"][0]["state"]), (Some(0), &json!(state)));
        let mine = match is_linked {
            true => "api/.git/skreg/backups/main/20300102T030405Z/skills/mine/SKILL.md",
            false => "api/.claude/skills/mine/SKILL.md",
        };
        assert_eq!(sandbox.read(mine), "mine");
        assert_eq!(sandbox.content("api/.git/info").len(), 2);
    }
}

#[test]
fn a_lock_that_cannot_be_had_stops_the_run_before_anything_is_done() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("~/.local/state/skreg", "a file in the way");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    --- stderr
    error: cannot lock `[ROOT]/home/.local/state/skreg/lock`
      File exists (os error 17)
    hint: make it writable; two runs at the same time would undo each other's work
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    --- stderr
    error: cannot lock `[ROOT]/home/.local/state/skreg/lock`
      File exists (os error 17)
    hint: make it writable; two runs at the same time would undo each other's work
    --- exit 2
    ");
    assert!(!sandbox.path("api/.claude").exists());
    assert_eq!(
        sandbox.skreg(&["setup", "--dry-run"]).lines().last(),
        Some("--- exit 2"),
        "a dry run ends as the run would"
    );
}

#[test]
fn a_lock_in_a_closed_folder_is_told() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("~/.local/state/skreg/lock", "");
    sandbox.mode("~/.local/state/skreg/lock", 0o444);
    assert_snapshot!(sandbox.skreg_as_user(&["setup"]), @"
    --- stderr
    error: cannot lock `[ROOT]/home/.local/state/skreg/lock`
      Permission denied (os error 13)
    hint: make it writable; two runs at the same time would undo each other's work
    --- exit 2
    ");
    assert!(!sandbox.path("api/.claude").exists());
}
