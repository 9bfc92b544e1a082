//! What cannot be learned from, and what cannot be written.

use insta::assert_snapshot;
#[cfg(unix)]
use rustix as _;

use super::sandbox;

#[test]
fn tickets_that_do_not_count_are_told() {
    let sandbox = sandbox();
    let mut lines = sandbox.read("central/history.jsonl");
    lines.push_str("{\"summary\": \"x\"}\n{\"summary\": \"x\", \"expected\": \"apj\"}\nno ticket\n");
    sandbox.write("central/history.jsonl", lines);
    let answer = sandbox.skreg(&["learn", "history.jsonl"]);
    assert_snapshot!(answer.split_once("PROJECT").unwrap().0, @"
    122 tickets, 120 labelled
      left out: 1 without a label
      left out: 1 that name no project: `apj` 1
      left out: 1 that cannot be read
        history.jsonl:123:2: this is not JSON: expected ident
          hint: write each ticket as strict JSON on a line of its own
    ");
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    let sandbox = sandbox();
    sandbox.write("central/none.jsonl", "{\"summary\": \"x\", \"expected\": \"apj\"}\n");
    sandbox.write("central/empty.jsonl", "");
    assert_snapshot!(sandbox.skreg(&["learn", "none.jsonl"]), @"
    --- stderr
    error: none of the tickets (1) names a project, so nothing can be learned
    hint: no project is called `apj`; did you mean `api`?
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["learn", "empty.jsonl", "--json"]), @r#"
    {"schema":1,"error":{"message":"`empty.jsonl` holds no ticket","causes":[],"hint":"give a file with a ticket on each line","problems":[]}}
    --- exit 2
    "#);
    assert_snapshot!(sandbox.skreg(&["learn", "absent.jsonl"]), @"
    --- stderr
    error: there is no file `absent.jsonl`
    hint: give a file of tickets, or `-` for standard input
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["learn"]), @"
    --- stderr
    error: the following required arguments were not provided:
      <TICKETS>

    Usage: skreg learn <TICKETS>

    For more information, try '--help'.
    --- exit 2
    ");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_stays_as_it_is() {
    let sandbox = sandbox();
    let answer = sandbox.as_user(&["learn", "history.jsonl", "--write"], || sandbox.mode("central", 0o555));
    sandbox.mode("central", 0o755);
    let told = answer.split_once("--- stderr").map_or(answer.as_str(), |(_, told)| told);
    assert!(answer.ends_with("exit 2") && told.contains("cannot"), "{answer}");
    assert!(!sandbox.path("central/routing-model.jsonl").exists());
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&sandbox.read("central/registry.json")).unwrap(),
        super::registry()
    );
}
