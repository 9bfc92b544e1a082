//! What the person at the terminal sees and is asked while git clones.

use insta::assert_snapshot;
use serde_json::json;

use super::{command, register, sandbox, stand_in};
use crate::dispatch::terminal::run_on_a_terminal;

/// A `git` that tells how far it is.
const TELLING: &str = "printf \"Cloning into '$place'...\\nremote: Enumerating objects: 20, done.\\n\" >&2
    printf 'Receiving objects:  45%% (9/20)\\r' >&2; sleep 0.2
    printf 'Receiving objects: 100%% (20/20), done.\\n' >&2; sleep 0.2; exec /usr/bin/git init -q \"$place\"";

#[test]
fn a_person_sees_how_far_it_is() {
    let sandbox = sandbox();
    stand_in(&sandbox, TELLING);
    let shown = run_on_a_terminal(&sandbox, &command(&sandbox, &["api"]), &[]);
    let (bars, answer) = shown.rsplit_once('\u{1b}').unwrap();
    assert!(bars.starts_with("cloning `api` from file://[ROOT]/home/origin/api.git\n"), "{shown}");
    assert!(bars.contains(" 45%  Receiving objects") && bars.contains("100%  Receiving objects"), "{shown}");
    assert!(!shown.contains("Cloning into") && !shown.contains("Enumerating"), "{shown}");
    assert_snapshot!(answer, @"
    [2Kapi  ~/code/api
      cloned   from file://[ROOT]/home/origin/api.git
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    1 cloned, 2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    let sandbox = super::sandbox();
    stand_in(&sandbox, TELLING);
    let shown = run_on_a_terminal(&sandbox, &command(&sandbox, &["api", "--quiet"]), &[]);
    assert_snapshot!(shown, @"--- exit 0");
}

#[test]
fn what_must_be_typed_somewhere_is_shown_at_once() {
    let sandbox = sandbox();
    stand_in(
        &sandbox,
        "echo 'enter the code 1234 at https://git.example/device' >&2; exec /usr/bin/git init -q \"$place\"",
    );
    let shown = run_on_a_terminal(&sandbox, &command(&sandbox, &["api"]), &[]);
    assert!(shown.contains("\nenter the code 1234 at https://git.example/device\n"), "{shown}");
}

#[test]
fn git_may_ask_at_the_terminal_and_one_at_a_time() {
    let sandbox = sandbox();
    stand_in(
        &sandbox,
        "printf \"prompts: ${GIT_TERMINAL_PROMPT-on} none of these: \" > /dev/tty; read -r answer < /dev/tty
        echo \"$answer\" >> \"$HOME/answers\"; exec /usr/bin/git init -q \"$place\"",
    );
    let remote = json!({"remote": "git.example:x.git"});
    register(&sandbox, &json!({"a": remote, "b": remote}));
    let shown = run_on_a_terminal(&sandbox, &command(&sandbox, &[]), &["one\n", "two\n"]);
    assert!(shown.ends_with("exit 0") && shown.contains("prompts: on"), "{shown}");
    assert_eq!(sandbox.read("~/answers"), "one\ntwo\n");
}
