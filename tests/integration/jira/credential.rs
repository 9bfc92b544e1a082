//! Which credential is sent, and where it may not go.

use insta::{allow_duplicates, assert_snapshot};
use serde_json::json;

use super::server::{Answer, Server};
use super::{TOKEN, World, issue};
use crate::dispatch::terminal::run_on_a_terminal;

fn asked() -> World {
    World::always(Answer::json(200, &issue()))
}

/// `Authorization` of the only request.
fn sent(world: &World) -> String {
    let told = world.dispatch(&["PROJ-1"]);
    assert!(told.ends_with("exit 0"), "{told}");
    world.request().header("authorization").unwrap().to_owned()
}

/// The header of Basic for `ann` and the token: printf 'ann:s3cr3t-t0ken' | base64.
const BASIC: &str = "Basic YW5uOnMzY3IzdC10MGtlbg==";

/// A world whose registry names the Jira and whose environment only a token.
fn named_by_the_registry() -> World {
    let world = asked().without("SKREG_JIRA_URL");
    let mut registry = crate::dispatch::registry();
    registry["jira"] = json!({"url": world.server.url()});
    world.sandbox.registry(&registry);
    world
}

fn host(world: &World) -> String {
    world.server.url().replace("http://", "")
}

#[test]
fn the_scheme_is_basic_with_a_user_and_bearer_without() {
    assert_eq!(sent(&asked()), format!("Bearer {TOKEN}"));
    for name in ["SKREG_JIRA_USER", "JIRA_USERNAME", "JIRA_LOGIN", "JIRA_EMAIL"] {
        assert_eq!(sent(&asked().with(name, "ann")), BASIC, "{name}");
    }
    assert_eq!(
        sent(&asked().with("SKREG_JIRA_USER", "ann").with("SKREG_JIRA_AUTH", "bearer")),
        format!("Bearer {TOKEN}")
    );
    assert_eq!(sent(&asked().with("JIRA_LOGIN", "bob").with("SKREG_JIRA_USER", "ann")), BASIC);
    // printf 'ann+jira@acme.example:s3cr3t-t0ken' | base64
    let plus = "Basic YW5uK2ppcmFAYWNtZS5leGFtcGxlOnMzY3IzdC10MGtlbg==";
    assert_eq!(sent(&asked().with("SKREG_JIRA_USER", "ann+jira@acme.example")), plus);
    let umlaut = "Basic YW5uw6Q6czNjcjN0LXQwa2Vu";
    assert_eq!(sent(&asked().with("SKREG_JIRA_USER", "annä")), umlaut);
}

#[test]
fn the_names_of_other_tools_come_after_our_own() {
    let other = |name: &'static str| asked().with(name, "other-token");
    for name in ["JIRA_PERSONAL_TOKEN", "JIRA_API_TOKEN", "JIRA_TOKEN"] {
        assert_eq!(sent(&other(name)), format!("Bearer {TOKEN}"), "{name}");
        assert_eq!(sent(&other(name).without("SKREG_JIRA_TOKEN")), "Bearer other-token", "{name}");
    }
    for name in ["JIRA_URL", "JIRA_SERVER", "JIRA_BASE_URL", "JIRA_HOST"] {
        let world = asked().without("SKREG_JIRA_URL");
        let url = world.server.url();
        assert_eq!(sent(&world.with(name, url)), format!("Bearer {TOKEN}"), "{name}");
    }
}

#[test]
fn the_flag_is_asked_before_the_environment_and_gives_no_permission() {
    let flagged = Server::start(|_, _| Answer::json(200, &issue()));
    let world = asked();
    let told = world.dispatch(&["PROJ-1", "--jira-url", &flagged.url()]);
    assert_snapshot!(flagged.shown(&told), @r#"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the credential of environment variable SKREG_JIRA_TOKEN is for `127.0.0.1:[PORT]`, not for `127.0.0.1:[PORT]`
    hint: if it may, set SKREG_JIRA_URL=http://127.0.0.1:[PORT] beside it, or add "127.0.0.1:[PORT]" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["127.0.0.1:[PORT]"]}}
    --- exit 2
    "#);
    let alone = asked().without("SKREG_JIRA_URL");
    assert_snapshot!(flagged.shown(&alone.dispatch(&["PROJ-1", "--jira-url", &flagged.url()])), @r#"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      nothing says that the credential of environment variable SKREG_JIRA_TOKEN may go to `127.0.0.1:[PORT]`
    hint: if it may, set SKREG_JIRA_URL=http://127.0.0.1:[PORT] beside it, or add "127.0.0.1:[PORT]" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["127.0.0.1:[PORT]"]}}
    --- exit 2
    "#);
    assert_snapshot!(world.dispatch(&["PROJ-1", "--jira-url", "https://127.0.0.1.evil.example"]), @r#"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the credential of environment variable SKREG_JIRA_TOKEN is for `127.0.0.1:[PORT]`, not for `127.0.0.1.evil.example`
    hint: if it may, set SKREG_JIRA_URL=https://127.0.0.1.evil.example beside it, or add "127.0.0.1.evil.example" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["127.0.0.1.evil.example"]}}
    --- exit 2
    "#);
    assert!(flagged.requests().is_empty() && world.targets().is_empty());
    let same = format!("{}/jira", world.server.url());
    assert!(world.dispatch(&["PROJ-1", "--jira-url", &same]).ends_with("exit 0"), "the same host was named with it");
    assert_eq!(world.request().path(), "/jira/rest/api/2/issue/PROJ-1");
}

#[test]
fn netrc_has_the_credential_of_a_machine() {
    let world = asked().without("SKREG_JIRA_TOKEN");
    world.sandbox.write("~/.netrc", format!("machine 127.0.0.1 login ann password {TOKEN}\n"));
    world.sandbox.mode("~/.netrc", 0o600);
    assert_eq!(sent(&world), BASIC);
    let elsewhere = asked().without("SKREG_JIRA_TOKEN");
    elsewhere.sandbox.write("elsewhere", format!("machine 127.0.0.1 login ann password {TOKEN}\n"));
    let file = elsewhere.sandbox.path("elsewhere").to_str().unwrap().to_owned();
    let elsewhere = elsewhere.with("NETRC", file);
    assert_snapshot!(elsewhere.dispatch(&["PROJ-1"]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- stderr
    note: `~/code/elsewhere` can be read by others on this machine: `chmod 600 ~/code/elsewhere`
    --- exit 0
    "#);
    assert_eq!(elsewhere.request().header("authorization").unwrap(), BASIC);
}

#[test]
fn netrc_is_not_sent_to_the_port_that_a_registry_names() {
    let world = named_by_the_registry().without("SKREG_JIRA_TOKEN");
    world.sandbox.write("~/.netrc", format!("machine 127.0.0.1 login ann password {TOKEN}\n"));
    world.sandbox.mode("~/.netrc", 0o600);
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the credential of ~/.netrc (machine 127.0.0.1) is for `127.0.0.1`, not for `127.0.0.1:[PORT]`
    hint: if it may, add "127.0.0.1:[PORT]" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["127.0.0.1:[PORT]"]}}
    --- exit 2
    "#);
    assert!(world.targets().is_empty());
}

#[test]
fn the_file_of_jira_cli_has_address_and_login() {
    let world = asked().without("SKREG_JIRA_URL").without("SKREG_JIRA_TOKEN").with("JIRA_API_TOKEN", TOKEN);
    let url = world.server.url();
    world.sandbox.write("~/.config/.jira/.config.yml", format!("installation: Local\nserver: {url}\nlogin: ann\n"));
    assert_eq!(sent(&world), BASIC);
    let bearer = asked().without("SKREG_JIRA_URL").without("SKREG_JIRA_TOKEN").with("JIRA_API_TOKEN", TOKEN);
    let url = bearer.server.url();
    bearer.sandbox.write("~/.config/.jira/.config.yml", format!("server: {url}\nlogin: ann\nauth_type: bearer\n"));
    assert_eq!(sent(&bearer), format!("Bearer {TOKEN}"));
}

#[test]
fn an_address_of_the_registry_alone_gets_no_credential() {
    let world = named_by_the_registry();
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      nothing says that the credential of environment variable SKREG_JIRA_TOKEN may go to `127.0.0.1:[PORT]`
    hint: if it may, set SKREG_JIRA_URL=http://127.0.0.1:[PORT] beside it, or add "127.0.0.1:[PORT]" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["127.0.0.1:[PORT]"]}}
    --- exit 2
    "#);
    assert_snapshot!(world.dispatch(&["PROJ-1", "--json"]), @r#"
    {"schema":1,"error":{"message":"cannot read `PROJ-1` from Jira","causes":["nothing says that the credential of environment variable SKREG_JIRA_TOKEN may go to `127.0.0.1:[PORT]`"],"hint":"if it may, set SKREG_JIRA_URL=http://127.0.0.1:[PORT] beside it, or add \"127.0.0.1:[PORT]\" to `jira.hosts` in the user's configuration: {\"jira\": {\"hosts\": [\"127.0.0.1:[PORT]\"]}}","problems":[]}}
    --- exit 2
    "#);
    allow_duplicates! {
        for arguments in [["--whoami"].as_slice(), &["--jql", "project = PROJ"]] {
            assert_snapshot!(world.dispatch(arguments).lines().nth(1).unwrap(), @"error: nothing says that the credential of environment variable SKREG_JIRA_TOKEN may go to `127.0.0.1:[PORT]`");
        }
    }
    assert!(world.targets().is_empty());
}

#[test]
fn what_the_hint_says_allows_it() {
    let world = named_by_the_registry();
    world.sandbox.write("~/.config/skreg/config.json", json!({"jira": {"hosts": [host(&world)]}}).to_string());
    assert_eq!(sent(&world), format!("Bearer {TOKEN}"));
    let beside = named_by_the_registry();
    let url = beside.server.url();
    assert_eq!(sent(&beside.with("SKREG_JIRA_URL", url)), format!("Bearer {TOKEN}"));
}

/// Dispatches on a terminal.
fn on_a_terminal(world: &World, keys: &[&str]) -> String {
    let shown = run_on_a_terminal(&world.sandbox, &world.command(&["PROJ-1"]), keys);
    assert!(!shown.contains(TOKEN));
    // The line of the answer is taken away again: up, clear, down.
    let shown =
        ["\r", "\u{1b}[2K", "\u{1b}[1A", "\u{1b}[1B"].iter().fold(shown, |shown, move_| shown.replace(move_, ""));
    world.server.shown(&shown)
}

#[test]
fn a_yes_is_recorded_and_not_asked_for_again() {
    let world = named_by_the_registry();
    assert_snapshot!(on_a_terminal(&world, &["1\n"]), @r#"
    send the credential of environment variable SKREG_JIRA_TOKEN to 127.0.0.1:[PORT], now and later?
      1  yes
    1, or nothing for none of these: …
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
    assert_eq!(world.request().header("authorization").unwrap(), format!("Bearer {TOKEN}"));
    assert_snapshot!(world.server.shown(&world.sandbox.read("~/.config/skreg/config.json")), @r#"
    {
      "jira": {
        "hosts": ["127.0.0.1:[PORT]"]
      }
    }
    "#);
    assert!(on_a_terminal(&world, &[]).contains("auto: api"));
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
}

#[test]
fn a_yes_keeps_what_else_the_user_has_set() {
    let world = named_by_the_registry();
    world.sandbox.write("~/.config/skreg/config.json", "{\n  \"jira\": {\"hosts\": [\"jira.example\"]}\n}\n");
    on_a_terminal(&world, &["1\n"]);
    assert_snapshot!(world.server.shown(&world.sandbox.read("~/.config/skreg/config.json")), @r#"
    {
      "jira": {"hosts": ["jira.example", "127.0.0.1:[PORT]"]}
    }
    "#);
}

#[test]
fn a_no_refuses_and_is_asked_for_again() {
    let world = named_by_the_registry();
    assert_snapshot!(on_a_terminal(&world, &["\n"]), @r#"
    send the credential of environment variable SKREG_JIRA_TOKEN to 127.0.0.1:[PORT], now and later?
      1  yes
    1, or nothing for none of these: …
    error: cannot read `PROJ-1` from Jira
      nothing says that the credential of environment variable SKREG_JIRA_TOKEN may go to `127.0.0.1:[PORT]`
    hint: if it may, set SKREG_JIRA_URL=http://127.0.0.1:[PORT] beside it, or add "127.0.0.1:[PORT]" to `jira.hosts` in the user's configuration: {"jira": {"hosts": ["127.0.0.1:[PORT]"]}}
    --- exit 2
    "#);
    assert!(on_a_terminal(&world, &["\n"]).ends_with("exit 2"));
    assert!(on_a_terminal(&world, &["\u{3}"]).ends_with("ended by a signal"));
    assert!(world.targets().is_empty());
    assert!(!world.sandbox.path("~/.config/skreg/config.json").exists());
}

#[test]
fn plain_http_to_another_machine_is_refused() {
    let world = asked();
    for url in ["http://jira.example", "http://192.168.0.7:8080/jira", "http://127.0.0.1.nip.io", "http://10.0.0.1"] {
        let told = world.dispatch(&["PROJ-1", "--jira-url", url]);
        assert!(told.contains("--jira-url is plain http, which shows the credential to everyone on the way"), "{told}");
    }
    assert_snapshot!(asked().with("SKREG_JIRA_URL", "http://jira.example").dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the Jira address in environment variable SKREG_JIRA_URL is plain http, which shows the credential to everyone on the way; give it as https
    hint: give the address that your browser shows, such as https://acme.atlassian.net or https://jira.example.com/jira
    --- exit 2
    ");
    assert!(world.targets().is_empty());
}

#[test]
fn a_password_in_the_address_is_not_shown() {
    let told = asked().with("SKREG_JIRA_URL", format!("https://ann:{TOKEN}@jira.example")).dispatch(&["PROJ-1"]);
    assert_snapshot!(told, @"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the Jira address in environment variable SKREG_JIRA_URL holds a user or a password; give the address without them
    hint: give the address that your browser shows, such as https://acme.atlassian.net or https://jira.example.com/jira
    --- exit 2
    ");
}

#[test]
fn a_token_that_cannot_be_sent_is_told_without_it() {
    let told = asked().with("SKREG_JIRA_TOKEN", format!("{TOKEN} {TOKEN}")).dispatch(&["PROJ-1"]);
    assert_snapshot!(told, @"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the credential of environment variable SKREG_JIRA_TOKEN is no token: it holds a blank or something else than visible ASCII
    --- exit 2
    ");
    let newline = asked().with("SKREG_JIRA_TOKEN", format!("{TOKEN}\n"));
    assert_eq!(sent(&newline), format!("Bearer {TOKEN}"), "blanks around it are no part of it");
}

#[test]
fn the_cloud_wants_a_user() {
    let world = World::cloud(|_, _| Answer::json(200, &issue())).without("SKREG_JIRA_USER");
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot read `PROJ-1` from Jira
      the token of environment variable SKREG_JIRA_TOKEN has no user beside it, which Jira Cloud needs at `acme.atlassian.net`
    hint: set SKREG_JIRA_USER to the email of your Atlassian account
    --- exit 2
    ");
    assert!(world.server.tunnels().is_empty());
}
