//! Every way in which a Jira refuses, told apart.

use insta::assert_snapshot;
use serde_json::json;

use super::server::Answer;
use super::{TOKEN, World};

/// What is said where Jira Data Center answers so, and that it is asked once.
fn refused(answer: Answer) -> String {
    let world = World::always(answer);
    let told = world.dispatch(&["PROJ-1"]);
    assert_eq!(world.targets().len(), 1, "it is asked once");
    told
}

/// The same of Jira Cloud.
fn refused_by_cloud(answer: Answer) -> String {
    let world = World::cloud(move |_, _| answer.clone());
    let told = world.dispatch(&["PROJ-1"]);
    assert_eq!(world.targets().len(), 1, "it is asked once");
    told
}

fn messages(status: u16, messages: &[&str]) -> Answer {
    Answer::json(status, &json!({"errorMessages": messages, "errors": {}}))
}

#[test]
fn a_rejected_token_is_told_whatever_the_status() {
    let unauthorized = json!({"message": "Client must be authenticated to access this resource.", "status-code": 401});
    assert_snapshot!(refused(Answer::json(401, &unauthorized)), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN: "Client must be authenticated to access this resource."
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    "#);
    let text = Answer::new(401, "text/plain", "Basic authentication with passwords is deprecated.\nSee the page.\n");
    assert_snapshot!(refused(text.clone()), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN: "Basic authentication with passwords is deprecated. See the page."
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    "#);
    assert_snapshot!(refused_by_cloud(text), @r#"
    --- stderr
    error: acme.atlassian.net rejects the credential from environment variable SKREG_JIRA_TOKEN: "Basic authentication with passwords is deprecated. See the page."
    hint: it may be wrong or expired; a scoped token works only through the gateway: set `JIRA_CLOUD_ID`, or `SKREG_JIRA_URL=https://api.atlassian.com/ex/jira/<cloud id>`
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::html(401)), @"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    ");
    let missing = messages(404, &["Issue does not exist or you do not have permission to see it."]);
    let as_a_stranger = missing.header("X-Seraph-LoginReason", "AUTHENTICATED_FAILED");
    assert_snapshot!(refused_by_cloud(as_a_stranger), @r#"
    --- stderr
    error: acme.atlassian.net rejects the credential from environment variable SKREG_JIRA_TOKEN: "Issue does not exist or you do not have permission to see it."
    hint: it may be wrong or expired; a scoped token works only through the gateway: set `JIRA_CLOUD_ID`, or `SKREG_JIRA_URL=https://api.atlassian.com/ex/jira/<cloud id>`
    --- exit 2
    "#);
    let issue = Answer::json(200, &super::issue()).header("X-Seraph-LoginReason", "OK, AUTHENTICATED_FAILED");
    assert_snapshot!(refused(issue), @"
    --- stderr
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    ");
    let twice = Answer::json(200, &super::issue()).header("X-Seraph-LoginReason", "OK");
    assert!(refused(twice.clone()).ends_with("exit 0"));
    let twice = refused(twice.header("X-Seraph-LoginReason", "AUTHENTICATED_FAILED"));
    assert!(twice.contains("rejects the credential from environment variable SKREG_JIRA_TOKEN"), "{twice}");
}

#[test]
fn a_captcha_is_told_with_the_page_of_this_jira_only() {
    let captcha = |page: &str| {
        let reason = format!("CAPTCHA_CHALLENGE; login-url={page}");
        Answer::html(403)
            .header("X-Authentication-Denied-Reason", reason)
            .header("X-Seraph-LoginReason", "AUTHENTICATED_FAILED")
    };
    assert_snapshot!(refused(captcha("http://127.0.0.1/jira/login.jsp")), @"
    --- stderr
    error: 127.0.0.1:[PORT] asks for a CAPTCHA before it lets this account in again
    hint: log in once in the browser at http://127.0.0.1/jira/login.jsp, then try again
    --- exit 2
    ");
    let others =
        ["https://evil.example/login.jsp", "javascript://127.0.0.1/%0aalert()", "http://ann:pw@127.0.0.1/", "", "x"];
    for other in others {
        let told = refused(captcha(other));
        assert!(told.contains("hint: log in once in the browser at 127.0.0.1:[PORT], then try again\n"), "{told}");
    }
}

#[test]
fn no_permission_is_told() {
    assert_snapshot!(refused(messages(403, &["You do not have the permission to see the specified issue."])), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the ticket `PROJ-1`: "You do not have the permission to see the specified issue."
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::html(403)), @"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the ticket `PROJ-1`
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    ");
}

#[test]
fn a_ticket_that_is_not_found_may_be_one_that_may_not_be_seen() {
    let cloud = messages(404, &["Issue does not exist or you do not have permission to see it."]);
    assert_snapshot!(refused_by_cloud(cloud), @r#"
    --- stderr
    error: the ticket `PROJ-1` does not exist, or this account may not see it: "Issue does not exist or you do not have permission to see it."
    hint: check the key; `skreg dispatch --whoami` tells whose credential the one from environment variable SKREG_JIRA_TOKEN is
    --- exit 2
    "#);
    assert_snapshot!(refused(messages(404, &["Issue Does Not Exist"])), @r#"
    --- stderr
    error: the ticket `PROJ-1` does not exist, or this account may not see it: "Issue Does Not Exist"
    hint: check the key; `skreg dispatch --whoami` tells whose credential the one from environment variable SKREG_JIRA_TOKEN is
    --- exit 2
    "#);
}

#[test]
fn what_is_no_jira_is_told_apart_from_a_ticket_that_is_not_there() {
    assert_snapshot!(refused(Answer::html(404)), @"
    --- stderr
    error: there is no Jira at http://127.0.0.1:[PORT]
    hint: check the address: Jira Data Center often has a path of its own, such as https://jira.example.com/jira
    --- exit 2
    ");
    assert_snapshot!(refused(Answer::new(404, "text/plain", "404 page not found\n")), @r#"
    --- stderr
    error: there is no Jira at http://127.0.0.1:[PORT]: "404 page not found"
    hint: check the address: Jira Data Center often has a path of its own, such as https://jira.example.com/jira
    --- exit 2
    "#);
    let world = World::behind_proxy("https://jira.example/wrong", |_, _| messages(404, &["null for uri"]));
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    --- stderr
    error: there is no Jira at https://jira.example/wrong: "null for uri"
    hint: check the address: Jira Data Center often has a path of its own, such as https://jira.example.com/jira
    --- exit 2
    "#);
}

#[test]
fn a_login_page_is_never_read() {
    assert_snapshot!(refused(Answer::html(200)), @"
    --- stderr
    error: 127.0.0.1:[PORT] answers with a web page and not with JSON: a login page, most likely
    hint: single sign-on does not take tokens: use the address of Jira's REST API, or a token that it accepts
    --- exit 2
    ");
    assert!(refused(Answer::bare(200, "\r\n <html></html>")).contains("a login page, most likely"));
    assert!(refused(Answer::new(200, "TEXT/HTML", "{}")).contains("a login page, most likely"));
    for to in ["/login.jsp?os_destination=%2Frest", "/samlsso", "login?x=%1b[2J"] {
        let told = refused(Answer::html(302).header("Location", to));
        assert!(told.contains("a login page, most likely\nhint: single sign-on does not take tokens"), "{told}");
    }
    assert_snapshot!(refused(Answer::html(302).header("Location", "/login.jsp?os_destination=%2Frest%2Fapi%2F2")), @"
    --- stderr
    error: 127.0.0.1:[PORT] sends to /login.jsp: a login page, most likely
    hint: single sign-on does not take tokens: use the address of Jira's REST API, or a token that it accepts
    --- exit 2
    ");
}

#[test]
fn a_redirect_to_another_host_is_not_followed() {
    for (status, to) in [
        (301, "https://elsewhere.example/rest/api/3/issue/PROJ-1"),
        (302, "https://acme.atlassian.net.elsewhere.example/"),
        (303, "//elsewhere.example/x"),
        (307, "https://acme.atlassian.net:8443/rest/api/3/issue/PROJ-1"),
        (308, "http://elsewhere.example/"),
    ] {
        let world = World::cloud(move |_, _| Answer::html(status).header("Location", to));
        let told = world.dispatch(&["PROJ-1"]);
        assert!(told.contains("sends to another host"), "{told}");
        assert_eq!(
            (world.targets().len(), world.server.tunnels().len()),
            (1, 1),
            "nothing is asked but Jira, and once"
        );
    }
    let to = "https://user:pass@elsewhere.example/sso?RelayState=x";
    assert_snapshot!(refused_by_cloud(Answer::html(302).header("Location", to)), @"
    --- stderr
    error: acme.atlassian.net sends to another host, elsewhere.example, which is not followed: it would get the credential
    hint: it may be single sign-on, or Jira has moved: set its true address
    --- exit 2
    ");
}

#[test]
fn a_redirect_on_the_same_host_is_not_followed_either() {
    let moved = |to: &str| refused_by_cloud(Answer::html(301).header("Location", to));
    assert_snapshot!(moved("/jira/rest/api/3/issue/PROJ-1?fields=summary"), @"
    --- stderr
    error: acme.atlassian.net sends to /jira/rest/api/3/issue/PROJ-1
    hint: if that is Jira, use the address https://acme.atlassian.net/jira
    --- exit 2
    ");
    assert_snapshot!(moved("http://acme.atlassian.net/rest/api/3/issue/PROJ-1"), @"
    --- stderr
    error: acme.atlassian.net sends to plain http, which is not followed: it would show the credential
    hint: whoever runs Jira can set its base URL to https
    --- exit 2
    ");
    assert_snapshot!(refused(Answer::html(302)), @"
    --- stderr
    error: 127.0.0.1:[PORT] sends elsewhere without saying where
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(refused(Answer::bare(304, "")), @"
    --- stderr
    error: 127.0.0.1:[PORT] sends elsewhere without saying where
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert!(moved("http://[").contains("sends elsewhere without saying where"));
}

#[test]
fn a_jira_that_wants_https_is_told_with_its_right_address() {
    let moved = |path: &'static str, to: &'static str| {
        let world = World::always(Answer::html(301).header("Location", to));
        let url = format!("{}{path}", world.server.url());
        let world = world.with("SKREG_JIRA_URL", url);
        let told = world.dispatch(&["PROJ-1"]);
        assert_eq!(world.targets().len(), 1);
        told
    };
    assert_snapshot!(moved("/jira", "https://127.0.0.1/jira/rest/api/2/issue/PROJ-1?fields=summary"), @"
    --- stderr
    error: 127.0.0.1:[PORT] wants https
    hint: use the address https://127.0.0.1/jira
    --- exit 2
    ");
    assert_snapshot!(moved("/jira", "https://127.0.0.1:8443/login.jsp"), @"
    --- stderr
    error: 127.0.0.1:[PORT] wants https
    hint: use the address https://127.0.0.1:8443/jira
    --- exit 2
    ");
    assert_snapshot!(moved("", "https://127.0.0.1/rest/api/2/issue/PROJ-1"), @"
    --- stderr
    error: 127.0.0.1:[PORT] wants https
    hint: use the address https://127.0.0.1
    --- exit 2
    ");
    assert_snapshot!(moved("", "https://127.0.0.1/"), @"
    --- stderr
    error: 127.0.0.1:[PORT] wants https
    hint: use the address https://127.0.0.1
    --- exit 2
    ");
}

#[test]
fn what_is_gone_and_what_is_not_understood_are_told() {
    let gone = "The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.";
    assert_snapshot!(refused(messages(410, &[gone])), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] has taken this part of its API away: "The requested API has been removed. Please migrate to the /rest/api/3/search/jql API."
    hint: update skreg: a newer one may know its successor
    --- exit 2
    "#);
    assert_snapshot!(refused(messages(400, &["Bad request"])), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`: "Bad request"
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::new(418, "text/plain", "I'm a teapot")), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] answered with status 418, which says nothing about the ticket `PROJ-1`: "I'm a teapot"
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    "#);
}

#[test]
fn a_busy_or_failing_jira_is_asked_three_times() {
    let tried = |answer: Answer| {
        let world = World::always(answer);
        let told = world.dispatch(&["PROJ-1"]);
        assert_eq!(world.targets().len(), 3);
        told
    };
    let busy = messages(429, &[]).header("Retry-After", "3600");
    assert_snapshot!(tried(busy.clone()), @"
    --- stderr
    127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    error: 127.0.0.1:[PORT] answers too many requests, and was still busy after the last try
    hint: try again later; it says `Retry-After: 3600`
    --- exit 2
    ");
    assert_snapshot!(tried(busy.header("RateLimit-Reason", "jira-burst-based")), @"
    --- stderr
    127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    error: 127.0.0.1:[PORT] answers too many requests, and was still busy after the last try
    hint: try again later; its reason is `jira-burst-based`
    --- exit 2
    ");
    assert!(tried(messages(429, &[])).ends_with("hint: try again later\n--- exit 2"));
    assert_snapshot!(tried(Answer::html(503)), @"
    --- stderr
    127.0.0.1:[PORT] answered with status 503: trying again in 1.0 s
    127.0.0.1:[PORT] answered with status 503: trying again in 2.0 s
    error: 127.0.0.1:[PORT] failed with status 503, also on the last try
    hint: try again later; its own status page may tell more
    --- exit 2
    ");
    assert_snapshot!(tried(messages(500, &["Internal server error"])), @r#"
    --- stderr
    127.0.0.1:[PORT] answered with status 500: trying again in 1.0 s
    127.0.0.1:[PORT] answered with status 500: trying again in 2.0 s
    error: 127.0.0.1:[PORT] failed with status 500, also on the last try: "Internal server error"
    hint: try again later; its own status page may tell more
    --- exit 2
    "#);
}

#[test]
fn all_that_a_server_says_in_one_of_five_shapes_is_quoted() {
    let told = |body: serde_json::Value| refused(Answer::json(400, &body)).lines().nth(1).unwrap().to_owned();
    let said = [
        told(json!({"errorMessages": ["one", "two", 3], "errors": {"summary": "is wrong", "x": null}})),
        told(json!({"errorMessages": [], "errors": {"project": "is needed"}, "warningMessages": ["a warning"]})),
        told(json!({"message": "a message", "status-code": 400})),
        told(json!({"errorMessage": "another message"})),
        told(json!({"errorMessages": "no list", "errors": ["no object"], "message": {"no": "text"}})),
        told(json!({"errorMessages": []})),
        told(json!("text")),
        told(json!({"message": "line one\r\n\tline two"})),
    ];
    assert_snapshot!(said.join("\n"), @r#"
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`: "one; two; summary: is wrong"
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`: "project: is needed; a warning"
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`: "a message"
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`: "another message"
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`
    error: 127.0.0.1:[PORT] does not understand the request for the ticket `PROJ-1`: "line one line two"
    "#);
}

#[test]
fn what_a_hostile_server_says_is_harmless_and_short() {
    let hostile = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}evil";
    assert_snapshot!(refused(messages(403, &[hostile])), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the ticket `PROJ-1`: "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}evil"
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::new(403, "text/plain", hostile)), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the ticket `PROJ-1`: "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}evil"
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::new(403, "text/plain", b"caf\xe9 \xff\xfe\0".to_vec())), @r#"
    --- stderr
    error: 127.0.0.1:[PORT] forbids reading the ticket `PROJ-1`: "caf� ��\u{0}"
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    "#);
    let long = "é".repeat(5_000_000);
    for answer in [messages(403, &[&long]), Answer::new(403, "text/plain", long.clone())] {
        let told = refused(answer);
        assert!(told.contains(&format!(": \"{}…\"\n", "é".repeat(300))), "{} characters", told.len());
    }
    let exact = "x".repeat(300);
    assert!(refused(messages(403, &[&exact])).contains(&format!(": \"{exact}\"\n")));
    let location = Answer::html(302).header("Location", "/\u{202e}\u{7f}x").header("Retry-After", "\t7");
    assert!(!refused(location).contains(['\u{202e}', '\u{7f}']));
}

#[test]
fn what_a_server_echoes_of_the_token_is_not_shown() {
    let echo = World::cloud(|request, _| {
        let header = request.header("authorization").unwrap();
        messages(403, &[&format!("{header} {TOKEN} is not allowed")])
    });
    let told = echo.dispatch(&["PROJ-1"]);
    assert!(!told.contains("YW5uQGFjbWUuZXhhbXBsZTpzM2NyM3QtdDBrZW4="), "{told}");
    assert_snapshot!(told, @r#"
    --- stderr
    error: acme.atlassian.net forbids reading the ticket `PROJ-1`: "Basic [secret] [secret] is not allowed"
    hint: the account needs permission to use Jira and to browse the project
    --- exit 2
    "#);
    let deep = World::data_center(|_, _| messages(403, &[&format!("{}{TOKEN}", "x".repeat(295))]));
    assert!(!deep.dispatch(&["PROJ-1"]).contains(&TOKEN[..5]));
}

#[test]
fn a_program_gets_every_refusal_as_an_object() {
    let refused = |answer: Answer| World::always(answer).dispatch(&["PROJ-1", "--json"]);
    assert_snapshot!(refused(messages(404, &["Issue Does Not Exist \u{1b}[2J"])), @r#"
    {"schema":1,"error":{"message":"the ticket `PROJ-1` does not exist, or this account may not see it: \"Issue Does Not Exist \u001b[2J\"","causes":[],"hint":"check the key; `skreg dispatch --whoami` tells whose credential the one from environment variable SKREG_JIRA_TOKEN is","problems":[]}}
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::html(200)), @r#"
    {"schema":1,"error":{"message":"127.0.0.1:[PORT] answers with a web page and not with JSON: a login page, most likely","causes":[],"hint":"single sign-on does not take tokens: use the address of Jira's REST API, or a token that it accepts","problems":[]}}
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::html(502)), @r#"
    {"schema":1,"error":{"message":"127.0.0.1:[PORT] failed with status 502, also on the last try","causes":[],"hint":"try again later; its own status page may tell more","problems":[]}}
    --- stderr
    127.0.0.1:[PORT] answered with status 502: trying again in 1.0 s
    127.0.0.1:[PORT] answered with status 502: trying again in 2.0 s
    --- exit 2
    "#);
    assert_snapshot!(refused(Answer::html(302).header("Location", "https://sso.example/")), @r#"
    {"schema":1,"error":{"message":"127.0.0.1:[PORT] sends to another host, sso.example, which is not followed: it would get the credential","causes":[],"hint":"it may be single sign-on, or Jira has moved: set its true address","problems":[]}}
    --- exit 2
    "#);
}
