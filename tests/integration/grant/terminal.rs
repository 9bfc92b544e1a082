//! The question, asked on a terminal that the test holds.

use insta::assert_snapshot;
use serde_json::json;

use super::{LOCAL, rules, sandbox};
use crate::dispatch::terminal::run_on_a_terminal;
use crate::sandbox::Sandbox;

fn asked(sandbox: &Sandbox, arguments: &[&str], keys: &[&str]) -> String {
    run_on_a_terminal(sandbox, &sandbox.command("central", arguments), keys)
}

#[test]
fn a_person_is_asked_once_and_a_yes_writes() {
    let sandbox = sandbox();
    let shown = asked(&sandbox, &["setup"], &["perhaps\n", "yes\n"]);
    let (question, rest) = shown.split_once(" the next time: ").unwrap();
    assert_snapshot!(question, @"
    Claude Code does not read what lies beside a linked `SKILL.md`, such as `develop/reference.md`, unless a rule lets it.
    Write rules that let it read that, and change nothing, into `.claude/settings.local.json` of api?
    yes or no, or nothing to be asked again
    ");
    assert!(rest.contains("it is neither yes nor no") && rest.contains("1 granted to read"), "{rest}");
    assert_eq!(rules(&sandbox).len(), 3);
    let again = asked(&sandbox, &["setup"], &[]);
    assert!(again.contains("nothing to do"), "{again}");
}

#[test]
fn a_no_is_remembered_until_the_flag_takes_it_back() {
    let sandbox = sandbox();
    asked(&sandbox, &["setup"], &["no\n"]);
    assert!(!sandbox.path(LOCAL).exists());
    assert_eq!(sandbox.read("central/registry.local.json"), "{\n  \"grant_read\": false\n}\n");
    let again = asked(&sandbox, &["setup"], &[]);
    assert!(again.contains("nothing to do"), "{again}");
    let problem = &sandbox.json(&["status"]).1["projects"][0]["problems"][0];
    assert_eq!((&problem["code"], &problem["information"]), (&json!("read_not_granted"), &json!(true)));
    assert!(problem["message"].as_str().unwrap().ends_with("(declined on this machine)"), "{problem}");
    sandbox.skreg(&["setup", "--grant-read"]);
    assert_eq!(rules(&sandbox).len(), 3);
    assert_eq!(sandbox.read("central/registry.local.json"), "{}\n");
}

#[test]
fn nothing_is_neither_and_nobody_is_asked_who_cannot_answer_or_need_not() {
    let sandbox = sandbox();
    asked(&sandbox, &["setup"], &["\n"]);
    assert!(!sandbox.path("central/registry.local.json").exists());
    for flag in ["--json", "--quiet", "--dry-run", "--global"] {
        let shown = asked(&sandbox, &["setup", flag], &[]);
        assert!(!shown.contains("yes or no"), "{flag}: {shown}");
    }
    sandbox.write("central/registry.local.json", "{\"grant_read\": true}");
    let shown = asked(&sandbox, &["setup"], &[]);
    assert!(shown.contains("granted "), "{shown}");
}

#[test]
fn nobody_is_asked_where_no_file_lies_beside_a_skill() {
    let sandbox = Sandbox::with_projects(&["api"]);
    let shown = asked(&sandbox, &["setup"], &[]);
    assert!(shown.contains("2 linked") && !shown.contains("yes or no"), "{shown}");
}
