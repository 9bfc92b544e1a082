//! Where a ticket is read from, and what may be wrong with it.

use insta::assert_snapshot;
use serde_json::json;

use super::{clear, dispatch, registry, sandbox, ticket};
use crate::sandbox::Sandbox;

#[test]
fn a_ticket_comes_from_standard_input() {
    let sandbox = sandbox();
    let command = sandbox.command("central", &["dispatch", "-"]);
    assert_snapshot!(sandbox.run(command, &clear().to_string()), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
    let command = sandbox.command("central", &["dispatch", "-", "--json"]);
    assert!(sandbox.run(command, &clear().to_string()).stdout.contains(r#""source": "stdin""#));
}

#[test]
fn nothing_on_standard_input_is_told() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(sandbox.command("central", &["dispatch", "-"]), ""), @r#"
    --- stderr
    error: cannot read a ticket from `standard input`
      standard input:1:1: there is nothing to read
        hint: a ticket is an object such as {"summary": "…", "components": ["…"]}
    --- exit 2
    "#);
}

#[test]
fn an_issue_of_jira_data_center_is_read() {
    let issue = json!({"expand": "names", "id": "1", "self": "https://jira.example/rest/api/2/issue/1", "key": "PAY_2-7", "fields": {
        "summary": "Invoice is sent twice", "description": "h2. Steps\r\n* {{refund}} it", "labels": ["Billing"],
        "components": [{"id": "9", "name": "Payments"}], "project": {"key": "PAY_2"}, "issuetype": {"name": "Bug"}}});
    assert_snapshot!(dispatch(&sandbox(), &issue, &[]), @r#"
    PAY_2-7  Invoice is sent twice
    PROJECT  SCORE  SIGNALS
    api      19     component Payments +10, label billing +5, keyword refund +2, keyword invoice +2
    web      2      keyword refund +2
    auto: api: 19 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PAY_2-7"
    --- exit 0
    "#);
}

#[test]
fn an_issue_of_jira_cloud_is_read() {
    let text = |text: &str| json!({"type": "paragraph", "content": [{"type": "text", "text": text}]});
    let issue = json!({"id": "1", "key": "PAY-7", "fields": {
        "summary": "Sent twice", "description": {"type": "doc", "version": 1, "content": [text("The invoice"), text("and the refund")]},
        "labels": [], "components": [{"id": "9", "name": "Payments"}], "project": {"key": "PAY"}}});
    assert_snapshot!(dispatch(&sandbox(), &issue, &[]), @r#"
    PAY-7  Sent twice
    PROJECT  SCORE  SIGNALS
    api      14     component Payments +10, keyword refund +2, keyword invoice +2
    web      2      keyword refund +2
    auto: api: 14 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PAY-7"
    --- exit 0
    "#);
}

#[test]
fn a_ticket_without_a_key_is_routed() {
    assert_snapshot!(dispatch(&sandbox(), &json!({"summary": "s", "components": ["Payments"]}), &[]), @"
    ticket  s
    PROJECT  SCORE  SIGNALS
    api      10     component Payments +10
    auto: api: 10 points, and no other project has any
    next: cd ~/code/api && claude
    --- exit 0
    ");
}

/// What is said about a file of these bytes.
fn broken(bytes: impl AsRef<[u8]>) -> String {
    let sandbox = sandbox();
    sandbox.write("central/t.json", bytes);
    sandbox.skreg(&["dispatch", "t.json"])
}

#[test]
fn a_file_that_holds_no_ticket_is_told_with_its_place() {
    assert_snapshot!(broken(""), @r#"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:1:1: there is nothing to read
        hint: a ticket is an object such as {"summary": "…", "components": ["…"]}
    --- exit 2
    "#);
    assert_snapshot!(broken("summary: a ticket\n"), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:1:1: this is not JSON: expected value
        hint: write the ticket as strict JSON: no comments, no comma after the last value, at most 127 levels
    --- exit 2
    ");
    assert_snapshot!(broken("[{\"summary\": \"a\"}]"), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:1:1: one ticket is asked for, a JSON object, and this is a list
        hint: take the one ticket to route out of the list
    --- exit 2
    ");
    assert_snapshot!(broken("{\"summary\": \"a\"}\n{\"summary\": \"b\"}\n"), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:2:1: one ticket is asked for, and here begins another
        hint: put the one ticket to route into a file of its own
    --- exit 2
    ");
    assert_snapshot!(broken(b"{\"summary\": \"caf\xe9\"}"), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:1:17: this is not UTF-8
        hint: save the file as UTF-8
    --- exit 2
    ");
    assert_snapshot!(broken("{\"summary\": \"a\",}"), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:1:17: this is not JSON: trailing comma
        hint: write the ticket as strict JSON: no comments, no comma after the last value, at most 127 levels
    --- exit 2
    ");
}

#[test]
fn all_wrong_types_are_told_at_once_with_their_places() {
    assert_snapshot!(broken("{\n  \"summary\": 7,\n  \"labels\": [\"a\", 1],\n  \"components\": \"x\"\n}\n"), @"
    --- stderr
    error: cannot read a ticket from `t.json`
      t.json:2:14 (/summary): `summary` is a number, where text is asked for
        hint: make it text, or leave it out
      t.json:3:19 (/labels/1): `labels/1` is a number, where a name is asked for
        hint: make it a name, or leave it out
      t.json:4:17 (/components): `components` is text, where a list of names is asked for
        hint: make it a list of names, or leave it out
    --- exit 2
    ");
}

#[test]
fn an_error_is_one_object_for_programs() {
    let sandbox = sandbox();
    sandbox.write("central/t.json", "{\"labels\": 1}");
    let command = sandbox.command("central", &["dispatch", "t.json", "--json"]);
    assert_snapshot!(sandbox.run(command, ""), @r#"
    {"schema":1,"error":{"message":"cannot read a ticket from `t.json`","causes":[],"hint":null,"problems":[{"file":"t.json","line":1,"column":1,"pointer":"","message":"the ticket has no `summary`","hint":"add \"summary\": the title of the ticket"},{"file":"t.json","line":1,"column":12,"pointer":"/labels","message":"`labels` is a number, where a list of names is asked for","hint":"make it a list of names, or leave it out"}]}}
    --- exit 2
    "#);
}

#[test]
fn what_is_neither_file_nor_key_is_told() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.skreg(&["dispatch", "nothing.json"]), @"
    --- stderr
    error: `nothing.json` is no file and no ticket key
    hint: give a key such as `PROJ-123`, a JSON file, or `-` for standard input
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["dispatch", "https://acme.atlassian.net/browse/proj-7"]), @"
    --- stderr
    error: `https://acme.atlassian.net/browse/proj-7` is no file and no ticket key
    hint: give the key alone, `PROJ-7`, a JSON file, or `-` for standard input
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["dispatch", ""]), @"
    --- stderr
    error: a value is required for '[TICKET]' but none was supplied

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["dispatch", "profiles"]), @"
    --- stderr
    error: `profiles` is a folder, and a ticket is a file
    hint: give a key such as `PROJ-123`, a JSON file, or `-` for standard input
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["dispatch", "fix the \u{1b}[2J button"]), @r"
    --- stderr
    error: `fix the \u{1b}[2J button` is no file and no ticket key
    hint: give a key such as `PROJ-123`, a JSON file, or `-` for standard input
    --- exit 2
    ");
    let words = "word ".repeat(1000);
    let told = sandbox.skreg(&["dispatch", &words]).replace(&words, "[WORDS]");
    // Systems have numbers of their own for it.
    let told = told.replace("(os error 63)", "(os error 36)");
    assert_snapshot!(told, @"
    --- stderr
    error: cannot look at `[WORDS]`: File name too long (os error 36)
    hint: give a key such as `PROJ-123`, a JSON file, or `-` for standard input
    --- exit 2
    ");
    sandbox.link("loop.json", "central/loop.json");
    assert_snapshot!(sandbox.skreg(&["dispatch", "loop.json"]), @"
    --- stderr
    error: `loop.json` is no file and no ticket key
    hint: give a key such as `PROJ-123`, a JSON file, or `-` for standard input
    --- exit 2
    ");
}

#[test]
fn a_file_that_may_not_be_read_is_told() {
    let sandbox = sandbox();
    ticket(&sandbox, &clear());
    sandbox.mode("central/t.json", 0o000);
    assert_snapshot!(sandbox.skreg_as_user(&["dispatch", "t.json"]), @"
    --- stderr
    error: cannot read the ticket `t.json`
      Permission denied (os error 13)
    --- exit 2
    ");
}

#[test]
fn a_key_needs_an_address_of_jira() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.skreg(&["dispatch", "PROJ-123"]), @"
    --- stderr
    error: cannot read `PROJ-123` from Jira
      Jira is not set up: there is neither an address nor a token
    hint: for Jira Cloud set SKREG_JIRA_URL=https://<site>.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://<host>/<path, if it has one> and SKREG_JIRA_TOKEN=<personal access token>
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["dispatch", "proj-123"]), @"
    --- stderr
    error: cannot read `PROJ-123` from Jira
      Jira is not set up: there is neither an address nor a token
    hint: for Jira Cloud set SKREG_JIRA_URL=https://<site>.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://<host>/<path, if it has one> and SKREG_JIRA_TOKEN=<personal access token>
    --- exit 2
    ");
}

#[test]
fn a_key_with_an_address_of_jira_is_understood() {
    let sandbox = Sandbox::with_projects(&["api"]);
    let mut registry = registry();
    registry["projects"].as_object_mut().unwrap().remove("web");
    registry["jira"] = json!({"url": "https://jira.invalid"});
    sandbox.registry(&registry);
    assert_snapshot!(sandbox.skreg(&["dispatch", "PROJ-123"]), @"
    --- stderr
    error: cannot read `PROJ-123` from Jira
      there is no credential for the Jira at `https://jira.invalid` (from jira.url of registry.json)
    hint: for Jira Cloud set SKREG_JIRA_URL=https://jira.invalid, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://jira.invalid and SKREG_JIRA_TOKEN=<personal access token>; or name `machine jira.invalid` with login and password in ~/.netrc
    --- exit 2
    ");
}

#[test]
fn a_file_that_is_named_like_a_key_is_given_with_its_folder() {
    let sandbox = sandbox();
    sandbox.write("central/PROJ-1", clear().to_string());
    assert!(sandbox.skreg(&["dispatch", "./PROJ-1"]).ends_with("exit 0"));
    assert!(sandbox.skreg(&["dispatch", "PROJ-1"]).ends_with("exit 2"));
}

#[test]
fn a_ticket_is_found_from_the_folder_where_one_stands() {
    let sandbox = sandbox();
    sandbox.write("api/docs/t.json", clear().to_string());
    assert_snapshot!(sandbox.skreg_in("api/docs", &["dispatch", "t.json"]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
}
