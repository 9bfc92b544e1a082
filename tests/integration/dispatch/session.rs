//! `--run`: a session of a `claude` that the test made.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{clear, close, dispatch, sandbox, ticket};
use crate::sandbox::Sandbox;

/// A `claude` that writes down where it was started and each argument, and ends with this code.
fn claude(sandbox: &Sandbox, code: i32) {
    let script = format!(
        "#!/bin/sh\n{{ pwd; echo \"$PWD\"; for a in \"$@\"; do echo \"<$a>\"; done; }} > \"$HOME/log\"\nexit {code}\n"
    );
    sandbox.write("~/bin/claude", script);
    sandbox.mode("~/bin/claude", 0o755);
}

/// Dispatches with `--run`; gives what skreg printed and what `claude` wrote down.
fn run(sandbox: &Sandbox, content: &Value, arguments: &[&str]) -> (String, Option<String>) {
    let mut command = sandbox.command("central", &["dispatch", ticket(sandbox, content), "--run"]);
    command.args(arguments).env("PATH", sandbox.path("~/bin"));
    let told = sandbox.run(command, "").to_string();
    let root = sandbox.root().to_str().unwrap().to_owned();
    let log = sandbox.tree("~").contains_key(Path::new("log")).then(|| sandbox.read("~/log").replace(&root, "[ROOT]"));
    (told, log)
}

#[test]
fn claude_gets_one_argument_and_starts_in_the_repository() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    let (told, log) = run(&sandbox, &clear(), &[]);
    assert_snapshot!(told, @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
    assert_snapshot!(log.unwrap(), @"
    [ROOT]/home/code/api
    [ROOT]/home/code/api
    </develop PROJ-1>
    ");
}

#[test]
fn its_exit_code_decides() {
    for (code, expected) in [(0, "exit 0"), (1, "exit 1"), (2, "exit 1"), (130, "exit 1")] {
        let sandbox = sandbox();
        claude(&sandbox, code);
        let (told, log) = run(&sandbox, &clear(), &[]);
        assert!(told.ends_with(expected) && log.is_some(), "{code}: {told}");
    }
}

#[test]
fn a_chosen_project_and_skill_are_used() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    let (_, log) =
        run(&sandbox, &json!({"key": "d_dev-12", "summary": "s"}), &["--project", "web", "--skill", "develop"]);
    assert_snapshot!(log.unwrap(), @"
    [ROOT]/home/code/web
    [ROOT]/home/code/web
    </develop D_DEV-12>
    ");
}

#[test]
fn nothing_is_started_while_nobody_decided() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    for content in [close(), json!({"key": "PROJ-1", "summary": "Coffee machine"})] {
        let (told, log) = run(&sandbox, &content, &[]);
        assert!(told.ends_with("exit 1") && log.is_none(), "{told}");
    }
}

#[test]
fn nothing_is_started_where_work_cannot_start() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    sandbox.remove("api/.claude");
    let (told, log) = run(&sandbox, &clear(), &[]);
    assert!(told.ends_with("exit 1") && log.is_none(), "{told}");
    let (told, log) = run(&sandbox, &clear(), &["--project", "web", "--skill", "nothing"]);
    assert!(told.ends_with("exit 1") && log.is_none(), "{told}");
}

#[test]
fn nothing_is_started_without_a_skill_or_a_key() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    let (told, log) = run(&sandbox, &clear(), &["--project", "web"]);
    assert_snapshot!(told, @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    chosen: web
    next: cd ~/code/web && claude
    --- stderr
    error: `--run` needs a skill, and the project names none
    hint: name one with `--skill`
    --- exit 2
    ");
    assert_eq!(log, None);
    let (told, log) = run(&sandbox, &json!({"summary": "s", "components": ["Payments"]}), &[]);
    assert_snapshot!(told, @"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude
    --- stderr
    error: `--run` needs a ticket with a key such as `PROJ-123`
    --- exit 2
    ");
    assert_eq!(log, None);
}

#[test]
fn a_key_that_is_no_key_never_reaches_it() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    let keys = [
        "\"; rm -rf ~",
        "PROJ-1\n/other",
        "--dangerously-skip-permissions",
        "PROJ-1 and more",
        "$(id)-1",
        "-1",
        "",
        "PROJ-1;",
        "ＰＲＯＪ-1",
    ];
    for key in keys {
        let (told, log) = run(&sandbox, &json!({"key": key, "summary": "s", "components": ["Payments"]}), &[]);
        assert!(told.ends_with("exit 2") && log.is_none(), "{key}: {told}");
        let told = dispatch(&sandbox, &json!({"key": key, "summary": "s", "components": ["Payments"]}), &[]);
        assert!(told.contains("\nnext: cd ~/code/api && claude\n"), "{told}");
    }
}

#[test]
fn a_session_and_an_answer_for_programs_exclude_each_other() {
    let sandbox = sandbox();
    claude(&sandbox, 0);
    let (told, log) = run(&sandbox, &clear(), &["--json"]);
    assert_snapshot!(told, @r#"
    {"schema":1,"error":{"message":"`--run` starts a session for a person, and `--json` answers a program","causes":[],"hint":"leave one of them out","problems":[]}}
    --- exit 2
    "#);
    assert_eq!(log, None);
}

#[test]
fn a_claude_that_is_not_installed_is_told() {
    let sandbox = sandbox();
    let (told, _) = run(&sandbox, &clear(), &[]);
    assert_snapshot!(told, @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- stderr
    error: cannot start `claude` in `[ROOT]/home/code/api`: No such file or directory (os error 2)
    hint: install Claude Code, or start the session by hand as the last line says
    --- exit 2
    "#);
}

#[test]
fn a_claude_that_cannot_be_executed_is_told() {
    let sandbox = sandbox();
    sandbox.write("~/bin/claude", "#!/nowhere/interpreter\n");
    sandbox.mode("~/bin/claude", 0o755);
    let (told, _) = run(&sandbox, &clear(), &[]);
    assert!(told.ends_with("exit 2") && told.contains("cannot start `claude`"), "{told}");
}
