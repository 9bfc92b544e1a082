//! `skreg dispatch --whoami`.

use insta::assert_snapshot;
use serde_json::json;

use super::World;
use super::server::Answer;

fn own() -> Answer {
    Answer::json(
        200,
        &json!({"self": "https://jira.example/rest/api/2/user?username=ann", "key": "JIRAUSER1", "name": "ann",
        "emailAddress": "ann@acme.example", "displayName": "Ann Other", "active": true, "timeZone": "Etc/UTC"}),
    )
}

#[test]
fn the_account_on_data_center_is_told() {
    let world = World::always(own());
    assert_snapshot!(world.dispatch(&["--whoami"]), @"
    you are      Ann Other (ann@acme.example)
    on           http://127.0.0.1:[PORT], Jira Data Center
    address      from environment variable SKREG_JIRA_URL
    credential   from environment variable SKREG_JIRA_TOKEN
    --- exit 0
    ");
    assert_eq!(world.request().target, "/rest/api/2/myself");
    assert_snapshot!(world.dispatch(&["--whoami", "--json"]), @r#"
    {
      "schema": 1,
      "jira": "http://127.0.0.1:[PORT]",
      "address_from": "environment variable SKREG_JIRA_URL",
      "kind": "data_center",
      "credential_from": "environment variable SKREG_JIRA_TOKEN",
      "account": {
        "name": "Ann Other",
        "login": "ann@acme.example"
      }
    }
    --- exit 0
    "#);
}

#[test]
fn the_account_on_cloud_is_told() {
    let myself = json!({"accountId": "5b10ac8d82e05b22cc7d4ef5", "accountType": "atlassian", "displayName": "Ann Other", "active": true});
    let world = World::cloud(move |_, _| Answer::json(200, &myself));
    assert_snapshot!(world.dispatch(&["--whoami"]), @"
    you are      Ann Other
    on           https://acme.atlassian.net, Jira Cloud
    address      from environment variable SKREG_JIRA_URL
    credential   from environment variable SKREG_JIRA_TOKEN
    --- exit 0
    ");
    assert_eq!(world.request().target, "/rest/api/3/myself");
    assert_snapshot!(world.dispatch(&["--whoami", "--json"]), @r#"
    {
      "schema": 1,
      "jira": "https://acme.atlassian.net",
      "address_from": "environment variable SKREG_JIRA_URL",
      "kind": "cloud",
      "credential_from": "environment variable SKREG_JIRA_TOKEN",
      "account": {
        "name": "Ann Other",
        "login": null
      }
    }
    --- exit 0
    "#);
}

#[test]
fn the_kind_that_jira_tells_of_itself_is_told() {
    let world = World::behind_proxy("https://jira.example/jira", |request, _| match request.path() {
        "/jira/rest/api/2/serverInfo" => Answer::json(200, &json!({"deploymentType": "Server", "version": "9.12.0"})),
        _ => own(),
    });
    assert_snapshot!(world.dispatch(&["--whoami"]), @"
    you are      Ann Other (ann@acme.example)
    on           https://jira.example/jira, Jira Data Center
    address      from environment variable SKREG_JIRA_URL
    credential   from environment variable SKREG_JIRA_TOKEN
    --- exit 0
    ");
    assert_eq!(world.targets(), ["/jira/rest/api/2/serverInfo", "/jira/rest/api/2/myself"]);
}

#[test]
fn a_rejected_credential_is_told() {
    let refused = json!({"message": "Client must be authenticated to access this resource.", "status-code": 401});
    let world = World::always(Answer::json(401, &refused));
    assert_snapshot!(world.dispatch(&["--whoami"]), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN: "Client must be authenticated to access this resource."
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    "#);
    assert_snapshot!(world.dispatch(&["--whoami", "--json"]), @r#"
    {"schema":1,"error":{"message":"127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN: \"Client must be authenticated to access this resource.\"","causes":[],"hint":"it may be wrong or expired: make a new token, and check that user and token belong together","problems":[]}}
    --- exit 2
    "#);
}

#[test]
fn an_answer_that_is_no_account_is_told() {
    assert_snapshot!(World::always(Answer::json(200, &json!({}))).dispatch(&["--whoami"]), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with whose credential it is: it has no `displayName`
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(World::always(Answer::html(404)).dispatch(&["--whoami"]), @"
    --- stderr
    error: there is no Jira at http://127.0.0.1:[PORT]
    hint: check the address: Jira Data Center often has a path of its own, such as https://jira.example.com/jira
    --- exit 2
    ");
    assert!(World::always(Answer::html(200)).dispatch(&["--whoami"]).contains("a login page, most likely"));
}

#[test]
fn what_a_hostile_jira_calls_one_is_spelled_out() {
    let hostile = json!({"displayName": "A\u{1b}[2Jnn\nyou are root", "name": "\u{202e}nna"});
    assert_snapshot!(World::always(Answer::json(200, &hostile)).dispatch(&["--whoami"]), @r"
    you are      A\u{1b}[2Jnn\nyou are root (\u{202e}nna)
    on           http://127.0.0.1:[PORT], Jira Data Center
    address      from environment variable SKREG_JIRA_URL
    credential   from environment variable SKREG_JIRA_TOKEN
    --- exit 0
    ");
}

#[test]
fn without_an_address_nobody_is_asked() {
    let world = World::always(own()).without("SKREG_JIRA_URL").without("SKREG_JIRA_TOKEN");
    assert_snapshot!(world.dispatch(&["--whoami"]), @"
    --- stderr
    error: Jira is not set up: there is neither an address nor a token
    hint: for Jira Cloud set SKREG_JIRA_URL=https://<site>.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://<host>/<path, if it has one> and SKREG_JIRA_TOKEN=<personal access token>
    --- exit 2
    ");
    assert!(world.targets().is_empty());
}
